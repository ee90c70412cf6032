//! Reading a file into its staging table: one thread reads and checks the lines, another one writes the rows.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use folkmoot_database::import_transaction::{BulkWriter, ImportTransaction};
use folkmoot_database::value::Value;
use folkmoot_model::resource::{FieldType, Resource};
use folkmoot_store::StoreError;

use crate::context::ImportContext;
use crate::error::ImportError;
use crate::file_format;
use crate::lines::{Line, Lines, MAX_BYTES, MAX_BYTES_WITHOUT_CONTENT};
use crate::options::Progress;
use crate::record::{ParsedLine, RecordContext, StagedRow, Unknown, parse};
use crate::report::{LineCount, Problem, Report};
use crate::shape::{Shape, Shorthand};
use crate::sql::tables;
use crate::values::Mismatch;

/// The greatest number of lines of a batch.
const BATCH_LINES: u64 = 256;
/// The length at which a batch is complete.
const BATCH_BYTES: usize = 1 << 20;
/// How many batches wait for the writer at most.
const WAITING_BATCHES: usize = 16;

/// A resource's file, read into its staging table.
pub struct LoadedFile {
    /// The form of its rows.
    pub shape: Shape,
    /// Its name in reports.
    pub name: String,
    /// Whether the input has such a file.
    pub exists: bool,
    /// The bits of the columns whose stored value some line retains, with [`PARTIAL_BIT`](crate::shape::PARTIAL_BIT) if a
    /// line is partial.
    pub retained_columns: i64,
}

/// Declares the staging tables of a resource and reads its file, if there is one.
pub fn load(
    context: &mut ImportContext<'_>,
    resource: &'static Resource,
    records: &RecordContext<'_>,
    progress: &dyn Progress,
) -> Result<LoadedFile, ImportError> {
    let (shape, plural) = (Shape::new(resource), resource.names.plural);
    let name = records.input.name(plural);
    context.report.begin(name.clone());
    declare_tables(context.transaction, &shape);
    let exists = records.input.has(plural);
    let mut retained_columns = 0;
    if exists {
        progress.begin(&name);
        let report = &mut context.report;
        retained_columns = load_rows(context.transaction, &shape, records, progress, report)?;
        context.transaction.execute(&tables::create_identity_index(&shape))?;
    }
    Ok(LoadedFile { shape, name, exists, retained_columns })
}

/// Reads the rows of a file. Returns the bits of [`LoadedFile::retained_columns`].
fn load_rows(
    transaction: &ImportTransaction<'_>,
    shape: &Shape,
    records: &RecordContext<'_>,
    progress: &dyn Progress,
    report: &mut Report,
) -> Result<i64, ImportError> {
    let mut writers = TableWriters::open(transaction, shape)?;
    std::thread::scope(|scope| {
        let (sender, batches) = sync_channel(WAITING_BATCHES);
        let reader = scope.spawn(move || read_file(shape, records, &sender));
        // A write that fails drops the receiver, which stops the reader.
        let written = write_batches(batches, &mut writers, progress, report);
        reader.join().unwrap_or(Err(ImportError::Stopped))?;
        written
    })
}

fn declare_tables(transaction: &ImportTransaction<'_>, shape: &Shape) {
    transaction.declare_table(shape.staging_table(), &tables::staging_columns(shape));
    transaction.declare_table(tables::invalid_lines(shape.resource.names.plural), tables::INVALID_COLUMNS);
    for shorthand in &shape.shorthands {
        let table = shorthand.relation.table;
        transaction.declare_table(tables::pairs(table), tables::PAIR_COLUMNS);
        transaction.declare_table(tables::listings(table), tables::LISTING_COLUMNS);
    }
}

/// A part of a file.
#[derive(Debug, Default)]
struct Batch {
    rows: Vec<(i64, StagedRow)>,
    problems: Vec<Problem>,
    unknown_fields: BTreeMap<String, LineCount>,
    /// The locales of texts that the platform does not have.
    other_locales: BTreeMap<String, LineCount>,
    lines: u64,
    bytes: usize,
}

impl Batch {
    fn is_full(&self) -> bool {
        self.lines >= BATCH_LINES || self.bytes >= BATCH_BYTES
    }

