//! `/admin/api/access`, the switch of the public API, and `/admin/api/access-levels`.

use std::sync::Arc;

use axum::extract::State;
use folkmoot_administration::access;
use folkmoot_model::access::AccessLevel;
use folkmoot_store::clients::all_resources;
use folkmoot_store::{Store, StoreError};
use serde_json::{Value, json};

use super::administrator::{Administrator, AdministratorWrite};
use super::body::Members;
use super::json::Json;
use super::operation::{Content, Operation, RequiredRole};
use super::routes::AdminRoutes;
use super::schema;
use crate::problem::Problem;
use crate::problem_table::{
    BODY_TOO_LARGE, EDIT_CONFLICT, INVALID_CSRF_TOKEN, INVALID_PARAMETERS, MALFORMED_BODY,
    UNSUPPORTED_MEDIA_TYPE,
};
use crate::state::AppState;

/// The days until the expiry of a new client that the console proposes, unless the maximum is less.
const PROPOSED_DAYS: u64 = 366;

static READ: Operation = Operation {
    method: "GET",
    path: "/access",
    id: "getAccess",
    tag: "Access",
    summary: "Get whether the public API is enabled",
    role: RequiredRole::Any,
    parameters: &[],
    body: None,
    status: 200,
    content: Content::Json(enabled_schema),
    errors: &[],
    audit_action: None,
};

static UPDATE: Operation = Operation {
    method: "PUT",
    path: "/access",
    id: "updateAccess",
    tag: "Access",
    summary: "Enable or disable the public API",
    role: RequiredRole::Administrator,
    parameters: &[],
    body: Some(enabled_schema),
    status: 200,
    content: Content::Json(enabled_schema),
    errors: &[
        &MALFORMED_BODY,
        &INVALID_CSRF_TOKEN,
        &EDIT_CONFLICT,
        &BODY_TOO_LARGE,
        &UNSUPPORTED_MEDIA_TYPE,
        &INVALID_PARAMETERS,
    ],
    audit_action: Some("access.update"),
};

static LEVELS: Operation = Operation {
    method: "GET",
    path: "/access-levels",
    id: "listAccessLevels",
    tag: "Access",
    summary: "List access levels, resources and the limits of expiry",
    role: RequiredRole::Any,
    parameters: &[],
    body: None,
    status: 200,
    content: Content::Json(|| {
        let level = schema::object([
            ("access", schema::words(AccessLevel::ALL.map(AccessLevel::name))),
            ("description", schema::text()),
        ]);
        schema::object([
            ("levels", schema::list(&level)),
            ("resources", schema::list(&schema::text())),
            ("max_days", schema::count()),
            ("proposed_days", schema::count()),
        ])
    }),
    errors: &[],
    audit_action: None,
};

/// The endpoints.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default().route(&READ, read).route(&UPDATE, update).route(&LEVELS, levels)
}

fn enabled_schema() -> Value {
    schema::object([("enabled", schema::flag())])
}

async fn read(_: Administrator, State(state): State<Arc<AppState>>) -> Result<Json, Problem> {
    let platform = state.store.run_administration(|store: &Store| store.platform().read()).await?;
    Ok(Json(json!({ "enabled": platform.is_some_and(|platform| platform.public_api_enabled) })))
}

async fn update(
    administrator: AdministratorWrite,
    State(state): State<Arc<AppState>>,
    mut members: Members,
) -> Result<Json, Problem> {
    let enabled = members.flag("enabled")?;
    let enabled = enabled.ok_or_else(|| Problem::invalid_member("enabled", "is required"))?;
    members.finish()?;
    let (actor, now) = (administrator.actor(), (state.clock)());
    let update = move |store: &Store| access::set_enabled(store, &actor, enabled, now);
    match state.store.run_administration(update).await {
        Ok(_) => Ok(Json(json!({ "enabled": enabled }))),
        Err(StoreError::NoPlatform) => {
            let detail = "The database contains no platform. Import one first.";
            Err(Problem::new(&EDIT_CONFLICT, detail))
        }
        Err(error) => Err(error.into()),
    }
}

async fn levels(_: Administrator, State(state): State<Arc<AppState>>) -> Json {
    let level = |level: AccessLevel| json!({ "access": level.name(), "description": level.description() });
    let max_days = state.settings.client_max_days;
    let proposed_days = if max_days == 0 { PROPOSED_DAYS } else { PROPOSED_DAYS.min(max_days) };
    Json(json!({
        "levels": AccessLevel::ALL.map(level),
        "resources": all_resources().collect::<Vec<_>>(),
        "max_days": max_days,
        "proposed_days": proposed_days,
    }))
}
