//! The public API over HTTP: its routes, authentication, parameters, lists, files, changes and problems.
//!
//! It is a crate of its own, because what clients rely on must not depend on how a server is started, observed and administered.

pub mod assistants;
pub mod authenticate;
pub mod ballots;
pub mod bearer_token;
pub mod caller;
pub mod challenge;
pub mod changes;
pub mod client_activity;
pub mod client_address;
pub mod client_limits;
pub mod counts;
pub mod cursor_scan;
pub mod disk_space;
pub mod exports;
pub mod files;
pub mod formats;
pub mod http_cache;
pub mod http_rules;
pub mod key_reload;
pub mod list;
pub mod media_types;
pub mod naming;
pub mod oauth;
pub mod parameters;
pub mod path_id;
pub mod paths;
pub mod plan;
pub mod platform;
pub mod preconditions;
pub mod problem;
pub mod problem_table;
pub mod publishable_keys;
pub mod rate_limit_headers;
pub mod record_state;
pub mod records;
mod refusals;
pub mod route_layers;
pub mod router;
pub mod scope;
pub mod sealed_cursor;
pub mod security_headers;
pub mod sent_body;
pub mod server_urls;
pub mod sign_in;
pub mod state;
pub mod stream;
pub mod time_limit;
pub mod unknown_routes;
pub mod usage;
pub mod well_known;
pub mod withheld;

pub use paths::BASE_PATH;
