//! Records: pages by key, single records by id, and scans that build and update list indexes.

use std::sync::Arc;

use folkmoot_database::Database;
use folkmoot_database::executor::Executor;
use folkmoot_database::pages::{RecordWriter, WrittenPage};
use folkmoot_database::postgres::PageStatement;
use folkmoot_database::row_reader::RowReader;
use folkmoot_model::resource::facets::{
    Entry, Facet, FacetType, Number, NumberType, enum_value_hash, number_of_day, number_of_degrees, relations,
};
use folkmoot_model::resource::{PersonKind, Relation, Resource};
use folkmoot_model::resources::DELETED_ITEMS;
use folkmoot_model::timestamp::cut_to_day;
use uuid::Uuid;

use super::access::AccessView;
use super::audience::Versions;
use super::changes::{self, FeedRead, Version, key_parameters};
use super::encode::{EncodedRecord, Encoding, View, Written};
use super::platform::{self, Platform};
use super::points::degrees;
use super::queries::{KEYS_AT_ONCE, numbered_parameters};
use super::ties::tie;
use super::{Store, StoreError};

/// The records of a page, read in one state of the database.
#[derive(Debug)]
pub struct PageRecords {
    /// The record of each requested key as JSON; `None` if the row was deleted, or the view does not see it.
    pub records: Vec<Option<EncodedRecord>>,
    /// The newest change, in that state, of the resource or of a table that its records show values of.
    pub sequence: i64,
}

impl PageRecords {
    fn new(page: WrittenPage<Written>) -> Self {
        let WrittenPage { buffer, records, sequence } = page;
        let record = |(range, written)| EncodedRecord::new(&buffer, range, written);
        Self { records: records.into_iter().map(|written| written.and_then(record)).collect(), sequence }
    }
}

/// Writes rows as JSON for a view.
struct ViewWriter<'a> {
    encoding: &'a Encoding,
    view: &'a View,
}

impl RecordWriter for ViewWriter<'_> {
    type Written = Written;

    fn write(&self, row: &impl RowReader, buffer: &mut Vec<u8>) -> Result<Written, StoreError> {
        self.encoding.write(row, self.view, buffer)
    }
}

/// One record, and the state of the database from which it was read.
#[derive(Debug)]
pub struct ReadRecord {
    /// The record as JSON.
    pub json: Vec<u8>,
    /// Whether results of votes are withheld from it.
    pub withholds_votes: bool,
    /// The newest change, in that state, of the resource or of a table that its records show values of.
    pub version: Version,
}

/// The result of reading one record.
#[derive(Debug)]
pub enum RecordRead {
    /// The record.
    Found(ReadRecord),
    /// The record does not exist, or the view does not see it, in the state of the database with these newest changes.
    Missing(NewestChanges),
}

/// The state of the database that shows that a record does not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewestChanges {
    /// The newest change of the resource or of a table that its records show values of.
    pub of_records: i64,
    /// The newest change of the tombstones.
    pub of_tombstones: i64,
}

/// Operations on records.
#[derive(Debug, Clone, Copy)]
pub struct Records<'a> {
    pub(super) store: &'a Store,
}

