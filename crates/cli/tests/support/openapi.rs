//! Holds answers against the `OpenAPI` document.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use folkmoot_server::plan::ResourcePlans;
use folkmoot_server::problem_table::{INVALID_PARAMETER_VALUE_ENUM, PAGE, PROBLEMS};
use folkmoot_server::{BASE_PATH, openapi};
use jsonschema::Validator;
use serde_json::{Value, json};

use super::answer::Answer;

/// Where the document is answered, which does not describe itself.
const DESCRIPTION: &str = "/api/v2/openapi.json";

/// The document, closed: fields that it does not know are errors, unless it allows them in so many words.
static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    let mut document = openapi::document(&ResourcePlans::build().unwrap());
    close(&mut document["components"]["schemas"]);
    document
});

/// The compiled schemas, by their place in the document.
static VALIDATORS: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);

/// What is wrong with an answer to `method` at `path`, which is a path of the document or a real one; nothing where
/// it is as documented. An answer without a body is held to have none.
pub fn faults(method: &str, path: &str, status: u16, body: Option<&Value>) -> Vec<String> {
    match response(method, path, status) {
        Ok(response) => faults_of_body(&response, status, body),
        Err(fault) => vec![fault],
    }
}

/// Fails unless the answer is as documented.
#[track_caller]
pub fn assert_documented(method: &str, path: &str, status: u16, body: Option<&Value>) {
    let faults = faults(method, path, status, body);
    assert!(faults.is_empty(), "{method} {path} {status}: {}\n{body:?}", faults.join("\n"));
}

/// Fails unless the answer to `method` at the real path `path` is as documented: its status, body, type and headers.
/// Of what stands outside the document, only problems have a form.
#[track_caller]
pub fn assert_answer_documented(method: &str, path: &str, answer: &Answer) {
    let path = path.split('?').next().unwrap_or_default();
    let problem = answer.header("content-type").starts_with("application/problem+json");
    let body = (!answer.text.is_empty()).then(|| answer.text.parse::<Value>());
    let faults = if path != DESCRIPTION && path.starts_with(BASE_PATH) {
        match response(method, path, answer.status) {
            Err(fault) => vec![fault],
            Ok(place) => {
                // A HEAD is documented by its GET, whose body it leaves out.
                let body = body.map(|body| body.unwrap_or_else(|_| Value::from(answer.text.as_str())));
                let mut faults = match (method, &body) {
                    ("HEAD", None) => Vec::new(),
                    (_, body) => faults_of_body(&place, answer.status, body.as_ref()),
                };
                faults.extend(faults_of_headers(&place, answer));
                faults
            }
        }
    } else if problem && method != "HEAD" {
        let body = answer.json();
        let mut faults = violations("/components/schemas/Problem", &body);
        faults.extend(faults_of_problem(answer.status, &body));
        faults
    } else {
        Vec::new()
    };
    let Answer { status, text, .. } = answer;
    assert!(faults.is_empty(), "{method} {path} {status}: {}\n{text}", faults.join("\n"));
}

fn faults_of_headers(response: &str, answer: &Answer) -> Vec<String> {
    let members = |key: &str| DOCUMENT.pointer(&format!("{response}/{key}")).and_then(Value::as_object);
    let missing = members("headers").into_iter().flat_map(|headers| headers.keys());
    let missing = missing.filter(|name| answer.header(name).is_empty());
    let mut faults: Vec<String> = missing.map(|name| format!("the header {name} is missing")).collect();
    let media_type = members("content").and_then(|contents| contents.keys().next());
    let given = answer.header("content-type").split(';').next().unwrap_or_default();
    if media_type.map_or("", String::as_str) != given {
        faults.push(format!("the body's type is {given:?}"));
    }
    faults
}

/// The place in the document of the answer.
fn response(method: &str, path: &str, status: u16) -> Result<String, String> {
    let template = template(path);
    let method = if method.eq_ignore_ascii_case("HEAD") { "get".to_owned() } else { method.to_lowercase() };
    let operation = template.filter(|template| DOCUMENT["paths"][template].get(&method).is_some());
    let place = match (operation, status) {
        (Some(template), _) => {
            format!("/paths/{}/{method}/responses/{status}", template.replace('~', "~0").replace('/', "~1"))
        }
        (None, 404) => "/components/responses/RouteNotFound".to_owned(),
        (None, 405) => "/components/responses/MethodNotAllowed".to_owned(),
        (None, 401) => "/components/responses/Unauthorized".to_owned(),
        (None, 403) => "/components/responses/PublicApiDisabled".to_owned(),
        (None, _) => return Err("the call is not documented".to_owned()),
    };
    match DOCUMENT.pointer(&place) {
        Some(_) => Ok(target(&place)),
        None => Err(format!("the status {status} is not documented")),
    }
}

/// Where the value at a place stands, if that is a reference to another place.
fn target(place: &str) -> String {
    let referred = DOCUMENT.pointer(place).and_then(|value| value["$ref"].as_str());
    referred.unwrap_or(place).trim_start_matches('#').to_owned()
}

