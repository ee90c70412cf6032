//! Statements about the rows that an import changes, for the counters and the change feed.

use folkmoot_model::resource::{Relation, Resource};
use folkmoot_store::audience::{hidden_by, results_hidden_by};

use super::tables::{changed_keys, previous_values};
use super::{CHANGED, OWNER, PAIR, STORED};

/// Deletes the rows of a table whose keys a query returns.
pub fn delete_by_keys(table: &str, keys: &str) -> String {
    format!("DELETE FROM {table} WHERE key IN ({keys})")
}

/// Adds the keys of rows that are about to change to the changed keys of a resource, with the reasons to hide the change
/// from some readers. `results`: only results of votes change.
pub fn mark_changed(resource: &Resource, keys: &str, results: bool) -> String {
    let plural = resource.names.plural;
    let of_results = results.then(|| results_hidden_by(resource, STORED)).flatten();
    let changed = changed_keys(plural);
    format!(
        "INSERT INTO {changed} (key, hidden_by, results_hidden_by)
         SELECT {STORED}.key, {}, {} FROM (SELECT DISTINCT found.key FROM ({keys}) AS found) AS keys
         CROSS JOIN {plural} AS {STORED} WHERE {STORED}.key = keys.key
         ON CONFLICT (key) DO UPDATE SET hidden_by = {changed}.hidden_by & excluded.hidden_by,
           results_hidden_by = {changed}.results_hidden_by & excluded.results_hidden_by",
        hidden_by(resource, STORED),
        of_results.as_deref().unwrap_or("0")
    )
}

/// Remembers the values of a counted column in the rows whose keys a query returns.
pub fn remember_values(table: &str, column: &str, keys: &str) -> String {
    format!(
        "INSERT INTO {} (value) SELECT {column} FROM {table} WHERE key IN ({keys}) AND {column} IS NOT NULL
         ON CONFLICT DO NOTHING",
        previous_values(table, column)
    )
}

/// The keys of the records to which the rows of a relation's table belong whose keys a query returns.
pub fn owners_of_pairs(relation: &Relation, owner: &str, keys: &str) -> String {
    format!("{} WHERE {PAIR}.key IN ({keys})", owners(relation, owner))
}

/// The keys of the records up to the key `newest_owner` that have rows in a relation's table after the key `newest_pair`.
pub fn owners_of_new_pairs(relation: &Relation, owner: &str, newest_pair: i64, newest_owner: i64) -> String {
    format!("{} WHERE {PAIR}.key > {newest_pair} AND {OWNER}.key <= {newest_owner}", owners(relation, owner))
}

fn owners(relation: &Relation, owner: &str) -> String {
    let Relation { table, own, .. } = relation;
    format!("SELECT {OWNER}.key FROM {table} AS {PAIR} JOIN {owner} AS {OWNER} ON {OWNER}.id = {PAIR}.{own}")
}

/// The keys of the rows of a resource that are changed or removed, and of those after the key `newest`, of these at most
/// one more than `limit`; each with the reasons to hide the change: those before and after it.
pub fn published_rows(resource: &Resource, newest: i64, limit: i64) -> String {
    let plural = resource.names.plural;
    let now = hidden_by(resource, STORED);
    let results_now = results_hidden_by(resource, STORED).unwrap_or_else(|| "0".to_owned());
    format!(
        "SELECT key, hidden_by FROM (SELECT {STORED}.key AS key, {now} AS hidden_by FROM {plural} AS {STORED}
             WHERE {STORED}.key > {newest} LIMIT {}) AS new
         UNION ALL
         SELECT {CHANGED}.key, CASE WHEN {STORED}.key IS NULL THEN {CHANGED}.hidden_by | {CHANGED}.results_hidden_by
             ELSE ({CHANGED}.hidden_by & {now}) | ({CHANGED}.results_hidden_by & {results_now}) END
         FROM {} AS {CHANGED} LEFT JOIN {plural} AS {STORED} ON {STORED}.key = {CHANGED}.key
         WHERE {CHANGED}.key <= {newest}",
        limit + 1,
        changed_keys(plural)
    )
}

/// Adds an entry to the change feed for each row that a query returns; `timestamp` is an SQL expression.
pub fn publish(subject: &str, rows: &str, timestamp: &str) -> String {
    format!(
        "INSERT INTO changes (subject, record, happened_at, hidden_by)
         SELECT '{subject}', changed.key, {timestamp}, changed.hidden_by FROM ({rows}) AS changed ORDER BY changed.key"
    )
}

/// The reasons for which all changes that a query returns are hidden.
pub fn common_reasons(rows: &str) -> String {
    let bit = |bit: i64| format!("MIN(changed.hidden_by & {bit})");
    format!("SELECT {} | {} | {} FROM ({rows}) AS changed", bit(1), bit(2), bit(4))
}

/// The greatest key of a table.
pub fn newest_key(table: &str) -> String {
    format!("SELECT MAX(key) FROM {table}")
}
