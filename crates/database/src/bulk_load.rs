//! Connections that can load many rows.

use super::StoreError;
use super::executor::Executor;
use super::import_control::ImportControl;
use super::value::Value;

/// A connection that can load many rows.
pub trait BulkLoad: Executor {
    /// A writer of rows into a table; with `distinct`, it skips rows whose key exists.
    fn bulk_writer<'a>(
        &'a self,
        table: &str,
        columns: &[&str],
        distinct: bool,
    ) -> Result<Box<dyn BulkWriter + 'a>, StoreError>;

    /// See [`super::import_transaction::ImportTransaction::fill_table`].
    fn fill_table(&self, table: &str, insert: &str) -> Result<usize, StoreError>;

    /// See [`super::import_transaction::ImportTransaction::update_table`].
    fn update_table(&self, table: &str, update: &str) -> Result<(), StoreError>;

    /// See [`super::import_transaction::ImportTransaction::defer_indexes`].
    fn defer_indexes(&self, tables: &[&str]) -> Result<(), StoreError>;

    /// See [`super::import_transaction::ImportTransaction::rebuild_indexes`].
    fn rebuild_indexes(&self) -> Result<(), StoreError>;

    /// See [`super::import_transaction::ImportTransaction::expect_few_rows`].
    fn expect_few_rows(&self) -> Result<(), StoreError>;

    /// Computes the planner's statistics of temporary tables, if the planner needs them.
    fn analyze(&self, tables: &[String]) -> Result<(), StoreError>;

    /// See [`super::import_transaction::ImportTransaction::refresh_snapshot`].
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
