//! The SQL of an import. Every statement over an import's rows is built here, in terms of both databases; the other
//! files decide when a statement runs and what its result means.
//!
//! # Aliases
//!
//! A fragment (a condition, an expression, a query of keys) names rows by these aliases. A builder whose result uses one
//! says so in its documentation; the statement around it must define it.
//!
//! | Alias | Row |
//! |---|---|
//! | `this` | the record for which a declared expression is evaluated ([`Derived::sql`], [`Counted::sql`]): a staged row as it will be stored, or a stored one |
//! | `staged` | a row of the resource's staging table: one line of its file |
//! | `stored` | a row of the resource's own table |
//! | `existing` | the line of a staged row whose record is stored, with the key of that record |
//! | `pending` | the line of a staged row that is new or differs from its stored record, with the key of that record |
//! | `previous` | the stored row that a staged one updates, while `this` is composed of both |
//! | `staged_target` | the staged row of the record that a reference names |
//! | `stored_target` | the stored row of the record that a reference names |
//! | `referring` | a stored row that refers to a record which is removed or changed |
//! | `new_values` | the new values of a stored row that changes |
//! | `changed` | the key of a stored row that the import has changed |
//! | `shown` | the values of a changed row, from before the change, that records of other resources show |
//! | `tombstone` | a deleted item, staged or stored |
//! | `rejected` | the id of a record whose line has an error |
//! | `invalid` | the number of a line that has an error |
//! | `owner` | a record that lists ids of related records |
//! | `pair` | one listed id with the record that lists it, or the stored row of the relation |
//! | `listing` | a record that gives a list, even an empty one |
//!
//! A declared expression uses `this` and the tables that it declares, and no other alias.
//!
//! [`Derived::sql`]: folkmoot_model::resource::Derived::sql
//! [`Counted::sql`]: folkmoot_model::resource::Counted::sql

pub mod changes;
pub mod checks;
pub mod counters;
pub mod cycles;
pub mod deletions;
pub mod erased;
pub mod merge;
pub mod mirror;
pub mod observed;
pub mod planned;
pub mod relations;
pub mod tables;
pub mod visibility;
pub mod withdrawn_votes;

pub use folkmoot_model::resource::THIS;

/// A row of a resource's staging table.
pub const STAGED: &str = "staged";
/// A row of a resource's own table.
pub const STORED: &str = "stored";
/// The line and the key of a staged row whose record is stored.
pub const EXISTING: &str = "existing";
/// The line of a staged row that is new or differs from its stored record.
pub const PENDING: &str = "pending";
/// The stored row that a staged one updates.
pub const PREVIOUS: &str = "previous";
/// The staged row of the record that a reference names.
pub const STAGED_TARGET: &str = "staged_target";
/// The stored row of the record that a reference names.
pub const STORED_TARGET: &str = "stored_target";
/// A stored row that refers to another record.
pub const REFERRING: &str = "referring";
/// The new values of a stored row that changes.
pub const NEW_VALUES: &str = "new_values";
/// The key of a stored row that the import has changed.
pub const CHANGED: &str = "changed";
/// The values of a changed row that records of other resources show.
pub const SHOWN: &str = "shown";
/// A deleted item.
pub const TOMBSTONE: &str = "tombstone";
/// The id of a record whose line has an error.
pub const REJECTED: &str = "rejected";
/// The number of a line that has an error.
pub const INVALID: &str = "invalid";
/// A record that lists ids of related records.
pub const OWNER: &str = "owner";
/// A listed id with the record that lists it.
pub const PAIR: &str = "pair";
/// A record that gives a list.
pub const LISTING: &str = "listing";

/// The condition that two aliases have the same values in these columns, none of which is null.
pub fn equal_columns(columns: &[&str], one: &str, other: &str) -> String {
    let equal: Vec<String> =
        columns.iter().map(|column| format!("{one}.{column} = {other}.{column}")).collect();
    equal.join(" AND ")
}

/// The keys in a table of keys.
pub fn keys(table: &str) -> String {
    format!("SELECT key FROM {table}")
}

/// The number of rows of a table.
pub fn count_rows(table: &str) -> String {
    format!("SELECT COUNT(*) FROM {table}")
}

/// 1 if a table has rows, else 0.
pub fn has_rows(table: &str) -> String {
    format!("SELECT COUNT(*) FROM (SELECT 1 FROM {table} LIMIT 1) AS first_row")
}

/// The number of rows that a query returns.
pub fn count_results(query: &str) -> String {
    format!("SELECT COUNT(*) FROM ({query}) AS results")
}
