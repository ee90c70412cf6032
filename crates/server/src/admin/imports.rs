//! `/admin/api/imports`: past and running imports, and the upload of files.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, FromRequest as _, Multipart, Request, State};
use folkmoot_administration::audit::{Action, Subject};
use folkmoot_import::recorded::RecordedImport;
use folkmoot_store::StoreError;
use folkmoot_store::imports::{ImportSource, ImportState, StoredImport};
use http::StatusCode;
use serde_json::{Value, json};

use super::administrator::{Administrator, AdministratorWrite};
use super::import_fields::{import_json, import_schema};
use super::json::Json;
use super::operation::{Content, Operation, Parameter, RequiredRole};
use super::paging::{PAGE_NUMBER, PAGE_SIZE, Page};
use super::parameters::{Parameters, not_found, path_id};
use super::routes::AdminRoutes;
use super::schema;
use crate::disk_space::{self, declared_length};
use crate::imports::{self, Upload};
use crate::path_id::PathId;
use crate::problem::Problem;
use crate::problem_table::{
    BODY_TOO_LARGE, EDIT_CONFLICT, IMPORT_RUNNING, INVALID_CSRF_TOKEN, INVALID_PARAMETER_VALUE,
    INVALID_PARAMETER_VALUE_ENUM, INVALID_PARAMETERS, MALFORMED_BODY, RECORD_NOT_FOUND, UNKNOWN_PARAMETER,
    UNSUPPORTED_MEDIA_TYPE,
};
use crate::short_writes::after_short_writes;
use crate::state::AppState;

const TAG: &str = "Data";
/// When to retry the cancellation of an import of another program that holds the lock of an embedded database.
const WRITING_RETRY_SECONDS: u64 = 10;

const DRY_RUN: Parameter = Parameter {
    name: "dry_run",
    doc: "`true` checks the files and changes nothing, `false` imports them. Required.",
    schema: || schema::words(["true", "false"]),
};

static LIST: Operation = Operation {
    method: "GET",
    path: "/imports",
    id: "listImports",
    tag: TAG,
    summary: "List imports, newest first",
    role: RequiredRole::Any,
    parameters: &[PAGE_NUMBER, PAGE_SIZE],
    body: None,
    status: 200,
    content: Content::Json(|| schema::page("imports", &schema::reference("Import"))),
    errors: &[&INVALID_PARAMETER_VALUE, &UNKNOWN_PARAMETER],
    audit_action: None,
};

static READ: Operation = Operation {
    method: "GET",
    path: "/imports/{id}",
    id: "getImport",
    tag: TAG,
    summary: "Get an import with its progress or its report",
    role: RequiredRole::Any,
    parameters: &[],
    body: None,
    status: 200,
    content: Content::Json(one_schema),
    errors: &[&UNKNOWN_PARAMETER, &RECORD_NOT_FOUND],
    audit_action: None,
};

static CREATE: Operation = Operation {
    method: "POST",
    path: "/imports",
    id: "createImport",
    tag: TAG,
    summary: "Upload files and import them",
    role: RequiredRole::Administrator,
    parameters: &[DRY_RUN],
    body: Some(files_schema),
    status: 202,
    content: Content::Json(one_schema),
    errors: &[
        &INVALID_PARAMETER_VALUE_ENUM,
        &INVALID_PARAMETER_VALUE,
        &UNKNOWN_PARAMETER,
        &MALFORMED_BODY,
        &INVALID_CSRF_TOKEN,
        &IMPORT_RUNNING,
        &EDIT_CONFLICT,
        &BODY_TOO_LARGE,
        &UNSUPPORTED_MEDIA_TYPE,
        &INVALID_PARAMETERS,
    ],
    audit_action: Some("imports.create"),
};

static CANCEL: Operation = Operation {
    method: "POST",
    path: "/imports/{id}/cancel",
    id: "cancelImport",
    tag: TAG,
    summary: "Cancel a running import",
    role: RequiredRole::Administrator,
    parameters: &[],
    body: None,
    status: 202,
    content: Content::Json(one_schema),
    errors: &[&INVALID_CSRF_TOKEN, &RECORD_NOT_FOUND, &EDIT_CONFLICT],
    audit_action: Some("imports.cancel"),
};

/// The endpoints.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default()
        .route(&LIST, list)
        .route(&READ, read)
        .route(&CREATE, create)
        .route(&CANCEL, cancel)
        .schema("Import", import_schema)
}

fn one_schema() -> Value {
    schema::object([("import", schema::reference("Import"))])
}

fn files_schema() -> Value {
    let file = json!({ "type": "string", "format": "binary" });
    let doc = "Files with names such as `platform.json`, `ideas.ndjson` and `comments.ndjson.gz`.";
    let mut body = schema::body(&["files"], [("files", schema::described(schema::list(&file), doc))]);
    body["contentMediaType"] = json!("multipart/form-data");
    body
}

