//! `/admin/api/sessions`: the sessions of all administrators.

use std::sync::Arc;

use axum::extract::State;
use folkmoot_model::timestamp::timestamp;
use folkmoot_store::Store;
use folkmoot_store::admin_sessions::AdminSession;
use http::StatusCode;
use serde_json::{Value, json};

use super::administrator::{Administrator, AdministratorWrite};
use super::json::Json;
use super::operation::{Content, Operation, RequiredRole};
use super::parameters::{not_found, path_id};
use super::routes::AdminRoutes;
use super::{schema, session};
use crate::path_id::PathId;
use crate::problem::Problem;
use crate::problem_table::{INVALID_CSRF_TOKEN, RECORD_NOT_FOUND};
use crate::state::AppState;

const TAG: &str = "Session";

static LIST: Operation = Operation {
    method: "GET",
    path: "/sessions",
    id: "listSessions",
    tag: TAG,
    summary: "List open sessions",
    role: RequiredRole::Any,
    parameters: &[],
    body: None,
    status: 200,
    content: Content::Json(|| {
        let session = schema::object([
            ("id", schema::id()),
            ("administrator", schema::reference("Administrator")),
            ("created_at", schema::timestamp()),
            ("last_used_at", schema::timestamp()),
            ("expires_at", schema::timestamp()),
            ("address", schema::text()),
            ("is_current", schema::flag()),
        ]);
        schema::object([("sessions", schema::list(&session))])
    }),
    errors: &[],
    audit_action: None,
};

static DELETE: Operation = Operation {
    method: "DELETE",
    path: "/sessions/{id}",
    id: "endSession",
    tag: TAG,
    summary: "End a session on all servers at once",
    role: RequiredRole::Administrator,
    parameters: &[],
    body: None,
    status: 204,
    content: Content::Empty,
    errors: &[&INVALID_CSRF_TOKEN, &RECORD_NOT_FOUND],
    audit_action: Some("sessions.delete"),
};

/// The endpoints.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default().route(&LIST, list).route(&DELETE, delete)
}

async fn list(administrator: Administrator, State(state): State<Arc<AppState>>) -> Result<Json, Problem> {
    let at = state.admin.open_at((state.clock)());
    let sessions =
        state.store.run_administration(move |store: &Store| store.admin_sessions().open(at)).await?;
    let current = administrator.session.map(|session| session.id);
    let json = |session: &AdminSession| {
        json!({
            "id": session.id,
            "administrator": {
                "id": session.administrator_id,
                "name": session.administrator_name,
                "role": session.role.name(),
                "method": session.method.name(),
            },
            "created_at": timestamp(session.created_at),
            "last_used_at": timestamp(session.last_used_at),
            "expires_at": timestamp(session.expires_at),
            "address": session.address,
            "is_current": current == Some(session.id),
        })
    };
    Ok(Json(json!({ "sessions": sessions.iter().map(json).collect::<Value>() })))
}

async fn delete(
    administrator: AdministratorWrite,
    State(state): State<Arc<AppState>>,
    PathId(id): PathId,
) -> Result<StatusCode, Problem> {
    let session = path_id(&id, "open session")?;
    if session::end(&state, administrator.actor(), session).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(not_found(&id, "open session"))
}
