//! The records of one list in one form, in a file without a name.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::{Bytes, BytesMut};

use super::form::RecordForm;
use crate::row::PageRow;

/// The bits of a location that contain the length of an entry.
const LENGTH_BITS: u32 = 24;
/// The bytes after the content of a record: its key, its version, and whether results of votes are withheld.
const FOOTER_BYTES: usize = 17;
/// Entries that are at most this far apart are read together, in bytes.
const MAX_GAP: u64 = 4096;

/// The records of one list, in a file that the operating system deletes when the process ends. The key and
/// the version of a record are in the file too: a record of another version of its row is not read.
#[derive(Debug)]
pub struct RecordFile {
    file: File,
    /// For each key, the location of its entry: the offset in the file, then the length; 0 if there is none.
    locations: Box<[AtomicU64]>,
    end: AtomicU64,
}

/// A record to write.
#[derive(Debug, Clone, Copy)]
pub struct NewEntry<'a> {
    pub row: PageRow,
    pub content: &'a [u8],
    pub withholds_votes: bool,
}

/// The entry of a row that is on a page.
#[derive(Debug, Clone, Copy)]
struct Located {
    position: usize,
    row: PageRow,
    offset: u64,
    length: usize,
}

impl RecordFile {
    /// An empty file in a folder, for rows with keys up to this one.
    pub fn create(folder: &Path, greatest_key: i64) -> io::Result<Self> {
        let keys = usize::try_from(greatest_key).unwrap_or(0) + 1;
        let locations = (0..keys).map(|_| AtomicU64::new(0)).collect();
        Ok(Self { file: tempfile::tempfile_in(folder)?, locations, end: AtomicU64::new(0) })
    }

    /// The size of the file, in bytes.
    pub fn bytes(&self) -> u64 {
        self.end.load(Ordering::Relaxed)
    }

    /// Adds records with keys up to the greatest one.
    pub fn write<'a>(&self, records: impl Iterator<Item = NewEntry<'a>> + Clone) -> io::Result<()> {
        let length = records.clone().map(|record| record.content.len() + FOOTER_BYTES).sum();
        let mut entries = Vec::with_capacity(length);
        let mut lengths = Vec::new();
        for NewEntry { row, content, withholds_votes } in records {
            let start = entries.len();
            entries.extend_from_slice(content);
            entries.extend_from_slice(&row.key.to_le_bytes());
            entries.extend_from_slice(&row.version.to_le_bytes());
            entries.push(u8::from(withholds_votes));
            lengths.push((row.key, entries.len() - start));
        }
        let mut offset = self.end.fetch_add(entries.len() as u64, Ordering::Relaxed);
        self.file.write_all_at(&entries, offset)?;
        for (key, length) in lengths {
            let location = usize::try_from(key).ok().and_then(|key| self.locations.get(key));
            if let Some(location) = location.filter(|_| length < 1 << LENGTH_BITS) {
                location.store(offset << LENGTH_BITS | length as u64, Ordering::Release);
            }
            offset += length as u64;
        }
        Ok(())
    }

    /// The record of each row, in the same order; `None` for a row whose current version the file lacks. Fails with
    /// [`io::ErrorKind::WouldBlock`] if the records are not in memory and `waits` is false.
    pub fn read<R: RecordForm>(&self, rows: &[PageRow], waits: bool) -> io::Result<Vec<Option<R>>> {
        let mut located: Vec<Located> = rows.iter().enumerate().filter_map(|row| self.locate(row)).collect();
        located.sort_unstable_by_key(|entry| entry.offset);
        let mut records: Vec<Option<R>> = rows.iter().map(|_| None).collect();
        let length = |range: &Range<u64>| usize::try_from(range.end - range.start).map_err(io::Error::other);
        let total = runs(&located).map(|(range, _)| length(&range)).sum::<io::Result<usize>>()?;
        // One allocation for all, because records in another order than that of the file are as many ranges.
        let mut unread = BytesMut::zeroed(total);
        for (range, entries) in runs(&located) {
            let mut buffer = unread.split_to(length(&range)?);
            self.read_exact(&mut buffer, range.start, waits)?;
            let buffer = buffer.freeze();
            for entry in entries {
                let start = usize::try_from(entry.offset - range.start).map_err(io::Error::other)?;
                records[entry.position] = record(&buffer.slice(start..start + entry.length), entry.row);
            }
        }
        Ok(records)
    }

    fn locate(&self, (position, row): (usize, &PageRow)) -> Option<Located> {
        let location = self.locations.get(usize::try_from(row.key).ok()?)?.load(Ordering::Acquire);
        let length = usize::try_from(location & ((1 << LENGTH_BITS) - 1)).ok()?;
        (length > 0).then_some(Located { position, row: *row, offset: location >> LENGTH_BITS, length })
    }

    fn read_exact(&self, buffer: &mut [u8], offset: u64, waits: bool) -> io::Result<()> {
        if waits {
            return self.file.read_exact_at(buffer, offset);
        }
        if read_from_memory(&self.file, buffer, offset)? {
            Ok(())
        } else {
            Err(io::ErrorKind::WouldBlock.into())
        }
    }
}

