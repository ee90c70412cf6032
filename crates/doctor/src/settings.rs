//! The settings: misspelt environment variables, and secrets in files that others can read.

use std::os::unix::fs::MetadataExt as _;

use folkmoot_settings::{SETTINGS, SettingInForce, SourceKind};

use crate::{Report, Setup};

/// Environment variables of commands, and of the build, that are not settings.
const OTHER_VARIABLES: &[&str] =
    &["FOLKMOOT_MIRROR_CLIENT_ID", "FOLKMOOT_MIRROR_CLIENT_SECRET", "FOLKMOOT_COMMIT"];

/// Checks the settings, which are valid.
pub fn check(setup: &Setup<'_>, report: &mut Report) {
    let set = setup.settings.in_force.iter().filter(|entry| entry.source != SourceKind::Default).count();
    report.ok("settings", format!("{set} settings differ from their defaults; all are valid"));
    check_environment(setup, report);
    check_file(setup, report);
}

fn check_environment(setup: &Setup<'_>, report: &mut Report) {
    let is_known = |name: &str| {
        OTHER_VARIABLES.contains(&name) || SETTINGS.iter().any(|setting| setting.environment() == name)
    };
    let names = setup.environment.iter().filter_map(|name| name.to_str());
    let unknown: Vec<&str> = names.filter(|name| name.starts_with("FOLKMOOT_") && !is_known(name)).collect();
    if unknown.is_empty() {
        return report.ok("environment", "no unknown variable FOLKMOOT_…");
    }
    report.warning(
        "environment",
        format!("unknown environment variables are ignored: {}", unknown.join(", ")),
        "correct their names; `folkmoot serve --help` lists the variables of all settings",
    );
}

fn check_file(setup: &Setup<'_>, report: &mut Report) {
    let Some(path) = &setup.file else { return };
    let Ok(metadata) = path.metadata() else { return };
    let is_secret = |entry: &&SettingInForce| entry.setting.secret && entry.source == SourceKind::File;
    let secrets: Vec<String> =
        setup.settings.in_force.iter().filter(is_secret).map(|entry| entry.setting.name()).collect();
    let path = path.display();
    if secrets.is_empty() || metadata.mode() & 0o004 == 0 {
        return report.ok("settings-file", format!("{path} shows no secret to other users"));
    }
    report.problem(
        "settings-file",
        format!("every user of this machine can read the secrets {} in {path}", secrets.join(", ")),
        format!("run `chmod o= {path}`, or set secrets with environment variables"),
    );
}
