//! Reading a row's values, whatever the database.

use std::borrow::Cow;

use uuid::Uuid;

use super::StoreError;
use super::value::Value;

/// A row of a query; columns count from 0, and a value of another type is an error.
pub trait Row {
    /// A UUID.
    fn uuid(&self, column: usize) -> Result<Option<[u8; 16]>, StoreError>;
    /// Text or JSON text.
    fn text(&self, column: usize) -> Result<Option<&str>, StoreError>;
    /// JSON text as the bytes that it is; it was checked when it was stored.
    fn json(&self, column: usize) -> Result<Option<&[u8]>, StoreError> {
        Ok(self.text(column)?.map(str::as_bytes))
    }
    /// A day, `YYYY-MM-DD`.
    fn date(&self, column: usize) -> Result<Option<Cow<'_, str>>, StoreError>;
    /// A whole number, or milliseconds since 1970.
    fn integer(&self, column: usize) -> Result<Option<i64>, StoreError>;
    /// True or false.
    fn boolean(&self, column: usize) -> Result<Option<bool>, StoreError>;
    /// A value of whatever type, in the form in which either database takes it.
    fn value(&self, column: usize) -> Result<Value, StoreError>;
    /// A floating-point number.
    fn real(&self, column: usize) -> Result<Option<f64>, StoreError>;
}

/// Values of columns that are never null.
impl dyn Row + '_ {
    /// A UUID.
    pub fn some_uuid(&self, column: usize) -> Result<Uuid, StoreError> {
        self.uuid(column)?.map(Uuid::from_bytes).ok_or_else(null)
    }

    /// Text or JSON text.
    pub fn some_text(&self, column: usize) -> Result<String, StoreError> {
        self.text(column)?.map(str::to_owned).ok_or_else(null)
    }

    /// A whole number, or milliseconds since 1970.
    pub fn some_integer(&self, column: usize) -> Result<i64, StoreError> {
        self.integer(column)?.ok_or_else(null)
    }

    /// True or false.
    pub fn some_boolean(&self, column: usize) -> Result<bool, StoreError> {
        self.boolean(column)?.ok_or_else(null)
    }
}

fn null() -> StoreError {
    StoreError::Value("expected a value, found null".to_owned())
}