    /// Adds the row and the problems of a line.
    fn add(
        &mut self,
        shape: &Shape,
        records: &RecordContext<'_>,
        number: i64,
        line: &str,
    ) -> Result<(), ImportError> {
        self.lines += 1;
        self.bytes += line.len();
        let unknown_fields = &mut self.unknown_fields;
        let mut other_locales = BTreeSet::new();
        let mut count = |unknown: Unknown<'_>| match unknown {
            Unknown::Field(field) => add_line(unknown_fields, field, number),
            // Those of a mirror are a concern of its source.
            Unknown::Locale(_) if records.leaves_out || records.locales.is_empty() => {}
            Unknown::Locale(locale) => _ = other_locales.insert(locale.to_owned()),
        };
        let parsed = parse(shape, records, number, line, &mut count);
        for locale in &other_locales {
            add_line(&mut self.other_locales, locale, number);
        }
        match parsed {
            ParsedLine::Row(row) => self.rows.push((number, row)),
            // The references of such a row are checked as well, so that all its errors are reported at once.
            ParsedLine::Problems(problems, row) => {
                self.problems.extend(problems);
                self.rows.extend(row.map(|row| (number, row)));
            }
            ParsedLine::Failed(cause) => return Err(ImportError::Contents(cause)),
        }
        Ok(())
    }

    /// Adds the problem of a line that is too long, and the id with which it begins: its stored record stays as it is.
    fn add_too_long(
        &mut self,
        shape: &Shape,
        records: &RecordContext<'_>,
        number: i64,
        beginning: &[u8],
        max_bytes: usize,
    ) {
        self.add_problem(number, format!("at most {} MB", max_bytes >> 20), "a longer line");
        let beginning = String::from_utf8_lossy(beginning);
        let Some((id, _)) = beginning.strip_prefix("{\"id\":\"").and_then(|rest| rest.split_once('"')) else {
            return;
        };
        let line = format!("{{\"id\":{}}}", serde_json::Value::from(id));
        if let ParsedLine::Row(row) | ParsedLine::Problems(_, Some(row)) =
            parse(shape, records, number, &line, &mut |_| {})
        {
            self.rows.push((number, row));
        }
    }

    fn add_problem(&mut self, line: i64, expected: String, found: &str) {
        let mismatch = Mismatch::described(expected, found);
        self.problems.push(Problem { line, field: String::new(), mismatch });
    }
}

fn add_line(counts: &mut BTreeMap<String, LineCount>, name: &str, number: i64) {
    match counts.get_mut(name) {
        Some(count) => count.lines += 1,
        None => _ = counts.insert(name.to_owned(), LineCount { lines: 1, first: number }),
    }
}

fn read_file(
    shape: &Shape,
    records: &RecordContext<'_>,
    batches: &SyncSender<Batch>,
) -> Result<(), ImportError> {
    let plural = shape.resource.names.plural;
    let max_bytes = if shape.has_content { MAX_BYTES } else { MAX_BYTES_WITHOUT_CONTENT };
    let opened = records.input.open(plural);
    let reader = opened.map_err(|cause| ImportError::File { name: records.input.name(plural), cause })?;
    let mut lines = Lines::new(reader, max_bytes);
    let mut batch = Batch::default();
    // A file that cannot be read is reported below.
    if let Some(found) = lines.start().ok().and_then(file_format::recognise) {
        batch.add_problem(0, "a JSON object on each line".to_owned(), found);
        let _ = batches.send(batch);
        return Ok(());
    }
    loop {
        match lines.next_line() {
            Ok(Some((number, Line::Text(line)))) => batch.add(shape, records, number, line)?,
            Ok(Some((number, Line::NotText))) => {
                let found = "bytes in another encoding, perhaps Latin-1 (ISO 8859-1) or Windows-1252";
                batch.add_problem(number, "UTF-8".to_owned(), found);
            }
            Ok(Some((number, Line::TooLong(beginning)))) => {
                batch.add_too_long(shape, records, number, beginning, max_bytes);
            }
            Ok(None) => break,
            // A record that was not read must not be mistaken for one that the source does not have.
            Err(cause) if records.leaves_out => {
                return Err(ImportError::File { name: records.input.name(plural), cause });
            }
            Err(error) => {
                let number = lines.number() + 1;
                batch.add_problem(number, "a readable file".to_owned(), &error.to_string());
                break;
            }
        }
        if batch.is_full() && batches.send(std::mem::take(&mut batch)).is_err() {
            return Ok(());
        }
    }
    let _ = batches.send(batch);
    Ok(())
}

