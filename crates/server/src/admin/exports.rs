//! `/admin/api/exports`: stored exports.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use folkmoot_administration::audit::{Action, Change};
use folkmoot_export::Format;
use folkmoot_model::access::AccessLevel;
use folkmoot_model::timestamp::timestamp;
use folkmoot_store::clients::{Client, ClientStatus};
use folkmoot_store::executor::Executor;
use folkmoot_store::exports::{ExportState, StoredExport, StoredFile};
use folkmoot_store::{Store, StoreError};
use http::{HeaderMap, Method, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use super::administrator::{Administrator, AdministratorWrite};
use super::body::Members;
use super::json::Json;
use super::operation::{Content, Operation, RequiredRole};
use super::paging::{PAGE_NUMBER, PAGE_SIZE, Page};
use super::parameters::{Parameters, not_found, path_id};
use super::routes::AdminRoutes;
use super::schema;
use crate::exports::{self, ExportJob, Started};
use crate::files::download::{Exchange, content};
use crate::path_id::PathId;
use crate::problem::Problem;
use crate::problem_table::{
    BODY_TOO_LARGE, EXPORT_RUNNING, INVALID_CSRF_TOKEN, INVALID_PARAMETER_VALUE, INVALID_PARAMETERS,
    MALFORMED_BODY, RANGE_NOT_SATISFIABLE, RECORD_NOT_FOUND, UNKNOWN_PARAMETER, UNSUPPORTED_MEDIA_TYPE,
};
use crate::state::AppState;

const TAG: &str = "Data";
/// The media type of downloaded files of all formats.
const BINARY: &str = "application/octet-stream";
/// How long a downloaded file may be cached.
const NOT_CACHED: i64 = 0;
/// When a request to start an export is retried that an import refused.
const RETRY_SECONDS: u64 = 10;

static LIST: Operation = Operation {
    method: "GET",
    path: "/exports",
    id: "listExports",
    tag: TAG,
    summary: "List stored exports, newest first",
    role: RequiredRole::Any,
    parameters: &[PAGE_NUMBER, PAGE_SIZE],
    body: None,
    status: 200,
    content: Content::Json(|| schema::page("exports", &schema::reference("Export"))),
    errors: &[&INVALID_PARAMETER_VALUE, &UNKNOWN_PARAMETER],
    audit_action: None,
};

static CREATE: Operation = Operation {
    method: "POST",
    path: "/exports",
    id: "createExport",
    tag: TAG,
    summary: "Start an export",
    role: RequiredRole::Administrator,
    parameters: &[],
    body: Some(order_schema),
    status: 202,
    content: Content::Json(|| schema::object([("export", schema::reference("Export"))])),
    errors: &[
        &MALFORMED_BODY,
        &INVALID_CSRF_TOKEN,
        &EXPORT_RUNNING,
        &BODY_TOO_LARGE,
        &UNSUPPORTED_MEDIA_TYPE,
        &INVALID_PARAMETERS,
    ],
    audit_action: Some("exports.create"),
};

static DELETE: Operation = Operation {
    method: "DELETE",
    path: "/exports/{id}",
    id: "deleteExport",
    tag: TAG,
    summary: "Delete an export and its files",
    role: RequiredRole::Administrator,
    parameters: &[],
    body: None,
    status: 204,
    content: Content::Empty,
    errors: &[&INVALID_CSRF_TOKEN, &RECORD_NOT_FOUND],
    audit_action: Some("exports.delete"),
};

static DOWNLOAD: Operation = Operation {
    method: "GET",
    path: "/export-files/{id}",
    id: "downloadExportFile",
    tag: TAG,
    summary: "Download a file of an export",
    role: RequiredRole::Administrator,
    parameters: &[],
    body: None,
    status: 200,
    content: Content::Other(BINARY),
    errors: &[&RECORD_NOT_FOUND, &RANGE_NOT_SATISFIABLE],
    audit_action: Some("exports.download"),
};

/// The endpoints.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default()
        .route(&LIST, list)
        .route(&CREATE, create)
        .route(&DELETE, delete)
        .route(&DOWNLOAD, download)
        .schema("Export", export_schema)
}

