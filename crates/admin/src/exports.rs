//! `/admin/api/exports`: stored exports.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use folkmoot_administration::audit::{Action, Change};
use folkmoot_administration::json::{UtcTimestamp, Word, Words};
use folkmoot_api::exports::stored_file;
use folkmoot_api::files::download::{ContentRequest, content};
use folkmoot_api::path_id::PathId;
use folkmoot_api::problem::Problem;
use folkmoot_api::problem_table::{EDIT_CONFLICT, EXPORT_RUNNING, RANGE_NOT_SATISFIABLE};
use folkmoot_database::executor::Executor;
use folkmoot_export::Format;
use folkmoot_files::zip_stream::zip_stream;
use folkmoot_jobs::exports::{self, ExportJob, ExportRunner, Started};
use folkmoot_model::access::AccessLevel;
use folkmoot_store::clients::{Client, ClientStatus};
use folkmoot_store::exports::{ExportState, StoredExport, StoredFile};
use folkmoot_store::files::Download;
use folkmoot_store::usage::{date_of, day_of};
use folkmoot_store::{Store, StoreError};
use http::{HeaderMap, Method, StatusCode, header};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::administrator::{Administrator, AdministratorWrite};
use super::body::Members;
use super::endpoint::{AdminEndpoint, RequiredRole};
use super::json::Json;
use super::paging::{Meta, PAGE_NUMBER, PAGE_SIZE, Page};
use super::parameters::{Parameters, not_found, path_id};
use super::routes::AdminRoutes;
use super::state::AdminState;

const TAG: &str = "Data";
/// The media type of downloaded files of all formats.
const BINARY: &str = "application/octet-stream";
/// How long a downloaded file may be cached.
const NOT_CACHED: i64 = 0;
/// When a request to start an export is retried that an import refused.
const RETRY_SECONDS: u64 = 10;

static LIST: AdminEndpoint =
    AdminEndpoint::get("/exports", "listExports", TAG, "List stored exports, newest first")
        .parameters(&[PAGE_NUMBER, PAGE_SIZE])
        .returns::<ExportPage>(200);

static CREATE: AdminEndpoint =
    AdminEndpoint::change("POST", "/exports", "createExport", TAG, "Start an export", "exports.create")
        .accepts::<NewExport>()
        .returns::<OneExport>(202)
        .errors(&[&EXPORT_RUNNING, &EDIT_CONFLICT]);

static DELETE: AdminEndpoint = AdminEndpoint::change(
    "DELETE",
    "/exports/{id}",
    "deleteExport",
    TAG,
    "Delete an export and its files",
    "exports.delete",
)
.returns_nothing();

static DOWNLOAD: AdminEndpoint = AdminEndpoint {
    audit_action: Some("exports.download"),
    ..AdminEndpoint::get("/export-files/{id}", "downloadExportFile", TAG, "Download a file of an export")
}
.role(RequiredRole::Administrator)
.returns_file(BINARY)
.errors(&[&RANGE_NOT_SATISFIABLE]);

static DOWNLOAD_ALL: AdminEndpoint = AdminEndpoint {
    audit_action: Some("exports.download"),
    ..AdminEndpoint::get(
        "/exports/{id}/archive",
        "downloadExportArchive",
        TAG,
        "Download all files of an export as a zip archive",
    )
}
.role(RequiredRole::Administrator)
.returns_file("application/zip");

#[derive(Serialize, JsonSchema)]
struct ExportPage {
    exports: Vec<ExportJson>,
    meta: Meta,
}

