//! Searching everything that is stored for a value.

use rusqlite::types::ValueRef;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use uuid::Uuid;

use crate::support::Data;
use crate::support::postgres::Session;

/// The forms in which a text or an id could be stored.
pub fn forms(value: &str) -> Vec<Vec<u8>> {
    let mut forms = vec![value.as_bytes().to_vec(), value.to_lowercase().into_bytes()];
    if let Ok(id) = Uuid::try_parse(value) {
        forms.push(id.as_bytes().to_vec());
        forms.push(id.simple().to_string().into_bytes());
    }
    forms
}

/// The files below the folders that contain a value.
pub fn files_with(folders: &[&Path], value: &str) -> Vec<PathBuf> {
    let forms = forms(value);
    let contains = |content: &[u8]| {
        forms.iter().any(|form| content.windows(form.len()).any(|window| window == form.as_slice()))
    };
    folders
        .iter()
        .flat_map(|folder| files(folder))
        .filter(|path| contains(&std::fs::read(path).unwrap()))
        .collect()
}

fn files(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return if path.exists() { vec![path.to_owned()] } else { Vec::new() };
    }
    std::fs::read_dir(path).unwrap().flat_map(|entry| files(&entry.unwrap().path())).collect()
}

/// The rows of all tables that contain a value, each as its table and its id, if it has one.
pub fn rows_with(data: &Data, value: &str) -> BTreeSet<(String, String)> {
    if data.is_embedded() { rows_in_sqlite(data, value) } else { rows_of_postgres(data, value) }
}

fn rows_in_sqlite(data: &Data, value: &str) -> BTreeSet<(String, String)> {
    let database = rusqlite::Connection::open(data.path().join("folkmoot.sqlite")).unwrap();
    let texts = |sql: &str| -> Vec<String> {
        let mut statement = database.prepare(sql).unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    // A virtual table has its content in other tables.
    let tables = texts(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite_%'",
    );
    let mut found = BTreeSet::new();
    for table in tables {
        let columns = texts(&format!("SELECT name FROM pragma_table_info('{table}')"));
        let id = if columns.iter().any(|column| column == "id") { "CAST(id AS BLOB)" } else { "NULL" };
        let mut statement = database.prepare(&format!("SELECT {id}, * FROM {table}")).unwrap();
        let mut rows = statement.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let contains = (1..=columns.len()).any(|column| {
                let (ValueRef::Text(bytes) | ValueRef::Blob(bytes)) = row.get_ref(column).unwrap() else {
                    return false;
                };
                forms(value)
                    .iter()
                    .any(|form| bytes.windows(form.len()).any(|window| window == form.as_slice()))
            });
            if contains {
                let id: Option<Vec<u8>> = row.get(0).unwrap();
                let id = id.and_then(|id| Uuid::from_slice(&id).ok()).map(|id| id.to_string());
                found.insert((table.clone(), id.unwrap_or_default()));
            }
        }
    }
    found
}

fn rows_of_postgres(data: &Data, value: &str) -> BTreeSet<(String, String)> {
    let session = Session::open(data.database_url()).unwrap();
    let tables = session.rows("SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'");
    let mut found = BTreeSet::new();
    // Bytes are written in hexadecimal.
    let conditions: Vec<String> = forms(value)
        .iter()
        .flat_map(|form| [std::str::from_utf8(form).ok().map(str::to_owned), Some(hex::encode(form))])
        .flatten()
        .map(|form| format!("position('{form}' IN this::text) > 0"))
        .collect();
    // The statistics of the planner contain values, too.
    let statistics = format!(
        "SELECT this.tablename::text FROM (SELECT tablename, most_common_vals, histogram_bounds FROM pg_stats
         WHERE schemaname = 'public') AS this WHERE {}",
        conditions.join(" OR ")
    );
    found.extend(session.rows(&statistics).into_iter().map(|table| ("pg_stats".to_owned(), table)));
    for table in tables {
        let sql = format!(
            "SELECT COALESCE(to_jsonb(this)->>'id', '') FROM {table} AS this WHERE {}",
            conditions.join(" OR ")
        );
        found.extend(session.rows(&sql).into_iter().map(|id| (table.clone(), id)));
    }
    found
}
