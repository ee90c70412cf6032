//! Records as JSON, written field by field from a row's columns into the buffer of the response.

use std::collections::BTreeSet;
use std::sync::Arc;

use folkmoot_model::resource::columns::ColumnType;
use folkmoot_model::resource::{Field, FieldType, Resource, Source};
use folkmoot_model::timestamp::push_timestamp;
use serde::Serializer as _;

use super::StoreError;
use super::row_reader::RowReader;

/// What the JSON of a record depends on beside the record.
#[derive(Debug, Clone)]
pub struct View {
    /// The locales in order of preference: the requested one, the platform's default, the others.
    pub locales: Vec<String>,
    /// The platform's URL, without a trailing slash.
    pub platform_url: String,
    /// Issues download URLs to one client; `None` in a view for all clients.
    pub downloads: Option<Arc<dyn DownloadUrls>>,
}

/// Issues URLs from which files can be downloaded without a token.
pub trait DownloadUrls: std::fmt::Debug + Send + Sync {
    /// The URL of a file's content, which is valid for a limited time.
    fn of(&self, file: uuid::Uuid) -> String;
}

/// How the records of one resource are selected and written.
#[derive(Debug)]
pub struct Encoding {
    /// The expressions to select, over the alias `this`; column 0 is the key.
    pub select: String,
    /// The joins of other tables that the expressions use, to append after the alias.
    pub joins: String,
    /// The number of expressions.
    pub columns: usize,
    fields: Vec<FieldEncoder>,
}

#[derive(Debug)]
struct FieldEncoder {
    /// `{"id":` or `,"title":`.
    prefix: Vec<u8>,
    column: usize,
    format: ValueFormat,
}

#[derive(Debug)]
enum ValueFormat {
    Uuid,
    Text,
    Date,
    Integer,
    Boolean,
    Timestamp,
    Json,
    Localised,
    PlatformUrl(&'static str),
    DownloadUrl,
}

impl Encoding {
    /// The encoding of the fields of a resource that responses contain.
    pub fn of(resource: &Resource) -> Self {
        let mut select = vec!["this.key".to_owned()];
        let mut column = |expression: String| {
            select.iter().position(|known| *known == expression).unwrap_or_else(|| {
                select.push(expression);
                select.len() - 1
            })
        };
        let fields = resource.fields.iter().filter(|field| field.is_returned);
        let fields = fields
            .enumerate()
            .map(|(position, field)| FieldEncoder {
                prefix: prefix(position, field.name),
                column: column(expression(resource, field)),
                format: value_format(field),
            })
            .collect();
        Self { columns: select.len(), select: select.join(", "), joins: joins(resource), fields }
    }

