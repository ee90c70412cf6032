//! The tables of the staging database.

use std::path::Path;

use folkmoot_model::resource::Resource;
use folkmoot_model::resources::RESOURCES;
use rusqlite::{Connection, OpenFlags};

/// The tables that do not belong to one resource. Identities are UUIDs, one after the other.
const TABLES: &[(&str, &str)] = &[
    ("round", "name TEXT PRIMARY KEY, value TEXT NOT NULL"),
    ("walks", "name TEXT PRIMARY KEY, position TEXT, is_done INTEGER NOT NULL"),
    (
        "removed",
        "resource TEXT NOT NULL, identity BLOB NOT NULL, removed_at TEXT NOT NULL, PRIMARY KEY (resource, identity)",
    ),
    (
        "tombstones",
        "resource TEXT NOT NULL, identity BLOB NOT NULL, deleted_at TEXT NOT NULL, PRIMARY KEY (resource, identity)",
    ),
    ("project_areas", "identity BLOB PRIMARY KEY, area_ids BLOB NOT NULL, all_areas INTEGER NOT NULL"),
    ("file_projects", "identity BLOB PRIMARY KEY, project BLOB NOT NULL"),
    // `resource` is null if the record is counted with another locale.
    (
        "left_out",
        "walk TEXT NOT NULL, record TEXT NOT NULL, resource TEXT, field TEXT NOT NULL, reason TEXT NOT NULL,
         PRIMARY KEY (walk, record)",
    ),
    ("file_contents", "identity BLOB PRIMARY KEY, path TEXT, is_skipped INTEGER NOT NULL"),
];

/// The table of a resource's records in the default locale, in the order in which they are imported.
pub fn records(resource: &Resource) -> String {
    format!("records_{}", resource.names.plural)
}

/// The table of a resource's texts in the other locales.
pub fn texts(resource: &Resource) -> String {
    format!("texts_{}", resource.names.plural)
}

/// Opens the database for writing and creates its tables.
pub fn open(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // After a loss of power, a damaged round is read again.
    connection.pragma_update(None, "synchronous", "OFF")?;
    connection.pragma_update(None, "cache_size", -65_536)?;
    connection.set_prepared_statement_cache_capacity(256);
    for (name, columns) in TABLES {
        connection.execute_batch(&format!("CREATE TABLE IF NOT EXISTS {name} ({columns})"))?;
    }
    for resource in RESOURCES {
        connection.execute_batch(&format!(
            "CREATE TABLE IF NOT EXISTS {} (position INTEGER PRIMARY KEY, identity BLOB NOT NULL UNIQUE, body TEXT NOT NULL);
             CREATE TABLE IF NOT EXISTS {} (identity BLOB NOT NULL, locale INTEGER NOT NULL, body TEXT NOT NULL, UNIQUE (identity, locale))",
            records(resource),
            texts(resource)
        ))?;
    }
    Ok(connection)
}

/// Opens the database for reading.
pub fn open_to_read(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// Statements that empty all tables.
pub fn clear() -> String {
    let named = TABLES.iter().map(|(name, _)| (*name).to_owned());
    let of_resources = RESOURCES.iter().flat_map(|resource| [records(resource), texts(resource)]);
    let deletes: Vec<String> =
        named.chain(of_resources).map(|table| format!("DELETE FROM {table};")).collect();
    format!("BEGIN; {} COMMIT;", deletes.join(" "))
}

/// Deletes the files of a damaged database.
pub fn delete(folder: &Path, name: &str) {
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(folder.join(format!("{name}{suffix}")));
    }
}
