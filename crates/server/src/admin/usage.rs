//! `/admin/api/usage` and the usage of one client.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use folkmoot_model::timestamp::timestamp;
use folkmoot_store::usage::{ExportedRow, RecentRequest, date_of, day_of};
use folkmoot_store::{Store, StoreError};
use futures_util::stream;
use http::header;
use serde_json::{Value, json};
use uuid::Uuid;

use super::administrator::Administrator;
use super::client_fields::now;
use super::csv;
use super::json::Json;
use super::operation::{Content, Operation, Parameter};
use super::parameters::{Parameters, not_found, path_id};
use super::routes::AdminRoutes;
use super::schema;
use super::summary;
use crate::path_id::PathId;
use crate::problem::Problem;
use crate::problem_table::{INVALID_PARAMETER_VALUE, ProblemKind, RECORD_NOT_FOUND, UNKNOWN_PARAMETER};
use crate::state::AppState;
use crate::usage::{clients_json, last_days, report_json};

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
    schema: || json!({ "type": "integer", "minimum": 1, "maximum": MAX_DAYS, "default": DEFAULT_DAYS }),
};
const ALL_ERRORS: &[&ProblemKind] = &[&INVALID_PARAMETER_VALUE, &UNKNOWN_PARAMETER];
const CLIENT_ERRORS: &[&ProblemKind] = &[&INVALID_PARAMETER_VALUE, &UNKNOWN_PARAMETER, &RECORD_NOT_FOUND];

/// An operation that reads the usage of all clients.
const fn of_all(path: &'static str, id: &'static str, summary: &'static str, content: Content) -> Operation {
    Operation { parameters: &[DAYS], errors: ALL_ERRORS, ..Operation::read(path, id, TAG, summary, content) }
}

/// An operation that reads the usage of a client.
const fn of_client(
    path: &'static str,
    id: &'static str,
    summary: &'static str,
    content: Content,
    parameters: &'static [Parameter],
) -> Operation {
    Operation { parameters, errors: CLIENT_ERRORS, ..Operation::read(path, id, TAG, summary, content) }
}

const CSV: Content = Content::Other(csv::MEDIA_TYPE);

static ALL: Operation =
    of_all("/usage", "getUsage", "Get the usage of all clients", Content::Json(all_schema));
static ALL_CSV: Operation =
    of_all("/usage.csv", "exportUsage", "Export the usage of all clients as CSV", CSV);
static CLIENT: Operation = of_client(
    "/clients/{id}/usage",
    "getClientUsage",
    "Get the usage of a client",
    Content::Json(client_schema),
    &[DAYS],
);
static CLIENT_CSV: Operation = of_client(
    "/clients/{id}/usage.csv",
    "exportClientUsage",
    "Export the usage of a client as CSV",
    CSV,
    &[DAYS],
);
static REQUESTS: Operation = of_client(
    "/clients/{id}/requests",
    "listClientRequests",
    "List the latest requests of a client",
    Content::Json(requests_schema),
    &[],
);
static SUMMARY: Operation = of_client(
    "/clients/{id}/summary",
    "getClientSummary",
    "Get what a client has read, in words",
    Content::Json(summary::schema),
    &[],
);

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

fn operations_schema() -> Value {
    let operation = schema::object([
        ("operation", schema::text()),
        ("resource", schema::nullable(&schema::text())),
        ("requests", schema::count()),
        ("records", schema::count()),
        ("bytes", schema::count()),
    ]);
    schema::list(&operation)
}

fn days_schema() -> Value {
    let day = schema::object([
        ("date", schema::date()),
        ("requests", schema::count()),
        ("errors", schema::count()),
        ("records", schema::count()),
        ("bytes", schema::count()),
    ]);
    schema::list(&day)
}

fn statuses_schema() -> Value {
    schema::list(&schema::object([("status_class", schema::text()), ("requests", schema::count())]))
}

fn client_schema() -> Value {
    schema::object([
        ("days", days_schema()),
        ("operations", operations_schema()),
        ("statuses", statuses_schema()),
    ])
}

fn all_schema() -> Value {
    let client = schema::object([
        ("client_id", schema::id()),
        ("name", schema::nullable(&schema::text())),
        ("requests", schema::count()),
        ("errors", schema::count()),
        ("records", schema::count()),
        ("bytes", schema::count()),
    ]);
    let clients =
        schema::described(schema::list(&client), "The clients with the most requests, at most 100 of them.");
    schema::object([
        ("days", days_schema()),
        ("operations", operations_schema()),
        ("statuses", statuses_schema()),
        ("clients", clients),
    ])
}

