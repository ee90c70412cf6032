//! The SQL that differs between the databases.

use super::StoreError;
use super::executor::Executor;
use super::search_words::SearchWords;

/// Finds words in the texts of a table; see [`Dialect::search`].
pub type SearchFunction =
    fn(&dyn Executor, table: &str, words: &SearchWords) -> Result<Vec<(i64, f64)>, StoreError>;

/// The SQL of one database.
#[derive(Debug)]
pub struct Dialect {
    /// The placeholders of migrations and their replacements.
    pub placeholders: &'static [(&'static str, &'static str)],
    /// Locks the change feed for one writer at a time; `None` if writers wait for each other anyway.
    pub lock_changes: Option<&'static str>,
    /// Lets no export begin until the transaction ends; `None` if writers wait for each other anyway.
    pub lock_exports: Option<&'static str>,
    /// The SQL before and after a number of milliseconds since 1970 that makes it a timestamp.
    pub timestamp: (&'static str, &'static str),
    /// The SQL expression of the beginning of the day in UTC of a timestamp.
    pub day: fn(timestamp: &str) -> String,
    /// The SQL before and after a JSON value that makes it comparable.
    pub comparable: (&'static str, &'static str),
    /// The SQL expression of a UUID as text in its usual form.
    pub uuid_text: fn(expression: &str) -> String,
    /// Finds the records whose texts contain each of the words, of which there is at least one. Returns their keys and
    /// ranks; a lower rank is a better match.
    pub search: SearchFunction,
    /// The statement that selects columns of the records of a table, and of the tables joined to them, by a list of
    /// keys, its only parameter. `seen` are further conditions, each preceded by `AND`; `newest` is the expression of the newest change of these tables. The form of the parameter and the further columns are known to the dialect's own code
    /// for pages.
    pub by_keys: fn(table: &str, select: &str, joins: &str, seen: &str, newest: &str) -> String,
    /// Makes new rows of `{table}` get keys after those of copied rows; `None` if that is automatic.
    pub advance_keys: Option<&'static str>,
    /// Selects the `CHECK` constraints of all tables: the name of the table, a text that contains the constraint.
    pub checks: &'static str,
    /// Selects the columns of all tables, in their order: the name of the table, name, type in this dialect, whether it is nullable.
    pub columns: &'static str,
    /// Selects the size of the database in bytes.
    pub database_bytes: &'static str,
    /// Selects a row if a table exists, whose name is the parameter.
    pub table_exists: &'static str,
    /// Selects the time of the clock of the database server, in milliseconds since 1970; `None` if it is that of this process.
    pub server_time: Option<&'static str>,
    /// Selects the number of connections of Folkmoot's programs that are older than a number of milliseconds, the only parameter;
    /// `None` if a lock shows whether a server runs.
    pub older_connections: Option<&'static str>,
    /// Selects the version of the schema.
    pub schema_version: &'static str,
}

impl Dialect {
    /// Replaces the placeholders in SQL.
    pub fn translate(&self, sql: &str) -> String {
        self.placeholders
            .iter()
            .fold(sql.to_owned(), |sql, (placeholder, replacement)| sql.replace(placeholder, replacement))
    }

    /// The SQL expression of a timestamp in milliseconds since 1970.
    pub fn timestamp(&self, milliseconds: i64) -> String {
        let (before, after) = self.timestamp;
        format!("{before}{milliseconds}{after}")
    }

    /// The SQL expression of a JSON value in a form that can be compared.
    pub fn comparable(&self, json: &str) -> String {
        let (before, after) = self.comparable;
        format!("{before}{json}{after}")
    }
}
