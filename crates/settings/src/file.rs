//! The settings file `folkmoot.toml`.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::declaration::TABLES;
use super::{SETTINGS, SettingsError};

/// The name of the file that is read if it exists and no flag names another.
pub const DEFAULT_FILE: &str = "folkmoot.toml";

/// The content of a settings file.
#[derive(Debug, Default)]
pub struct File {
    /// Its path.
    pub path: PathBuf,
    /// Values as text, by the settings' names.
    pub values: BTreeMap<String, String>,
}

impl File {
    /// Reads the file at `path`, which must exist. Without a path, reads `folkmoot.toml` in the folder, if it exists.
    pub fn find(path: Option<&Path>, folder: &Path) -> Result<Self, SettingsError> {
        let is_optional = path.is_none();
        let path = path.map_or_else(|| folder.join(DEFAULT_FILE), Path::to_path_buf);
        match fs::read_to_string(&path) {
            Ok(text) => Self::parse(path, &text),
            Err(error) if is_optional && error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(SettingsError::Unreadable { path, reason: error.to_string() }),
        }
    }

    fn parse(path: PathBuf, text: &str) -> Result<Self, SettingsError> {
        let table: Table = match text.parse() {
            Ok(table) => table,
            Err(error) => return Err(malformed(path, text, &error)),
        };
        let mut values = BTreeMap::new();
        for (key, value) in with_keys_of_tables(table) {
            let Some(setting) = SETTINGS.iter().find(|setting| setting.key() == key) else {
                return Err(SettingsError::UnknownKey { nearest: nearest(&key), key, path });
            };
            let Some(text) = plain_text(&value) else {
                return Err(SettingsError::NotAValue { key, path, found: value.type_str() });
            };
            values.insert(setting.name(), text);
        }
        Ok(Self { path, values })
    }
}

/// The keys and values of a file. Keys of [`TABLES`] start with the name of their table.
fn with_keys_of_tables(table: Table) -> impl Iterator<Item = (String, Value)> {
    table.into_iter().flat_map(|(key, value)| match value {
        Value::Table(inner) if TABLES.contains(&key.as_str()) => {
            let qualified = |(inner_key, value)| (format!("{key}.{inner_key}"), value);
            inner.into_iter().map(qualified).collect::<Vec<_>>()
        }
        value => vec![(key, value)],
    })
}

/// The error with the number of its line. The message of `toml` is not used, because it contains the text of the line, which
/// may contain a password.
fn malformed(path: PathBuf, text: &str, error: &toml::de::Error) -> SettingsError {
    let start = error.span().map_or(0, |span| span.start);
    let line = text.bytes().take(start).filter(|byte| *byte == b'\n').count() + 1;
    SettingsError::Malformed { path, line, reason: error.message().replace('\n', ", ") }
}

/// The text of a value, in the form in which a flag accepts it; `None` if no setting accepts its type.
fn plain_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        Value::Boolean(truth) => Some(truth.to_string()),
        Value::Array(values) => values
            .iter()
            .map(|value| value.as_str().map(str::to_owned))
            .collect::<Option<Vec<_>>>()
            .map(|v| v.join(",")),
        Value::Table(_) | Value::Datetime(_) => None,
    }
}

/// The key of the setting that is most similar to an unknown key.
fn nearest(key: &str) -> String {
    let similarity = |name: &String| strsim::jaro_winkler(&key.to_lowercase().replace('_', "-"), name);
    SETTINGS
        .iter()
        .map(super::Setting::key)
        .max_by(|one, other| similarity(one).total_cmp(&similarity(other)))
        .unwrap_or_default()
}
