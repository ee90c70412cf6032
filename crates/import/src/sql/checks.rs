//! Queries that find errors in staged rows. The first column of each is the line that has the error.

use folkmoot_model::resource::{Derived, Relation, Resource};
use folkmoot_model::resources::DELETED_ITEMS;

use super::tables::{
    LINE, REJECTED_RECORDS, RETAINED, existing_records, invalid_lines, listings, pairs, staging_table,
};
use super::{
    INVALID, REJECTED, STAGED, STAGED_TARGET, STORED, STORED_TARGET, THIS, TOMBSTONE, equal_columns, planned,
};
use crate::shape::{Column, PARTIAL_BIT, Reference, Shape};

/// Lines of a record that an earlier line gives: the line and the earliest line.
pub fn duplicates(shape: &Shape) -> String {
    let (table, identity) = (shape.staging_table(), shape.identity());
    let columns = identity.join(", ");
    format!(
        "SELECT {STAGED}.{LINE}, earliest.{LINE} FROM (SELECT {columns}, MIN({LINE}) AS {LINE} FROM {table}
             GROUP BY {columns} HAVING COUNT(*) > 1) AS earliest
         JOIN {table} AS {STAGED} ON {} AND {STAGED}.{LINE} <> earliest.{LINE}",
        equal_columns(&identity, STAGED, "earliest")
    )
}

/// References to a record that will not exist: the line, the id, the id again if a line with that record has an error,
/// and the line of the tombstone that removes it.
pub fn dangling_references(shape: &Shape, reference: &Reference) -> String {
    let (name, target) = (reference.field.name, reference.target);
    let table = target.names.plural;
    format!(
        "SELECT {STAGED}.{LINE}, {STAGED}.{name}, {REJECTED}.id, {TOMBSTONE}.{LINE} AS tombstone_line FROM {} AS {STAGED}
         LEFT JOIN {} AS {STAGED_TARGET} ON {STAGED_TARGET}.id = {STAGED}.{name}
         LEFT JOIN {table} AS {STORED_TARGET} ON {STORED_TARGET}.id = {STAGED}.{name}
         LEFT JOIN {REJECTED_RECORDS} AS {REJECTED} ON {REJECTED}.resource = '{table}' AND {REJECTED}.id = {STAGED}.{name}
         LEFT JOIN {} AS {TOMBSTONE} ON {TOMBSTONE}.type = '{}' AND {TOMBSTONE}.id = {STAGED}.{name}
         WHERE {STAGED}.{name} IS NOT NULL AND {} AND {STAGED_TARGET}.id IS NULL
           AND ({STORED_TARGET}.id IS NULL OR {TOMBSTONE}.id IS NOT NULL)",
        shape.staging_table(),
        staging_table(target),
        staging_table(DELETED_ITEMS),
        target.names.deleted_type,
        reference.condition(STAGED)
    )
}

/// Clears the references that [`dangling_references`] finds.
pub fn clear_dangling(shape: &Shape, reference: &Reference) -> String {
    format!(
        "UPDATE {} SET {} = NULL WHERE {LINE} IN (SELECT {LINE} FROM ({}) AS dangling)",
        shape.staging_table(),
        reference.field.name,
        dangling_references(shape, reference)
    )
}

/// Listed ids of records that will not exist, with the columns of [`dangling_references`].
pub fn dangling_pairs(relation: &Relation, target: &Resource) -> String {
    let (pairs, table) = (pairs(relation.table), target.names.plural);
    format!(
        "SELECT {STAGED}.{LINE}, {STAGED}.other, {REJECTED}.id, NULL FROM {pairs} AS {STAGED}
         LEFT JOIN {} AS {STAGED_TARGET} ON {STAGED_TARGET}.id = {STAGED}.other
         LEFT JOIN {table} AS {STORED_TARGET} ON {STORED_TARGET}.id = {STAGED}.other
         LEFT JOIN {REJECTED_RECORDS} AS {REJECTED} ON {REJECTED}.resource = '{table}' AND {REJECTED}.id = {STAGED}.other
         WHERE {STAGED_TARGET}.id IS NULL AND {STORED_TARGET}.id IS NULL",
        staging_table(target)
    )
}

