//! What the SQL of the store leaves to each database.

use super::StoreError;
use super::connection::Connection;

/// Looks for words in the texts of a table.
pub type Search = fn(&dyn Connection, table: &str, words: &str) -> Result<Vec<(i64, f64)>, StoreError>;

/// How a database says what others say differently.
#[derive(Debug)]
pub struct Dialect {
    /// Each placeholder of the migrations with what stands for it.
    pub words: &'static [(&'static str, &'static str)],
    /// Lets one writer of the change feed at a time go on, where writers do not wait for each other anyway.
    pub lock_changes: Option<&'static str>,
    /// What stands before and after a number of milliseconds since 1970 to make a moment of it.
    pub moment: (&'static str, &'static str),
    /// What stands before and after JSON so that it can be compared.
    pub comparable: (&'static str, &'static str),
    /// The keys of the records in whose texts every word is found, or the beginning of a longer one; each with how well
    /// it matches, better being smaller.
    pub search: Search,
    /// The statement that selects columns of the records of a table, and of those joined to them, whose keys a list
    /// holds, which is its parameter.
    /// How the list is given and what else is told is between the dialect and whoever runs it.
    pub by_keys: fn(table: &str, select: &str, joins: &str) -> String,
    /// Whether all counters of a table are best counted in one pass over what they count, in groups.
    pub counts_in_groups: bool,
    /// Lets new rows of `{table}` have keys after those that were put in with their rows, where that needs saying.
    pub continue_keys: Option<&'static str>,
    /// Texts that contain the `CHECK` constraints of a table, whose name is the parameter.
    pub checks: &'static str,
    /// The columns of a table, whose name is the parameter: name, type in this database's words, whether it may be null.
    pub columns: &'static str,
}

impl Dialect {
    /// SQL with placeholders in this database's words.
    pub fn translate(&self, sql: &str) -> String {
        self.words.iter().fold(sql.to_owned(), |sql, (placeholder, word)| sql.replace(placeholder, word))
    }

    /// A moment, given in milliseconds since 1970.
    pub fn moment(&self, milliseconds: i64) -> String {
        let (before, after) = self.moment;
        format!("{before}{milliseconds}{after}")
    }

    /// JSON in a form that can be compared.
    pub fn comparable(&self, json: &str) -> String {
        let (before, after) = self.comparable;
        format!("{before}{json}{after}")
    }
}
