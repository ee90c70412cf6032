//! What the portal's reference says of settings.

use serde::Serialize;

use super::SETTINGS;

/// A setting as the portal's reference shows it.
#[derive(Debug, Serialize)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// The flag with its placeholder: `--listen ADDRESS:PORT`.
    pub flag: String,
    /// The environment variable.
    pub environment: String,
    /// The key of `folkmoot.toml`.
    pub key: String,
    /// The default, where there is one.
    pub default: Option<&'static str>,
    /// What it does.
    pub doc: &'static str,
}

/// Every setting, for the reference.
pub fn reference() -> Vec<Entry> {
    SETTINGS
        .iter()
        .map(|setting| Entry {
            flag: format!("--{} {}", setting.name(), setting.placeholder),
            environment: setting.environment(),
            key: setting.name(),
            name: setting.name(),
            default: (!setting.default.is_empty()).then_some(setting.default),
            doc: setting.doc.trim(),
        })
        .collect()
}
