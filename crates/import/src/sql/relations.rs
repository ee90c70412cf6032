//! Statements that make the rows of a relation's table from the lists of ids that records give.

use folkmoot_model::resource::{Derived, Field, Relation, Resource};

use super::tables::{self, LINE, listings, new_pairs, pairs, staging_table};
use super::{LISTING, OWNER, PAIR, STAGED, STORED, THIS, equal_columns};
use crate::shape::Shape;

/// Fills [`new_pairs`].
pub fn find_new(relation: &Relation) -> String {
    let table = relation.table;
    format!(
        "INSERT INTO {} ({LINE}, own, other) SELECT {PAIR}.{LINE}, {PAIR}.own, {PAIR}.other FROM {} AS {PAIR}
         WHERE NOT EXISTS (SELECT 1 FROM {table} AS {STORED} WHERE {})",
        new_pairs(table),
        pairs(table),
        is_pair(relation, STORED)
    )
}

/// Inserts the listed pairs of the table `pairs` that are not stored. `columns` are the further columns of the relation's table,
/// each with its value over the alias `owner`; `derived` are the columns that are derived from other records.
/// `order` is the order of the rows, over the alias `this`.
pub fn insert_listed(
    relation: &Relation,
    pairs: &str,
    owner: &Resource,
    columns: &[(&Field, String)],
    derived: &[(&Field, Derived)],
    order: &str,
) -> String {
    let Relation { table, own, other, .. } = *relation;
    let mut given = vec![own.to_owned(), other.to_owned()];
    given.extend(columns.iter().map(|(field, _)| field.column_name()));
    let mut values = vec![format!("{PAIR}.own"), format!("{PAIR}.other")];
    values.extend(columns.iter().map(|(_, value)| value.clone()));
    let row: Vec<String> =
        values.iter().zip(&given).map(|(value, name)| format!("{value} AS {name}")).collect();
    given.extend(derived.iter().map(|(field, _)| field.column_name()));
    let names = given.join(", ");
    let derived: Vec<String> = derived
        .iter()
        .map(|(field, derived)| format!(", {} AS {}", derived.sql, field.column_name()))
        .collect();
    format!(
        "INSERT INTO {table} ({names}) SELECT {names} FROM
           (SELECT {THIS}.*{} FROM
             (SELECT {}, {PAIR}.{LINE} AS {LINE} FROM {pairs} AS {PAIR} CROSS JOIN {} AS {OWNER}
              WHERE {OWNER}.id = {PAIR}.own AND NOT EXISTS (SELECT 1 FROM {table} AS {STORED} WHERE {})) AS {THIS}) AS {THIS}
         ORDER BY {order}",
        derived.concat(),
        row.join(", "),
        owner.names.plural,
        is_pair(relation, STORED)
    )
}

/// Fills the table of unlisted rows: the stored pairs of each record that gives a list, unless the list or the relation's own
/// file, whose form is `shape`, has them.
pub fn find_unlisted(relation: &Relation, shape: Option<&Shape>) -> String {
    let file = shape.map_or_else(String::new, |shape| {
        let is_same = equal_columns(&[relation.own, relation.other], STAGED, STORED);
        format!("AND NOT EXISTS (SELECT 1 FROM {} AS {STAGED} WHERE {is_same})", shape.staging_table())
    });
    let unlisted_rows = tables::unlisted(relation.table);
    format!("INSERT INTO {unlisted_rows} (key) SELECT {STORED}.key FROM {} {file}", unlisted(relation))
}

/// How many listed pairs neither the relation's own file nor its table has.
pub fn count_new(relation: &Relation, owner: &Resource, resource: &Resource) -> String {
    let Relation { table, own, other, .. } = *relation;
    format!(
        "SELECT COUNT(*) FROM {} AS {PAIR} CROSS JOIN {} AS {OWNER}
         WHERE {OWNER}.id = {PAIR}.own AND NOT EXISTS (SELECT 1 FROM {} AS {STAGED} WHERE {STAGED}.{own} = {PAIR}.own AND {STAGED}.{other} = {PAIR}.other)
           AND NOT EXISTS (SELECT 1 FROM {table} AS {STORED} WHERE {})",
        pairs(table),
        staging_table(owner),
        staging_table(resource),
        is_pair(relation, STORED)
    )
}

/// How many stored pairs are neither in their record's list nor in the relation's own file, without pairs
/// that are deleted with a removed record; that condition, over `stored`, is `goes_anyway`.
pub fn count_unlisted(relation: &Relation, resource: &Resource, goes_anyway: &str) -> String {
    let is_same = equal_columns(&[relation.own, relation.other], STAGED, STORED);
    format!(
        "SELECT COUNT(*) FROM {} AND NOT {goes_anyway}
           AND NOT EXISTS (SELECT 1 FROM {} AS {STAGED} WHERE {is_same})",
        unlisted(relation),
        staging_table(resource)
    )
}

/// The stored pairs, aliased `stored`, of records that give a list which has them not.
fn unlisted(relation: &Relation) -> String {
    let Relation { table, own, other, .. } = *relation;
    format!(
        "{} AS {LISTING} CROSS JOIN {table} AS {STORED}
         WHERE {STORED}.{own} = {LISTING}.own
           AND NOT EXISTS
             (SELECT 1 FROM {} AS {PAIR} WHERE {PAIR}.own = {STORED}.{own} AND {PAIR}.other = {STORED}.{other})",
        listings(table),
        pairs(table)
    )
}

fn is_pair(relation: &Relation, alias: &str) -> String {
    let Relation { own, other, .. } = relation;
    format!("{alias}.{own} = {PAIR}.own AND {alias}.{other} = {PAIR}.other")
}
