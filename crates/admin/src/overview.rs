//! `GET /admin/api/overview`: the state of the platform at a glance.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use folkmoot_administration::json::{Day, UtcTimestamp};
use folkmoot_api::problem::Problem;
use folkmoot_api::usage::{UsageState, last_days};
use folkmoot_index::ListIndexes;
use folkmoot_jobs::imports::ImportRunner;
use folkmoot_model::access::AccessLevel;
use folkmoot_model::resources::RESOURCES;
use folkmoot_store::audience::Audience;
use folkmoot_store::clients::{Client, ClientStatus};
use folkmoot_store::imports::StoredImport;
use folkmoot_store::mirror::MirrorRun;
use folkmoot_store::usage::{Activity, ErrorCount, RefusedRequests, UsageReport, date_of, day_of};
use folkmoot_store::{Store, StoreError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::administrator::Administrator;
use super::client_fields::{ClientRefusalJson, now};
use super::endpoint::AdminEndpoint;
use super::import_fields::ImportJson;
use super::json::Json;
use super::parameters::Parameters;
use super::routes::AdminRoutes;
use super::state::AdminState;
use super::warnings::{Facts, Warning, warnings};

/// The number of days of the chart.
const DAYS: i64 = 30;
/// The number of days of refused requests.
const REFUSAL_DAYS: i64 = 7;
/// The number of rows of refused requests.
const LISTED_REFUSALS: usize = 20;

static READ: AdminEndpoint =
    AdminEndpoint::get("/overview", "getOverview", "Overview", "Get the state of the platform at a glance")
        .returns::<Overview>(200);

/// The endpoint.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default().route(&READ, read)
}

#[derive(Serialize, JsonSchema)]
struct Overview {
    public_api_enabled: bool,
    platform: Option<OverviewPlatform>,
    clients: ClientCount,
    requests: RequestCounts,
    /// The errors of today.
    errors: Vec<OverviewError>,
    /// The refused requests of the last 7 days by client and reason, the latest first, at most 20.
    refusals: Vec<OverviewRefusal>,
    /// The number of all refused requests of the last 7 days.
    refused_requests: i64,
    newest_import: Option<ImportJson>,
    /// When the newest change of a record happened.
    data_changed_at: Option<UtcTimestamp>,
    mirror: Option<MirrorRunJson>,
    warnings: Vec<Warning>,
}

