//! The tables and indexes of the SQLite file.

use super::super::references::references;
use super::super::table::{Column, ColumnType, Table};
use super::Details;

/// The tables that describe the others.
pub(super) const DESCRIPTIONS: &str = "
CREATE TABLE export_details (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE column_descriptions (
  table_name TEXT NOT NULL,
  column_name TEXT NOT NULL,
  type TEXT NOT NULL,
  description TEXT NOT NULL,
  PRIMARY KEY (table_name, column_name)
) STRICT, WITHOUT ROWID;";

/// The statement that creates a table.
pub(super) fn table(table: &Table, details: &Details) -> String {
    let key = table.primary_key();
    let mut parts: Vec<String> = table.columns.iter().map(|column| definition(column, &key)).collect();
    if !key.is_empty() {
        parts.push(format!("PRIMARY KEY ({})", quoted_list(key)));
    }
    let references = references(table, details.level, &details.resources);
    parts.extend(references.iter().filter(|reference| reference.is_complete).map(|reference| {
        let (column, target) = (quoted(reference.column), quoted(reference.target.names.plural));
        format!("FOREIGN KEY ({column}) REFERENCES {target} (id)")
    }));
    format!("CREATE TABLE {} (\n  {}\n) STRICT;", quoted(table.name()), parts.join(",\n  "))
}

fn definition(column: &Column, key: &[&str]) -> String {
    let name = quoted(column.name());
    let kind = match column.kind {
        ColumnType::Integer | ColumnType::Boolean => "INTEGER",
        _ => "TEXT",
    };
    let not_null = if key.contains(&column.name()) { " NOT NULL" } else { "" };
    let check = match column.kind {
        ColumnType::Boolean => format!(" CHECK ({name} IN (0, 1))"),
        _ => String::new(),
    };
    format!("{name} {kind}{not_null}{check}")
}

/// The statement that inserts a row.
pub(super) fn insert(table: &Table) -> String {
    let marks = vec!["?"; table.columns.len()].join(", ");
    format!("INSERT INTO {} VALUES ({marks})", quoted(table.name()))
}

/// The statements that create the indexes of a complete table.
pub(super) fn indexes(table: &Table, details: &Details) -> String {
    let references = references(table, details.level, &details.resources);
    let columns = references.iter().map(|reference| reference.column);
    let columns = columns.chain(table.column("created_at").map(Column::name));
    let key = table.primary_key();
    let indexed = columns.filter(|column| key.first() != Some(column));
    let statements = indexed.map(|column| {
        let name = quoted(&format!("{}_{column}", table.name()));
        format!("CREATE INDEX {name} ON {} ({});\n", quoted(table.name()), quoted(column))
    });
    statements.collect()
}

/// A name in quotation marks.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}

fn quoted_list(names: Vec<&str>) -> String {
    names.into_iter().map(quoted).collect::<Vec<_>>().join(", ")
}
