//! `GET /changes`: a copy of the data to which all pages are applied has exactly what the lists return, at every access level.

#![allow(clippy::print_stderr, reason = "the figures of random tests")]

mod copy;
mod expired;
mod parameters;
mod polls;
mod random;
mod rules;
