//! Reading records: pages by key, single ones by id, and what the list index holds of them.

use std::rc::Rc;

use bytes::Bytes;
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension as _};
use uuid::Uuid;

use super::changes;
use super::encode::View;
use super::row::Row as _;
use super::{Store, StoreError};
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
    pub fn rows(&self, resource: &Resource, keys: &[i64], view: &View) -> Result<Rows, StoreError> {
        let queries = self.queries(resource);
        self.sqlite.read(|connection| {
            let sequence = changes::newest_of(connection, resource.names.plural)?;
            // Neighbours in the table are found fastest one after the other.
            let mut asked: Vec<(i64, usize)> = keys.iter().copied().zip(0..).collect();
            asked.sort_unstable();
            let mut statement = connection.prepare_cached(&queries.by_keys)?;
            let list: Vec<Value> = asked.iter().map(|(key, _)| Value::Integer(*key)).collect();
            let mut rows = statement.query([Rc::new(list)])?;
            // All records are written into one buffer, and each is a part of it.
            let mut buffer = Vec::with_capacity(keys.len() * 2048);
            let mut parts = vec![None; keys.len()];
            let mut asked = asked.into_iter();
            while let Some(row) = rows.next()? {
                let key = row.integer(0)?;
                let start = buffer.len();
                queries.encoding.write(row, view, &mut buffer)?;
                if let Some((_, place)) = asked.find(|(asked, _)| Some(*asked) == key) {
                    parts[place] = Some(start..buffer.len());
                }
            }
            let buffer = Bytes::from(buffer);
            let records = parts.into_iter().map(|part| part.map(|part| buffer.slice(part))).collect();
            Ok(Rows { records, sequence })
        })
    }

    /// Appends the record with this id as JSON; false where there is none.
    pub fn item(
        &self,
        resource: &Resource,
        id: Uuid,
        view: &View,
        out: &mut Vec<u8>,
    ) -> Result<bool, StoreError> {
        let queries = self.queries(resource);
        self.sqlite.read(|connection| {
            let mut statement = connection.prepare_cached(&queries.by_id)?;
            let mut rows = statement.query([id.as_bytes().as_slice()])?;
            let Some(row) = rows.next()? else { return Ok(false) };
            queries.encoding.write(row, view, out)?;
            Ok(true)
        })
    }

    /// Whether there is a record with this id.
    pub fn exists(&self, resource: &Resource, id: Uuid) -> Result<bool, StoreError> {
        let queries = self.queries(resource);
        self.sqlite.read(|connection| {
            let found = connection
                .prepare_cached(&queries.exists)?
                .query_row([id.as_bytes().as_slice()], |_| Ok(()))
                .optional()?;
            Ok(found.is_some())
        })
    }

    /// Runs `read` on one state of the database, which it can go through as often as it needs.
    pub fn scan<T>(&self, read: impl FnOnce(&Scan<'_>) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.sqlite
            .read(|connection| read(&Scan { connection, store: self }))
            .map_err(|error| self.sqlite.describe(error))
    }
}

/// One state of the database, for building and mending list indexes.
#[derive(Debug)]
pub struct Scan<'a> {
    connection: &'a Connection,
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
        let newest: i64 = self.connection.prepare_cached(&sql)?.query_row([], |row| row.get(0))?;
        Ok(usize::try_from(newest).unwrap_or(0))
    }

    /// Every record that lists show, oldest first.
    pub fn entries(
        &self,
        resource: &Resource,
        facets: &[Facet],
        mut each: impl FnMut(Entry<'_>),
    ) -> Result<(), StoreError> {
        let queries = self.store.queries(resource);
        let mut statement = self.connection.prepare_cached(&queries.entries)?;
        let mut rows = statement.query([])?;
        let mut values = vec![None; facets.len()];
        while let Some(row) = rows.next()? {
            each(entry(row, facets, &mut values)?);
        }
        Ok(())
    }

    /// The record with this key, where lists show it.
    pub fn entry(
        &self,
        resource: &Resource,
        facets: &[Facet],
        key: i64,
        each: impl FnOnce(Entry<'_>),
    ) -> Result<(), StoreError> {
        let queries = self.store.queries(resource);
        let mut statement = self.connection.prepare_cached(&queries.entry)?;
        let mut rows = statement.query([key])?;
        let mut values = vec![None; facets.len()];
        if let Some(row) = rows.next()? {
            each(entry(row, facets, &mut values)?);
        }
        Ok(())
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
        let mut statement = self.connection.prepare_cached(&sql)?;
        let mut rows = match key {
            Some(key) => statement.query([key])?,
            None => statement.query([])?,
        };
        while let Some(row) = rows.next()? {
            if let (Some(key), Some(id)) = (row.integer(0)?, row.uuid(1)?) {
                each(key, u128::from_be_bytes(id));
            }
        }
        Ok(())
    }
}

fn entry<'v>(
    row: &rusqlite::Row<'_>,
    facets: &[Facet],
    values: &'v mut [Option<u128>],
) -> Result<Entry<'v>, StoreError> {
    let integer = |column| row.integer(column).map(Option::unwrap_or_default);
    for (position, facet) in facets.iter().enumerate() {
        let column = position + 3;
        values[position] = match facet.kind {
            FacetKind::Id => row.uuid(column)?.map(u128::from_be_bytes),
            FacetKind::Word => row.text(column)?.map(value_of_word),
            FacetKind::Day => row.text(column)?.map(value_of_day),
            FacetKind::Flag => row.boolean(column)?.map(u128::from),
        };
    }
    Ok(Entry { key: integer(0)?, order: integer(1)?, changed: integer(2)?, values })
}
