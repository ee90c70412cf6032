//! `folkmoot backup` and `folkmoot restore`

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use folkmoot_administration::audit::{Action, Change};
use folkmoot_administration::command_line_actor;
use folkmoot_backup::{Backup, BackupFolder, Target};
use folkmoot_database::data_directory;
use folkmoot_database::executor::Executor;
use folkmoot_files::blobs;
use folkmoot_jobs::{backups, people, signing_keys};
use folkmoot_people::{FILE_NAME, read_copy};
use folkmoot_server::serve::DataLock;
use folkmoot_settings::Settings;
use folkmoot_store::people::ErasedPerson;
use folkmoot_store::webhooks::PauseReason;
use folkmoot_store::{Store, StoreError};
use jiff::Timestamp;
use serde_json::{Value, json};

use super::import::Bar;
use super::{BackupOptions, Failure, people as people_command};

/// Makes a backup in a folder, and deletes older ones if the options say so.
pub fn create(
    options: &BackupOptions,
    settings: &Settings,
    now: Timestamp,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (store, _) = people_command::open_store(settings, now)?;
    if store.platform().read()?.is_none() {
        return Err(StoreError::NoPlatform.into());
    }
    let folder = BackupFolder::open(&options.folder)?;
    match append_to_audit_log(&store, "backups.create", &options.folder, now) {
        // An import holds the lock for minutes, and does not prevent a backup.
        Err(StoreError::Busy) => {
            tracing::warn!("an import is running; the audit log has no entry of this backup");
        }
        appended => appended?,
    }
    let bar = Bar::start();
    let created = backups::create(settings, &store, &folder, now, &bar);
    bar.clear();
    let created = created?;
    let deleted = options.delete_older.map_or(Ok(0), |days| folder.delete_older(days, now));
    let manifest = &created.manifest;
    if options.json {
        let report = json!({
            "folder": created.path,
            "created_at": manifest.created_at,
            "encrypted": manifest.encrypted,
            "files": manifest.files.len(),
            "size_bytes": manifest.size(),
            "missing_contents": manifest.missing,
            "deleted_backups": deleted.as_ref().ok(),
        });
        writeln!(out, "{report}")?;
    } else {
        let encrypted = if manifest.encrypted { "encrypted" } else { "not encrypted" };
        let (files, bytes, path) = (manifest.files.len(), manifest.size(), created.path.display());
        writeln!(out, "backed up and verified {files} files, {bytes} bytes, {encrypted}: {path}")?;
        if let (Some(_), Ok(deleted)) = (options.delete_older, &deleted) {
            writeln!(out, "deleted {deleted} older backups")?;
        }
    }
    let lost = manifest.missing.len();
    if lost > 0 {
        return Err(Failure::new(format!(
            "the backup is complete except for {lost} contents of files that the file storage lost; `folkmoot files check --read` \
             lists the files"
        )));
    }
    deleted.map(drop).map_err(|error| {
        Failure::new(format!("the backup is complete, but not all older backups could be deleted: {error}"))
    })
}

/// Restores a backup into an empty platform.
pub fn restore(
    folder: &Path,
    erased_people: Option<&Path>,
    settings: &Settings,
    now: Timestamp,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let backup = Backup::find(folder)?;
    let given = erased_people.map(people_command::read_list).transpose()?;
    let beside = read_copy(&backup.join("..").join(FILE_NAME))?;
    data_directory::create(&settings.data)?;
    let _lock = if settings.database_url.is_none() { Some(DataLock::acquire(&settings.data)?) } else { None };
    let open_keys = |store: &Arc<Store>| signing_keys::open(settings, store, now);
    let target = Target {
        database: settings.database(),
        blobs: blobs::open(&settings.file_storage())?,
        data: settings.data.clone(),
        open_keys: &open_keys,
    };
    let bar = Bar::start();
    let restored = folkmoot_backup::restore(&backup, backups::key(settings)?.as_ref(), &target, now, &bar);
    bar.clear();
    let restored = restored?;
    let store = &restored.store;
    people::delete_index_file(settings)?;
    let rights = people::open(settings, store)?;
    if given.is_none() && !rights.has_list()? {
        warn_of_missing_list(&beside, &restored.manifest.created_at)?;
    }
    rights.add_to_list(&[given.unwrap_or_default(), beside].concat())?;
    let erased = rights.reconcile(now)?;
    // The restored platform may be a copy for a test, whose changes are of no concern to the receivers.
    let paused = store.webhooks().pause_all(PauseReason::Restored, now.as_millisecond())?;
    append_to_audit_log(store, "backups.restore", &backup, now)?;
    let manifest = &restored.manifest;
    let rows: i64 = manifest.rows.values().sum();
    let created_at = &manifest.created_at;
    writeln!(out, "restored and verified {rows} rows of the backup of {created_at}")?;
    if erased > 0 {
        writeln!(out, "erased {erased} people again, who were erased after the backup")?;
    }
    if paused > 0 {
        writeln!(
            out,
            "paused {paused} webhooks; resume those of this platform with `folkmoot webhooks resume`"
        )?;
    }
    store.clock().adopt_time_zone(settings.time_zone.as_deref(), now.as_millisecond())?;
    let erased = store.blobs().without_file(manifest.missing.clone())?.len();
    match manifest.missing.len().saturating_sub(erased) {
        0 => Ok(()),
        lost => Err(Failure::new(format!(
            "everything is restored except for {lost} contents of files that are not in the backup, because the file storage had \
             lost them; `folkmoot files check` lists the files"
        ))),
    }
}

/// Warns that erasures after the backup may be unknown to this machine.
fn warn_of_missing_list(beside: &[ErasedPerson], created_at: &str) -> io::Result<()> {
    let newest = beside.iter().map(|person| person.erased_on.as_str()).max();
    let known = newest.map_or_else(
        || format!("people who were erased after this backup of {created_at} are in the restored data again"),
        |day| {
            format!(
                "the one beside the backup was used, whose last erasure is of {day}; later ones are missing"
            )
        },
    );
    writeln!(
        io::stderr(),
        "warning: this machine has no list of erased people; {known}. The list is the file {FILE_NAME} in the data folder of the server \
         whose backup this is, beside that folder (as DATA_FOLDER.{FILE_NAME}), in its backup-folder, and with PostgreSQL in its file \
         storage. Before you start the server, give it to: folkmoot people reconcile FILE"
    )
}

fn append_to_audit_log(store: &Store, name: &str, folder: &Path, now: Timestamp) -> Result<(), StoreError> {
    let to = Value::from(folder.display().to_string());
    let changes = vec![Change { field: "folder".to_owned(), from: Value::Null, to }];
    let action = Action { actor: &command_line_actor(), name, at: now };
    store.transact(|transaction: &dyn Executor| action.append(transaction, None, changes))
}