/// Fills [`existing_records`].
pub fn find_existing(shape: &Shape) -> String {
    let plural = shape.resource.names.plural;
    // SQLite takes a cross join as written: the staged rows first, then the stored one of each by its index.
    format!(
        "INSERT INTO {} ({LINE}, key) SELECT {STAGED}.{LINE}, {STORED}.key FROM {} AS {STAGED}
         CROSS JOIN {plural} AS {STORED} WHERE {} ON CONFLICT DO NOTHING",
        existing_records(plural),
        shape.staging_table(),
        equal_columns(&shape.identity(), STAGED, STORED)
    )
}

/// Lines of new records that leave out the column at this position: the line, and of records with an
/// id that of a partial line.
pub fn missing_in_new_records(shape: &Shape, position: usize) -> String {
    let plural = shape.resource.names.plural;
    let bit = 1_i64 << position;
    let is_new = planned::is_new(&existing_records(plural));
    let id = if shape.resource.has_id() {
        format!(", CASE WHEN ({THIS}.{RETAINED} & {PARTIAL_BIT}) <> 0 THEN {THIS}.id END")
    } else {
        String::new()
    };
    format!(
        "SELECT {THIS}.{LINE}{id} FROM {} AS {THIS} WHERE ({THIS}.{RETAINED} & {bit}) <> 0 AND {is_new}",
        shape.staging_table()
    )
}

/// Lines without another error from which a derived column that must have a value gets none.
pub fn missing_derived(shape: &Shape, derived: Derived) -> String {
    let is_valid = planned::is_valid(&invalid_lines(shape.resource.names.plural));
    format!(
        "SELECT {THIS}.{LINE} FROM {} AS {THIS} WHERE ({}) IS NULL AND {is_valid}",
        shape.staging_table(),
        planned::derived(derived)
    )
}

/// Lines without another error that give a new record without bytes; `column` is one that is computed from them.
pub fn missing_content(shape: &Shape, column: &Column) -> String {
    let plural = shape.resource.names.plural;
    format!(
        "SELECT {THIS}.{LINE} FROM {} AS {THIS} WHERE {THIS}.{} IS NULL AND {} AND {}",
        shape.staging_table(),
        column.name,
        planned::is_new(&existing_records(plural)),
        planned::is_valid(&invalid_lines(plural))
    )
}

/// References to a record with another value of the field `shared`: the line and the id.
pub fn unshared_references(shape: &Shape, reference: &Reference, shared: &str) -> String {
    let (name, target) = (reference.field.name, reference.target);
    format!(
        "SELECT {STAGED}.{LINE}, {STAGED}.{name} FROM {} AS {STAGED}
         LEFT JOIN {} AS {STAGED_TARGET} ON {STAGED_TARGET}.id = {STAGED}.{name}
         LEFT JOIN {} AS {STORED_TARGET} ON {STORED_TARGET}.id = {STAGED}.{name}
         WHERE {STAGED}.{name} IS NOT NULL
           AND COALESCE({STAGED_TARGET}.{shared}, {STORED_TARGET}.{shared}) IS DISTINCT FROM {STAGED}.{shared}",
        shape.staging_table(),
        staging_table(target),
        target.names.plural
    )
}

/// The table of the planned values of a set of columns that no two records may share.
pub fn unique_values_table(resource: &Resource) -> String {
    format!("unique_{}", resource.names.plural)
}

/// Creates [`unique_values_table`] from the staged rows, and its index.
pub fn create_unique_values(shape: &Shape, columns: &[&str]) -> [String; 2] {
    let table = unique_values_table(shape.resource);
    let values = columns.iter().map(|name| format!("{} AS {name}", planned::column(shape, name)));
    let values: Vec<String> = values.collect();
    let first = columns.first().copied().unwrap_or("id");
    [
        format!(
            "CREATE TEMP TABLE {table} AS SELECT {THIS}.{LINE} AS {LINE}, {THIS}.id AS id, {} FROM {} AS {THIS}",
            values.join(", "),
            shape.staging_table()
        ),
        format!("CREATE INDEX {table}_first ON {table} ({first})"),
    ]
}

