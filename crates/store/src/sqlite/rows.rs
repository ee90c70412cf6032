//! Reading the records of a page, all of them with one statement.

use std::rc::Rc;

use bytes::Bytes;
use folkmoot_model::resource::Resource;
use rusqlite::types::Value;

use super::Sqlite;
use crate::encode::View;
use crate::queries::Queries;
use crate::records::Rows;
use crate::row::Row as _;
use crate::{StoreError, changes};

impl Sqlite {
    /// The records with these keys.
    pub fn rows(
        &self,
        resource: &Resource,
        queries: &Queries,
        keys: &[i64],
        view: &View,
    ) -> Result<Rows, StoreError> {
        self.read_on_worker(|connection| {
            let sequence = changes::newest_of(connection, resource.names.plural)?;
            // Neighbours in the table are found fastest one after the other.
            let mut asked: Vec<(i64, usize)> = keys.iter().copied().zip(0..).collect();
            asked.sort_unstable();
            let mut statement = connection.prepare_cached(&queries.by_keys)?;
            let list = asked.iter().map(|(key, _)| Value::Integer(*key));
            let mut rows = statement.query([Rc::new(list.collect::<Vec<_>>())])?;
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
}
