//! Validates responses against the `OpenAPI` document.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use folkmoot_api::BASE_PATH;
use folkmoot_api::plan::ResourcePlans;
use folkmoot_api::problem_table::{INVALID_PARAMETER_VALUE_ENUM, PAGE, PROBLEMS};
use jsonschema::Validator;
use serde_json::{Map, Value, json};

use super::response::Response;

/// The path of the document, which does not describe itself.
const DESCRIPTION: &str = "/api/v2/openapi.json";

/// The document, closed: unknown fields are errors, unless a schema allows them explicitly, and records must contain all
/// fields.
static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    let mut document = folkmoot_openapi::document(&ResourcePlans::build().unwrap());
    close(&mut document["components"]["schemas"]);
    // What URLs and methods that the document does not have return.
    for (name, headers) in
        [("RouteNotFound", &["X-Request-Id"][..]), ("MethodNotAllowed", &["X-Request-Id", "Allow"])]
    {
        let headers: Map<_, _> = headers.iter().map(|header| ((*header).to_owned(), json!({}))).collect();
        let content =
            json!({ "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } });
        document["components"]["responses"][name] = json!({ "headers": headers, "content": content });
    }
    for schema in document["components"]["schemas"].as_object_mut().unwrap().values_mut() {
        if let Some(members) = schema.get("properties").and_then(Value::as_object)
            && schema.get("examples").is_some()
            && schema.get("required").is_none()
        {
            schema["required"] = members.keys().cloned().collect();
        }
    }
    document
});

/// The compiled schemas, by their JSON pointers.
static VALIDATORS: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);

/// The differences between the document and a response to `method` at `path`, which is a template or a real path; empty if
/// the response conforms. `None` means that the response has no body.
pub fn faults(method: &str, path: &str, status: u16, body: Option<&Value>) -> Vec<String> {
    match response_pointer(method, path, status) {
        Ok(pointer) => faults_of_body(&pointer, status, body),
        Err(fault) => vec![fault],
    }
}

/// Fails unless the response conforms to the document.
#[track_caller]
pub fn assert_documented(method: &str, path: &str, status: u16, body: Option<&Value>) {
    let faults = faults(method, path, status, body);
    assert!(faults.is_empty(), "{method} {path} {status}: {}\n{body:?}", faults.join("\n"));
}

/// Fails unless the response to `method` at the real path `path` conforms to the document: status, body, media type and
/// headers. Outside the documented paths, only problems are validated.
#[track_caller]
pub fn assert_response_documented(method: &str, path: &str, response: &Response) {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let is_partial = form_urlencoded::parse(query.as_bytes())
        .any(|(name, value)| name.starts_with("fields") && !value.is_empty());
    let problem = response.header("content-type").starts_with("application/problem+json");
    let body = (!response.text.is_empty()).then(|| response.text.parse::<Value>());
    let mut faults = if path != DESCRIPTION && path.starts_with(BASE_PATH) {
        match response_pointer(method, path, response.status) {
            Err(fault) => vec![fault],
            Ok(pointer) => {
                // The document describes HEAD by GET; the body is missing.
                let body = body.map(|body| body.unwrap_or_else(|_| Value::from(response.text.as_str())));
                let mut faults = match (method, &body) {
                    ("HEAD", None) => Vec::new(),
                    _ if is_stream(response) => Vec::new(),
                    (_, body) => faults_of_body(&pointer, response.status, body.as_ref()),
                };
                faults.extend(faults_of_headers(&pointer, response));
                faults
            }
        }
    } else if problem && method != "HEAD" {
        let body = response.json();
        let mut faults = violations("/components/schemas/Problem", &body);
        faults.extend(faults_of_problem(response.status, &body));
        faults
    } else {
        Vec::new()
    };
    if is_partial {
        faults.retain(|fault| !fault.ends_with("is a required property"));
    }
    let Response { status, text, .. } = response;
    assert!(faults.is_empty(), "{method} {path} {status}: {}\n{text}", faults.join("\n"));
}

