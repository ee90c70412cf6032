//! Checks at start that every table has the columns that its resource's declaration asks for.

use std::collections::BTreeMap;

use super::columns::{COUNTERS_GIVEN, ColumnKind};
use super::connection::Connection;
use super::{StoreError, all_resources};
use crate::resource::Resource;

/// Compares every table with its declaration.
pub fn check(connection: &dyn Connection) -> Result<(), StoreError> {
    all_resources().try_for_each(|resource| check_table(connection, resource))
}

fn check_table(connection: &dyn Connection, resource: &Resource) -> Result<(), StoreError> {
    let table = resource.names.plural;
    let word = |kind: ColumnKind| connection.dialect().translate(kind.placeholder());
    let found = table_columns(connection, table)?;
    let mut expected: BTreeMap<String, (String, bool)> = resource
        .columns()
        .into_iter()
        .map(|column| (column.name, (word(column.kind), column.nullable)))
        .collect();
    if resource.counted().next().is_some() {
        expected.insert(COUNTERS_GIVEN.to_owned(), (word(ColumnKind::Integer), false));
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

/// Each column's type and whether it may be null.
fn table_columns(
    connection: &dyn Connection,
    table: &str,
) -> Result<BTreeMap<String, (String, bool)>, StoreError> {
    let columns = connection.all(connection.dialect().columns, &[table.into()], |row| {
        Ok((row.some_text(0)?, (row.some_text(1)?, row.some_boolean(2)?)))
    })?;
    Ok(columns.into_iter().collect())
}
