//! Where settings come from, which place goes first, and what is said of a bad one.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use super::kinds::Kind;
use super::{File, Setting};

/// The places in which settings can be given, the first in the list above the others.
pub struct Sources<'a> {
    /// Values of flags, by the settings' names.
    pub flags: BTreeMap<String, String>,
    /// The environment. A variable that is blank is as good as not there.
    pub environment: &'a dyn Fn(&str) -> Option<OsString>,
    /// The settings file.
    pub file: File,
}

/// The place that a value was given in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A flag, with its dashes.
    Flag(String),
    /// An environment variable.
    Environment(String),
    /// A key of a settings file.
    File(String, PathBuf),
    /// Nowhere: the default.
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
    /// The value of a setting is not of its kind. `shown` is the value in quotes, or says that it is secret.
    #[error("invalid value {shown} for {origin}; expected {expected}")]
    BadValue {
        /// The setting.
        name: String,
        /// The value, in a form that may be shown.
        shown: String,
        /// Where it was given.
        origin: Origin,
        /// What would be a good value.
        expected: &'static str,
    },
    /// The file names a setting that does not exist.
    #[error("unknown setting {key} in {}; did you mean {nearest}?", path.display())]
    UnknownKey {
        /// The key as written.
        key: String,
        /// The file.
        path: PathBuf,
        /// The known setting that is most like it.
        nearest: String,
    },
    /// The file gives something to a setting that no setting takes.
    #[error("the setting {key} in {} is a TOML {found}; expected a string or a number", path.display())]
    NotAValue {
        /// The key.
        key: String,
        /// The file.
        path: PathBuf,
        /// What TOML calls that which was found.
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
        /// What the system says.
        reason: String,
    },
}

impl Sources<'_> {
    /// Reads a setting from the first place that gives it, else from its default.
    pub(super) fn read<T>(&self, setting: &Setting, kind: &Kind<T>) -> Result<T, SettingsError> {
        let (value, origin) = self.find(setting);
        let read = value.to_str().and_then(|text| (kind.read)(text.trim()));
        read.ok_or_else(|| SettingsError::BadValue {
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
            return (value.into(), Origin::File(name, self.file.path.clone()));
        }
        (setting.default.into(), Origin::Default)
    }
}
