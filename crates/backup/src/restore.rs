//! Restoring a backup.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use folkmoot_authentication::keys::{KeyDirectory, Keys, KeysError};
use folkmoot_files::blobs::BlobStorage;
use folkmoot_store::backup::{DATABASE_FILE, incomplete_restore};
use folkmoot_store::copy::{self, Observer};
use folkmoot_store::{DatabaseLocation, Store, StoreError, backup};
use jiff::Timestamp;
use tokio::runtime::Runtime;
use uuid::Uuid;

use crate::cipher::BackupKey;
use crate::contents::ContentWriter;
use crate::create::runtime;
use crate::error::{BackupError, at};
use crate::folder::{create_folder, sync_folders};
use crate::manifest::{Manifest, ManifestFile, ROWS};
use crate::staging::StagingFolder;
use crate::stored_file;
use crate::{FILES, KEYS};

/// Time for which servers do not delete restored contents that have no record yet. A restore takes less.
const MAX_RESTORE_MILLISECONDS: i64 = 7 * 24 * 3_600_000;

/// The database while it is written and verified.
const INCOMPLETE_DATABASE: &str = "folkmoot.sqlite.incomplete";

/// Where a backup is restored to.
pub struct Target<'a> {
    /// The database: an embedded one in the data folder, or PostgreSQL.
    pub database: DatabaseLocation,
    /// The contents of files.
    pub blobs: BlobStorage,
    /// The data folder.
    pub data: PathBuf,
    /// Opens the signing keys in PostgreSQL. The signing keys of an embedded database are files in the data
    /// folder.
    pub open_keys: &'a dyn Fn(&Arc<Store>) -> Result<Keys, KeysError>,
}

/// A backup that was restored.
#[derive(Debug)]
pub struct Restored {
    /// The database.
    pub store: Arc<Store>,
    /// The contents of the backup.
    pub manifest: Manifest,
}

/// Restores a backup into an empty target. If it is interrupted, the target remains unusable until it is repeated.
pub fn restore(
    backup: &Path,
    key: Option<&BackupKey>,
    target: &Target<'_>,
    now: Timestamp,
    observer: &dyn Observer,
) -> Result<Restored, BackupError> {
    let mut manifest = Manifest::read(backup)?;
    if manifest.encrypted && key.is_none() {
        return Err(BackupError::KeyRequired);
    }
    let key = key.filter(|_| manifest.encrypted);
    if let Some(file) = manifest.file(ROWS) {
        manifest.rows = read_rows(backup, file, key)?;
    }
    let source = Source { backup, key, manifest: &manifest };
    let runtime = runtime()?;
    create_folder(&target.data)?;
    let store = match &target.database {
        DatabaseLocation::Directory(directory) => {
            source.restore_embedded(directory, &target.blobs, &runtime, observer)?
        }
        DatabaseLocation::Postgres(_) => source.restore_postgres(target, &runtime, now, observer)?,
    };
    Ok(Restored { store, manifest })
}

/// Reads the numbers of rows of an encrypted backup.
fn read_rows(
    backup: &Path,
    file: &ManifestFile,
    key: Option<&BackupKey>,
) -> Result<BTreeMap<String, i64>, BackupError> {
    let mut text = Vec::new();
    stored_file::read(backup, file, key, &mut |chunk| {
        text.extend(chunk);
        Ok(())
    })?;
    serde_json::from_slice(&text).map_err(|_| BackupError::Damaged(backup.join(ROWS)))
}

/// A backup that is being restored.
struct Source<'a> {
    backup: &'a Path,
    key: Option<&'a BackupKey>,
    manifest: &'a Manifest,
}

