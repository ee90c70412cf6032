//! The transaction of an import: statements over whole tables, and temporary tables that rows are written into.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::time::{Duration, Instant};

use folkmoot_model::resource::columns::ColumnType;

use super::StoreError;
use super::executor::{Executor, RowHandler};

pub use super::bulk_load::{BulkLoad, BulkWriter};
pub use super::import_control::{Access, ImportControl, ImportOutcome};

/// A transaction whose statements take no parameters: they consist of names, declarations and numbers. Values reach the
/// database only through [`ImportTransaction::bulk_writer`].
pub struct ImportTransaction<'a> {
    connection: &'a dyn BulkLoad,
    control: ImportControl<'a>,
    write_began: Cell<Option<Instant>>,
    bytes_before: Cell<u64>,
    expects_few_rows: Cell<bool>,
    /// The columns of the tables that no statement has named yet.
    declared: RefCell<HashMap<String, String>>,
}

impl<'a> ImportTransaction<'a> {
    pub(super) fn new(connection: &'a dyn BulkLoad, control: ImportControl<'a>) -> Self {
        Self {
            connection,
            control,
            write_began: Cell::new(None),
            bytes_before: Cell::new(0),
            expects_few_rows: Cell::new(false),
            declared: RefCell::default(),
        }
    }

    /// Ends the current snapshot; the next read sees the latest state of the database.
    pub fn refresh_snapshot(&self) -> Result<(), StoreError> {
        self.connection.refresh_snapshot()
    }

    /// Prepares the database for an import of few rows compared with those that are stored: statements look stored rows up
    /// and read no complete table.
    pub fn expect_few_rows(&self) -> Result<(), StoreError> {
        self.expects_few_rows.set(true);
        self.connection.expect_few_rows()
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
        self.create_named(sql)?;
        self.connection.execute(sql, &[])
    }

    /// Runs a statement that inserts rows into an empty table and whose references were checked before. Returns the
    /// number of rows that it wrote.
    pub fn fill_table(&self, table: &str, insert: &str) -> Result<usize, StoreError> {
        tracing::trace!(sql = insert, "import statement");
        self.create_named(insert)?;
        self.connection.fill_table(table, insert)
    }

    /// Runs a statement that updates most rows of a table. Afterwards, rows of the table must not be looked up by their
    /// keys until [`Self::rebuild_indexes`].
    pub fn update_table(&self, table: &str, update: &str) -> Result<(), StoreError> {
        tracing::trace!(sql = update, "import statement");
        self.create_named(update)?;
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

    /// Runs a query and passes each row to `handle_row`.
    pub fn query(&self, sql: &str, handle_row: &mut RowHandler<'_>) -> Result<(), StoreError> {
        tracing::trace!(sql, "import query");
        self.create_named(sql)?;
        self.connection.query(sql, &[], handle_row)
    }

    /// The one number that a query returns; 0 for NULL or no row.
    pub fn number(&self, sql: &str) -> Result<i64, StoreError> {
        self.create_named(sql)?;
        self.executor().number(sql, &[])
    }

    /// Creates a temporary table; `columns` may contain placeholders of types.
    pub fn create_table(&self, table: &str, columns: &str) -> Result<(), StoreError> {
        let columns = self.connection.dialect().translate(columns);
        self.execute(&format!("CREATE TEMP TABLE {table} ({columns})"))?;
        Ok(())
    }

    /// Declares a temporary table like [`Self::create_table`], which is created when a statement first names it. An import of a few
    /// records needs few of its tables, and a table takes PostgreSQL as long as many statements.
    pub fn declare_table(&self, table: String, columns: &str) {
        self.declared.borrow_mut().insert(table, columns.to_owned());
    }

    /// Whether a table was declared and not created yet, so that it has no rows.
    pub fn is_only_declared(&self, table: &str) -> bool {
        self.declared.borrow().contains_key(table)
    }

    /// Creates the declared tables that a statement names, for a statement of [`Self::executor`]. The other methods do it themselves.
    pub fn create_named(&self, sql: &str) -> Result<(), StoreError> {
        let is_name = |character: char| character.is_ascii_alphanumeric() || character == '_';
        for name in sql.split(|character| !is_name(character)) {
            let columns = self.declared.borrow_mut().remove(name);
            if let Some(columns) = columns {
                self.create_table(name, &columns)?;
                if self.expects_few_rows.get() {
                    self.connection.analyze(&[name.to_owned()])?;
                }
            }
        }
        Ok(())
    }

    /// Drops a temporary table, or withdraws its declaration.
    pub fn drop_table(&self, table: &str) -> Result<(), StoreError> {
        if self.declared.borrow_mut().remove(table).is_some() {
            return Ok(());
        }
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
        self.create_named(table)?;
        self.connection.bulk_writer(table, columns, false)
    }

    /// A writer of rows into a table that skips rows whose key exists.
    pub fn distinct_bulk_writer(
        &self,
        table: &str,
        columns: &[&str],
    ) -> Result<Box<dyn BulkWriter + 'a>, StoreError> {
        self.create_named(table)?;
        self.connection.bulk_writer(table, columns, true)
    }

    /// The connection, for what loads rows in this transaction.
    pub fn connection(&self) -> &'a dyn BulkLoad {
        self.connection
    }

    /// The connection, for statements in this transaction that name no table of [`Self::declare_table`].
    pub fn executor(&self) -> &'a dyn Executor {
        self.connection.executor()
    }
}
