//! The import from outside: what comes in, what is refused, and that nothing is ever half done.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod circles;
mod content;
mod counters;
mod deletions;
mod files;
mod limits;
mod merging;
mod place;
mod platform;
mod polis;
#[path = "../support/postgres.rs"]
mod postgres;
mod program;
mod values;
