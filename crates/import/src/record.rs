//! From a line to a row: which fields it gives, and whether each is what it should be.

use std::borrow::Cow;
use std::fmt;

use folkmoot_model::resource::{Content, Kind, Source};
use folkmoot_store::value::Value;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use uuid::Uuid;

use super::content::{ContentError, Contents, Given, Stored};
use super::input::Input;
use super::json::{Key, string};
use super::report::Problem;
use super::shape::{Absent, CONTENT, Column, PARTIAL, Shape};
use super::values::{self, Wrong};

/// A record as its line gives it; null stands for what is wrong.
#[derive(Debug)]
pub struct Row {
    /// The bits of the columns that the record gives.
    pub given: i64,
    /// The bits of the columns whose stored value stays, where the record is stored; with [`IS_PARTIAL`] where the line
    /// says that it is not the complete record.
    pub kept: i64,
    /// The value of each column.
    pub values: Vec<Value>,
    /// What each shorthand lists, where it is given.
    pub related: Vec<Option<Vec<[u8; 16]>>>,
}

/// The bit of `kept` that marks a line with `"_partial": true`.
pub const IS_PARTIAL: i64 = 1 << 62;

/// What the rows of a file depend on.
pub struct Context<'a> {
    /// Where the bytes of files are.
    pub input: &'a dyn Input,
    /// Where they go.
    pub contents: &'a dyn Contents,
    /// The platform's default locale.
    pub locale: &'a str,
    /// The moment of the import, in milliseconds since 1970.
    pub now: i64,
}

/// What came of a line.
#[derive(Debug)]
pub enum Outcome {
    /// A row.
    Row(Row),
    /// Problems, and the rest of the record where there is one.
    Problems(Vec<Problem>, Option<Row>),
    /// Bytes could not be put anywhere.
    Failed(std::io::Error),
}

/// Reads a line; hands each key that nobody knows to `unknown`.
pub fn read(
    shape: &Shape,
    context: &Context<'_>,
    number: i64,
    line: &str,
    unknown: &mut dyn FnMut(&str),
) -> Outcome {
    let slots = Slots { shape, unknown };
    let mut deserializer = serde_json::Deserializer::from_str(line);
    let values = slots.deserialize(&mut deserializer).and_then(|values| deserializer.end().map(|()| values));
    let values = match values {
        Ok(values) => values,
        Err(error) => {
            let wrong = Wrong { expected: Cow::Borrowed("a JSON object"), found: told(&error, line) };
            return Outcome::Problems(vec![Problem { line: number, field: String::new(), wrong }], None);
        }
    };
    Reading { shape, context, number, values, problems: Vec::new() }.row()
}

/// What serde says, with the place in the line alone.
fn told(error: &serde_json::Error, line: &str) -> String {
    if error.is_data() {
        return values::shortened(line.trim());
    }
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    format!("{text} at character {}", error.column())
}

struct Reading<'a> {
    shape: &'a Shape,
    context: &'a Context<'a>,
    number: i64,
    values: Vec<Option<&'a RawValue>>,
    problems: Vec<Problem>,
}

impl<'a> Reading<'a> {
    fn row(mut self) -> Outcome {
        let shape = self.shape;
        let partial = self.is_partial();
        let mut row = Row {
            given: 0,
            kept: if partial { IS_PARTIAL } else { 0 },
            values: Vec::with_capacity(shape.columns.len()),
            related: Vec::new(),
        };
        for (place, column) in shape.columns.iter().enumerate() {
            if let Some(value) = self.column(column) {
                row.given |= 1 << place;
                row.values.push(value);
                continue;
            }
            let kept = column.is_kept() || partial && !shape.identifies(column);
            row.kept |= i64::from(kept) << place;
            let value = match column.absent {
                // It is an error only where no such record is stored.
                Absent::Wrong if kept => Value::Null,
                _ => self.absent(column, &row.values),
            };
            row.values.push(value);
        }
        for shorthand in &shape.shorthands {
            let ids = self.shorthand(shorthand.name);
            row.related.push(ids);
        }
        if shape.has_content && self.problems.is_empty() {
            match self.content(&mut row) {
                Ok(()) => {}
                Err(ContentError::Wrong(wrong)) => self.problem(CONTENT[0], wrong),
                Err(ContentError::Failed(error)) => return Outcome::Failed(error),
            }
        }
        if self.problems.is_empty() { Outcome::Row(row) } else { Outcome::Problems(self.problems, Some(row)) }
    }

