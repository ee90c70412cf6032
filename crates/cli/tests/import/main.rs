//! Imports from outside: which records are accepted and refused, and that an import is all or nothing.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod content;
#[path = "../support/conversations.rs"]
mod conversations;
mod counters;
mod cycles;
mod deletions;
mod expressions;
mod feed;
mod feed_state;
mod files;
mod limits;
mod many_lines;
mod merging;
mod platform;
#[path = "../support/postgres.rs"]
mod postgres;
mod program;
#[path = "../support/random.rs"]
mod random;
mod scenario;
mod uneven;
mod values;
