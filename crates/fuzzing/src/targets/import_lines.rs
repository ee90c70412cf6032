//! Lines of import files: a row that is read is written as a line again, and read as the same row.
//!
//! An input is a line with the plural of a resource, and a line of its file.

use std::io::{self, BufRead, Read};
use std::sync::LazyLock;

use folkmoot_database::value::Value;
use folkmoot_import::Input;
use folkmoot_import::blob_sink::MeasuringSink;
use folkmoot_import::lines::{Line, Lines};
use folkmoot_import::record::{ParsedLine, RecordContext, StagedRow, parse};
use folkmoot_import::shape::Shape;
use folkmoot_model::resource::FieldType;
use folkmoot_model::resources::all_resources;
use folkmoot_model::timestamp::timestamp;
use serde_json::json;
use serde_json::value::RawValue;
use uuid::Uuid;

use super::Target;
use crate::input::first_line;

pub const TARGET: Target = Target {
    name: "import_lines",
    run,
    dictionary: &[
        "ideas\n",
        "users\n",
        "files\n",
        "phases\n",
        "comments\n",
        "projects\n",
        "deleted_items\n",
        "\"id\":",
        "\"_partial\":true",
        "\"content\":\"data:;base64,\"",
        "\"path\":\"a\"",
        "\"created_at\":\"2025-03-18T08:15:30Z\"",
        "\"00000000-0000-0000-0000-000000000001\"",
        "null",
        "\"title_multiloc\":{\"en\":\"a\"}",
        "\"title\":\"a\"",
        "\\u0000",
        "\\ud800",
        "[",
        "]",
        "{",
        "}",
        ":",
        ",",
        "1e400",
        "-0",
    ],
    max_bytes: 4_000,
};

/// The maximum length of a line in this target.
const MAX_LINE_BYTES: usize = 300;

struct NoFiles;

impl Input for NoFiles {
    fn has(&self, _: &str) -> bool {
        false
    }

    fn name(&self, plural: &str) -> String {
        plural.to_owned()
    }

    fn open(&self, _: &str) -> io::Result<Box<dyn BufRead + Send + '_>> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn platform(&self) -> io::Result<Option<String>> {
        Ok(None)
    }

    fn open_bytes(&self, _: &str) -> io::Result<Box<dyn Read + '_>> {
        Err(io::ErrorKind::NotFound.into())
    }
}

static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| all_resources().map(Shape::new).collect());

fn run(input: &[u8]) {
    check_lines(input);
    let (name, line) = first_line(input);
    let shape = SHAPES.iter().find(|shape| shape.resource.names.plural.as_bytes() == name);
    let (Some(shape), Ok(line)) = (shape, std::str::from_utf8(line)) else { return };
    let context = RecordContext {
        input: &NoFiles,
        blobs: &MeasuringSink,
        locales: &["en".to_owned()],
        now: 1_790_000_000_000,
        leaves_out: false,
    };
    let read = |line: &str| parse(shape, &context, 1, line, &mut |_| {});
    match read(line) {
        ParsedLine::Row(row) => {
            let written = write(shape, &row);
            let ParsedLine::Row(again) = read(&written) else { panic!("refused its own line {written}") };
            // What is computed from bytes is not written.
            let is_given = |row: &StagedRow, position: usize| row.given_columns >> position & 1 == 1;
            for (position, column) in
                shape.columns.iter().enumerate().filter(|(_, column)| !column.is_content())
            {
                assert_eq!(again.values[position], row.values[position], "{} in {written}", column.name);
                assert_eq!(
                    is_given(&again, position),
                    is_given(&row, position),
                    "{} in {written}",
                    column.name
                );
            }
            assert_eq!(again.related, row.related);
        }
        ParsedLine::Problems(problems, row) => {
            assert!(!problems.is_empty());
            assert!(row.is_none() || line.trim_start().starts_with('{'));
        }
        ParsedLine::Failed(error) => panic!("{error}"),
    }
}

/// The line of a row.
fn write(shape: &Shape, row: &StagedRow) -> String {
    let mut members: Vec<(String, Box<RawValue>)> = Vec::new();
    let raw = |json: String| RawValue::from_string(json).expect("valid JSON");
    for (position, column) in shape.columns.iter().enumerate() {
        if row.given_columns >> position & 1 == 0 || column.is_content() {
            continue;
        }
        let json = match (&row.values[position], column.field.kind) {
            (Value::Null, _) => "null".to_owned(),
            (Value::Integer(number), FieldType::Boolean) => (*number != 0).to_string(),
            (Value::Integer(number), FieldType::Timestamp) => json!(timestamp(*number)).to_string(),
            (Value::Integer(number), FieldType::Integer(minimum)) => {
                assert!(*number >= minimum, "{}", column.name);
                number.to_string()
            }
            (Value::Uuid(id), _) => json!(Uuid::from_bytes(*id)).to_string(),
            (
                Value::Text(text),
                FieldType::GeoPoint
                | FieldType::Object
                | FieldType::Objects
                | FieldType::Localised
                | FieldType::Multiloc(_),
            ) => text.clone(),
            (Value::Text(text), _) => {
                assert!(!text.contains('\0'), "{}", column.name);
                json!(text).to_string()
            }
            (value, kind) => panic!("{} of type {kind:?} has the value {value:?}", column.name),
        };
        members.push((column.name.clone(), raw(json)));
    }
    for (shorthand, ids) in shape.shorthands.iter().zip(&row.related) {
        if let Some(ids) = ids {
            let ids: Vec<Uuid> = ids.iter().map(|id| Uuid::from_bytes(*id)).collect();
            members.push((shorthand.name.to_owned(), raw(json!(ids).to_string())));
        }
    }
    if row.retained_columns & folkmoot_import::shape::PARTIAL_BIT != 0 {
        members.push(("_partial".to_owned(), raw("true".to_owned())));
    }
    let members: Vec<String> =
        members.iter().map(|(name, value)| format!("{}:{}", json!(name), value.get())).collect();
    format!("{{{}}}", members.join(","))
}

/// Compares the lines of a file with those that a naive reader finds.
fn check_lines(file: &[u8]) {
    let mut expected = Vec::new();
    let body = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
    let mark = file.len() - body.len();
    for (number, line) in body.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let length = line.len() + if number == 0 { mark } else { 0 };
        let line_break = usize::from(line.ends_with(b"\n"));
        let text = match std::str::from_utf8(line) {
            _ if length - line_break > MAX_LINE_BYTES => "too long".to_owned(),
            _ if line.iter().all(u8::is_ascii_whitespace) => continue,
            Ok(text) => format!("text {text}"),
            Err(_) => "not text".to_owned(),
        };
        expected.push((number + 1, text));
    }
    let mut lines = Lines::new(file, MAX_LINE_BYTES);
    let mut found = Vec::new();
    while let Some((number, line)) = lines.next_line().unwrap() {
        let text = match line {
            Line::Text(text) => format!("text {text}"),
            Line::NotText => "not text".to_owned(),
            Line::TooLong(_) => "too long".to_owned(),
        };
        found.push((usize::try_from(number).unwrap(), text));
    }
    assert_eq!(found, expected);
}
