//! Errors of the database.

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;

use folkmoot_runtime::blocking::BlockingError;
use tokio_postgres::error::DbError;

/// An error of the database with a message for people. It can be cloned for all callers that waited for the same work.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// The data directory cannot be used.
    #[error("failed to open the data folder {}: {cause}", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// The cause.
        #[source]
        cause: Arc<std::io::Error>,
    },
    /// The file is damaged or not a database.
    #[error("the database {} is damaged ({cause}); restore it from a backup", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The error of SQLite.
        #[source]
        cause: Arc<rusqlite::Error>,
    },
    /// The data directory has no database.
    #[error(
        "the data folder {} contains no platform; expected the folder of one (the setting data), which `folkmoot serve`, \
         `folkmoot import` and `folkmoot demo` create",
        .0.display()
    )]
    NoDatabase(
        /// The directory.
        PathBuf,
    ),
    /// The database of PostgreSQL has no tables of a platform.
    #[error(
        "the PostgreSQL database contains no platform; expected the database of one (the setting database-url), in which \
         `folkmoot serve`, `folkmoot import` and `folkmoot demo` create the tables"
    )]
    NoTables,
    /// A restore of a backup was interrupted.
    #[error("a restore into the data folder {} was interrupted; run `folkmoot restore` again", .0.display())]
    Incomplete(
        /// The directory.
        PathBuf,
    ),
    /// The schema belongs to a later version of this program.
    #[error(
        "the database has schema version {found}, but this version of folkmoot supports versions up to {known}; run a newer folkmoot"
    )]
    Newer {
        /// The version found.
        found: i64,
        /// The newest version known here.
        known: i64,
    },
    /// The schema belongs to an earlier version of this program, and migrations may not run.
    #[error(
        "the database schema is older than version {known}, which this version of folkmoot requires; run `folkmoot migrate` first"
    )]
    Older {
        /// The version needed.
        known: i64,
    },
    /// The schema was created by a development version from before the first release.
    #[error(
        "the database has schema version {found} of a version of folkmoot from before the first release, and this \
         version expects schema version {known} or an empty database; import the platform data into a new data folder \
         or database"
    )]
    Unreleased {
        /// The version found.
        found: i64,
        /// The newest version known here.
        known: i64,
    },
    /// The schema does not match the declared resources.
    #[error("the database table {table} does not match this version of folkmoot: {difference}")]
    Schema {
        /// The table.
        table: String,
        /// What differs.
        difference: String,
    },
    /// The disk is full.
    #[error("the disk is full; nothing was changed")]
    Full,
    /// Another write holds the lock for longer than the timeout.
    #[error("another process is writing to the database; nothing was changed")]
    Busy,
    /// The target of a copy contains a platform.
    #[error("the target already contains a platform; nothing was copied")]
    NotEmpty,
    /// The setting of a process differs from the time zone of the platform.
    #[error(
        "the setting time-zone is {given}, but the time zone of the platform is {stored}; remove the setting, and to change the \
         time zone of the platform, import a platform.json with \"time_zone\": \"{given}\""
    )]
    TimeZone {
        /// The stored time zone.
        stored: String,
        /// The setting.
        given: String,
    },
    /// No platform has been imported.
    #[error("the database contains no platform; run `folkmoot import` or `folkmoot demo` first")]
    NoPlatform,
    /// A setting of the connection cannot be used.
    #[error("{cause}; correct the setting {setting}")]
    Setting {
        /// Its name.
        setting: &'static str,
        /// Why it cannot be used.
        cause: String,
    },
    /// The database cannot be reached, or does not respond within the timeout.
    #[error("the database is not responding: {0}")]
    Unreachable(String),
    /// The database ended a statement after its time limit, or because its import was cancelled, and has changed nothing.
    #[error("the database is not responding: {0}")]
    Interrupted(String),
    /// A replica lacks changes that this server already observed.
    #[error("the replica has not caught up with changes that this server already returned")]
    Behind,
    /// A release from before the word index has written records that are not indexed yet.
    #[error("the words of {0} are not indexed yet")]
    NotIndexed(&'static str),
    /// An upload took so long that it was given up.
    #[error("the upload timed out and was discarded; upload the file again")]
    Abandoned,
    /// The caller cancelled its transaction.
    #[error("the transaction was cancelled; nothing was changed")]
    Cancelled,
    /// Another error of the embedded database.
    #[error("database error: {0}")]
    Database(#[source] Arc<rusqlite::Error>),
    /// Another error of PostgreSQL.
    #[error("database error: {}", with_causes(.0.as_ref()))]
    Postgres(#[source] Arc<tokio_postgres::Error>),
    /// The disk failed while the embedded database stored a write, which may or may not be found after the next start.
    #[error("the disk failed while a write was stored; it may have been stored: {0}")]
    Unconfirmed(#[source] Arc<rusqlite::Error>),
    /// A value does not have the type of its column.
    #[error("the database contains an invalid value: {0}")]
    Value(String),
    /// The queue for this kind of work is full, or the server is shutting down.
    #[error(transparent)]
    Blocking(#[from] BlockingError),
}

impl StoreError {
    /// Whether a write may have been committed although it returned this error, because the response was lost or the disk
    /// failed.
    pub fn is_uncertain(&self) -> bool {
        matches!(self, Self::Unreachable(_) | Self::Unconfirmed(_))
    }
}

/// The text of an error with its causes, for errors whose own text omits them.
pub(super) fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        match error.downcast_ref::<DbError>() {
            Some(error) => text.push_str(&without_values(error)),
            None => text.push_str(&error.to_string()),
        }
        cause = error.source();
    }
    text
}

/// Classes of errors of PostgreSQL whose details describe the state of the server, and never contain values of rows: connections,
/// transactions, authorisation, conflicts, names, resources, interventions and system errors.
const CLASSES_WITHOUT_VALUES: &[&str] =
    &["08", "25", "28", "3D", "3F", "40", "42", "53", "54", "55", "57", "58"];
/// Classes whose messages contain values: data exceptions, and errors that functions and triggers raise.
const CLASSES_WITH_VALUES: &[&str] = &["22", "38", "39", "P0"];

/// The text of an error of PostgreSQL without values of rows, because it is logged. The detail of a violated constraint contains
/// the complete row, and the message of a data exception the value.
fn without_values(error: &DbError) -> String {
    let (code, severity) = (error.code().code(), error.severity());
    let class = code.get(..2).unwrap_or_default();
    if CLASSES_WITH_VALUES.contains(&class) {
        return format!("{severity}: error {code}; its message is withheld, because it can contain values");
    }
    if CLASSES_WITHOUT_VALUES.contains(&class) {
        return error.to_string();
    }
    format!("{severity}: {} (error {code})", error.message())
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode;
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            _ => Self::Database(Arc::new(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn a_cloned_error_keeps_its_class_its_text_and_its_cause() {
        let cause = "no such thing".parse::<tokio_postgres::Config>().unwrap_err();
        let failed = StoreError::Postgres(Arc::new(cause));
        let shared = failed.clone();
        assert!(matches!(shared, StoreError::Postgres(_)));
        assert_eq!(shared.to_string(), failed.to_string());
        assert_eq!(shared.to_string().matches("database error").count(), 1);
        assert!(shared.source().is_some_and(<dyn Error>::is::<Arc<tokio_postgres::Error>>));
        assert!(matches!(StoreError::Behind.clone(), StoreError::Behind));
    }
}
