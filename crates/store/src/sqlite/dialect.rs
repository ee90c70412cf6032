//! How `SQLite` says what others say differently.

use super::search::{FILES_TRIGGERS, search};
use crate::dialect::Dialect;

/// Tables are strict, so that a column holds nothing else.
pub const DIALECT: Dialect = Dialect {
    words: &[
        ("{key}", "INTEGER PRIMARY KEY AUTOINCREMENT"),
        ("{uuid}", "BLOB"),
        ("{text}", "TEXT"),
        ("{integer}", "INTEGER"),
        ("{boolean}", "INTEGER"),
        ("{timestamp}", "INTEGER"),
        ("{date}", "TEXT"),
        ("{json}", "TEXT"),
        ("{strict}", "STRICT"),
        ("{functions}", ""),
        ("{lock_changes}", ""),
        ("{files_triggers}", FILES_TRIGGERS),
    ],
    lock_changes: None,
    moment: ("", ""),
    comparable: ("", ""),
    search,
    by_keys,
    counts_in_groups: false,
    continue_keys: None,
    checks: "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?1",
    columns: "SELECT name, type, NOT \"notnull\" AND NOT pk FROM pragma_table_info(?1)",
};

/// In the order of the list; a key without a record has no row.
fn by_keys(table: &str, select: &str, joins: &str) -> String {
    format!(
        "SELECT {select} FROM rarray(?1) AS asked CROSS JOIN {table} AS this{joins} WHERE this.key = asked.value"
    )
}
