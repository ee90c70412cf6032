//! Monitoring: the table of metrics is complete and true.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod exposition;
mod sources;
#[path = "../support/mod.rs"]
mod support;
mod table;