/// Lines whose values of a set of columns another record has: the line, the earlier line with the same values, and the
/// id of such a record.
pub fn shared_unique_values(shape: &Shape, columns: &[&str]) -> String {
    let (table, plural) = (unique_values_table(shape.resource), shape.resource.names.plural);
    let equal = |other: &str| {
        let mut conditions = columns.iter().enumerate().map(|(position, column)| match position {
            // No record without the first value is compared; the others may be null.
            0 => format!("{other}.{column} = mine.{column}"),
            _ => format!("{other}.{column} IS NOT DISTINCT FROM mine.{column}"),
        });
        let first = conditions.next().unwrap_or_else(|| "FALSE".to_owned());
        conditions.fold(first, |all, condition| format!("{all} AND {condition}"))
    };
    format!(
        "SELECT {LINE}, MIN(earlier_line), MIN(other) FROM (
             SELECT mine.{LINE} AS {LINE}, earlier.{LINE} AS earlier_line, earlier.id AS other
             FROM {table} AS mine CROSS JOIN {table} AS earlier
             WHERE earlier.{LINE} < mine.{LINE} AND {}
             UNION ALL
             SELECT mine.{LINE}, NULL, {STORED}.id FROM {table} AS mine CROSS JOIN {plural} AS {STORED}
             WHERE {} AND {}) AS same
         GROUP BY {LINE}",
        equal("earlier"),
        equal(STORED),
        planned::is_untouched(shape.resource, STORED)
    )
}

/// The number of rows of invalid lines.
pub fn count_invalid(shape: &Shape) -> String {
    let invalid = invalid_lines(shape.resource.names.plural);
    format!("SELECT COUNT(*) FROM {} WHERE {LINE} IN (SELECT {LINE} FROM {invalid})", shape.staging_table())
}

/// The values of columns in the row of a line.
pub fn columns_of_line(shape: &Shape, columns: &[&str], line: i64) -> String {
    format!("SELECT {} FROM {} WHERE {LINE} = {line}", columns.join(", "), shape.staging_table())
}

/// Deletes the listed ids that [`dangling_pairs`] finds.
pub fn delete_dangling_pairs(relation: &Relation, target: &Resource) -> String {
    format!(
        "DELETE FROM {} WHERE other IN (SELECT other FROM ({}) AS dangling)",
        pairs(relation.table),
        dangling_pairs(relation, target)
    )
}

/// Remembers the ids of the records whose line has an error.
pub fn remember_rejected(shape: &Shape) -> String {
    let plural = shape.resource.names.plural;
    format!(
        "INSERT INTO {REJECTED_RECORDS} (resource, id) SELECT '{plural}', {STAGED}.id FROM {} AS {STAGED}
         JOIN {} AS {INVALID} ON {INVALID}.{LINE} = {STAGED}.{LINE} WHERE {STAGED}.id IS NOT NULL
         ON CONFLICT DO NOTHING",
        shape.staging_table(),
        invalid_lines(plural)
    )
}

/// Deletes the rows of invalid lines from every table of a resource's file.
pub fn delete_invalid(shape: &Shape) -> Vec<String> {
    let plural = shape.resource.names.plural;
    let related = shape.shorthands.iter().map(|shorthand| shorthand.relation.table);
    let related = related.flat_map(|table| [pairs(table), listings(table)]);
    let tables = related.chain([shape.staging_table(), existing_records(plural)]);
    let invalid = invalid_lines(plural);
    tables
        .map(|table| format!("DELETE FROM {table} WHERE {LINE} IN (SELECT {LINE} FROM {invalid})"))
        .collect()
}

/// Applies the tombstones of the same import to a resource's staged rows: deletes rows of removed records, and rows
/// without an id that refer to one; clears other references to them.
pub fn apply_tombstones(
    shape: &Shape,
    references: &[Reference],
    related: &[(Relation, Option<&Resource>)],
) -> Vec<String> {
    let (table, has_id) = (shape.staging_table(), shape.resource.has_id());
    let own = planned::removed_ids(shape.resource);
    let mut statements = Vec::new();
    if has_id {
        statements.push(format!("DELETE FROM {table} WHERE id IN {own}"));
    }
    for reference in references {
        let (name, removed) = (reference.field.name, planned::removed_ids(reference.target));
        let is_removed = format!("{} AND {STAGED}.{name} IN {removed}", reference.condition(STAGED));
        if reference.field.nullable {
            statements.push(format!("UPDATE {table} AS {STAGED} SET {name} = NULL WHERE {is_removed}"));
        } else if !has_id {
            statements.push(format!("DELETE FROM {table} AS {STAGED} WHERE {is_removed}"));
        }
    }
    for (relation, target) in related {
        if let Some(target) = target {
            let removed = planned::removed_ids(target);
            let pairs = pairs(relation.table);
            statements.push(format!("DELETE FROM {pairs} WHERE other IN {removed} OR own IN {own}"));
        }
        statements.push(format!("DELETE FROM {} WHERE own IN {own}", listings(relation.table)));
    }
    statements
}
