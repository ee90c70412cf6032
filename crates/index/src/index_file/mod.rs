//! The list indexes in a file, so that a server that starts again need not read all records.
//!
//! The file contains the indexes as they are after one entry of the change feed. It is used if the feed still has this entry
//! and all after it: they name what has changed since. Otherwise, and if anything is wrong with the file, the indexes are
//! built from the records.

mod blocks;
mod saved_snapshot;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::ops::Range;
use std::os::unix::fs::{FileExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use borsh::{BorshDeserialize, BorshSerialize};
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::all_resources;
use folkmoot_store::changes::Version;
use folkmoot_store::{Store, StoreError};

use self::blocks::{BlockReader, BlockWriter, invalid};
use super::dictionary::{Dictionary, SavedPart, UsedNumbers};
use super::list_index::ListIndex;
use super::list_indexes::{ListIndexes, ResourceSnapshot};
use super::row_set::MAX_ROWS;

/// The name of the file in the data folder.
const NAME: &str = "list-indexes";
/// Increases when the meaning of the file's content changes.
const FORMAT: u32 = 2;
/// The last bytes of the file, after the position of its table of contents.
const END: &[u8; 8] = b"folkmoot";
const END_BYTES: usize = 16;

/// Why a file is not used.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// There is none.
    #[error("the file does not exist")]
    Missing,
    /// It cannot be read, or is damaged.
    #[error("the file cannot be read: {0}")]
    Read(#[from] io::Error),
    /// It was written by another version of the program, or for another database.
    #[error("the file is of another version of folkmoot or of another database")]
    OtherDefinition,
    /// The database does not have the history that the file continues.
    #[error("the change feed does not contain the last change in the file")]
    OtherHistory,
    /// The database cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The file of the list indexes.
#[derive(Debug)]
pub struct IndexFile {
    path: PathBuf,
    /// The change after which the indexes were saved or loaded last.
    saved: Mutex<Version>,
}

/// The contents of the file.
#[derive(Debug, BorshSerialize, BorshDeserialize)]
struct Contents {
    format: u32,
    /// The contents of the indexes and their source.
    definition: String,
    /// The sequence number and the time of the last change in the indexes.
    newest: (i64, i64),
    /// For each part of the dictionary, where it is.
    dictionary: Vec<Range<u64>>,
    /// For each index, the resource and where it is.
    indexes: Vec<(String, Range<u64>)>,
}

/// A part of the file that is read by one thread.
enum Task<'a> {
    Dictionary(usize, &'a Range<u64>),
    Index(&'static Resource, &'a Range<u64>),
}

impl IndexFile {
    /// The file in a folder.
    pub fn in_folder(folder: &Path) -> Self {
        Self { path: folder.join(NAME), saved: Mutex::default() }
    }

    /// Reads the indexes, and the last change in them. Their caches have at most `cache_bytes` in total.
    pub fn load(&self, store: &Store, cache_bytes: u64) -> Result<(Version, ListIndexes), LoadError> {
        let file = match File::open(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(LoadError::Missing),
            opened => opened?,
        };
        let contents = Contents::read(&file)?;
        if contents.format != FORMAT || contents.definition != definition(store)? {
            return Err(LoadError::OtherDefinition);
        }
        let newest = Version { sequence: contents.newest.0, happened_at: contents.newest.1 };
        if !store.changes().contains(newest)? {
            return Err(LoadError::OtherHistory);
        }
        let indexes = contents.read_indexes(&file, cache_bytes)?;
        *self.saved() = newest;
        Ok((newest, indexes))
    }

    /// Saves the indexes, unless nothing has changed since they were saved. Replaces the file at once, so that there is
    /// always a complete one. Returns whether it was replaced.
    pub fn save(&self, indexes: &ListIndexes, store: &Store) -> Result<bool, LoadError> {
        let mut saved = self.saved();
        let Some((newest, snapshots)) = indexes.state() else { return Ok(false) };
        if newest.sequence == 0 || newest == *saved {
            return Ok(false);
        }
        let incomplete = self.incomplete();
        let written = write(&incomplete, newest, &snapshots, indexes.dictionary(), store);
        let replaced = written.and_then(|()| Ok(fs::rename(&incomplete, &self.path)?));
        if replaced.is_err() {
            remove_if_exists(&incomplete)?;
        }
        replaced?;
        *saved = newest;
        Ok(true)
    }

    /// Deletes the file, because it may contain data that was erased from the database. The next
    /// [`Self::save`] makes another one.
    pub fn delete(&self) -> io::Result<()> {
        let mut saved = self.saved();
        *saved = Version::default();
        remove_if_exists(&self.path)?;
        remove_if_exists(&self.incomplete())
    }

    /// The file while it is being written. One that a killed server left is overwritten.
    fn incomplete(&self) -> PathBuf {
        self.path.with_extension("incomplete")
    }

    /// While the guard exists, nobody else saves or deletes the file.
    fn saved(&self) -> MutexGuard<'_, Version> {
        self.saved.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Contents {
    fn read(file: &File) -> io::Result<Self> {
        let length = file.metadata()?.len();
        let mut end = [0; END_BYTES];
        let last = length.checked_sub(END_BYTES as u64).ok_or_else(|| invalid("it is too short"))?;
        file.read_exact_at(&mut end, last)?;
        let (start, name) = end.split_first_chunk().ok_or_else(|| invalid("it is too short"))?;
        if name != END {
            return Err(invalid("it is not complete"));
        }
        let mut reader = BlockReader::new(file, u64::from_le_bytes(*start)..last);
        let contents = reader.read()?;
        reader.finish()?;
        Ok(contents)
    }

    /// Reads all indexes on two threads, the largest first.
    fn read_indexes(&self, file: &File, cache_bytes: u64) -> io::Result<ListIndexes> {
        let dictionary = Arc::new(Dictionary::new());
        let mut tasks: Vec<Task<'_>> =
            self.dictionary.iter().enumerate().map(|(number, part)| Task::Dictionary(number, part)).collect();
        for resource in all_resources() {
            let found = self.indexes.iter().find(|(name, _)| name == resource.names.plural);
            let (_, part) = found.ok_or_else(|| invalid("an index is missing"))?;
            tasks.push(Task::Index(resource, part));
        }
        tasks.sort_by_key(|task| std::cmp::Reverse(task.length()));
        let next = AtomicUsize::new(0);
        let worker = || {
            let mut indexes = Vec::new();
            while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                match task {
                    Task::Dictionary(number, part) => {
                        let saved: SavedPart = BlockReader::new(file, (*part).clone()).read()?;
                        dictionary
                            .restore_part(*number, &saved)
                            .ok_or_else(|| invalid("the dictionary is not as long as it says"))?;
                    }
                    Task::Index(resource, part) => {
                        let snapshot = saved_snapshot::read(&mut BlockReader::new(file, (*part).clone()))?;
                        let index = ListIndex::new(resource, Arc::clone(&dictionary), snapshot);
                        indexes.push((resource.names.plural, index));
                    }
                }
            }
            Ok::<_, io::Error>(indexes)
        };
        let (first, second) = std::thread::scope(|scope| {
            let second = scope.spawn(worker);
            let first = worker();
            (first, second.join())
        });
        let mut indexes = first?;
        indexes.extend(second.map_err(|_| invalid("reading an index panicked"))??);
        Ok(ListIndexes::new(indexes, dictionary, cache_bytes))
    }
}

impl Task<'_> {
    fn length(&self) -> u64 {
        let (Self::Dictionary(_, part) | Self::Index(_, part)) = self;
        part.end - part.start
    }
}

/// Writes a complete file that only its owner can read.
fn write(
    path: &Path,
    newest: Version,
    snapshots: &[ResourceSnapshot],
    dictionary: &Dictionary,
    store: &Store,
) -> Result<(), LoadError> {
    let file = File::options().write(true).create(true).truncate(true).mode(0o600).open(path)?;
    let mut writer = BlockWriter::new(BufWriter::with_capacity(1 << 20, file));
    let mut contents = Contents {
        format: FORMAT,
        definition: definition(store)?,
        newest: (newest.sequence, newest.happened_at),
        dictionary: Vec::new(),
        indexes: Vec::new(),
    };
    let mut used = UsedNumbers::default();
    for (resource, snapshot) in snapshots {
        let start = writer.end;
        saved_snapshot::write(snapshot, &mut writer)?;
        snapshot.chunks.iter().for_each(|chunk| used.add(chunk.used_values()));
        contents.indexes.push((resource.names.plural.to_owned(), start..writer.end));
    }
    for part in dictionary.saved_parts(&used) {
        let start = writer.end;
        writer.write(&part)?;
        contents.dictionary.push(start..writer.end);
    }
    let start = writer.end;
    writer.write(&contents)?;
    let mut writer = writer.into_inner();
    writer.write_all(&start.to_le_bytes())?;
    writer.write_all(END)?;
    Ok(writer.flush()?)
}

fn remove_if_exists(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The contents of the indexes and their source. If it is equal, a file is of the same database and has the
/// same meaning.
fn definition(store: &Store) -> Result<String, StoreError> {
    let database = if store.is_embedded() { "embedded" } else { "PostgreSQL" };
    let mut definition = format!(
        "folkmoot {}, {database}, schema {}, {MAX_ROWS} rows, parts {}\n",
        env!("CARGO_PKG_VERSION"),
        store.schema_version()?,
        super::dictionary::PARTS,
    );
    for resource in all_resources() {
        definition.push_str(&store.records().index_statements(resource));
    }
    Ok(definition)
}

/// The snapshot after it was written to a file and read from there.
#[cfg(test)]
pub fn copied_by_file(snapshot: &super::snapshot::Snapshot) -> super::snapshot::Snapshot {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
    let file = tempfile::tempfile().unwrap();
    let mut writer = BlockWriter::new(&file);
    saved_snapshot::write(snapshot, &mut writer).unwrap();
    let copy = saved_snapshot::read(&mut BlockReader::new(&file, 0..writer.end)).unwrap();
    assert_eq!((copy.sequence, copy.versions), (snapshot.sequence, snapshot.versions));
    copy
}
