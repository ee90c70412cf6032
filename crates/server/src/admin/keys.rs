//! `/admin/api/admin-keys`

use std::sync::Arc;

use axum::extract::State;
use folkmoot_administration::keys::NewAdminKey;
use folkmoot_administration::{json as administration_json, keys};
use folkmoot_store::Store;
use folkmoot_store::administrators::Role;
use http::StatusCode;
use serde_json::{Value, json};

use super::administrator::{Administrator, AdministratorWrite};
use super::body::Members;
use super::client_fields::{last_day, name};
use super::json::Json;
use super::operation::{Content, Operation, RequiredRole};
use super::parameters::{not_found, path_id};
use super::routes::AdminRoutes;
use super::schema;
use crate::path_id::PathId;
use crate::problem::Problem;
use crate::problem_table::{
    BODY_TOO_LARGE, INVALID_CSRF_TOKEN, INVALID_PARAMETERS, MALFORMED_BODY, RECORD_NOT_FOUND,
    UNSUPPORTED_MEDIA_TYPE,
};
use crate::state::AppState;

const TAG: &str = "Admin keys";

static LIST: Operation = Operation {
    method: "GET",
    path: "/admin-keys",
    id: "listAdminKeys",
    tag: TAG,
    summary: "List admin keys",
    role: RequiredRole::Any,
    parameters: &[],
    body: None,
    status: 200,
    content: Content::Json(|| schema::object([("admin_keys", schema::list(&schema::reference("AdminKey")))])),
    errors: &[],
    audit_action: None,
};

static CREATE: Operation = Operation {
    method: "POST",
    path: "/admin-keys",
    id: "createAdminKey",
    tag: TAG,
    summary: "Create an admin key",
    role: RequiredRole::Administrator,
    parameters: &[],
    body: Some(|| {
        let role = schema::words(Role::ALL.map(Role::name));
        let expires_at = "The last day (UTC), or null for no expiry. By default 366 days from today.";
        let expires_at = schema::described(schema::nullable(&schema::date()), expires_at);
        schema::body(
            &["name", "role"],
            [("name", schema::text()), ("role", role), ("expires_at", expires_at)],
        )
    }),
    status: 201,
    content: Content::Json(|| {
        let secret = schema::described(schema::text(), "The key, which is shown only once.");
        schema::object([("admin_key", schema::reference("AdminKey")), ("secret", secret)])
    }),
    errors: &[
        &MALFORMED_BODY,
        &INVALID_CSRF_TOKEN,
        &BODY_TOO_LARGE,
        &UNSUPPORTED_MEDIA_TYPE,
        &INVALID_PARAMETERS,
    ],
    audit_action: Some("admin-keys.create"),
};

static REVOKE: Operation = Operation {
    method: "POST",
    path: "/admin-keys/{id}/revoke",
    id: "revokeAdminKey",
    tag: TAG,
    summary: "Revoke an admin key and end its sessions",
    role: RequiredRole::Administrator,
    parameters: &[],
    body: None,
    status: 200,
    content: Content::Json(|| schema::object([("admin_key", schema::reference("AdminKey"))])),
    errors: &[&INVALID_CSRF_TOKEN, &RECORD_NOT_FOUND],
    audit_action: Some("admin-keys.revoke"),
};

/// The endpoints.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default()
        .route(&LIST, list)
        .route(&CREATE, create)
        .route(&REVOKE, revoke)
        .schema("AdminKey", admin_key_schema)
}

fn admin_key_schema() -> Value {
    schema::object([
        ("id", schema::id()),
        ("name", schema::text()),
        ("role", schema::words(Role::ALL.map(Role::name))),
        ("created_at", schema::timestamp()),
        ("last_used_at", schema::nullable(&schema::timestamp())),
        ("revoked_at", schema::nullable(&schema::timestamp())),
        ("expires_at", schema::nullable(&schema::date())),
    ])
}

async fn list(_: Administrator, State(state): State<Arc<AppState>>) -> Result<Json, Problem> {
    let keys = state.store.run_administration(|store: &Store| store.admin_keys().all()).await?;
    Ok(Json(json!({ "admin_keys": keys.iter().map(administration_json::admin_key).collect::<Value>() })))
}

async fn create(
    administrator: AdministratorWrite,
    State(state): State<Arc<AppState>>,
    mut members: Members,
) -> Result<(StatusCode, Json), Problem> {
    let name = name(&members.required_text("name")?)?;
    let role = members.required_text("role")?;
    let role = Role::parse(&role)
        .ok_or_else(|| Problem::invalid_member("role", "must be administrator or auditor"))?;
    let (actor, now) = (administrator.actor(), (state.clock)());
    let last_day = match members.take("expires_at") {
        None => Some(keys::default_last_day(now)),
        Some(Value::Null) => None,
        Some(day) => Some(last_day(&day, now)?),
    };
    members.finish()?;
    let new = NewAdminKey { name, role, last_day };
    let create = move |store: &Store| keys::create(store, &actor, new, now).map_err(Problem::from);
    let (key, secret) = state.store.run_administration(create).await?;
    let body = json!({ "admin_key": administration_json::admin_key(&key), "secret": secret.expose() });
    Ok((StatusCode::CREATED, Json(body)))
}

async fn revoke(
    administrator: AdministratorWrite,
    State(state): State<Arc<AppState>>,
    PathId(id): PathId,
) -> Result<Json, Problem> {
    let key = path_id(&id, "admin key")?;
    let (actor, now) = (administrator.actor(), (state.clock)());
    let revoke = move |store: &Store| keys::revoke(store, &actor, key, now);
    let revoked = state.store.run_administration(revoke).await?;
    let (key, _) = revoked.ok_or_else(|| not_found(&id, "admin key"))?;
    Ok(Json(json!({ "admin_key": administration_json::admin_key(&key) })))
}
