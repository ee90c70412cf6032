//! `/admin/api/usage` and the usage of one client.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use folkmoot_administration::json::UtcTimestamp;
use folkmoot_api::path_id::PathId;
use folkmoot_api::problem::Problem;
use folkmoot_api::usage::{ClientRequests, Usage, UsageState, by_client, last_days};
use folkmoot_store::usage::{ExportedRow, RecentRequest, date_of, day_of};
use folkmoot_store::{Store, StoreError};
use futures_util::stream;
use http::header;
use schemars::{JsonSchema, json_schema};
use serde::Serialize;
use uuid::Uuid;

use super::administrator::Administrator;
use super::client_fields::now;
use super::csv;
use super::endpoint::{AdminEndpoint, Parameter};
use super::json::Json;
use super::parameters::{Parameters, not_found, path_id};
use super::routes::AdminRoutes;
use super::state::AdminState;
use super::summary::ClientSummary;

const TAG: &str = "Usage";
/// The number of days of a report if a request does not set it.
const DEFAULT_DAYS: u32 = 30;
/// The maximum number of days of a report.
const MAX_DAYS: u32 = 3_660;
/// The number of clients that a report lists.
const LISTED_CLIENTS: usize = 100;

const DAYS: Parameter = Parameter {
    name: "days",
    doc: "Number of days, today included. Days are those of UTC.",
    schema: |_| json_schema!({ "type": "integer", "minimum": 1, "maximum": MAX_DAYS, "default": DEFAULT_DAYS }),
};

static ALL: AdminEndpoint = AdminEndpoint::get("/usage", "getUsage", TAG, "Get the usage of all clients")
    .parameters(&[DAYS])
    .returns::<PlatformUsage>(200);
static ALL_CSV: AdminEndpoint =
    AdminEndpoint::get("/usage.csv", "exportUsage", TAG, "Export the usage of all clients as CSV")
        .parameters(&[DAYS])
        .returns_file(csv::MEDIA_TYPE);
static CLIENT: AdminEndpoint =
    AdminEndpoint::get("/clients/{id}/usage", "getClientUsage", TAG, "Get the usage of a client")
        .parameters(&[DAYS])
        .returns::<Usage>(200);
static CLIENT_CSV: AdminEndpoint = AdminEndpoint::get(
    "/clients/{id}/usage.csv",
    "exportClientUsage",
    TAG,
    "Export the usage of a client as CSV",
)
.parameters(&[DAYS])
.returns_file(csv::MEDIA_TYPE);
static REQUESTS: AdminEndpoint = AdminEndpoint::get(
    "/clients/{id}/requests",
    "listClientRequests",
    TAG,
    "List the latest requests of a client",
)
.returns::<RecentRequests>(200);
static SUMMARY: AdminEndpoint = AdminEndpoint::get(
    "/clients/{id}/summary",
    "getClientSummary",
    TAG,
    "Get what a client has read, in words",
)
.returns::<ClientSummary>(200);

#[derive(Serialize, JsonSchema)]
struct PlatformUsage {
    #[serde(flatten)]
    usage: Usage,
    /// The clients with the most requests, at most 100 of them.
    clients: Vec<ClientRequests>,
}

#[derive(Serialize, JsonSchema)]
struct RecentRequests {
    requests: Vec<RecentRequestJson>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "RecentRequest")]
struct RecentRequestJson {
    at: UtcTimestamp,
    operation: String,
    status: u32,
    records: i64,
    bytes: i64,
    error_code: Option<String>,
    duration_ms: i64,
}

/// The endpoints.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default()
        .route(&ALL, all)
        .route(&ALL_CSV, all_csv)
        .route(&CLIENT, client)
        .route(&CLIENT_CSV, client_csv)
        .route(&REQUESTS, requests)
        .route(&SUMMARY, client_summary)
}

async fn all(
    _: Administrator,
    State(state): State<Arc<AdminState>>,
    State(usage): State<Arc<UsageState>>,
    parameters: Parameters,
) -> Result<Json<PlatformUsage>, Problem> {
    let days = last_days(day_of(now(&state)), number_of_days(&parameters)?);
    usage.store_before_read().await;
    let clients = state.platform.clients();
    let read = move |store: &Store| {
        let report = store.usage().of_all(days.clone())?;
        let listed = store.usage().by_client(days.clone(), LISTED_CLIENTS)?;
        let clients = by_client(&listed, |id| clients.get(&id));
        Ok::<_, StoreError>(PlatformUsage { usage: Usage::new(&report, days), clients })
    };
    Ok(Json(state.store.run_administration(read).await?))
}

async fn client(
    _: Administrator,
    State(state): State<Arc<AdminState>>,
    State(usage): State<Arc<UsageState>>,
    PathId(id): PathId,
    parameters: Parameters,
) -> Result<Json<Usage>, Problem> {
    let days = last_days(day_of(now(&state)), number_of_days(&parameters)?);
    let id = known_client(&state, &id)?;
    usage.store_before_read().await;
    let read = move |store: &Store| {
        let report = store.usage().of_client(id, days.clone())?;
        Ok::<_, StoreError>(Usage::new(&report, days))
    };
    Ok(Json(state.store.run_administration(read).await?))
}

