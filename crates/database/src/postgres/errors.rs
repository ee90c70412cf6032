//! Mapping the errors of PostgreSQL to those of the store.

use std::sync::Arc;

use deadpool_postgres::PoolError;
use tokio_postgres::error::{DbError, SqlState};

use crate::StoreError;
use crate::error::with_causes;

impl From<tokio_postgres::Error> for StoreError {
    fn from(error: tokio_postgres::Error) -> Self {
        match error.as_db_error().map(classify) {
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

/// The class of an error response; `None` for any other error.
fn classify(error: &DbError) -> Option<StoreError> {
    let code = error.code();
    Some(match *code {
        SqlState::DISK_FULL => StoreError::Full,
        SqlState::LOCK_NOT_AVAILABLE | SqlState::T_R_DEADLOCK_DETECTED => StoreError::Busy,
        SqlState::QUERY_CANCELED => StoreError::Interrupted(error.to_string()),
        SqlState::READ_ONLY_SQL_TRANSACTION
        | SqlState::TOO_MANY_CONNECTIONS
        | SqlState::INVALID_PASSWORD
        | SqlState::INVALID_AUTHORIZATION_SPECIFICATION
        | SqlState::INVALID_CATALOG_NAME
        | SqlState::T_R_SERIALIZATION_FAILURE => StoreError::Unreachable(error.to_string()),
        // Connection failures, and a server that is starting, stopping or out of resources.
        _ if ["08", "53", "57", "58"].iter().any(|class| code.code().starts_with(class)) => {
            StoreError::Unreachable(error.to_string())
        }
        _ => return None,
    })
}
