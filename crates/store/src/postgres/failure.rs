//! What PostgreSQL's failures mean to the store.

use std::sync::Arc;

use deadpool_postgres::PoolError;
use tokio_postgres::error::{DbError, SqlState};

use crate::StoreError;
use crate::error::with_causes;

impl From<tokio_postgres::Error> for StoreError {
    fn from(error: tokio_postgres::Error) -> Self {
        match error.as_db_error().map(of_statement) {
            Some(Some(class)) => class,
            Some(None) => Self::Postgres(Arc::new(error)),
            None => Self::Unreachable(with_causes(&error)),
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

/// What a failed statement means; `None` where it means nothing in particular.
fn of_statement(told: &DbError) -> Option<StoreError> {
    let code = told.code();
    Some(match *code {
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
        _ => return None,
    })
}
