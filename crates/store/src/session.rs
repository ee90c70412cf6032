//! The transaction of an import: statements over whole tables, and rows put into tables of its own.

use std::cell::Cell;
use std::time::{Duration, Instant};

use folkmoot_model::resource::columns::ColumnKind;

use super::connection::{Connection, EachRow};
use super::value::Value;
use super::{StoreError, platform};

/// A connection that can take in many rows.
pub trait Import: Connection {
    /// What puts rows into a table; a row with the key of one that is there is left out where `distinct` says so.
    fn filler<'a>(
        &'a self,
        table: &str,
        columns: &[&str],
        distinct: bool,
    ) -> Result<Box<dyn Filler + 'a>, StoreError>;

    /// Runs the statement that fills a table without rows, whose references were checked; how many it wrote.
    fn fill(&self, table: &str, insert: &str) -> Result<usize, StoreError>;

    /// Runs a statement that changes most rows of a table; none is looked for from then on until everything is settled.
    fn rewrite(&self, table: &str, update: &str) -> Result<(), StoreError>;

    /// Takes all tables of a platform, none of which has rows, so that they can be filled quickly.
    fn take(&self, tables: &[&str]) -> Result<(), StoreError>;

    /// Makes what taken tables lack, once all rows are as they will be, and checks what is still to be checked.
    fn settle(&self) -> Result<(), StoreError>;

    /// Lets go of the state of the database that was read so far; the next read begins with the newest.
    fn renew(&self) -> Result<(), StoreError>;

    /// Takes the database's write lock where it has one for all tables; calls `waiting` if another program has it.
    fn begin_write(&self, waiting: &dyn Fn()) -> Result<(), StoreError>;

    /// This connection, for what takes no rows in.
    fn connection(&self) -> &dyn Connection;
}

/// Puts rows into a table, one after the other.
pub trait Filler {
    /// Puts in a row.
    fn put(&mut self, values: &mut dyn Iterator<Item = &Value>) -> Result<(), StoreError>;
    /// Brings in what is still on its way.
    fn finish(&mut self) -> Result<(), StoreError>;
}

/// A transaction whose statements take no parameters: they are made of names, of what declarations say, and of
/// numbers. Values reach the database by [`Session::filler`] alone.
pub struct Session<'a> {
    import: &'a dyn Import,
    began_to_write: Cell<Option<Instant>>,
}

/// What an import is allowed to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Write to the platform's tables, in one transaction.
    Write,
    /// Read them, and write to tables of its own.
    Read,
}

/// What an import returned, and how long its final write took, where it had one.
#[derive(Debug)]
pub struct Imported<T> {
    /// What it returned.
    pub value: T,
    /// How long it held the locks of its write, from taking them to the end of the commit.
    pub locked: Option<Duration>,
}

impl<'a> Session<'a> {
    pub(super) fn new(import: &'a dyn Import) -> Self {
        Self { import, began_to_write: Cell::new(None) }
    }

    /// Lets go of the state of the database that was read so far; the next read begins with the newest.
    pub fn renew(&self) -> Result<(), StoreError> {
        self.import.renew()
    }

    /// Begins the final write. Until then, the import must not change the platform's tables; from then on, nobody else
    /// changes them where the database has one write lock. Calls `waiting` if another program has that lock.
    pub fn begin_write(&self, waiting: &dyn Fn()) -> Result<(), StoreError> {
        self.import.begin_write(waiting)?;
        self.began_to_write.set(Some(Instant::now()));
        Ok(())
    }

    /// How long the final write has taken so far.
    pub(super) fn locked(&self) -> Option<Duration> {
        self.began_to_write.get().map(|began| began.elapsed())
    }

    /// Runs a statement; how many rows it wrote.
    pub fn execute(&self, sql: &str) -> Result<usize, StoreError> {
        tracing::trace!(sql, "import statement");
        self.import.execute(sql, &[])
    }

    /// Runs the statement that fills a table without rows, whose references were checked; how many it wrote.
    pub fn fill(&self, table: &str, insert: &str) -> Result<usize, StoreError> {
        tracing::trace!(sql = insert, "import statement");
        self.import.fill(table, insert)
    }

    /// Runs a statement that changes most rows of a table; none is looked for from then on until everything is settled.
    pub fn rewrite(&self, table: &str, update: &str) -> Result<(), StoreError> {
        tracing::trace!(sql = update, "import statement");
        self.import.rewrite(table, update)
    }

    /// Takes all tables of a platform, none of which has rows, so that they can be filled quickly.
    pub fn take(&self, tables: &[&str]) -> Result<(), StoreError> {
        self.import.take(tables)
    }

    /// Makes what taken tables lack, once all rows are as they will be, and checks what is still to be checked.
    pub fn settle(&self) -> Result<(), StoreError> {
        self.import.settle()
    }

    /// Whether to count all records of a table in one pass over those that are counted, rather than one by one.
    pub fn counts_in_groups(&self) -> bool {
        self.import.dialect().counts_in_groups
    }

    /// Hands each row that a query finds to `each`.
    pub fn each(&self, sql: &str, each: &mut EachRow<'_>) -> Result<(), StoreError> {
        tracing::trace!(sql, "import query");
        self.import.query(sql, &[], each)
    }

    /// The one number that a query gives; 0 where it gives null.
    pub fn number(&self, sql: &str) -> Result<i64, StoreError> {
        self.connection().number(sql, &[])
    }

    /// Makes a table that is this transaction's own and goes with it; `columns` may hold type placeholders.
    pub fn create(&self, table: &str, columns: &str) -> Result<(), StoreError> {
        let columns = self.import.dialect().translate(columns);
        self.execute(&format!("CREATE TEMP TABLE {table} ({columns})"))?;
        Ok(())
    }

    /// A moment, given in milliseconds since 1970.
    pub fn moment(&self, milliseconds: i64) -> String {
        self.import.dialect().moment(milliseconds)
    }

    /// A column's value in a form that can be compared.
    pub fn comparable(&self, kind: ColumnKind, value: &str) -> String {
        if kind == ColumnKind::Json { self.import.dialect().comparable(value) } else { value.to_owned() }
    }

    /// Removes a table of this transaction's own.
    pub fn forget(&self, table: &str) -> Result<(), StoreError> {
        self.execute(&format!("DROP TABLE {table}"))?;
        Ok(())
    }

    /// What puts rows into a table of this transaction's own.
    pub fn filler(&self, table: &str, columns: &[&str]) -> Result<Box<dyn Filler + 'a>, StoreError> {
        self.import.filler(table, columns, false)
    }

    /// What puts rows into such a table, of those with the same key the first alone.
    pub fn distinct_filler(&self, table: &str, columns: &[&str]) -> Result<Box<dyn Filler + 'a>, StoreError> {
        self.import.filler(table, columns, true)
    }

    /// The platform that is stored.
    pub fn platform(&self) -> Result<Option<platform::Platform>, StoreError> {
        platform::read(self.connection())
    }

    /// Stores the platform; whether that changed anything.
    pub fn store_platform(&self, platform: &platform::Platform) -> Result<bool, StoreError> {
        platform::import(self.connection(), platform)
    }

    /// The connection, for what other parts of the store write in this transaction.
    pub fn connection(&self) -> &'a dyn Connection {
        self.import.connection()
    }
}
