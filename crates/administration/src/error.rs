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
    /// The client is of the other kind: with a secret, or with a publishable key.
    #[error("{0}")]
    OtherKind(&'static str),
}
