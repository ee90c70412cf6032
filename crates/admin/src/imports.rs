//! `/admin/api/imports`: past and running imports, and the upload of files.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, FromRequest as _, Multipart, Request, State};
use folkmoot_administration::audit::{Action, Subject};
use folkmoot_api::disk_space::{self, declared_length};
use folkmoot_api::path_id::PathId;
use folkmoot_api::problem::Problem;
use folkmoot_api::problem_table::{
    EDIT_CONFLICT, IMPORT_RUNNING, INVALID_PARAMETER_VALUE, INVALID_PARAMETER_VALUE_ENUM, INVALID_PARAMETERS,
    MALFORMED_BODY, UNKNOWN_PARAMETER, UNSUPPORTED_MEDIA_TYPE,
};
use folkmoot_import::Mode;
use folkmoot_import::recorded::RecordedImport;
use folkmoot_jobs::busy_retry::retry_while_busy;
use folkmoot_jobs::imports::{self, ImportRunner};
use folkmoot_store::StoreError;
use folkmoot_store::imports::{ImportSource, ImportState, StoredImport};
use http::StatusCode;
use schemars::{JsonSchema, json_schema};
use serde::Serialize;

use super::administrator::{Administrator, AdministratorWrite};
use super::endpoint::{AdminEndpoint, Content, Parameter};
use super::import_fields::ImportJson;
use super::import_upload::Upload;
use super::json::Json;
use super::paging::{Meta, PAGE_NUMBER, PAGE_SIZE, Page};
use super::parameters::{Parameters, not_found, path_id};
use super::routes::AdminRoutes;
use super::state::AdminState;

const TAG: &str = "Data";
/// When to retry the cancellation of an import of another program that holds the lock of an embedded database.
const WRITING_RETRY_SECONDS: u64 = 10;

const DRY_RUN: Parameter = Parameter {
    name: "dry_run",
    doc: "`true` checks the files and changes nothing, `false` imports them. Required.",
    schema: |_| json_schema!({ "type": "string", "enum": ["true", "false"] }),
};

const REMOVE_LOCALES: Parameter = Parameter {
    name: "remove_locales",
    doc: "`true` removes the locales of the platform that `platform.json` leaves out. With `false`, the default, they are an error.",
    schema: |_| json_schema!({ "type": "string", "enum": ["true", "false"], "default": "false" }),
};

static LIST: AdminEndpoint = AdminEndpoint::get("/imports", "listImports", TAG, "List imports, newest first")
    .parameters(&[PAGE_NUMBER, PAGE_SIZE])
    .returns::<ImportPage>(200);

static READ: AdminEndpoint =
    AdminEndpoint::get("/imports/{id}", "getImport", TAG, "Get an import with its progress or its report")
        .returns::<OneImport>(200);

static CREATE: AdminEndpoint = AdminEndpoint {
    body: Content::Form(|_| {
        json_schema!({
            "type": "object",
            "required": ["files"],
            "properties": {
                "files": {
                    "type": "array",
                    "items": { "type": "string", "format": "binary" },
                    "description": "Files with names such as `platform.json`, `ideas.ndjson` and `comments.ndjson.gz`.",
                },
            },
            "additionalProperties": false,
        })
    }),
    ..AdminEndpoint::change(
        "POST",
        "/imports",
        "createImport",
        TAG,
        "Upload files and import them",
        "imports.create",
    )
}
.parameters(&[DRY_RUN, REMOVE_LOCALES])
.returns::<OneImport>(202)
.errors(&[
    &INVALID_PARAMETER_VALUE_ENUM,
    &INVALID_PARAMETER_VALUE,
    &UNKNOWN_PARAMETER,
    &MALFORMED_BODY,
    &IMPORT_RUNNING,
    &EDIT_CONFLICT,
    &UNSUPPORTED_MEDIA_TYPE,
    &INVALID_PARAMETERS,
]);

static CANCEL: AdminEndpoint = AdminEndpoint::change(
    "POST",
    "/imports/{id}/cancel",
    "cancelImport",
    TAG,
    "Cancel a running import",
    "imports.cancel",
)
.returns::<OneImport>(202)
.errors(&[&EDIT_CONFLICT]);

#[derive(Serialize, JsonSchema)]
struct ImportPage {
    imports: Vec<ImportJson>,
    meta: Meta,
}

#[derive(Serialize, JsonSchema)]
struct OneImport {
    import: ImportJson,
}

/// The endpoints.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default().route(&LIST, list).route(&READ, read).route(&CREATE, create).route(&CANCEL, cancel)
}

