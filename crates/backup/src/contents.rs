//! The contents of files in a backup: copied from the file storage and back.

use std::collections::BTreeMap;
use std::path::Path;

use folkmoot_files::blobs::{BlobError, BlobStorage};
use folkmoot_store::Store;
use folkmoot_store::files::BlobMetadata;
use futures_util::TryStreamExt as _;
use tokio::runtime::Runtime;
use uuid::Uuid;

use crate::FILES;
use crate::cipher::BackupKey;
use crate::error::{BackupError, at};
use crate::folder::create_folder;
use crate::manifest::ManifestFile;
use crate::stored_file::FileWriter;

/// Copies contents into a backup, each once.
pub struct Contents<'a> {
    work: &'a Path,
    store: &'a Store,
    blobs: &'a BlobStorage,
    runtime: &'a Runtime,
    key: Option<&'a BackupKey>,
    copied: BTreeMap<Uuid, ManifestFile>,
}

impl<'a> Contents<'a> {
    /// Creates the folder of contents in a backup.
    pub fn new(
        work: &'a Path,
        store: &'a Store,
        blobs: &'a BlobStorage,
        runtime: &'a Runtime,
        key: Option<&'a BackupKey>,
    ) -> Result<Self, BackupError> {
        create_folder(&work.join(FILES))?;
        Ok(Self { work, store, blobs, runtime, key, copied: BTreeMap::new() })
    }

    /// Copies the contents that are not copied yet. Returns the contents that the file storage does not have.
    pub fn copy(&mut self, contents: &[BlobMetadata]) -> Result<Vec<Uuid>, BackupError> {
        let mut failed = Vec::new();
        for content in contents {
            if self.copied.contains_key(&content.id) {
                continue;
            }
            if let Some(file) = self.copy_content(content)? {
                self.copied.insert(content.id, file);
            } else {
                let path = self.work.join(FILES).join(content.id.to_string());
                std::fs::remove_file(&path).map_err(at(&path))?;
                failed.push(content.id);
            }
        }
        Ok(failed)
    }

    /// The contents to which files refer now: their absence is not the deletion of a file.
    pub fn still_referenced(&self, contents: &[Uuid]) -> Result<Vec<Uuid>, BackupError> {
        let deleted = self.store.blobs().without_file(contents.to_vec())?;
        Ok(contents.iter().copied().filter(|content| !deleted.contains(content)).collect())
    }

    /// The copied contents that the backup contains; deletes the others.
    pub fn finish(self, contents: &[BlobMetadata]) -> Result<Vec<ManifestFile>, BackupError> {
        let Self { work, mut copied, .. } = self;
        let files = contents.iter().filter_map(|content| copied.remove(&content.id)).collect();
        for file in copied.into_values() {
            let path = work.join(&file.path);
            std::fs::remove_file(&path).map_err(at(&path))?;
        }
        Ok(files)
    }

    /// Copies a content; `None` if it is missing or differs from the uploaded file.
    fn copy_content(&self, content: &BlobMetadata) -> Result<Option<ManifestFile>, BackupError> {
        let mut writer = FileWriter::create(self.work, format!("{FILES}/{}", content.id), self.key)?;
        let size = u64::try_from(content.size).unwrap_or(0);
        let mut chunks = match self.runtime.block_on(self.blobs.read_verified(content)) {
            Ok(chunks) => chunks,
            Err(_) if self.runtime.block_on(self.blobs.is_lost(content.id, size))? => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        loop {
            match self.runtime.block_on(chunks.try_next()) {
                Ok(Some(chunk)) => writer.write(&chunk)?,
                Ok(None) => return Ok(Some(writer.finish()?)),
                Err(BlobError::Changed(_)) => return Ok(None),
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// Writes a content to a file storage.
pub struct ContentWriter<'a> {
    runtime: &'a Runtime,
    writer: folkmoot_files::blobs::Writer,
}

impl<'a> ContentWriter<'a> {
    /// Starts to write. Deletes the part of the content that a killed restore left.
    pub fn create(runtime: &'a Runtime, blobs: &BlobStorage, content: Uuid) -> Result<Self, BlobError> {
        runtime.block_on(blobs.delete_incomplete(content))?;
        Ok(Self { runtime, writer: runtime.block_on(blobs.write(content))? })
    }

    /// Appends bytes.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), BlobError> {
        self.runtime.block_on(self.writer.write(bytes))
    }

    /// Completes the content durably, or deletes it if `written` failed.
    pub fn finish(self, written: Result<(), BackupError>) -> Result<(), BackupError> {
        match written {
            Ok(()) => Ok(self.runtime.block_on(self.writer.finish())?),
            Err(error) => {
                if let Err(error) = self.runtime.block_on(self.writer.abort()) {
                    tracing::debug!(%error, "failed to delete an incomplete content");
                }
                Err(error)
            }
        }
    }
}
