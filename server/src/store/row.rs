//! Reading a row's values, whatever the database.

use super::StoreError;

/// A row of a query; columns count from 0, and a value of another type is an error.
pub trait Row {
    /// A UUID.
    fn uuid(&self, column: usize) -> Result<Option<[u8; 16]>, StoreError>;
    /// Text, JSON text or a day.
    fn text(&self, column: usize) -> Result<Option<&str>, StoreError>;
    /// JSON text as the bytes that it is; it was checked when it was stored.
    fn json(&self, column: usize) -> Result<Option<&[u8]>, StoreError> {
        Ok(self.text(column)?.map(str::as_bytes))
    }
    /// A whole number, or milliseconds since 1970.
    fn integer(&self, column: usize) -> Result<Option<i64>, StoreError>;
    /// True or false.
    fn boolean(&self, column: usize) -> Result<Option<bool>, StoreError>;
}
