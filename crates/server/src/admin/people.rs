//! `/admin/api/people`: what is stored about a person. Search texts are in bodies, because URLs are logged.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use folkmoot_model::timestamp::timestamp;
use folkmoot_people::{ErasureReport, FoundPerson, PeopleError, Rights};
use folkmoot_store::Store;
use folkmoot_store::people::RecordCount;
use futures_util::stream::try_unfold;
use http::header;
use serde_json::{Map, Value, json};
use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _};
use uuid::Uuid;

use super::administrator::{Administrator, AdministratorWrite};
use super::body::Members;
use super::json::Json;
use super::operation::{Content, Operation, RequiredRole};
use super::parameters::{not_found, path_id};
use super::routes::AdminRoutes;
use super::schema;
use crate::path_id::PathId;
use crate::problem::Problem;
use crate::problem_table::{
    BODY_TOO_LARGE, INVALID_CSRF_TOKEN, INVALID_PARAMETERS, MALFORMED_BODY, RECORD_NOT_FOUND,
    UNSUPPORTED_MEDIA_TYPE,
};
use crate::state::AppState;

const TAG: &str = "People";
/// The media type of an archive.
const ZIP: &str = "application/zip";
/// The number of bytes of an archive that are read at once.
const CHUNK_BYTES: usize = 64 * 1024;

static FIND: Operation = Operation {
    method: "POST",
    path: "/people/find",
    id: "findPeople",
    tag: TAG,
    summary: "Find people and count the records that concern them",
    role: RequiredRole::Any,
    parameters: &[],
    body: Some(|| {
        let doc = "Part of an id, email address, slug or name, or an email address that may have a typing error. Case and Unicode \
                   normal form are ignored.";
        schema::body(&["text"], [("text", schema::described(schema::text(), doc))])
    }),
    status: 200,
    content: Content::Json(|| {
        let doc = "At most 50: those with exactly this text first, those with a similar email address last, then the newest.";
        let people = schema::described(schema::list(&schema::reference("Person")), doc);
        schema::object([("people", people)])
    }),
    errors: &[
        &MALFORMED_BODY,
        &INVALID_CSRF_TOKEN,
        &BODY_TOO_LARGE,
        &UNSUPPORTED_MEDIA_TYPE,
        &INVALID_PARAMETERS,
    ],
    audit_action: Some("people.find"),
};

static EXPORT: Operation = Operation {
    method: "POST",
    path: "/people/{id}/export",
    id: "exportPerson",
    tag: TAG,
    summary: "Download everything that concerns a person",
    role: RequiredRole::Administrator,
    parameters: &[],
    body: None,
    status: 200,
    content: Content::Other(ZIP),
    errors: &[&INVALID_CSRF_TOKEN, &RECORD_NOT_FOUND],
    audit_action: Some("people.export"),
};

static ERASE: Operation = Operation {
    method: "POST",
    path: "/people/{id}/erase",
    id: "erasePerson",
    tag: TAG,
    summary: "Erase a person",
    role: RequiredRole::Administrator,
    parameters: &[],
    body: Some(|| {
        let dry_run = schema::described(schema::flag(), "Whether to change nothing. Default: false.");
        let doc = "Whether to erase what the person wrote, too. Default: false.";
        schema::body(&[], [("dry_run", dry_run), ("with_texts", schema::described(schema::flag(), doc))])
    }),
    status: 200,
    content: Content::Json(|| schema::reference("Erasure")),
    errors: &[
        &MALFORMED_BODY,
        &INVALID_CSRF_TOKEN,
        &RECORD_NOT_FOUND,
        &BODY_TOO_LARGE,
        &UNSUPPORTED_MEDIA_TYPE,
        &INVALID_PARAMETERS,
    ],
    audit_action: Some("people.erase"),
};

/// The endpoints.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default()
        .route(&FIND, find)
        .route(&EXPORT, export)
        .route(&ERASE, erase)
        .schema("Person", person_schema)
        .schema("Erasure", erasure_schema)
}

fn records_schema() -> Value {
    json!({ "type": "object", "additionalProperties": schema::count(), "description": "The number of records by resource." })
}

fn person_schema() -> Value {
    schema::object([
        ("id", schema::id()),
        ("email", schema::nullable(&schema::text())),
        ("first_name", schema::nullable(&schema::text())),
        ("last_name", schema::nullable(&schema::text())),
        ("created_at", schema::timestamp()),
        ("match", schema::words(["exact", "part", "similar"])),
        ("records", records_schema()),
    ])
}

fn erasure_schema() -> Value {
    let released = "The day from which lists of changes may contain the changed records.";
    schema::object([
        ("dry_run", schema::flag()),
        ("changed", records_schema()),
        ("deleted", records_schema()),
        ("exports", schema::described(schema::count(), "The number of stored exports that are deleted.")),
        ("released_on", schema::described(schema::date(), released)),
        ("warnings", schema::described(schema::list(&schema::text()), "What remains to be done.")),
    ])
}

