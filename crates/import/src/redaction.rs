//! Errors without the values of people, which are stored and shown to administrators.

use folkmoot_model::resource::{Field, Resource};
use folkmoot_model::resources::all_resources;
use folkmoot_store::imports::FileError;
use uuid::Uuid;

use crate::input::PLATFORM;
use crate::report::{Problem, ReportedProblem};
use crate::values::Mismatch;

/// The resource with the records of people.
const PEOPLE: &str = "users";
/// Replaces the id of a person.
const HIDDEN_ID: &str = "an id";
/// The length of a UUID.
const ID_CHARACTERS: usize = 36;

/// The error as it is stored: text of a file is replaced by its kind and length, and ids of people are left out.
pub fn without_values(reported: &ReportedProblem) -> FileError {
    let ReportedProblem { file, problem: Problem { line, field, mismatch } } = reported;
    let Mismatch { expected, found, is_quoted } = mismatch;
    let found = if *is_quoted {
        kind_of(found)
    } else if concerns_people(file, field) {
        without_ids(found)
    } else {
        found.clone()
    };
    FileError {
        file: file.clone(),
        line: (*line != 0).then_some(*line),
        field: (!field.is_empty()).then(|| field.clone()),
        expected: expected.to_string(),
        found,
    }
}

/// The kind of a JSON text that may be cut, and the length of a text.
fn kind_of(json: &str) -> String {
    let characters = json.chars().count();
    match json.chars().next() {
        _ if matches!(json, "null" | "true" | "false") => json.to_owned(),
        Some('{') => "an object".to_owned(),
        Some('[') => "a list".to_owned(),
        Some('-' | '0'..='9') if json.parse::<f64>().is_ok() => "a number".to_owned(),
        Some('"') if json.ends_with('"') => format!("text of {} characters", characters.saturating_sub(2)),
        _ if json.ends_with('…') => format!("text of {characters} characters or more"),
        _ => format!("text of {characters} characters"),
    }
}

/// Whether an error of these fields may name a person by an id. Unknown fields may.
fn concerns_people(file: &str, fields: &str) -> bool {
    if file == PLATFORM {
        return false;
    }
    let stem = file.split('.').next().unwrap_or_default();
    let resource = all_resources().find(|resource| resource.names.plural == stem);
    resource.is_none_or(|resource| fields.split(", ").any(|field| may_be_person(resource, field)))
}

fn may_be_person(resource: &Resource, field: &str) -> bool {
    resource.names.plural == PEOPLE || resource.field(field).is_none_or(Field::is_personal)
}

/// The text with every UUID replaced.
fn without_ids(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let id = rest.get(..ID_CHARACTERS).filter(|id| Uuid::try_parse(id).is_ok());
        let (shown, length) = match id {
            Some(_) => (HIDDEN_ID, ID_CHARACTERS),
            None => (&rest[..character.len_utf8()], character.len_utf8()),
        };
        out.push_str(shown);
        rest = &rest[length..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(file: &str, field: &str, mismatch: Mismatch) -> String {
        let problem = Problem { line: 3, field: field.to_owned(), mismatch };
        without_values(&ReportedProblem { file: file.to_owned(), problem }).found
    }

    #[test]
    fn values_of_files_are_replaced_by_their_kind() {
        for (raw, expected) in [
            (r#""ann@example.org""#, "text of 15 characters"),
            ("32475551234", "a number"),
            (r#"{"name": "Ann"}"#, "an object"),
            (r#"["Ann"]"#, "a list"),
            ("null", "null"),
            ("Ann", "text of 3 characters"),
        ] {
            assert_eq!(stored("users.ndjson", "email", Mismatch::new("text", raw)), expected);
        }
        let long = format!("\"{}\"", "x".repeat(200));
        let found = stored("ideas.ndjson", "slug", Mismatch::new("text", &long));
        assert_eq!(found, "text of 61 characters or more");
    }

    #[test]
    fn only_ids_of_records_without_a_person_are_shown() {
        let id = Uuid::from_u128(7).to_string();
        let missing = || Mismatch::described("the id of one of them", format!("{id}, which line 4 deletes"));
        assert_eq!(stored("ideas.ndjson.gz", "project_id", missing()), format!("{id}, which line 4 deletes"));
        for (file, field) in
            [("ideas.ndjson", "author_id"), ("users.ndjson", "id"), ("other.ndjson", "project_id")]
        {
            assert_eq!(stored(file, field, missing()), "an id, which line 4 deletes");
        }
    }
}