fn requests_schema() -> Value {
    let request = schema::object([
        ("at", schema::timestamp()),
        ("operation", schema::text()),
        ("status", schema::count()),
        ("records", schema::count()),
        ("bytes", schema::count()),
        ("error_code", schema::nullable(&schema::text())),
        ("duration_ms", schema::count()),
    ]);
    schema::object([("requests", schema::list(&request))])
}

async fn all(
    _: Administrator,
    State(state): State<Arc<AppState>>,
    parameters: Parameters,
) -> Result<Json, Problem> {
    let days = last_days(day_of(now(&state)), number_of_days(&parameters)?);
    state.store_usage().await;
    let clients = state.platform.clients();
    let read = move |store: &Store| {
        let report = store.usage().of_all(days.clone())?;
        let listed = store.usage().by_client(days.clone(), LISTED_CLIENTS)?;
        let mut json = report_json(&report, days);
        json["clients"] = clients_json(&listed, |id| clients.get(&id));
        Ok::<_, StoreError>(json)
    };
    Ok(Json(state.store.run_administration(read).await?))
}

async fn client(
    _: Administrator,
    State(state): State<Arc<AppState>>,
    PathId(id): PathId,
    parameters: Parameters,
) -> Result<Json, Problem> {
    let days = last_days(day_of(now(&state)), number_of_days(&parameters)?);
    let id = known_client(&state, &id)?;
    state.store_usage().await;
    let read = move |store: &Store| {
        let report = store.usage().of_client(id, days.clone())?;
        Ok::<_, StoreError>(report_json(&report, days))
    };
    Ok(Json(state.store.run_administration(read).await?))
}

async fn requests(
    _: Administrator,
    State(state): State<Arc<AppState>>,
    PathId(id): PathId,
    _: Parameters,
) -> Result<Json, Problem> {
    let id = known_client(&state, &id)?;
    state.store_usage().await;
    let recent = state.store.run_administration(move |store| store.usage().recent(id)).await?;
    let request = |request: &RecentRequest<String>| {
        json!({
            "at": timestamp(request.at),
            "operation": request.operation,
            "status": request.status,
            "records": request.records,
            "bytes": request.bytes,
            "error_code": Some(&request.error_code).filter(|code| !code.is_empty()),
            "duration_ms": request.duration_ms,
        })
    };
    Ok(Json(json!({ "requests": recent.iter().map(request).collect::<Value>() })))
}

async fn client_summary(
    _: Administrator,
    State(state): State<Arc<AppState>>,
    PathId(id): PathId,
    _: Parameters,
) -> Result<Json, Problem> {
    let id = known_client(&state, &id)?;
    state.store_usage().await;
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
    Ok(Json(summary::json(client, platform, &report, activity, first_day)))
}

async fn all_csv(
    _: Administrator,
    State(state): State<Arc<AppState>>,
    parameters: Parameters,
) -> Result<Response, Problem> {
    let days = number_of_days(&parameters)?;
    state.store_usage().await;
    Ok(csv_response(state, None, days))
}

async fn client_csv(
    _: Administrator,
    State(state): State<Arc<AppState>>,
    PathId(id): PathId,
    parameters: Parameters,
) -> Result<Response, Problem> {
    let days = number_of_days(&parameters)?;
    let id = known_client(&state, &id)?;
    state.store_usage().await;
    Ok(csv_response(state, Some(id), days))
}

fn number_of_days(parameters: &Parameters) -> Result<i64, Problem> {
    parameters.number(DAYS.name, DEFAULT_DAYS, MAX_DAYS).map(i64::from)
}

/// The id of a client of this platform.
fn known_client(state: &AppState, id: &str) -> Result<Uuid, Problem> {
    let known = path_id(id, "client")?;
    let exists = state.platform.clients().contains_key(&known);
    exists.then_some(known).ok_or_else(|| not_found(id, "client"))
}

/// The counters of some days as CSV. Each day is read when the one before has been sent, so that memory is constant.
fn csv_response(state: Arc<AppState>, client: Option<Uuid>, days: i64) -> Response {
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

fn csv_of_day(state: &AppState, rows: &[ExportedRow]) -> Bytes {
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
