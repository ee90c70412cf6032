//! The list index of one resource: its current snapshot, and the writer that makes the next one.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use folkmoot_model::resource::{PublicRecords, Resource};
use folkmoot_store::audience::{Audience, Versions};
use folkmoot_store::records::Scan;
use folkmoot_store::{Store, StoreError};

use super::columns::IndexColumns;
use super::dictionary::Dictionary;
use super::load;
use super::query::{Condition, Query};
use super::row::ChangedRow;
use super::snapshot::Snapshot;
use super::writer::Writer;

/// From this number of changed rows on, an index of up to [`REBUILD_SHARE`] times as many rows is rebuilt.
const MANY_CHANGES: usize = 5_000;
/// From this number of changed rows on, every index is rebuilt.
const MAX_CHANGES: usize = 50_000;
const _: () = assert!(MAX_CHANGES + super::row_set::MAX_ROWS <= u16::MAX as usize);
/// See [`MANY_CHANGES`].
const REBUILD_SHARE: usize = 8;

/// The index of one resource. Readers use snapshots and never wait for the writer.
#[derive(Debug)]
pub struct ListIndex {
    resource: &'static Resource,
    columns: IndexColumns,
    dictionary: Arc<Dictionary>,
    current: RwLock<Arc<Snapshot>>,
    writer: Mutex<Writer>,
    /// The newest change whose data a response contains.
    observed: AtomicI64,
}

/// The effects on the records of a resource of changes to it, and to the tables that its records show values
/// of.
#[derive(Debug, Clone, Copy)]
pub struct Effect {
    /// The newest of the changes.
    pub versions: Versions,
    /// Whether cached records are no longer valid although their rows did not change.
    pub invalidates_records: bool,
}

impl Effect {
    fn on(&self, snapshot: &Snapshot) -> Snapshot {
        if self.invalidates_records {
            return snapshot.with_next_epoch(self.versions);
        }
        snapshot.with_versions(self.versions)
    }
}

/// The size of an index.
#[derive(Debug, Clone, Copy)]
pub struct IndexSize {
    /// The number of records that lists show.
    pub records: usize,
    /// The memory used, in bytes.
    pub bytes: usize,
}

impl ListIndex {
    /// Builds the index from a state of the database that is not older than the change `since`.
    pub fn build(
        store: &Store,
        resource: &'static Resource,
        dictionary: &Arc<Dictionary>,
        since: i64,
    ) -> Result<Self, StoreError> {
        let columns = IndexColumns::new(resource);
        let snapshot =
            store.records().scan(since, |scan| load::snapshot(resource, &columns, dictionary, scan, 0))?;
        Ok(Self::new(resource, Arc::clone(dictionary), snapshot))
    }

    /// The index with this snapshot, whose values are numbers of the dictionary.
    pub fn new(resource: &'static Resource, dictionary: Arc<Dictionary>, snapshot: Snapshot) -> Self {
        let columns = IndexColumns::new(resource);
        let writer = Mutex::new(Writer::new(&snapshot, &columns));
        Self {
            resource,
            columns,
            dictionary,
            current: RwLock::new(Arc::new(snapshot)),
            writer,
            observed: AtomicI64::new(0),
        }
    }

    /// The current snapshot.
    pub fn current(&self) -> Arc<Snapshot> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The size of the current snapshot.
    pub fn size(&self) -> IndexSize {
        let current = self.current();
        IndexSize { records: current.len(), bytes: current.bytes() }
    }

    /// Whether so many rows changed that rebuilding the index costs less than applying the changes.
    pub fn prefers_rebuild(&self, changes: usize) -> bool {
        changes > MAX_CHANGES
            || changes > MANY_CHANGES && changes > self.current().len() / REBUILD_SHARE
            || self.writer().is_exhausted()
    }

    /// Reads the current state of the rows with these keys.
    pub fn changed_rows(&self, keys: &[i64], scan: &Scan<'_>) -> Result<Vec<ChangedRow>, StoreError> {
        load::changed_rows(self.resource, &self.columns, &self.dictionary, keys, scan)
    }

    /// Applies changed rows; `sequence` is the last of the changes. `effect` is what the changes mean for the records.
    pub fn apply(&self, rows: Vec<ChangedRow>, sequence: i64, effect: &Effect) {
        let mut writer = self.writer();
        let next = writer.apply(&self.current(), rows, sequence);
        // In one step, so that no response combines the new version with invalid cached records.
        self.replace(effect.on(&next));
    }

    /// Rebuilds the index from a state of the database that is not older than the change `since`.
    pub fn rebuild(&self, store: &Store, since: i64) -> Result<(), StoreError> {
        let epoch = self.current().epoch + 1;
        let load =
            |scan: &Scan<'_>| load::snapshot(self.resource, &self.columns, &self.dictionary, scan, epoch);
        let snapshot = store.records().scan(since, load)?;
        let mut writer = self.writer();
        *writer = Writer::new(&snapshot, &self.columns);
        self.replace(snapshot);
        Ok(())
    }

    /// Applies the effect of changes of other tables.
    pub fn apply_effect(&self, effect: &Effect) {
        let _writer = self.writer();
        let next = effect.on(&self.current());
        self.replace(next);
    }

    /// Invalidates every cached record of the resource.
    pub fn invalidate_records(&self) {
        self.apply_effect(&Effect { versions: Versions::default(), invalidates_records: true });
    }

    /// Records that a response contains data of this change, so that [`Self::latest`] is never older.
    pub fn observe(&self, sequence: i64) {
        self.observed.fetch_max(sequence, Ordering::AcqRel);
    }

    /// Selects the public records.
    pub(super) fn public_records(&self) -> Query {
        let condition = match self.resource.public {
            PublicRecords::All => None,
            PublicRecords::Where(column) => {
                self.columns.facet(column).map(|facet| Condition::AnyOf { facet, values: vec![1] })
            }
            PublicRecords::None => Some(Condition::Ids(Vec::new())),
        };
        Query { conditions: condition.into_iter().collect(), ..Query::default() }
    }

    /// The versions of the current snapshot; `None` if a response already contains data of a newer one.
    pub fn latest(&self) -> Option<Versions> {
        let versions = self.current().versions;
        let newest = versions.newest(Audience::ALL).sequence;
        (newest >= self.observed.load(Ordering::Acquire)).then_some(versions)
    }

    /// Records that the database has another history, in which the observed versions do not exist.
    pub fn forget_observed(&self) {
        self.observed.store(0, Ordering::Release);
    }

    fn replace(&self, next: Snapshot) {
        let next = Arc::new(next);
        let previous =
            std::mem::replace(&mut *self.current.write().unwrap_or_else(PoisonError::into_inner), next);
        // Freeing chunks takes time; readers must not wait for it, so the lock is already released here.
        drop(previous);
    }

    fn writer(&self) -> MutexGuard<'_, Writer> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
