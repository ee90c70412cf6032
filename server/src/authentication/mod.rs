//! Who may use the public API: clients' secrets, the tokens that they get for them, and the keys that sign those.
//!
//! Nothing here knows of HTTP or of the database, and the time is always passed in.

pub mod failures;
pub mod keys;
pub mod secrets;
pub mod tokens;
