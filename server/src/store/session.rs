//! The transaction of an import: statements over whole tables, and rows put into tables of its own.

use rusqlite::types::{ToSql, ToSqlOutput, ValueRef};
use rusqlite::{CachedStatement, Connection};

use super::columns::ColumnKind;
use super::row::Row;
use super::sqlite::DIALECT;
use super::{StoreError, platform, sqlite_import};

/// A value on its way into a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Nothing.
    Null,
    /// A whole number, a truth value or a moment.
    Integer(i64),
    /// A UUID.
    Uuid([u8; 16]),
    /// Text, a day or JSON.
    Text(String),
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Integer(number) => ValueRef::Integer(*number),
            Self::Uuid(bytes) => ValueRef::Blob(bytes),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
        }))
    }
}

/// A transaction whose statements take no parameters: they are made of names, of what declarations say, and of
/// numbers. Values reach the database by [`Session::filler`] alone.
#[derive(Debug)]
pub struct Session<'a> {
    connection: &'a Connection,
}

impl<'a> Session<'a> {
    pub(super) fn new(connection: &'a Connection) -> Self {
        Self { connection }
    }

    /// Runs a statement; how many rows it wrote.
    pub fn execute(&self, sql: &str) -> Result<usize, StoreError> {
        tracing::trace!(sql, "import statement");
        Ok(self.connection.prepare(sql)?.execute([])?)
    }

    /// Runs the statement that fills a table without rows, whose references were checked; how many it wrote.
    pub fn fill(&self, table: &str, insert: &str) -> Result<usize, StoreError> {
        tracing::trace!(sql = insert, "import statement");
        sqlite_import::fill(self.connection, table, insert)
    }

    /// Hands each row that a query finds to `each`.
    pub fn each(
        &self,
        sql: &str,
        mut each: impl FnMut(&dyn Row) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        tracing::trace!(sql, "import query");
        let mut statement = self.connection.prepare(sql)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            each(row)?;
        }
        Ok(())
    }

    /// The one number that a query gives; 0 where it gives null.
    pub fn number(&self, sql: &str) -> Result<i64, StoreError> {
        let mut number = 0;
        self.each(sql, |row| {
            number = row.integer(0)?.unwrap_or(0);
            Ok(())
        })?;
        Ok(number)
    }

    /// Makes a table that is this transaction's own and goes with it; `columns` may hold type placeholders.
    pub fn create(&self, table: &str, columns: &str) -> Result<(), StoreError> {
        self.execute(&DIALECT.translate(&format!("CREATE TEMP TABLE {table} ({columns})")))?;
        Ok(())
    }

    /// Removes a table of this transaction's own.
    pub fn forget(&self, table: &str) -> Result<(), StoreError> {
        self.execute(&format!("DROP TABLE {table}"))?;
        Ok(())
    }

    /// What puts rows into a table.
    pub fn filler(&self, table: &str, columns: &[&str]) -> Result<Filler<'a>, StoreError> {
        let names = columns.join(", ");
        let places = vec!["?"; columns.len()].join(", ");
        let sql = format!("INSERT INTO {table} ({names}) VALUES ({places}) ON CONFLICT DO NOTHING");
        Ok(Filler { statement: self.connection.prepare_cached(&sql)? })
    }

    /// The platform that is stored.
    pub fn platform(&self) -> Result<Option<platform::Platform>, StoreError> {
        platform::read(self.connection)
    }

    /// Stores the platform; whether that changed anything.
    pub fn store_platform(&self, platform: &platform::Platform) -> Result<bool, StoreError> {
        platform::import(self.connection, platform)
    }

    /// The connection, for what other parts of the store write in this transaction.
    pub(crate) fn connection(&self) -> &Connection {
        self.connection
    }
}

/// Puts rows into a table, one after the other.
pub struct Filler<'a> {
    statement: CachedStatement<'a>,
}

impl std::fmt::Debug for Filler<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Filler").finish_non_exhaustive()
    }
}

impl Filler<'_> {
    /// Puts in a row, unless one with its key is there.
    pub fn put<'v>(&mut self, values: impl IntoIterator<Item = &'v Value>) -> Result<(), StoreError> {
        self.statement.execute(rusqlite::params_from_iter(values))?;
        Ok(())
    }
}

/// The placeholder of a column's type.
pub fn placeholder(kind: ColumnKind) -> &'static str {
    match kind {
        ColumnKind::Uuid => "{uuid}",
        ColumnKind::Text => "{text}",
        ColumnKind::Integer => "{integer}",
        ColumnKind::Boolean => "{boolean}",
        ColumnKind::Timestamp => "{timestamp}",
        ColumnKind::Date => "{date}",
        ColumnKind::Json => "{json}",
    }
}
