//! Writing the records of a list to a file, in the background.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use folkmoot_model::resource::Resource;
use folkmoot_store::audience::Audience;
use folkmoot_store::encode::View;
use folkmoot_store::records::Scan;
use folkmoot_store::{Store, StoreError};
use rustix::fs::statvfs;

use super::deflated::Deflater;
use super::file::{NewEntry, RecordFile};
use super::form::Form;
use super::{FileKey, RecordFiles};
use crate::list_indexes::ListIndexes;
use crate::query::{Query, Sort};
use crate::record_cache::RecordKey;
use crate::selection::{Listing, Selection};
use crate::snapshot::Snapshot;

/// The number of records that are read and written together.
const BATCH: usize = 500;
/// How often the database and the index are compared until they are of one state.
const MAX_ATTEMPTS: usize = 5;
/// The time between two comparisons.
const RETRY_INTERVAL: Duration = Duration::from_millis(250);
/// How many keys there may be for each record: the location of each key takes memory.
const MAX_KEYS_PER_RECORD: usize = 16;
/// The part of the disk that stays free: a tenth, but not more than this number of bytes.
const FREE_SHARE: u64 = 10;
const MAX_FREE_BYTES: u64 = 2_000_000_000;
/// How often it is measured, in batches.
const BATCHES_BETWEEN_MEASUREMENTS: usize = 100;

/// A list that should be stored in a file. Only one is filled at a time.
#[derive(Debug)]
pub struct RecordFileWriter {
    files: Arc<RecordFiles>,
    list: RecordKey,
    form: Form,
}

/// Why a list is not stored, or not completely.
#[derive(Debug, thiserror::Error)]
enum FillError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("cannot write the file: {0}")]
    File(#[from] std::io::Error),
}

impl RecordFileWriter {
    pub(super) fn new(files: Arc<RecordFiles>, list: RecordKey, form: Form) -> Self {
        Self { files, list, form }
    }

    fn key(&self) -> FileKey {
        (self.list, self.form)
    }

    /// Starts a thread that writes all records of the list. `view` is how they are written for it.
    pub fn start(
        self,
        indexes: Arc<ListIndexes>,
        store: Arc<Store>,
        resource: &'static Resource,
        view: View,
    ) -> std::io::Result<()> {
        let run = move || {
            let started = Instant::now();
            match self.run(&indexes, &store, resource, &view) {
                Ok(records) => {
                    let duration_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
                    let bytes = self.files.bytes();
                    tracing::info!(
                        resource = self.list.resource,
                        form = self.form.name(),
                        records,
                        bytes,
                        duration_ms,
                        "stored records in a file"
                    );
                }
                Err(error) => self.files.fail(&self.key(), &error),
            }
        };
        std::thread::Builder::new().name("record file".to_owned()).spawn(run).map(drop)
    }

    fn run(
        &self,
        indexes: &ListIndexes,
        store: &Store,
        resource: &'static Resource,
        view: &View,
    ) -> Result<usize, FillError> {
        let index = indexes.get(resource);
        for _ in 0..MAX_ATTEMPTS {
            let snapshot = index.current();
            let newest = snapshot.versions.newest(Audience::ALL).sequence;
            let mut written = None;
            store.records().scan_for_stream(newest, |scan| {
                if scan.versions(resource)?.newest(Audience::ALL).sequence == newest {
                    written = Some(self.write(scan, indexes, snapshot, resource, view));
                }
                Ok(())
            })?;
            match written {
                Some(written) => return written,
                None => std::thread::sleep(RETRY_INTERVAL),
            }
        }
        Ok(0)
    }

    /// Writes all records, newest first, as lists show them, so that the records of a page are next to each
    /// other. Returns their number.
    fn write(
        &self,
        scan: &Scan<'_>,
        indexes: &ListIndexes,
        snapshot: Arc<Snapshot>,
        resource: &'static Resource,
        view: &View,
    ) -> Result<usize, FillError> {
        if snapshot.epoch != self.list.epoch {
            return Ok(0);
        }
        let greatest_key = scan.greatest_key(resource)?;
        if usize::try_from(greatest_key).is_ok_and(|keys| keys / MAX_KEYS_PER_RECORD > snapshot.len()) {
            tracing::debug!(resource = self.list.resource, greatest_key, "too few records for their keys");
            return Ok(0);
        }
        let file = RecordFile::create(&self.files.settings.folder, greatest_key)?;
        let stored = self.files.add(self.key(), file);
        // Of all records: those that the level does not see are not encoded.
        let counts = Some(snapshot.count_all());
        let selection = Selection::new(snapshot, Query::default(), &Listing::Sorted(Sort::default()), counts);
        let mut deflater = (self.form == Form::Deflated).then(Deflater::new);
        let (mut position, mut count) = (0, 0);
        for batch in 0.. {
            if batch % BATCHES_BETWEEN_MEASUREMENTS == 0 && self.is_disk_full()? {
                tracing::warn!(
                    resource = self.list.resource,
                    "not all records are stored in a file: the disk is almost full"
                );
                break;
            }
            let rows = selection.rows(position..position + BATCH);
            if rows.is_empty() || indexes.get(resource).current().epoch != self.list.epoch {
                break;
            }
            position += rows.len();
            let keys: Vec<i64> = rows.iter().map(|row| row.key).collect();
            let records = scan.encoded_records(resource, &keys, view)?;
            let records = rows.into_iter().zip(&records);
            let mut entries = Vec::with_capacity(BATCH);
            for (row, record) in records.filter_map(|(row, record)| Some((row, record.as_ref()?))) {
                let content = match &mut deflater {
                    None => Cow::Borrowed(&record.json[..]),
                    Some(deflater) => Cow::Owned(deflater.deflate(&record.json)?),
                };
                entries.push((row, content, record.withholds_votes));
            }
            let written = entries.iter().map(|(row, content, withholds_votes)| NewEntry {
                row: *row,
                content,
                withholds_votes: *withholds_votes,
            });
            let bytes = written.clone().map(|entry| entry.content.len() as u64).sum();
            if !self.files.has_space(&self.key(), bytes) {
                break;
            }
            count += entries.len();
            stored.file.write(written)?;
        }
        Ok(count)
    }

    fn is_disk_full(&self) -> Result<bool, FillError> {
        let disk = statvfs(&self.files.settings.folder).map_err(std::io::Error::from)?;
        let (free, size) = (disk.f_bavail * disk.f_frsize, disk.f_blocks * disk.f_frsize);
        Ok(free < (size / FREE_SHARE).min(MAX_FREE_BYTES))
    }
}

impl Drop for RecordFileWriter {
    fn drop(&mut self) {
        self.files.is_filling.store(false, Ordering::Release);
    }
}