/// A writer of distinct rows into a declared table, which most files have no row for: the table is created for the first one.
struct LazyWriter<'a> {
    transaction: &'a ImportTransaction<'a>,
    table: String,
    columns: &'static [&'static str],
    writer: Option<Box<dyn BulkWriter + 'a>>,
}

impl LazyWriter<'_> {
    fn write(&mut self, values: &mut dyn Iterator<Item = &Value>) -> Result<(), StoreError> {
        let writer = match &mut self.writer {
            Some(writer) => writer,
            none => none.insert(self.transaction.distinct_bulk_writer(&self.table, self.columns)?),
        };
        writer.write(values)
    }

    fn finish(&mut self) -> Result<(), StoreError> {
        self.writer.as_mut().map_or(Ok(()), |writer| writer.finish())
    }
}

/// Writes the rows of a file to its tables.
struct TableWriters<'a> {
    rows: Box<dyn BulkWriter + 'a>,
    invalid: LazyWriter<'a>,
    /// By shorthand: its pairs, and the records that give it.
    shorthands: Vec<(LazyWriter<'a>, LazyWriter<'a>)>,
    /// The position of the column `id`.
    id: Option<usize>,
}

impl<'a> TableWriters<'a> {
    fn open(transaction: &'a ImportTransaction<'a>, shape: &Shape) -> Result<Self, StoreError> {
        let names = shape.columns.iter().map(|column| column.name.as_str());
        let columns: Vec<&str> =
            [tables::LINE, tables::GIVEN, tables::RETAINED].into_iter().chain(names).collect();
        let invalid_lines = tables::invalid_lines(shape.resource.names.plural);
        let lazy = |table, columns| LazyWriter { transaction, table, columns, writer: None };
        let list_writers = |shorthand: &Shorthand| {
            let table = shorthand.relation.table;
            (
                lazy(tables::pairs(table), &[tables::LINE, "own", "other"]),
                lazy(tables::listings(table), &[tables::LINE, "own"]),
            )
        };
        Ok(Self {
            rows: transaction.bulk_writer(&shape.staging_table(), &columns)?,
            invalid: lazy(invalid_lines, &[tables::LINE]),
            shorthands: shape.shorthands.iter().map(list_writers).collect(),
            id: shape.columns.iter().position(|column| column.field.kind == FieldType::Id),
        })
    }

    fn put(&mut self, line: i64, row: &StagedRow) -> Result<(), StoreError> {
        // The lists of a record without a valid id are stored under its line number.
        let substitute = Value::Uuid(i128::from(line).to_be_bytes());
        let line = Value::Integer(line);
        let (given, retained) = (Value::Integer(row.given_columns), Value::Integer(row.retained_columns));
        self.rows.write(&mut [&line, &given, &retained].into_iter().chain(&row.values))?;
        let Some(own) = self.id.map(|position| &row.values[position]) else { return Ok(()) };
        let own = if *own == Value::Null { &substitute } else { own };
        for ((pairs, listing), others) in self.shorthands.iter_mut().zip(&row.related) {
            let Some(others) = others else { continue };
            listing.write(&mut [&line, own].into_iter())?;
            for other in others {
                pairs.write(&mut [&line, own, &Value::Uuid(*other)].into_iter())?;
            }
        }
        Ok(())
    }
}

impl TableWriters<'_> {
    fn finish(&mut self) -> Result<(), StoreError> {
        self.rows.finish()?;
        self.invalid.finish()?;
        self.shorthands.iter_mut().try_for_each(|(pairs, listing)| {
            pairs.finish()?;
            listing.finish()
        })
    }
}

fn write_batches(
    batches: Receiver<Batch>,
    writers: &mut TableWriters<'_>,
    progress: &dyn Progress,
    report: &mut Report,
) -> Result<i64, ImportError> {
    let mut retained_columns = 0;
    for batch in batches {
        progress.check()?;
        for (line, row) in &batch.rows {
            writers.put(*line, row)?;
            retained_columns |= row.retained_columns;
        }
        for problem in batch.problems {
            writers.invalid.write(&mut std::iter::once(&Value::Integer(problem.line)))?;
            report.add(problem);
        }
        batch.unknown_fields.iter().for_each(|(field, lines)| report.add_unknown_field(field, *lines));
        batch.other_locales.iter().for_each(|(locale, lines)| report.add_other_locale(locale, *lines));
        progress.advance(batch.lines);
        if report.is_full() {
            break;
        }
    }
    writers.finish()?;
    Ok(retained_columns)
}