impl Records<'_> {
    /// The statements that read what a list index contains. What was read with other statements has another meaning.
    pub fn index_statements(self, resource: &Resource) -> String {
        let mut statements = format!("{}: {}\n", resource.names.plural, self.store.queries(resource).entries);
        for relation in relations(resource) {
            statements.push_str(&pairs_query(resource, &relation));
            statements.push('\n');
        }
        statements
    }

    /// Reads the records with these keys, in this order, as JSON for `view`.
    pub async fn read_page(
        self,
        resource: &Resource,
        keys: &[i64],
        view: &View,
    ) -> Result<PageRecords, StoreError> {
        let queries = self.store.queries(resource);
        let seen = queries.seen_by(&view.access);
        let writer = ViewWriter { encoding: &seen.encoding, view };
        let page = match &*self.store.database {
            Database::Sqlite(sqlite) => sqlite.read_page(&queries.version, &seen.by_keys, keys, &writer)?,
            Database::Postgres(postgres) => {
                let statement = PageStatement { by_keys: &seen.by_keys, columns: seen.encoding.columns };
                postgres.read_page(statement, keys, &writer).await?
            }
        };
        Ok(PageRecords::new(page))
    }

    /// Reads the record with this id, as the view shows ids, as JSON.
    pub async fn read_one(
        self,
        resource: &Resource,
        id: Uuid,
        view: &View,
    ) -> Result<RecordRead, StoreError> {
        let (all, view) = (Arc::clone(self.store.queries(resource)), view.clone());
        let read = move |executor: &dyn Executor| {
            let queries = all.seen_by(&view.access);
            let id = stored_id(queries.are_people, id, &view.access);
            let record = executor.one(&queries.by_id, &[id.into()], |row| {
                let mut json = Vec::with_capacity(2048);
                let written = queries.encoding.write(row, &view, &mut json)?;
                let version = version(row, queries.encoding.columns)?;
                Ok(match written {
                    Written::Nothing => None,
                    Written::Record { withholds_votes } => {
                        Some(ReadRecord { json, withholds_votes, version })
                    }
                })
            });
            if let Some(record) = record?.flatten() {
                return Ok(RecordRead::Found(record));
            }
            Ok(RecordRead::Missing(newest_changes(executor, &all.version)?))
        };
        self.store.database.read_by_key(&self.store.pools.reads, read).await
    }

    /// The newest changes of the state in which no record has this id, as a client with this access sees records and ids; `None` if
    /// one has it.
    pub async fn missing(
        self,
        resource: &Resource,
        id: Uuid,
        access: &AccessView,
    ) -> Result<Option<NewestChanges>, StoreError> {
        let (all, access) = (Arc::clone(self.store.queries(resource)), access.clone());
        let read = move |executor: &dyn Executor| {
            let queries = all.seen_by(&access);
            let id = stored_id(queries.are_people, id, &access);
            let is_seen = executor.one(&queries.exists, &[id.into()], |row| {
                Ok(!access.hides_votes(row.text(0)?.unwrap_or_default()))
            });
            if is_seen? == Some(true) {
                return Ok(None);
            }
            newest_changes(executor, &all.version).map(Some)
        };
        self.store.database.read_by_key(&self.store.pools.reads, read).await
    }

    /// Runs `read` in one state of the database that is not older than the change `since`. It may scan all tables.
    pub fn scan<T>(
        self,
        since: i64,
        read: impl FnOnce(&Scan<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.store.database.read_tables(|executor| self.run_scan(executor, since, read))
    }

    /// Like [`Self::scan`], for a few records, with the timeout of a request.
    pub fn scan_few<T>(
        self,
        since: i64,
        read: impl FnOnce(&Scan<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.store.database.read_latest(|executor| self.run_scan(executor, since, read))
    }

    /// Like [`Self::scan`], on a connection of its own, so that nothing else waits however long the scan takes.
    pub fn scan_for_stream<T>(
        self,
        since: i64,
        read: impl FnOnce(&Scan<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.store.database.read_on_own_connection(|executor| self.run_scan(executor, since, read))
    }

    fn run_scan<T>(
        self,
        executor: &dyn Executor,
        since: i64,
        read: impl FnOnce(&Scan<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        changes::require(executor, since)?;
        read(&Scan { executor, store: self.store })
    }
}

/// The columns of the records' entries in a list index.
#[derive(Debug, Clone, Copy)]
pub struct Columns<'a> {
    /// The facets of the resource.
    pub facets: &'a [Facet],
    /// The numbers of the resource.
    pub numbers: &'a [Number],
}

/// One state of the database, from which list indexes are built and updated.
pub struct Scan<'a> {
    pub(super) executor: &'a dyn Executor,
    pub(super) store: &'a Store,
}

impl Scan<'_> {
    /// Reads the change feed after an entry.
    pub fn changes_after(&self, sequence: i64) -> Result<FeedRead, StoreError> {
        changes::read_after(self.executor, sequence)
    }

    /// The platform; `None` before the first import.
    pub fn platform(&self) -> Result<Option<Platform>, StoreError> {
        platform::read(self.executor)
    }

    /// The newest change of anything.
    pub fn version(&self) -> Result<Version, StoreError> {
        changes::newest_version(self.executor)
    }

    /// The newest change of the resource.
    pub fn sequence(&self, resource: &Resource) -> Result<i64, StoreError> {
        changes::newest_of(self.executor, resource.names.plural)
    }

    /// The newest changes of the resource or of a table that its records show values of.
    pub fn versions(&self, resource: &Resource) -> Result<Versions, StoreError> {
        let mut versions = Versions::default();
        for subject in resource.shown_tables() {
            for (hidden_by, newest) in changes::newest_by_reasons(self.executor, subject)? {
                versions.add(hidden_by, newest);
            }
        }
        Ok(versions)
    }

    /// The greatest key of the table, which is at least its number of rows.
    pub fn greatest_key(&self, resource: &Resource) -> Result<i64, StoreError> {
        let sql = format!("SELECT COALESCE(MAX(key), 0) FROM {}", resource.names.plural);
        self.executor.number(&sql, &[])
    }

    /// Passes each record that lists contain to `each`, oldest first, and those of equal timestamps by id, or by key if records
    /// have none.
    pub fn entries(
        &self,
        resource: &Resource,
        columns: Columns<'_>,
        mut each: impl FnMut(Entry<'_>),
    ) -> Result<(), StoreError> {
        let queries = self.store.queries(resource);
        let mut buffer = EntryBuffer::new(columns);
        self.executor.query(&queries.entries, &[], &mut |row| {
            each(buffer.read(row, queries.first_facet, columns)?);
            Ok(())
        })
    }

    /// Passes the records with these keys that lists contain to `each`, in any order.
    pub fn entries_of(
        &self,
        resource: &Resource,
        columns: Columns<'_>,
        keys: &[i64],
        mut each: impl FnMut(Entry<'_>),
    ) -> Result<(), StoreError> {
        let queries = self.store.queries(resource);
        let mut buffer = EntryBuffer::new(columns);
        for keys in key_parameters(keys) {
            self.executor.query(&queries.entries_of, &keys, &mut |row| {
                each(buffer.read(row, queries.first_facet, columns)?);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Passes each pair of a relation to `each`: the key of the filtered record and the id of the other one.
    pub fn pairs(
        &self,
        resource: &Resource,
        relation: &Relation,
        mut each: impl FnMut(i64, u128),
    ) -> Result<(), StoreError> {
        self.executor.query(&pairs_query(resource, relation), &[], &mut |row| pair(row, &mut each))
    }

    /// Passes the pairs of the records with these keys to `each`.
    pub fn pairs_of(
        &self,
        resource: &Resource,
        relation: &Relation,
        keys: &[i64],
        mut each: impl FnMut(i64, u128),
    ) -> Result<(), StoreError> {
        let parameters = numbered_parameters(KEYS_AT_ONCE);
        let sql = format!("{} WHERE this.key IN ({parameters})", pairs_query(resource, relation));
        for keys in key_parameters(keys) {
            self.executor.query(&sql, &keys, &mut |row| pair(row, &mut each))?;
        }
        Ok(())
    }
}

/// The stored id of a record whose id the view shows as `id`.
fn stored_id(are_people: bool, id: Uuid, access: &AccessView) -> Uuid {
    match access.pseudonyms() {
        Some(pseudonyms) if are_people => {
            Uuid::from_bytes(pseudonyms.restore(PersonKind::Other, id.into_bytes()))
        }
        _ => id,
    }
}

/// The newest changes of a resource, which the statement `newest` reads, and of the tombstones.
fn newest_changes(executor: &dyn Executor, newest: &str) -> Result<NewestChanges, StoreError> {
    let of_tombstones = changes::newest_of(executor, DELETED_ITEMS.names.plural)?;
    Ok(NewestChanges { of_records: executor.number(newest, &[])?, of_tombstones })
}

/// The version in two columns of a row.
fn version(row: &dyn RowReader, column: usize) -> Result<Version, StoreError> {
    let (sequence, happened_at) = (row.integer(column)?, row.integer(column + 1)?);
    Ok(Version { sequence: sequence.unwrap_or_default(), happened_at: happened_at.unwrap_or_default() })
}

fn pairs_query(resource: &Resource, relation: &Relation) -> String {
    let Relation { table, own, other, .. } = relation;
    let records = resource.names.plural;
    format!(
        "SELECT this.key, pair.{other} FROM {table} AS pair JOIN {records} AS this ON this.id = pair.{own}"
    )
}

fn pair(row: &dyn RowReader, each: &mut impl FnMut(i64, u128)) -> Result<(), StoreError> {
    if let (Some(key), Some(id)) = (row.integer(0)?, row.uuid(1)?) {
        each(key, u128::from_be_bytes(id));
    }
    Ok(())
}

/// The values of the entry that is being read.
struct EntryBuffer {
    values: Vec<Option<u128>>,
    numbers: Vec<Option<i64>>,
}

impl EntryBuffer {
    fn new(columns: Columns<'_>) -> Self {
        Self { values: vec![None; columns.facets.len()], numbers: vec![None; columns.numbers.len()] }
    }

    fn read(
        &mut self,
        row: &dyn RowReader,
        first_facet: usize,
        columns: Columns<'_>,
    ) -> Result<Entry<'_>, StoreError> {
        let first_number = first_facet + columns.facets.len();
        let is_cut_number = |kind| matches!(kind, NumberType::CutTimestamp | NumberType::CutEither(_));
        let has_cut = columns.numbers.iter().any(|number| is_cut_number(number.kind));
        let is_cut = has_cut && row.boolean(first_number + columns.numbers.len())?.unwrap_or(false);
        for (column, (facet, value)) in (first_facet..).zip(columns.facets.iter().zip(&mut self.values)) {
            *value = facet_value(row, column, facet.kind)?;
        }
        for (column, (number, value)) in (first_number..).zip(columns.numbers.iter().zip(&mut self.numbers)) {
            *value = number_value(row, column, number.kind)?;
            if is_cut && is_cut_number(number.kind) {
                *value = value.map(cut_to_day);
            }
        }
        let integer = |column| row.integer(column).map(Option::unwrap_or_default);
        let tie = tie(row, FIRST_TIE_BREAKER..first_facet)?;
        Ok(Entry { key: integer(0)?, tie, order: integer(1)?, values: &self.values, numbers: &self.numbers })
    }
}

fn facet_value(row: &dyn RowReader, column: usize, kind: FacetType) -> Result<Option<u128>, StoreError> {
    Ok(match kind {
        FacetType::Id => row.uuid(column)?.map(u128::from_be_bytes),
        FacetType::Word => row.text(column)?.map(enum_value_hash),
        FacetType::Flag => row.boolean(column)?.map(u128::from),
        FacetType::IsSet => Some(u128::from(!row.is_null(column)?)),
    })
}

fn number_value(row: &dyn RowReader, column: usize, kind: NumberType) -> Result<Option<i64>, StoreError> {
    Ok(match kind {
        NumberType::Integer | NumberType::CutTimestamp | NumberType::Either(_) | NumberType::CutEither(_) => {
            row.integer(column)?
        }
        NumberType::Day => row.date(column)?.as_deref().map(number_of_day),
        NumberType::Longitude => {
            row.text(column)?.and_then(degrees).map(|(longitude, _)| number_of_degrees(longitude))
        }
        NumberType::Latitude => {
            row.text(column)?.and_then(degrees).map(|(_, latitude)| number_of_degrees(latitude))
        }
    })
}

/// The first column of the ids that break ties, if there are any.
const FIRST_TIE_BREAKER: usize = 2;
