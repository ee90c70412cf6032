//! `/admin/api/audit`: the audit log.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use folkmoot_administration::audit::{Entry, Filter};
use folkmoot_administration::json as administration_json;
use folkmoot_model::timestamp::timestamp;
use folkmoot_store::{Store, StoreError};
use http::header;
use serde_json::{Value, json};

use super::administrator::Administrator;
use super::csv;
use super::json::Json;
use super::operation::{Content, Operation, Parameter, RequiredRole};
use super::paging::{PAGE_NUMBER, PAGE_SIZE, Page};
use super::parameters::Parameters;
use super::routes::AdminRoutes;
use super::schema;
use crate::problem::Problem;
use crate::problem_table::{INVALID_PARAMETER_VALUE, UNKNOWN_PARAMETER};
use crate::state::AppState;

/// Maximum number of entries in one CSV file.
const MAX_CSV_ENTRIES: i64 = 100_000;

const ACTOR: Parameter = Parameter { name: "actor", doc: "Id or name of the actor.", schema: schema::text };
const ACTION: Parameter =
    Parameter { name: "action", doc: "Action, such as `clients.create`.", schema: schema::text };
const SUBJECT_ID: Parameter =
    Parameter { name: "subject_id", doc: "Id of the subject.", schema: schema::text };
const FROM: Parameter = Parameter {
    name: "from",
    doc: "First day (UTC), or a timestamp from which on entries are returned.",
    schema: schema::text,
};
const UNTIL: Parameter = Parameter {
    name: "until",
    doc: "Last day (UTC), or a timestamp before which entries are returned.",
    schema: schema::text,
};

static LIST: Operation = Operation {
    method: "GET",
    path: "/audit",
    id: "listAuditEntries",
    tag: "Audit log",
    summary: "List what administrators did, newest first",
    role: RequiredRole::Any,
    parameters: &[ACTOR, ACTION, SUBJECT_ID, FROM, UNTIL, PAGE_NUMBER, PAGE_SIZE],
    body: None,
    status: 200,
    content: Content::Json(|| {
        schema::object([
            ("entries", schema::list(&schema::reference("AuditEntry"))),
            ("meta", schema::reference("Meta")),
            ("actions", schema::list(&schema::text())),
        ])
    }),
    errors: &[&INVALID_PARAMETER_VALUE, &UNKNOWN_PARAMETER],
    audit_action: None,
};

static EXPORT: Operation = Operation {
    method: "GET",
    path: "/audit.csv",
    id: "exportAuditEntries",
    tag: "Audit log",
    summary: "Export what administrators did as CSV",
    role: RequiredRole::Any,
    parameters: &[ACTOR, ACTION, SUBJECT_ID, FROM, UNTIL],
    body: None,
    status: 200,
    content: Content::Other(csv::MEDIA_TYPE),
    errors: &[&INVALID_PARAMETER_VALUE, &UNKNOWN_PARAMETER],
    audit_action: None,
};

/// The endpoints.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default().route(&LIST, list).route(&EXPORT, export).schema("AuditEntry", entry_schema)
}

fn entry_schema() -> Value {
    let actor = schema::object([
        ("kind", schema::words(["admin-key", "openid-connect", "command-line"])),
        ("id", schema::text()),
        ("name", schema::text()),
    ]);
    let subject = schema::object([
        ("kind", schema::text()),
        ("id", schema::text()),
        ("name", schema::nullable(&schema::text())),
    ]);
    let change = schema::object([("field", schema::text()), ("from", schema::any()), ("to", schema::any())]);
    schema::object([
        ("id", schema::id()),
        ("at", schema::timestamp()),
        ("actor", actor),
        ("action", schema::text()),
        ("subject", schema::nullable(&subject)),
        ("changes", schema::list(&change)),
        ("address", schema::nullable(&schema::text())),
    ])
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
    State(state): State<Arc<AppState>>,
    parameters: Parameters,
) -> Result<Json, Problem> {
    let (page, filter) = (Page::read(&parameters)?, filter(&parameters)?);
    let read = move |store: &Store| {
        let log = store.audit_log();
        let (total, entries) = log.page(&filter, page.offset().into(), page.limit().into())?;
        let entries: Value = entries.iter().map(administration_json::audit_entry).collect();
        let meta = page.meta(total.try_into().unwrap_or_default());
        Ok::<_, StoreError>(json!({ "entries": entries, "meta": meta, "actions": log.actions()? }))
    };
    Ok(Json(state.store.run_administration(read).await?))
}

async fn export(
    _: Administrator,
    State(state): State<Arc<AppState>>,
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
        administration_json::changes(&entry.changes).to_string(),
        actor.address.unwrap_or_default(),
    ]
}