/// The path of the document that a real one follows; those without parameters first.
fn template(path: &str) -> Option<&'static str> {
    let wanted: Vec<_> = path.strip_suffix('/').unwrap_or(path).split('/').collect();
    let fits = |template: &str| {
        let parts: Vec<_> = template.split('/').collect();
        parts.len() == wanted.len()
            && parts.iter().zip(&wanted).all(|(part, given)| part == given || part.starts_with('{'))
    };
    let templates = DOCUMENT["paths"].as_object()?.keys().map(String::as_str);
    templates.filter(|template| fits(template)).min_by_key(|template| template.matches('{').count())
}

fn faults_of_body(response: &str, status: u16, body: Option<&Value>) -> Vec<String> {
    let contents = DOCUMENT.pointer(&format!("{response}/content")).and_then(Value::as_object);
    let media_type = contents.and_then(|contents| contents.keys().next());
    let (media_type, body) = match (media_type, body) {
        (Some(media_type), Some(body)) => (media_type, body),
        (None, None) => return Vec::new(),
        (Some(_), None) => return vec!["the body is missing".to_owned()],
        (None, Some(_)) => return vec!["there must be no body".to_owned()],
    };
    let place = target(&format!("{response}/content/{}/schema", media_type.replace('/', "~1")));
    let mut faults = violations(&place, body);
    if media_type == "application/problem+json" {
        faults.extend(faults_of_problem(status, body));
    } else {
        let schema = DOCUMENT.pointer(&place).unwrap_or(&Value::Null);
        disorder(schema, body, "", &mut faults);
    }
    faults
}

/// What the schema at a place of the document says against the body.
fn violations(place: &str, body: &Value) -> Vec<String> {
    let mut validators = VALIDATORS.lock().unwrap();
    let validator = validators.entry(place.to_owned()).or_insert_with(|| Arc::new(compile(place))).clone();
    drop(validators);
    validator.iter_errors(body).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

fn compile(place: &str) -> Validator {
    let mut schema = json!({ "components": { "schemas": DOCUMENT["components"]["schemas"] } });
    let wanted = DOCUMENT.pointer(place).cloned().unwrap_or_default();
    schema["allOf"] = json!([wanted]);
    jsonschema::options()
        .with_draft(jsonschema::Draft::Draft202012)
        .should_validate_formats(true)
        .with_format("uuid", is_id)
        .with_format("date-time", is_moment)
        .build(&schema)
        .unwrap()
}

/// A lower-case UUID with hyphens.
fn is_id(text: &str) -> bool {
    let form = |(place, byte)| match place {
        8 | 13 | 18 | 23 => byte == b'-',
        _ => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
    };
    text.len() == 36 && text.bytes().enumerate().all(form)
}

/// A moment in UTC with exactly three fraction digits.
fn is_moment(text: &str) -> bool {
    text.len() == "2025-03-18T08:15:30.250Z".len()
        && text.ends_with('Z')
        && text.as_bytes().get(19) == Some(&b'.')
        && text.parse::<jiff::Timestamp>().is_ok()
}

/// A problem's code, title and schema go with its status.
fn faults_of_problem(status: u16, body: &Value) -> Vec<String> {
    let text = |key: &str| body[key].as_str().unwrap_or_default();
    let mut faults = Vec::new();
    if body["status"] != json!(status) {
        faults.push(format!("the problem's status is not {status}"));
    }
    let (page, code) = text("type").split_once('#').unwrap_or_default();
    if !page.ends_with(PAGE) {
        faults.push(format!("type does not lead to {PAGE}"));
    }
    let Some(kind) = PROBLEMS.iter().find(|kind| kind.code == code && kind.status == status) else {
        faults.push(format!("{code:?} is no problem of status {status}"));
        return faults;
    };
    if kind.title != text("title") {
        faults.push(format!("the title is not {:?}", kind.title));
    }
    if **kind == INVALID_PARAMETER_VALUE_ENUM {
        faults.extend(violations("/components/schemas/EnumProblem", body));
        disorder(&DOCUMENT["components"]["schemas"]["EnumProblem"], body, "", &mut faults);
    }
    faults
}

/// Finds keys that do not stand in the order of the schema's properties.
fn disorder(schema: &Value, body: &Value, path: &str, faults: &mut Vec<String>) {
    let referred = schema["$ref"].as_str().and_then(|name| DOCUMENT.pointer(name.trim_start_matches('#')));
    let schema = referred.unwrap_or(schema);
    match body {
        Value::Object(members) => {
            let Some(properties) = schema["properties"].as_object() else { return };
            let wanted = properties.keys().filter(|key| members.contains_key(*key));
            if !wanted.eq(members.keys().filter(|key| properties.contains_key(*key))) {
                faults.push(format!("{path}: the keys are not in order"));
            }
            for (key, value) in members {
                disorder(
                    &properties.get(key).cloned().unwrap_or_default(),
                    value,
                    &format!("{path}/{key}"),
                    faults,
                );
            }
        }
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                disorder(&schema["items"], item, &format!("{path}/{place}"), faults);
            }
        }
        _ => {}
    }
}

/// Closes all schemas of objects that do not say what else they may have.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if members.contains_key("properties") && members.get("type").is_some_and(|kind| !kind.is_object())
            {
                members.entry("additionalProperties").or_insert(json!(false));
            }
            members.values_mut().for_each(close);
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}
