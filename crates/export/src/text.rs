//! NDJSON and CSV files.

use std::sync::Arc;

use folkmoot_store::formats::{csv, ndjson};

use super::batch::Batch;
use super::request::Format;
use super::sink::{ExportSink, MeasuredFile};
use super::table::{Column, Table};
use super::writer::{FormatWriter, TableFiles};
use super::{ExportError, ExportedFile};

/// Writes records as lines of text.
pub(super) struct TextWriter<'a> {
    files: TableFiles<'a>,
    is_csv: bool,
    current: Option<Current>,
    buffer: Vec<u8>,
}

struct Current {
    table: Arc<Table>,
    file: MeasuredFile,
    rows: u64,
}

impl<'a> TextWriter<'a> {
    pub(super) fn csv(sink: &'a dyn ExportSink) -> Self {
        Self { files: TableFiles::new(sink, Format::Csv), is_csv: true, current: None, buffer: Vec::new() }
    }

    pub(super) fn ndjson(sink: &'a dyn ExportSink) -> Self {
        Self {
            files: TableFiles::new(sink, Format::Ndjson),
            is_csv: false,
            current: None,
            buffer: Vec::new(),
        }
    }
}

impl FormatWriter for TextWriter<'_> {
    fn begin(&mut self, table: &Arc<Table>) -> Result<(), ExportError> {
        let mut file = MeasuredFile::create(self.files.sink, &self.files.name(table))?;
        if self.is_csv {
            self.buffer.clear();
            csv::Dialect::default().push_header(&mut self.buffer, table.columns.iter().map(Column::name));
            file.push(&self.buffer)?;
        }
        self.current = Some(Current { table: Arc::clone(table), file, rows: 0 });
        Ok(())
    }

    fn write(&mut self, batch: &Batch) -> Result<(), ExportError> {
        let Some(Current { table, file, rows }) = &mut self.current else { return Ok(()) };
        self.buffer.clear();
        if self.is_csv {
            let dialect = csv::Dialect::default();
            batch.for_each(table, |values| dialect.push_record(&mut self.buffer, values.iter().copied()))?;
        } else if table.has_all_fields() {
            for record in batch.records() {
                let start = self.buffer.len();
                self.buffer.extend_from_slice(record);
                ndjson::end_line(&mut self.buffer, start);
            }
        } else {
            batch.for_each(table, |values| {
                push_object(&mut self.buffer, table, values);
                Ok::<_, ExportError>(())
            })?;
        }
        *rows += batch.len() as u64;
        file.push(&self.buffer)
    }

    fn end(&mut self) -> Result<(), ExportError> {
        let Some(Current { table, file, rows }) = self.current.take() else { return Ok(()) };
        self.files.add(&table, rows, file.finish()?);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Vec<ExportedFile>, ExportError> {
        Ok(self.files.finish())
    }
}

/// Appends a line with the values of the table's columns as a JSON object.
fn push_object(out: &mut Vec<u8>, table: &Table, values: &[&[u8]]) {
    let start = out.len();
    for (position, (column, value)) in table.columns.iter().zip(values).enumerate() {
        out.push(if position == 0 { b'{' } else { b',' });
        out.push(b'"');
        out.extend_from_slice(column.name().as_bytes());
        out.extend_from_slice(b"\":");
        out.extend_from_slice(value);
    }
    out.push(b'}');
    ndjson::end_line(out, start);
}
