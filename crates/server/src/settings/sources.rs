//! The sources of settings, their precedence, and the errors of invalid values.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use super::kinds::Kind;
use super::{File, Setting};

/// The sources of settings, in order of precedence.
pub struct Sources<'a> {
    /// Values of flags, by the settings' names.
    pub flags: BTreeMap<String, String>,
    /// The environment. A blank variable counts as not set.
    pub environment: &'a dyn Fn(&str) -> Option<OsString>,
    /// The settings file.
    pub file: File,
}

/// The source of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A flag, with its dashes.
    Flag(String),
    /// An environment variable.
    Environment(String),
    /// A key of a settings file.
    File(String, PathBuf),
    /// The default.
    Default,
}

impl fmt::Display for Origin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => write!(formatter, "the flag {flag}"),
            Self::Environment(variable) => write!(formatter, "the environment variable {variable}"),
            Self::File(key, path) => write!(formatter, "the key {key} of {}", path.display()),
            Self::Default => write!(formatter, "the default"),
        }
    }
}

/// Why the settings cannot be used. Each message states the problem and what was expected.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// The value of a setting is invalid.
    #[error("invalid value {shown} for {origin}; expected {expected}")]
    BadValue {
        /// The setting.
        name: String,
        /// The value in quotes, or a note that it is secret.
        shown: String,
        /// The source of the value.
        origin: Origin,
        /// A description of valid values.
        expected: &'static str,
    },
    /// The file names a setting that does not exist.
    #[error("unknown setting {key} in {}; did you mean {nearest}?", path.display())]
    UnknownKey {
        /// The key as written.
        key: String,
        /// The file.
        path: PathBuf,
        /// The setting with the most similar name.
        nearest: String,
    },
    /// The value in the file has a TOML type that no setting accepts.
    #[error("the setting {key} in {} is a TOML {found}; expected a string or a number", path.display())]
    NotAValue {
        /// The key.
        key: String,
        /// The file.
        path: PathBuf,
        /// The TOML type of the value.
        found: &'static str,
    },
    /// The file is not TOML.
    #[error("{}:{line} is not valid TOML: {reason}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The file cannot be read.
    #[error("failed to read the settings file {}: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        reason: String,
    },
}

impl Sources<'_> {
    /// Reads a setting from the first source that contains it, otherwise from its default.
    pub(super) fn read<T>(&self, setting: &Setting, kind: &Kind<T>) -> Result<T, SettingsError> {
        let (value, origin) = self.find(setting);
        let parsed = value.to_str().and_then(|text| (kind.read)(text.trim()));
        parsed.ok_or_else(|| SettingsError::BadValue {
            name: setting.name(),
            shown: if setting.secret {
                "(secret, not shown)".to_owned()
            } else {
                format!("{:?}", value.to_string_lossy())
            },
            origin,
            expected: kind.expected,
        })
    }

    fn find(&self, setting: &Setting) -> (OsString, Origin) {
        let name = setting.name();
        if let Some(value) = self.flags.get(&name) {
            return (value.into(), Origin::Flag(format!("--{name}")));
        }
        let variable = setting.environment();
        if let Some(value) = (self.environment)(&variable).filter(|value| !value.is_empty()) {
            return (value, Origin::Environment(variable));
        }
        if let Some(value) = self.file.values.get(&name) {
            return (value.into(), Origin::File(setting.key(), self.file.path.clone()));
        }
        (setting.default.into(), Origin::Default)
    }
}
