//! Reading records: pages by key, single ones by id, and what the list index holds of them.

use std::sync::Arc;

use bytes::Bytes;
use folkmoot_model::resource::facets::{Entry, Facet, FacetKind, value_of_day, value_of_word};
use folkmoot_model::resource::{Relation, Resource};
use uuid::Uuid;

use super::changes::{self, News};
use super::connection::Connection;
use super::encode::View;
use super::queries::{KEYS_AT_ONCE, numbered_parameters};
use super::row::Row;
use super::value::Value;
use super::{Database, Store, StoreError};

/// Rows read on one state of the database.
#[derive(Debug)]
pub struct Rows {
    /// Each asked key's record as JSON; none where the row is gone.
    pub records: Vec<Option<Bytes>>,
    /// The newest change of the resource in that state.
    pub sequence: i64,
}

impl Store {
    /// The records with these keys, in this order, written for `view`.
    pub async fn rows(&self, resource: &Resource, keys: &[i64], view: &View) -> Result<Rows, StoreError> {
        let queries = self.queries(resource);
        match &self.database {
            Database::Sqlite(sqlite) => sqlite.rows(resource, queries, keys, view),
            Database::Postgres(postgres) => postgres.rows(queries, keys, view).await,
        }
    }

    /// The record with this id as JSON; none where there is none.
    pub async fn item(
        self: &Arc<Self>,
        resource: &'static Resource,
        id: Uuid,
        view: &View,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        let view = view.clone();
        self.read_by_key(move |store, connection| {
            let queries = store.queries(resource);
            connection.one(&queries.by_id, &[id.into()], |row| {
                let mut json = Vec::with_capacity(2048);
                queries.encoding.write(row, &view, &mut json)?;
                Ok(json)
            })
        })
        .await
    }

    /// Whether there is a record with this id.
    pub async fn exists(self: &Arc<Self>, resource: &'static Resource, id: Uuid) -> Result<bool, StoreError> {
        self.read_by_key(move |store, connection| {
            connection.finds(&store.queries(resource).exists, &[id.into()])
        })
        .await
    }

    /// Runs `read` on one state of the database, whose tables it can go through as often as it needs. The state is not
    /// older than the change `since`.
    pub fn scan<T>(
        &self,
        since: i64,
        read: impl FnOnce(&Scan<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.read_long(|connection| self.scanned(connection, since, read))
    }

    /// The same for a few records: they are there at once, or the database does not answer.
    pub fn scan_few<T>(
        &self,
        since: i64,
        read: impl FnOnce(&Scan<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.read_fresh(|connection| self.scanned(connection, since, read))
    }

    fn scanned<T>(
        &self,
        connection: &dyn Connection,
        since: i64,
        read: impl FnOnce(&Scan<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        changes::require(connection, since)?;
        read(&Scan { connection, store: self })
    }
}

/// One state of the database, for building and mending list indexes.
pub struct Scan<'a> {
    connection: &'a dyn Connection,
    store: &'a Store,
}

impl Scan<'_> {
    /// What the change feed contains after an entry.
    pub fn changes_after(&self, sequence: i64) -> Result<News, StoreError> {
        changes::after(self.connection, sequence)
    }

    /// The newest change of the resource.
    pub fn sequence(&self, resource: &Resource) -> Result<i64, StoreError> {
        changes::newest_of(self.connection, resource.names.plural)
    }

    /// How many rows the table has, or somewhat more: its greatest key.
    pub fn greatest_key(&self, resource: &Resource) -> Result<i64, StoreError> {
        let sql = format!("SELECT COALESCE(MAX(key), 0) FROM {}", resource.names.plural);
        self.connection.number(&sql, &[])
    }

    /// Every record that lists show, oldest first.
    pub fn entries(
        &self,
        resource: &Resource,
        facets: &[Facet],
        mut each: impl FnMut(Entry<'_>),
    ) -> Result<(), StoreError> {
        let queries = self.store.queries(resource);
        let mut values = vec![None; facets.len()];
        self.connection.query(&queries.entries, &[], &mut |row| {
            each(entry(row, queries.first_facet, facets, &mut values)?);
            Ok(())
        })
    }

    /// The records with these keys, where lists show them, in no order.
    pub fn entries_of(
        &self,
        resource: &Resource,
        facets: &[Facet],
        keys: &[i64],
        mut each: impl FnMut(Entry<'_>),
    ) -> Result<(), StoreError> {
        let queries = self.store.queries(resource);
        let mut values = vec![None; facets.len()];
        for keys in key_parameters(keys) {
            self.connection.query(&queries.entries_of, &keys, &mut |row| {
                each(entry(row, queries.first_facet, facets, &mut values)?);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Every pair of a relation: the key of the filtered record, the id of the other.
    pub fn pairs(
        &self,
        resource: &Resource,
        relation: &Relation,
        mut each: impl FnMut(i64, u128),
    ) -> Result<(), StoreError> {
        self.connection.query(&pairs_query(resource, relation), &[], &mut |row| pair(row, &mut each))
    }

    /// The pairs of the records with these keys.
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
            self.connection.query(&sql, &keys, &mut |row| pair(row, &mut each))?;
        }
        Ok(())
    }
}

fn pairs_query(resource: &Resource, relation: &Relation) -> String {
    let Relation { table, own, other, .. } = relation;
    let records = resource.names.plural;
    format!(
        "SELECT this.key, pair.{other} FROM {table} AS pair JOIN {records} AS this ON this.id = pair.{own}"
    )
}

fn pair(row: &dyn Row, each: &mut impl FnMut(i64, u128)) -> Result<(), StoreError> {
    if let (Some(key), Some(id)) = (row.integer(0)?, row.uuid(1)?) {
        each(key, u128::from_be_bytes(id));
    }
    Ok(())
}

/// Keys as the parameters of statements that take [`KEYS_AT_ONCE`]; the last key fills what is left over.
fn key_parameters(keys: &[i64]) -> impl Iterator<Item = Vec<Value>> {
    keys.chunks(KEYS_AT_ONCE).map(|keys| {
        let filling = keys.last().into_iter().cycle();
        keys.iter().chain(filling).take(KEYS_AT_ONCE).map(|key| Value::from(*key)).collect()
    })
}

fn entry<'v>(
    row: &dyn Row,
    first_facet: usize,
    facets: &[Facet],
    values: &'v mut [Option<u128>],
) -> Result<Entry<'v>, StoreError> {
    let integer = |column| row.integer(column).map(Option::unwrap_or_default);
    for (column, (facet, value)) in (first_facet..).zip(facets.iter().zip(values.iter_mut())) {
        *value = match facet.kind {
            FacetKind::Id => row.uuid(column)?.map(u128::from_be_bytes),
            FacetKind::Word => row.text(column)?.map(value_of_word),
            FacetKind::Day => row.date(column)?.as_deref().map(value_of_day),
            FacetKind::Flag => row.boolean(column)?.map(u128::from),
        };
    }
    let id = if first_facet > ID_COLUMN { row.uuid(ID_COLUMN)?.map(u128::from_be_bytes) } else { None };
    Ok(Entry { key: integer(0)?, id, order: integer(1)?, changed: integer(2)?, values })
}

/// The column of the id, where records have one.
const ID_COLUMN: usize = 3;
