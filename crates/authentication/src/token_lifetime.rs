//! How long tokens are valid.

use jiff::SignedDuration;

/// The lifetime of a token.
pub const LIFETIME: SignedDuration = SignedDuration::from_hours(24);
