//! What the store asks of a database, whichever it is.

use super::StoreError;
use super::dialect::Dialect;
use super::row::Row;
use super::value::Value;

/// A connection in a transaction. Statements are in terms of both databases and number their parameters `?1`, `?2`, ….
pub trait Connection {
    /// Runs a statement; how many rows it wrote.
    fn execute(&self, sql: &str, parameters: &[Value]) -> Result<usize, StoreError>;

    /// How the database says what others say differently.
    fn dialect(&self) -> &'static Dialect;

    /// Hands each row that a statement gives to `each`.
    fn query(&self, sql: &str, parameters: &[Value], each: &mut EachRow<'_>) -> Result<(), StoreError>;
}

/// Who is handed the rows of a query.
pub type EachRow<'a> = dyn FnMut(&dyn Row) -> Result<(), StoreError> + 'a;

impl dyn Connection + '_ {
    /// What `read` makes of each row.
    pub fn all<T>(
        &self,
        sql: &str,
        parameters: &[Value],
        read: impl Fn(&dyn Row) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let mut all = Vec::new();
        self.query(sql, parameters, &mut |row| {
            all.push(read(row)?);
            Ok(())
        })?;
        Ok(all)
    }

    /// What `read` makes of the only row, where there is one.
    pub fn one<T>(
        &self,
        sql: &str,
        parameters: &[Value],
        read: impl Fn(&dyn Row) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        Ok(self.all(sql, parameters, read)?.pop())
    }

    /// Whether the query finds anything.
    pub fn finds(&self, sql: &str, parameters: &[Value]) -> Result<bool, StoreError> {
        Ok(self.one(sql, parameters, |_| Ok(()))?.is_some())
    }

    /// The one number that a query gives; 0 where it gives null.
    pub fn number(&self, sql: &str, parameters: &[Value]) -> Result<i64, StoreError> {
        Ok(self.one(sql, parameters, |row| row.integer(0))?.flatten().unwrap_or(0))
    }
}
