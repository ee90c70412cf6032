//! The tables that an import declares or creates for itself: their names, columns and indexes.

pub use crate::shape::staging_table;

use crate::shape::Shape;

/// The column of the line number.
pub const LINE: &str = "line";
/// The column of the bits of the columns that a line gives.
pub const GIVEN: &str = "given_columns";
/// The column of the bits of the columns whose stored value is retained.
pub const RETAINED: &str = "retained_columns";

/// The ids of records whose line has an error, of all resources.
pub const REJECTED_RECORDS: &str = "rejected_records";
/// Their columns.
pub const REJECTED_COLUMNS: &str = "resource {text} NOT NULL, id {uuid} NOT NULL, PRIMARY KEY (resource, id)";
/// The columns of [`invalid_lines`].
pub const INVALID_COLUMNS: &str = "line {integer} PRIMARY KEY";
/// The columns of [`existing_records`].
pub const EXISTING_COLUMNS: &str = "line {integer} PRIMARY KEY, key {integer} NOT NULL";
/// The columns of [`pending_rows`].
pub const PENDING_COLUMNS: &str = "line {integer} PRIMARY KEY, key {integer}";
/// The columns of [`pairs`].
pub const PAIR_COLUMNS: &str =
    "line {integer} NOT NULL, own {uuid} NOT NULL, other {uuid} NOT NULL, PRIMARY KEY (own, other)";
/// The columns of [`listings`].
pub const LISTING_COLUMNS: &str = "line {integer} NOT NULL, own {uuid} PRIMARY KEY";
/// The columns of [`changed_keys`].
pub const CHANGED_COLUMNS: &str = "key {integer} PRIMARY KEY, hidden_by {integer} NOT NULL, change_hidden_by {integer} NOT NULL, is_changed {boolean} NOT NULL, is_read {boolean} NOT NULL";
/// The columns of [`previous_values`].
pub const PREVIOUS_VALUE_COLUMNS: &str = "value {uuid} PRIMARY KEY";

/// The columns of a staging table.
pub fn staging_columns(shape: &Shape) -> String {
    let columns = shape.columns.iter().map(|column| {
        let column = column.field.column();
        format!(", {} {}", column.name, column.kind.placeholder())
    });
    let columns: String = columns.collect();
    format!(
        "{LINE} {{integer}} PRIMARY KEY, {GIVEN} {{integer}} NOT NULL, {RETAINED} {{integer}} NOT NULL{columns}"
    )
}

/// Creates the index that finds staged rows by their identity.
pub fn create_identity_index(shape: &Shape) -> String {
    let (table, identity) = (shape.staging_table(), shape.identity().join(", "));
    format!("CREATE INDEX {table}_identity ON {table} ({identity})")
}

/// The table of the lines of a resource's file that have an error.
pub fn invalid_lines(resource: &str) -> String {
    format!("invalid_{resource}")
}

/// The table of the staged rows whose record is stored: their line and its key.
pub fn existing_records(resource: &str) -> String {
    format!("existing_{resource}")
}

/// The table of the staged rows that are new or differ from their stored record: their line, and the key of the stored
/// record if there is one.
pub fn pending_rows(resource: &str) -> String {
    format!("pending_{resource}")
}

/// The table of the ids that records list, for a relation's table.
pub fn pairs(relation: &str) -> String {
    format!("pairs_{relation}")
}

/// The table of the records that give a list, for a relation's table.
pub fn listings(relation: &str) -> String {
    format!("listings_{relation}")
}

/// The table of the listed ids that are not stored, for a relation's table; its columns are those of [`pairs`].
pub fn new_pairs(relation: &str) -> String {
    format!("new_pairs_{relation}")
}

/// The table of the keys of stored rows that are not in the list of their record, for a relation's table.
pub fn unlisted(relation: &str) -> String {
    format!("unlisted_{relation}")
}

/// The columns of [`unlisted`].
pub const UNLISTED_COLUMNS: &str = "key {integer} PRIMARY KEY";

/// The table of the keys of stored rows that are changed or removed.
pub fn changed_keys(resource: &str) -> String {
    format!("changed_{resource}")
}

/// The table of the rows of a resource that are changed, with the values from before that records of other resources show.
pub fn shown_values(resource: &str) -> String {
    format!("shown_{resource}")
}

/// The table of the values that a counted column had in rows before they were changed or removed.
pub fn previous_values(table: &str, column: &str) -> String {
    format!("previous_{table}_{column}")
}
