//! Checks at start that every table has the columns that its resource's declaration asks for, and takes every word that
//! a declared enumeration has.

use std::collections::{BTreeMap, BTreeSet};

use folkmoot_model::resource::columns::{COUNTERS_GIVEN, ColumnKind};
use folkmoot_model::resource::{Kind, Resource};
use folkmoot_model::resources::all_resources;

use super::StoreError;
use super::connection::Connection;

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
                return Err(differs(format!("the column {name} has a different type")));
            }
            Some(_) => {}
        }
    }
    let allowed = allowed_words(connection, table)?;
    for field in resource.stored() {
        let (Kind::OneOf(values), Some(allowed)) = (field.kind, allowed.get(field.name)) else { continue };
        if let Some(word) = values.values().find(|word| !allowed.contains(*word)) {
            let name = field.name;
            return Err(differs(format!(
                "the CHECK constraint of the column {name} does not allow '{word}'"
            )));
        }
    }
    Ok(())
}

/// The words that the `CHECK` constraints of a table allow, by column.
fn allowed_words(
    connection: &dyn Connection,
    table: &str,
) -> Result<BTreeMap<String, BTreeSet<String>>, StoreError> {
    let texts = connection.all(connection.dialect().checks, &[table.into()], |row| row.some_text(0))?;
    Ok(texts.iter().flat_map(|text| checks(text)).collect())
}

/// The `CHECK` constraints of a text that list words: each with its column.
fn checks(text: &str) -> Vec<(String, BTreeSet<String>)> {
    let constraints = text.split("CHECK (").skip(1).filter_map(|rest| {
        let condition = &rest[..end_of_group(rest)];
        let start = condition.trim_start_matches(['(', ' ', '"']);
        let column =
            start.split(|character: char| !character.is_alphanumeric() && character != '_').next()?;
        // Every second part is between quotes; no declared word has one.
        let words: BTreeSet<String> = condition.split('\'').skip(1).step_by(2).map(str::to_owned).collect();
        (!words.is_empty()).then(|| (column.to_owned(), words))
    });
    constraints.collect()
}

/// Where the parenthesis closes that was opened before the text.
fn end_of_group(text: &str) -> usize {
    let mut depth = 1_usize;
    let end = text.find(|character| {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    end.unwrap_or(text.len())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_either_database_writes_constraints() {
        let sqlite = "CREATE TABLE t (\n  budget INTEGER CHECK (budget >= 0),\n  \
            status TEXT NOT NULL CHECK (status IN ('on', 'off')),\n  mode TEXT CHECK (mode IN ('up'))\n)";
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<BTreeSet<_>>();
        let status = ("status".to_owned(), words(&["off", "on"]));
        assert_eq!(checks(sqlite), [status.clone(), ("mode".to_owned(), words(&["up"]))]);
        assert_eq!(checks("CHECK ((status = ANY (ARRAY['on'::text, 'off'::text])))"), [status]);
        assert_eq!(checks("CHECK ((budget >= 0))"), []);
    }
}
