//! Reading complete lists: by page numbers and by cursors.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod cursors;
mod pages;
mod walk;
mod walks;
mod writes;
