//! `/admin/api/usage` and the usage of one client.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use folkmoot_administration::audit::Filter;
use folkmoot_administration::json::UtcTimestamp;
use folkmoot_api::path_id::PathId;
use folkmoot_api::problem::Problem;
use folkmoot_api::usage::{ClientRequests, Usage, UsageState, by_client, last_days, reads_by_client};
use folkmoot_store::usage::{ExportedRow, RecentRequest, Sender, date_of, day_of};
use folkmoot_store::{Store, StoreError};
use futures_util::stream;
use http::header;
use schemars::{JsonSchema, json_schema};
use serde::Serialize;
use uuid::Uuid;

use super::access_history::access_history;
use super::administrator::Administrator;
use super::client_fields::now;
use super::csv;
use super::endpoint::{AdminEndpoint, Parameter};
use super::json::Json;
use super::parameters::{Parameters, not_found, path_id};
use super::routes::AdminRoutes;
use super::state::AdminState;
use super::summary::{ClientSummary, Known};

const TAG: &str = "Usage";
/// The number of days of a report if a request does not set it.
const DEFAULT_DAYS: u32 = 30;
/// The maximum number of days of a report.
const MAX_DAYS: u32 = 3_660;
/// The number of changes of a client from which the record of processing is made.
const MAX_ENTRIES: i64 = 10_000;
/// The number of clients that a report lists.
const LISTED_CLIENTS: usize = 100;

const DAYS: Parameter = Parameter {
    name: "days",
    doc: "Number of days, today included. Days are those of UTC.",
    schema: |_| json_schema!({ "type": "integer", "minimum": 1, "maximum": MAX_DAYS, "default": DEFAULT_DAYS }),
};

const ERROR_CODE: Parameter =
    Parameter::new::<String>("error_code", "Only requests that got the error with this code.");

static ALL: AdminEndpoint = AdminEndpoint::get("/usage", "getUsage", TAG, "Get the usage of all clients")
    .parameters(&[DAYS, ERROR_CODE])
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
    "List the latest requests of a client, and who sent the last one",
)
.returns::<RecentRequests>(200);
static FIND: AdminEndpoint =
    AdminEndpoint::get("/requests", "findRequests", TAG, "Find requests by their request id")
        .parameters(&[Parameter::new::<String>(
            "request_id",
            "The `request_id` of an error, or the header `X-Request-Id` of a response. Required.",
        )])
        .returns::<FoundRequests>(200);
static SUMMARY: AdminEndpoint = AdminEndpoint::get(
    "/clients/{id}/summary",
    "getClientSummary",
    TAG,
    "Get what a client could read and has read, in words",
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
    /// Who sent the last request, for 30 days; `null` for publishable keys, whose requests visitors send.
    sender: Option<SenderJson>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Sender")]
struct SenderJson {
    at: UtcTimestamp,
    address: String,
    user_agent: Option<String>,
}

/// The requests with an id among the latest 200 of each client, newest first.
#[derive(Serialize, JsonSchema)]
struct FoundRequests {
    requests: Vec<FoundRequest>,
}

#[derive(Serialize, JsonSchema)]
struct FoundRequest {
    client_id: Uuid,
    client_name: Option<String>,
    #[serde(flatten)]
    request: RecentRequestJson,
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
    /// `null` if an earlier release stored it.
    request_id: Option<String>,
}

impl From<RecentRequest<String>> for RecentRequestJson {
    fn from(request: RecentRequest<String>) -> Self {
        Self {
            at: UtcTimestamp(request.at),
            operation: request.operation,
            status: request.status.into(),
            records: request.records,
            bytes: request.bytes,
            error_code: Some(request.error_code).filter(|code| !code.is_empty()),
            duration_ms: request.duration_ms,
            request_id: request.request_id,
        }
    }
}

/// The endpoints.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default()
        .route(&ALL, all)
        .route(&ALL_CSV, all_csv)
        .route(&CLIENT, client)
        .route(&CLIENT_CSV, client_csv)
        .route(&REQUESTS, requests)
        .route(&FIND, find_requests)
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
    let error = parameters.text(ERROR_CODE.name).map(str::to_owned);
    let read = move |store: &Store| {
        let (usage, period) = (store.usage(), days.clone());
        let (report, listed) = match &error {
            Some(code) => (
                usage.of_error(code, period.clone())?,
                usage.by_client_of_error(code, period, LISTED_CLIENTS)?,
            ),
            None => (usage.of_all(period.clone())?, usage.by_client(period, LISTED_CLIENTS)?),
        };
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
    let read = move |store: &Store| {
        Ok::<_, StoreError>((store.usage().recent(id)?, store.usage().latest_sender(id)?))
    };
    let (recent, sender) = state.store.run_administration(read).await?;
    let sender = sender.map(|Sender { at, address, user_agent }| SenderJson {
        at: UtcTimestamp(at),
        address,
        user_agent,
    });
    Ok(Json(RecentRequests { requests: recent.into_iter().map(Into::into).collect(), sender }))
}

async fn find_requests(
    _: Administrator,
    State(state): State<Arc<AdminState>>,
    State(usage): State<Arc<UsageState>>,
    parameters: Parameters,
) -> Result<Json<FoundRequests>, Problem> {
    let id = parameters.text("request_id").unwrap_or_default().to_owned();
    usage.store_before_read().await;
    let found = state.store.run_administration(move |store| store.usage().with_request_id(&id)).await?;
    let clients = state.platform.clients();
    let request = |(client_id, request): (Uuid, RecentRequest<String>)| FoundRequest {
        client_id,
        client_name: clients.get(&client_id).map(|client| client.name.clone()),
        request: request.into(),
    };
    Ok(Json(FoundRequests { requests: found.into_iter().map(request).collect() }))
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
    let filter = Filter { subject_id: Some(id.to_string()), ..Filter::default() };
    let read = move |store: &Store| {
        let usage = store.usage();
        let (rows, entries) =
            (usage.reads(&days, &[id])?, store.audit_log().page(&filter, 0, MAX_ENTRIES)?.1);
        // Not from memory, so that it is as new as its entries.
        let client = store.clients().find(id)?;
        Ok::<_, StoreError>((client, usage.of_client(id, days)?, usage.activity_of(id)?, rows, entries))
    };
    let (client, report, activity, rows, entries) = state.store.run_administration(read).await?;
    let client = &client.ok_or_else(|| not_found(&id.to_string(), "client"))?;
    let platform = state.platform.platform();
    let platform = platform.as_ref().map(|view| view.platform.name.as_str());
    let reads = reads_by_client(&rows).remove(&id).unwrap_or_default();
    let periods = access_history(client, &entries, now(&state));
    Ok(Json(ClientSummary::new(Known { client, platform, report, reads, activity, periods, first_day })))
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
