//! Where the settings of a process come from, so that they can be read again.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use super::{File, Settings, SettingsError, Sources};

/// The sources of the settings of a process, besides the environment.
#[derive(Clone, PartialEq, Eq)]
pub struct Configuration {
    /// Values of flags, by the settings' names.
    pub flags: BTreeMap<String, String>,
    /// The settings file that was named or found; `None` if there was none.
    pub file: Option<PathBuf>,
    /// The folder in which `folkmoot.toml` is looked for if there was no file.
    pub folder: PathBuf,
}

impl Configuration {
    /// Reads every setting from its source. A file that was there before must still exist, because a missing file would reset
    /// settings.
    pub fn read(&self, environment: &dyn Fn(&str) -> Option<OsString>) -> Result<Settings, SettingsError> {
        let file = File::find(self.file.as_deref(), &self.folder)?;
        Settings::resolve(&Sources { flags: self.flags.clone(), environment, file })
    }
}

impl fmt::Debug for Configuration {
    /// Without the values of flags, of which some are secret.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flags: Vec<_> = self.flags.keys().collect();
        formatter
            .debug_struct("Configuration")
            .field("flags", &flags)
            .field("file", &self.file)
            .finish_non_exhaustive()
    }
}
