//! Parameters and results of `SQLite`.

use std::borrow::Cow;

use rusqlite::types::{ToSql, ToSqlOutput, ValueRef};

use crate::StoreError;
use crate::row_reader::RowReader;
use crate::value::Value;

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Integer(number) => ValueRef::Integer(*number),
            Self::Uuid(bytes) => ValueRef::Blob(bytes),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

impl RowReader for rusqlite::Row<'_> {
    fn uuid(&self, column: usize) -> Result<Option<[u8; 16]>, StoreError> {
        match self.get_ref(column)? {
            ValueRef::Null => Ok(None),
            ValueRef::Blob(bytes) => bytes
                .try_into()
                .map(Some)
                .map_err(|_| StoreError::Value(format!("a UUID of {} bytes", bytes.len()))),
            other => Err(wrong_type("a UUID", other)),
        }
    }

    fn bytes(&self, column: usize) -> Result<Option<&[u8]>, StoreError> {
        match self.get_ref(column)? {
            ValueRef::Null => Ok(None),
            ValueRef::Blob(bytes) => Ok(Some(bytes)),
            other => Err(wrong_type("bytes", other)),
        }
    }

    fn text(&self, column: usize) -> Result<Option<&str>, StoreError> {
        match self.get_ref(column)? {
            ValueRef::Null => Ok(None),
            ValueRef::Text(bytes) => {
                std::str::from_utf8(bytes).map(Some).map_err(|error| StoreError::Value(error.to_string()))
            }
            other => Err(wrong_type("text", other)),
        }
    }

    fn date(&self, column: usize) -> Result<Option<Cow<'_, str>>, StoreError> {
        Ok(self.text(column)?.map(Cow::Borrowed))
    }

    fn value(&self, column: usize) -> Result<Value, StoreError> {
        match self.get_ref(column)? {
            ValueRef::Null => Ok(Value::Null),
            ValueRef::Integer(number) => Ok(Value::Integer(number)),
            ValueRef::Text(_) => Ok(self.text(column)?.map_or(Value::Null, Value::from)),
            ValueRef::Blob(bytes) => {
                Ok(bytes.try_into().map_or_else(|_| Value::Bytes(bytes.to_vec()), Value::Uuid))
            }
            other @ ValueRef::Real(_) => Err(wrong_type("a value of a record", other)),
        }
    }

    fn float(&self, column: usize) -> Result<Option<f64>, StoreError> {
        match self.get_ref(column)? {
            ValueRef::Null => Ok(None),
            ValueRef::Real(number) => Ok(Some(number)),
            other => Err(wrong_type("a number", other)),
        }
    }

    fn json(&self, column: usize) -> Result<Option<&[u8]>, StoreError> {
        match self.get_ref(column)? {
            ValueRef::Null => Ok(None),
            ValueRef::Text(bytes) => Ok(Some(bytes)),
            other => Err(wrong_type("JSON", other)),
        }
    }

    fn integer(&self, column: usize) -> Result<Option<i64>, StoreError> {
        match self.get_ref(column)? {
            ValueRef::Null => Ok(None),
            ValueRef::Integer(number) => Ok(Some(number)),
            other => Err(wrong_type("an integer", other)),
        }
    }

    fn boolean(&self, column: usize) -> Result<Option<bool>, StoreError> {
        Ok(self.integer(column)?.map(|number| number != 0))
    }
}

fn wrong_type(expected: &str, found: ValueRef<'_>) -> StoreError {
    StoreError::Value(format!("expected {expected}, found {}", found.data_type()))
}
