//! Statements about erased people: in the rows of an import, and in the records that an erasure or another deletion changes.

use folkmoot_model::people::PersonColumn;
use folkmoot_model::resource::{Field, Resource};
use folkmoot_model::resources::{DELETED_ITEMS, USERS};

use super::planned::empty_value;
use super::tables::{changed_keys, staging_table};
use super::{CHANGED, STAGED, STAGED_TARGET, STORED, STORED_TARGET, THIS, TOMBSTONE};
use crate::shape::Reference;

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

/// The ids of the erased people that an import names.
pub fn skipped_people() -> &'static str {
    "SELECT id FROM erased_people_in_import"
}

/// Clears a column in the rows of its staging table that meet a condition.
pub fn clear_column(column: &PersonColumn, condition: &str) -> String {
    let (name, table) = (column.field.name, staging_table(column.resource));
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

/// The table of the ids of the stored people that an import deletes.
pub const DELETED_PEOPLE: &str = "deleted_people";
/// The table of the stored records that concern them.
pub const CONCERNED: &str = "concerned_records";
/// The columns of [`CONCERNED`].
pub const CONCERNED_COLUMNS: &str =
    "subject {text} NOT NULL, record {integer} NOT NULL, PRIMARY KEY (subject, record)";
/// The alias of a record that concerns them.
pub const CONCERNED_ROW: &str = THIS;

/// Creates [`DELETED_PEOPLE`].
pub fn create_deleted_people() -> String {
    format!(
        "CREATE TEMP TABLE {DELETED_PEOPLE} AS SELECT {STORED}.id AS id FROM {} AS {TOMBSTONE} CROSS JOIN {} AS {STORED}
         WHERE {TOMBSTONE}.type = '{}' AND {STORED}.id = {TOMBSTONE}.id",
        staging_table(DELETED_ITEMS),
        USERS.names.plural,
        USERS.names.deleted_type
    )
}

/// The ids of the stored people that an import deletes.
pub fn deleted_people() -> String {
    format!("SELECT id FROM {DELETED_PEOPLE}")
}

/// Adds the records of a resource that meet a condition over [`CONCERNED_ROW`] to [`CONCERNED`].
pub fn note_concerned(resource: &Resource, condition: &str) -> String {
    let plural = resource.names.plural;
    format!(
        "INSERT INTO {CONCERNED} (subject, record)
         SELECT '{plural}', {CONCERNED_ROW}.key FROM {plural} AS {CONCERNED_ROW} WHERE {condition}
         ON CONFLICT DO NOTHING"
    )
}

/// The changed rows of a resource that are not in [`CONCERNED`].
pub fn other_rows(resource: &Resource, rows: &str) -> String {
    format!(
        "SELECT key, hidden_by, earlier_hidden_by FROM ({rows}) AS changed_rows WHERE key NOT IN ({})",
        concerned(resource)
    )
}

/// The changed rows of a resource that are in [`CONCERNED`].
pub fn concerned_rows(resource: &Resource, rows: &str) -> String {
    format!(
        "SELECT key, hidden_by, earlier_hidden_by FROM ({rows}) AS changed_rows WHERE key IN ({})",
        concerned(resource)
    )
}

/// The rows of [`concerned_rows`] that became hidden from some readers, with the new reasons.
pub fn hidden_rows(resource: &Resource, rows: &str) -> String {
    format!(
        "SELECT key, hidden_by, newly_hidden_by, earlier_hidden_by FROM ({rows}) AS changed_rows
         WHERE newly_hidden_by <> 0 AND key IN ({})",
        concerned(resource)
    )
}

/// Adds the changed rows up to the key `newest` that refer to a record in [`CONCERNED`] to it.
pub fn note_dependents(resource: &Resource, reference: &Reference, newest: i64) -> String {
    let (plural, target) = (resource.names.plural, reference.target);
    format!(
        "INSERT INTO {CONCERNED} (subject, record)
         SELECT '{plural}', {CHANGED}.key FROM {} AS {CHANGED} CROSS JOIN {plural} AS {STORED} CROSS JOIN {} AS {STORED_TARGET}
         WHERE {CHANGED}.is_changed AND {CHANGED}.key <= {newest} AND {STORED}.key = {CHANGED}.key AND {}
           AND {STORED_TARGET}.id = {STORED}.{} AND {STORED_TARGET}.key IN ({})
         ON CONFLICT DO NOTHING",
        changed_keys(plural),
        target.names.plural,
        reference.condition(STORED),
        reference.field.name,
        concerned(target)
    )
}

/// The keys of the rows of a resource that are in [`CONCERNED`].
pub fn concerned(resource: &Resource) -> String {
    format!("SELECT record AS key FROM {CONCERNED} WHERE subject = '{}'", resource.names.plural)
}

/// The ids of the people that an erasure deletes.
pub fn people_to_erase() -> String {
    format!("SELECT id FROM {} WHERE type = '{}'", staging_table(DELETED_ITEMS), USERS.names.deleted_type)
}

fn cleared(fields: &[&Field]) -> String {
    let set = fields.iter().map(|field| format!("{} = {}", field.column_name(), empty_value(field)));
    set.collect::<Vec<_>>().join(", ")
}
