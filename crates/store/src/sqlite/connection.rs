//! The connection to the embedded database that the store's code uses.

use rusqlite::{CachedStatement, Connection};

use super::dialect::DIALECT;
use super::import;
use crate::StoreError;
use crate::connection::{self, EachRow};
use crate::dialect::Dialect;
use crate::session::{Filler, Import};
use crate::value::Value;

impl connection::Connection for Connection {
    fn execute(&self, sql: &str, parameters: &[Value]) -> Result<usize, StoreError> {
        Ok(self.prepare_cached(sql)?.execute(rusqlite::params_from_iter(parameters))?)
    }

    fn query(&self, sql: &str, parameters: &[Value], each: &mut EachRow<'_>) -> Result<(), StoreError> {
        let mut statement = self.prepare_cached(sql)?;
        let mut rows = statement.query(rusqlite::params_from_iter(parameters))?;
        while let Some(row) = rows.next()? {
            each(row)?;
        }
        Ok(())
    }

    fn dialect(&self) -> &'static Dialect {
        &DIALECT
    }
}

impl Import for Connection {
    fn filler<'a>(
        &'a self,
        table: &str,
        columns: &[&str],
        distinct: bool,
    ) -> Result<Box<dyn Filler + 'a>, StoreError> {
        let (names, places) = (columns.join(", "), vec!["?"; columns.len()].join(", "));
        let otherwise = if distinct { "ON CONFLICT DO NOTHING" } else { "" };
        let sql = format!("INSERT INTO {table} ({names}) VALUES ({places}) {otherwise}");
        Ok(Box::new(Inserts { statement: self.prepare_cached(&sql)? }))
    }

    fn fill(&self, table: &str, insert: &str) -> Result<usize, StoreError> {
        import::fill(self, table, insert)
    }

    fn rewrite(&self, _: &str, update: &str) -> Result<(), StoreError> {
        connection::Connection::execute(self, update, &[]).map(drop)
    }

    fn take(&self, _: &[&str]) -> Result<(), StoreError> {
        Ok(())
    }

    fn settle(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn renew(&self) -> Result<(), StoreError> {
        Ok(self.execute_batch("COMMIT; BEGIN")?)
    }

    fn begin_write(&self, waiting: &dyn Fn()) -> Result<(), StoreError> {
        self.execute_batch("COMMIT")?;
        Ok(import::begin_write(self, waiting)?)
    }

    fn connection(&self) -> &dyn connection::Connection {
        self
    }
}

/// Puts rows into a table by inserting them.
struct Inserts<'a> {
    statement: CachedStatement<'a>,
}

impl Filler for Inserts<'_> {
    fn put(&mut self, values: &mut dyn Iterator<Item = &Value>) -> Result<(), StoreError> {
        self.statement.execute(rusqlite::params_from_iter(values))?;
        Ok(())
    }

    fn finish(&mut self) -> Result<(), StoreError> {
        Ok(())
    }
}
