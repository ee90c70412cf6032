//! Authentication of the public API: client secrets, access tokens, signing keys and rate limits.
//!
//! This crate is independent of HTTP.

pub mod keys;
pub mod rate_limits;
pub mod request_limit;
pub mod sealing;
pub mod secrets;
pub mod token_lifetime;
pub mod tokens;
