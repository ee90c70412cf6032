//! The manifest of a backup.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::error::{BackupError, at};

/// The name of the manifest in a backup. It is written last, so that a backup without it is incomplete.
pub const MANIFEST: &str = "backup.json";

/// The file of an encrypted backup with the numbers of rows.
pub const ROWS: &str = "rows.json";

/// The form of backups that this version writes and reads.
const FORMAT: u32 = 1;

/// The contents of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The form of the backup.
    pub format: u32,
    /// The version of the program that made it.
    pub version: String,
    /// When it was started, as an RFC 3339 timestamp.
    pub created_at: String,
    /// The version of the database's schema.
    pub schema_version: i64,
    /// Whether the files are encrypted.
    pub encrypted: bool,
    /// The number of rows of each table. Those of an encrypted backup are in a file of their own.
    pub rows: BTreeMap<String, i64>,
    /// The ids of contents of files that were missing or damaged in the file storage.
    pub missing: Vec<Uuid>,
    /// Every file of the backup but this one.
    pub files: Vec<ManifestFile>,
}

/// A file of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestFile {
    /// Its path in the backup, with `/` between folders.
    pub path: String,
    /// Its size in bytes, as it is stored.
    pub size: u64,
    /// The SHA-256 of its stored bytes, in hexadecimal.
    pub sha256: String,
}

impl Manifest {
    /// A manifest of this version without rows and files.
    pub fn new(created_at: String, encrypted: bool) -> Self {
        Self {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            created_at,
            schema_version: 0,
            encrypted,
            rows: BTreeMap::new(),
            missing: Vec::new(),
            files: Vec::new(),
        }
    }

    /// Reads the manifest of a backup.
    pub fn read(backup: &Path) -> Result<Self, BackupError> {
        let path = backup.join(MANIFEST);
        let text = std::fs::read(&path).map_err(at(&path))?;
        let invalid = |reason: String| BackupError::Manifest { path: path.clone(), reason };
        let manifest: Self = serde_json::from_slice(&text).map_err(|error| invalid(error.to_string()))?;
        if manifest.format > FORMAT {
            return Err(BackupError::Newer(manifest.version));
        }
        // A path must not lead out of the backup.
        match manifest.files.iter().find(|file| !is_inside(&file.path)) {
            Some(file) => Err(invalid(format!("it names the file {:?}", file.path))),
            None => Ok(manifest),
        }
    }

    /// The manifest as it is stored: without the numbers of rows if the backup is encrypted.
    #[must_use]
    pub fn stored(&self) -> Self {
        let rows = if self.encrypted { BTreeMap::new() } else { self.rows.clone() };
        Self { rows, ..self.clone() }
    }

    /// The size of all files in bytes.
    pub fn size(&self) -> u64 {
        self.files.iter().map(|file| file.size).sum()
    }

    /// The files in a folder, with their names in it.
    pub fn files_in<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (&'a str, &'a ManifestFile)> {
        let name = move |file: &'a ManifestFile| file.path.strip_prefix(folder)?.strip_prefix('/');
        self.files.iter().filter_map(move |file| Some((name(file)?, file)))
    }

    /// The file with a path.
    pub fn file(&self, path: &str) -> Option<&ManifestFile> {
        self.files.iter().find(|file| file.path == path)
    }
}

fn is_inside(path: &str) -> bool {
    let is_name = |component| matches!(component, std::path::Component::Normal(_));
    !path.is_empty() && PathBuf::from(path).components().all(is_name)
}
