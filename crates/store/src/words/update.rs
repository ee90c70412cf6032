//! Updating the word index in the transaction that changes records.

use std::collections::BTreeSet;
use std::num::NonZero;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};

use folkmoot_database::bulk_load::BulkLoad;
use folkmoot_database::executor::Executor;
use folkmoot_database::import_transaction::ImportTransaction;
use folkmoot_database::row_reader::RowReader;
use folkmoot_model::resource::facets::searched_fields;
use folkmoot_model::resource::{Resource, SearchedField};
use folkmoot_model::resources::RESOURCES;

use super::Tables;
use super::block::{BLOCK, block_of, offset_of};
use super::collect::{Collector, ListChange, RecordTexts};
use super::merge::Merge;
use super::split::RULES;
use crate::StoreError;

/// The number of bytes of texts from which on they are passed to a thread that splits them.
const PART_BYTES: usize = 4 << 20;
/// The number of parts that wait for a thread.
const WAITING_PARTS: usize = 2;
/// The maximum number of threads that split texts.
const MAX_THREADS: usize = 4;

/// Whether the word index contains the current texts of all records.
pub fn is_current(executor: &dyn Executor, resource: &Resource) -> Result<bool, StoreError> {
    let tables = Tables::new(resource);
    Ok(newest_key(executor, &tables)? <= indexed_key(executor, &tables)?
        && !executor.exists(&format!("SELECT 1 FROM {} LIMIT 1", tables.earlier_texts), &[])?)
}

