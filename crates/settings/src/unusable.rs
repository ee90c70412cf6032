//! A setting with which the server cannot start.

/// A setting that has a valid value, with which the server cannot start all the same: a file is missing, an address is in use.
#[derive(Debug, thiserror::Error)]
#[error("{cause}; correct the setting {setting}")]
pub struct UnusableSetting {
    /// Its name.
    pub setting: &'static str,
    /// Why it cannot be used.
    pub cause: String,
}

impl UnusableSetting {
    /// The setting, and the error that its use caused.
    pub fn new(setting: &'static str, cause: impl std::fmt::Display) -> Self {
        Self { setting, cause: cause.to_string() }
    }
}
