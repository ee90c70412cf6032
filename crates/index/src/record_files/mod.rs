//! Lists whose records are stored in files as JSON, so that their pages are made without the database, and as parts of gzip
//! bodies, so that their pages are compressed without compressing.
//!
//! A file belongs to a form and to the inputs of its records beside their rows: the fields of [`RecordKey`].
//! It is filled in the background when many records of a list were read from the database or compressed,
//! again when many of them have changed, and deleted when others need the space. Missing records are read
//! from the database, or compressed. Nothing has to be removed from it: a record of another version of its
//! row is not read.

mod deflated;
mod file;
mod fill;
mod form;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

pub use self::deflated::DeflatedRecord;
use self::file::RecordFile;
pub use self::fill::RecordFileWriter;
pub use self::form::{Form, RecordForm};
use super::record_cache::RecordKey;
use super::row::PageRow;

/// A list is stored when more than this share of its records was read from the database, or compressed. To keep a record as
/// JSON costs little more than to read it once; to deflate it alone costs three times as much as in a page.
const READ_SHARE: usize = 4;
/// How many lists are counted at most.
const MAX_COUNTED: usize = 1000;
/// The maximum number of files: each uses a file descriptor, which connections need too.
const MAX_FILES: usize = 128;
/// The maximum age of a file, because it may contain data that was erased from the database meanwhile.
const MAX_AGE: Duration = Duration::from_hours(24);

/// A list in one of its forms.
type FileKey = (RecordKey, Form);

/// The lists whose records are stored in files.
#[derive(Debug)]
pub struct RecordFiles {
    settings: RecordFileSettings,
    stored: RwLock<HashMap<FileKey, Arc<StoredList>>>,
    /// The number of records of lists that had to be made for pages.
    made: Mutex<HashMap<FileKey, usize>>,
    is_filling: AtomicBool,
    /// Increases with every page that is read.
    clock: AtomicU64,
}

/// Where and when records are stored in files.
#[derive(Debug, Clone)]
pub struct RecordFileSettings {
    /// The folder of the files.
    pub folder: PathBuf,
    /// The maximum size of all files, in bytes; 0 if no list is stored.
    pub max_bytes: u64,
    /// The number of records from which on a list is stored.
    pub min_records: usize,
}

/// A list in a file.
#[derive(Debug)]
struct StoredList {
    file: RecordFile,
    since: Instant,
    last_used: AtomicU64,
}

/// The records of a page in a file.
#[derive(Debug)]
pub enum FileRead<R> {
    /// For each row its record; `None` if the file lacks it.
    Records(Vec<Option<R>>),
    /// The file must be read from the disk, for which an async worker cannot wait: see [`RecordFiles::wait_for`].
    OnDisk,
}

impl RecordFiles {
    /// No files yet.
    pub fn new(settings: RecordFileSettings) -> Self {
        Self {
            settings,
            stored: RwLock::default(),
            made: Mutex::default(),
            is_filling: AtomicBool::new(false),
            clock: AtomicU64::new(0),
        }
    }

    /// The records of a page of a list, without waiting for the disk.
    pub fn read<R: RecordForm>(&self, list: &RecordKey, rows: &[PageRow]) -> FileRead<R> {
        match self.read_page(list, rows, false) {
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => FileRead::OnDisk,
            read => FileRead::Records(found(read, rows)),
        }
    }

    /// The records of a page of a list. It may read from the disk.
    pub fn wait_for<R: RecordForm>(&self, list: &RecordKey, rows: &[PageRow]) -> Vec<Option<R>> {
        found(self.read_page(list, rows, true), rows)
    }

    /// Counts records of a list that had to be made for a page in this form: read from the database, or compressed. `length`
    /// is the number of all its records. Returns what the caller must start if the list should be stored in a file, or in a
    /// new one because most records changed.
    pub fn record_miss(
        self: &Arc<Self>,
        (list, form): (&RecordKey, Form),
        length: usize,
        count: usize,
    ) -> Option<RecordFileWriter> {
        if self.settings.max_bytes == 0 || length < self.settings.min_records {
            return None;
        }
        let key = (*list, form);
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if made.len() >= MAX_COUNTED && !made.contains_key(&key) {
            made.clear();
        }
        let total = made.entry(key).or_default();
        *total += count;
        if *total <= length / READ_SHARE || self.is_filling.swap(true, Ordering::AcqRel) {
            return None;
        }
        made.remove(&key);
        Some(RecordFileWriter::new(Arc::clone(self), *list, form))
    }

