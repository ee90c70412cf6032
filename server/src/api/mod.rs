//! The public API over HTTP.

pub mod parameters;
pub mod problem_table;
