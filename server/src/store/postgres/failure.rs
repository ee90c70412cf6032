//! What PostgreSQL's failures mean to the store.

use deadpool_postgres::PoolError;
use tokio_postgres::error::{DbError, SqlState};

use crate::store::StoreError;

impl From<tokio_postgres::Error> for StoreError {
    fn from(error: tokio_postgres::Error) -> Self {
        match error.as_db_error() {
            Some(told) => of_statement(told),
            None => Self::Unreachable(sentence(&error)),
        }
    }
}

impl From<PoolError> for StoreError {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Backend(error) => error.into(),
            other => Self::Unreachable(other.to_string()),
        }
    }
}

fn of_statement(told: &DbError) -> StoreError {
    let code = told.code();
    match *code {
        SqlState::DISK_FULL => StoreError::Full,
        SqlState::LOCK_NOT_AVAILABLE | SqlState::T_R_DEADLOCK_DETECTED => StoreError::Busy,
        SqlState::QUERY_CANCELED
        | SqlState::READ_ONLY_SQL_TRANSACTION
        | SqlState::TOO_MANY_CONNECTIONS
        | SqlState::INVALID_PASSWORD
        | SqlState::INVALID_AUTHORIZATION_SPECIFICATION
        | SqlState::INVALID_CATALOG_NAME
        | SqlState::T_R_SERIALIZATION_FAILURE => StoreError::Unreachable(told.to_string()),
        // Connection failures, and the server being stopped, started or out of something.
        _ if ["08", "53", "57", "58"].iter().any(|class| code.code().starts_with(class)) => {
            StoreError::Unreachable(told.to_string())
        }
        _ => StoreError::Postgres(told.to_string()),
    }
}

/// The failure with its causes, which tokio-postgres leaves to be asked for.
fn sentence(error: &tokio_postgres::Error) -> String {
    let mut sentence = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        sentence.push_str(": ");
        sentence.push_str(&error.to_string());
        cause = error.source();
    }
    sentence
}
