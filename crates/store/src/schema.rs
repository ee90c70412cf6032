//! Checks at start that every table has the columns that its resource declares, and that its `CHECK` constraints allow
//! every value of a declared enumeration.

use std::collections::{BTreeMap, BTreeSet};

use folkmoot_database::executor::Executor;
use folkmoot_model::resource::columns::{ColumnType, IMPORTED_COUNTERS};
use folkmoot_model::resource::{FieldType, Resource};
use folkmoot_model::resources::all_resources;

use super::StoreError;

/// A column of a table.
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its type in the dialect of the database, and whether it is nullable.
    description: (String, bool),
}

/// The columns of every table, in their order, by the name of the table.
pub fn columns(executor: &dyn Executor) -> Result<BTreeMap<String, Vec<Column>>, StoreError> {
    let rows = executor.all(executor.dialect().columns, &[], |row| {
        let description = (row.required_text(2)?, row.required_boolean(3)?);
        Ok((row.required_text(0)?, Column { name: row.required_text(1)?, description }))
    })?;
    let mut tables: BTreeMap<String, Vec<Column>> = BTreeMap::new();
    for (table, column) in rows {
        tables.entry(table).or_default().push(column);
    }
    Ok(tables)
}

/// Compares every table with its declaration. Two statements read all tables, so that a distant database delays a start only twice.
pub fn check(executor: &dyn Executor) -> Result<(), StoreError> {
    let (columns, allowed) = (columns(executor)?, allowed_words(executor)?);
    all_resources().try_for_each(|resource| {
        let table = resource.names.plural;
        let columns = columns.get(table).map(Vec::as_slice).unwrap_or_default();
        check_table(executor, resource, columns, allowed.get(table).unwrap_or(&BTreeMap::new()))
    })
}

/// The values that `CHECK` constraints allow, by column.
type AllowedWords = BTreeMap<String, BTreeSet<String>>;

fn check_table(
    executor: &dyn Executor,
    resource: &Resource,
    columns: &[Column],
    allowed: &AllowedWords,
) -> Result<(), StoreError> {
    let table = resource.names.plural;
    let word = |kind: ColumnType| executor.dialect().translate(kind.placeholder());
    let found: BTreeMap<&str, _> =
        columns.iter().map(|column| (column.name.as_str(), &column.description)).collect();
    let mut expected: BTreeMap<String, (String, bool)> = resource
        .columns()
        .into_iter()
        .map(|column| (column.name, (word(column.kind), column.nullable)))
        .collect();
    if resource.counted().next().is_some() {
        expected.insert(IMPORTED_COUNTERS.to_owned(), (word(ColumnType::Integer), false));
    }
    let differs = |difference: String| StoreError::Schema { table: table.to_owned(), difference };
    for (name, description) in &expected {
        match found.get(name.as_str()) {
            None => return Err(differs(format!("the column {name} is missing"))),
            Some(&found) if found != description => {
                return Err(differs(format!("the column {name} has a different type")));
            }
            Some(_) => {}
        }
    }
    for field in resource.stored() {
        let (FieldType::OneOf(values), Some(allowed)) = (field.kind, allowed.get(field.name)) else {
            continue;
        };
        if let Some(word) = values.values().find(|word| !allowed.contains(*word)) {
            let name = field.name;
            return Err(differs(format!(
                "the CHECK constraint of the column {name} does not allow '{word}'"
            )));
        }
    }
    Ok(())
}

/// The values that the `CHECK` constraints of every table allow, by the name of the table.
fn allowed_words(executor: &dyn Executor) -> Result<BTreeMap<String, AllowedWords>, StoreError> {
    let texts = executor
        .all(executor.dialect().checks, &[], |row| Ok((row.required_text(0)?, row.required_text(1)?)))?;
    let mut tables: BTreeMap<String, AllowedWords> = BTreeMap::new();
    for (table, text) in texts {
        tables.entry(table).or_default().extend(checks(&text));
    }
    Ok(tables)
}

/// The `CHECK` constraints of a text that list values: each with its column.
fn checks(text: &str) -> Vec<(String, BTreeSet<String>)> {
    let constraints = text.split("CHECK (").skip(1).filter_map(|rest| {
        let condition = &rest[..end_of_group(rest)];
        let start = condition.trim_start_matches(['(', ' ', '"']);
        let column =
            start.split(|character: char| !character.is_alphanumeric() && character != '_').next()?;
        // Every second part is between quotes; no declared value contains one.
        let words: BTreeSet<String> = condition.split('\'').skip(1).step_by(2).map(str::to_owned).collect();
        (!words.is_empty()).then(|| (column.to_owned(), words))
    });
    constraints.collect()
}

/// The position of the parenthesis that closes one opened before the text.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_from_the_constraints_of_both_databases() {
        let sqlite = "CREATE TABLE t (\n  budget INTEGER CHECK (budget >= 0),\n  \
            status TEXT NOT NULL CHECK (status IN ('on', 'off')),\n  mode TEXT CHECK (mode IN ('up'))\n)";
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<BTreeSet<_>>();
        let status = ("status".to_owned(), words(&["off", "on"]));
        assert_eq!(checks(sqlite), [status.clone(), ("mode".to_owned(), words(&["up"]))]);
        assert_eq!(checks("CHECK ((status = ANY (ARRAY['on'::text, 'off'::text])))"), [status]);
        assert_eq!(checks("CHECK ((budget >= 0))"), []);
    }
}
