//! The public API over HTTP.

pub mod problem_table;
