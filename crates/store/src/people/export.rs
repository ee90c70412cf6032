//! The records that concern a person, with all their stored fields, in the import format.

use folkmoot_database::executor::Executor;
use folkmoot_database::row_reader::RowReader;
use folkmoot_model::resource::Resource;
use folkmoot_model::resource::columns::{Column, ColumnType};
use folkmoot_model::resources::RESOURCES;
use folkmoot_model::timestamp::timestamp;
use serde_json::{Map, Value as Json};
use uuid::Uuid;

use crate::StoreError;
use crate::people::addresses::concerns;

/// A record that concerns a person.
#[derive(Debug)]
pub struct ExportedRow<'a> {
    /// The resource of the record.
    pub resource: &'static Resource,
    /// The record, by field.
    pub record: &'a Map<String, Json>,
}

/// See [`super::People::export`].
pub fn export(
    executor: &dyn Executor,
    person: Uuid,
    each: &mut dyn FnMut(ExportedRow<'_>) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    for resource in RESOURCES {
        let parameters = [person.into()];
        let Some(condition) = concerns(executor, resource, "this", "?1", &parameters)? else { continue };
        let columns = resource.columns();
        let names: Vec<String> = columns.iter().map(|column| format!("this.{}", column.name)).collect();
        let sql = format!(
            "SELECT {} FROM {} AS this WHERE {condition} ORDER BY this.key",
            names.join(", "),
            resource.names.plural
        );
        executor.query(&sql, &parameters, &mut |row| {
            let record = record(row, &columns)?;
            each(ExportedRow { resource, record: &record })
        })?;
    }
    Ok(())
}

fn record(row: &dyn RowReader, columns: &[Column]) -> Result<Map<String, Json>, StoreError> {
    let values = columns.iter().enumerate();
    values.map(|(position, column)| Ok((column.name.clone(), value(row, position, column.kind)?))).collect()
}

fn value(row: &dyn RowReader, position: usize, kind: ColumnType) -> Result<Json, StoreError> {
    let json = match kind {
        ColumnType::Uuid => row.uuid(position)?.map(|id| Uuid::from_bytes(id).to_string().into()),
        ColumnType::Text => row.text(position)?.map(Json::from),
        ColumnType::Integer => row.integer(position)?.map(Json::from),
        ColumnType::Boolean => row.boolean(position)?.map(Json::from),
        ColumnType::Timestamp => row.integer(position)?.map(|at| timestamp(at).into()),
        ColumnType::Date => row.date(position)?.map(|day| day.as_ref().into()),
        ColumnType::Json => row.json(position)?.map(parse).transpose()?,
    };
    Ok(json.unwrap_or(Json::Null))
}

fn parse(json: &[u8]) -> Result<Json, StoreError> {
    serde_json::from_slice(json).map_err(|error| StoreError::Value(format!("invalid JSON: {error}")))
}
