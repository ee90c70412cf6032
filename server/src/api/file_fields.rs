//! What callers tell of a file: read from the body field by field, with what is wrong with each.

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::file_errors::{BLANK, EXTENSION_NOT_ALLOWED, FileError, INCLUSION, INVALID, LOCALE_NOT_SUPPORTED};
use super::parameters;
use super::records::JSON;
use crate::files::types;
use crate::resource::Kind;
use crate::resources::FILES;
use crate::store::files::Description;

/// How many characters a name may have.
const LONGEST_NAME: usize = 255;
/// Under what an error of the project stands.
pub const PROJECT: &str = "files_projects";
/// The fields in the order in which errors are told.
const ORDER: &[&str] =
    &["name", "category", "description_multiloc", "ai_processing_allowed", PROJECT, CONTENT];
/// The field of the bytes.
pub const CONTENT: &str = "content";

/// What is wrong with a file, at most one error a field.
#[derive(Debug, Default)]
pub struct FieldErrors(Vec<(&'static str, &'static FileError)>);

impl FieldErrors {
    /// Adds the error of a field.
    pub fn add(&mut self, field: &'static str, error: &'static FileError) {
        if self.0.iter().all(|(known, _)| *known != field) {
            self.0.push((field, error));
        }
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The answer; `always` names a field that is in it even where nothing is wrong with it.
    pub fn answer(&self, always: Option<&str>) -> Response {
        let mut errors = Map::new();
        for field in ORDER {
            match self.0.iter().find(|(known, _)| known == field) {
                Some((_, error)) => {
                    errors.insert((*field).to_owned(), json!([{ "error": error.code }]));
                }
                None if always == Some(*field) => {
                    errors.insert((*field).to_owned(), Value::Null);
                }
                None => {}
            }
        }
        let type_header: (_, HeaderValue) = (header::CONTENT_TYPE, JSON);
        let body = json!({ "errors": errors }).to_string();
        (StatusCode::UNPROCESSABLE_ENTITY, [type_header], body).into_response()
    }
}

/// What a body tells of a file; none where it tells nothing, or nothing good.
#[derive(Debug, Default)]
pub struct Told {
    name: Option<String>,
    category: Option<String>,
    ai_processing_allowed: Option<bool>,
    description_multiloc: Option<String>,
}

impl Told {
    /// Reads the fields; `uploading` a file takes null for a field that is left out, and asks for a name.
    pub fn read(file: &Value, locales: &[String], uploading: bool, errors: &mut FieldErrors) -> Self {
        let given = |name: &str| file.get(name).filter(|value| !(uploading && value.is_null()));
        Self {
            name: given("name").or(uploading.then_some(&Value::Null)).and_then(|value| name(value, errors)),
            category: given("category").and_then(|value| category(value, errors)),
            ai_processing_allowed: given("ai_processing_allowed").and_then(|value| {
                if !value.is_boolean() {
                    errors.add("ai_processing_allowed", &INVALID);
                }
                value.as_bool()
            }),
            description_multiloc: given("description_multiloc")
                .and_then(|value| description(value, locales, errors)),
        }
    }

    /// The name, where a good one is told.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The description of a new file.
    pub fn for_upload(self) -> Description {
        self.over(Description {
            name: String::new(),
            category: "other".to_owned(),
            ai_processing_allowed: false,
            description_multiloc: "{}".to_owned(),
        })
    }

    /// The description of a file of which this is told anew.
    pub fn over(self, before: Description) -> Description {
        Description {
            name: self.name.unwrap_or(before.name),
            category: self.category.unwrap_or(before.category),
            ai_processing_allowed: self.ai_processing_allowed.unwrap_or(before.ai_processing_allowed),
            description_multiloc: self.description_multiloc.unwrap_or(before.description_multiloc),
        }
    }
}

/// The project that an upload names.
pub fn project(file: &Value, errors: &mut FieldErrors) -> Option<Uuid> {
    let project = file.get("project_id").and_then(Value::as_str).and_then(parameters::uuid);
    if project.is_none() {
        errors.add(PROJECT, &INVALID);
    }
    project
}

fn name(value: &Value, errors: &mut FieldErrors) -> Option<String> {
    let text = match value {
        Value::Null => "",
        Value::String(text) => text.trim(),
        _ => {
            errors.add("name", &INVALID);
            return None;
        }
    };
    let error = if text.is_empty() {
        Some(&BLANK)
    } else if text.chars().count() > LONGEST_NAME || text.contains(char::is_control) {
        Some(&INVALID)
    } else if types::of_name(text).is_none() {
        Some(&EXTENSION_NOT_ALLOWED)
    } else {
        None
    };
    match error {
        None => Some(text.to_owned()),
        Some(error) => {
            errors.add("name", error);
            None
        }
    }
}

fn category(value: &Value, errors: &mut FieldErrors) -> Option<String> {
    let word = match FILES.field("category").map(|field| field.kind) {
        Some(Kind::OneOf(values)) => value.as_str().and_then(|word| values.find(word)),
        _ => None,
    };
    if word.is_none() {
        errors.add("category", &INCLUSION);
    }
    word.map(str::to_owned)
}

/// The map as JSON text; null is an empty one.
fn description(value: &Value, locales: &[String], errors: &mut FieldErrors) -> Option<String> {
    let empty = Map::new();
    let map = match value {
        Value::Null => &empty,
        Value::Object(map) => map,
        _ => {
            errors.add("description_multiloc", &INVALID);
            return None;
        }
    };
    let is_text = |text: &Value| text.as_str().is_some_and(|text| !text.contains('\0'));
    if !map.values().all(is_text) {
        errors.add("description_multiloc", &INVALID);
        return None;
    }
    if !map.keys().all(|locale| locales.contains(locale)) {
        errors.add("description_multiloc", &LOCALE_NOT_SUPPORTED);
        return None;
    }
    Some(Value::Object(map.clone()).to_string())
}
