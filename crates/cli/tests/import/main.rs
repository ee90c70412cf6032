//! The import from outside: what comes in, what is refused, and that nothing is ever half done.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod circles;
mod content;
#[path = "../support/conversations.rs"]
mod conversations;
mod counters;
mod deletions;
mod files;
mod limits;
mod merging;
mod place;
mod platform;
#[path = "../support/postgres.rs"]
mod postgres;
mod program;
#[path = "../support/random.rs"]
mod random;
mod uneven;
mod values;
