//! Authentication of the public API: clients, their secrets, access tokens, signing keys and rate limits.
//!
//! This crate is independent of HTTP.

pub mod client_views;
pub mod keys;
pub mod known_clients;
pub mod platform_cache;
pub mod rate_limits;
pub mod request_limit;
pub mod sealing;
pub mod secrets;
pub mod token_lifetime;
pub mod tokens;
