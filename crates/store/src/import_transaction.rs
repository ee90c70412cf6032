//! The transaction of an import: statements over whole tables, and temporary tables that rows are written into.

use std::cell::Cell;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use folkmoot_model::resource::columns::ColumnType;
use folkmoot_model::resource::facets::searched_fields;
use folkmoot_model::resources::RESOURCES;

use super::executor::{Executor, RowHandler};
use super::value::Value;
use super::{StoreError, platform, words};

/// A connection that can load many rows.
pub trait BulkLoad: Executor {
    /// A writer of rows into a table; with `distinct`, it skips rows whose key exists.
    fn bulk_writer<'a>(
        &'a self,
        table: &str,
        columns: &[&str],
        distinct: bool,
    ) -> Result<Box<dyn BulkWriter + 'a>, StoreError>;

    /// See [`ImportTransaction::fill_table`].
    fn fill_table(&self, table: &str, insert: &str) -> Result<usize, StoreError>;

    /// See [`ImportTransaction::update_table`].
    fn update_table(&self, table: &str, update: &str) -> Result<(), StoreError>;

    /// See [`ImportTransaction::defer_indexes`].
    fn defer_indexes(&self, tables: &[&str]) -> Result<(), StoreError>;

    /// See [`ImportTransaction::rebuild_indexes`].
    fn rebuild_indexes(&self) -> Result<(), StoreError>;

    /// See [`ImportTransaction::expect_few_rows`].
    fn expect_few_rows(&self) -> Result<(), StoreError>;

    /// Computes the planner's statistics of temporary tables, if the planner needs them.
    fn analyze(&self, tables: &[String]) -> Result<(), StoreError>;

    /// See [`ImportTransaction::refresh_snapshot`].
    fn refresh_snapshot(&self) -> Result<(), StoreError>;

    /// Takes the write lock of a database that has one for all tables.
    fn begin_write(&self, control: ImportControl<'_>) -> Result<(), StoreError>;

    /// The size in bytes of a database in the data folder, with what the transaction has added; 0 of one elsewhere.
    fn local_bytes(&self) -> Result<u64, StoreError> {
        Ok(0)
    }

    /// This connection, for ordinary statements.
    fn executor(&self) -> &dyn Executor;
}

/// Writes rows into a table, one after the other.
pub trait BulkWriter {
    /// Writes a row, which may be buffered.
    fn write(&mut self, values: &mut dyn Iterator<Item = &Value>) -> Result<(), StoreError>;
    /// Writes the buffered rows.
    fn finish(&mut self) -> Result<(), StoreError>;
}

/// A transaction whose statements take no parameters: they consist of names, declarations and numbers. Values reach the
/// database only through [`ImportTransaction::bulk_writer`].
pub struct ImportTransaction<'a> {
    connection: &'a dyn BulkLoad,
    control: ImportControl<'a>,
    write_began: Cell<Option<Instant>>,
    bytes_before: Cell<u64>,
    expects_few_rows: Cell<bool>,
}

/// How the program that imports and the store control each other.
#[derive(Clone, Copy)]
pub struct ImportControl<'a> {
    /// Called if the import may write and another program is importing or holds the write lock.
    pub waiting: &'a dyn Fn(),
    /// Whether the import is to end. Called many times a second.
    pub is_interrupted: &'a (dyn Fn() -> bool + Sync),
}

/// How often it is checked whether an import is interrupted.
const INTERRUPTION_INTERVAL: Duration = Duration::from_millis(200);

impl<'a> ImportControl<'a> {
    /// That of work that is never interrupted.
    pub fn uninterrupted(waiting: &'a dyn Fn()) -> Self {
        Self { waiting, is_interrupted: &|| false }
    }

    /// Runs work. While the import is interrupted, `interrupt` is called again and again, which ends the statement that runs.
    pub(super) fn run<T>(self, interrupt: impl Fn() + Send, work: impl FnOnce() -> T) -> T {
        let is_interrupted = self.is_interrupted;
        std::thread::scope(|scope| {
            let (ended, waiting) = channel::<()>();
            scope.spawn(move || {
                while waiting.recv_timeout(INTERRUPTION_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                    if is_interrupted() {
                        interrupt();
                    }
                }
            });
            let _ended = ended;
            work()
        })
    }
}

/// What an import may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Write to the platform's tables, in one transaction.
    Write,
    /// Read the platform's tables and write to temporary ones.
    Read,
}

/// The result of an import.
#[derive(Debug)]
pub struct ImportOutcome<T> {
    /// The value that the import returned.
    pub value: T,
    /// How long the final write held its locks, up to the end of the commit; `None` if there was no final write.
    pub locked: Option<Duration>,
}

impl<'a> ImportTransaction<'a> {
    pub(super) fn new(connection: &'a dyn BulkLoad, control: ImportControl<'a>) -> Self {
        Self {
            connection,
            control,
            write_began: Cell::new(None),
            bytes_before: Cell::new(0),
            expects_few_rows: Cell::new(false),
        }
    }

    /// Ends the current snapshot; the next read sees the latest state of the database.
    pub fn refresh_snapshot(&self) -> Result<(), StoreError> {
        self.connection.refresh_snapshot()
    }

    /// Prepares the database for an import of few rows compared with those that are stored: statements look stored rows up
    /// and read no complete table. `tables` are the tables to which [`Self::add_rows`] will add rows.
    pub fn expect_few_rows(&self, tables: &[String]) -> Result<(), StoreError> {
        self.expects_few_rows.set(true);
        self.connection.expect_few_rows()?;
        self.connection.analyze(tables)
    }

