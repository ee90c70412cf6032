//! Settings files: errors do not show secrets, and the same file gives the same settings.
//!
//! An input is the text of a settings file. A secret in it is `CANARY` and more characters.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use folkmoot_settings::{File, SETTINGS, Settings, SettingsError, Sources};
use tempfile::TempDir;

use super::Target;
use crate::platform::folder;

pub const TARGET: Target = Target {
    name: "settings_files",
    run,
    dictionary: &[
        "listen = \"127.0.0.1:8080\"\n",
        "data = \"data\"\n",
        "keys-secret = \"CANARY",
        "database-url = \"postgres://u:CANARY@h/d\"\n",
        "metrics-token = \"CANARY",
        "[provider]\n",
        "name = \"a\"\n",
        "upload-limit-megabytes = 5\n",
        "= true\n",
        "= [\"a\", \"b\"]\n",
        "\"\"\"",
        "'''",
        "#",
        "1979-05-27",
        "inf",
        "0x10",
        "1_000",
        "{",
        "}",
        "[[",
        "\\u0000",
        "time-zone = \"Europe/Brussels\"\n",
    ],
    max_bytes: 2_000,
};

const CANARY: &str = "CANARY";

static FOLDER: LazyLock<TempDir> = LazyLock::new(folder);

fn run(input: &[u8]) {
    let path: PathBuf = FOLDER.path().join("folkmoot.toml");
    fs::write(&path, input).unwrap();
    let read = || -> Result<Settings, SettingsError> {
        let file = File::find(Some(&path), FOLDER.path())?;
        Settings::resolve(&Sources { flags: BTreeMap::new(), environment: &|_| None, file })
    };
    let settings = read();
    match (&settings, read()) {
        (Ok(one), Ok(other)) => {
            assert!(*one == other);
            let shown = format!("{one:?}");
            let secrets = one.in_force.iter().filter(|setting| setting.setting.secret);
            for secret in
                secrets.filter_map(|setting| setting.value.as_deref()).filter(|value| value.contains(CANARY))
            {
                assert!(!shown.contains(secret), "a secret is shown");
            }
        }
        (Err(one), Err(other)) => assert_eq!(*one, other),
        _ => panic!("read differently"),
    }
    if let Err(error) = settings {
        let text = error.to_string();
        assert!(!text.is_empty());
        let may_show = match &error {
            // These show a key, or the value of a setting that is not secret.
            SettingsError::UnknownKey { .. } | SettingsError::NotAValue { .. } => true,
            SettingsError::BadValue { name, .. } => {
                !SETTINGS.iter().any(|setting| setting.secret && setting.name() == *name)
            }
            SettingsError::Malformed { .. } | SettingsError::Unreadable { .. } => false,
        };
        assert!(may_show || !text.contains(CANARY), "{text}");
    }
}
