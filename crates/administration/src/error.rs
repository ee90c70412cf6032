//! Errors of administration.

use folkmoot_authentication::secrets::NoRandomness;
use folkmoot_store::StoreError;

/// Why an operation of an administrator failed.
#[derive(Debug, thiserror::Error)]
pub enum AdministrationError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No secret could be generated.
    #[error(transparent)]
    Randomness(#[from] NoRandomness),
    /// Nobody could sign in as an administrator any more.
    #[error("this is the last admin key with the role administrator; create another one first")]
    LastAdminKey,
    /// The client is of the other kind: with a secret, or with a publishable key.
    #[error("{0}")]
    OtherKind(&'static str),
}