async fn requests(
    _: Administrator,
    State(state): State<Arc<AdminState>>,
    State(usage): State<Arc<UsageState>>,
    PathId(id): PathId,
    _: Parameters,
) -> Result<Json<RecentRequests>, Problem> {
    let id = known_client(&state, &id)?;
    usage.store_before_read().await;
    let recent = state.store.run_administration(move |store| store.usage().recent(id)).await?;
    let request = |request: RecentRequest<String>| RecentRequestJson {
        at: UtcTimestamp(request.at),
        operation: request.operation,
        status: request.status.into(),
        records: request.records,
        bytes: request.bytes,
        error_code: Some(request.error_code).filter(|code| !code.is_empty()),
        duration_ms: request.duration_ms,
    };
    Ok(Json(RecentRequests { requests: recent.into_iter().map(request).collect() }))
}

async fn client_summary(
    _: Administrator,
    State(state): State<Arc<AdminState>>,
    State(usage): State<Arc<UsageState>>,
    PathId(id): PathId,
    _: Parameters,
) -> Result<Json<ClientSummary>, Problem> {
    let id = known_client(&state, &id)?;
    usage.store_before_read().await;
    let (today, retained) = (day_of(now(&state)), state.settings.usage_days);
    let days = last_days(today, i64::try_from(retained).unwrap_or(i64::MAX).min(MAX_DAYS.into()));
    let first_day = *days.start();
    let read = move |store: &Store| {
        Ok::<_, StoreError>((store.usage().of_client(id, days)?, store.usage().activity_of(id)?))
    };
    let (report, activity) = state.store.run_administration(read).await?;
    let clients = state.platform.clients();
    let client = clients.get(&id).ok_or_else(|| not_found(&id.to_string(), "client"))?;
    let platform = state.platform.platform();
    let platform = platform.as_ref().map(|view| view.platform.name.as_str());
    Ok(Json(ClientSummary::new(client, platform, &report, activity, first_day)))
}

async fn all_csv(
    _: Administrator,
    State(state): State<Arc<AdminState>>,
    State(usage): State<Arc<UsageState>>,
    parameters: Parameters,
) -> Result<Response, Problem> {
    let days = number_of_days(&parameters)?;
    usage.store_before_read().await;
    Ok(csv_response(state, None, days))
}

async fn client_csv(
    _: Administrator,
    State(state): State<Arc<AdminState>>,
    State(usage): State<Arc<UsageState>>,
    PathId(id): PathId,
    parameters: Parameters,
) -> Result<Response, Problem> {
    let days = number_of_days(&parameters)?;
    let id = known_client(&state, &id)?;
    usage.store_before_read().await;
    Ok(csv_response(state, Some(id), days))
}

fn number_of_days(parameters: &Parameters) -> Result<i64, Problem> {
    parameters.number(DAYS.name, DEFAULT_DAYS, MAX_DAYS).map(i64::from)
}

/// The id of a client of this platform.
fn known_client(state: &AdminState, id: &str) -> Result<Uuid, Problem> {
    let known = path_id(id, "client")?;
    let exists = state.platform.clients().contains_key(&known);
    exists.then_some(known).ok_or_else(|| not_found(id, "client"))
}

/// The counters of some days as CSV. Each day is read when the one before has been sent, so that memory is constant.
fn csv_response(state: Arc<AdminState>, client: Option<Uuid>, days: i64) -> Response {
    const HEADER: &[&str] = &[
        "date",
        "client_id",
        "client_name",
        "operation",
        "status",
        "error_code",
        "requests",
        "records",
        "bytes",
    ];
    let days = last_days(day_of(now(&state)), days);
    let header = stream::once(std::future::ready(Ok(Bytes::from(csv::document(HEADER, std::iter::empty())))));
    let rows = stream::unfold((state, days), move |(state, mut days)| async move {
        let day = days.next()?;
        let read = state.store.run_administration(move |store| store.usage().rows_of_day(day, client));
        let text = read.await.map(|rows| csv_of_day(&state, &rows));
        Some((text, (state, days)))
    });
    let body = Body::from_stream(futures_util::StreamExt::chain(header, rows));
    let headers = [
        (header::CONTENT_TYPE, csv::MEDIA_TYPE_WITH_CHARSET),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"usage.csv\""),
    ];
    (headers, body).into_response()
}

fn csv_of_day(state: &AdminState, rows: &[ExportedRow]) -> Bytes {
    let clients = state.platform.clients();
    let row = |row: &ExportedRow| {
        vec![
            date_of(row.day),
            row.client.to_string(),
            clients.get(&row.client).map(|client| client.name.clone()).unwrap_or_default(),
            row.operation.clone(),
            row.status.to_string(),
            row.error_code.clone(),
            row.totals.requests.to_string(),
            row.totals.records.to_string(),
            row.totals.bytes.to_string(),
        ]
    };
    csv::rows(rows.iter().map(row)).into()
}