    /// Runs a statement that adds rows to a temporary table with which later statements begin.
    pub fn add_rows(&self, table: String, insert: &str) -> Result<(), StoreError> {
        if self.execute(insert)? > 0 && self.expects_few_rows.get() {
            self.connection.analyze(&[table])?;
        }
        Ok(())
    }

    /// Begins the final write. Before, the import must not change the platform's tables; afterwards, no other program
    /// can change them if the database has one write lock.
    pub fn begin_write(&self) -> Result<(), StoreError> {
        self.connection.begin_write(self.control)?;
        self.write_began.set(Some(Instant::now()));
        self.bytes_before.set(self.connection.local_bytes()?);
        Ok(())
    }

    /// About how many bytes the commit writes to the disk of the data folder: what the final write has added, once to the
    /// write-ahead log and once to the database.
    pub fn commit_bytes(&self) -> Result<u64, StoreError> {
        Ok(2 * self.connection.local_bytes()?.saturating_sub(self.bytes_before.get()))
    }

    /// How long the final write has held its locks so far.
    pub(super) fn locked(&self) -> Option<Duration> {
        self.write_began.get().map(|began| began.elapsed())
    }

    /// Runs a statement and returns the number of rows that it wrote.
    pub fn execute(&self, sql: &str) -> Result<usize, StoreError> {
        tracing::trace!(sql, "import statement");
        self.connection.execute(sql, &[])
    }

    /// Runs a statement that inserts rows into an empty table and whose references were checked before. Returns the
    /// number of rows that it wrote.
    pub fn fill_table(&self, table: &str, insert: &str) -> Result<usize, StoreError> {
        tracing::trace!(sql = insert, "import statement");
        self.connection.fill_table(table, insert)
    }

    /// Runs a statement that updates most rows of a table. Afterwards, rows of the table must not be looked up by their
    /// keys until [`Self::rebuild_indexes`].
    pub fn update_table(&self, table: &str, update: &str) -> Result<(), StoreError> {
        tracing::trace!(sql = update, "import statement");
        self.connection.update_table(table, update)
    }

    /// Locks all tables of a platform, which must be empty, and drops their indexes until [`Self::rebuild_indexes`], so
    /// that they are filled quickly.
    pub fn defer_indexes(&self, tables: &[&str]) -> Result<(), StoreError> {
        self.connection.defer_indexes(tables)
    }

    /// Rebuilds the deferred indexes, once all rows are final, and runs the deferred checks of constraints.
    pub fn rebuild_indexes(&self) -> Result<(), StoreError> {
        self.connection.rebuild_indexes()
    }

    /// Indexes the words of all records that were added, changed or deleted. A transaction that changes records calls this
    /// when they are final and their indexes are rebuilt.
    pub fn index_words(&self) -> Result<(), StoreError> {
        let searched = RESOURCES.iter().filter(|resource| !searched_fields(resource).is_empty());
        searched.into_iter().try_for_each(|resource| words::update(self.connection, resource))
    }

    /// Runs a query and passes each row to `handle_row`.
    pub fn query(&self, sql: &str, handle_row: &mut RowHandler<'_>) -> Result<(), StoreError> {
        tracing::trace!(sql, "import query");
        self.connection.query(sql, &[], handle_row)
    }

    /// The one number that a query returns; 0 for NULL or no row.
    pub fn number(&self, sql: &str) -> Result<i64, StoreError> {
        self.executor().number(sql, &[])
    }

    /// Creates a temporary table; `columns` may contain placeholders of types.
    pub fn create_table(&self, table: &str, columns: &str) -> Result<(), StoreError> {
        let columns = self.connection.dialect().translate(columns);
        self.execute(&format!("CREATE TEMP TABLE {table} ({columns})"))?;
        Ok(())
    }

    /// Drops a temporary table.
    pub fn drop_table(&self, table: &str) -> Result<(), StoreError> {
        self.execute(&format!("DROP TABLE {table}"))?;
        Ok(())
    }

    /// The SQL expression of a timestamp in milliseconds since 1970.
    pub fn timestamp(&self, milliseconds: i64) -> String {
        self.connection.dialect().timestamp(milliseconds)
    }

    /// The SQL expression of the beginning of the day in UTC of a timestamp, which is an expression too.
    pub fn day(&self, timestamp: &str) -> String {
        (self.connection.dialect().day)(timestamp)
    }

    /// The SQL expression of a column's value in a form that can be compared.
    pub fn comparable(&self, kind: ColumnType, value: &str) -> String {
        if kind == ColumnType::Json { self.connection.dialect().comparable(value) } else { value.to_owned() }
    }

    /// A writer of rows into a table.
    pub fn bulk_writer(&self, table: &str, columns: &[&str]) -> Result<Box<dyn BulkWriter + 'a>, StoreError> {
        self.connection.bulk_writer(table, columns, false)
    }

    /// A writer of rows into a table that skips rows whose key exists.
    pub fn distinct_bulk_writer(
        &self,
        table: &str,
        columns: &[&str],
    ) -> Result<Box<dyn BulkWriter + 'a>, StoreError> {
        self.connection.bulk_writer(table, columns, true)
    }

    /// The stored platform.
    pub fn platform(&self) -> Result<Option<platform::Platform>, StoreError> {
        platform::read(self.executor())
    }

    /// Stores the platform. Returns whether that changed anything.
    pub fn store_platform(&self, platform: &platform::Platform) -> Result<bool, StoreError> {
        platform::import(self.executor(), platform)
    }

    /// The connection, for other parts of the store that write in this transaction.
    pub fn executor(&self) -> &'a dyn Executor {
        self.connection.executor()
    }
}
