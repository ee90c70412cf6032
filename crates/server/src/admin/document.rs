//! The `OpenAPI` document of the admin API, made from the declarations of its endpoints.

use std::sync::Arc;

use axum::extract::State;
use serde_json::{Map, Value, json};

use super::administrator::Administrator;
use super::json::Json;
use super::operation::{Content, Operation, RequiredRole};
use super::routes::AdminRoutes;
use super::{API_PATH, schema};
use crate::problem_table::{
    ADMIN_SIGN_IN_REQUIRED, ADMINISTRATOR_REQUIRED, BODY_TOO_LARGE, CROSS_SITE_REQUEST, INTERNAL_ERROR,
    INVALID_CSRF_TOKEN, ProblemKind, TOO_MANY_REQUESTS, UNAVAILABLE, UNKNOWN_PARAMETER,
};
use crate::state::AppState;

/// The problems that every endpoint can return.
const COMMON: &[&ProblemKind] =
    &[&CROSS_SITE_REQUEST, &BODY_TOO_LARGE, &TOO_MANY_REQUESTS, &INTERNAL_ERROR, &UNAVAILABLE];

static READ: Operation = Operation {
    method: "GET",
    path: "/openapi.json",
    id: "getAdminDocument",
    tag: "Description",
    summary: "Get this document",
    role: RequiredRole::Any,
    parameters: &[],
    body: None,
    status: 200,
    content: Content::Json(|| json!({ "type": "object" })),
    errors: &[],
    audit_action: None,
};

/// The endpoint.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default().route(&READ, read)
}

async fn read(_: Administrator, State(_): State<Arc<AppState>>) -> Json {
    Json(document())
}

/// The document.
pub fn document() -> Value {
    let endpoints = super::endpoints();
    let mut paths: Map<String, Value> = Map::new();
    for operation in endpoints.operations() {
        let path = paths.entry(format!("{API_PATH}{}", operation.path)).or_insert_with(|| json!({}));
        path[operation.method.to_lowercase()] = describe(operation);
    }
    let mut schemas: Map<String, Value> =
        endpoints.schemas().map(|(name, schema)| (name.to_owned(), schema)).collect();
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

fn describe(operation: &Operation) -> Value {
    let success = match operation.content {
        Content::Empty => json!({}),
        Content::Json(schema) => json!({ "content": { "application/json": { "schema": schema() } } }),
        Content::Other(media_type) => json!({ "content": { media_type: {} } }),
    };
    let mut responses = Map::new();
    responses.insert(operation.status.to_string(), success);
    responses[&operation.status.to_string()]["description"] = json!("Success.");
    for kind in problems(operation) {
        let response = responses.entry(kind.status.to_string()).or_insert_with(|| {
            json!({
                "description": "",
                "content": { "application/problem+json": { "schema": schema::reference("Problem") } },
            })
        });
        let earlier = response["description"].as_str().unwrap_or_default();
        let separator = if earlier.is_empty() { "" } else { ", " };
        response["description"] = json!(format!("{earlier}{separator}`{}`", kind.code));
    }
    responses.sort_keys();
    let mut described = json!({
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.summary,
        "security": security(operation.role),
        "parameters": parameters(operation),
        "responses": responses,
        "x-required-role": required_role(operation.role),
        "x-audit-action": operation.audit_action,
    });
    if let Some(body) = operation.body {
        let schema = body();
        let media_type = schema["contentMediaType"].as_str().unwrap_or("application/json").to_owned();
        described["requestBody"] =
            json!({ "required": true, "content": { media_type: { "schema": schema } } });
    }
    described
}

/// The problems that an endpoint can return.
fn problems(operation: &Operation) -> Vec<&'static ProblemKind> {
    let mut general: Vec<&ProblemKind> = COMMON.to_vec();
    if operation.role != RequiredRole::Nobody {
        general.extend([&UNKNOWN_PARAMETER, &ADMIN_SIGN_IN_REQUIRED]);
    }
    if operation.role != RequiredRole::Nobody && operation.method != "GET" {
        general.push(&INVALID_CSRF_TOKEN);
    }
    if operation.role == RequiredRole::Administrator {
        general.push(&ADMINISTRATOR_REQUIRED);
    }
    general.retain(|kind| operation.errors.iter().all(|error| error.code != kind.code));
    operation.errors.iter().copied().chain(general).collect()
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

fn parameters(operation: &Operation) -> Value {
    let in_path = operation.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let in_path =
        in_path.map(|name| json!({ "name": name, "in": "path", "required": true, "schema": schema::text() }));
    let in_query = operation.parameters.iter().map(|parameter| {
        json!({
            "name": parameter.name,
            "in": "query",
            "description": parameter.doc,
            "allowEmptyValue": true,
            "schema": (parameter.schema)(),
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
            "title": schema::text(),
            "status": { "type": "integer" },
            "detail": schema::text(),
            "parameter_name": schema::text(),
            "request_id": schema::text(),
        },
        "additionalProperties": true,
    })
}
