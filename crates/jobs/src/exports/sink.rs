//! Writes the files of an export to the blob storage.

use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use folkmoot_export::{ExportProgress, ExportSink, PendingFile};
use folkmoot_files::blobs::{BlobError, Writer};
use folkmoot_files::export_files::ExportFiles;
use folkmoot_files::file_store::FileStoreError;
use folkmoot_store::StoreError;
use tempfile::TempDir;
use tokio::runtime::Handle;
use uuid::Uuid;

/// The blob storage as the target of one export. It is used on threads of its own, which may block.
pub struct BlobSink<'a> {
    files: ExportFiles,
    export: Uuid,
    runtime: Handle,
    work_folder: TempDir,
    progress: &'a dyn ExportProgress,
    blobs: Mutex<Vec<(String, Uuid)>>,
}

impl<'a> BlobSink<'a> {
    /// A sink for a running export.
    pub fn new(
        files: ExportFiles,
        export: Uuid,
        runtime: Handle,
        work_folder: TempDir,
        progress: &'a dyn ExportProgress,
    ) -> Self {
        Self { files, export, runtime, work_folder, progress, blobs: Mutex::default() }
    }

    /// Starts writing a file; `None` if the export was deleted.
    fn begin(&self, name: &str) -> Result<Option<(Uuid, Writer)>, FileStoreError> {
        loop {
            match self.runtime.block_on(self.files.create(self.export, name.to_owned())) {
                // An import holds the lock of an embedded database for minutes.
                Err(FileStoreError::Store(StoreError::Busy)) if !self.progress.is_cancelled() => {}
                result => return result,
            }
        }
    }

    /// The blob of the file with this name.
    pub fn blob(&self, name: &str) -> Option<Uuid> {
        let blobs = self.blobs.lock().unwrap_or_else(PoisonError::into_inner);
        blobs.iter().find(|(file, _)| file == name).map(|(_, blob)| *blob)
    }

    /// Deletes all files. What fails is deleted later.
    pub fn discard(self) {
        for (_, blob) in self.blobs.into_inner().unwrap_or_else(PoisonError::into_inner) {
            if let Err(error) = self.runtime.block_on(self.files.delete(blob)) {
                tracing::warn!(%error, "failed to delete a file of an export; will retry");
            }
        }
    }
}

impl ExportSink for BlobSink<'_> {
    fn work_folder(&self) -> &Path {
        self.work_folder.path()
    }

    fn create(&self, name: &str) -> io::Result<Box<dyn PendingFile>> {
        let created = self.begin(name).map_err(|error| match error {
            FileStoreError::Blob(error) => io_error(error),
            FileStoreError::Store(StoreError::Full) => ErrorKind::StorageFull.into(),
            other => io::Error::other(other),
        })?;
        let Some((blob, writer)) = created else {
            return Err(io::Error::other("the export was deleted"));
        };
        self.blobs.lock().unwrap_or_else(PoisonError::into_inner).push((name.to_owned(), blob));
        Ok(Box::new(PendingBlob { writer: Some(writer), runtime: self.runtime.clone() }))
    }
}

struct PendingBlob {
    writer: Option<Writer>,
    runtime: Handle,
}

impl Write for PendingBlob {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let writer = self.writer.as_mut().ok_or(ErrorKind::BrokenPipe)?;
        self.runtime.block_on(writer.write(bytes)).map_err(io_error)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl PendingFile for PendingBlob {
    fn finish(mut self: Box<Self>) -> io::Result<()> {
        let writer = self.writer.take().ok_or(ErrorKind::BrokenPipe)?;
        self.runtime.block_on(writer.finish()).map_err(io_error)
    }
}

impl Drop for PendingBlob {
    fn drop(&mut self) {
        if let Some(writer) = self.writer.take()
            && let Err(error) = self.runtime.block_on(writer.abort())
        {
            tracing::debug!(%error, "failed to abort an incomplete file of an export");
        }
    }
}

fn io_error(error: BlobError) -> io::Error {
    let kind = if error.is_full() { ErrorKind::StorageFull } else { ErrorKind::Other };
    io::Error::new(kind, error)
}
