//! Running SQL, whichever the database.

use super::StoreError;
use super::dialect::Dialect;
use super::row_reader::RowReader;
use super::value::Value;

/// A database connection inside a transaction. Statements use the common subset of both dialects and number their
/// parameters `?1`, `?2`, ….
pub trait Executor {
    /// Runs a statement and returns the number of rows that it wrote.
    fn execute(&self, sql: &str, parameters: &[Value]) -> Result<usize, StoreError>;

    /// The dialect of the database.
    fn dialect(&self) -> &'static Dialect;

    /// Runs a query and passes each row to `handle_row`.
    fn query(
        &self,
        sql: &str,
        parameters: &[Value],
        handle_row: &mut RowHandler<'_>,
    ) -> Result<(), StoreError>;

    /// Runs a statement of [`Dialect::by_keys`] for any number of keys and passes each row to `handle_row`.
    fn query_by_keys(
        &self,
        sql: &str,
        keys: &[i64],
        handle_row: &mut RowHandler<'_>,
    ) -> Result<(), StoreError>;
}

/// A callback that receives the rows of a query.
pub type RowHandler<'a> = dyn FnMut(&dyn RowReader) -> Result<(), StoreError> + 'a;

impl dyn Executor + '_ {
    /// Runs a query and maps each row with `read`.
    pub fn all<T>(
        &self,
        sql: &str,
        parameters: &[Value],
        read: impl Fn(&dyn RowReader) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let mut all = Vec::new();
        self.query(sql, parameters, &mut |row| {
            all.push(read(row)?);
            Ok(())
        })?;
        Ok(all)
    }

    /// The one number that each of these queries returns, read with one statement; 0 for NULL or no row.
    pub fn numbers(&self, queries: impl Iterator<Item = String>) -> Result<Vec<i64>, StoreError> {
        let columns: Vec<String> = queries.map(|query| format!("({query})")).collect();
        let mut numbers = vec![0; columns.len()];
        self.query(&format!("SELECT {}", columns.join(", ")), &[], &mut |row| {
            for (position, number) in numbers.iter_mut().enumerate() {
                *number = row.integer(position)?.unwrap_or(0);
            }
            Ok(())
        })?;
        Ok(numbers)
    }

    /// Runs a query for at most one row and maps it with `read`; `None` if there is no row.
    pub fn one<T>(
        &self,
        sql: &str,
        parameters: &[Value],
        read: impl Fn(&dyn RowReader) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        Ok(self.all(sql, parameters, read)?.pop())
    }

    /// Whether a query returns a row.
    pub fn exists(&self, sql: &str, parameters: &[Value]) -> Result<bool, StoreError> {
        Ok(self.one(sql, parameters, |_| Ok(()))?.is_some())
    }

    /// The one number that a query returns; 0 for NULL or no row.
    pub fn number(&self, sql: &str, parameters: &[Value]) -> Result<i64, StoreError> {
        Ok(self.one(sql, parameters, |row| row.integer(0))?.flatten().unwrap_or(0))
    }
}
