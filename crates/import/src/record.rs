//! Parsing a line into a row: which columns it gives, and whether their values are valid.

use std::fmt;

use folkmoot_database::value::Value;
use folkmoot_files::file_name::safe_name;
use folkmoot_model::resource::{Content, FieldType, Source};
use folkmoot_store::platform::spelled;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use uuid::Uuid;

use crate::blob_sink::{BlobError, BlobSink, BlobSource, StoredBlob};
use crate::input::Input;
use crate::json::{Key, string};
use crate::report::Problem;
use crate::shape::{Absent, CONTENT_KEYS, Column, FILE_NAME, PARTIAL_BIT, PARTIAL_KEY, Shape};
use crate::values::{self, Mismatch};

/// A record as its line gives it, with null for invalid values.
#[derive(Debug)]
pub struct StagedRow {
    /// The bits of the columns that the record gives.
    pub given_columns: i64,
    /// The bits of the columns whose stored value is retained if the record is stored; with [`PARTIAL_BIT`] if the line is
    /// not the complete record.
    pub retained_columns: i64,
    /// The value of each column.
    pub values: Vec<Value>,
    /// The ids of each shorthand that is given.
    pub related: Vec<Option<Vec<[u8; 16]>>>,
}

/// The inputs that the rows of a file depend on.
pub struct RecordContext<'a> {
    /// Reads the bytes of files.
    pub input: &'a dyn Input,
    /// Receives them.
    pub blobs: &'a dyn BlobSink,
    /// The platform's locales, starting with the default one.
    pub locales: &'a [String],
    /// The timestamp of the import, in milliseconds since 1970.
    pub now: i64,
    /// Whether a line with an error leaves out its record instead of ending the import.
    pub leaves_out: bool,
}

impl<'a> RecordContext<'a> {
    fn default_locale(&self) -> &'a str {
        self.locales.first().map_or("", String::as_str)
    }
}

/// A name in a line that is not an error.
#[derive(Debug, Clone, Copy)]
pub enum Unknown<'a> {
    /// A field that the resource does not have.
    Field(&'a str),
    /// The locale of a text, which the platform does not have.
    Locale(&'a str),
}

/// The result of parsing a line.
#[derive(Debug)]
pub enum ParsedLine {
    /// A row.
    Row(StagedRow),
    /// Problems, and the rest of the record if the line is a JSON object.
    Problems(Vec<Problem>, Option<StagedRow>),
    /// Bytes could not be stored.
    Failed(std::io::Error),
}

/// Parses a line; calls `unknown` with each unknown name.
pub fn parse(
    shape: &Shape,
    context: &RecordContext<'_>,
    number: i64,
    line: &str,
    unknown: &mut dyn FnMut(Unknown<'_>),
) -> ParsedLine {
    let slots = Slots { shape, unknown: &mut *unknown };
    let mut deserializer = serde_json::Deserializer::from_str(line);
    let values = slots.deserialize(&mut deserializer).and_then(|values| deserializer.end().map(|()| values));
    let values = match values {
        Ok(values) => values,
        Err(error) => {
            let mismatch = json_error(&error, line);
            return ParsedLine::Problems(
                vec![Problem { line: number, field: String::new(), mismatch }],
                None,
            );
        }
    };
    LineParser { shape, context, number, values, unknown, problems: Vec::new() }.row()
}

/// The message of serde, with the position in the line only.
fn json_error(error: &serde_json::Error, line: &str) -> Mismatch {
    const EXPECTED: &str = "a JSON object";
    if error.is_data() {
        return Mismatch::new(EXPECTED, line.trim());
    }
    if line.starts_with('\u{feff}') {
        return Mismatch::described(EXPECTED, "a byte order mark");
    }
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    Mismatch::described(EXPECTED, format!("{text} at character {}", error.column()))
}

/// A line whose values are sorted by key.
struct LineParser<'a> {
    shape: &'a Shape,
    context: &'a RecordContext<'a>,
    number: i64,
    values: Vec<Option<&'a RawValue>>,
    unknown: &'a mut dyn FnMut(Unknown<'_>),
    problems: Vec<Problem>,
}

impl<'a> LineParser<'a> {
    fn row(mut self) -> ParsedLine {
        let shape = self.shape;
        let partial = self.is_partial();
        let mut row = StagedRow {
            given_columns: 0,
            retained_columns: if partial { PARTIAL_BIT } else { 0 },
            values: Vec::with_capacity(shape.columns.len()),
            related: Vec::new(),
        };
        for (position, column) in shape.columns.iter().enumerate() {
            if let Some(value) = self.column(column) {
                row.given_columns |= 1 << position;
                row.values.push(value);
                continue;
            }
            let is_retained = column.is_always_retained()
                || column.repeats_retained(row.retained_columns)
                || partial && !shape.identifies(column);
            row.retained_columns |= i64::from(is_retained) << position;
            let value = match column.absent {
                // It is an error only if no such record is stored.
                Absent::Required if is_retained => Value::Null,
                _ => self.absent(column, &row.values),
            };
            row.values.push(value);
        }
        for shorthand in &shape.shorthands {
            let ids = self.shorthand(shorthand.name);
            // Without a file of its own, the relation is a part of the record.
            let ids = ids.or_else(|| (!partial && !shorthand.has_file()).then(Vec::new));
            row.related.push(ids);
        }
        if shape.has_content && self.problems.is_empty() {
            match self.content(&mut row) {
                Ok(()) => {}
                Err(BlobError::Invalid(mismatch)) => self.problem(CONTENT_KEYS[0], mismatch),
                Err(BlobError::Failed(error)) => return ParsedLine::Failed(error),
            }
        }
        if self.problems.is_empty() {
            ParsedLine::Row(row)
        } else {
            ParsedLine::Problems(self.problems, Some(row))
        }
    }

