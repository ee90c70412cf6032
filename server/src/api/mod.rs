//! The public API over HTTP.

mod authenticate;
mod caller;
mod client_address;
mod download;
pub mod file_errors;
mod file_fields;
mod files;
mod key_reload;
mod last_use;
mod lingering;
mod middleware;
pub mod openapi;
mod operations;
mod pages;
mod parameters;
mod path_id;
mod portal;
mod problem;
pub mod problem_table;
mod records;
mod router;
pub mod serve;
pub mod server;
mod upkeep;
mod upload;
mod welcome;

pub use router::BASE_PATH;
