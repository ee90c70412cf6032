//! The writers of the formats, each on a thread of its own.

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use super::batch::Batch;
use super::request::Format;
use super::sink::ExportSink;
use super::table::Table;
use super::{ExportError, ExportedFile};

/// The next part to write.
#[derive(Debug, Clone)]
pub(super) enum Message {
    /// The following records belong to this table.
    Begin(Arc<Table>),
    /// Records.
    Records(Arc<Batch>),
    /// The table is complete.
    End,
    /// All tables are complete.
    Complete,
}

/// Writes records in one format.
pub(super) trait FormatWriter: Send {
    /// Begins a table.
    fn begin(&mut self, table: &Arc<Table>) -> Result<(), ExportError>;

    /// Writes records of the table.
    fn write(&mut self, batch: &Batch) -> Result<(), ExportError>;

    /// Completes the table.
    fn end(&mut self) -> Result<(), ExportError>;

    /// Completes the export in this format; returns its files.
    fn finish(self: Box<Self>) -> Result<Vec<ExportedFile>, ExportError>;
}

/// Writes all tables that are received, and completes the export. Returns no files if it ends before it is complete.
pub(super) fn write_all(
    mut writer: Box<dyn FormatWriter + '_>,
    messages: Receiver<Message>,
) -> Result<Vec<ExportedFile>, ExportError> {
    for message in messages {
        match message {
            Message::Begin(table) => writer.begin(&table)?,
            Message::Records(batch) => writer.write(&batch)?,
            Message::End => writer.end()?,
            Message::Complete => return writer.finish(),
        }
    }
    Ok(Vec::new())
}

/// The files of a format that has a file for each table.
pub(super) struct TableFiles<'a> {
    pub(super) sink: &'a dyn ExportSink,
    format: Format,
    complete: Vec<ExportedFile>,
}

impl<'a> TableFiles<'a> {
    pub(super) fn new(sink: &'a dyn ExportSink, format: Format) -> Self {
        Self { sink, format, complete: Vec::new() }
    }

    /// The name of a table's file.
    pub(super) fn name(&self, table: &Table) -> String {
        format!("{}.{}", table.name(), self.format)
    }

    /// Notes a complete file.
    pub(super) fn add(&mut self, table: &Table, rows: u64, (size_bytes, sha256): (u64, String)) {
        let name = self.name(table);
        let (resource, format) = (Some(table.name()), Some(self.format));
        self.complete.push(ExportedFile { name, resource, format, rows, size_bytes, sha256 });
    }

    /// The complete files.
    pub(super) fn finish(self) -> Vec<ExportedFile> {
        self.complete
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::sync::mpsc::channel;

    use super::*;

    struct Completed<'a>(&'a mut bool);

    impl FormatWriter for Completed<'_> {
        fn begin(&mut self, _: &Arc<Table>) -> Result<(), ExportError> {
            Ok(())
        }

        fn write(&mut self, _: &Batch) -> Result<(), ExportError> {
            Ok(())
        }

        fn end(&mut self) -> Result<(), ExportError> {
            Ok(())
        }

        fn finish(self: Box<Self>) -> Result<Vec<ExportedFile>, ExportError> {
            *self.0 = true;
            Ok(Vec::new())
        }
    }

    #[test]
    fn an_export_that_was_stopped_is_not_completed() {
        for (last, expected) in [(Message::End, false), (Message::Complete, true)] {
            let (messages, received) = channel();
            messages.send(last).unwrap();
            drop(messages);
            let mut is_complete = false;
            write_all(Box::new(Completed(&mut is_complete)), received).unwrap();
            assert_eq!(is_complete, expected);
        }
    }
}