    /// The value that the record gives for a column; null for an invalid one.
    fn column(&mut self, column: &Column) -> Option<Value> {
        if column.is_content() {
            return None;
        }
        let locales = self.context.locales;
        let (name, checked) = match self.raw(&column.name) {
            Some(raw) => {
                let mut other = |locale: &str| (self.unknown)(Unknown::Locale(locale));
                (column.name.as_str(), values::parse(column.field, raw, locales, &mut other))
            }
            None if column.field.kind == FieldType::Localised => {
                let raw = self.raw(column.field.name)?;
                let checked = if raw == "null" {
                    values::parse(column.field, raw, locales, &mut |_| {})
                } else {
                    values::localised(raw, self.context.default_locale())
                };
                (column.field.name, checked)
            }
            None => return None,
        };
        Some(match checked {
            // The name of a file is stored as an upload stores it.
            Ok(Value::Text(text)) if self.shape.has_content && name == FILE_NAME => {
                Value::Text(safe_name(&text))
            }
            Ok(Value::Text(code)) if matches!(column.absent, Absent::PlatformLocale) => {
                Value::Text(spelled(locales, &code).map_or(code.clone(), str::to_owned))
            }
            Ok(value) => value,
            Err(mismatch) => {
                self.problem(name, mismatch);
                Value::Null
            }
        })
    }

    fn is_partial(&mut self) -> bool {
        match self.raw(PARTIAL_KEY) {
            None | Some("false") => false,
            Some("true") => true,
            Some(raw) => {
                self.problem(PARTIAL_KEY, Mismatch::new("true or false", raw));
                false
            }
        }
    }

    fn absent(&mut self, column: &Column, earlier: &[Value]) -> Value {
        match &column.absent {
            Absent::Is(value) => value.clone(),
            Absent::SameAs(position) => earlier.get(*position).cloned().unwrap_or(Value::Null),
            Absent::PlatformLocale => Value::Text(self.context.default_locale().to_owned()),
            Absent::Now => Value::Integer(self.context.now),
            Absent::Required => {
                let expected = values::expected(column.field.kind);
                self.problem(&column.name, Mismatch::described(expected, "nothing"));
                Value::Null
            }
        }
    }

    fn shorthand(&mut self, name: &str) -> Option<Vec<[u8; 16]>> {
        let raw = self.raw(name)?;
        let ids = values::uuids(raw);
        if ids.is_none() {
            self.problem(name, Mismatch::new("a list of UUIDs", raw));
        }
        ids
    }

    fn content(&mut self, row: &mut StagedRow) -> Result<(), BlobError> {
        let given = |key: &str| self.raw(key).filter(|raw| *raw != "null");
        let source = match (given(CONTENT_KEYS[0]), given(CONTENT_KEYS[1])) {
            (Some(raw), None) => BlobSource::Base64(raw),
            (None, Some(raw)) => BlobSource::Path(raw),
            (None, None) => return Ok(()),
            (Some(_), Some(_)) => {
                return Err(BlobError::Invalid(Mismatch::described("content or path", "both")));
            }
        };
        let Some(id) = self.raw("id").and_then(values::uuid) else { return Ok(()) };
        let name = self.raw(FILE_NAME).and_then(string).unwrap_or_default();
        let stored = source.copy(Uuid::from_bytes(id), &name, self.context.input, self.context.blobs)?;
        for (position, column) in self.shape.columns.iter().enumerate() {
            if let Source::Content(content) = column.field.source {
                row.given_columns |= 1 << position;
                row.retained_columns &= !(1 << position);
                row.values[position] = content_value(&stored, content);
            }
        }
        Ok(())
    }

    fn raw(&self, key: &str) -> Option<&'a str> {
        self.shape.key(key).and_then(|position| self.values[position]).map(RawValue::get)
    }

    fn problem(&mut self, field: &str, mismatch: Mismatch) {
        self.problems.push(Problem { line: self.number, field: field.to_owned(), mismatch });
    }
}

fn content_value(stored: &StoredBlob, content: Content) -> Value {
    match content {
        Content::Size => Value::Integer(stored.size),
        Content::MimeType => Value::Text(stored.mime_type.clone()),
    }
}

/// Sorts an object's members by the positions of their keys.
struct Slots<'s, 'u> {
    shape: &'s Shape,
    unknown: &'u mut dyn FnMut(Unknown<'_>),
}

impl<'de> DeserializeSeed<'de> for Slots<'_, '_> {
    type Value = Vec<Option<&'de RawValue>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Slots<'_, '_> {
    type Value = Vec<Option<&'de RawValue>>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
        let mut values = vec![None; self.shape.key_count()];
        while let Some(Key(key)) = map.next_key()? {
            if let Some(position) = self.shape.key(&key) {
                values[position] = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
                if !self.shape.is_ignored(&key) {
                    (self.unknown)(Unknown::Field(&key));
                }
            }
        }
        Ok(values)
    }
}
