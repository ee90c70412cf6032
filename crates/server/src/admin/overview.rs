//! `GET /admin/api/overview`: the state of the platform at a glance.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use folkmoot_model::timestamp::timestamp;
use folkmoot_store::clients::{Client, ClientStatus};
use folkmoot_store::imports::StoredImport;
use folkmoot_store::mirror::MirrorRun;
use folkmoot_store::usage::{Activity, ErrorCount, UsageReport, day_of};
use folkmoot_store::{Store, StoreError};
use serde_json::{Value, json};
use uuid::Uuid;

use super::administrator::Administrator;
use super::client_fields::now;
use super::import_fields::import_json;
use super::json::Json;
use super::operation::{Content, Operation};
use super::parameters::Parameters;
use super::routes::AdminRoutes;
use super::schema;
use super::warnings::{Facts, Warning, warnings};
use crate::problem::Problem;
use crate::state::AppState;
use crate::usage::{last_days, report_json};

/// The number of days of the chart.
const DAYS: i64 = 30;

static READ: Operation = Operation::read(
    "/overview",
    "getOverview",
    "Overview",
    "Get the state of the platform at a glance",
    Content::Json(response_schema),
);

/// The endpoint.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default().route(&READ, read)
}

fn response_schema() -> Value {
    let platform = schema::object([
        ("name", schema::text()),
        ("url", schema::text()),
        ("locales", schema::list(&schema::text())),
    ]);
    let day = schema::object([
        ("date", schema::date()),
        ("requests", schema::count()),
        ("errors", schema::count()),
    ]);
    let error = schema::object([
        ("error_code", schema::nullable(&schema::text())),
        ("status", schema::count()),
        ("requests", schema::count()),
    ]);
    let warning = json!({
        "type": "object",
        "required": ["code", "text"],
        "properties": { "code": schema::text(), "text": schema::text(), "client_id": schema::id() },
        "additionalProperties": false,
    });
    schema::object([
        ("public_api_enabled", schema::flag()),
        ("platform", schema::nullable(&platform)),
        ("clients", schema::object([("active", schema::count()), ("total", schema::count())])),
        ("requests", schema::object([("today", schema::count()), ("days", schema::list(&day))])),
        ("errors", schema::list(&error)),
        ("newest_import", schema::nullable(&schema::reference("Import"))),
        ("mirror", schema::nullable(&mirror_run_schema())),
        ("warnings", schema::list(&warning)),
    ])
}

fn mirror_run_schema() -> Value {
    let reason = schema::object([
        ("resource", schema::text()),
        ("id", schema::nullable(&schema::text())),
        ("field", schema::text()),
        ("reason", schema::text()),
    ]);
    schema::object([
        ("source", schema::text()),
        ("ended_at", schema::timestamp()),
        ("error", schema::nullable(&schema::text())),
        ("left_out", schema::count()),
        ("reasons", schema::list(&reason)),
    ])
}

/// What is read from the database.
struct Read {
    report: UsageReport,
    errors: Vec<ErrorCount>,
    activity: HashMap<Uuid, Activity>,
    newest_import: Option<StoredImport>,
    mirror_run: Option<MirrorRun>,
    is_clock_believed: bool,
}

async fn read(_: Administrator, State(state): State<Arc<AppState>>, _: Parameters) -> Result<Json, Problem> {
    state.store_usage().await;
    let now = now(&state);
    let today = day_of(now);
    let days = last_days(today, DAYS);
    let counted = days.clone();
    let read = move |store: &Store| {
        Ok::<_, StoreError>(Read {
            report: store.usage().of_all(counted)?,
            errors: store.usage().errors(today)?,
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
    let report = report_json(&read.report, days);
    Ok(Json(json!({
        "public_api_enabled": platform.is_some_and(|platform| platform.public_api_enabled),
        "platform": platform.map(|platform| {
            json!({ "name": platform.name, "url": platform.url, "locales": platform.locales })
        }),
        "clients": { "active": active, "total": clients.len() },
        "requests": {
            "today": read.report.days.get(&today).map_or(0, |totals| totals.requests),
            "days": report["days"].as_array().into_iter().flatten().map(chart_day).collect::<Value>(),
        },
        "errors": read.errors.iter().map(error_json).collect::<Value>(),
        "newest_import": read.newest_import.as_ref().map(|import| import_json(import, &state.imports)),
        "mirror": read.mirror_run.as_ref().map(mirror_run_json),
        "warnings": warnings(&facts).iter().map(Warning::json).collect::<Value>(),
    })))
}

fn mirror_run_json(run: &MirrorRun) -> Value {
    let reasons: Value = serde_json::from_str(&run.reasons).unwrap_or_else(|_| json!([]));
    json!({
        "source": run.source,
        "ended_at": timestamp(run.ended_at),
        "error": run.error,
        "left_out": run.left_out,
        "reasons": reasons,
    })
}

fn chart_day(day: &Value) -> Value {
    json!({ "date": day["date"], "requests": day["requests"], "errors": day["errors"] })
}

fn error_json(error: &ErrorCount) -> Value {
    let code = Some(&error.error_code).filter(|code| !code.is_empty());
    json!({ "error_code": code, "status": error.status, "requests": error.requests })
}

/// The clients by name.
fn sorted(clients: &HashMap<Uuid, Client>) -> Vec<&Client> {
    let mut sorted: Vec<&Client> = clients.values().collect();
    sorted.sort_by(|one, other| (&one.name, one.id).cmp(&(&other.name, other.id)));
    sorted
}
