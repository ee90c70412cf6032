//! `/admin/api/sessions`: the sessions of all administrators.

use std::sync::Arc;

use axum::extract::State;
use folkmoot_administration::json::{UtcTimestamp, Word};
use folkmoot_api::path_id::PathId;
use folkmoot_api::problem::Problem;
use folkmoot_store::Store;
use folkmoot_store::admin_sessions::AdminSession;
use http::StatusCode;
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::administrator::{Administrator, AdministratorWrite};
use super::endpoint::AdminEndpoint;
use super::json::Json;
use super::parameters::{not_found, path_id};
use super::routes::AdminRoutes;
use super::session::{self, SignedIn};
use super::state::AdminState;

const TAG: &str = "Session";

static LIST: AdminEndpoint =
    AdminEndpoint::get("/sessions", "listSessions", TAG, "List open sessions").returns::<SessionList>(200);

static DELETE: AdminEndpoint = AdminEndpoint::change(
    "DELETE",
    "/sessions/{id}",
    "endSession",
    TAG,
    "End a session on all servers at once",
    "sessions.delete",
)
.returns_nothing();

#[derive(Serialize, JsonSchema)]
struct SessionList {
    sessions: Vec<OpenSession>,
}

#[derive(Serialize, JsonSchema)]
struct OpenSession {
    id: Uuid,
    administrator: SignedIn,
    created_at: UtcTimestamp,
    last_used_at: UtcTimestamp,
    expires_at: UtcTimestamp,
    address: String,
    is_current: bool,
}

/// The endpoints.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default().route(&LIST, list).route(&DELETE, delete)
}

async fn list(
    administrator: Administrator,
    State(state): State<Arc<AdminState>>,
) -> Result<Json<SessionList>, Problem> {
    let at = state.sign_in.open_at((state.clock)());
    let sessions =
        state.store.run_administration(move |store: &Store| store.admin_sessions().open(at)).await?;
    let current = administrator.session.map(|session| session.id);
    let shown = |session: AdminSession| OpenSession {
        id: session.id,
        administrator: SignedIn {
            id: session.administrator_id,
            name: session.administrator_name,
            role: Word(session.role),
            method: Word(session.method),
        },
        created_at: UtcTimestamp(session.created_at),
        last_used_at: UtcTimestamp(session.last_used_at),
        expires_at: UtcTimestamp(session.expires_at),
        address: session.address,
        is_current: current == Some(session.id),
    };
    Ok(Json(SessionList { sessions: sessions.into_iter().map(shown).collect() }))
}

async fn delete(
    administrator: AdministratorWrite,
    State(state): State<Arc<AdminState>>,
    PathId(id): PathId,
) -> Result<StatusCode, Problem> {
    let session = path_id(&id, "open session")?;
    if session::end(&state, administrator.actor(), session).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(not_found(&id, "open session"))
}
