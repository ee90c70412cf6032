//! The portal's reference of settings.

use serde::Serialize;

use super::SETTINGS;

/// An entry of the reference.
#[derive(Debug, Serialize)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// The heading of its group.
    pub group: &'static str,
    /// The flag with its placeholder: `--listen ADDRESS:PORT`.
    pub flag: String,
    /// The environment variable.
    pub environment: String,
    /// The key of `folkmoot.toml`.
    pub key: String,
    /// The default; `None` if the setting has no value by default.
    pub default: Option<&'static str>,
    /// The description.
    pub doc: &'static str,
    /// Whether a running server applies a changed value on SIGHUP.
    pub reloadable: bool,
    /// Whether only `--help-all` shows it.
    pub advanced: bool,
}

/// The reference, with every setting.
pub fn reference() -> Vec<Entry> {
    SETTINGS
        .iter()
        .map(|setting| Entry {
            flag: format!("--{} {}", setting.name(), setting.placeholder),
            environment: setting.environment(),
            key: setting.key(),
            group: setting.group,
            name: setting.name(),
            default: (!setting.default.is_empty()).then_some(setting.default),
            doc: setting.doc.trim(),
            reloadable: setting.reloadable,
            advanced: !setting.basic,
        })
        .collect()
}
