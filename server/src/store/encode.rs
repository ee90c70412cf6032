//! Records as JSON, written field by field from a row's columns into the answer's buffer.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use super::StoreError;
use super::columns::ColumnKind;
use super::moment::push_timestamp;
use super::row::Row;
use crate::resource::{Field, Kind, Resource, Source};

/// What an answer depends on beside the record.
#[derive(Debug, Clone)]
pub struct View {
    /// The locales in the order they are tried: the chosen one, the platform's default, the others.
    pub locales: Vec<String>,
    /// The platform's address, without a slash at its end.
    pub platform_address: String,
    /// The address that files are downloaded under, without a slash at its end.
    pub public_address: String,
}

/// How the records of one resource are selected and written.
#[derive(Debug)]
pub struct Encoding {
    /// The expressions to select, over the alias `this`; column 0 is the key.
    pub select: String,
    steps: Vec<Step>,
}

#[derive(Debug)]
struct Step {
    /// `{"id":` or `,"title":`.
    prefix: Vec<u8>,
    column: usize,
    write: Write,
}

#[derive(Debug)]
enum Write {
    Uuid,
    Text,
    Integer,
    Boolean,
    Timestamp,
    Json,
    Localised,
    PlatformAddress(&'static str),
    DownloadAddress,
}

impl Encoding {
    /// The encoding of a resource's answered fields.
    pub fn of(resource: &Resource) -> Self {
        let mut select = vec!["this.key".to_owned()];
        let mut column = |expression: String| {
            select.iter().position(|known| *known == expression).unwrap_or_else(|| {
                select.push(expression);
                select.len() - 1
            })
        };
        let answered = resource.fields.iter().filter(|field| field.answered);
        let steps = answered
            .enumerate()
            .map(|(position, field)| Step {
                prefix: prefix(position, field.name),
                column: column(expression(resource, field)),
                write: writer(field),
            })
            .collect();
        Self { select: select.join(", "), steps }
    }

    /// Appends a row as a JSON object.
    pub fn write(&self, row: &impl Row, view: &View, out: &mut Vec<u8>) -> Result<(), StoreError> {
        for step in &self.steps {
            out.extend_from_slice(&step.prefix);
            if !step.write_value(row, view, out)? {
                out.extend_from_slice(b"null");
            }
        }
        out.push(b'}');
        Ok(())
    }
}

fn prefix(position: usize, name: &str) -> Vec<u8> {
    let opening = if position == 0 { '{' } else { ',' };
    format!("{opening}\"{name}\":").into_bytes()
}

fn expression(resource: &Resource, field: &Field) -> String {
    match (field.source, field.kind) {
        (Source::Joined { sql, .. }, _) => sql.to_owned(),
        (Source::PlatformAddress(_), _) => "this.slug".to_owned(),
        (Source::DownloadAddress, _) => "this.id".to_owned(),
        (_, Kind::Multiloc(of)) => {
            let column = resource.field(of).map_or_else(|| of.to_owned(), Field::column_name);
            format!("this.{column}")
        }
        _ => format!("this.{}", field.column_name()),
    }
}

fn writer(field: &Field) -> Write {
    match (field.source, field.kind) {
        (Source::PlatformAddress(path), _) => Write::PlatformAddress(path),
        (Source::DownloadAddress, _) => Write::DownloadAddress,
        (_, Kind::Localised) => Write::Localised,
        _ => match field.column().kind {
            ColumnKind::Uuid => Write::Uuid,
            ColumnKind::Text | ColumnKind::Date => Write::Text,
            ColumnKind::Integer => Write::Integer,
            ColumnKind::Boolean => Write::Boolean,
            ColumnKind::Timestamp => Write::Timestamp,
            ColumnKind::Json => Write::Json,
        },
    }
}

impl Step {
    /// Appends the value; false, and nothing appended, where it is null.
    fn write_value(&self, row: &impl Row, view: &View, out: &mut Vec<u8>) -> Result<bool, StoreError> {
        let column = self.column;
        match self.write {
            Write::Uuid => Ok(row.uuid(column)?.map(|id| push_uuid(out, id)).is_some()),
            Write::Text => row.text(column)?.map_or(Ok(false), |text| push_text(out, text)),
            Write::Integer => row.integer(column)?.map_or(Ok(false), |number| push_json(out, &number)),
            Write::Boolean => row.boolean(column)?.map_or(Ok(false), |value| push_json(out, &value)),
            Write::Timestamp => {
                Ok(row.integer(column)?.map(|moment| push_quoted_timestamp(out, moment)).is_some())
            }
            Write::Json => Ok(row.text(column)?.map(|json| out.extend_from_slice(json.as_bytes())).is_some()),
            Write::Localised => match row.text(column)? {
                Some(map) => push_localised(out, map, &view.locales),
                None => Ok(false),
            },
            Write::PlatformAddress(path) => match row.text(column)? {
                Some(slug) => push_text(out, &format!("{}{path}{slug}", view.platform_address)),
                None => Ok(false),
            },
            Write::DownloadAddress => match row.uuid(column)? {
                Some(id) => {
                    push_text(out, &format!("{}/files/{}", view.public_address, uuid::Uuid::from_bytes(id)))
                }
                None => Ok(false),
            },
        }
    }
}

fn push_uuid(out: &mut Vec<u8>, id: [u8; 16]) {
    let mut buffer = [0; uuid::fmt::Hyphenated::LENGTH];
    out.push(b'"');
    out.extend_from_slice(uuid::Uuid::from_bytes(id).as_hyphenated().encode_lower(&mut buffer).as_bytes());
    out.push(b'"');
}

fn push_quoted_timestamp(out: &mut Vec<u8>, moment: i64) {
    out.push(b'"');
    push_timestamp(out, moment);
    out.push(b'"');
}

fn push_json(out: &mut Vec<u8>, value: &impl serde::Serialize) -> Result<bool, StoreError> {
    serde_json::to_writer(out, value).map_err(|error| StoreError::Value(error.to_string()))?;
    Ok(true)
}

fn push_text(out: &mut Vec<u8>, text: &str) -> Result<bool, StoreError> {
    push_json(out, &text)
}

/// Appends the text of the first locale that has one, else any, else `""`.
///
/// The map's values are JSON strings already, so the chosen one is copied as it stands.
pub fn push_localised(out: &mut Vec<u8>, map: &str, locales: &[String]) -> Result<bool, StoreError> {
    let map: BTreeMap<&str, &RawValue> =
        serde_json::from_str(map).map_err(|error| StoreError::Value(error.to_string()))?;
    let has_text = |text: &&&RawValue| text.get() != "\"\"";
    let chosen = locales.iter().find_map(|locale| map.get(locale.as_str()).filter(has_text));
    let text = chosen.or_else(|| map.values().find(has_text)).map_or("\"\"", |text| text.get());
    out.extend_from_slice(text.as_bytes());
    Ok(true)
}