/// Fills the buffer if all of it is in memory. The content of the buffer is undefined otherwise.
#[cfg(target_os = "linux")]
fn read_from_memory(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<bool> {
    use rustix::io::{Errno, ReadWriteFlags, preadv2};

    let length = buffer.len();
    match preadv2(file, &mut [io::IoSliceMut::new(buffer)], offset, ReadWriteFlags::NOWAIT) {
        Ok(read) => Ok(read == length),
        // It is not in memory, or the file system cannot tell.
        Err(Errno::AGAIN | Errno::OPNOTSUPP) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Other systems cannot tell whether a part of a file is in memory.
#[cfg(not(target_os = "linux"))]
fn read_from_memory(_: &File, _: &mut [u8], _: u64) -> io::Result<bool> {
    Ok(false)
}

/// Groups entries that are close to each other in the file: the range of each group, and its entries.
fn runs(located: &[Located]) -> impl Iterator<Item = (Range<u64>, &[Located])> {
    let end = |entry: &Located| entry.offset + entry.length as u64;
    let groups = located.chunk_by(move |one, next| next.offset <= end(one) + MAX_GAP);
    groups.filter_map(move |entries| Some((entries.first()?.offset..end(entries.last()?), entries)))
}

/// The record in an entry, unless the entry was written for another version of the row.
fn record<R: RecordForm>(entry: &Bytes, row: PageRow) -> Option<R> {
    let (content, footer) = entry.split_at_checked(entry.len().checked_sub(FOOTER_BYTES)?)?;
    let (key, rest) = footer.split_first_chunk()?;
    let (version, rest) = rest.split_first_chunk()?;
    let is_same = (i64::from_le_bytes(*key), i64::from_le_bytes(*version)) == (row.key, row.version);
    let withholds_votes = rest.first() == Some(&1);
    if is_same { R::from_stored(entry.slice(..content.len()), withholds_votes) } else { None }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use folkmoot_store::encode::EncodedRecord;
    use proptest::prelude::*;

    use super::*;

    fn encoded(key: i64, version: i64, length: usize) -> EncodedRecord {
        let json = format!("{{\"key\":{key},\"version\":{version},\"text\":\"{}\"}}", "x".repeat(length));
        EncodedRecord { json: json.into(), withholds_votes: key % 2 == 0 }
    }

    fn write(file: &RecordFile, records: &[(PageRow, EncodedRecord)]) {
        let entries = records.iter().map(|(row, record)| NewEntry {
            row: *row,
            content: &record.json,
            withholds_votes: record.withholds_votes,
        });
        file.write(entries).unwrap();
    }

    #[test]
    fn a_record_of_another_version_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = RecordFile::create(folder.path(), 10).unwrap();
        let row = PageRow { key: 7, version: 3 };
        write(&file, &[(row, encoded(7, 3, 20))]);
        let read = |row| file.read::<EncodedRecord>(&[row], true).unwrap().remove(0);
        assert_eq!(read(row), Some(encoded(7, 3, 20)));
        assert_eq!(read(PageRow { version: 4, ..row }), None);
        for key in [8, 11, -1, i64::MAX] {
            assert_eq!(read(PageRow { key, ..row }), None, "{key}");
        }
        write(&file, &[(PageRow { version: 4, ..row }, encoded(7, 4, 0))]);
        assert_eq!(read(row), None);
        assert_eq!(read(PageRow { version: 4, ..row }), Some(encoded(7, 4, 0)));
    }

    #[test]
    fn the_file_has_no_name() {
        let folder = tempfile::tempdir().unwrap();
        let file = RecordFile::create(folder.path(), 10).unwrap();
        write(&file, &[(PageRow { key: 1, version: 0 }, encoded(1, 0, 5))]);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    proptest! {
        #[test]
        fn records_are_read_as_they_were_written(
            batches in prop::collection::vec(prop::collection::vec((0_i64..40, 0_i64..3, 0_usize..3000), 1..10), 1..8),
            pages in prop::collection::vec(prop::collection::vec((0_i64..45, 0_i64..3), 0..12), 1..8),
        ) {
            let folder = tempfile::tempdir().unwrap();
            let file = RecordFile::create(folder.path(), 39).unwrap();
            let mut expected = std::collections::BTreeMap::new();
            for batch in batches {
                let records: Vec<_> = batch
                    .into_iter()
                    .map(|(key, version, length)| (PageRow { key, version }, encoded(key, version, length)))
                    .collect();
                write(&file, &records);
                expected.extend(records.into_iter().map(|(row, record)| (row.key, (row.version, record))));
            }
            for page in pages {
                let rows: Vec<PageRow> = page.into_iter().map(|(key, version)| PageRow { key, version }).collect();
                let read: Vec<Option<EncodedRecord>> = file.read(&rows, true).unwrap();
                for (row, record) in rows.iter().zip(read) {
                    let written = expected.get(&row.key).filter(|(version, _)| *version == row.version);
                    prop_assert_eq!(record.as_ref(), written.map(|(_, record)| record));
                }
            }
        }
    }
}
