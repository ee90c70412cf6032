//! Finding, exporting and erasing people: nothing that identifies an erased person remains in any file or table, and nothing
//! brings the person back.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod admin_api;
mod erasure;
mod export;
mod find;
mod guide;
mod restore;
mod scan;
mod scenario;