fn faults_of_headers(pointer: &str, response: &Response) -> Vec<String> {
    let members = |key: &str| DOCUMENT.pointer(&format!("{pointer}/{key}")).and_then(Value::as_object);
    let missing = members("headers").into_iter().flat_map(|headers| headers.keys());
    // `Withheld` depends on the records.
    let optional = if is_stream(response) {
        &["Withheld", "Content-Disposition", "Link", "ETag"][..]
    } else {
        &["Withheld", "Content-Disposition", "Total-Count"]
    };
    let missing =
        missing.filter(|name| !optional.contains(&name.as_str()) && response.header(name).is_empty());
    let mut faults: Vec<String> = missing.map(|name| format!("the header {name} is missing")).collect();
    let media_types = members("content").into_iter().flat_map(|contents| contents.keys());
    let media_types: Vec<&str> = media_types.map(String::as_str).collect();
    let actual = response.header("content-type").split(';').next().unwrap_or_default();
    let is_documented = media_types.contains(&actual) || media_types.is_empty() && actual.is_empty();
    if !is_documented {
        faults.push(format!("the media type is {actual:?}"));
    }
    faults
}

/// Whether the response is a complete list, whose body is not JSON.
fn is_stream(response: &Response) -> bool {
    let media_type = response.header("content-type");
    ["application/x-ndjson", "text/csv"].iter().any(|stream| media_type.starts_with(stream))
}

/// The JSON pointer to the documented response.
fn response_pointer(method: &str, path: &str, status: u16) -> Result<String, String> {
    let template = template(path);
    let method = if method.eq_ignore_ascii_case("HEAD") { "get".to_owned() } else { method.to_lowercase() };
    let operation = template.filter(|template| DOCUMENT["paths"][template].get(&method).is_some());
    let pointer = match (operation, status) {
        (Some(template), _) => {
            format!("/paths/{}/{method}/responses/{status}", template.replace('~', "~0").replace('/', "~1"))
        }
        (None, 404) => "/components/responses/RouteNotFound".to_owned(),
        (None, 405) => "/components/responses/MethodNotAllowed".to_owned(),
        (None, 401) => "/components/responses/Unauthorized".to_owned(),
        (None, 403) => "/components/responses/PublicApiDisabled".to_owned(),
        (None, _) => return Err("the operation is not documented".to_owned()),
    };
    match DOCUMENT.pointer(&pointer) {
        Some(_) => Ok(resolve(&pointer)),
        None => Err(format!("the status {status} is not documented")),
    }
}

/// The target of the reference at a JSON pointer; the pointer itself if there is no reference.
fn resolve(pointer: &str) -> String {
    let target = DOCUMENT.pointer(pointer).and_then(|value| value["$ref"].as_str());
    target.unwrap_or(pointer).trim_start_matches('#').to_owned()
}

/// The path template that matches a real path; templates without parameters first.
fn template(path: &str) -> Option<&'static str> {
    let segments: Vec<_> = path.strip_suffix('/').unwrap_or(path).split('/').collect();
    let matches = |template: &str| {
        let parts: Vec<_> = template.split('/').collect();
        parts.len() == segments.len()
            && parts.iter().zip(&segments).all(|(part, segment)| part == segment || part.starts_with('{'))
    };
    let templates = DOCUMENT["paths"].as_object()?.keys().map(String::as_str);
    templates.filter(|template| matches(template)).min_by_key(|template| template.matches('{').count())
}

fn faults_of_body(pointer: &str, status: u16, body: Option<&Value>) -> Vec<String> {
    let contents = DOCUMENT.pointer(&format!("{pointer}/content")).and_then(Value::as_object);
    let media_type = contents.and_then(|contents| contents.keys().next());
    let (media_type, body) = match (media_type, body) {
        (Some(media_type), Some(body)) => (media_type, body),
        (None, None) => return Vec::new(),
        (Some(_), None) => return vec!["the body is missing".to_owned()],
        (None, Some(_)) => return vec!["the body must be empty".to_owned()],
    };
    let schema_pointer = resolve(&format!("{pointer}/content/{}/schema", media_type.replace('/', "~1")));
    let mut faults = violations(&schema_pointer, body);
    if media_type == "application/problem+json" {
        faults.extend(faults_of_problem(status, body));
    } else {
        let schema = DOCUMENT.pointer(&schema_pointer).unwrap_or(&Value::Null);
        check_key_order(schema, body, "", &mut faults);
    }
    faults
}

