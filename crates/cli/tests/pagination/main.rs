//! Reading complete lists: by page numbers and by cursors.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod cursors;
mod pages;
#[path = "../support/mod.rs"]
mod support;
mod walk;
mod walks;
mod writes;
