//! A setting with which the server cannot start.

use super::Settings;

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

/// Fails if open data would be published without a licence, under which nobody may use it.
pub fn require_licence(settings: &Settings) -> Result<(), UnusableSetting> {
    if !settings.open_data || settings.catalog_licence.is_some() {
        return Ok(());
    }
    let cause = "open-data is on, but catalog.licence is not set: without a licence, nobody may use the data";
    Err(UnusableSetting::new("catalog-licence", cause))
}