/// The violations of the schema at a JSON pointer.
fn violations(pointer: &str, body: &Value) -> Vec<String> {
    let mut validators = VALIDATORS.lock().unwrap();
    let validator =
        validators.entry(pointer.to_owned()).or_insert_with(|| Arc::new(compile(pointer))).clone();
    drop(validators);
    validator.iter_errors(body).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

fn compile(pointer: &str) -> Validator {
    let mut schema = json!({ "components": { "schemas": DOCUMENT["components"]["schemas"] } });
    let target = DOCUMENT.pointer(pointer).cloned().unwrap_or_default();
    schema["allOf"] = json!([target]);
    jsonschema::options()
        .with_draft(jsonschema::Draft::Draft202012)
        .should_validate_formats(true)
        .with_format("uuid", is_id)
        .with_format("date-time", is_timestamp)
        .build(&schema)
        .unwrap()
}

/// Whether this is a lower-case UUID with hyphens.
fn is_id(text: &str) -> bool {
    let is_valid = |(index, byte)| match index {
        8 | 13 | 18 | 23 => byte == b'-',
        _ => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
    };
    text.len() == 36 && text.bytes().enumerate().all(is_valid)
}

/// Whether this is a UTC timestamp with exactly three fraction digits.
fn is_timestamp(text: &str) -> bool {
    text.len() == "2025-03-18T08:15:30.250Z".len()
        && text.ends_with('Z')
        && text.as_bytes().get(19) == Some(&b'.')
        && text.parse::<jiff::Timestamp>().is_ok()
}

/// The differences between a problem document and the problem table.
fn faults_of_problem(status: u16, body: &Value) -> Vec<String> {
    let text = |key: &str| body[key].as_str().unwrap_or_default();
    let mut faults = Vec::new();
    if body["status"] != json!(status) {
        faults.push(format!("the problem's status is not {status}"));
    }
    let (page, code) = text("type").split_once('#').unwrap_or_default();
    if !page.ends_with(PAGE) {
        faults.push(format!("type does not link to {PAGE}"));
    }
    let Some(kind) = PROBLEMS.iter().find(|kind| kind.code == code && kind.status == status) else {
        faults.push(format!("{code:?} is not a problem of status {status}"));
        return faults;
    };
    if kind.title != text("title") {
        faults.push(format!("the title is not {:?}", kind.title));
    }
    if **kind == INVALID_PARAMETER_VALUE_ENUM {
        faults.extend(violations("/components/schemas/EnumProblem", body));
        check_key_order(&DOCUMENT["components"]["schemas"]["EnumProblem"], body, "", &mut faults);
    }
    faults
}

/// Adds a fault for each object with keys in another order than the properties of its schema.
fn check_key_order(schema: &Value, body: &Value, path: &str, faults: &mut Vec<String>) {
    let target = schema["$ref"].as_str().and_then(|name| DOCUMENT.pointer(name.trim_start_matches('#')));
    let schema = target.unwrap_or(schema);
    match body {
        Value::Object(members) => {
            let Some(properties) = schema["properties"].as_object() else { return };
            let expected = properties.keys().filter(|key| members.contains_key(*key));
            if !expected.eq(members.keys().filter(|key| properties.contains_key(*key))) {
                faults.push(format!("{path}: the keys are not in order"));
            }
            for (key, value) in members {
                check_key_order(
                    &properties.get(key).cloned().unwrap_or_default(),
                    value,
                    &format!("{path}/{key}"),
                    faults,
                );
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                check_key_order(&schema["items"], item, &format!("{path}/{index}"), faults);
            }
        }
        _ => {}
    }
}

/// Adds `additionalProperties: false` to all object schemas that do not set it.
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
