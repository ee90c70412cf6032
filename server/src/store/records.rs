//! Reading records: pages by key, single ones by id, and what the list index holds of them.

use std::sync::Arc;

use bytes::Bytes;
use uuid::Uuid;

use super::changes;
use super::connection::Connection;
use super::encode::View;
use super::row::Row;
use super::value::Value;
use super::{Database, Store, StoreError};
use crate::lists::facets::{Entry, Facet, FacetKind, value_of_day, value_of_word};
use crate::resource::{Relation, Resource};

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
        if changes::newest(connection)? < since {
            return Err(StoreError::Behind);
        }
        read(&Scan { connection, store: self })
    }
}

/// One state of the database, for building and mending list indexes.
pub struct Scan<'a> {
    connection: &'a dyn Connection,
    store: &'a Store,
}

impl Scan<'_> {
    /// The newest change of the resource.
    pub fn sequence(&self, resource: &Resource) -> Result<i64, StoreError> {
        changes::newest_of(self.connection, resource.names.plural)
    }

    /// How many rows the table has at most.
    pub fn row_bound(&self, resource: &Resource) -> Result<usize, StoreError> {
        let sql = format!("SELECT COALESCE(MAX(key), 0) FROM {}", resource.names.plural);
        Ok(usize::try_from(self.connection.number(&sql, &[])?).unwrap_or(0))
    }

    /// Every record that lists show, oldest first.
    pub fn entries(
        &self,
        resource: &Resource,
        facets: &[Facet],
        mut each: impl FnMut(Entry<'_>),
    ) -> Result<(), StoreError> {
        let mut values = vec![None; facets.len()];
        self.connection.query(&self.store.queries(resource).entries, &[], &mut |row| {
            each(entry(row, facets, &mut values)?);
            Ok(())
        })
    }

    /// The record with this key, where lists show it.
    pub fn entry(
        &self,
        resource: &Resource,
        facets: &[Facet],
        key: i64,
        each: impl FnOnce(Entry<'_>),
    ) -> Result<(), StoreError> {
        let mut values = vec![None; facets.len()];
        let mut each = Some(each);
        self.connection.query(&self.store.queries(resource).entry, &[key.into()], &mut |row| {
            if let Some(each) = each.take() {
                each(entry(row, facets, &mut values)?);
            }
            Ok(())
        })
    }

    /// Every pair of a relation: the key of the filtered record, the id of the other.
    pub fn pairs(
        &self,
        resource: &Resource,
        relation: &Relation,
        key: Option<i64>,
        mut each: impl FnMut(i64, u128),
    ) -> Result<(), StoreError> {
        let Relation { table, own, other, .. } = relation;
        let records = resource.names.plural;
        let only = if key.is_some() { "AND this.key = ?1" } else { "" };
        let sql = format!(
            "SELECT this.key, pair.{other} FROM {table} AS pair JOIN {records} AS this ON this.id = pair.{own} {only}"
        );
        let key: Vec<Value> = key.into_iter().map(Value::from).collect();
        self.connection.query(&sql, &key, &mut |row| {
            if let (Some(key), Some(id)) = (row.integer(0)?, row.uuid(1)?) {
                each(key, u128::from_be_bytes(id));
            }
            Ok(())
        })
    }
}

fn entry<'v>(
    row: &dyn Row,
    facets: &[Facet],
    values: &'v mut [Option<u128>],
) -> Result<Entry<'v>, StoreError> {
    let integer = |column| row.integer(column).map(Option::unwrap_or_default);
    for (position, facet) in facets.iter().enumerate() {
        let column = position + 3;
        values[position] = match facet.kind {
            FacetKind::Id => row.uuid(column)?.map(u128::from_be_bytes),
            FacetKind::Word => row.text(column)?.map(value_of_word),
            FacetKind::Day => row.date(column)?.as_deref().map(value_of_day),
            FacetKind::Flag => row.boolean(column)?.map(u128::from),
        };
    }
    Ok(Entry { key: integer(0)?, order: integer(1)?, changed: integer(2)?, values })
}
