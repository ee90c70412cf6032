//! Statements about the rows that an import changes, for the counters and the change feed.

use folkmoot_model::resource::columns::Column;
use folkmoot_model::resource::{Relation, Resource};
use folkmoot_store::audience::{hidden_by, results_hidden_by};

use super::tables::{changed_keys, previous_values, shown_values};
use super::{CHANGED, OWNER, PAIR, REFERRING, SHOWN, STORED, STORED_TARGET};

/// Deletes the rows of a table whose keys a query returns.
pub fn delete_by_keys(table: &str, keys: &str) -> String {
    format!("DELETE FROM {table} WHERE key IN ({keys})")
}

/// What is known of rows that an import marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// They change.
    Changed,
    /// Nothing but results of votes changes.
    Results,
    /// Derived columns may change, and are computed again. Without another mark, the change feed does not contain the rows.
    Candidate,
}

/// Adds the keys of rows that are about to change to the changed keys of a resource, with the reasons to hide the change
/// from some readers. Those of the first mark are those from before the import.
pub fn mark(resource: &Resource, keys: &str, mark: Mark) -> String {
    let plural = resource.names.plural;
    let of_results = (mark == Mark::Results).then(|| results_hidden_by(resource, STORED)).flatten();
    let (changed, is_changed) = (changed_keys(plural), mark != Mark::Candidate);
    let of_results = of_results.as_deref().unwrap_or("0");
    let hidden_by = hidden_by(resource, STORED);
    format!(
        "INSERT INTO {changed} (key, hidden_by, results_hidden_by, is_changed)
         SELECT {STORED}.key, {hidden_by}, {of_results}, {}
         FROM (SELECT DISTINCT found.key FROM ({keys}) AS found) AS keys
         CROSS JOIN {plural} AS {STORED} WHERE {STORED}.key = keys.key
         ON CONFLICT (key) DO UPDATE SET
           results_hidden_by = CASE WHEN {changed}.is_changed AND excluded.is_changed
               THEN {changed}.results_hidden_by & excluded.results_hidden_by
             WHEN excluded.is_changed THEN excluded.results_hidden_by ELSE {changed}.results_hidden_by END,
           is_changed = {changed}.is_changed OR excluded.is_changed",
        if is_changed { "TRUE" } else { "FALSE" }
    )
}

/// Remembers the values of a column in the rows whose keys a query returns.
pub fn remember_values(table: &str, column: &str, keys: &str) -> String {
    format!(
        "INSERT INTO {} (value) SELECT {column} FROM {table} WHERE key IN ({keys}) AND {column} IS NOT NULL
         ON CONFLICT DO NOTHING",
        previous_values(table, column)
    )
}

/// The values (`value`) of a remembered column in the rows after the key `newest` and in those that the import has changed
/// or removed, before and after the change.
pub fn changed_values(table: &str, column: &str, newest: i64) -> String {
    let earlier = format!("SELECT value FROM {}", previous_values(table, column));
    distinct_values(&format!("{} UNION ALL {earlier}", values_now(table, column, newest)))
}

/// The values (`value`) of a column in the rows after the key `newest` and in those that the import has changed.
pub fn current_values(table: &str, column: &str, newest: i64) -> String {
    distinct_values(&values_now(table, column, newest))
}

fn values_now(table: &str, column: &str, newest: i64) -> String {
    format!(
        "SELECT {column} AS value FROM {table} WHERE key > {newest} UNION ALL
         SELECT {table}.{column} FROM {} AS {CHANGED} CROSS JOIN {table} WHERE {table}.key = {CHANGED}.key",
        changed_keys(table)
    )
}

/// Each value of a query once. For a `UNION`, SQLite would read a whole index of the column, because that is in the order
/// in which it finds equal values.
fn distinct_values(values: &str) -> String {
    format!("SELECT DISTINCT value FROM ({values}) AS all_values")
}

/// The keys of the records to which the rows of a relation's table belong whose keys a query returns.
pub fn owners_of_pairs(relation: &Relation, owner: &str, keys: &str) -> String {
    format!("{} AND {PAIR}.key IN ({keys})", owners(relation, owner))
}

/// The keys of the records up to the key `newest_owner` that have rows in a relation's table after the key `newest_pair`.
pub fn owners_of_new_pairs(relation: &Relation, owner: &str, newest_pair: i64, newest_owner: i64) -> String {
    format!("{} AND {PAIR}.key > {newest_pair} AND {OWNER}.key <= {newest_owner}", owners(relation, owner))
}

