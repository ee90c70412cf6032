//! Reading the values of a row, whichever the database.

use std::borrow::Cow;

use uuid::Uuid;

use super::StoreError;
use super::value::Value;

/// A row of a query. Columns count from 0; a value of another type is an error, and `None` is NULL.
pub trait RowReader {
    /// The bytes of a UUID.
    fn uuid(&self, column: usize) -> Result<Option<[u8; 16]>, StoreError>;
    /// Bytes.
    fn bytes(&self, column: usize) -> Result<Option<&[u8]>, StoreError>;
    /// Text or JSON text.
    fn text(&self, column: usize) -> Result<Option<&str>, StoreError>;
    /// The bytes of JSON text, which was validated when it was stored.
    fn json(&self, column: usize) -> Result<Option<&[u8]>, StoreError> {
        Ok(self.text(column)?.map(str::as_bytes))
    }
    /// A date, `YYYY-MM-DD`.
    fn date(&self, column: usize) -> Result<Option<Cow<'_, str>>, StoreError>;
    /// An integer, or a timestamp in milliseconds since 1970.
    fn integer(&self, column: usize) -> Result<Option<i64>, StoreError>;
    /// A boolean.
    fn boolean(&self, column: usize) -> Result<Option<bool>, StoreError>;
    /// A value of any type, in the form in which both databases accept it as a parameter.
    fn value(&self, column: usize) -> Result<Value, StoreError>;
    /// Whether the value is NULL.
    fn is_null(&self, column: usize) -> Result<bool, StoreError> {
        Ok(matches!(self.value(column)?, Value::Null))
    }
    /// A floating-point number.
    fn float(&self, column: usize) -> Result<Option<f64>, StoreError>;
}

/// Values of columns that are never NULL.
impl dyn RowReader + '_ {
    /// A UUID.
    pub fn required_uuid(&self, column: usize) -> Result<Uuid, StoreError> {
        self.uuid(column)?.map(Uuid::from_bytes).ok_or_else(null)
    }

    /// Text or JSON text.
    pub fn required_text(&self, column: usize) -> Result<String, StoreError> {
        self.text(column)?.map(str::to_owned).ok_or_else(null)
    }

    /// An integer, or a timestamp in milliseconds since 1970.
    pub fn required_integer(&self, column: usize) -> Result<i64, StoreError> {
        self.integer(column)?.ok_or_else(null)
    }

    /// A boolean.
    pub fn required_boolean(&self, column: usize) -> Result<bool, StoreError> {
        self.boolean(column)?.ok_or_else(null)
    }
}

fn null() -> StoreError {
    StoreError::Value("expected a value, found null".to_owned())
}
