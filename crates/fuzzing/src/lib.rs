//! Fuzz targets. Each is a function that gets any bytes and fails if a property of the program does not hold for them:
//! that two readers of the same input agree, that nobody can forge a token, that a response is one that the API documents.
//!
//! `cargo test` runs the corpora of `fuzz/corpus` and some seconds of random changes of them (`tests/targets.rs`), and
//! `scripts/fuzz` searches for minutes, guided by coverage where a nightly toolchain is installed (`fuzz/`).

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a target fails by panicking")]
#![allow(clippy::missing_panics_doc, reason = "a target fails by panicking")]

pub mod corpus;
mod edits;
mod input;
pub mod mutation;
mod platform;
mod response;
pub mod targets;

pub use targets::{TARGETS, Target};
