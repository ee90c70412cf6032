//! Bringing rows in by `COPY`, in its binary form.

use bytes::{BufMut as _, BytesMut};
use futures_util::SinkExt as _;
use tokio_postgres::types::{IsNull, ToSql as _, Type};

use super::connection::Held;
use super::first_import;
use crate::StoreError;
use crate::connection::Connection;
use crate::session::{Filler, Import};
use crate::value::Value;

/// How many bytes are gathered before they are sent.
const PART: usize = 4 << 20;
/// How the binary form begins: its signature, flags and the length of an extension.
const HEADER: &[u8] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";
/// How it ends.
const TRAILER: i16 = -1;

impl Import for Held<'_> {
    fn filler<'a>(
        &'a self,
        table: &str,
        columns: &[&str],
        distinct: bool,
    ) -> Result<Box<dyn Filler + 'a>, StoreError> {
        let names = columns.join(", ");
        let arriving = if distinct { format!("arriving_{table}") } else { table.to_owned() };
        if distinct {
            // A COPY cannot pass over what is there already, so that these rows take one step more.
            self.run(&format!(
                "CREATE TEMP TABLE IF NOT EXISTS {arriving} AS SELECT {names} FROM {table} LIMIT 0"
            ))?;
        }
        let described = self.wait(async {
            let sql = format!("SELECT {names} FROM {table} LIMIT 0");
            self.in_time(self.client.prepare(&sql)).await
        })?;
        Ok(Box::new(Copy {
            held: self,
            statement: format!("COPY {arriving} ({names}) FROM STDIN (FORMAT binary)"),
            settle: distinct.then(|| {
                format!(
                    "INSERT INTO {table} ({names}) SELECT {names} FROM {arriving} ON CONFLICT DO NOTHING;
                     TRUNCATE {arriving}"
                )
            }),
            table: table.to_owned(),
            types: described.columns().iter().map(|column| column.type_().clone()).collect(),
            rows: BytesMut::new(),
        }))
    }

    fn fill(&self, table: &str, insert: &str) -> Result<usize, StoreError> {
        first_import::fill(self, table, insert)
    }

    fn rewrite(&self, table: &str, update: &str) -> Result<(), StoreError> {
        first_import::rewrite(self, table, update)
    }

    fn take(&self, tables: &[&str]) -> Result<(), StoreError> {
        first_import::take(self, tables)
    }

    fn settle(&self) -> Result<(), StoreError> {
        first_import::settle(self)
    }

    fn renew(&self) -> Result<(), StoreError> {
        // Each statement reads the newest state anyway.
        Ok(())
    }

    fn begin_write(&self, _: &dyn Fn()) -> Result<(), StoreError> {
        // Imports wait for each other from their beginning, and writers of other tables for nobody.
        Ok(())
    }

    fn connection(&self) -> &dyn Connection {
        self
    }
}

/// Rows on their way into a table.
struct Copy<'a> {
    held: &'a Held<'a>,
    statement: String,
    settle: Option<String>,
    table: String,
    types: Vec<Type>,
    rows: BytesMut,
}

impl Filler for Copy<'_> {
    fn put(&mut self, values: &mut dyn Iterator<Item = &Value>) -> Result<(), StoreError> {
        if self.rows.is_empty() {
            self.rows.put_slice(HEADER);
        }
        self.rows.put_i16(i16::try_from(self.types.len()).unwrap_or(i16::MAX));
        for (value, kind) in values.zip(&self.types) {
            put_value(&mut self.rows, value, kind)?;
        }
        if self.rows.len() >= PART { self.send() } else { Ok(()) }
    }

    fn finish(&mut self) -> Result<(), StoreError> {
        self.send()?;
        self.held.run(&format!("ANALYZE {}", self.table))
    }
}

impl Copy<'_> {
    fn send(&mut self) -> Result<(), StoreError> {
        if self.rows.is_empty() {
            return Ok(());
        }
        self.rows.put_i16(TRAILER);
        let rows = self.rows.split().freeze();
        self.held.wait(async {
            let sink = self.held.client.copy_in(&self.statement).await?;
            let mut sink = std::pin::pin!(sink);
            sink.send(rows).await?;
            sink.finish().await.map_err(StoreError::from)
        })?;
        match &self.settle {
            Some(settle) => self.held.run(settle),
            None => Ok(()),
        }
    }
}

fn put_value(rows: &mut BytesMut, value: &Value, kind: &Type) -> Result<(), StoreError> {
    let start = rows.len();
    rows.put_i32(0);
    let written = value.to_sql(kind, rows).map_err(|error| StoreError::Value(error.to_string()))?;
    let length = match written {
        IsNull::Yes => -1,
        IsNull::No => i32::try_from(rows.len() - start - 4).unwrap_or(i32::MAX),
    };
    rows[start..start + 4].copy_from_slice(&length.to_be_bytes());
    Ok(())
}
