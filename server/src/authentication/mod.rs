//! Who may use the public API.
//!
//! Nothing here knows of HTTP or of the database, and the time is always passed in.

pub mod failures;
pub mod secrets;
