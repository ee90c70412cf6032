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

/// The kind of the source of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceKind {
    /// The default.
    Default,
    /// A flag.
    Flag,
    /// An environment variable.
    Environment,
    /// A settings file.
    File,
}

impl SourceKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Default, Self::Flag, Self::Environment, Self::File];

    /// Its name in the admin API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Flag => "flag",
            Self::Environment => "environment",
            Self::File => "file",
        }
    }
}

/// The value of a setting as text, with its source.
#[derive(Clone)]
pub struct SettingInForce {
    /// The setting.
    pub setting: &'static Setting,
    /// The value; `None` if the setting has none.
    pub value: Option<String>,
    /// The source of the value.
    pub source: SourceKind,
}

impl PartialEq for SettingInForce {
    fn eq(&self, other: &Self) -> bool {
        let parts = |it: &Self| (it.setting.field, it.value.clone(), it.source);
        parts(self) == parts(other)
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

    /// The value of a setting as text, with its source.
    pub(super) fn in_force(&self, setting: &'static Setting) -> SettingInForce {
        let (value, origin) = self.find(setting);
        let value = value.to_string_lossy().trim().to_owned();
        let source = match origin {
            Origin::Default => SourceKind::Default,
            Origin::Flag(_) => SourceKind::Flag,
            Origin::Environment(_) => SourceKind::Environment,
            Origin::File(..) => SourceKind::File,
        };
        SettingInForce { setting, value: (!value.is_empty()).then_some(value), source }
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
