//! `GET /admin/api/health`: what `folkmoot doctor` finds on this server, and the last export.

use std::sync::Arc;

use axum::extract::State;
use folkmoot_administration::json::{UtcTimestamp, Word, Words};
use folkmoot_api::problem::Problem;
use folkmoot_doctor::{Check, State as CheckState};
use folkmoot_store::exports::{ExportState, StoredExport};
use folkmoot_store::{Store, StoreError};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::administrator::Administrator;
use super::endpoint::AdminEndpoint;
use super::json::Json;
use super::parameters::Parameters;
use super::routes::AdminRoutes;
use super::state::AdminState;

static READ: AdminEndpoint = AdminEndpoint::get(
    "/health",
    "getHealth",
    "Overview",
    "Get what folkmoot doctor finds on this server, and the last export",
)
.returns::<Health>(200);

#[derive(Serialize, JsonSchema)]
struct Health {
    checked_at: UtcTimestamp,
    checks: Vec<HealthCheck>,
    /// The last export that ended; `null` if there is none.
    newest_export: Option<EndedExport>,
}

/// A check of `folkmoot doctor`.
#[derive(Serialize, JsonSchema)]
struct HealthCheck {
    check: &'static str,
    state: Word<HealthState>,
    found: String,
    /// How to mend it; `null` if nothing is wrong.
    remedy: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct EndedExport {
    id: Uuid,
    is_failed: bool,
    ended_at: Option<UtcTimestamp>,
    /// Why it failed.
    reason: Option<String>,
}

/// The result of a check.
#[derive(Clone, Copy)]
struct HealthState(CheckState);

impl Words for HealthState {
    const SCHEMA: &'static str = "HealthState";

    fn all() -> impl Iterator<Item = Self> {
        [CheckState::Ok, CheckState::Warning, CheckState::Problem].into_iter().map(Self)
    }

    fn name(self) -> &'static str {
        self.0.name()
    }
}

/// The endpoint.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default().route(&READ, read)
}

async fn read(
    _: Administrator,
    State(state): State<Arc<AdminState>>,
    _: Parameters,
) -> Result<Json<Health>, Problem> {
    let (checked_at, checks) =
        state.last_checks.read(&state.settings, (state.clock)()).await.map_err(Problem::internal)?;
    let newest = |store: &Store| {
        let exports = store.exports().all()?;
        let ended =
            |export: &StoredExport| matches!(export.state, ExportState::Succeeded | ExportState::Failed);
        Ok::<_, StoreError>(exports.into_iter().filter(ended).max_by_key(|export| export.finished_at))
    };
    let newest = state.store.run_administration(newest).await?;
    let check = |Check { check, state, found, remedy }: Check| HealthCheck {
        check,
        state: Word(HealthState(state)),
        found,
        remedy,
    };
    Ok(Json(Health {
        checked_at: UtcTimestamp(checked_at.as_millisecond()),
        checks: checks.into_iter().map(check).collect(),
        newest_export: newest.map(|export| EndedExport {
            id: export.id,
            is_failed: export.state == ExportState::Failed,
            ended_at: export.finished_at.map(UtcTimestamp),
            reason: export.reason,
        }),
    }))
}