fn order_schema() -> Value {
    let levels = schema::words(AccessLevel::ALL.map(AccessLevel::name));
    let client = "The client that the export belongs to. Required at the level `pseudonymous`, and not possible at others.";
    let formats = schema::list(&schema::words(Format::ALL.map(Format::name)));
    schema::body(
        &["access", "formats"],
        [
            ("access", levels),
            ("client_id", schema::described(schema::nullable(&schema::id()), client)),
            ("formats", formats),
        ],
    )
}

fn export_schema() -> Value {
    let file = schema::object([
        ("id", schema::id()),
        ("name", schema::text()),
        ("resource", schema::nullable(&schema::text())),
        ("format", schema::nullable(&schema::text())),
        ("rows", schema::count()),
        ("size", schema::described(schema::count(), "The size in bytes.")),
        ("sha256", schema::text()),
    ]);
    schema::object([
        ("id", schema::id()),
        ("state", schema::words(["running", "succeeded", "failed"])),
        ("access", schema::words(AccessLevel::ALL.map(AccessLevel::name))),
        ("client_id", schema::nullable(&schema::id())),
        ("resources", schema::list(&schema::text())),
        ("formats", schema::list(&schema::text())),
        ("is_scheduled", schema::flag()),
        ("actor_name", schema::text()),
        ("started_at", schema::timestamp()),
        ("finished_at", schema::nullable(&schema::timestamp())),
        ("reason", schema::described(schema::nullable(&schema::text()), "Why the export failed.")),
        ("files", schema::list(&file)),
    ])
}

fn export_json(export: &StoredExport) -> Value {
    let file = |file: &StoredFile| {
        json!({
            "id": file.blob,
            "name": file.name,
            "resource": file.resource,
            "format": file.format,
            "rows": file.rows,
            "size": file.size,
            "sha256": file.sha256,
        })
    };
    json!({
        "id": export.id,
        "state": export.state.name(),
        "access": export.access.name(),
        "client_id": export.client,
        "resources": export.resources,
        "formats": export.formats,
        "is_scheduled": export.schedule.is_some(),
        "actor_name": export.actor_name,
        "started_at": timestamp(export.started_at),
        "finished_at": export.finished_at.map(timestamp),
        "reason": export.reason,
        "files": export.files.iter().map(file).collect::<Value>(),
    })
}

async fn list(
    _: Administrator,
    State(state): State<Arc<AppState>>,
    parameters: Parameters,
) -> Result<Json, Problem> {
    let page = Page::read(&parameters)?;
    let exports = state.store.run_administration(|store: &Store| store.exports().all()).await?;
    let shown: Value = page.of(&exports).iter().map(export_json).collect();
    Ok(Json(json!({ "exports": shown, "meta": page.meta(exports.len() as u64) })))
}

async fn create(
    administrator: AdministratorWrite,
    State(state): State<Arc<AppState>>,
    mut members: Members,
) -> Result<(StatusCode, Json), Problem> {
    let job = job(&mut members, &state)?;
    members.finish()?;
    let change = |field: &str, to: Value| Change { field: field.to_owned(), from: Value::Null, to };
    let formats: Vec<&str> = job.formats.iter().map(|format| format.name()).collect();
    let mut changes =
        vec![change("access", job.access.name().into()), change("formats", formats.join(",").into())];
    changes.extend(job.client.as_ref().map(|client| change("client_id", client.id.to_string().into())));
    let running = || {
        let detail = "Another export is running. Wait for its end, which GET /admin/api/exports shows.";
        Problem::new(&EXPORT_RUNNING, detail)
    };
    let started = Started { actor: administrator.actor(), changes };
    let begun = exports::start(&state, job, Some(started)).await.map_err(|error| match error {
        StoreError::Busy => Problem::busy("An import is writing to the database.", RETRY_SECONDS),
        other => other.into(),
    })?;
    let export = begun.ok_or_else(running)?;
    Ok((StatusCode::ACCEPTED, Json(json!({ "export": export_json(&export) }))))
}

