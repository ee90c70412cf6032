//! Loading rows with `COPY` in the binary format.

use bytes::{BufMut as _, BytesMut};
use futures_util::SinkExt as _;
use tokio_postgres::types::{IsNull, ToSql as _, Type};

use super::blocking_client::BlockingClient;
use super::deferred_indexes;
use crate::StoreError;
use crate::bulk_load::{BulkLoad, BulkWriter};
use crate::executor::Executor;
use crate::import_control::ImportControl;
use crate::value::Value;

/// Number of buffered bytes after which they are sent.
const BUFFER_BYTES: usize = 4 << 20;
/// The header of the binary format: signature, flags and length of the extension.
const HEADER: &[u8] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";
/// The trailer of the binary format.
const TRAILER: i16 = -1;

impl BulkLoad for BlockingClient<'_> {
    fn bulk_writer<'a>(
        &'a self,
        table: &str,
        columns: &[&str],
        distinct: bool,
    ) -> Result<Box<dyn BulkWriter + 'a>, StoreError> {
        let names = columns.join(", ");
        let target = if distinct { format!("incoming_{table}") } else { table.to_owned() };
        // COPY cannot skip existing rows, so that the rows are copied into a temporary table first.
        let before_copy = distinct.then(|| {
            format!("CREATE TEMP TABLE IF NOT EXISTS {target} AS SELECT {names} FROM {table} LIMIT 0")
        });
        let described = self.wait(async {
            let sql = format!("SELECT {names} FROM {table} LIMIT 0");
            self.within_timeout(self.client.prepare(&sql)).await
        })?;
        Ok(Box::new(CopyWriter {
            client: self,
            before_copy,
            statement: format!("COPY {target} ({names}) FROM STDIN (FORMAT binary)"),
            after_copy: distinct.then(|| {
                format!(
                    "INSERT INTO {table} ({names}) SELECT {names} FROM {target} ON CONFLICT DO NOTHING;
                     TRUNCATE {target}"
                )
            }),
            table: table.to_owned(),
            types: described.columns().iter().map(|column| column.type_().clone()).collect(),
            buffer: BytesMut::new(),
        }))
    }

    fn fill_table(&self, table: &str, insert: &str) -> Result<usize, StoreError> {
        deferred_indexes::fill_table(self, table, insert)
    }

    fn update_table(&self, table: &str, update: &str) -> Result<(), StoreError> {
        deferred_indexes::update_table(self, table, update)
    }

    fn defer_indexes(&self, tables: &[&str]) -> Result<(), StoreError> {
        deferred_indexes::defer_indexes(self, tables)
    }

    fn rebuild_indexes(&self) -> Result<(), StoreError> {
        deferred_indexes::rebuild_indexes(self)
    }

    fn expect_few_rows(&self) -> Result<(), StoreError> {
        // The planner expects more than a thousand rows in a table of the import without statistics, and would rather read
        // a whole table than look up so many.
        self.run("SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off")
    }

    fn analyze(&self, tables: &[String]) -> Result<(), StoreError> {
        self.run(&format!("ANALYZE {}", tables.join(", ")))
    }

    fn refresh_snapshot(&self) -> Result<(), StoreError> {
        // At the isolation level of imports, each statement reads the latest state.
        Ok(())
    }

    fn begin_write(&self, _: ImportControl<'_>) -> Result<(), StoreError> {
        // Imports take their lock when they begin, and there is no write lock for all tables.
        Ok(())
    }

    fn executor(&self) -> &dyn Executor {
        self
    }
}

/// Writes rows with `COPY`.
struct CopyWriter<'a> {
    client: &'a BlockingClient<'a>,
    before_copy: Option<String>,
    statement: String,
    after_copy: Option<String>,
    table: String,
    types: Vec<Type>,
    buffer: BytesMut,
}

impl BulkWriter for CopyWriter<'_> {
    fn write(&mut self, values: &mut dyn Iterator<Item = &Value>) -> Result<(), StoreError> {
        if self.buffer.is_empty() {
            self.buffer.put_slice(HEADER);
        }
        self.buffer.put_i16(i16::try_from(self.types.len()).unwrap_or(i16::MAX));
        for (value, kind) in values.zip(&self.types) {
            put_value(&mut self.buffer, value, kind)?;
        }
        if self.buffer.len() >= BUFFER_BYTES { self.send() } else { Ok(()) }
    }

    fn finish(&mut self) -> Result<(), StoreError> {
        self.send()?;
        self.client.run(&format!("ANALYZE {}", self.table))
    }
}

impl CopyWriter<'_> {
    fn send(&mut self) -> Result<(), StoreError> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        self.buffer.put_i16(TRAILER);
        let rows = self.buffer.split().freeze();
        self.before_copy.iter().try_for_each(|statement| self.client.run(statement))?;
        self.client.wait(async {
            let sink = self.client.client.copy_in(&self.statement).await?;
            let mut sink = std::pin::pin!(sink);
            sink.send(rows).await?;
            sink.finish().await.map_err(StoreError::from)
        })?;
        match &self.after_copy {
            Some(statements) => self.client.run(statements),
            None => Ok(()),
        }
    }
}

fn put_value(buffer: &mut BytesMut, value: &Value, kind: &Type) -> Result<(), StoreError> {
    let start = buffer.len();
    buffer.put_i32(0);
    let written = value.to_sql(kind, buffer).map_err(|error| StoreError::Value(error.to_string()))?;
    let length = match written {
        IsNull::Yes => -1,
        IsNull::No => i32::try_from(buffer.len() - start - 4).unwrap_or(i32::MAX),
    };
    buffer[start..start + 4].copy_from_slice(&length.to_be_bytes());
    Ok(())
}