impl Source<'_> {
    fn restore_embedded(
        &self,
        data: &Path,
        blobs: &BlobStorage,
        runtime: &Runtime,
        observer: &dyn Observer,
    ) -> Result<Arc<Store>, BackupError> {
        let marker = incomplete_restore(data);
        prepare(data, blobs, &marker)?;
        self.restore_contents(blobs, runtime, observer, &|_| Ok(()))?;
        observer.copying("signing keys");
        self.restore_keys(&data.join(KEYS))?;
        observer.copying("database");
        self.restore_database(data)?;
        sync_folders(data).map_err(at(data))?;
        remove_if_exists(&marker)?;
        sync_folders(data).map_err(at(data))?;
        Ok(Arc::new(Store::open(&DatabaseLocation::Directory(data.to_owned()))?))
    }

    fn restore_postgres(
        &self,
        target: &Target<'_>,
        runtime: &Runtime,
        now: Timestamp,
        observer: &dyn Observer,
    ) -> Result<Arc<Store>, BackupError> {
        let store = Arc::new(Store::open(&target.database)?);
        if store.platform().read()?.is_some() {
            return Err(BackupError::NotEmpty("the database".to_owned()));
        }
        let folder = StagingFolder::create(&target.data)?;
        observer.copying("database");
        self.restore_database(folder.path())?;
        let from = Store::open(&DatabaseLocation::Directory(folder.path().to_owned()))?;
        let until = now.as_millisecond() + MAX_RESTORE_MILLISECONDS;
        let begin = |content| store.blobs().begin_copy(content, until);
        self.restore_contents(&target.blobs, runtime, observer, &begin)?;
        // Before the records: a database with keys alone is still empty, so that an interrupted restore can be repeated.
        observer.copying("signing keys");
        let keys = folder.path().join(KEYS);
        self.restore_keys(&keys)?;
        (target.open_keys)(&store)?.import_from(&Keys::open(KeyDirectory(keys), now)?, now)?;
        copy::copy(&from, &store, observer)?;
        observer.copying("verifying");
        let (expected, restored) = (copy::row_counts(&from)?, copy::row_counts(&store)?);
        compare(expected.iter().copied(), restored.iter().copied())?;
        Ok(store)
    }

    /// Writes the contents of files to the file storage. `begin` is called before each of them is written.
    fn restore_contents(
        &self,
        blobs: &BlobStorage,
        runtime: &Runtime,
        observer: &dyn Observer,
        begin: &dyn Fn(Uuid) -> Result<(), StoreError>,
    ) -> Result<(), BackupError> {
        observer.copying("files");
        for (name, file) in self.manifest.files_in(FILES) {
            let Ok(content) = Uuid::try_parse(name) else { continue };
            begin(content)?;
            let mut writer = ContentWriter::create(runtime, blobs, content)?;
            let written =
                stored_file::read(self.backup, file, self.key, &mut |chunk| Ok(writer.write(chunk)?));
            writer.finish(written)?;
        }
        Ok(())
    }

    /// Writes the signing keys to a folder.
    fn restore_keys(&self, folder: &Path) -> Result<(), BackupError> {
        create_folder(folder)?;
        for (name, file) in self.manifest.files_in(KEYS) {
            self.write(file, &folder.join(name))?;
        }
        Ok(())
    }

    /// Writes the database to a folder. It has its name only after it is verified.
    fn restore_database(&self, folder: &Path) -> Result<(), BackupError> {
        let missing = || BackupError::Damaged(self.backup.join(DATABASE_FILE));
        let file = self.manifest.file(DATABASE_FILE).ok_or_else(missing)?;
        let written = folder.join(INCOMPLETE_DATABASE);
        self.write(file, &written)?;
        let found = backup::verify(&written)?;
        let expected = self.manifest.rows.iter().map(|(table, rows)| (table.as_str(), *rows));
        let restored =
            found.rows.iter().copied().filter(|(table, _)| self.manifest.rows.contains_key(*table));
        if !found.rows.is_empty() {
            compare(expected, restored)?;
        }
        fs::rename(&written, folder.join(DATABASE_FILE)).map_err(at(&written))
    }

    /// Writes a file that only its owner can read, durably.
    fn write(&self, file: &ManifestFile, path: &Path) -> Result<(), BackupError> {
        use std::os::unix::fs::OpenOptionsExt as _;
        let mut options = File::options();
        let mut restored =
            options.write(true).create(true).truncate(true).mode(0o600).open(path).map_err(at(path))?;
        stored_file::read(self.backup, file, self.key, &mut |chunk| {
            restored.write_all(chunk).map_err(at(path))
        })?;
        restored.sync_all().map_err(at(path))
    }
}

