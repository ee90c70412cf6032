//! Making a backup.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use folkmoot_authentication::keys::Keys;
use folkmoot_files::blobs::BlobStorage;
use folkmoot_runtime::disk_reserve::DiskReserve;
use folkmoot_store::Store;
use folkmoot_store::backup::{DATABASE_FILE, DatabaseCopy};
use folkmoot_store::copy::Observer;
use folkmoot_store::files::BlobMetadata;
use jiff::Timestamp;
use tokio::runtime::Runtime;
use uuid::Uuid;

use crate::KEYS;
use crate::cipher::BackupKey;
use crate::contents::Contents;
use crate::error::{BackupError, at};
use crate::folder::{BackupFolder, create_folder};
use crate::manifest::{Manifest, ManifestFile, ROWS};
use crate::staging::StagingFolder;
use crate::stored_file::{FileWriter, describe, verify};

/// How often a copy is started again because a file was deleted before its content was copied. Each time, only contents are
/// missing that were uploaded since the time before.
const ATTEMPTS: usize = 10;

/// The platform of a backup.
#[derive(Debug)]
pub struct Platform {
    /// The database.
    pub store: Arc<Store>,
    /// The contents of files.
    pub blobs: BlobStorage,
    /// The signing keys.
    pub keys: Arc<Keys>,
    /// The data folder, where the copy of the database is before it is encrypted.
    pub data: PathBuf,
    /// The reserve of its disk.
    pub reserve: DiskReserve,
}

/// A complete and verified backup.
#[derive(Debug)]
pub struct CreatedBackup {
    /// Its folder.
    pub path: PathBuf,
    /// Its contents.
    pub manifest: Manifest,
}

/// Makes a backup while servers continue, and verifies it.
///
/// The contents of files are copied first, so that few are missing when the state of the database begins that the backup
/// contains. Contents that the file storage lost are named in the manifest, and do not prevent the backup.
pub fn create(
    platform: &Platform,
    folder: &BackupFolder,
    key: Option<&BackupKey>,
    now: Timestamp,
    observer: &dyn Observer,
) -> Result<CreatedBackup, BackupError> {
    let runtime = runtime()?;
    platform.reserve.clone().on_disk_of(folder.path()).check(size(platform)?)?;
    let backup = folder.begin(now)?;
    let staging = Staging::new(platform, &backup.work, key.is_some())?;
    let mut manifest = Manifest::new(now.to_string(), key.is_some());
    observer.copying("files");
    let mut contents = Contents::new(&backup.work, &platform.store, &platform.blobs, &runtime, key)?;
    let copied = copy_state(platform, staging.path(), &mut contents, observer)?;
    manifest.missing.clone_from(&copied.contents.missing);
    manifest.schema_version = copied.database.schema_version;
    manifest.rows = copied.database.rows.into_iter().map(|(table, rows)| (table.to_owned(), rows)).collect();
    observer.copying("signing keys");
    manifest.files = copy_keys(&platform.keys, &backup.work, key)?;
    manifest.files.push(match key {
        None => describe(&backup.work, DATABASE_FILE.to_owned())?,
        Some(_) => encrypt(&staging.path().join(DATABASE_FILE), &backup.work, key)?,
    });
    if key.is_some() {
        manifest.files.push(write_rows(&manifest.rows, &backup.work, key)?);
    }
    manifest.files.extend(contents.finish(&copied.contents.all)?);
    observer.copying("verifying");
    for file in &manifest.files {
        verify(&backup.work, file)?;
    }
    let path = backup.complete(&manifest)?;
    Ok(CreatedBackup { path, manifest })
}

/// About how many bytes a backup needs.
fn size(platform: &Platform) -> Result<u64, BackupError> {
    let sizes = platform.store.sizes()?;
    Ok((sizes.database_bytes + sizes.file_bytes).unsigned_abs())
}

/// A runtime for the file storage.
pub fn runtime() -> Result<Runtime, BackupError> {
    let built = tokio::runtime::Builder::new_current_thread().enable_all().build();
    built.map_err(at(Path::new("the async runtime")))
}

/// Where the copy of the database is written: in the backup, or in the data folder if it will be encrypted.
enum Staging<'a> {
    Backup(&'a Path),
    Data(StagingFolder),
}

impl<'a> Staging<'a> {
    fn new(platform: &Platform, work: &'a Path, is_encrypted: bool) -> Result<Self, BackupError> {
        if !is_encrypted {
            return Ok(Self::Backup(work));
        }
        StagingFolder::create(&platform.data).map(Self::Data)
    }

    fn path(&self) -> &Path {
        match self {
            Self::Backup(path) => path,
            Self::Data(folder) => folder.path(),
        }
    }
}

/// A copy of the database with the contents to which it refers.
struct CopiedState {
    database: DatabaseCopy,
    contents: StateContents,
}

/// The contents to which a state of the database refers.
struct StateContents {
    all: Vec<BlobMetadata>,
    /// The contents that the file storage lost.
    missing: Vec<Uuid>,
}

/// Copies one state of the database with all contents to which it refers.
fn copy_state(
    platform: &Platform,
    folder: &Path,
    contents: &mut Contents<'_>,
    observer: &dyn Observer,
) -> Result<CopiedState, BackupError> {
    let files = platform.store.files().all_blobs()?;
    contents.copy(&files.into_iter().filter_map(|(_, content)| content).collect::<Vec<_>>())?;
    for _ in 0..ATTEMPTS {
        observer.copying("database");
        let mut complete = Ok(None);
        let mut begin = |found| {
            complete = copy_contents(contents, found);
            matches!(complete, Ok(Some(_)))
        };
        let database = platform.store.back_up(folder, &mut begin, observer)?;
        if let (Some(database), Some(contents)) = (database, complete?) {
            return Ok(CopiedState { database, contents });
        }
    }
    Err(BackupError::Unstable)
}

/// Copies the contents to which a state of the database refers. Returns `None` if a file was deleted since this state before
/// its content was copied. The next state does not contain it.
fn copy_contents(
    contents: &mut Contents<'_>,
    all: Vec<BlobMetadata>,
) -> Result<Option<StateContents>, BackupError> {
    let missing = contents.copy(&all)?;
    let lost = contents.still_referenced(&missing)?;
    Ok((lost.len() == missing.len()).then_some(StateContents { all, missing }))
}

fn copy_keys(keys: &Keys, work: &Path, key: Option<&BackupKey>) -> Result<Vec<ManifestFile>, BackupError> {
    create_folder(&work.join(KEYS))?;
    let mut files = Vec::new();
    for (name, pem) in keys.files() {
        let mut writer = FileWriter::create(work, format!("{KEYS}/{name}"), key)?;
        writer.write(pem.as_bytes())?;
        files.push(writer.finish()?);
    }
    Ok(files)
}

fn write_rows(
    rows: &BTreeMap<String, i64>,
    work: &Path,
    key: Option<&BackupKey>,
) -> Result<ManifestFile, BackupError> {
    let mut writer = FileWriter::create(work, ROWS.to_owned(), key)?;
    let text = serde_json::to_vec(rows).map_err(|error| at(&work.join(ROWS))(error.into()))?;
    writer.write(&text)?;
    writer.finish()
}

fn encrypt(from: &Path, work: &Path, key: Option<&BackupKey>) -> Result<ManifestFile, BackupError> {
    let mut writer = FileWriter::create(work, DATABASE_FILE.to_owned(), key)?;
    crate::stored_file::read_plain(from, &mut |chunk| writer.write(chunk))?;
    writer.finish()
}
