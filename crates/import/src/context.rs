//! The state that all phases of an import share.

use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

use folkmoot_database::import_transaction::ImportTransaction;
use folkmoot_model::resource::facets::relations;
use folkmoot_model::resources::{RESOURCES, all_resources};
use folkmoot_store::StoreError;
pub use folkmoot_store::platform_clock::DayChange;
use jiff::civil::Date;

use crate::report::{Report, Summary};
use crate::sql;

/// An import in progress. The phases are functions over it; `run.rs` decides their order.
pub struct ImportContext<'a> {
    /// The transaction that reads, checks and writes.
    pub transaction: &'a ImportTransaction<'a>,
    /// The errors and warnings found so far.
    pub report: Report,
    /// The writes so far; in a dry run, the writes that an import would make.
    pub summary: Summary,
    /// The timestamp of the import, in milliseconds since 1970.
    pub now: i64,
    /// Whether the import is the erasure of people.
    pub is_erasure: bool,
    /// Whether the import deletes people, so that a table has the stored records that concern them.
    pub deletes_people: bool,
    /// The day that has begun, if the import follows from that: its deferred changes are of the day before.
    pub begun_day: Option<Date>,
    /// The number of rows that were held back, and of references that were cleared, by file.
    pub held_back: BTreeMap<String, (u64, u64)>,
    /// The files whose staged rows were compared with the stored ones, by resource.
    pub compared: BTreeMap<&'static str, Compared>,
    /// How the stored day changed. If it did, the state of every vote is computed again.
    pub day_change: DayChange,
    /// When the import began, by a clock that nobody sets.
    began: Instant,
    /// The greatest key of each table before the import.
    newest: HashMap<&'static str, i64>,
    /// The same after it, once it adds no more rows.
    newest_of_import: HashMap<&'static str, i64>,
}

/// The numbers of staged rows of a file that was compared.
#[derive(Debug, Clone, Copy, Default)]
pub struct Compared {
    /// All of them.
    pub rows: u64,
    /// Those whose record is stored.
    pub existing_rows: u64,
}

impl<'a> ImportContext<'a> {
    /// An import that has found and written nothing yet.
    pub fn new(transaction: &'a ImportTransaction<'a>, now: i64) -> Self {
        let (report, summary) = (Report::default(), Summary::default());
        let held_back = BTreeMap::new();
        Self {
            transaction,
            report,
            summary,
            now,
            is_erasure: false,
            deletes_people: false,
            begun_day: None,
            held_back,
            compared: BTreeMap::new(),
            day_change: DayChange::None,
            began: Instant::now(),
            newest: HashMap::new(),
            newest_of_import: HashMap::new(),
        }
    }

    /// The current time in milliseconds since 1970. An import can take hours, so its start time is not
    /// current.
    pub fn current_time(&self) -> i64 {
        self.now.saturating_add(i64::try_from(self.began.elapsed().as_millis()).unwrap_or(i64::MAX))
    }

    /// The greatest key of a table before the import; 0 if it had no rows.
    pub fn newest(&self, table: &str) -> i64 {
        self.newest.get(table).copied().unwrap_or(0)
    }

    /// The numbers of staged rows of a resource.
    pub fn compared(&self, resource: &str) -> Compared {
        self.compared.get(resource).copied().unwrap_or_default()
    }

    /// Reads the greatest key of each table.
    pub fn read_newest(&mut self) -> Result<(), StoreError> {
        self.newest = self.greatest_keys_now()?;
        Ok(())
    }

    /// Reads which tables have new rows. From here on, the import adds none.
    pub fn finish_rows(&mut self) -> Result<(), StoreError> {
        self.newest_of_import = self.greatest_keys_now()?;
        Ok(())
    }

    fn greatest_keys_now(&self) -> Result<HashMap<&'static str, i64>, StoreError> {
        let related = RESOURCES.iter().flat_map(|resource| relations(resource));
        let tables = all_resources().map(|resource| resource.names.plural);
        let tables: Vec<_> = tables.chain(related.map(|relation| relation.table)).collect();
        let newest = tables.iter().map(|table| sql::changes::newest_key(table));
        let newest = self.transaction.executor().numbers(newest)?;
        Ok(tables.into_iter().zip(newest).collect())
    }

    /// The sum of the greatest keys before the import: about the number of stored rows, and at least that.
    pub fn greatest_keys(&self) -> u64 {
        self.newest.values().map(|newest| newest.unsigned_abs()).sum()
    }

    /// All tables, if none of them has rows.
    pub fn empty_tables(&self) -> Option<Vec<&'static str>> {
        let is_empty = self.newest.values().all(|newest| *newest == 0);
        is_empty.then(|| self.newest.keys().copied().collect())
    }

    /// Counts the rows that were held back, and warns about references that were cleared and records that were left out.
    pub fn report_held_back(&mut self) {
        for (file, (rows, references)) in std::mem::take(&mut self.held_back) {
            self.summary.held_back += rows;
            if references > 0 {
                self.report
                    .add_warning(format!("cleared {references} references of {file} to missing records"));
            }
        }
        for sentence in self.summary.left_out.sentences() {
            self.report.add_warning(sentence);
        }
    }

    /// The number that a query counts.
    pub fn count(&self, sql: &str) -> Result<u64, StoreError> {
        Ok(u64::try_from(self.transaction.number(sql)?).unwrap_or(0))
    }

    /// Whether a table has rows.
    pub fn has_rows(&self, table: &str) -> Result<bool, StoreError> {
        Ok(!self.transaction.is_only_declared(table) && self.count(&sql::has_rows(table))? > 0)
    }

    /// Whether the import has added rows to a table so far.
    pub fn has_new_rows(&self, table: &str) -> Result<bool, StoreError> {
        if let Some(newest) = self.newest_of_import.get(table) {
            return Ok(*newest > self.newest(table));
        }
        match self.newest(table) {
            0 => self.has_rows(table),
            newest => Ok(self.transaction.number(&sql::changes::newest_key(table))? > newest),
        }
    }

    /// Whether the import has marked rows of a resource so far, which it changes or removes.
    pub fn has_marked_rows(&self, resource: &str) -> Result<bool, StoreError> {
        self.has_rows(&sql::tables::changed_keys(resource))
    }

    /// Whether the import has added or marked rows of one of these resources so far. If not, the steps that only follow from
    /// such rows need no statement.
    pub fn has_touched(&self, resources: &[&str]) -> Result<bool, StoreError> {
        for resource in resources {
            if self.has_marked_rows(resource)? || self.has_new_rows(resource)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
