//! Where a database is.

use std::path::PathBuf;

use super::postgres::Settings;
use super::sqlite;

/// Where a platform's database is.
#[derive(Debug, Clone)]
pub enum DatabaseLocation {
    /// SQLite, in this data directory.
    Directory(PathBuf),
    /// PostgreSQL.
    Postgres(Settings),
}

/// The version of the embedded database engine.
pub fn sqlite_version() -> &'static str {
    rusqlite::version()
}

impl DatabaseLocation {
    /// Whether there may be a database: that of PostgreSQL always exists, the embedded one is created when it is opened.
    pub fn has_database(&self) -> bool {
        match self {
            Self::Directory(directory) => directory.join(sqlite::DATABASE_FILE).exists(),
            Self::Postgres(_) => true,
        }
    }
}
