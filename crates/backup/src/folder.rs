//! A folder of backups.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use folkmoot_runtime::blocking::assert_off_worker;
use folkmoot_runtime::folders;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use crate::error::{BackupError, at};
use crate::manifest::{MANIFEST, Manifest};

/// The form of the names of backups: the time at which they were started, in UTC.
const NAME: &str = "%Y-%m-%dT%H-%M-%S%.3fZ";
/// The end of the name of a backup that is being made.
const INCOMPLETE: &str = ".incomplete";
/// The file that a process locks while it makes a backup in the folder.
const LOCK: &str = "backup.lock";

/// How old the newest backup of a schedule of each day may be.
const OLDEST: SignedDuration = SignedDuration::from_hours(36);

/// A folder of backups, in which this process makes one.
#[derive(Debug)]
pub struct BackupFolder {
    path: PathBuf,
    _lock: File,
}

/// A complete backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    /// Its folder.
    pub path: PathBuf,
    /// When it was started.
    pub created_at: Timestamp,
}

impl BackupFolder {
    /// Creates the folder if it does not exist, readable only by its owner, and locks it. Deletes backups that were interrupted.
    pub fn open(path: &Path) -> Result<Self, BackupError> {
        create_folder(path)?;
        let path = path.canonicalize().map_err(at(path))?;
        let lock = path.join(LOCK);
        let file = File::options().create(true).truncate(false).write(true).open(&lock).map_err(at(&lock))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(BackupError::Busy(path)),
            Err(TryLockError::Error(cause)) => return Err(at(&lock)(cause)),
        }
        let folder = Self { path, _lock: file };
        if let Err(error) = folder.delete_incomplete() {
            tracing::error!(%error, "failed to delete an incomplete backup; will retry with the next backup");
        }
        Ok(folder)
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Deletes all incomplete backups that can be deleted. Returns the first error.
    fn delete_incomplete(&self) -> Result<(), BackupError> {
        let mut result = Ok(());
        for name in names(&self.path)?.iter().filter(|name| name.ends_with(INCOMPLETE)) {
            let path = self.path.join(name);
            result = result.and(fs::remove_dir_all(&path).map_err(at(&path)));
        }
        result
    }

    /// Creates the folder of a backup that is started now.
    pub fn begin(&self, now: Timestamp) -> Result<IncompleteBackup<'_>, BackupError> {
        let name = now.strftime(NAME).to_string();
        let complete = self.path.join(&name);
        if complete.exists() {
            return Err(BackupError::Exists(complete));
        }
        let work = self.path.join(name + INCOMPLETE);
        create_folder(&work)?;
        Ok(IncompleteBackup { folder: self, work, complete, is_complete: false })
    }

    /// Deletes the backups that were started more than this number of days ago, except the newest one, and what earlier deletions
    /// left. Returns their number, or the first error after everything else is deleted.
    pub fn delete_older(&self, days: u64, now: Timestamp) -> Result<usize, BackupError> {
        let days = i64::try_from(days).unwrap_or(i64::MAX);
        let age = SignedDuration::from_hours(days.saturating_mul(24));
        let mut backups = Backup::all(&self.path)?;
        backups.pop();
        backups.retain(|backup| now.duration_since(backup.created_at) > age);
        let mut result = Ok(());
        for backup in &backups {
            // An interruption leaves a folder with the name of an incomplete backup.
            let mut name = backup.path.clone().into_os_string();
            name.push(INCOMPLETE);
            result = result.and(fs::rename(&backup.path, &name).map_err(at(&backup.path)));
        }
        // A loss of power must not leave a backup with its name and a part of its files.
        folders::sync(&self.path).map_err(at(&self.path))?;
        result.and(self.delete_incomplete())?;
        Ok(backups.len())
    }
}

impl Backup {
    /// Whether a schedule of each day should have made another one since.
    pub fn is_overdue(&self, now: Timestamp) -> bool {
        now.duration_since(self.created_at) > OLDEST
    }

    /// The complete backups in a folder, oldest first.
    pub fn all(folder: &Path) -> Result<Vec<Self>, BackupError> {
        assert_off_worker("Backup::all");
        let mut backups: Vec<Self> =
            names(folder)?.iter().filter_map(|name| Self::named(folder, name)).collect();
        backups.retain(|backup| backup.path.join(MANIFEST).exists());
        backups.sort_by_key(|backup| backup.created_at);
        Ok(backups)
    }

    /// The backup in a folder: the folder itself, or the newest backup that it contains.
    pub fn find(folder: &Path) -> Result<PathBuf, BackupError> {
        if folder.join(MANIFEST).exists() {
            return Ok(folder.to_owned());
        }
        let newest = Self::all(folder)?.pop().map(|backup| backup.path);
        newest.ok_or_else(|| BackupError::Missing(folder.to_owned()))
    }

    fn named(folder: &Path, name: &str) -> Option<Self> {
        let time = DateTime::strptime(NAME, name).ok()?.to_zoned_datetime(TimeZone::UTC).ok()?;
        Some(Self { path: folder.join(name), created_at: time.timestamp() })
    }
}

/// The folder of a backup that is being made. Dropping it deletes it.
#[derive(Debug)]
pub struct IncompleteBackup<'a> {
    folder: &'a BackupFolder,
    /// Where the files of the backup are written.
    pub work: PathBuf,
    complete: PathBuf,
    is_complete: bool,
}

impl IncompleteBackup<'_> {
    /// Writes the manifest and gives the backup its name, durably.
    pub fn complete(mut self, manifest: &Manifest) -> Result<PathBuf, BackupError> {
        let path = self.work.join(MANIFEST);
        let written = || {
            let mut text = serde_json::to_vec_pretty(&manifest.stored())?;
            text.push(b'\n');
            fs::write(&path, text)?;
            File::open(&path)?.sync_all()
        };
        written().map_err(at(&path))?;
        sync_folders(&self.work).map_err(at(&self.work))?;
        fs::rename(&self.work, &self.complete).map_err(at(&self.complete))?;
        self.is_complete = true;
        folders::sync(&self.folder.path).map_err(at(&self.folder.path))?;
        Ok(self.complete.clone())
    }
}

impl Drop for IncompleteBackup<'_> {
    fn drop(&mut self) {
        if !self.is_complete
            && let Err(error) = fs::remove_dir_all(&self.work)
        {
            tracing::warn!(%error, folder = %self.work.display(), "failed to delete an incomplete backup");
        }
    }
}

/// Creates a folder that only its owner can read.
pub fn create_folder(path: &Path) -> Result<(), BackupError> {
    folders::create(path, 0o700).map_err(at(path))
}

/// Stores the entries of a folder and of the folders in it durably.
pub fn sync_folders(folder: &Path) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sync_folders(&entry.path())?;
        }
    }
    folders::sync(folder)
}

fn names(folder: &Path) -> Result<Vec<String>, BackupError> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        names.extend(entry.map_err(at(folder))?.file_name().into_string().ok());
    }
    Ok(names)
}
