//! What a running server applies of settings that were read again.

use super::Settings;

/// The settings of a running server after a reload.
#[derive(Debug)]
pub struct Reloaded {
    /// The settings that are in force now.
    pub settings: Settings,
    /// The names of settings that were changed and are applied.
    pub applied: Vec<String>,
    /// The names of settings that were changed and take effect after a restart.
    pub pending: Vec<String>,
}

impl Settings {
    /// These settings with the reloadable values of newer ones.
    pub fn reloaded(&self, newer: &Self) -> Reloaded {
        let mut settings = self.clone();
        settings.copy_reloadable(newer);
        let (mut applied, mut pending) = (Vec::new(), Vec::new());
        for (current, newer) in settings.in_force.iter_mut().zip(&newer.in_force) {
            let (setting, is_changed) = (current.setting, current.value != newer.value);
            if is_changed && !setting.reloadable {
                pending.push(setting.name());
                continue;
            }
            if is_changed {
                applied.push(setting.name());
            }
            *current = newer.clone();
        }
        Reloaded { settings, applied, pending }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{File, SourceKind, Sources};

    fn settings(flags: &[(&str, &str)]) -> Settings {
        let flags: BTreeMap<_, _> =
            flags.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Settings::resolve(&Sources { flags, environment: &|_| None, file: File::default() }).unwrap()
    }

    #[test]
    fn only_reloadable_settings_change() {
        let old = settings(&[("log-level", "info"), ("maximum-streams", "3"), ("token-issuer", "old")]);
        let new = settings(&[("log-level", "debug"), ("maximum-streams", "3"), ("token-issuer", "new")]);
        let Reloaded { settings, applied, pending } = old.reloaded(&new);
        assert_eq!((applied, pending), (vec!["log-level".to_owned()], vec!["token-issuer".to_owned()]));
        assert_eq!((settings.log_level.as_str(), settings.token_issuer.as_str()), ("debug", "old"));
        let in_force = |name: &str| {
            let entry = settings.in_force.iter().find(|entry| entry.setting.name() == name);
            entry.and_then(|entry| entry.value.clone())
        };
        assert_eq!(in_force("log-level").as_deref(), Some("debug"));
        assert_eq!(in_force("token-issuer").as_deref(), Some("old"));
    }

    #[test]
    fn a_setting_that_is_removed_gets_its_default() {
        let reloaded = settings(&[("maximum-streams", "3")]).reloaded(&settings(&[]));
        assert_eq!(reloaded.settings, settings(&[]));
        assert_eq!(reloaded.applied, ["maximum-streams"]);
        assert!(reloaded.settings.in_force.iter().all(|entry| entry.source == SourceKind::Default));
    }
}