/// Creates the marker of an incomplete restore. Deletes the files of an interrupted restore; fails if there
/// is anything else.
fn prepare(data: &Path, blobs: &BlobStorage, marker: &Path) -> Result<(), BackupError> {
    let (database, keys) = (data.join(DATABASE_FILE), data.join(KEYS));
    let is_repeated = marker.exists();
    if !is_repeated && (database.exists() || has_entries(&keys)?) {
        return Err(BackupError::NotEmpty(format!("the data folder {}", data.display())));
    }
    // The marker contains the directory of the file storage, relative to the data folder if it is below it. In another one, the
    // interrupted restore has written nothing.
    let root = data.canonicalize().map_err(at(data))?;
    let directory = blobs.directory().unwrap_or(Path::new(""));
    let directory = directory.strip_prefix(root).unwrap_or(directory).as_os_str().as_bytes();
    let is_same_storage = is_repeated && fs::read(marker).map_err(at(marker))? == directory;
    if let Some(folder) = blobs.directory().filter(|_| !is_same_storage)
        && has_contents(folder)?
    {
        return Err(BackupError::NotEmpty(format!("the file storage {}", folder.display())));
    }
    if is_repeated {
        for suffix in ["", "-wal", "-shm"] {
            remove_if_exists(&data.join(format!("{DATABASE_FILE}{suffix}")))?;
        }
        // The interrupted restore may have used another backup.
        delete_files(&keys, &|_| true)?;
    }
    if is_same_storage {
        return blobs.directory().map_or(Ok(()), |folder| delete_files(folder, &is_content));
    }
    let write = || {
        let mut file = File::create(marker)?;
        file.write_all(directory)?;
        file.sync_all()
    };
    write().map_err(at(marker))?;
    sync_folders(data).map_err(at(data))
}

/// Fails if a table has another number of rows than expected. Both are ordered by table.
fn compare<'a>(
    expected: impl Iterator<Item = (&'a str, i64)>,
    restored: impl Iterator<Item = (&'a str, i64)>,
) -> Result<(), BackupError> {
    let differing = expected.zip(restored).find(|(expected, restored)| expected != restored);
    match differing {
        None => Ok(()),
        Some(((table, expected), (_, restored))) => {
            Err(BackupError::Rows { table: table.to_owned(), expected, restored })
        }
    }
}

fn has_entries(folder: &Path) -> Result<bool, BackupError> {
    match fs::read_dir(folder) {
        Ok(mut entries) => Ok(entries.next().is_some()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(at(folder)(error)),
    }
}

/// Deletes the files of a folder whose name meets a condition.
fn delete_files(folder: &Path, condition: &dyn Fn(&str) -> bool) -> Result<(), BackupError> {
    if !folder.exists() {
        return Ok(());
    }
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        let path = entry.map_err(at(folder))?.path();
        if path.file_name().and_then(|name| name.to_str()).is_some_and(condition) {
            remove_if_exists(&path)?;
        }
    }
    Ok(())
}

/// Whether a file is named like a content, or one that was being written.
fn is_content(name: &str) -> bool {
    name.split('#').next().is_some_and(|name| Uuid::try_parse(name).is_ok())
}

/// Whether a folder has the contents of files.
fn has_contents(folder: &Path) -> Result<bool, BackupError> {
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        let name = entry.map_err(at(folder))?.file_name();
        if name.to_str().is_some_and(|name| Uuid::try_parse(name).is_ok()) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn remove_if_exists(path: &Path) -> Result<(), BackupError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(at(path)(error)),
        _ => Ok(()),
    }
}
