//! What can go wrong in the database.

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;

use folkmoot_runtime::blocking::BlockingError;

/// A failure of the database, in a sentence for people. It can be cloned for everybody who waited for the same work.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// The data folder cannot be used.
    #[error("failed to open the data folder {}: {cause}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        #[source]
        cause: Arc<std::io::Error>,
    },
    /// The file is no database, or it is damaged.
    #[error("the database {} is damaged ({cause}); restore it from a backup", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What the database says.
        #[source]
        cause: Arc<rusqlite::Error>,
    },
    /// The schema is of a later version of this program.
    #[error(
        "the database has schema version {found}, but this version of folkmoot supports versions up to {known}; run a newer folkmoot"
    )]
    Newer {
        /// The version found.
        found: i64,
        /// The newest version known here.
        known: i64,
    },
    /// The schema is of an earlier version of this program.
    #[error(
        "the database schema is older than version {known}, which this version of folkmoot requires; run `folkmoot migrate` first"
    )]
    Older {
        /// The version needed.
        known: i64,
    },
    /// The schema is not what the declarations ask for.
    #[error("the database table {table} does not match this version of folkmoot: {difference}")]
    Schema {
        /// The table.
        table: String,
        /// What differs.
        difference: String,
    },
    /// There is no room left.
    #[error("the disk is full; nothing was changed")]
    Full,
    /// Another program holds the database for longer than we wait.
    #[error("another process is writing to the database; nothing was changed")]
    Busy,
    /// A copy would mix two platforms.
    #[error("the target already contains a platform; nothing was copied")]
    NotEmpty,
    /// No platform has been imported.
    #[error("the database contains no platform; run `folkmoot import` or `folkmoot demo` first")]
    NoPlatform,
    /// The database cannot be reached, or does not answer in time.
    #[error("the database is not responding: {0}")]
    Unreachable(String),
    /// A copy of the database lacks what was seen elsewhere already.
    #[error("the replica has not caught up with changes that this server already returned")]
    Behind,
    /// An upload took so long that its bytes were given up.
    #[error("the upload timed out and was discarded; upload the file again")]
    Abandoned,
    /// The embedded database fails otherwise.
    #[error("database error: {0}")]
    Database(#[source] Arc<rusqlite::Error>),
    /// PostgreSQL fails otherwise.
    #[error("database error: {}", with_causes(.0.as_ref()))]
    Postgres(#[source] Arc<tokio_postgres::Error>),
    /// A stored value is not of the kind that its column promises.
    #[error("the database contains an invalid value: {0}")]
    Value(String),
    /// Too much work of this kind waits already, or the server is shutting down.
    #[error(transparent)]
    Blocking(#[from] BlockingError),
}

impl StoreError {
    /// Whether a write may have happened although this was told of it: the answer was lost on its way.
    pub fn is_uncertain(&self) -> bool {
        matches!(self, Self::Unreachable(_))
    }
}

/// An error with its causes, for errors whose own text leaves them out.
pub(super) fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
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
    fn a_failure_that_many_waited_for_keeps_its_class_its_text_and_its_cause() {
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