#[derive(Serialize, JsonSchema)]
struct OneExport {
    export: ExportJson,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Export")]
struct ExportJson {
    id: Uuid,
    #[schemars(extend("enum" = ["running", "succeeded", "failed"]))]
    state: &'static str,
    access: Word<AccessLevel>,
    /// The client that it belongs to, at the level `pseudonymous`.
    client_id: Option<Uuid>,
    resources: Vec<&'static str>,
    #[schemars(with = "Vec<Word<ExportFormat>>")]
    formats: Vec<String>,
    is_scheduled: bool,
    actor_name: String,
    started_at: UtcTimestamp,
    finished_at: Option<UtcTimestamp>,
    /// Why the export failed.
    reason: Option<String>,
    files: Vec<ExportFile>,
}

/// A file of an export. The files that describe the export have neither a resource nor a format.
#[derive(Serialize, JsonSchema)]
struct ExportFile {
    id: Uuid,
    name: String,
    resource: Option<String>,
    #[schemars(with = "Option<Word<ExportFormat>>")]
    format: Option<String>,
    rows: i64,
    /// The size in bytes.
    size: i64,
    sha256: String,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(extend("required" = ["access", "formats"]))]
struct NewExport {
    #[schemars(with = "Word<AccessLevel>")]
    access: String,
    /// The client that the export belongs to. Required at the level `pseudonymous`, and not possible at others.
    #[schemars(with = "Option<Uuid>")]
    client_id: Option<Value>,
    #[schemars(with = "Vec<Word<ExportFormat>>")]
    formats: Option<Value>,
}

#[derive(Clone, Copy)]
struct ExportFormat(Format);

impl Words for ExportFormat {
    const SCHEMA: &'static str = "ExportFormat";

    fn all() -> impl Iterator<Item = Self> {
        Format::ALL.into_iter().map(Self)
    }

    fn name(self) -> &'static str {
        self.0.name()
    }
}

/// The endpoints.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default()
        .route(&LIST, list)
        .route(&CREATE, create)
        .route(&DELETE, delete)
        .route(&DOWNLOAD, download)
        .route(&DOWNLOAD_ALL, download_all)
}

impl From<StoredExport> for ExportJson {
    fn from(export: StoredExport) -> Self {
        let file = |file: StoredFile| ExportFile {
            id: file.blob,
            name: file.name,
            resource: file.resource,
            format: file.format,
            rows: file.rows,
            size: file.size,
            sha256: file.sha256,
        };
        Self {
            id: export.id,
            state: export.state.name(),
            access: Word(export.access),
            client_id: export.client,
            resources: export.resources,
            formats: export.formats,
            is_scheduled: export.schedule.is_some(),
            actor_name: export.actor_name,
            started_at: UtcTimestamp(export.started_at),
            finished_at: export.finished_at.map(UtcTimestamp),
            reason: export.reason,
            files: export.files.into_iter().map(file).collect(),
        }
    }
}

async fn list(
    _: Administrator,
    State(state): State<Arc<AdminState>>,
    parameters: Parameters,
) -> Result<Json<ExportPage>, Problem> {
    let page = Page::read(&parameters)?;
    let exports = state.store.run_administration(|store: &Store| store.exports().all()).await?;
    let meta = page.meta(exports.len() as u64);
    let exports = page.of(exports).into_iter().map(ExportJson::from).collect();
    Ok(Json(ExportPage { exports, meta }))
}

async fn create(
    administrator: AdministratorWrite,
    State(state): State<Arc<AdminState>>,
    State(runner): State<Arc<ExportRunner>>,
    members: Members,
) -> Result<(StatusCode, Json<OneExport>), Problem> {
    let job = job(members.read()?, &state)?;
    if state.platform.platform().is_none() {
        return Err(Problem::new(&EDIT_CONFLICT, "The database contains no platform. Import one first."));
    }
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
    let begun = exports::start(&runner, job, Some(started)).await.map_err(|error| match error {
        StoreError::Busy => Problem::busy("An import is writing to the database.", RETRY_SECONDS),
        other => other.into(),
    })?;
    let export = begun.ok_or_else(running)?;
    Ok((StatusCode::ACCEPTED, Json(OneExport { export: ExportJson::from(export) })))
}

