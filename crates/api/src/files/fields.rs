//! The fields of a request body that describe a file, with the errors of each.

use axum::response::{IntoResponse, Response};
use folkmoot_files::file_name::safe_name;
use folkmoot_files::types;
use folkmoot_model::resource::FieldType;
use folkmoot_model::resources::FILES;
use folkmoot_store::files::Description;
use folkmoot_store::platform::spelled;
use http::{HeaderValue, StatusCode, header};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::errors::{BLANK, EXTENSION_NOT_ALLOWED, FileError, INCLUSION, INVALID, LOCALE_NOT_SUPPORTED};
use crate::media_types::JSON;
use crate::parameters;

/// Maximum characters of a name.
pub const MAX_NAME_CHARACTERS: usize = 255;
/// The field that errors of the project are reported under.
pub const PROJECT: &str = "files_projects";
/// The fields in the order in which errors are reported.
const ORDER: &[&str] =
    &["name", "category", "description_multiloc", "ai_processing_allowed", PROJECT, CONTENT];
/// The field of the content.
pub const CONTENT: &str = "content";

/// The errors of a request body, at most one per field.
#[derive(Debug, Default)]
pub struct FieldErrors(Vec<(&'static str, &'static FileError)>);

impl FieldErrors {
    /// Adds the error of a field, unless the field already has one.
    pub fn add(&mut self, field: &'static str, error: &'static FileError) {
        if self.0.iter().all(|(reported, _)| *reported != field) {
            self.0.push((field, error));
        }
    }

    /// Whether there are no errors.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The response with status 422. It contains the field `always` as null if that field has no error.
    pub fn response(&self, always: Option<&str>) -> Response {
        let mut errors = Map::new();
        for field in ORDER {
            match self.0.iter().find(|(reported, _)| reported == field) {
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

/// The attributes of a file in a request body; each is `None` if the body omits it or its value is invalid.
#[derive(Debug, Default)]
pub struct FileAttributes {
    name: Option<String>,
    category: Option<String>,
    ai_processing_allowed: Option<bool>,
    description_multiloc: Option<String>,
}

impl FileAttributes {
    /// Reads the attributes. In an upload, null means that the attribute is omitted, and the name is required.
    pub fn read(file: &Value, locales: &[String], is_upload: bool, errors: &mut FieldErrors) -> Self {
        let attribute = |name: &str| file.get(name).filter(|value| !(is_upload && value.is_null()));
        Self {
            name: attribute("name")
                .or(is_upload.then_some(&Value::Null))
                .and_then(|value| name(value, errors)),
            category: attribute("category").and_then(|value| category(value, errors)),
            ai_processing_allowed: attribute("ai_processing_allowed").and_then(|value| {
                if !value.is_boolean() {
                    errors.add("ai_processing_allowed", &INVALID);
                }
                value.as_bool()
            }),
            description_multiloc: attribute("description_multiloc")
                .and_then(|value| description(value, locales, errors)),
        }
    }

    /// The name, if the body contains a valid one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The description of a new file.
    pub fn into_description(self) -> Description {
        self.applied_to(Description {
            name: String::new(),
            category: "other".to_owned(),
            ai_processing_allowed: false,
            description_multiloc: "{}".to_owned(),
        })
    }

    /// The description of an existing file after these attributes are changed.
    pub fn applied_to(self, before: Description) -> Description {
        Description {
            name: self.name.unwrap_or(before.name),
            category: self.category.unwrap_or(before.category),
            ai_processing_allowed: self.ai_processing_allowed.unwrap_or(before.ai_processing_allowed),
            description_multiloc: self.description_multiloc.unwrap_or(before.description_multiloc),
        }
    }
}

/// The id of the project of an upload. Adds an error if it is missing or malformed.
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
    let name = safe_name(text);
    let error = if text.is_empty() {
        Some(&BLANK)
    } else if text.chars().count() > MAX_NAME_CHARACTERS || text.contains(char::is_control) {
        Some(&INVALID)
    } else if types::of_name(&name).is_none() {
        Some(&EXTENSION_NOT_ALLOWED)
    } else {
        None
    };
    match error {
        None => Some(name),
        Some(error) => {
            errors.add("name", error);
            None
        }
    }
}

fn category(value: &Value, errors: &mut FieldErrors) -> Option<String> {
    let word = match FILES.field("category").map(|field| field.kind) {
        Some(FieldType::OneOf(values)) => value.as_str().and_then(|word| values.find(word)),
        _ => None,
    };
    if word.is_none() {
        errors.add("category", &INCLUSION);
    }
    word.map(str::to_owned)
}

/// The map of descriptions as JSON text. Null means an empty map.
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
    let spelled = map.iter().map(|(locale, text)| Some((spelled(locales, locale)?.to_owned(), text.clone())));
    match spelled.collect::<Option<Map<_, _>>>() {
        // Two of the locales differ only by case.
        Some(spelled) if spelled.len() < map.len() => {
            errors.add("description_multiloc", &INVALID);
            None
        }
        Some(spelled) => Some(Value::Object(spelled).to_string()),
        None => {
            errors.add("description_multiloc", &LOCALE_NOT_SUPPORTED);
            None
        }
    }
}
