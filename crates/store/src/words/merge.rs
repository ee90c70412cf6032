//! Merging the changes of lists into the table of lists.
//!
//! Changed lists are first written into a temporary table and then merged in the order of the table, so that a large
//! change writes each page once.

use std::collections::HashMap;

use folkmoot_database::bulk_load::{BulkLoad, BulkWriter};
use folkmoot_database::value::Value;

use super::block::{BITMAP_WORDS, BLOCK, add_to, encode, offsets};
use super::collect::ListChange;
use crate::StoreError;
use crate::queries::numbered_parameters;

/// The temporary table of changed lists; a list without keys is deleted.
const CHANGED: &str = "changed_words";
/// Number of lists that one statement reads.
const LISTS_AT_ONCE: usize = 128;

/// A merge in progress.
pub struct Merge<'a> {
    connection: &'a dyn BulkLoad,
    table: &'a str,
    /// The greatest key in the lists before the merge.
    indexed: i64,
    writer: Box<dyn BulkWriter + 'a>,
    select: String,
}

impl<'a> Merge<'a> {
    /// Begins a merge into a table whose lists contain keys up to `indexed`.
    pub fn begin(connection: &'a dyn BulkLoad, table: &'a str, indexed: i64) -> Result<Self, StoreError> {
        let executor = connection.executor();
        let columns = "word {bytes} NOT NULL, block {integer} NOT NULL, keys {bytes} NOT NULL";
        let columns = executor.dialect().translate(columns);
        executor.execute(&format!("CREATE TEMP TABLE {CHANGED} ({columns})"), &[])?;
        let writer = connection.bulk_writer(CHANGED, &["word", "block", "keys"], false)?;
        let words = numbered_parameters(LISTS_AT_ONCE);
        let select = format!(
            "SELECT word, keys FROM {table} WHERE word IN ({words}) AND block = ?{}",
            LISTS_AT_ONCE + 1
        );
        Ok(Self { connection, table, indexed, writer, select })
    }

    /// Adds the changes of the lists of a block.
    pub fn add(&mut self, (block, changes): (i64, Vec<ListChange>)) -> Result<(), StoreError> {
        let changes: Vec<ListChange> =
            changes.into_iter().filter(|change| change.removed != change.added).collect();
        if block * BLOCK > self.indexed {
            return changes.iter().try_for_each(|change| self.write(&change.term, block, &change.added));
        }
        changes.chunks(LISTS_AT_ONCE).try_for_each(|changes| self.add_to_stored(block, changes))
    }

    /// Merges everything.
    pub fn finish(mut self) -> Result<(), StoreError> {
        self.writer.finish()?;
        let Self { connection, table, indexed, writer, .. } = self;
        drop(writer);
        let executor = connection.executor();
        if indexed == 0 {
            let sql = format!(
                "INSERT INTO {table} (word, block, keys) SELECT word, block, keys FROM {CHANGED} ORDER BY word, block"
            );
            executor.execute(&sql, &[])?;
        } else {
            let sql = format!(
                "DELETE FROM {table} WHERE (word, block) IN (SELECT word, block FROM {CHANGED} WHERE length(keys) = 0)"
            );
            executor.execute(&sql, &[])?;
            let sql = format!(
                "INSERT INTO {table} (word, block, keys)
                 SELECT word, block, keys FROM {CHANGED} WHERE length(keys) > 0 ORDER BY word, block
                 ON CONFLICT (word, block) DO UPDATE SET keys = excluded.keys"
            );
            executor.execute(&sql, &[])?;
        }
        executor.execute(&format!("DROP TABLE {CHANGED}"), &[]).map(drop)
    }

    /// Applies changes to lists of a block that may be stored.
    fn add_to_stored(&mut self, block: i64, changes: &[ListChange]) -> Result<(), StoreError> {
        let mut stored: HashMap<Vec<u8>, [u64; BITMAP_WORDS]> = HashMap::new();
        let terms = changes.iter().map(|change| Value::from(change.term.as_bytes()));
        let padding = changes.last().map(|change| Value::from(change.term.as_bytes()));
        let mut parameters: Vec<Value> =
            terms.chain(padding.into_iter().cycle()).take(LISTS_AT_ONCE).collect();
        parameters.push(block.into());
        self.connection.executor().query(&self.select, &parameters, &mut |row| {
            let mut keys = [0; BITMAP_WORDS];
            add_to(&mut keys, row.bytes(1)?.unwrap_or_default())?;
            stored.insert(row.bytes(0)?.unwrap_or_default().to_vec(), keys);
            Ok(())
        })?;
        for change in changes {
            let mut keys = stored.remove(change.term.as_bytes()).unwrap_or([0; BITMAP_WORDS]);
            for offset in &change.removed {
                keys[usize::from(offset / 64)] &= !(1 << (offset % 64));
            }
            for offset in &change.added {
                keys[usize::from(offset / 64)] |= 1 << (offset % 64);
            }
            self.write(&change.term, block, &offsets(&keys))?;
        }
        Ok(())
    }

    fn write(&mut self, term: &str, block: i64, offsets: &[u16]) -> Result<(), StoreError> {
        let values = [term.as_bytes().into(), block.into(), encode(offsets).as_slice().into()];
        self.writer.write(&mut values.iter())
    }
}
