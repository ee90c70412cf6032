//! Reading a file into a table of the import's own: one thread reads and checks, the other writes.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use folkmoot_model::resource::Kind;
use folkmoot_store::StoreError;
use folkmoot_store::session::{Filler, Session};
use folkmoot_store::value::Value;

use super::check::wrong;
use super::lines::{LONGEST, LONGEST_WITHOUT_CONTENT, Line, Lines};
use super::record::{Context, IS_PARTIAL, Outcome, Row, read};
use super::report::{Problem, Report, Unknown};
use super::shape::{Shape, Shorthand};
use super::values::Wrong;
use super::{ImportError, Progress};

/// How many lines are handed over at once at the most.
const BATCH_LINES: u64 = 256;
/// How long these lines are together at the most, the last one aside.
const BATCH_BYTES: usize = 1 << 20;
/// How many batches may wait.
const WAITING: usize = 16;

/// What a file brought.
#[derive(Debug, Clone, Copy)]
pub struct Staged {
    /// How many rows there are.
    pub rows: u64,
    /// The bits of the columns that some row keeps, with [`IS_PARTIAL`] where a line is partial.
    pub kept: i64,
}

impl Staged {
    /// What no file brings.
    pub const NOTHING: Self = Self { rows: 0, kept: 0 };

    /// Whether some line is not the complete record.
    pub fn has_partial(self) -> bool {
        self.kept & IS_PARTIAL != 0
    }
}

/// The table of the records whose line is wrong.
pub const REFUSED: &str = "refused";

/// The table of the pairs that a shorthand lists.
pub fn pairs_table(table: &str) -> String {
    format!("pairs_{table}")
}

/// The table of the records that give a shorthand.
pub fn listing_table(table: &str) -> String {
    format!("listing_{table}")
}

/// Reads the resource's file into its staging table.
pub fn stage(
    session: &Session<'_>,
    shape: &Shape,
    context: &Context<'_>,
    progress: &dyn Progress,
    report: &mut Report,
) -> Result<Staged, ImportError> {
    let mut tables = Tables::open(session, shape)?;
    std::thread::scope(|scope| {
        let (sender, batches) = sync_channel(WAITING);
        let reader = scope.spawn(move || read_file(shape, context, &sender));
        // The receiver goes with a write that fails, and that stops the reader.
        let written = write_all(batches, &mut tables, progress, report);
        reader.join().unwrap_or(Err(ImportError::Stopped))?;
        Ok(written?)
    })
}

/// Makes the tables that a resource's file is read into.
pub fn create(session: &Session<'_>, shape: &Shape) -> Result<(), StoreError> {
    let columns = shape.columns.iter().map(|column| {
        let column = column.field.column();
        format!(", {} {}", column.name, column.kind.placeholder())
    });
    let columns: String = columns.collect();
    session.create(
        &shape.staged(),
        &format!(
            "line {{integer}} PRIMARY KEY, given {{integer}} NOT NULL, kept {{integer}} NOT NULL{columns}"
        ),
    )?;
    session.create(&wrong(shape.resource.names.plural), "line {integer} PRIMARY KEY")?;
    for shorthand in &shape.shorthands {
        let table = shorthand.relation.table;
        let pair =
            "line {integer} NOT NULL, own {uuid} NOT NULL, other {uuid} NOT NULL, PRIMARY KEY (own, other)";
        session.create(&pairs_table(table), pair)?;
        session.create(&listing_table(table), "line {integer} NOT NULL, own {uuid} PRIMARY KEY")?;
    }
    Ok(())
}

/// Makes the index by which a resource's staged rows are found.
pub fn index(session: &Session<'_>, shape: &Shape) -> Result<(), StoreError> {
    let (rows, identity) = (shape.staged(), shape.identity().join(", "));
    session.execute(&format!("CREATE INDEX {rows}_identity ON {rows} ({identity})"))?;
    Ok(())
}

/// A part of a file.
#[derive(Debug, Default)]
struct Batch {
    rows: Vec<(i64, Row)>,
    problems: Vec<Problem>,
    unknown: BTreeMap<String, Unknown>,
    lines: u64,
    bytes: usize,
}

impl Batch {
    fn is_full(&self) -> bool {
        self.lines >= BATCH_LINES || self.bytes >= BATCH_BYTES
    }

    /// Adds what a line holds.
    fn add(
        &mut self,
        shape: &Shape,
        context: &Context<'_>,
        number: i64,
        line: &str,
    ) -> Result<(), ImportError> {
        self.lines += 1;
        self.bytes += line.len();
        let unknown = &mut self.unknown;
        let mut count = |field: &str| match unknown.get_mut(field) {
            Some(unknown) => unknown.lines += 1,
            None => _ = unknown.insert(field.to_owned(), Unknown { lines: 1, first: number }),
        };
        match read(shape, context, number, line, &mut count) {
            Outcome::Row(row) => self.rows.push((number, row)),
            // Its references are checked too, so that all that is wrong with it is told at once.
            Outcome::Problems(problems, row) => {
                self.problems.extend(problems);
                self.rows.extend(row.map(|row| (number, row)));
            }
            Outcome::Failed(cause) => return Err(ImportError::Contents(cause)),
        }
        Ok(())
    }