async fn list(
    _: Administrator,
    State(state): State<Arc<ImportRunner>>,
    parameters: Parameters,
) -> Result<Json<ImportPage>, Problem> {
    let page = Page::read(&parameters)?;
    let read =
        move |store: &folkmoot_store::Store| store.imports().page(page.offset().into(), page.limit().into());
    let (total, imports) = state.store.run_administration(read).await?;
    let imports = imports.into_iter().map(|import| ImportJson::new(import, &state.current)).collect();
    let meta = page.meta(u64::try_from(total).unwrap_or_default());
    Ok(Json(ImportPage { imports, meta }))
}

async fn read(
    _: Administrator,
    State(state): State<Arc<ImportRunner>>,
    PathId(text): PathId,
    _: Parameters,
) -> Result<Json<OneImport>, Problem> {
    let id = path_id(&text, "import")?;
    let import = state.store.run_administration(move |store| store.imports().find(id)).await?;
    Ok(one(import.ok_or_else(|| not_found(&text, "import"))?, &state))
}

fn one(import: StoredImport, state: &ImportRunner) -> Json<OneImport> {
    Json(OneImport { import: ImportJson::new(import, &state.current) })
}

async fn create(
    administrator: AdministratorWrite,
    State(state): State<Arc<ImportRunner>>,
    State(admin): State<Arc<AdminState>>,
    parameters: Parameters,
    mut request: Request,
) -> Result<(StatusCode, Json<OneImport>), Problem> {
    const WORDS: [(&str, bool); 2] = [("true", true), ("false", false)];
    let dry_run = parameters.word(DRY_RUN.name, &WORDS)?;
    let dry_run = dry_run.ok_or_else(|| Problem::not_one_of(DRY_RUN.name, "", ["true", "false"]))?;
    let remove_locales = parameters.word(REMOVE_LOCALES.name, &WORDS)?.unwrap_or(false);
    disk_space::check(&state.settings.disk_reserve(), declared_length(request.headers()).unwrap_or(0))
        .await?;
    // The setting limits the files instead.
    DefaultBodyLimit::disable().apply(&mut request);
    let files = Multipart::from_request(request, &()).await.map_err(|_| {
        let detail = "The Content-Type header must be multipart/form-data with a boundary.";
        Problem::new(&UNSUPPORTED_MEDIA_TYPE, detail)
    })?;
    let actor = administrator.actor();
    let mode = Mode { dry_run, remove_locales };
    let recorded = RecordedImport::new(ImportSource::Console, actor, mode, Vec::new(), (state.clock)());
    let recorded = begin(&state, recorded).await?;
    let limit = admin.live.get().import_limit_megabytes;
    let mut upload = Upload::begin(&state, recorded, limit).await?;
    let uploaded = match upload.receive(files).await {
        Ok(()) => upload.finish().await?,
        Err(problem) => {
            upload.cancel().await;
            return Err(problem);
        }
    };
    let response = one(uploaded.recorded.import.clone(), &state);
    imports::start(&state, uploaded).map_err(Problem::unavailable)?;
    Ok((StatusCode::ACCEPTED, response))
}

/// Cancels an import. The server that runs it notices within two seconds.
async fn cancel(
    administrator: AdministratorWrite,
    State(state): State<Arc<ImportRunner>>,
    PathId(text): PathId,
) -> Result<(StatusCode, Json<OneImport>), Problem> {
    let id = path_id(&text, "import")?;
    let import = state.store.run_administration(move |store| store.imports().find(id)).await?;
    let import = import.ok_or_else(|| not_found(&text, "import"))?;
    if import.state != ImportState::Running {
        return Err(ended());
    }
    // Before the database is written, whose lock the import may hold.
    state.current.cancel(id);
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
    match retry_while_busy(request).await {
        Ok(true) => Ok((StatusCode::ACCEPTED, one(import, &state))),
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
async fn begin(state: &Arc<ImportRunner>, recorded: RecordedImport) -> Result<RecordedImport, Problem> {
    let recorded = Arc::new(recorded);
    let reserve = || {
        let import = Arc::clone(&recorded);
        state.store.run_administration(move |store| import.reserve(store))
    };
    match retry_while_busy(reserve).await {
        Ok(true) => Arc::into_inner(recorded).ok_or_else(|| Problem::internal("shared import")),
        Ok(false) | Err(StoreError::Busy) => Err(running()),
        Err(error) => Err(error.into()),
    }
}

fn running() -> Problem {
    let detail = "Another import is running. Wait for its end, which GET /admin/api/imports shows.";
    Problem::new(&IMPORT_RUNNING, detail)
}
