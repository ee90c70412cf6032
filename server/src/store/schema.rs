//! Checks at start that every table has the columns that its resource's declaration asks for.

use std::collections::BTreeMap;

use rusqlite::Connection;

use super::columns::{COUNTERS_GIVEN, Column};
use super::session::placeholder;
use super::sqlite::DIALECT;
use super::{StoreError, all_resources};
use crate::resource::Resource;

/// Compares every table with its declaration.
pub fn check(connection: &Connection) -> Result<(), StoreError> {
    all_resources().try_for_each(|resource| check_table(connection, resource))
}

fn check_table(connection: &Connection, resource: &Resource) -> Result<(), StoreError> {
    let table = resource.names.plural;
    let found = table_columns(connection, table)?;
    let mut expected: BTreeMap<String, (String, bool)> =
        resource.columns().into_iter().map(described).collect();
    expected.insert("key".to_owned(), ("INTEGER".to_owned(), true));
    if resource.counted().next().is_some() {
        expected.insert(COUNTERS_GIVEN.to_owned(), ("INTEGER".to_owned(), false));
    }
    let differs = |difference: String| StoreError::Schema { table: table.to_owned(), difference };
    for (name, description) in &expected {
        match found.get(name) {
            None => return Err(differs(format!("the column {name} is missing"))),
            Some(found) if found != description => {
                return Err(differs(format!("the column {name} is of another kind")));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

fn described(column: Column) -> (String, (String, bool)) {
    (column.name, (DIALECT.translate(placeholder(column.kind)), column.nullable))
}

/// Each column's type and whether it may be null.
fn table_columns(
    connection: &Connection,
    table: &str,
) -> Result<BTreeMap<String, (String, bool)>, StoreError> {
    let mut statement = connection.prepare("SELECT name, type, \"notnull\" FROM pragma_table_info(?1)")?;
    let columns = statement
        .query_map([table], |row| Ok((row.get(0)?, (row.get(1)?, !row.get::<_, bool>(2)?))))?
        .collect::<Result<_, _>>()?;
    Ok(columns)
}