fn owners(relation: &Relation, owner: &str) -> String {
    let Relation { table, own, .. } = relation;
    format!(
        "SELECT {OWNER}.key FROM {table} AS {PAIR} CROSS JOIN {owner} AS {OWNER} WHERE {OWNER}.id = {PAIR}.{own}"
    )
}

/// The rows of a resource that the import has changed, among those up to the key `newest`; each with the reasons to hide
/// the change: those before and after it; and the new reasons to hide the row (`newly_hidden_by`).
pub fn changed_rows(resource: &Resource, newest: i64) -> String {
    let plural = resource.names.plural;
    let now = hidden_by(resource, STORED);
    let results_now = results_hidden_by(resource, STORED).unwrap_or_else(|| "0".to_owned());
    format!(
        "SELECT {CHANGED}.key AS key, ({CHANGED}.hidden_by & {now}) | ({CHANGED}.results_hidden_by & {results_now}) AS hidden_by,
           {now} & ~{CHANGED}.hidden_by AS newly_hidden_by
         FROM {} AS {CHANGED} CROSS JOIN {plural} AS {STORED}
         WHERE {STORED}.key = {CHANGED}.key AND {CHANGED}.is_changed AND {CHANGED}.key <= {newest}",
        changed_keys(plural)
    )
}

/// The rows of a resource that the import has removed, among those up to the key `newest`; each with the reasons to hide
/// that.
pub fn removed_rows(resource: &Resource, newest: i64) -> String {
    let plural = resource.names.plural;
    format!(
        "SELECT {CHANGED}.key AS key, {CHANGED}.hidden_by | {CHANGED}.results_hidden_by AS hidden_by FROM {} AS {CHANGED}
         WHERE {CHANGED}.is_changed AND {CHANGED}.key <= {newest}
           AND NOT EXISTS (SELECT 1 FROM {plural} AS {STORED} WHERE {STORED}.key = {CHANGED}.key)",
        changed_keys(plural)
    )
}

/// The keys up to the key `newest` of the rows of a resource that the import has changed or removed.
pub fn changed_or_removed_keys(resource: &Resource, newest: i64) -> String {
    format!(
        "SELECT {CHANGED}.key FROM {} AS {CHANGED} WHERE {CHANGED}.is_changed AND {CHANGED}.key <= {newest}",
        changed_keys(resource.names.plural)
    )
}

/// Remembers the values of rows that are about to change which records of other resources show.
pub fn remember_shown(table: &str, columns: &[String], keys: &str) -> String {
    let columns = columns.join(", ");
    format!(
        "INSERT INTO {} (key, {columns}) SELECT key, {columns} FROM {table} WHERE key IN ({keys}) ON CONFLICT DO NOTHING",
        shown_values(table)
    )
}

/// A column of records that records of another resource show.
#[derive(Debug, Clone)]
pub struct ShownColumn {
    /// The resource of the records that show it.
    pub dependent: &'static Resource,
    /// The column of these records with the id of the other one.
    pub reference: &'static str,
    /// The table of the other records.
    pub table: &'static str,
    /// The column.
    pub column: Column,
}

/// The keys of the records up to the key `newest` that show another value of a changed row now. `comparable` makes a value
/// of the column comparable.
pub fn dependents(shown: &ShownColumn, newest: i64, comparable: &dyn Fn(&str) -> String) -> String {
    let ShownColumn { dependent, reference, table, column } = shown;
    let of = |alias: &str| comparable(&format!("{alias}.{}", column.name));
    format!(
        "SELECT {REFERRING}.key FROM {} AS {SHOWN} CROSS JOIN {table} AS {STORED_TARGET} CROSS JOIN {} AS {REFERRING}
         WHERE {STORED_TARGET}.key = {SHOWN}.key AND {} IS DISTINCT FROM {}
           AND {REFERRING}.{reference} = {STORED_TARGET}.id AND {REFERRING}.key <= {newest}",
        shown_values(table),
        dependent.names.plural,
        of(STORED_TARGET),
        of(SHOWN)
    )
}

/// The greatest key of a table.
pub fn newest_key(table: &str) -> String {
    format!("SELECT MAX(key) FROM {table}")
}