    fn add_problem(&mut self, line: i64, expected: String, found: &str) {
        let wrong = Wrong::new(expected, found);
        self.problems.push(Problem { line, field: String::new(), wrong });
    }
}

fn read_file(shape: &Shape, context: &Context<'_>, batches: &SyncSender<Batch>) -> Result<(), ImportError> {
    let plural = shape.resource.names.plural;
    let longest = if shape.has_content { LONGEST } else { LONGEST_WITHOUT_CONTENT };
    let opened = context.input.open(plural);
    let reader = opened.map_err(|cause| ImportError::File { name: context.input.name(plural), cause })?;
    let mut lines = Lines::new(reader, longest);
    let mut batch = Batch::default();
    loop {
        match lines.next() {
            Ok(Some((number, Line::Text(line)))) => batch.add(shape, context, number, line)?,
            Ok(Some((number, Line::NotText))) => batch.add_problem(number, "UTF-8".to_owned(), "other bytes"),
            Ok(Some((number, Line::TooLong))) => {
                batch.add_problem(number, format!("at most {} MB", longest >> 20), "a longer line");
            }
            Ok(None) => break,
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

/// The tables that a file's rows go to.
struct Tables<'a> {
    rows: Box<dyn Filler + 'a>,
    wrong: Box<dyn Filler + 'a>,
    /// By shorthand: its pairs, and the records that give it.
    shorthands: Vec<(Box<dyn Filler + 'a>, Box<dyn Filler + 'a>)>,
    identity: Option<usize>,
}

impl<'a> Tables<'a> {
    fn open(session: &Session<'a>, shape: &Shape) -> Result<Self, StoreError> {
        let names = shape.columns.iter().map(|column| column.name.as_str());
        let columns: Vec<&str> = ["line", "given", "kept"].into_iter().chain(names).collect();
        let fillers = |shorthand: &Shorthand| {
            let table = shorthand.relation.table;
            Ok((
                session.distinct_filler(&pairs_table(table), &["line", "own", "other"])?,
                session.distinct_filler(&listing_table(table), &["line", "own"])?,
            ))
        };
        Ok(Self {
            rows: session.filler(&shape.staged(), &columns)?,
            wrong: session.distinct_filler(&wrong(shape.resource.names.plural), &["line"])?,
            shorthands: shape.shorthands.iter().map(fillers).collect::<Result<_, StoreError>>()?,
            identity: shape.columns.iter().position(|column| column.field.kind == Kind::Id),
        })
    }

    fn put(&mut self, line: i64, row: &Row) -> Result<(), StoreError> {
        // What a record without a good id lists stands under its line.
        let stand_in = Value::Uuid(i128::from(line).to_be_bytes());
        let line = Value::Integer(line);
        let (given, kept) = (Value::Integer(row.given), Value::Integer(row.kept));
        self.rows.put(&mut [&line, &given, &kept].into_iter().chain(&row.values))?;
        let Some(own) = self.identity.map(|place| &row.values[place]) else { return Ok(()) };
        let own = if *own == Value::Null { &stand_in } else { own };
        for ((pairs, listing), others) in self.shorthands.iter_mut().zip(&row.related) {
            let Some(others) = others else { continue };
            listing.put(&mut [&line, own].into_iter())?;
            for other in others {
                pairs.put(&mut [&line, own, &Value::Uuid(*other)].into_iter())?;
            }
        }
        Ok(())
    }
}

impl Tables<'_> {
    fn finish(&mut self) -> Result<(), StoreError> {
        self.rows.finish()?;
        self.wrong.finish()?;
        self.shorthands.iter_mut().try_for_each(|(pairs, listing)| {
            pairs.finish()?;
            listing.finish()
        })
    }
}

fn write_all(
    batches: Receiver<Batch>,
    tables: &mut Tables<'_>,
    progress: &dyn Progress,
    report: &mut Report,
) -> Result<Staged, StoreError> {
    let mut staged = Staged::NOTHING;
    for batch in batches {
        for (line, row) in &batch.rows {
            tables.put(*line, row)?;
            staged.rows += 1;
            staged.kept |= row.kept;
        }
        for problem in batch.problems {
            tables.wrong.put(&mut std::iter::once(&Value::Integer(problem.line)))?;
            report.add(problem);
        }
        batch.unknown.iter().for_each(|(field, unknown)| report.add_unknown(field, *unknown));
        progress.advance(batch.lines);
    }
    tables.finish()?;
    Ok(staged)
}