/// Whether the word indexes of all resources are current.
pub fn are_all_current(executor: &dyn Executor) -> Result<bool, StoreError> {
    let searched = RESOURCES.iter().filter(|resource| !searched_fields(resource).is_empty());
    for resource in searched {
        if !is_current(executor, resource)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Indexes the words of all records that were added, changed or deleted. A transaction that changes records calls this when they are
/// final and their indexes are rebuilt.
pub fn index(transaction: &ImportTransaction<'_>) -> Result<(), StoreError> {
    let searched = RESOURCES.iter().filter(|resource| !searched_fields(resource).is_empty());
    searched.into_iter().try_for_each(|resource| update(transaction.connection(), resource))
}

/// Indexes all records that were added, changed or deleted since the last update.
fn update(connection: &dyn BulkLoad, resource: &Resource) -> Result<(), StoreError> {
    let executor = connection.executor();
    if is_current(executor, resource)? {
        return Ok(());
    }
    let tables = Tables::new(resource);
    let newest = newest_key(executor, &tables)?;
    let update = Update {
        executor,
        fields: searched_fields(resource),
        columns: searched_fields(resource).iter().map(|field| column(resource, field)).collect(),
        indexed: indexed_key(executor, &tables)?,
        tables,
    };
    if update.indexed == 0 {
        // Nothing, or by the rules of another version.
        executor.execute(&format!("DELETE FROM {}", update.tables.words), &[])?;
    }
    let mut merge = Merge::begin(connection, &update.tables.words, update.indexed)?;
    update.split_blocks(&mut merge)?;
    merge.finish()?;
    executor.execute(&format!("DELETE FROM {}", update.tables.earlier_texts), &[])?;
    executor.execute(
        "INSERT INTO indexed_words (subject, greatest_key, rules) VALUES (?1, ?2, ?3)
         ON CONFLICT (subject) DO UPDATE SET greatest_key = excluded.greatest_key, rules = excluded.rules",
        &[update.tables.records.into(), newest.max(update.indexed).into(), RULES.into()],
    )?;
    Ok(())
}

fn newest_key(executor: &dyn Executor, tables: &Tables) -> Result<i64, StoreError> {
    executor.number(&format!("SELECT MAX(key) FROM {}", tables.records), &[])
}

fn indexed_key(executor: &dyn Executor, tables: &Tables) -> Result<i64, StoreError> {
    let sql = "SELECT greatest_key FROM indexed_words WHERE subject = ?1 AND rules = ?2";
    executor.number(sql, &[tables.records.into(), RULES.into()])
}

fn column(resource: &Resource, field: &SearchedField) -> String {
    resource
        .field(field.name)
        .map_or_else(|| field.name.to_owned(), folkmoot_model::resource::Field::column_name)
}

/// What is passed to a thread that splits texts.
enum Part {
    Records(Vec<RecordTexts>),
    EndOfBlock(i64),
}

/// The changes of the lists of a block.
type BlockChanges = Result<(i64, Vec<ListChange>), StoreError>;

struct Update<'a> {
    executor: &'a dyn Executor,
    tables: Tables,
    fields: &'static [SearchedField],
    columns: Vec<String>,
    /// The greatest key whose texts are indexed.
    indexed: i64,
}

impl Update<'_> {
    /// Splits the texts of each block on other threads, and merges the changes of its lists.
    fn split_blocks(&self, merge: &mut Merge<'_>) -> Result<(), StoreError> {
        let blocks = self.blocks()?;
        let threads =
            std::thread::available_parallelism().map_or(1, NonZero::get).min(MAX_THREADS).min(blocks.len());
        let fields = self.fields;
        std::thread::scope(|scope| {
            let (reports, changes) = channel();
            let senders: Vec<SyncSender<Part>> = (0..threads)
                .map(|_| {
                    let (sender, parts) = sync_channel(WAITING_PARTS);
                    let reports = reports.clone();
                    scope.spawn(move || {
                        split(fields, parts, |change| reports.send(change).is_ok());
                    });
                    sender
                })
                .collect();
            drop(reports);
            for (block, sender) in blocks.iter().zip(senders.iter().cycle()) {
                self.read_block(*block, sender)?;
                for change in changes.try_iter() {
                    merge.add(change?)?;
                }
            }
            drop(senders);
            changes.iter().try_for_each(|change| merge.add(change?))
        })
    }

    /// The blocks with records that were added, changed or deleted.
    fn blocks(&self) -> Result<BTreeSet<i64>, StoreError> {
        let Tables { records, earlier_texts, .. } = &self.tables;
        let sql = format!("SELECT DISTINCT key / {BLOCK} FROM {earlier_texts} WHERE key <= ?1");
        let changed = self.executor.all(&sql, &[self.indexed.into()], |row| row.required_integer(0))?;
        let mut blocks: BTreeSet<i64> = changed.into_iter().collect();
        let next = format!("SELECT MIN(key) FROM {records} WHERE key > ?1");
        let mut last = self.indexed;
        while let Some(key) = self.executor.one(&next, &[last.into()], |row| row.integer(0))?.flatten() {
            blocks.insert(block_of(key));
            last = (block_of(key) + 1) * BLOCK - 1;
        }
        Ok(blocks)
    }

    /// Reads the earlier and the current texts of a block and passes them on.
    fn read_block(&self, block: i64, sender: &SyncSender<Part>) -> Result<(), StoreError> {
        let Tables { records, earlier_texts, .. } = &self.tables;
        let columns = |alias: &str| {
            let columns = self.columns.iter().map(|column| format!(", {alias}.{column}"));
            format!("{alias}.key{}", columns.collect::<String>())
        };
        let (first, last) = (block * BLOCK, (block + 1) * BLOCK - 1);
        let indexed = last.min(self.indexed);
        if first <= indexed {
            let earlier = format!(
                "SELECT {} FROM {earlier_texts} AS earlier WHERE earlier.key >= ?1 AND earlier.key <= ?2
                 ORDER BY earlier.key",
                columns("earlier")
            );
            self.read_texts(&earlier, (first, indexed), true, sender)?;
            let current = format!(
                "SELECT {} FROM {earlier_texts} AS earlier CROSS JOIN {records} AS this
                 WHERE this.key = earlier.key AND earlier.key >= ?1 AND earlier.key <= ?2 ORDER BY earlier.key",
                columns("this")
            );
            self.read_texts(&current, (first, indexed), false, sender)?;
        }
        if last > self.indexed {
            let added = format!(
                "SELECT {} FROM {records} AS this WHERE this.key >= ?1 AND this.key <= ?2 ORDER BY this.key",
                columns("this")
            );
            self.read_texts(&added, (first.max(self.indexed + 1), last), false, sender)?;
        }
        sender.send(Part::EndOfBlock(block)).map_err(|_| stopped())
    }

    /// Reads the texts of records with keys in a range.
    fn read_texts(
        &self,
        sql: &str,
        (first, last): (i64, i64),
        is_removed: bool,
        sender: &SyncSender<Part>,
    ) -> Result<(), StoreError> {
        let (mut records, mut bytes) = (Vec::new(), 0);
        self.executor.query(sql, &[first.into(), last.into()], &mut |row: &dyn RowReader| {
            let texts = (1..=self.columns.len()).map(|column| Ok(row.text(column)?.map(str::to_owned)));
            let texts: Vec<Option<String>> = texts.collect::<Result<_, StoreError>>()?;
            bytes += texts.iter().flatten().map(String::len).sum::<usize>();
            records.push(RecordTexts { offset: offset_of(row.required_integer(0)?), is_removed, texts });
            if bytes > PART_BYTES {
                bytes = 0;
                let part = Part::Records(std::mem::take(&mut records));
                return sender.send(part).map_err(|_| stopped());
            }
            Ok(())
        })?;
        sender.send(Part::Records(records)).map_err(|_| stopped())
    }
}

/// Splits the texts of blocks until there are no more or `report` returns false.
fn split(fields: &[SearchedField], parts: Receiver<Part>, report: impl Fn(BlockChanges) -> bool) {
    let mut collector = Collector::default();
    for part in parts {
        let is_wanted = match part {
            Part::Records(records) => {
                match records.iter().try_for_each(|record| collector.add(fields, record)) {
                    Ok(()) => true,
                    Err(error) => {
                        report(Err(error));
                        false
                    }
                }
            }
            Part::EndOfBlock(block) => report(Ok((block, collector.finish_block()))),
        };
        if !is_wanted {
            return;
        }
    }
}

fn stopped() -> StoreError {
    StoreError::Value("splitting texts into words failed".to_owned())
}