#[derive(Serialize, JsonSchema)]
struct OverviewPlatform {
    name: String,
    url: String,
    locales: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct ClientCount {
    active: usize,
    total: usize,
}

#[derive(Serialize, JsonSchema)]
struct RequestCounts {
    today: i64,
    days: Vec<OverviewDay>,
}

#[derive(Serialize, JsonSchema)]
struct OverviewDay {
    date: Day,
    requests: i64,
    errors: i64,
}

#[derive(Serialize, JsonSchema)]
struct OverviewRefusal {
    client_id: Uuid,
    name: Option<String>,
    #[serde(flatten)]
    refusal: ClientRefusalJson,
}

#[derive(Serialize, JsonSchema)]
struct OverviewError {
    error_code: Option<String>,
    status: i64,
    requests: i64,
}

/// The newest run of the mirror, and what the newest successful one left out.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MirrorRun")]
struct MirrorRunJson {
    source: String,
    ended_at: UtcTimestamp,
    error: Option<String>,
    left_out: i64,
    reasons: Vec<LeftOutReason>,
}

/// Why a record was left out.
#[derive(Serialize, Deserialize, JsonSchema)]
struct LeftOutReason {
    resource: String,
    id: Option<String>,
    field: String,
    reason: String,
}

/// What is read from the database.
struct Read {
    report: UsageReport,
    errors: Vec<ErrorCount>,
    refusals: Vec<RefusedRequests>,
    activity: HashMap<Uuid, Activity>,
    newest_import: Option<StoredImport>,
    mirror_run: Option<MirrorRun>,
    is_clock_believed: bool,
}

async fn read(
    _: Administrator,
    State(state): State<Arc<AdminState>>,
    State(usage): State<Arc<UsageState>>,
    State(imports): State<Arc<ImportRunner>>,
    State(indexes): State<Arc<ListIndexes>>,
    _: Parameters,
) -> Result<Json<Overview>, Problem> {
    usage.store_before_read().await;
    let now = now(&state);
    let today = day_of(now);
    let days = last_days(today, DAYS);
    let counted = days.clone();
    let read = move |store: &Store| {
        Ok::<_, StoreError>(Read {
            report: store.usage().of_all(counted)?,
            errors: store.usage().errors(today)?,
            refusals: store.usage().refusals(&last_days(today, REFUSAL_DAYS), None)?,
            activity: store.usage().activity()?,
            newest_import: store.imports().page(0, 1)?.1.pop(),
            mirror_run: store.mirror().latest_run()?,
            is_clock_believed: store.clock().read(now)?.is_believed,
        })
    };
    let read = state.store.run_administration(read).await?;
    let clients = state.platform.clients();
    let active = clients.values().filter(|client| client.status(now) == ClientStatus::Active).count();
    let platform = state.platform.platform();
    let platform = platform.as_ref().map(|view| &view.platform);
    let facts = Facts {
        settings: &state.settings,
        has_embedded_database: state.store.is_embedded(),
        has_platform: platform.is_some(),
        clients: sorted(&clients),
        activity: &read.activity,
        newest_import: read.newest_import.as_ref(),
        mirror_run: read.mirror_run.as_ref(),
        is_clock_believed: read.is_clock_believed,
        now,
    };
    let warnings = warnings(&facts);
    let totals = |day: i64| read.report.days.get(&day).copied().unwrap_or_default();
    let day = |day: i64| OverviewDay {
        date: Day(date_of(day)),
        requests: totals(day).requests,
        errors: totals(day).errors,
    };
    let error = |ErrorCount { error_code, status, requests }: ErrorCount| OverviewError {
        error_code: Some(error_code).filter(|code| !code.is_empty()),
        status,
        requests,
    };
    let refusal = |refused: RefusedRequests| OverviewRefusal {
        client_id: refused.client,
        name: clients.get(&refused.client).map(|client| client.name.clone()),
        refusal: refused.into(),
    };
    let refused_requests = read.refusals.iter().map(|refused| refused.requests).sum();
    Ok(Json(Overview {
        public_api_enabled: platform.is_some_and(|platform| platform.public_api_enabled),
        platform: platform.map(|platform| OverviewPlatform {
            name: platform.name.clone(),
            url: platform.url.clone(),
            locales: platform.locales.clone(),
        }),
        clients: ClientCount { active, total: clients.len() },
        requests: RequestCounts { today: totals(today).requests, days: days.map(day).collect() },
        errors: read.errors.into_iter().map(error).collect(),
        refusals: read.refusals.into_iter().take(LISTED_REFUSALS).map(refusal).collect(),
        refused_requests,
        newest_import: read.newest_import.map(|import| ImportJson::new(import, &imports.current)),
        data_changed_at: data_changed_at(&indexes),
        mirror: read.mirror_run.map(MirrorRunJson::from),
        warnings,
    }))
}

fn data_changed_at(indexes: &ListIndexes) -> Option<UtcTimestamp> {
    let everyone = Audience::new(AccessLevel::Full);
    let newest = RESOURCES.iter().filter_map(|resource| indexes.newest_change(resource, everyone));
    newest.max().map(UtcTimestamp)
}

impl From<MirrorRun> for MirrorRunJson {
    fn from(run: MirrorRun) -> Self {
        let MirrorRun { source, ended_at, error, left_out, reasons } = run;
        let reasons = serde_json::from_str(&reasons).unwrap_or_default();
        Self { source, ended_at: UtcTimestamp(ended_at), error, left_out, reasons }
    }
}

/// The clients by name.
fn sorted(clients: &HashMap<Uuid, Client>) -> Vec<&Client> {
    let mut sorted: Vec<&Client> = clients.values().collect();
    sorted.sort_by(|one, other| (&one.name, one.id).cmp(&(&other.name, other.id)));
    sorted
}
