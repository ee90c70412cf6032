//! Where a database is.

use std::path::PathBuf;

use super::postgres::Settings;

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

/// What happens where no database of a platform is. A command that only reads must not leave an empty platform behind, which
/// hides that it was given the wrong place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IfMissing {
    /// An empty one is created.
    Create,
    /// It is an error.
    Fail,
}
