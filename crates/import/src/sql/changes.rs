//! Statements about the rows that an import changes, for the counters and the change feed.

use folkmoot_model::resource::Relation;

use super::tables::{changed_keys, previous_values};
use super::{OWNER, PAIR};

/// Deletes the rows of a table whose keys a query returns.
pub fn delete_by_keys(table: &str, keys: &str) -> String {
    format!("DELETE FROM {table} WHERE key IN ({keys})")
}

/// Adds the keys that a query returns to the changed keys of a table.
pub fn mark_changed(table: &str, keys: &str) -> String {
    format!(
        "INSERT INTO {} (key) SELECT keys.key FROM ({keys}) AS keys WHERE TRUE ON CONFLICT DO NOTHING",
        changed_keys(table)
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

/// The keys of the rows of a table that are changed or removed, and of those after the key `newest`, of these at most one
/// more than `limit`.
pub fn published_keys(table: &str, newest: i64, limit: i64) -> String {
    format!(
        "SELECT key FROM (SELECT key FROM {table} WHERE key > {newest} LIMIT {}) AS new
         UNION SELECT key FROM {}",
        limit + 1,
        changed_keys(table)
    )
}

/// Adds an entry to the change feed for each key that a query returns; `timestamp` is an SQL expression.
pub fn publish(subject: &str, keys: &str, timestamp: &str) -> String {
    format!(
        "INSERT INTO changes (subject, record, happened_at) SELECT '{subject}', keys.key, {timestamp} FROM ({keys}) AS keys
         ORDER BY keys.key"
    )
}

/// The greatest key of a table.
pub fn newest_key(table: &str) -> String {
    format!("SELECT MAX(key) FROM {table}")
}
