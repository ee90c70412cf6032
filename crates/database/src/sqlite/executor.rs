//! Statements and bulk loading on a connection to `SQLite`.

use std::rc::Rc;

use rusqlite::{CachedStatement, Connection, Statement, StatementStatus};

use super::dialect::DIALECT;
use super::import;
use crate::StoreError;
use crate::bulk_load::{BulkLoad, BulkWriter};
use crate::dialect::Dialect;
use crate::executor::{Executor, RowHandler};
use crate::import_control::ImportControl;
use crate::value::Value;

impl Executor for Connection {
    fn execute(&self, sql: &str, parameters: &[Value]) -> Result<usize, StoreError> {
        let mut statement = self.prepare_cached(sql)?;
        let rows = statement.execute(rusqlite::params_from_iter(parameters))?;
        log_steps(sql, &statement);
        Ok(rows)
    }

    fn query(
        &self,
        sql: &str,
        parameters: &[Value],
        handle_row: &mut RowHandler<'_>,
    ) -> Result<(), StoreError> {
        let mut statement = self.prepare_cached(sql)?;
        let mut rows = statement.query(rusqlite::params_from_iter(parameters))?;
        while let Some(row) = rows.next()? {
            handle_row(row)?;
        }
        drop(rows);
        log_steps(sql, &statement);
        Ok(())
    }

    fn query_by_keys(
        &self,
        sql: &str,
        keys: &[i64],
        handle_row: &mut RowHandler<'_>,
    ) -> Result<(), StoreError> {
        let mut statement = self.prepare_cached(sql)?;
        let list: Vec<_> = keys.iter().map(|key| rusqlite::types::Value::Integer(*key)).collect();
        let mut rows = statement.query([Rc::new(list)])?;
        while let Some(row) = rows.next()? {
            handle_row(row)?;
        }
        Ok(())
    }

    fn dialect(&self) -> &'static Dialect {
        &DIALECT
    }
}

/// Logs a statement with the steps that SQLite's virtual machine took, which show whether it read a whole table.
fn log_steps(sql: &str, statement: &Statement<'_>) {
    if tracing::enabled!(tracing::Level::TRACE) {
        let steps = statement.reset_status(StatementStatus::VmStep);
        tracing::trace!(steps, sql, "ran statement");
    }
}

impl BulkLoad for Connection {
    fn bulk_writer<'a>(
        &'a self,
        table: &str,
        columns: &[&str],
        distinct: bool,
    ) -> Result<Box<dyn BulkWriter + 'a>, StoreError> {
        let (names, parameters) = (columns.join(", "), vec!["?"; columns.len()].join(", "));
        let on_conflict = if distinct { "ON CONFLICT DO NOTHING" } else { "" };
        let sql = format!("INSERT INTO {table} ({names}) VALUES ({parameters}) {on_conflict}");
        Ok(Box::new(RowInserts { statement: self.prepare_cached(&sql)? }))
    }

    fn fill_table(&self, table: &str, insert: &str) -> Result<usize, StoreError> {
        import::fill_table(self, table, insert)
    }

    fn update_table(&self, _: &str, update: &str) -> Result<(), StoreError> {
        Executor::execute(self, update, &[]).map(drop)
    }

    fn defer_indexes(&self, _: &[&str]) -> Result<(), StoreError> {
        Ok(())
    }

    fn rebuild_indexes(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn expect_few_rows(&self) -> Result<(), StoreError> {
        // Cross joins, which SQLite takes as written, begin with the rows of the import.
        Ok(())
    }

    fn analyze(&self, _: &[String]) -> Result<(), StoreError> {
        Ok(())
    }

    fn refresh_snapshot(&self) -> Result<(), StoreError> {
        Ok(self.execute_batch("COMMIT; BEGIN")?)
    }

    fn begin_write(&self, control: ImportControl<'_>) -> Result<(), StoreError> {
        self.execute_batch("COMMIT")?;
        Ok(import::begin_write(self, control)?)
    }

    fn local_bytes(&self) -> Result<u64, StoreError> {
        let bytes = self.executor().number(DIALECT.database_bytes, &[])?;
        Ok(u64::try_from(bytes).unwrap_or(0))
    }

    fn executor(&self) -> &dyn Executor {
        self
    }
}

/// Writes each row with one INSERT.
struct RowInserts<'a> {
    statement: CachedStatement<'a>,
}

impl BulkWriter for RowInserts<'_> {
    fn write(&mut self, values: &mut dyn Iterator<Item = &Value>) -> Result<(), StoreError> {
        self.statement.execute(rusqlite::params_from_iter(values))?;
        Ok(())
    }

    fn finish(&mut self) -> Result<(), StoreError> {
        Ok(())
    }
}
