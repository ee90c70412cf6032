//! Who may use the public API: clients' secrets, the tokens that they get for them, and the keys that sign those.
//!
//! Nothing here knows of HTTP, and the time is always passed in.

pub mod keys;
pub mod rate_limits;
pub mod secrets;
pub mod tokens;
