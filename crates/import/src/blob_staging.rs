//! Writing the bytes of an import's files to the file storage before their records are stored.

use std::io::{self, Read};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use aws_lc_rs::digest::{Context, SHA256};
use folkmoot_database::import_transaction::ImportTransaction;
use folkmoot_files::content_type::Inspection;
use folkmoot_files::file_store::FileStore;
use folkmoot_files::journal::Journal;
use folkmoot_runtime::disk_reserve::DiskReserve;
use folkmoot_store::StoreError;
use folkmoot_store::files::{BlobMetadata, set_imported_contents};
use tokio::runtime::{Builder, Runtime};
use uuid::Uuid;

use crate::blob_sink::{BlobSink, StoredBlob, each_part, media_type};
use crate::options::Progress;

/// Writes bytes at once and attaches them to their records in the import's transaction.
#[derive(Debug)]
pub struct BlobStaging {
    file_store: FileStore,
    pending: PendingBlobs,
    runtime: Runtime,
    reserve: DiskReserve,
    written: Mutex<Vec<(Uuid, BlobMetadata)>>,
}

/// Where the ids of blobs are recorded before they are written, so that an import that is killed leaves no orphans.
#[derive(Debug)]
enum PendingBlobs {
    /// In a journal beside an embedded database, whose single writer is then not needed for each file.
    Journal(Journal),
    /// In a database that servers share.
    Database(Mutex<Vec<Uuid>>),
}

/// How long garbage collection spares blobs that are recorded in the database: longer than an import takes.
const MAX_IMPORT_MILLISECONDS: i64 = 24 * 3_600_000;

/// How often an import checks whether another one has ended.
const JOURNAL_INTERVAL: Duration = Duration::from_millis(100);

impl BlobStaging {
    /// Prepares for writing, and removes the bytes that a killed import has left. If another import into an embedded database is
    /// in progress, waits for its end.
    pub fn open(file_store: FileStore, data: &Path, progress: &dyn Progress) -> io::Result<Self> {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let pending = if file_store.store.is_embedded() {
            let journal = open_journal(data, progress)?;
            runtime.block_on(file_store.delete_uncommitted(&journal)).map_err(io::Error::other)?;
            PendingBlobs::Journal(journal)
        } else {
            PendingBlobs::Database(Mutex::default())
        };
        let reserve = DiskReserve::default();
        Ok(Self { file_store, pending, runtime, reserve, written: Mutex::default() })
    }

    /// Leaves a reserve on the disk.
    #[must_use]
    pub fn within(self, reserve: DiskReserve) -> Self {
        Self { reserve, ..self }
    }

    fn record(&self, blob: Uuid) -> io::Result<()> {
        match &self.pending {
            PendingBlobs::Journal(journal) => journal.add(blob),
            PendingBlobs::Database(recorded) => {
                let until = jiff::Timestamp::now().as_millisecond() + MAX_IMPORT_MILLISECONDS;
                self.file_store.store.blobs().begin_upload(blob, until).map_err(io::Error::other)?;
                recorded.lock().unwrap_or_else(PoisonError::into_inner).push(blob);
                Ok(())
            }
        }
    }

    fn write_blob(&self, blob: Uuid, bytes: &mut dyn Read) -> io::Result<(Inspection, Context, i64)> {
        let mut inspection = Inspection::default();
        let mut hash = Context::new(&SHA256);
        let mut size = 0;
        let mut writer =
            self.runtime.block_on(self.file_store.blobs.write(blob)).map_err(io::Error::other)?;
        let read = each_part(bytes, |part| {
            inspection.take(part);
            hash.update(part);
            self.reserve.check(part.len() as u64).map_err(io::Error::other)?;
            size += part.len();
            self.runtime.block_on(writer.write(part)).map_err(io::Error::other)
        });
        let written = match &read {
            Ok(()) => self.runtime.block_on(writer.finish()),
            Err(_) => self.runtime.block_on(writer.abort()),
        };
        read?;
        written.map_err(io::Error::other)?;
        Ok((inspection, hash, i64::try_from(size).unwrap_or(i64::MAX)))
    }
}

fn open_journal(data: &Path, progress: &dyn Progress) -> io::Result<Journal> {
    let mut is_waiting = false;
    loop {
        progress.check().map_err(io::Error::other)?;
        if let Some(journal) = Journal::open_if_free(data)? {
            return Ok(journal);
        }
        if !std::mem::replace(&mut is_waiting, true) {
            progress.waiting();
        }
        std::thread::sleep(JOURNAL_INTERVAL);
    }
}

impl BlobSink for BlobStaging {
    fn write(&self, id: Uuid, name: &str, bytes: &mut dyn Read) -> io::Result<StoredBlob> {
        let blob = Uuid::new_v4();
        self.record(blob)?;
        let (inspection, hash, size) = self.write_blob(blob, bytes)?;
        let mime_type = media_type(&inspection, name)?;
        let sha256 = hex::encode(hash.finish());
        let content = BlobMetadata { id: blob, sha256, size, mime_type: mime_type.clone() };
        self.written.lock().unwrap_or_else(PoisonError::into_inner).push((id, content));
        Ok(StoredBlob { size, mime_type })
    }

    fn attach(&self, session: &ImportTransaction<'_>) -> Result<(), StoreError> {
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        set_imported_contents(session.executor(), &written, matches!(self.pending, PendingBlobs::Database(_)))
    }

    fn finish(&self) -> io::Result<()> {
        let collected = self.runtime.block_on(async {
            match &self.pending {
                PendingBlobs::Journal(journal) => drop(self.file_store.delete_uncommitted(journal).await?),
                PendingBlobs::Database(recorded) => {
                    let recorded =
                        std::mem::take(&mut *recorded.lock().unwrap_or_else(PoisonError::into_inner));
                    self.file_store.delete_unreferenced(recorded).await?;
                }
            }
            self.file_store.collect_garbage().await
        });
        collected.map(|_| ()).map_err(io::Error::other)
    }
}
