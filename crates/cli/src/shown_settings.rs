//! Which settings the help of a command shows: those that affect it.

use folkmoot_settings::Setting;

/// What every command that opens the database reads.
const DATABASE: &[&str] = &[
    "data",
    "database-url",
    "database-timeout-seconds",
    "database-certificates",
    "migrations",
    "log-format",
    "log-level",
];
/// What commands that write or read the contents of files read.
const FILES: &[&str] = &[
    "file-storage",
    "s3-endpoint",
    "s3-region",
    "s3-access-key-id",
    "s3-secret-access-key",
    "disk-reserve-megabytes",
];
/// What commands read that store records.
const IMPORT: &[&str] = &["time-zone", "changes-days"];
/// What decides how records are shown below the access level `full`.
const SHOWN_RECORDS: &[&str] =
    &["vote-results", "shareable-fields", "public-coordinate-decimals", "time-zone"];

/// Whether a setting affects a command.
pub fn affects(setting: &Setting, command: &str) -> bool {
    let lists: &[&[&str]] = match command {
        "serve" | "doctor" => return true,
        "reference" => return false,
        "portal" => &[&["public-url", "portal", "portal-url", "log-format", "log-level"]],
        "import" | "demo" => &[DATABASE, FILES, IMPORT],
        "mirror" => &[DATABASE, FILES, IMPORT, &["content-hosts", "upload-limit-megabytes"]],
        "export" => &[DATABASE, SHOWN_RECORDS, &["disk-reserve-megabytes"]],
        "people" => &[DATABASE, FILES, &["time-zone", "backup-folder"]],
        "backup" | "restore" => {
            &[DATABASE, FILES, &["time-zone", "keys-secret", "backup-key", "backup-folder"]]
        }
        "copy" => &[DATABASE, FILES, &["time-zone", "keys-secret"]],
        "files" => &[DATABASE, FILES],
        "clients" => &[DATABASE, &["client-max-days"]],
        "keys" => &[DATABASE, &["keys-secret"]],
        _ => &[DATABASE],
    };
    let is_in_table = [("portal", "provider-"), ("export", "pabulib-")]
        .iter()
        .any(|(of, prefix)| command == *of && setting.name().starts_with(prefix));
    is_in_table || lists.iter().any(|list| list.contains(&setting.name().as_str()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use folkmoot_settings::SETTINGS;

    use super::*;

    #[test]
    fn the_names_of_settings_are_right() {
        let names: BTreeSet<_> = SETTINGS.iter().map(Setting::name).collect();
        for name in [DATABASE, FILES, IMPORT, SHOWN_RECORDS].concat() {
            assert!(names.contains(name), "{name}");
        }
        for (command, name) in
            [("mirror", "content-hosts"), ("clients", "client-max-days"), ("keys", "keys-secret")]
        {
            assert!(
                SETTINGS.iter().any(|setting| setting.name() == name && affects(setting, command)),
                "{name}"
            );
        }
    }
}
