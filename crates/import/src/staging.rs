//! The bytes of an import's files on their way into the storage.

use std::io::{self, Read};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use aws_lc_rs::digest::{Context, SHA256};
use folkmoot_files::content_type::Inspection;
use folkmoot_files::file_store::FileStore;
use folkmoot_files::journal::Journal;
use folkmoot_store::StoreError;
use folkmoot_store::files::{Content, keep_imported};
use folkmoot_store::session::Session;
use tokio::runtime::{Builder, Runtime};
use uuid::Uuid;

use super::content::{Contents, Stored, each_part, media_type};

/// Bytes that are written and get their records with the import's transaction.
#[derive(Debug)]
pub struct Staging {
    file_store: FileStore,
    notes: Notes,
    runtime: Runtime,
    staged: Mutex<Vec<(Uuid, Content)>>,
}

/// Where the names of bytes are noted before the bytes are written.
#[derive(Debug)]
enum Notes {
    /// Beside an embedded database, so that an import's files take no turns of its one writer.
    Journal(Journal),
    /// In the database that servers share, each at once.
    Database(Mutex<Vec<Uuid>>),
}

/// For this long bytes that are noted in the database are safe from sweeps: longer than an import takes.
const LONGEST_IMPORT_MILLISECONDS: i64 = 24 * 3_600_000;

impl Staging {
    /// Makes ready to take bytes in, and removes what an import that was stopped has left. Calls `waiting` if another
    /// import into an embedded database is under way, which ends first.
    pub fn open(file_store: FileStore, data: &Path, waiting: &dyn Fn()) -> io::Result<Self> {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let notes = if file_store.store.is_embedded() {
            let journal = if let Some(journal) = Journal::open_if_free(data)? {
                journal
            } else {
                waiting();
                Journal::open(data)?
            };
            runtime.block_on(file_store.delete_uncommitted(&journal)).map_err(io::Error::other)?;
            Notes::Journal(journal)
        } else {
            Notes::Database(Mutex::default())
        };
        Ok(Self { file_store, notes, runtime, staged: Mutex::default() })
    }

    fn note(&self, blob: Uuid) -> io::Result<()> {
        match &self.notes {
            Notes::Journal(journal) => journal.add(blob),
            Notes::Database(noted) => {
                let until = jiff::Timestamp::now().as_millisecond() + LONGEST_IMPORT_MILLISECONDS;
                self.file_store.store.expect_blob(blob, until).map_err(io::Error::other)?;
                noted.lock().unwrap_or_else(PoisonError::into_inner).push(blob);
                Ok(())
            }
        }
    }

    fn write(&self, blob: Uuid, bytes: &mut dyn Read) -> io::Result<(Inspection, Context, i64)> {
        let mut inspection = Inspection::default();
        let mut hash = Context::new(&SHA256);
        let mut size = 0;
        let mut writer =
            self.runtime.block_on(self.file_store.blobs.write(blob)).map_err(io::Error::other)?;
        let read = each_part(bytes, |part| {
            inspection.take(part);
            hash.update(part);
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

impl Contents for Staging {
    fn stage(&self, id: Uuid, name: &str, bytes: &mut dyn Read) -> io::Result<Stored> {
        let blob = Uuid::new_v4();
        self.note(blob)?;
        let (inspection, hash, size) = self.write(blob, bytes)?;
        let mime_type = media_type(&inspection, name)?;
        let sha256 = hex::encode(hash.finish());
        let content = Content { blob, sha256, size, mime_type: mime_type.clone() };
        self.staged.lock().unwrap_or_else(PoisonError::into_inner).push((id, content));
        Ok(Stored { size, mime_type })
    }

    fn keep(&self, session: &Session<'_>) -> Result<(), StoreError> {
        let staged = self.staged.lock().unwrap_or_else(PoisonError::into_inner);
        keep_imported(session.connection(), &staged, matches!(self.notes, Notes::Database(_)))
    }

    fn end(&self) -> io::Result<()> {
        let tidied = self.runtime.block_on(async {
            match &self.notes {
                Notes::Journal(journal) => drop(self.file_store.delete_uncommitted(journal).await?),
                Notes::Database(noted) => {
                    let noted = std::mem::take(&mut *noted.lock().unwrap_or_else(PoisonError::into_inner));
                    self.file_store.delete_unreferenced(noted).await?;
                }
            }
            self.file_store.collect_garbage().await
        });
        tidied.map(|_| ()).map_err(io::Error::other)
    }
}
