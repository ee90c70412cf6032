//! The description of an export as a [Frictionless Data Package](https://specs.frictionlessdata.io/data-package/), version 1.

use folkmoot_model::resource::FieldType;
use serde_json::{Map, Value, json};

use super::super::references::references;
use super::super::table::{Column, ColumnType, Table};
use super::super::{ExportedFile, Format};
use super::{Description, time};

/// The JSON of the data package.
pub(super) fn text(description: &Description<'_>, files: &[ExportedFile]) -> String {
    let Description { request, platform, locale, .. } = description;
    let resources: Vec<Value> = files.iter().filter_map(|file| resource(description, file)).collect();
    let package = json!({
        "profile": "data-package",
        "name": "folkmoot-export",
        "title": platform.name,
        "description": format!("Records of {}, exported at the access level {}.", platform.name, request.access.level()),
        "homepage": platform.url,
        "created": time(request.exported_at),
        "access_level": request.access.level().name(),
        "locale": locale,
        "resources": resources,
    });
    format!("{package:#}\n")
}

fn resource(description: &Description<'_>, file: &ExportedFile) -> Option<Value> {
    let format = file.format?;
    let mut resource = json!({
        "name": file.name,
        "path": file.name,
        "format": format.name(),
        "mediatype": format.media_type(),
        "bytes": file.size_bytes,
        "hash": format!("sha256:{}", file.sha256),
    });
    let Some(table) = table_of(description, file) else {
        resource["profile"] = "data-resource".into();
        resource["type"] = "file".into();
        resource["description"] = format.description().into();
        return Some(resource);
    };
    resource["title"] = table.name().replace('_', " ").into();
    resource["description"] = table.resource.doc.into();
    // Readers of data packages cannot validate Parquet: they confuse null with NaN. The file has a schema of its own.
    if format == Format::Parquet {
        resource["profile"] = "data-resource".into();
        resource["type"] = "file".into();
    } else {
        resource["profile"] = "tabular-data-resource".into();
        resource["encoding"] = "utf-8".into();
        resource["rows"] = file.rows.into();
    }
    resource["schema"] = schema(description, table, format);
    Some(resource)
}

fn table_of<'a>(description: &'a Description<'_>, file: &ExportedFile) -> Option<&'a Table> {
    let plural = file.resource?;
    description.tables.iter().map(|table| &**table).find(|table| table.name() == plural)
}

fn schema(description: &Description<'_>, table: &Table, format: Format) -> Value {
    let key = table.primary_key();
    let fields: Vec<Value> = table.columns.iter().map(|column| field(column, &key, format)).collect();
    let request = description.request;
    let references = references(table, request.access.level(), &request.resources);
    let foreign_keys: Vec<Value> = references
        .iter()
        .filter(|reference| reference.is_complete)
        .map(|reference| {
            // An empty name is the same file.
            let is_self = std::ptr::eq(reference.target, table.resource);
            let file =
                if is_self { String::new() } else { format!("{}.{format}", reference.target.names.plural) };
            json!({ "fields": reference.column, "reference": { "resource": file, "fields": "id" } })
        })
        .collect();
    let mut schema = json!({ "fields": fields });
    if !key.is_empty() {
        schema["primaryKey"] = key.into();
    }
    if !foreign_keys.is_empty() {
        schema["foreignKeys"] = foreign_keys.into();
    }
    schema
}

fn field(column: &Column, key: &[&str], format: Format) -> Value {
    let (kind, form) = match column.kind {
        ColumnType::Uuid => ("string", Some("uuid")),
        ColumnType::Url => ("string", Some("uri")),
        ColumnType::Integer => ("integer", None),
        ColumnType::Boolean => ("boolean", None),
        ColumnType::Timestamp => ("datetime", None),
        ColumnType::Date => ("date", None),
        ColumnType::Object if format != Format::Parquet => ("object", None),
        ColumnType::List if format != Format::Parquet => ("array", None),
        ColumnType::Text | ColumnType::OneOf(_) | ColumnType::Object | ColumnType::List => ("string", None),
    };
    let mut field = json!({
        "name": column.name(),
        "type": kind,
        "description": column.description(),
    });
    if let Some(form) = form {
        field["format"] = form.into();
    }
    let constraints = constraints(column, key);
    if !constraints.is_empty() {
        field["constraints"] = constraints.into();
    }
    field
}

fn constraints(column: &Column, key: &[&str]) -> Map<String, Value> {
    let mut constraints = Map::new();
    // An empty text in a CSV file is a missing value to some programs.
    let can_be_empty = matches!(column.kind, ColumnType::Text | ColumnType::Url);
    if !column.can_be_null() && !can_be_empty {
        constraints.insert("required".to_owned(), true.into());
    }
    if key == [column.name()] {
        constraints.insert("unique".to_owned(), true.into());
    }
    if let ColumnType::OneOf(values) = column.kind {
        constraints.insert("enum".to_owned(), values.values().collect::<Vec<_>>().into());
    }
    if let FieldType::Integer(minimum) = column.field.kind
        && minimum > i64::MIN
    {
        constraints.insert("minimum".to_owned(), minimum.into());
    }
    constraints
}
