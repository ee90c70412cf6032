//! The public API over HTTP.

mod authenticate;
mod caller;
mod client_address;
mod connections;
mod database_probe;
mod drain_body;
pub mod files;
mod http_rules;
mod key_reload;
mod last_use;
mod list;
pub mod logs;
mod metrics_export;
mod middleware;
pub mod openapi;
mod operations;
mod parameters;
mod path_id;
pub mod plan;
mod platform_cache;
pub mod portal;
mod precompressed;
mod preconditions;
mod problem;
pub mod problem_table;
mod records;
mod router;
pub mod serve;
mod server_urls;
pub mod settings;
pub mod signing_keys;
pub mod state;
mod time_limit;
mod upkeep;
mod welcome;

pub use router::BASE_PATH;
