//! The `OpenAPI` document of the admin API, made from the declarations of its endpoints.

use folkmoot_api::problem_table::{
    ADMIN_SIGN_IN_REQUIRED, ADMINISTRATOR_REQUIRED, BODY_TOO_LARGE, CROSS_SITE_REQUEST, INTERNAL_ERROR,
    INVALID_CSRF_TOKEN, INVALID_PARAMETER_VALUE, INVALID_PARAMETERS, MALFORMED_BODY, ProblemKind,
    RECORD_NOT_FOUND, TOO_MANY_REQUESTS, UNAVAILABLE, UNKNOWN_PARAMETER, UNSUPPORTED_MEDIA_TYPE,
};
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use std::slice;

use super::API_PATH;
use super::administrator::Administrator;
use super::endpoint::{AdminEndpoint, Content, RequiredRole};
use super::json::Json;
use super::routes::AdminRoutes;

/// The problems that every endpoint can return.
const COMMON: &[&ProblemKind] =
    &[&CROSS_SITE_REQUEST, &BODY_TOO_LARGE, &TOO_MANY_REQUESTS, &INTERNAL_ERROR, &UNAVAILABLE];
/// The problems of a JSON body.
const BODY: &[&ProblemKind] = &[&MALFORMED_BODY, &UNSUPPORTED_MEDIA_TYPE, &INVALID_PARAMETERS];

static READ: AdminEndpoint =
    AdminEndpoint::get("/openapi.json", "getAdminDocument", "Description", "Get this document")
        .returns::<Map<String, Value>>(200);

/// The endpoint.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default().route(&READ, read)
}

async fn read(_: Administrator) -> Json<Value> {
    Json(document())
}

/// The document.
pub fn document() -> Value {
    let endpoints = super::endpoints();
    let mut paths: Map<String, Value> = Map::new();
    let mut schemas = Schemas::new();
    for endpoint in endpoints.endpoints() {
        let path = paths.entry(format!("{API_PATH}{}", endpoint.path)).or_insert_with(|| json!({}));
        path[endpoint.method.to_lowercase()] = describe(endpoint, &mut schemas);
    }
    let mut schemas = schemas.definitions();
    schemas.insert("Problem".to_owned(), problem_schema());
    schemas.sort_keys();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Admin API",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "What the console and programs of administrators use.",
            "description": "Sign in with `POST /admin/api/session`, which sets a cookie, and send the `csrf_token` of \
                            the session in the header `X-CSRF-Token` with every request that changes something. \
                            Programs send an admin key instead: `Authorization: Bearer fma_…`.",
        },
        "servers": [{ "url": "/" }],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "session": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": "folkmoot_admin",
                    "description": "The cookie of a session. Under TLS its name starts with `__Host-`.",
                },
                "adminKey": { "type": "http", "scheme": "bearer", "description": "An admin key." },
            },
            "schemas": schemas,
        },
    })
}

/// The generators of the schemas of requests and of responses.
struct Schemas {
    requests: SchemaGenerator,
    responses: SchemaGenerator,
}

impl Schemas {
    fn new() -> Self {
        let mut settings = SchemaSettings::draft2020_12();
        settings.definitions_path = "/components/schemas".into();
        settings.transforms.push(Box::new(RecursiveTransform(limit)));
        Self {
            requests: settings.clone().for_deserialize().into_generator(),
            responses: settings.for_serialize().into_generator(),
        }
    }

    /// The schemas that others refer to, by name.
    fn definitions(mut self) -> Map<String, Value> {
        let mut definitions = self.requests.take_definitions(true);
        definitions.extend(self.responses.take_definitions(true));
        definitions
    }
}

/// Objects have no other members, integers are not negative, and descriptions are one line.
fn limit(schema: &mut Schema) {
    let kind = schema.get("type").cloned().unwrap_or_default();
    let kinds = kind.as_array().map_or(slice::from_ref(&kind), Vec::as_slice);
    if kinds.iter().any(|kind| kind == "integer") {
        schema.remove("format");
        schema.ensure_object().entry("minimum").or_insert_with(|| json!(0));
    }
    if let Some(Value::String(description)) = schema.get_mut("description") {
        *description = description.replace('\n', " ");
    }
    if schema.get("properties").is_some() {
        schema.ensure_object().entry("additionalProperties").or_insert_with(|| json!(false));
    }
}