    /// Deletes all files, which may contain data that was erased from the database.
    pub fn clear(&self) {
        self.stored.write().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Deletes the files that are older than a day.
    pub fn delete_old(&self) {
        let mut stored = self.stored.write().unwrap_or_else(PoisonError::into_inner);
        stored.retain(|_, stored| stored.since.elapsed() < MAX_AGE);
    }

    /// The size of all files, in bytes.
    pub fn bytes(&self) -> u64 {
        let stored = self.stored.read().unwrap_or_else(PoisonError::into_inner);
        stored.values().map(|stored| stored.file.bytes()).sum()
    }

    /// The number of files.
    pub fn count(&self) -> usize {
        self.stored.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    fn get(&self, key: &FileKey) -> Option<Arc<StoredList>> {
        self.stored.read().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    fn read_page<R: RecordForm>(
        &self,
        list: &RecordKey,
        rows: &[PageRow],
        waits: bool,
    ) -> std::io::Result<Vec<Option<R>>> {
        let Some(stored) = self.get(&(*list, R::FORM)) else { return Ok(Vec::new()) };
        stored.last_used.store(self.clock.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        stored.file.read(rows, waits)
    }

    /// Adds an empty file. Deletes files of lists that nobody can request any more and, beyond the maximum
    /// number, the least recently used file.
    fn add(&self, key: FileKey, file: RecordFile) -> Arc<StoredList> {
        let now = self.clock.fetch_add(1, Ordering::Relaxed);
        let added = Arc::new(StoredList { file, since: Instant::now(), last_used: AtomicU64::new(now) });
        let mut stored = self.stored.write().unwrap_or_else(PoisonError::into_inner);
        stored.retain(|(other, _), _| !other.is_replaced_by(&key.0));
        stored.remove(&key);
        while stored.len() >= MAX_FILES && remove_least_recently_used(&mut stored, &key) {}
        stored.insert(key, Arc::clone(&added));
        added
    }

    /// Whether this many bytes can be added to the files. Deletes the files that were not requested for the
    /// longest time, but not this one.
    fn has_space(&self, key: &FileKey, bytes: u64) -> bool {
        while self.bytes() + bytes > self.settings.max_bytes {
            let mut stored = self.stored.write().unwrap_or_else(PoisonError::into_inner);
            if !remove_least_recently_used(&mut stored, key) {
                return false;
            }
        }
        true
    }

    /// Deletes the file of a list that cannot be written.
    fn fail(&self, key: &FileKey, error: &dyn std::error::Error) {
        tracing::warn!(%error, resource = key.0.resource, "failed to keep records in a file");
        self.stored.write().unwrap_or_else(PoisonError::into_inner).remove(key);
    }
}

/// Deletes the least recently used file other than this one. Returns false if there is no other.
fn remove_least_recently_used(stored: &mut HashMap<FileKey, Arc<StoredList>>, key: &FileKey) -> bool {
    let others = stored.iter().filter(|(other, _)| *other != key);
    let found = others.min_by_key(|(_, stored)| stored.last_used.load(Ordering::Relaxed));
    let found = found.map(|(other, _)| *other);
    found.is_some_and(|found| stored.remove(&found).is_some())
}

/// The records of a page that were found; none after an error, because the database has them.
fn found<R>(read: std::io::Result<Vec<Option<R>>>, rows: &[PageRow]) -> Vec<Option<R>> {
    let mut records = read.unwrap_or_else(|error| {
        tracing::warn!(%error, "failed to read records from a file");
        Vec::new()
    });
    records.resize_with(rows.len(), || None);
    records
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use folkmoot_model::access::AccessLevel;
    use folkmoot_store::encode::{EncodedRecord, Representation};

    use super::file::NewEntry;
    use super::*;

    const LIST: RecordKey = in_locale(0);
    const DUTCH: RecordKey = in_locale(1);
    const ROW: PageRow = PageRow { key: 1, version: 0 };

    const fn in_locale(locale: usize) -> RecordKey {
        let representation = Representation {
            platform: [0; 32],
            locale,
            level: AccessLevel::Full,
            settings: [0; 32],
            pseudonyms_of: None,
            downloads: None,
        };
        RecordKey { resource: "ideas", epoch: 0, representation, key: 0, version: 0 }
    }

    fn files(folder: &tempfile::TempDir, max_bytes: u64) -> Arc<RecordFiles> {
        let folder = folder.path().to_owned();
        Arc::new(RecordFiles::new(RecordFileSettings { folder, max_bytes, min_records: 160 }))
    }

    fn keep(files: &RecordFiles, list: RecordKey) {
        keep_as(files, (list, Form::Json));
    }

    fn keep_as(files: &RecordFiles, key: FileKey) {
        let stored = files.add(key, RecordFile::create(&files.settings.folder, 1).unwrap());
        let content = [b'x'; 100];
        let entry = NewEntry { row: ROW, content: &content, withholds_votes: false };
        stored.file.write([entry].into_iter()).unwrap();
    }

    fn has(files: &RecordFiles, list: RecordKey) -> bool {
        files.wait_for::<EncodedRecord>(&list, &[ROW])[0].is_some()
    }

    fn has_deflated(files: &RecordFiles, list: RecordKey) -> bool {
        files.wait_for::<DeflatedRecord>(&list, &[ROW])[0].is_some()
    }

    #[test]
    fn a_list_is_stored_when_many_of_its_records_were_read() {
        let folder = tempfile::tempdir().unwrap();
        let stored = files(&folder, 1000);
        assert!(stored.record_miss((&LIST, Form::Json), 160, 40).is_none());
        assert!(stored.record_miss((&DUTCH, Form::Json), 160, 40).is_none());
        let writer = stored.record_miss((&LIST, Form::Json), 160, 1).unwrap();
        // One at a time.
        assert!(stored.record_miss((&DUTCH, Form::Json), 160, 24).is_none());
        drop(writer);
        assert!(stored.record_miss((&DUTCH, Form::Json), 160, 0).is_some());
        assert!(stored.record_miss((&LIST, Form::Json), 159, 159).is_none());
        assert!(files(&folder, 0).record_miss((&LIST, Form::Json), 160, 160).is_none());
    }

    #[test]
    fn the_list_that_was_not_requested_for_the_longest_time_makes_space() {
        let folder = tempfile::tempdir().unwrap();
        let stored = files(&folder, 300);
        keep(&stored, LIST);
        keep(&stored, DUTCH);
        assert!(has(&stored, LIST));
        let other = in_locale(2);
        assert!(stored.has_space(&(other, Form::Json), 150));
        assert_eq!((has(&stored, LIST), has(&stored, DUTCH)), (true, false));
        assert!(!stored.has_space(&(LIST, Form::Json), 290), "its own file");
        assert!(has(&stored, LIST));
    }

    #[test]
    fn beyond_the_maximum_number_the_least_recently_used_file_is_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let stored = files(&folder, u64::MAX);
        for locale in 0..MAX_FILES {
            keep(&stored, in_locale(locale));
        }
        assert!(has(&stored, in_locale(0)));
        keep(&stored, in_locale(MAX_FILES));
        keep(&stored, in_locale(MAX_FILES));
        assert_eq!(stored.count(), MAX_FILES);
        assert_eq!(
            [0, 1, 2, MAX_FILES].map(|locale| has(&stored, in_locale(locale))),
            [true, false, true, true]
        );
    }

    #[test]
    fn each_form_of_a_list_is_counted_and_stored_separately() {
        let folder = tempfile::tempdir().unwrap();
        let stored = files(&folder, 300);
        assert!(stored.record_miss((&LIST, Form::Json), 160, 40).is_none());
        assert!(stored.record_miss((&LIST, Form::Deflated), 160, 40).is_none());
        drop(stored.record_miss((&LIST, Form::Deflated), 160, 1).unwrap());
        keep_as(&stored, (LIST, Form::Deflated));
        assert_eq!((has(&stored, LIST), has_deflated(&stored, LIST)), (false, true));
        keep(&stored, LIST);
        assert_eq!((has(&stored, LIST), has_deflated(&stored, LIST)), (true, true));
        assert!(has(&stored, LIST));
        assert!(stored.has_space(&(DUTCH, Form::Json), 150));
        assert_eq!((has(&stored, LIST), has_deflated(&stored, LIST)), (true, false));
    }

    #[test]
    fn records_of_an_earlier_epoch_are_deleted_when_the_list_is_stored_again() {
        let folder = tempfile::tempdir().unwrap();
        let stored = files(&folder, 1000);
        keep(&stored, LIST);
        keep_as(&stored, (LIST, Form::Deflated));
        let comments = RecordKey { resource: "comments", ..LIST };
        keep(&stored, comments);
        keep(&stored, RecordKey { epoch: 1, ..DUTCH });
        assert_eq!((has(&stored, LIST), has(&stored, comments)), (false, true));
        assert!(!has_deflated(&stored, LIST));
        stored.clear();
        assert_eq!(stored.bytes(), 0);
    }
}
