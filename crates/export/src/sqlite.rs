//! The SQLite file: a table for each resource, with types, keys, indexes, and views that join names.

mod schema;
mod views;

use std::fs::File;
use std::io::{self, Read as _};
use std::path::PathBuf;
use std::sync::Arc;

use folkmoot_model::access::AccessLevel;
use folkmoot_model::resource::Resource;
use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{Connection, ToSql, params, params_from_iter};

use super::batch::Batch;
use super::request::Format;
use super::sink::{ExportSink, Measure};
use super::table::{ColumnType, Table};
use super::value::{self, NULL};
use super::writer::FormatWriter;
use super::{ExportError, ExportedFile};

/// The name of the file.
pub(super) const FILE: &str = "folkmoot.sqlite";
/// The size of the chunks in which the complete file is read.
const CHUNK_BYTES: usize = 1024 * 1024;

/// The details of the export that the file contains.
pub(super) struct Details {
    pub(super) level: AccessLevel,
    pub(super) resources: Vec<&'static Resource>,
    /// Names and values, such as the name of the platform.
    pub(super) values: Vec<(&'static str, String)>,
}

/// Writes all tables to one SQLite file.
pub(super) struct SqliteWriter<'a> {
    sink: &'a dyn ExportSink,
    path: PathBuf,
    connection: Connection,
    details: Details,
    current: Option<(Arc<Table>, String)>,
    tables: Vec<Arc<Table>>,
    rows: u64,
}

impl<'a> SqliteWriter<'a> {
    pub(super) fn create(sink: &'a dyn ExportSink, details: Details) -> Result<Self, ExportError> {
        let path = sink.work_folder().join(FILE);
        let open = || {
            let connection = Connection::open(&path)?;
            // A failed export is discarded, so that nothing needs to be rolled back.
            connection.execute_batch(
                "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
                 PRAGMA foreign_keys = OFF; PRAGMA cache_size = -65536; PRAGMA temp_store = FILE; BEGIN",
            )?;
            connection.execute_batch(schema::DESCRIPTIONS)?;
            Ok(connection)
        };
        let connection = open().map_err(write_error)?;
        let (current, tables) = (None, Vec::new());
        Ok(Self { sink, path: path.clone(), connection, details, current, tables, rows: 0 })
    }

    fn describe(&self, table: &Table) -> rusqlite::Result<()> {
        let mut insert = self.connection.prepare_cached(
            "INSERT INTO column_descriptions (table_name, column_name, type, description) VALUES (?1, ?2, ?3, ?4)",
        )?;
        for column in &table.columns {
            insert.execute(params![table.name(), column.name(), column.kind.name(), column.description()])?;
        }
        Ok(())
    }

    fn complete(&self) -> rusqlite::Result<()> {
        for table in &self.tables {
            self.connection.execute_batch(&schema::indexes(table, &self.details))?;
        }
        for view in views::all(&self.tables, &self.details) {
            self.connection.execute_batch(&view)?;
        }
        for (name, value) in &self.details.values {
            self.connection
                .execute("INSERT INTO export_details (name, value) VALUES (?1, ?2)", [*name, value])?;
        }
        self.connection.execute_batch("COMMIT; ANALYZE; PRAGMA locking_mode = NORMAL")
    }

    /// The size and the hash of the complete file.
    fn measure(&self) -> io::Result<(u64, String)> {
        let mut file = File::open(&self.path)?;
        let (mut measure, mut chunk) = (Measure::new(), vec![0; CHUNK_BYTES]);
        loop {
            match file.read(&mut chunk)? {
                0 => return Ok(measure.finish()),
                length => measure.add(&chunk[..length]),
            }
        }
    }
}

impl FormatWriter for SqliteWriter<'_> {
    fn begin(&mut self, table: &Arc<Table>) -> Result<(), ExportError> {
        self.connection.execute_batch(&schema::table(table, &self.details)).map_err(write_error)?;
        self.describe(table).map_err(write_error)?;
        self.current = Some((Arc::clone(table), schema::insert(table)));
        Ok(())
    }

    fn write(&mut self, batch: &Batch) -> Result<(), ExportError> {
        let Some((table, insert)) = &self.current else { return Ok(()) };
        let mut insert = self.connection.prepare_cached(insert).map_err(write_error)?;
        batch.for_each(table, |values| {
            let cells = values.iter().zip(&table.columns);
            let cells = cells.map(|(json, column)| Cell { json, kind: column.kind });
            insert.execute(params_from_iter(cells)).map(|_| ()).map_err(write_error)
        })?;
        self.rows += batch.len() as u64;
        Ok(())
    }

    fn end(&mut self) -> Result<(), ExportError> {
        self.tables.extend(self.current.take().map(|(table, _)| table));
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Vec<ExportedFile>, ExportError> {
        self.complete().map_err(write_error)?;
        let failed = |cause| ExportError::write(FILE, cause);
        let (size_bytes, sha256) = self.measure().map_err(failed)?;
        let Self { sink, path, connection, rows, .. } = *self;
        connection.close().map_err(|(_, error)| write_error(error))?;
        sink.adopt(FILE, &path).map_err(failed)?;
        let (name, format) = (FILE.to_owned(), Some(Format::Sqlite));
        Ok(vec![ExportedFile { name, resource: None, format, rows, size_bytes, sha256 }])
    }
}

/// A value of a record as a parameter.
struct Cell<'a> {
    json: &'a [u8],
    kind: ColumnType,
}

impl ToSql for Cell<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let failed = |error| rusqlite::Error::ToSqlConversionFailure(Box::new(error));
        if self.json == NULL {
            return Ok(ToSqlOutput::Owned(Value::Null));
        }
        Ok(match self.kind {
            ColumnType::Integer => ToSqlOutput::Owned(value::integer(self.json).map_err(failed)?.into()),
            ColumnType::Boolean => ToSqlOutput::Owned((self.json == b"true").into()),
            _ => match value::text(self.json).map_err(failed)? {
                std::borrow::Cow::Borrowed(text) => ToSqlOutput::Borrowed(ValueRef::Text(text)),
                std::borrow::Cow::Owned(text) => {
                    ToSqlOutput::Owned(Value::Text(String::from_utf8_lossy(&text).into_owned()))
                }
            },
        })
    }
}

fn write_error(error: rusqlite::Error) -> ExportError {
    let cause = match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DiskFull) => io::ErrorKind::StorageFull.into(),
        _ => io::Error::other(error),
    };
    ExportError::write(FILE, cause)
}
