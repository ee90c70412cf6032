//! What an erasure leaves in the files of the database.

use folkmoot_database::executor::Executor;
use folkmoot_model::people::{address_fields, columns_of, person_columns, written_by};
use folkmoot_model::resource::columns::ColumnType;
use folkmoot_model::resources::{DELETED_ITEMS, RESOURCES, USERS};
use uuid::Uuid;

use crate::StoreError;
use crate::people::addresses::concerned_through;

/// The length from which on a text is searched for in the file: shorter ones occur by chance.
const MIN_BYTES: usize = 8;
/// How much of a text is searched for: its beginning, because a long text is stored in several parts.
const MAX_BYTES: usize = 64;

/// The tables from which erasures delete or in which they change rows.
pub fn tables() -> Vec<&'static str> {
    let mut tables: Vec<&str> = person_columns().map(|column| column.resource.names.plural).collect();
    tables.extend([USERS.names.plural, DELETED_ITEMS.names.plural, "ideas_earlier_texts", "ideas_words"]);
    tables.sort_unstable();
    tables.dedup();
    tables
}

/// See [`super::People::traces`].
pub fn traces(executor: &dyn Executor, person: Uuid, with_texts: bool) -> Result<Vec<Vec<u8>>, StoreError> {
    let mut traces = Vec::new();
    let columns = USERS.columns();
    let adjacent = columns.iter().skip(1).take_while(|column| is_text(column.kind)).count();
    let texts: Vec<_> = columns.into_iter().filter(|column| is_text(column.kind)).collect();
    let names: Vec<&str> = texts.iter().map(|column| column.name.as_str()).collect();
    let sql = format!("SELECT {} FROM {} WHERE id = ?1", names.join(", "), USERS.names.plural);
    executor.query(&sql, &[person.into()], &mut |row| {
        // A row stores its values one after the other: the id, and the texts that follow it.
        let mut row_start = person.as_bytes().to_vec();
        for (position, column) in texts.iter().enumerate() {
            let text = row.text(position)?.unwrap_or_default();
            if position < adjacent {
                row_start.extend_from_slice(text.as_bytes());
            }
            if address_fields().any(|field| field.column_name() == column.name) {
                add_text(&mut traces, text);
            }
        }
        row_start.truncate(MAX_BYTES);
        traces.push(row_start);
        Ok(())
    })?;
    for column in person_columns().filter(|column| !column.is_reference()) {
        let parameters = [person.into()];
        let condition = concerned_through(executor, &column, "this", "?1", &parameters)?;
        let (name, plural) = (column.field.name, column.resource.names.plural);
        let sql = format!("SELECT this.{name} FROM {plural} AS this WHERE {condition}");
        executor.query(&sql, &parameters, &mut |row| {
            add_text(&mut traces, row.text(0)?.unwrap_or_default());
            Ok(())
        })?;
    }
    if with_texts {
        for resource in RESOURCES {
            add_written(executor, resource, person, &mut traces)?;
        }
    }
    traces.sort_unstable();
    traces.dedup();
    Ok(traces)
}

fn add_written(
    executor: &dyn Executor,
    resource: &'static folkmoot_model::resource::Resource,
    person: Uuid,
    traces: &mut Vec<Vec<u8>>,
) -> Result<(), StoreError> {
    for reference in columns_of(resource).filter(folkmoot_model::people::PersonColumn::is_reference) {
        let fields = written_by(resource, reference.field.name);
        let columns = fields.iter().map(|field| field.column()).filter(|column| is_text(column.kind));
        for column in columns {
            let (plural, condition) = (resource.names.plural, reference.condition("this", "?1"));
            let sql = format!("SELECT this.{} FROM {plural} AS this WHERE {condition}", column.name);
            executor.query(&sql, &[person.into()], &mut |row| {
                add_text(traces, row.text(0)?.unwrap_or_default());
                Ok(())
            })?;
        }
    }
    Ok(())
}

fn add_text(traces: &mut Vec<Vec<u8>>, text: &str) {
    if text.len() >= MIN_BYTES {
        traces.push(text.as_bytes()[..text.len().min(MAX_BYTES)].to_vec());
    }
}

fn is_text(kind: ColumnType) -> bool {
    matches!(kind, ColumnType::Text | ColumnType::Json)
}
