//! `GET /changes`: a copy of the data to which all pages are applied has exactly what the lists return, at every access level.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test fails by panicking"
)]

mod copy;
mod expired;
mod parameters;
mod polls;
mod random;
mod rules;
mod site;
