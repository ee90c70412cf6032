//! Statements about the rows that an import changes, for the counters and the change feed.

use folkmoot_model::resource::columns::Column;
use folkmoot_model::resource::{Relation, Resource};
use folkmoot_store::audience::{deferred_readers, hidden_by, newly_hidden_by};

use super::tables::{changed_keys, previous_values, shown_values};
use super::{CHANGED, NEW_VALUES, OWNER, PAIR, REFERRING, SHOWN, STORED, STORED_TARGET};

/// Deletes the rows of a table whose keys a query returns.
pub fn delete_by_keys(table: &str, keys: &str) -> String {
    format!("DELETE FROM {table} WHERE key IN ({keys})")
}

/// How an import marks rows.
#[derive(Debug, Clone)]
pub enum Mark {
    /// They change, and the SQL expression is the bits of that change: see [`super::observed`].
    Changed(String, Option<NewValues>),
    /// Derived columns may change, and are computed again. Without another mark, the change feed does not contain the rows.
    Candidate,
}

/// The table of the new values of rows that change. The expressions about the change may use the alias `new_values`.
#[derive(Debug, Clone)]
pub struct NewValues {
    /// The table.
    pub table: String,
    /// The condition that a column changes that derived columns or counters read.
    pub is_read: String,
}

impl Mark {
    /// They change, and everybody who sees them observes that.
    pub fn of_everything() -> Self {
        Self::Changed("0".to_owned(), None)
    }
}

/// Adds the keys of rows that are about to change to the changed keys of a resource, with the reasons to hide
/// the rows. The reasons of the first mark are the reasons before the import; the bits of the changes are the
/// bits that all marks have. A row is read if derived columns or counters may follow from its change.
pub fn mark(resource: &Resource, keys: &str, mark: &Mark) -> String {
    let plural = resource.names.plural;
    let changed = changed_keys(plural);
    let (bits, values, is_changed) = match mark {
        Mark::Changed(bits, values) => (bits.as_str(), values.as_ref(), "TRUE"),
        Mark::Candidate => ("0", None, "FALSE"),
    };
    let is_read = values.map_or("TRUE", |values| &values.is_read);
    let new_values =
        values.map_or_else(String::new, |values| format!(" CROSS JOIN {} AS {NEW_VALUES}", values.table));
    let is_same = values.map_or_else(String::new, |_| format!(" AND {NEW_VALUES}.key = keys.key"));
    let hidden_by = hidden_by(resource, STORED);
    format!(
        "INSERT INTO {changed} (key, hidden_by, change_hidden_by, is_changed, is_read)
         SELECT {STORED}.key, {hidden_by}, {bits}, {is_changed}, {is_read}
         FROM (SELECT DISTINCT found.key FROM ({keys}) AS found) AS keys
         CROSS JOIN {plural} AS {STORED}{new_values} WHERE {STORED}.key = keys.key{is_same}
         ON CONFLICT (key) DO UPDATE SET
           change_hidden_by = CASE WHEN {changed}.is_changed AND excluded.is_changed
               THEN {changed}.change_hidden_by & excluded.change_hidden_by
             WHEN excluded.is_changed THEN excluded.change_hidden_by ELSE {changed}.change_hidden_by END,
           is_changed = {changed}.is_changed OR excluded.is_changed, is_read = {changed}.is_read OR excluded.is_read"
    )
}

/// The keys of the marked rows from whose changes derived columns or counters may follow.
pub fn read_keys(table: &str) -> String {
    format!("SELECT key FROM {} WHERE is_read", changed_keys(table))
}

/// Remembers the values of a column in the rows whose keys a query returns, of those that are [read](read_keys).
pub fn remember_values(table: &str, column: &str, keys: &str) -> String {
    format!(
        "INSERT INTO {} (value) SELECT {column} FROM {table}
         WHERE key IN ({} AND key IN ({keys})) AND {column} IS NOT NULL ON CONFLICT DO NOTHING",
        previous_values(table, column),
        read_keys(table)
    )
}

/// The values (`value`) of a remembered column in the rows after the key `newest` and in the rows with a change that is
/// [read](read_keys) or that the import has removed, before and after the change.
pub fn changed_values(table: &str, column: &str, newest: i64) -> String {
    let earlier = format!("SELECT value FROM {}", previous_values(table, column));
    distinct_values(&format!("{} UNION ALL {earlier}", values_now(table, column, newest)))
}

/// The values (`value`) of a column in the rows after the key `newest` and in the rows with a change that is
/// [read](read_keys).
pub fn current_values(table: &str, column: &str, newest: i64) -> String {
    distinct_values(&values_now(table, column, newest))
}

fn values_now(table: &str, column: &str, newest: i64) -> String {
    format!(
        "SELECT {column} AS value FROM {table} WHERE key > {newest} UNION ALL
         SELECT {table}.{column} FROM {} AS {CHANGED} CROSS JOIN {table}
         WHERE {table}.key = {CHANGED}.key AND {CHANGED}.is_read",
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

/// The changed rows of a resource up to the key `newest`, each with the reasons to hide the change (before
/// and after it), the new reasons to hide the row (`newly_hidden_by`) and those before (`earlier_hidden_by`).
pub fn changed_rows(resource: &Resource, newest: i64) -> String {
    let plural = resource.names.plural;
    let now = hidden_by(resource, STORED);
    format!(
        "SELECT {CHANGED}.key AS key, ({CHANGED}.hidden_by & {now}) | {CHANGED}.change_hidden_by AS hidden_by,
           {} AS newly_hidden_by, {CHANGED}.hidden_by AS earlier_hidden_by
         FROM {} AS {CHANGED} CROSS JOIN {plural} AS {STORED}
         WHERE {STORED}.key = {CHANGED}.key AND {CHANGED}.is_changed AND {CHANGED}.key <= {newest}",
        newly_hidden_by(&now, &format!("{CHANGED}.hidden_by")),
        changed_keys(plural)
    )
}

/// The removed rows of a resource up to the key `newest`, each with the reasons to hide the removal.
pub fn removed_rows(resource: &Resource, newest: i64) -> String {
    let plural = resource.names.plural;
    format!(
        "SELECT {CHANGED}.key AS key, {CHANGED}.hidden_by AS hidden_by, {CHANGED}.hidden_by AS earlier_hidden_by FROM {} AS {CHANGED}
         WHERE {CHANGED}.is_changed AND {CHANGED}.key <= {newest}
           AND NOT EXISTS (SELECT 1 FROM {plural} AS {STORED} WHERE {STORED}.key = {CHANGED}.key)",
        changed_keys(plural)
    )
}

/// Deletes the deferred changes of removed rows whose removal all readers learn of at once.
pub fn delete_deferred(resource: &Resource, removed: &str) -> String {
    format!(
        "DELETE FROM deferred_changes WHERE subject = '{}'
           AND record IN (SELECT key FROM ({removed}) AS removed_rows WHERE {} = 0)",
        resource.names.plural,
        deferred_readers("removed_rows.hidden_by")
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
    /// The bits of a change of the records because of it.
    pub bits: i64,
}

/// The keys of the records up to the key `newest` that show another value of a changed row now. `comparable` makes a value
/// of the column comparable.
pub fn dependents(shown: &ShownColumn, newest: i64, comparable: &dyn Fn(&str) -> String) -> String {
    let ShownColumn { dependent, reference, table, column, .. } = shown;
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