/// The requested export.
fn job(order: NewExport, state: &AdminState) -> Result<ExportJob, Problem> {
    let expected = "must be one of: full, pseudonymous, anonymous, public";
    let access =
        AccessLevel::parse(&order.access).ok_or_else(|| Problem::invalid_member("access", expected))?;
    let client = match order.client_id {
        None | Some(Value::Null) => None,
        Some(value) => Some(client(&value, access, state)?),
    };
    if access == AccessLevel::Pseudonymous && client.is_none() {
        return Err(Problem::invalid_member("client_id", "is required at the level pseudonymous"));
    }
    let expected = "must be a list of: parquet, csv, ndjson, sqlite";
    let invalid = || Problem::invalid_member("formats", expected);
    let formats = order.formats.ok_or_else(invalid)?;
    let formats = formats.as_array().filter(|formats| !formats.is_empty()).ok_or_else(invalid)?;
    let format = |value: &Value| value.as_str().and_then(Format::parse).ok_or_else(invalid);
    let formats = formats.iter().map(format).collect::<Result<_, _>>()?;
    Ok(ExportJob { access, client, formats, schedule: None })
}

/// The active client of the level `pseudonymous` that an export belongs to.
fn client(value: &Value, access: AccessLevel, state: &AdminState) -> Result<Client, Problem> {
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
    State(state): State<Arc<AdminState>>,
    State(runner): State<Arc<ExportRunner>>,
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
    runner.local.cancel(id);
    if let Err(error) = runner.files.collect_garbage().await {
        tracing::warn!(%error, "failed to delete files of exports; will retry");
    }
    Ok(StatusCode::NO_CONTENT)
}

async fn download(
    administrator: AdministratorWrite,
    State(state): State<Arc<AdminState>>,
    State(runner): State<Arc<ExportRunner>>,
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
        record_download(
            store,
            &Action { actor: &actor, name: "exports.download", at: now },
            export,
            &file.name,
        )?;
        Ok::<_, StoreError>(Some(stored_file(file)))
    };
    let found = state.store.run_administration(find).await?;
    let mut file = found.ok_or_else(|| not_found(&text, "file"))?;
    BINARY.clone_into(&mut file.blob.mime_type);
    let request = ContentRequest { blobs: runner.files.blobs(), method: &method, headers: &headers };
    content(&request, &file, NOT_CACHED).await
}

async fn download_all(
    administrator: AdministratorWrite,
    State(state): State<Arc<AdminState>>,
    State(runner): State<Arc<ExportRunner>>,
    PathId(text): PathId,
) -> Result<Response, Problem> {
    let id = path_id(&text, "export")?;
    let (actor, now) = (administrator.actor(), (state.clock)());
    let find = move |store: &Store| {
        let mut all = store.exports().all()?.into_iter();
        let found = all.find(|export| export.id == id && export.state == ExportState::Succeeded);
        let Some(export) = found else { return Ok(None) };
        let day = date_of(day_of(export.started_at));
        let name = format!("export-{day}-{}.zip", export.access.name());
        record_download(store, &Action { actor: &actor, name: "exports.download", at: now }, id, &name)?;
        Ok::<_, StoreError>(Some((name, export.files.iter().map(stored_file).collect())))
    };
    let found = state.store.run_administration(find).await?;
    let (name, files): (String, Vec<Download>) = found.ok_or_else(|| not_found(&text, "export"))?;
    let headers = [
        (header::CONTENT_TYPE, "application/zip".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    let archive = zip_stream(runner.files.blobs().clone(), files);
    Ok((headers, Body::from_stream(archive)).into_response())
}

/// Appends the download of a file of an export to the audit log.
fn record_download(store: &Store, action: &Action<'_>, export: Uuid, file: &str) -> Result<(), StoreError> {
    let change = Change { field: "file".to_owned(), from: Value::Null, to: file.into() };
    store.transact(|transaction: &dyn Executor| {
        action.append(transaction, Some(exports::subject(export)), vec![change.clone()])
    })
}