async fn find(
    administrator: Administrator,
    State(state): State<Arc<AppState>>,
    mut members: Members,
) -> Result<Json, Problem> {
    let text = members.required_text("text")?;
    members.finish()?;
    if text.trim().is_empty() {
        return Err(Problem::invalid_member("text", "must not be blank"));
    }
    let (actor, now) = (administrator.actor(), (state.clock)());
    let found = run(&state, "", move |rights| rights.find(&text, &actor, now)).await?;
    Ok(Json(json!({ "people": found.iter().map(person).collect::<Value>() })))
}

async fn export(
    administrator: AdministratorWrite,
    State(state): State<Arc<AppState>>,
    PathId(id): PathId,
) -> Result<Response, Problem> {
    let person = path_id(&id, "person")?;
    let (actor, now) = (administrator.actor(), (state.clock)());
    let data = state.settings.data.clone();
    let file = run(&state, &id, move |rights| {
        rights.identify(&person.to_string())?;
        // The file has no name, so that nothing is left of it once it is sent, or if the server is killed.
        let file = tempfile::tempfile_in(data).map_err(PeopleError::Archive)?;
        rights.export(person, &file, &actor, now)?;
        Ok(file)
    })
    .await?;
    send(file, person).await.map_err(Problem::internal)
}

async fn send(file: std::fs::File, person: Uuid) -> std::io::Result<Response> {
    let mut file = tokio::fs::File::from_std(file);
    let length = file.metadata().await?.len();
    file.rewind().await?;
    let chunks = try_unfold(file, |mut file| async move {
        let mut chunk = Vec::with_capacity(CHUNK_BYTES);
        let read = file.read_buf(&mut chunk).await?;
        Ok::<_, std::io::Error>((read > 0).then_some((bytes::Bytes::from(chunk), file)))
    });
    let headers = [
        (header::CONTENT_TYPE, ZIP.to_owned()),
        (header::CONTENT_LENGTH, length.to_string()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{person}.zip\"")),
    ];
    Ok((headers, Body::from_stream(chunks)).into_response())
}

async fn erase(
    administrator: AdministratorWrite,
    State(state): State<Arc<AppState>>,
    PathId(id): PathId,
    mut members: Members,
) -> Result<Json, Problem> {
    let person = path_id(&id, "person")?;
    let dry_run = members.flag("dry_run")?.unwrap_or(false);
    let with_texts = members.flag("with_texts")?.unwrap_or(false);
    members.finish()?;
    let (actor, now) = (administrator.actor(), (state.clock)());
    let index_file = state.index_file.clone();
    let report = run(&state, &id, move |rights| {
        rights.identify(&person.to_string())?;
        if dry_run {
            rights.preview(person, &actor, now)
        } else {
            let report = rights.erase(person, with_texts, &actor, now);
            // Other servers replace theirs within minutes.
            if let Some(Err(error)) = index_file.map(|file| file.delete()) {
                tracing::warn!(%error, "failed to delete the file of the list indexes; the next one replaces it");
            }
            report
        }
    })
    .await?;
    if !dry_run {
        // Other servers delete theirs within a day.
        state.record_files.clear();
    }
    Ok(Json(erasure(&report)))
}

/// Runs an operation off the async workers. `id` is that of the request, for the problem that nobody has it.
async fn run<T: Send + 'static>(
    state: &Arc<AppState>,
    id: &str,
    work: impl FnOnce(&Rights) -> Result<T, PeopleError> + Send + 'static,
) -> Result<T, Problem> {
    let (rights, id) = (Arc::clone(&state.rights), id.to_owned());
    let work = move |_: &Store| {
        work(&rights).map_err(|error| match error {
            PeopleError::Unknown | PeopleError::Erased => not_found(&id, "person"),
            PeopleError::Store(error) => Problem::from(error),
            other => Problem::internal(other),
        })
    };
    state.store.run_administration(work).await
}

fn person(found: &FoundPerson) -> Value {
    let FoundPerson { person, quality, records } = found;
    json!({
        "id": person.id,
        "email": person.email,
        "first_name": person.first_name,
        "last_name": person.last_name,
        "created_at": timestamp(person.created_at),
        "match": quality.name(),
        "records": counts(records),
    })
}

fn erasure(report: &ErasureReport) -> Value {
    json!({
        "dry_run": report.dry_run,
        "changed": counts(&report.changed),
        "deleted": counts(&report.deleted),
        "exports": report.exports,
        "released_on": report.released_on.to_string(),
        "warnings": report.warnings,
    })
}

fn counts(counts: &[RecordCount]) -> Map<String, Value> {
    counts.iter().map(|count| (count.resource.to_owned(), count.records.into())).collect()
}