    /// Appends a row as a JSON object.
    pub fn write(
        &self,
        row: &(impl RowReader + ?Sized),
        view: &View,
        out: &mut Vec<u8>,
    ) -> Result<(), StoreError> {
        for field in &self.fields {
            out.extend_from_slice(&field.prefix);
            if !field.write_value(row, view, out)? {
                out.extend_from_slice(b"null");
            }
        }
        out.push(b'}');
        Ok(())
    }
}

fn joins(resource: &Resource) -> String {
    let joins: BTreeSet<String> = resource
        .fields
        .iter()
        .filter_map(|field| match field.source {
            Source::Joined { table, reference, .. } => {
                Some(format!(" LEFT JOIN {table} ON {table}.id = this.{reference}"))
            }
            _ => None,
        })
        .collect();
    joins.into_iter().collect()
}

fn prefix(position: usize, name: &str) -> Vec<u8> {
    let opening = if position == 0 { '{' } else { ',' };
    format!("{opening}\"{name}\":").into_bytes()
}

fn expression(resource: &Resource, field: &Field) -> String {
    match (field.source, field.kind) {
        (Source::Joined { table, column, .. }, _) => format!("{table}.{column}"),
        (Source::PlatformAddress(_), _) => "this.slug".to_owned(),
        (Source::DownloadUrl, _) => "this.id".to_owned(),
        (_, FieldType::Multiloc(of)) => {
            let column = resource.field(of).map_or_else(|| of.to_owned(), Field::column_name);
            format!("this.{column}")
        }
        _ => format!("this.{}", field.column_name()),
    }
}

fn value_format(field: &Field) -> ValueFormat {
    match (field.source, field.kind) {
        (Source::PlatformAddress(path), _) => ValueFormat::PlatformUrl(path),
        (Source::DownloadUrl, _) => ValueFormat::DownloadUrl,
        (_, FieldType::Localised) => ValueFormat::Localised,
        _ => match field.column().kind {
            ColumnType::Uuid => ValueFormat::Uuid,
            ColumnType::Text => ValueFormat::Text,
            ColumnType::Date => ValueFormat::Date,
            ColumnType::Integer => ValueFormat::Integer,
            ColumnType::Boolean => ValueFormat::Boolean,
            ColumnType::Timestamp => ValueFormat::Timestamp,
            ColumnType::Json => ValueFormat::Json,
        },
    }
}

impl FieldEncoder {
    /// Appends the value. Returns `false` and appends nothing if it is NULL.
    fn write_value(
        &self,
        row: &(impl RowReader + ?Sized),
        view: &View,
        out: &mut Vec<u8>,
    ) -> Result<bool, StoreError> {
        let column = self.column;
        match self.format {
            ValueFormat::Uuid => Ok(row.uuid(column)?.map(|id| push_uuid(out, id)).is_some()),
            ValueFormat::Text => row.text(column)?.map_or(Ok(false), |text| push_text(out, text)),
            ValueFormat::Date => row.date(column)?.map_or(Ok(false), |date| push_text(out, &date)),
            ValueFormat::Integer => row.integer(column)?.map_or(Ok(false), |number| push_json(out, &number)),
            ValueFormat::Boolean => row.boolean(column)?.map_or(Ok(false), |value| push_json(out, &value)),
            ValueFormat::Timestamp => {
                Ok(row.integer(column)?.map(|timestamp| push_quoted_timestamp(out, timestamp)).is_some())
            }
            ValueFormat::Json => Ok(row.json(column)?.map(|json| out.extend_from_slice(json)).is_some()),
            ValueFormat::Localised => match row.json(column)? {
                Some(map) => push_localised(out, map, &view.locales),
                None => Ok(false),
            },
            ValueFormat::PlatformUrl(path) => match row.text(column)? {
                Some(slug) => push_url(out, &view.platform_url, path, slug),
                None => Ok(false),
            },
            ValueFormat::DownloadUrl => match row.uuid(column)? {
                Some(id) => match &view.downloads {
                    Some(downloads) => push_text(out, &downloads.of(uuid::Uuid::from_bytes(id))),
                    None => Err(StoreError::Value("a download URL was requested for no client".to_owned())),
                },
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

fn push_quoted_timestamp(out: &mut Vec<u8>, timestamp: i64) {
    out.push(b'"');
    push_timestamp(out, timestamp);
    out.push(b'"');
}

fn push_json(out: &mut Vec<u8>, value: &impl serde::Serialize) -> Result<bool, StoreError> {
    serde_json::to_writer(out, value).map_err(|error| StoreError::Value(error.to_string()))?;
    Ok(true)
}

fn push_url(out: &mut Vec<u8>, platform: &str, path: &str, slug: &str) -> Result<bool, StoreError> {
    let mut serializer = serde_json::Serializer::new(out);
    let pushed = serializer.collect_str(&format_args!("{platform}{path}{slug}"));
    pushed.map(|()| true).map_err(|error| StoreError::Value(error.to_string()))
}

fn push_text(out: &mut Vec<u8>, text: &str) -> Result<bool, StoreError> {
    push_json(out, &text)
}

/// Appends the text of the first locale that has one, otherwise any text, otherwise `""`.
///
/// The values of the map are JSON strings, so the chosen one is copied unchanged.
pub fn push_localised(out: &mut Vec<u8>, map: &[u8], locales: &[String]) -> Result<bool, StoreError> {
    let mut chosen = b"\"\"".as_slice();
    let mut rank = usize::MAX;
    let rest = map.strip_prefix(b"{").ok_or_else(|| not_a_map(map))?;
    for entry in (Texts { rest }) {
        let (locale, text) = entry.ok_or_else(|| not_a_map(map))?;
        let locale_rank =
            locales.iter().position(|known| known.as_bytes() == locale).unwrap_or(locales.len());
        if text != b"\"\"" && locale_rank < rank {
            (chosen, rank) = (text, locale_rank);
        }
        // No other text precedes that of the first locale.
        if rank == 0 {
            break;
        }
    }
    out.extend_from_slice(chosen);
    Ok(true)
}

/// The locales of a stored map with their texts, which include their quotation marks. Maps are stored without white
/// space and locales without escapes, so that a text ends at the first quotation mark that is not escaped.
struct Texts<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Texts<'a> {
    /// The inner value is `None` if the map is malformed.
    type Item = Option<(&'a [u8], &'a [u8])>;

    fn next(&mut self) -> Option<Self::Item> {
        if matches!(self.rest, b"}" | b"") {
            return None;
        }
        let entry = self.entry();
        if entry.is_none() {
            self.rest = b"";
        }
        Some(entry)
    }
}

impl<'a> Texts<'a> {
    fn entry(&mut self) -> Option<(&'a [u8], &'a [u8])> {
        let after_mark = self.rest.strip_prefix(b"\"")?;
        let (locale, after_locale) = after_mark.split_at(memchr::memchr(b'"', after_mark)?);
        let value = after_locale.strip_prefix(b"\":")?;
        let (text, rest) = value.split_at(string_end(value)?);
        self.rest = rest.strip_prefix(b",").unwrap_or(rest);
        Some((locale, text))
    }
}

/// The end of the JSON string at the beginning.
fn string_end(json: &[u8]) -> Option<usize> {
    let mut at = 1;
    if json.first() != Some(&b'"') {
        return None;
    }
    loop {
        at += memchr::memchr2(b'"', b'\\', json.get(at..)?)?;
        if json[at] == b'"' {
            return Some(at + 1);
        }
        at += 2;
    }
}

fn not_a_map(map: &[u8]) -> StoreError {
    let start: String = String::from_utf8_lossy(map).chars().take(60).collect();
    StoreError::Value(format!("expected a map of texts, found '{start}'"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn chosen(map: &str, locales: &[&str]) -> String {
        let locales: Vec<String> = locales.iter().map(ToString::to_string).collect();
        let mut out = Vec::new();
        assert!(push_localised(&mut out, map.as_bytes(), &locales).unwrap());
        serde_json::from_slice(&out).unwrap()
    }

    #[test]
    fn the_first_locale_that_has_a_text_is_used() {
        let map = r#"{"en":"","nl-BE":"Tuin","fr-BE":"Jardin \"à\" côté","de":"Garten"}"#;
        assert_eq!(chosen(map, &["nl-BE", "en", "fr-BE"]), "Tuin");
        assert_eq!(chosen(map, &["en", "fr-BE", "nl-BE"]), "Jardin \"à\" côté");
        assert_eq!(chosen(map, &["en", "es"]), "Tuin");
        assert_eq!(chosen("{}", &["en"]), "");
        assert_eq!(chosen(r#"{"en":""}"#, &["en"]), "");
    }

    #[test]
    fn an_invalid_map_of_texts_is_an_error() {
        for broken in ["", "[]", "null", "{", r#"{"en"}"#, r#"{"en":5}"#, r#"{"en":"x}"#, r#"{"en":"x\"#] {
            assert!(
                push_localised(&mut Vec::new(), broken.as_bytes(), &[]).is_err() || broken == "{",
                "{broken}"
            );
        }
    }

    proptest! {
        #[test]
        fn every_text_survives_a_round_trip(
            map in prop::collection::btree_map("[a-z]{2}(-[A-Z]{2})?", any::<String>(), 0..5),
            order in prop::collection::vec("[a-z]{2}(-[A-Z]{2})?", 0..4),
        ) {
            let order: Vec<&str> = order.iter().map(String::as_str).chain(map.keys().next_back().map(String::as_str)).collect();
            let expected = order.iter().filter_map(|locale| map.get(*locale)).find(|text| !text.is_empty());
            let expected = expected.or_else(|| map.values().find(|text| !text.is_empty())).cloned().unwrap_or_default();
            let json = serde_json::to_string(&map as &BTreeMap<String, String>).unwrap();
            prop_assert_eq!(chosen(&json, &order), expected);
        }
    }
}
