//! Statements about erased people: in the rows of an import, and in the records that an erasure changes.

use folkmoot_model::people::PersonColumn;
use folkmoot_model::resource::Field;
use folkmoot_model::resources::{DELETED_ITEMS, USERS};

use super::planned::empty_value;
use super::tables::staging_table;
use super::{STAGED, STAGED_TARGET, STORED_TARGET};

/// The table of the erased people that an import names.
pub const ERASED: &str = "erased_people_in_import";
/// Its columns.
pub const ERASED_COLUMNS: &str = "id {uuid} PRIMARY KEY, with_texts {boolean} NOT NULL";

/// The ids of the people that have a line.
pub fn named_people() -> String {
    format!("SELECT id FROM {} WHERE id IS NOT NULL", staging_table(USERS))
}

/// The ids in a column of people who neither have a line nor are stored.
pub fn unknown_people(column: &PersonColumn) -> String {
    let (name, people) = (column.field.name, USERS.names.plural);
    format!(
        "SELECT DISTINCT {STAGED}.{name} FROM {} AS {STAGED}
         LEFT JOIN {} AS {STAGED_TARGET} ON {STAGED_TARGET}.id = {STAGED}.{name}
         LEFT JOIN {people} AS {STORED_TARGET} ON {STORED_TARGET}.id = {STAGED}.{name}
         WHERE {STAGED}.{name} IS NOT NULL AND {STAGED_TARGET}.id IS NULL AND {STORED_TARGET}.id IS NULL",
        staging_table(column.resource),
        staging_table(USERS)
    )
}

/// Deletes the lines of erased people.
pub fn delete_people() -> String {
    format!("DELETE FROM {} WHERE id IN (SELECT id FROM {ERASED})", staging_table(USERS))
}

/// Clears what concerns erased people in a column of a staging table. Their own lines still exist.
pub fn clear_column(column: &PersonColumn) -> String {
    let (name, table) = (column.field.name, staging_table(column.resource));
    // The email addresses of erased people are only known from their lines.
    let condition =
        column.condition_among(&table, &format!("SELECT id FROM {ERASED}"), &staging_table(USERS));
    format!("UPDATE {table} SET {name} = NULL WHERE {name} IS NOT NULL AND {condition}")
}

/// Clears fields that erased people wrote whose texts were erased, too; `reference` is the field with the person.
pub fn clear_texts(table: &str, fields: &[&Field], reference: &str) -> String {
    let people = format!("SELECT id FROM {ERASED} WHERE with_texts");
    format!("UPDATE {table} SET {} WHERE {reference} IN ({people})", cleared(fields))
}

/// Clears fields of the stored records that a condition selects.
pub fn clear_stored(table: &str, fields: &[&Field], condition: &str) -> String {
    format!("UPDATE {table} SET {} WHERE {condition}", cleared(fields))
}

/// The ids of the people that an erasure deletes.
pub fn people_to_erase() -> String {
    format!("SELECT id FROM {} WHERE type = '{}'", staging_table(DELETED_ITEMS), USERS.names.deleted_type)
}

fn cleared(fields: &[&Field]) -> String {
    let set = fields.iter().map(|field| format!("{} = {}", field.column_name(), empty_value(field)));
    set.collect::<Vec<_>>().join(", ")
}
