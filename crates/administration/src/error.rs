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
}
