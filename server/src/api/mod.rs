//! The public API over HTTP.

pub mod file_errors;
pub mod openapi;
pub mod parameters;
pub mod problem_table;