    /// The value that the record gives for a column; a wrong one counts as given.
    fn column(&mut self, column: &Column) -> Option<Value> {
        if matches!(column.field.source, Source::Content(_)) {
            return None;
        }
        let (name, checked) = match self.raw(&column.name) {
            Some(raw) => (column.name.as_str(), values::check(column.field, raw)),
            None if column.field.kind == Kind::Localised => {
                let raw = self.raw(column.field.name)?;
                let checked = if raw == "null" {
                    values::check(column.field, raw)
                } else {
                    values::localised(raw, self.context.locale)
                };
                (column.field.name, checked)
            }
            None => return None,
        };
        Some(checked.unwrap_or_else(|wrong| {
            self.problem(name, wrong);
            Value::Null
        }))
    }

    fn is_partial(&mut self) -> bool {
        match self.raw(PARTIAL) {
            None | Some("false") => false,
            Some("true") => true,
            Some(raw) => {
                self.problem(PARTIAL, Wrong::new("true or false", raw));
                false
            }
        }
    }

    fn absent(&mut self, column: &Column, before: &[Value]) -> Value {
        match &column.absent {
            Absent::Is(value) => value.clone(),
            Absent::SameAs(place) => before.get(*place).cloned().unwrap_or(Value::Null),
            Absent::PlatformLocale => Value::Text(self.context.locale.to_owned()),
            Absent::Now => Value::Integer(self.context.now),
            Absent::Wrong => {
                let expected = values::expected(column.field.kind);
                self.problem(&column.name, Wrong { expected, found: "nothing".to_owned() });
                Value::Null
            }
        }
    }

    fn shorthand(&mut self, name: &str) -> Option<Vec<[u8; 16]>> {
        let raw = self.raw(name)?;
        let ids = values::uuids(raw);
        if ids.is_none() {
            self.problem(name, Wrong::new("a list of UUIDs", raw));
        }
        ids
    }

    fn content(&mut self, row: &mut Row) -> Result<(), ContentError> {
        let given = |key: &str| self.raw(key).filter(|raw| *raw != "null");
        let given = match (given(CONTENT[0]), given(CONTENT[1])) {
            (Some(raw), None) => Given::Base64(raw),
            (None, Some(raw)) => Given::Path(raw),
            (None, None) => return Ok(()),
            (Some(_), Some(_)) => {
                return Err(ContentError::Wrong(Wrong::new("content or path", "both")));
            }
        };
        let Some(id) = self.raw("id").and_then(values::uuid) else { return Ok(()) };
        let name = self.raw("name").and_then(string).unwrap_or_default();
        let stored = given.stage(Uuid::from_bytes(id), &name, self.context.input, self.context.contents)?;
        for (place, column) in self.shape.columns.iter().enumerate() {
            if let Source::Content(content) = column.field.source {
                row.given |= 1 << place;
                row.kept &= !(1 << place);
                row.values[place] = told_by(&stored, content);
            }
        }
        Ok(())
    }

    fn raw(&self, key: &str) -> Option<&'a str> {
        self.shape.key(key).and_then(|place| self.values[place]).map(RawValue::get)
    }

    fn problem(&mut self, field: &str, wrong: Wrong) {
        self.problems.push(Problem { line: self.number, field: field.to_owned(), wrong });
    }
}

fn told_by(stored: &Stored, content: Content) -> Value {
    match content {
        Content::Size => Value::Integer(stored.size),
        Content::MimeType => Value::Text(stored.mime_type.clone()),
    }
}

/// Sorts an object's members into the places of their keys.
struct Slots<'s, 'u> {
    shape: &'s Shape,
    unknown: &'u mut dyn FnMut(&str),
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
            if let Some(place) = self.shape.key(&key) {
                values[place] = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
                if !self.shape.is_ignored(&key) {
                    (self.unknown)(&key);
                }
            }
        }
        Ok(values)
    }
}
