//! Records as JSON, written field by field from a row's columns into the answer's buffer.

use std::collections::BTreeSet;
use std::sync::Arc;

use folkmoot_model::resource::columns::ColumnKind;
use folkmoot_model::resource::{Field, Kind, Resource, Source};
use folkmoot_model::timestamp::push_timestamp;
use serde::Serializer as _;

use super::StoreError;
use super::row::Row;

/// What an answer depends on beside the record.
#[derive(Debug, Clone)]
pub struct View {
    /// The locales in the order they are tried: the chosen one, the platform's default, the others.
    pub locales: Vec<String>,
    /// The platform's address, without a slash at its end.
    pub platform_address: String,
    /// The URLs that files are downloaded from. They are issued to one client, so that a view for all clients has none.
    pub downloads: Option<Arc<dyn DownloadAddresses>>,
}

/// Tells from where a file can be downloaded without a token.
pub trait DownloadAddresses: std::fmt::Debug + Send + Sync {
    /// The address of a file's bytes, which works for a limited time.
    fn of(&self, file: uuid::Uuid) -> String;
}

/// How the records of one resource are selected and written.
#[derive(Debug)]
pub struct Encoding {
    /// The expressions to select, over the alias `this`; column 0 is the key.
    pub select: String,
    /// What joins the other tables that these are of, to stand after the alias.
    pub joins: String,
    /// How many expressions these are.
    pub columns: usize,
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
    Date,
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
        Self { columns: select.len(), select: select.join(", "), joins: joins(resource), steps }
    }

    /// Appends a row as a JSON object.
    pub fn write(&self, row: &(impl Row + ?Sized), view: &View, out: &mut Vec<u8>) -> Result<(), StoreError> {
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
            ColumnKind::Text => Write::Text,
            ColumnKind::Date => Write::Date,
            ColumnKind::Integer => Write::Integer,
            ColumnKind::Boolean => Write::Boolean,
            ColumnKind::Timestamp => Write::Timestamp,
            ColumnKind::Json => Write::Json,
        },
    }
}

impl Step {
    /// Appends the value; false, and nothing appended, where it is null.
    fn write_value(
        &self,
        row: &(impl Row + ?Sized),
        view: &View,
        out: &mut Vec<u8>,
    ) -> Result<bool, StoreError> {
        let column = self.column;
        match self.write {
            Write::Uuid => Ok(row.uuid(column)?.map(|id| push_uuid(out, id)).is_some()),
            Write::Text => row.text(column)?.map_or(Ok(false), |text| push_text(out, text)),
            Write::Date => row.date(column)?.map_or(Ok(false), |day| push_text(out, &day)),
            Write::Integer => row.integer(column)?.map_or(Ok(false), |number| push_json(out, &number)),
            Write::Boolean => row.boolean(column)?.map_or(Ok(false), |value| push_json(out, &value)),
            Write::Timestamp => {
                Ok(row.integer(column)?.map(|moment| push_quoted_timestamp(out, moment)).is_some())
            }
            Write::Json => Ok(row.json(column)?.map(|json| out.extend_from_slice(json)).is_some()),
            Write::Localised => match row.json(column)? {
                Some(map) => push_localised(out, map, &view.locales),
                None => Ok(false),
            },
            Write::PlatformAddress(path) => match row.text(column)? {
                Some(slug) => push_address(out, &view.platform_address, path, slug),
                None => Ok(false),
            },
            Write::DownloadAddress => match row.uuid(column)? {
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

fn push_quoted_timestamp(out: &mut Vec<u8>, moment: i64) {
    out.push(b'"');
    push_timestamp(out, moment);
    out.push(b'"');
}

fn push_json(out: &mut Vec<u8>, value: &impl serde::Serialize) -> Result<bool, StoreError> {
    serde_json::to_writer(out, value).map_err(|error| StoreError::Value(error.to_string()))?;
    Ok(true)
}

fn push_address(out: &mut Vec<u8>, platform: &str, path: &str, slug: &str) -> Result<bool, StoreError> {
    let mut serializer = serde_json::Serializer::new(out);
    let pushed = serializer.collect_str(&format_args!("{platform}{path}{slug}"));
    pushed.map(|()| true).map_err(|error| StoreError::Value(error.to_string()))
}

fn push_text(out: &mut Vec<u8>, text: &str) -> Result<bool, StoreError> {
    push_json(out, &text)
}

/// Appends the text of the first locale that has one, else any, else `""`.
///
/// The map's values are JSON strings already, so the chosen one is copied as it stands.
pub fn push_localised(out: &mut Vec<u8>, map: &[u8], locales: &[String]) -> Result<bool, StoreError> {
    let mut chosen = b"\"\"".as_slice();
    let mut rank = usize::MAX;
    let rest = map.strip_prefix(b"{").ok_or_else(|| not_a_map(map))?;
    for entry in (Texts { rest }) {
        let (locale, text) = entry.ok_or_else(|| not_a_map(map))?;
        let here = locales.iter().position(|known| known.as_bytes() == locale).unwrap_or(locales.len());
        if text != b"\"\"" && here < rank {
            (chosen, rank) = (text, here);
        }
        // No other text goes before that of the first locale, so that the others need not be looked at.
        if rank == 0 {
            break;
        }
    }
    out.extend_from_slice(chosen);
    Ok(true)
}

/// The locales of a stored map with their texts, which keep their quotation marks. Maps are stored without white
/// space and locales without escapes, so that a text ends at the first quotation mark that is not escaped.
struct Texts<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Texts<'a> {
    /// None inside where the map is not as it was stored.
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

/// Where the JSON string at the beginning ends.
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
    fn a_text_is_taken_from_the_first_locale_that_has_one() {
        let map = r#"{"en":"","nl-BE":"Tuin","fr-BE":"Jardin \"à\" côté","de":"Garten"}"#;
        assert_eq!(chosen(map, &["nl-BE", "en", "fr-BE"]), "Tuin");
        assert_eq!(chosen(map, &["en", "fr-BE", "nl-BE"]), "Jardin \"à\" côté");
        assert_eq!(chosen(map, &["en", "es"]), "Tuin");
        assert_eq!(chosen("{}", &["en"]), "");
        assert_eq!(chosen(r#"{"en":""}"#, &["en"]), "");
    }

    #[test]
    fn what_is_no_map_of_texts_is_an_error() {
        for broken in ["", "[]", "null", "{", r#"{"en"}"#, r#"{"en":5}"#, r#"{"en":"x}"#, r#"{"en":"x\"#] {
            assert!(
                push_localised(&mut Vec::new(), broken.as_bytes(), &[]).is_err() || broken == "{",
                "{broken}"
            );
        }
    }

    proptest! {
        #[test]
        fn any_text_comes_out_as_it_went_in(
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
