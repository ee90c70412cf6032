//! The declaration of a setting, and its names.

/// The tables of `folkmoot.toml`. The names of their settings begin with that of the table and a hyphen.
pub const TABLES: [&str; 3] = ["catalog", "pabulib", "provider"];

/// The declaration of a setting.
#[derive(Debug)]
pub struct Setting {
    /// Its field in [`super::Settings`].
    pub(super) field: &'static str,
    /// The heading of its group in `--help` and in the reference.
    pub group: &'static str,
    /// Its meaning, in complete sentences or noun phrases with a full stop.
    pub doc: &'static str,
    /// The placeholder of the value in `--help`.
    pub placeholder: &'static str,
    /// The default value as text; blank if the setting has no value by default.
    pub default: &'static str,
    /// Whether the value is secret and must never be printed.
    pub secret: bool,
    /// Whether a running server applies a changed value when it reloads its settings.
    pub reloadable: bool,
    /// Whether operators of most platforms think about it; `--help` shows no other settings.
    pub basic: bool,
}

impl Setting {
    /// The name: the flag without its dashes.
    pub fn name(&self) -> String {
        self.field.replace('_', "-")
    }

    /// The key of `folkmoot.toml`; of a setting in one of [`TABLES`], with the name of the table before a dot.
    pub fn key(&self) -> String {
        let name = self.name();
        match name.split_once('-') {
            Some((table, key)) if TABLES.contains(&table) => format!("{table}.{key}"),
            _ => name,
        }
    }

    /// The environment variable.
    pub fn environment(&self) -> String {
        format!("FOLKMOOT_{}", self.field.to_uppercase())
    }
}
