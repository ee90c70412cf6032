//! `GET /changes`: a copy of the data to which all pages are applied has exactly what the lists return, at every access level.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test fails by panicking"
)]

#[path = "../support/mod.rs"]
mod support;

#[path = "../differential/platform.rs"]
mod platform;
#[path = "../differential/steps.rs"]
#[allow(dead_code, reason = "only random steps are used")]
mod steps;

mod copy;
mod expired;
mod parameters;
mod polls;
mod random;
mod rules;
mod site;
