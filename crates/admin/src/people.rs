//! `/admin/api/people`: what is stored about a person. Search texts are in bodies, because URLs are logged.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use folkmoot_administration::json::{Day, UtcTimestamp};
use folkmoot_api::path_id::PathId;
use folkmoot_api::problem::Problem;
use folkmoot_people::{ErasureReport, FoundPerson, PeopleError, Rights};
use folkmoot_store::Store;
use folkmoot_store::people::RecordCount;
use futures_util::stream::try_unfold;
use http::header;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _};
use uuid::Uuid;

use super::administrator::{Administrator, AdministratorWrite};
use super::body::Members;
use super::endpoint::{AdminEndpoint, RequiredRole};
use super::json::Json;
use super::parameters::{not_found, path_id};
use super::routes::AdminRoutes;
use super::state::PeopleState;

const TAG: &str = "People";
/// The media type of an archive.
const ZIP: &str = "application/zip";
/// The number of bytes of an archive that are read at once.
const CHUNK_BYTES: usize = 64 * 1024;

static FIND: AdminEndpoint = AdminEndpoint::change(
    "POST",
    "/people/find",
    "findPeople",
    TAG,
    "Find people and count the records that concern them",
    "people.find",
)
.role(RequiredRole::Any)
.accepts::<PeopleSearch>()
.returns::<FoundPeople>(200);

static EXPORT: AdminEndpoint = AdminEndpoint::change(
    "POST",
    "/people/{id}/export",
    "exportPerson",
    TAG,
    "Download everything that concerns a person",
    "people.export",
)
.returns_file(ZIP);

static ERASE: AdminEndpoint =
    AdminEndpoint::change("POST", "/people/{id}/erase", "erasePerson", TAG, "Erase a person", "people.erase")
        .accepts::<ErasureOrder>()
        .returns::<Erasure>(200);

#[derive(Deserialize, JsonSchema)]
struct PeopleSearch {
    /// Part of an id, email address, slug or name, or an email address that may have a typing error. Case and Unicode normal
    /// form are ignored.
    text: String,
}

#[derive(Serialize, JsonSchema)]
struct FoundPeople {
    /// At most 50: those with exactly this text first, those with a similar email address last, then the newest.
    people: Vec<Person>,
}

#[derive(Serialize, JsonSchema)]
struct Person {
    id: Uuid,
    email: Option<String>,
    first_name: Option<String>,
    last_name: Option<String>,
    created_at: UtcTimestamp,
    /// How well the person matches the search.
    #[schemars(extend("enum" = ["exact", "part", "similar"]))]
    r#match: &'static str,
    /// The number of records by resource.
    #[schemars(with = "BTreeMap<String, u64>")]
    records: Map<String, Value>,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
struct ErasureOrder {
    /// Whether to change nothing.
    dry_run: bool,
    /// Whether to erase what the person wrote, too.
    with_texts: bool,
}

#[derive(Serialize, JsonSchema)]
struct Erasure {
    dry_run: bool,
    /// The number of records by resource.
    #[schemars(with = "BTreeMap<String, u64>")]
    changed: Map<String, Value>,
    /// The number of records by resource.
    #[schemars(with = "BTreeMap<String, u64>")]
    deleted: Map<String, Value>,
    /// The number of stored exports that are deleted.
    exports: usize,
    /// The day from which lists of changes may contain the changed records.
    released_on: Day,
    /// What remains to be done.
    warnings: Vec<String>,
}

/// The endpoints.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default().route(&FIND, find).route(&EXPORT, export).route(&ERASE, erase)
}

async fn find(
    administrator: Administrator,
    State(state): State<Arc<PeopleState>>,
    members: Members,
) -> Result<Json<FoundPeople>, Problem> {
    let PeopleSearch { text } = members.read()?;
    if text.trim().is_empty() {
        return Err(Problem::invalid_member("text", "must not be blank"));
    }
    let (actor, now) = (administrator.actor(), (state.clock)());
    let found = run(&state, "", move |rights| rights.find(&text, &actor, now)).await?;
    Ok(Json(FoundPeople { people: found.into_iter().map(Person::from).collect() }))
}

async fn export(
    administrator: AdministratorWrite,
    State(state): State<Arc<PeopleState>>,
    PathId(id): PathId,
) -> Result<Response, Problem> {
    let person = path_id(&id, "person")?;
    let (actor, now) = (administrator.actor(), (state.clock)());
    let data = state.data.clone();
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
    State(state): State<Arc<PeopleState>>,
    PathId(id): PathId,
    members: Members,
) -> Result<Json<Erasure>, Problem> {
    let person = path_id(&id, "person")?;
    let ErasureOrder { dry_run, with_texts } = members.read()?;
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
    Ok(Json(Erasure::from(report)))
}

/// Runs an operation off the async workers. The problem that nobody is found names `id`.
async fn run<T: Send + 'static>(
    state: &Arc<PeopleState>,
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

impl From<FoundPerson> for Person {
    fn from(found: FoundPerson) -> Self {
        let FoundPerson { person, quality, records } = found;
        Self {
            id: person.id,
            email: person.email,
            first_name: person.first_name,
            last_name: person.last_name,
            created_at: UtcTimestamp(person.created_at),
            r#match: quality.name(),
            records: counts(&records),
        }
    }
}

impl From<ErasureReport> for Erasure {
    fn from(report: ErasureReport) -> Self {
        Self {
            dry_run: report.dry_run,
            changed: counts(&report.changed),
            deleted: counts(&report.deleted),
            exports: report.exports,
            released_on: Day::from(report.released_on),
            warnings: report.warnings,
        }
    }
}

fn counts(counts: &[RecordCount]) -> Map<String, Value> {
    counts.iter().map(|count| (count.resource.to_owned(), count.records.into())).collect()
}
