//! Parquet files.
//!
//! Every column may be null. Timestamps are microseconds in UTC, and nested values are JSON text. The values of a row group are
//! in memory until it is complete, so that its size is limited.

mod column;

use std::sync::Arc;

use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, Type, TypePtr};
use serde_json::{Map, Value};

use self::column::ColumnBuffer;
use super::batch::Batch;
use super::request::Format;
use super::sink::{ExportSink, MeasuredFile};
use super::table::{ColumnType, Table};
use super::writer::{FormatWriter, TableFiles};
use super::{ExportError, ExportedFile};

/// The maximum number of records of a row group.
const GROUP_ROWS: usize = 131_072;
/// The maximum size of the values of a row group, before they are compressed.
const GROUP_BYTES: usize = 32 * 1024 * 1024;

/// Writes a Parquet file for each table.
pub(super) struct ParquetWriter<'a> {
    files: TableFiles<'a>,
    current: Option<Current>,
}

struct Current {
    table: Arc<Table>,
    name: String,
    file: SerializedFileWriter<MeasuredFile>,
    columns: Vec<ColumnBuffer>,
    group_rows: usize,
    rows: u64,
}

impl<'a> ParquetWriter<'a> {
    pub(super) fn new(sink: &'a dyn ExportSink) -> Self {
        Self { files: TableFiles::new(sink, Format::Parquet), current: None }
    }
}

impl FormatWriter for ParquetWriter<'_> {
    fn begin(&mut self, table: &Arc<Table>) -> Result<(), ExportError> {
        let name = self.files.name(table);
        let file = MeasuredFile::create(self.files.sink, &name)?;
        let open = || SerializedFileWriter::new(file, schema(table)?, properties(table)?);
        let file = open().map_err(|error| write_error(&name, error))?;
        let columns = table.columns.iter().map(|column| ColumnBuffer::new(column.kind)).collect();
        self.current =
            Some(Current { table: Arc::clone(table), name, file, columns, group_rows: 0, rows: 0 });
        Ok(())
    }

    fn write(&mut self, batch: &Batch) -> Result<(), ExportError> {
        let Some(current) = &mut self.current else { return Ok(()) };
        let Current { table, columns, .. } = current;
        batch.for_each(table, |values| {
            columns.iter_mut().zip(values).try_for_each(|(column, value)| column.push(value))
        })?;
        current.group_rows += batch.len();
        let bytes: usize = current.columns.iter().map(ColumnBuffer::bytes).sum();
        if current.group_rows >= GROUP_ROWS || bytes >= GROUP_BYTES {
            current.complete_group()
        } else {
            Ok(())
        }
    }

    fn end(&mut self) -> Result<(), ExportError> {
        let Some(mut current) = self.current.take() else { return Ok(()) };
        current.complete_group()?;
        let Current { table, name, file, rows, .. } = current;
        let file = file.into_inner().map_err(|error| write_error(&name, error))?;
        self.files.add(&table, rows, file.finish()?);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Vec<ExportedFile>, ExportError> {
        Ok(self.files.finish())
    }
}

impl Current {
    fn complete_group(&mut self) -> Result<(), ExportError> {
        if self.group_rows == 0 {
            return Ok(());
        }
        self.write_group().map_err(|error| write_error(&self.name, error))?;
        self.rows += self.group_rows as u64;
        self.group_rows = 0;
        Ok(())
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        let mut group = self.file.next_row_group()?;
        for buffer in &mut self.columns {
            let column = group.next_column()?;
            let mut column = column.ok_or_else(|| ParquetError::General("a column is missing".to_owned()))?;
            buffer.write_to(&mut column)?;
            column.close()?;
        }
        group.close()?;
        Ok(())
    }
}

fn schema(table: &Table) -> Result<TypePtr, ParquetError> {
    let columns = table.columns.iter().map(|column| column::schema(column.name(), column.kind).map(Arc::new));
    let columns = columns.collect::<Result<Vec<_>, _>>()?;
    Ok(Arc::new(Type::group_type_builder(table.name()).with_fields(columns).build()?))
}

fn properties(table: &Table) -> Result<WriterPropertiesPtr, ParquetError> {
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(1)?))
        .set_created_by(format!("folkmoot {}", env!("CARGO_PKG_VERSION")))
        .set_key_value_metadata(Some(metadata(table)));
    for column in &table.columns {
        let path = ColumnPath::from(column.name());
        let is_unique = column.name() == "id";
        properties = match column.kind {
            ColumnType::Timestamp => properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED),
            // Long texts rarely repeat.
            ColumnType::Uuid | ColumnType::OneOf(_) if !is_unique => properties,
            ColumnType::Integer | ColumnType::Date | ColumnType::Boolean => properties,
            _ => properties.set_column_dictionary_enabled(path, false),
        };
    }
    Ok(Arc::new(properties.build()))
}

/// The meaning of the table and of each column, for people who have only this file.
fn metadata(table: &Table) -> Vec<KeyValue> {
    let columns: Map<String, Value> =
        table.columns.iter().map(|column| (column.name().to_owned(), column.description().into())).collect();
    vec![
        KeyValue::new("description".to_owned(), table.resource.doc.to_owned()),
        KeyValue::new("column_descriptions".to_owned(), Value::from(columns).to_string()),
    ]
}

fn write_error(file: &str, error: ParquetError) -> ExportError {
    let cause = match error {
        ParquetError::External(cause) => match cause.downcast::<std::io::Error>() {
            Ok(cause) => *cause,
            Err(cause) => std::io::Error::other(cause),
        },
        other => std::io::Error::other(other),
    };
    ExportError::write(file, cause)
}