/// The requested export.
fn job(members: &mut Members, state: &AppState) -> Result<ExportJob, Problem> {
    let access = members.required_text("access")?;
    let expected = "must be one of: full, pseudonymous, anonymous, public";
    let access = AccessLevel::parse(&access).ok_or_else(|| Problem::invalid_member("access", expected))?;
    let client = match members.take("client_id") {
        None | Some(Value::Null) => None,
        Some(value) => Some(client(&value, access, state)?),
    };
    if access == AccessLevel::Pseudonymous && client.is_none() {
        return Err(Problem::invalid_member("client_id", "is required at the level pseudonymous"));
    }
    let expected = "must be a list of: parquet, csv, ndjson, sqlite";
    let invalid = || Problem::invalid_member("formats", expected);
    let formats = members.take("formats").ok_or_else(invalid)?;
    let formats = formats.as_array().filter(|formats| !formats.is_empty()).ok_or_else(invalid)?;
    let format = |value: &Value| value.as_str().and_then(Format::parse).ok_or_else(invalid);
    let formats = formats.iter().map(format).collect::<Result<_, _>>()?;
    Ok(ExportJob { access, client, formats, schedule: None })
}

/// The active client of the level `pseudonymous` that an export belongs to.
fn client(value: &Value, access: AccessLevel, state: &AppState) -> Result<Client, Problem> {
    let id = value.as_str().and_then(|id| Uuid::try_parse(id).ok());
    let clients = state.platform.clients();
    let now = (state.clock)().as_millisecond();
    let is_possible = |client: &&Client| {
        access == AccessLevel::Pseudonymous
            && client.access == access
            && client.status(now) == ClientStatus::Active
    };
    let found = id.and_then(|id| clients.get(&id)).filter(is_possible);
    let expected =
        "must be the id of an active client of the level pseudonymous, for an export at this level";
    found.cloned().ok_or_else(|| Problem::invalid_member("client_id", expected))
}

async fn delete(
    administrator: AdministratorWrite,
    State(state): State<Arc<AppState>>,
    PathId(text): PathId,
) -> Result<StatusCode, Problem> {
    let id = path_id(&text, "export")?;
    let (actor, now) = (administrator.actor(), (state.clock)());
    let delete = move |store: &Store| {
        store.exports().delete(id, |transaction: &dyn Executor| {
            let action = Action { actor: &actor, name: "exports.delete", at: now };
            action.append(transaction, Some(exports::subject(id)), Vec::new())
        })
    };
    if !state.store.run_administration(delete).await? {
        return Err(not_found(&text, "export"));
    }
    state.exports.cancel(id);
    if let Err(error) = state.export_files.collect_garbage().await {
        tracing::warn!(%error, "failed to delete files of exports; will retry");
    }
    Ok(StatusCode::NO_CONTENT)
}

async fn download(
    administrator: AdministratorWrite,
    State(state): State<Arc<AppState>>,
    PathId(text): PathId,
    method: Method,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let id = path_id(&text, "file")?;
    let (actor, now) = (administrator.actor(), (state.clock)());
    let find = move |store: &Store| {
        let all = store.exports().all()?;
        let succeeded = all.iter().filter(|export| export.state == ExportState::Succeeded);
        let mut files = succeeded.flat_map(|export| export.files.iter().map(move |file| (export.id, file)));
        let Some((export, file)) = files.find(|(_, file)| file.blob == id) else { return Ok(None) };
        let change = Change { field: "file".to_owned(), from: Value::Null, to: file.name.clone().into() };
        let action = Action { actor: &actor, name: "exports.download", at: now };
        store.transact(|transaction: &dyn Executor| {
            action.append(transaction, Some(exports::subject(export)), vec![change.clone()])
        })?;
        Ok::<_, StoreError>(Some(exports::stored_file(file)))
    };
    let found = state.store.run_administration(find).await?;
    let mut file = found.ok_or_else(|| not_found(&text, "file"))?;
    BINARY.clone_into(&mut file.blob.mime_type);
    let exchange = Exchange { blobs: state.export_files.blobs(), method: &method, headers: &headers };
    content(&exchange, &file, NOT_CACHED).await
}
