//! The SQL of `SQLite`.

use folkmoot_model::timestamp::MILLISECONDS_OF_DAY;

use super::audit_log::AUDIT_LOG_TRIGGERS;
use super::search::{FILES_TRIGGERS, search};
use super::words::IDEAS_WORDS_TRIGGERS;
use crate::dialect::Dialect;

/// Tables are strict, so that `SQLite` checks the types of values.
pub const DIALECT: Dialect = Dialect {
    placeholders: &[
        ("{key}", "INTEGER PRIMARY KEY AUTOINCREMENT"),
        ("{uuid}", "BLOB"),
        ("{text}", "TEXT"),
        ("{integer}", "INTEGER"),
        ("{boolean}", "INTEGER"),
        ("{timestamp}", "INTEGER"),
        ("{date}", "TEXT"),
        ("{today}", "date('now')"),
        ("{now}", "(unixepoch() * 1000)"),
        ("{in_366_days}", "unixepoch('now', 'start of day', '+367 days') * 1000"),
        ("{json}", "TEXT"),
        ("{bytes}", "BLOB"),
        ("{strict}", "STRICT"),
        ("{by_primary_key}", "STRICT, WITHOUT ROWID"),
        ("{functions}", ""),
        ("{files_triggers}", FILES_TRIGGERS),
        ("{ideas_words_triggers}", IDEAS_WORDS_TRIGGERS),
        ("{audit_log_triggers}", AUDIT_LOG_TRIGGERS),
    ],
    lock_changes: None,
    lock_exports: None,
    timestamp: ("", ""),
    day,
    comparable: ("", ""),
    uuid_text,
    search,
    by_keys,
    advance_keys: None,
    checks: "SELECT name, sql FROM main.sqlite_schema WHERE type = 'table'",
    columns: "SELECT tables.name, columns.name, columns.type, NOT columns.\"notnull\" AND NOT columns.pk
         FROM main.sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
         WHERE tables.type = 'table' ORDER BY tables.name, columns.cid",
    database_bytes: "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
    table_exists: "SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = ?1",
    server_time: None,
    older_connections: None,
    schema_version: "PRAGMA user_version",
};

fn day(timestamp: &str) -> String {
    // The remainder of a timestamp before 1970 is negative.
    let day = MILLISECONDS_OF_DAY;
    format!("({timestamp} - ({timestamp} % {day} + {day}) % {day})")
}

fn uuid_text(expression: &str) -> String {
    let digits = |(first, count)| format!("substr(hex({expression}), {first}, {count})");
    let groups = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)].map(digits);
    format!("lower({})", groups.join(" || '-' || "))
}

/// In the order of the list; a key without a record has no row.
fn by_keys(table: &str, select: &str, joins: &str, seen: &str, _: &str) -> String {
    format!(
        "SELECT {select} FROM rarray(?1) AS requested CROSS JOIN {table} AS this{joins} WHERE this.key = requested.value{seen}"
    )
}
