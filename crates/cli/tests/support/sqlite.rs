//! Queries of an embedded database without the program.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

use rusqlite::types::ValueRef;
use uuid::Uuid;

/// The rows of a query as text.
pub fn rows(path: &Path, sql: &str) -> Vec<Vec<Option<String>>> {
    let database = rusqlite::Connection::open(path).unwrap();
    let mut statement = database.prepare(sql).unwrap();
    let columns = statement.column_count();
    let mut rows = statement.query([]).unwrap();
    let mut read = Vec::new();
    while let Some(row) = rows.next().unwrap() {
        read.push((0..columns).map(|column| cell(row.get_ref(column).unwrap())).collect());
    }
    read
}

fn cell(value: ValueRef<'_>) -> Option<String> {
    match value {
        ValueRef::Null => None,
        ValueRef::Integer(number) => Some(number.to_string()),
        ValueRef::Real(number) => Some(number.to_string()),
        ValueRef::Text(text) => Some(String::from_utf8(text.to_vec()).unwrap()),
        ValueRef::Blob(bytes) => Some(Uuid::from_slice(bytes).unwrap().to_string()),
    }
}