/// The description of content, if there is any.
fn describe_content(content: Content, generator: &mut SchemaGenerator) -> Option<Value> {
    match content {
        Content::Empty => None,
        Content::Json(schema) => Some(json!({ "application/json": { "schema": schema(generator) } })),
        Content::Form(schema) => Some(json!({ "multipart/form-data": { "schema": schema(generator) } })),
        Content::Other(media_type) => Some(json!({ media_type: {} })),
    }
}

fn describe(endpoint: &AdminEndpoint, schemas: &mut Schemas) -> Value {
    let mut success = json!({ "description": "Success." });
    if let Some(content) = describe_content(endpoint.content, &mut schemas.responses) {
        success["content"] = content;
    }
    let mut responses = Map::new();
    responses.insert(endpoint.status.to_string(), success);
    for kind in problems(endpoint) {
        let response = responses.entry(kind.status.to_string()).or_insert_with(|| {
            json!({
                "description": "",
                "content": { "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } },
            })
        });
        let earlier = response["description"].as_str().unwrap_or_default();
        let separator = if earlier.is_empty() { "" } else { ", " };
        response["description"] = json!(format!("{earlier}{separator}`{}`", kind.code));
    }
    responses.sort_keys();
    let mut described = json!({
        "operationId": endpoint.id,
        "tags": [endpoint.tag],
        "summary": endpoint.summary,
        "security": security(endpoint.role),
        "parameters": parameters(endpoint, &mut schemas.responses),
        "responses": responses,
        "x-required-role": required_role(endpoint.role),
        "x-audit-action": endpoint.audit_action,
    });
    if let Some(content) = describe_content(endpoint.body, &mut schemas.requests) {
        described["requestBody"] = json!({ "required": true, "content": content });
    }
    described
}

/// The problems that an endpoint can return.
fn problems(endpoint: &AdminEndpoint) -> Vec<&'static ProblemKind> {
    let needs_session = endpoint.role != RequiredRole::Nobody;
    let of_body: &[_] = if matches!(endpoint.body, Content::Json(_)) { BODY } else { &[] };
    let mut problems: Vec<&ProblemKind> = [of_body, endpoint.errors].concat();
    let mut add = |applies: bool, kinds: &[&'static ProblemKind]| {
        problems.extend(kinds.iter().filter(|_| applies));
    };
    add(!endpoint.parameters.is_empty(), &[&INVALID_PARAMETER_VALUE]);
    add(endpoint.path.contains('{'), &[&RECORD_NOT_FOUND]);
    add(needs_session && endpoint.method != "GET", &[&INVALID_CSRF_TOKEN]);
    add(true, COMMON);
    add(needs_session, &[&UNKNOWN_PARAMETER, &ADMIN_SIGN_IN_REQUIRED]);
    add(endpoint.role == RequiredRole::Administrator, &[&ADMINISTRATOR_REQUIRED]);
    let mut listed = HashSet::new();
    problems.retain(|kind| listed.insert(kind.code));
    problems
}

/// The role that an endpoint requires; `None` if it needs no session.
fn required_role(role: RequiredRole) -> Option<&'static str> {
    match role {
        RequiredRole::Nobody => None,
        RequiredRole::Any => Some("any"),
        RequiredRole::Administrator => Some("administrator"),
    }
}

fn security(role: RequiredRole) -> Value {
    match role {
        RequiredRole::Nobody => json!([]),
        _ => json!([{ "session": [] }, { "adminKey": [] }]),
    }
}

fn parameters(endpoint: &AdminEndpoint, generator: &mut SchemaGenerator) -> Value {
    let in_path = endpoint.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let in_path = in_path
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }));
    let in_query = endpoint.parameters.iter().map(|parameter| {
        json!({
            "name": parameter.name,
            "in": "query",
            "description": parameter.doc,
            "allowEmptyValue": true,
            "schema": (parameter.schema)(generator),
        })
    });
    in_path.chain(in_query).collect()
}

fn problem_schema() -> Value {
    json!({
        "type": "object",
        "required": ["type", "title", "status", "detail", "request_id"],
        "properties": {
            "type": { "type": "string", "format": "uri" },
            "title": { "type": "string" },
            "status": { "type": "integer" },
            "detail": { "type": "string" },
            "parameter_name": { "type": "string" },
            "request_id": { "type": "string" },
        },
        "additionalProperties": true,
    })
}
