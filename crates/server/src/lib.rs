//! The public API over HTTP.

mod authenticate;
mod caller;
mod client_address;
mod connections;
mod drain_body;
pub mod files;
mod http_rules;
mod key_reload;
mod last_use;
pub mod logs;
mod middleware;
pub mod openapi;
mod operations;
mod pages;
mod parameters;
mod path_id;
mod portal;
mod precompressed;
mod problem;
pub mod problem_table;
mod records;
mod router;
pub mod serve;
pub mod server;
pub mod settings;
mod time_limit;
mod upkeep;
mod welcome;

pub use router::BASE_PATH;
