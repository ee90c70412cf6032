//! The backups that the server makes each day.

use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use folkmoot_backup::{Backup, Manifest};
use folkmoot_runtime::folders;

use crate::{Report, Setup};

const BACKUPS: &str = "backups";

/// Checks the schedule, the folder and the newest backup.
pub fn check(setup: &Setup<'_>, report: &mut Report) {
    let settings = setup.settings;
    let Some(path) = &settings.backup_folder else {
        if settings.backup_at.is_some() {
            let found = "no backups are made, because `backup-at` is set but `backup-folder` is not";
            return report.problem(BACKUPS, found, "set `backup-folder`");
        }
        return report.ok(
            BACKUPS,
            "this server makes none (`backup-folder` is not set); make sure that something else does",
        );
    };
    if settings.backup_at.is_none() {
        let found = "no backups are made, because `backup-folder` is set but `backup-at` is not";
        return report.warning(BACKUPS, found, "set `backup-at` to a time of day such as 03:30");
    }
    check_folder(setup, path, report);
}

fn check_folder(setup: &Setup<'_>, path: &Path, report: &mut Report) {
    let shown = path.display();
    let metadata = match path.metadata() {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let found = format!("no backup has been made, and {shown} does not exist");
            return report.warning(
                BACKUPS,
                found,
                "wait for the first backup, or run `folkmoot backup` to test it",
            );
        }
        Err(error) => {
            let found = format!("{shown} cannot be opened: {error}");
            return report.problem(BACKUPS, found, "give the user of the server access to the folder");
        }
    };
    if !folders::is_writable(path) {
        let found = format!("{shown} is not writable for this user");
        return report.problem(
            BACKUPS,
            found,
            format!("give it to the user of the server: `chown USER {shown}`"),
        );
    }
    let backups = Backup::all(path).unwrap_or_default();
    let retry = "check that a server runs, and search its log for backups that failed";
    let Some(newest) = backups.last() else {
        return report.warning(BACKUPS, format!("{shown} does not contain a backup yet"), retry);
    };
    let age = setup.now.duration_since(newest.created_at);
    if newest.is_overdue(setup.now) {
        let found = format!("the newest backup is {} hours old", age.as_hours());
        return report.problem(BACKUPS, found, retry);
    }
    report.ok(BACKUPS, format!("the newest is {} hours old", age.as_hours()));
    let is_same_disk = setup.settings.data.metadata().is_ok_and(|data| data.dev() == metadata.dev());
    if is_same_disk && setup.settings.database_url.is_none() {
        report.warning(
            "backup-location",
            format!("{shown} is on the same file system as the data folder"),
            "copy backups to another machine, because a failing disk would take both",
        );
    }
    if setup.settings.backup_key.is_some() {
        report_plain(&backups, report);
    } else {
        let found = "backups are not encrypted, and contain personal data";
        report.warning(
            "backup-encryption",
            found,
            "set `backup-key`, and store a copy of it outside of this server",
        );
    }
}

/// Reports backups that were made before backups were encrypted.
fn report_plain(backups: &[Backup], report: &mut Report) {
    let is_plain = |backup: &&Backup| Manifest::read(&backup.path).is_ok_and(|manifest| !manifest.encrypted);
    let plain = backups.iter().filter(is_plain).count();
    if plain > 0 {
        let found = format!(
            "{plain} of {} backups were made without `backup-key`, and contain personal data without encryption",
            backups.len()
        );
        report.warning("backup-encryption", found, "delete them when you do not need them any more");
    }
}
