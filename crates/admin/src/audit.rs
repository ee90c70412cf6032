//! `/admin/api/audit`: the audit log.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use folkmoot_administration::audit::{Entry, Filter};
use folkmoot_administration::json::AuditEntry;
use folkmoot_api::problem::Problem;
use folkmoot_model::timestamp::timestamp;
use folkmoot_store::{Store, StoreError};
use http::header;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::administrator::Administrator;
use super::csv;
use super::endpoint::{AdminEndpoint, Parameter};
use super::json::Json;
use super::paging::{Meta, PAGE_NUMBER, PAGE_SIZE, Page};
use super::parameters::Parameters;
use super::routes::AdminRoutes;
use super::state::AdminState;

const TAG: &str = "Audit log";
/// Maximum number of entries in one CSV file.
const MAX_CSV_ENTRIES: i64 = 100_000;

const ACTOR: Parameter = Parameter::new::<String>("actor", "Id or name of the actor.");
const ACTION: Parameter = Parameter::new::<String>("action", "Action, such as `clients.create`.");
const SUBJECT_ID: Parameter = Parameter::new::<String>("subject_id", "Id of the subject.");
const FROM: Parameter =
    Parameter::new::<String>("from", "First day (UTC), or a timestamp from which on entries are returned.");
const UNTIL: Parameter =
    Parameter::new::<String>("until", "Last day (UTC), or a timestamp before which entries are returned.");

static LIST: AdminEndpoint =
    AdminEndpoint::get("/audit", "listAuditEntries", TAG, "List what administrators did, newest first")
        .parameters(&[ACTOR, ACTION, SUBJECT_ID, FROM, UNTIL, PAGE_NUMBER, PAGE_SIZE])
        .returns::<AuditPage>(200);

static EXPORT: AdminEndpoint =
    AdminEndpoint::get("/audit.csv", "exportAuditEntries", TAG, "Export what administrators did as CSV")
        .parameters(&[ACTOR, ACTION, SUBJECT_ID, FROM, UNTIL])
        .returns_file(csv::MEDIA_TYPE);

#[derive(Serialize, JsonSchema)]
struct AuditPage {
    entries: Vec<AuditEntry>,
    meta: Meta,
    /// The actions that the log contains.
    actions: Vec<String>,
}

/// The endpoints.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default().route(&LIST, list).route(&EXPORT, export)
}

fn filter(parameters: &Parameters) -> Result<Filter, Problem> {
    let text = |parameter: &Parameter| parameters.text(parameter.name).map(str::to_owned);
    Ok(Filter {
        actor: text(&ACTOR),
        action: text(&ACTION),
        subject_id: text(&SUBJECT_ID),
        from: parameters.timestamp(FROM.name, 0)?,
        until: parameters.timestamp(UNTIL.name, 1)?,
    })
}

async fn list(
    _: Administrator,
    State(state): State<Arc<AdminState>>,
    parameters: Parameters,
) -> Result<Json<AuditPage>, Problem> {
    let (page, filter) = (Page::read(&parameters)?, filter(&parameters)?);
    let read = move |store: &Store| {
        let log = store.audit_log();
        let (total, entries) = log.page(&filter, page.offset().into(), page.limit().into())?;
        let meta = page.meta(total.try_into().unwrap_or_default());
        let entries = entries.into_iter().map(AuditEntry::from).collect();
        Ok::<_, StoreError>(AuditPage { entries, meta, actions: log.actions()? })
    };
    Ok(Json(state.store.run_administration(read).await?))
}

async fn export(
    _: Administrator,
    State(state): State<Arc<AdminState>>,
    parameters: Parameters,
) -> Result<Response, Problem> {
    let filter = filter(&parameters)?;
    let read = move |store: &Store| store.audit_log().page(&filter, 0, MAX_CSV_ENTRIES);
    let (_, entries) = state.store.run_administration(read).await?;
    let header = [
        "id",
        "at",
        "actor_kind",
        "actor_id",
        "actor_name",
        "action",
        "subject_kind",
        "subject_id",
        "subject_name",
        "changes",
        "address",
    ];
    let body = csv::document(&header, entries.iter().map(row));
    let headers = [
        (header::CONTENT_TYPE, csv::MEDIA_TYPE_WITH_CHARSET),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"audit.csv\""),
    ];
    Ok((headers, body).into_response())
}

fn row(entry: &Entry) -> Vec<String> {
    let subject = entry.subject.clone();
    let (kind, id, name) =
        subject.map_or_else(Default::default, |it| (it.kind, it.id, it.name.unwrap_or_default()));
    let actor = entry.actor.clone();
    vec![
        entry.id.to_string(),
        timestamp(entry.at),
        actor.kind,
        actor.id,
        actor.name,
        entry.action.clone(),
        kind,
        id,
        name,
        json!(entry.changes).to_string(),
        actor.address.unwrap_or_default(),
    ]
}