async fn list(
    _: Administrator,
    State(state): State<Arc<AppState>>,
    parameters: Parameters,
) -> Result<Json, Problem> {
    let page = Page::read(&parameters)?;
    let read =
        move |store: &folkmoot_store::Store| store.imports().page(page.offset().into(), page.limit().into());
    let (total, imports) = state.store.run_administration(read).await?;
    let imports: Value = imports.iter().map(|import| import_json(import, &state.imports)).collect();
    let meta = page.meta(u64::try_from(total).unwrap_or_default());
    Ok(Json(json!({ "imports": imports, "meta": meta })))
}

async fn read(
    _: Administrator,
    State(state): State<Arc<AppState>>,
    PathId(text): PathId,
    _: Parameters,
) -> Result<Json, Problem> {
    let id = path_id(&text, "import")?;
    let import = state.store.run_administration(move |store| store.imports().find(id)).await?;
    Ok(one(&import.ok_or_else(|| not_found(&text, "import"))?, &state))
}

fn one(import: &StoredImport, state: &AppState) -> Json {
    Json(json!({ "import": import_json(import, &state.imports) }))
}

async fn create(
    administrator: AdministratorWrite,
    State(state): State<Arc<AppState>>,
    parameters: Parameters,
    mut request: Request,
) -> Result<(StatusCode, Json), Problem> {
    let dry_run = parameters.word(DRY_RUN.name, &[("true", true), ("false", false)])?;
    let dry_run = dry_run.ok_or_else(|| Problem::not_one_of(DRY_RUN.name, "", ["true", "false"]))?;
    disk_space::check(&state, declared_length(request.headers()).unwrap_or(0)).await?;
    // The setting limits the files instead.
    DefaultBodyLimit::disable().apply(&mut request);
    let files = Multipart::from_request(request, &()).await.map_err(|_| {
        let detail = "The Content-Type header must be multipart/form-data with a boundary.";
        Problem::new(&UNSUPPORTED_MEDIA_TYPE, detail)
    })?;
    let actor = administrator.actor();
    let recorded = RecordedImport::new(ImportSource::Console, actor, dry_run, Vec::new(), (state.clock)());
    let recorded = begin(&state, recorded).await?;
    let mut upload = Upload::begin(&state, recorded).await?;
    let uploaded = match upload.receive(files).await {
        Ok(()) => upload.finish().await?,
        Err(problem) => {
            upload.cancel().await;
            return Err(problem);
        }
    };
    let response = one(&uploaded.recorded.import, &state);
    imports::start(&state, uploaded).map_err(Problem::unavailable)?;
    Ok((StatusCode::ACCEPTED, response))
}

/// Cancels an import. The server that runs it notices within two seconds.
async fn cancel(
    administrator: AdministratorWrite,
    State(state): State<Arc<AppState>>,
    PathId(text): PathId,
) -> Result<(StatusCode, Json), Problem> {
    let id = path_id(&text, "import")?;
    let import = state.store.run_administration(move |store| store.imports().find(id)).await?;
    let import = import.ok_or_else(|| not_found(&text, "import"))?;
    if import.state != ImportState::Running {
        return Err(ended());
    }
    // Before the database is written, whose lock the import may hold.
    state.imports.cancel(id);
    let (actor, now) = (administrator.actor(), (state.clock)());
    let request = || {
        let actor = actor.clone();
        state.store.run_administration(move |store| {
            store.imports().request_cancellation(id, |transaction| {
                let subject = Subject { kind: "import".to_owned(), id: id.to_string(), name: None };
                let action = Action { actor: &actor, name: "imports.cancel", at: now };
                action.append(transaction, Some(subject), Vec::new())
            })
        })
    };
    match after_short_writes(request).await {
        Ok(true) => Ok((StatusCode::ACCEPTED, one(&import, &state))),
        Ok(false) => Err(ended()),
        Err(StoreError::Busy) => {
            Err(Problem::busy("The import is writing its records.", WRITING_RETRY_SECONDS))
        }
        Err(error) => Err(error.into()),
    }
}

fn ended() -> Problem {
    Problem::new(
        &EDIT_CONFLICT,
        "The import is not running any more. GET /admin/api/imports/{id} shows how it ended.",
    )
}

/// Records that an import begins. Fails if another one is running.
async fn begin(state: &Arc<AppState>, recorded: RecordedImport) -> Result<RecordedImport, Problem> {
    let recorded = Arc::new(recorded);
    let reserve = || {
        let import = Arc::clone(&recorded);
        state.store.run_administration(move |store| import.reserve(store))
    };
    match after_short_writes(reserve).await {
        Ok(true) => Arc::into_inner(recorded).ok_or_else(|| Problem::internal("shared import")),
        Ok(false) | Err(StoreError::Busy) => Err(running()),
        Err(error) => Err(error.into()),
    }
}

fn running() -> Problem {
    let detail = "Another import is running. Wait for its end, which GET /admin/api/imports shows.";
    Problem::new(&IMPORT_RUNNING, detail)
}
