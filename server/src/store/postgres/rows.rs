//! Reading the records of a page: all of them in one statement, which sees one state of the database.

use bytes::Bytes;
use deadpool_postgres::Pool;
use tokio_postgres::Row;

use super::{Postgres, client, in_time};
use crate::store::StoreError;
use crate::store::encode::View;
use crate::store::queries::Queries;
use crate::store::records::Rows;

impl Postgres {
    /// The records with these keys, from a replica that is as far as this server, or from the primary.
    pub async fn rows(&self, queries: &Queries, keys: &[i64], view: &View) -> Result<Rows, StoreError> {
        for replica in self.replicas.usable() {
            match self.rows_from(&replica.pool, queries, keys, view).await {
                Ok((rows, newest)) if newest >= self.seen() => return Ok(rows),
                Ok(_) => {}
                Err(error @ StoreError::Unreachable(_)) => replica.leave_out(&error),
                Err(error) => return Err(error),
            }
        }
        Ok(self.rows_from(&self.primary, queries, keys, view).await?.0)
    }

    async fn rows_from(
        &self,
        pool: &Pool,
        queries: &Queries,
        keys: &[i64],
        view: &View,
    ) -> Result<(Rows, i64), StoreError> {
        let client = client(pool, self.patience).await?;
        let patience = Some(self.patience);
        let found = async {
            let statement = in_time(patience, client.prepare_cached(&queries.by_keys)).await?;
            in_time(patience, client.query(&statement, &[&keys])).await
        };
        match found.await {
            Ok(rows) => written(queries, &rows, view),
            Err(error) => {
                // Whoever is next must not wait for what this one gave up.
                drop(deadpool_postgres::Object::take(client));
                Err(error)
            }
        }
    }
}

fn written(queries: &Queries, rows: &[Row], view: &View) -> Result<(Rows, i64), StoreError> {
    use crate::store::row::Row as _;
    let mut buffer = Vec::with_capacity(rows.len() * 2048);
    let mut parts = Vec::with_capacity(rows.len());
    let (mut newest, mut sequence) = (0, 0);
    for row in rows {
        newest = row.integer(queries.encoding.columns)?.unwrap_or(0);
        sequence = row.integer(queries.encoding.columns + 1)?.unwrap_or(0);
        let start = buffer.len();
        let there = row.integer(0)?.is_some();
        if there {
            queries.encoding.write(row, view, &mut buffer)?;
        }
        parts.push(there.then_some(start..buffer.len()));
    }
    let buffer = Bytes::from(buffer);
    let records = parts.into_iter().map(|part| part.map(|part| buffer.slice(part))).collect();
    Ok((Rows { records, sequence }, newest))
}
