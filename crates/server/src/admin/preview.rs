//! `GET /admin/api/preview`: one real record, as an access level sees it.

use std::sync::Arc;

use axum::extract::State;
use folkmoot_model::access::{AccessLevel, treatment};
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::RESOURCES;
use folkmoot_store::access::{Pseudonyms, RecordAccess};
use folkmoot_store::encode::{DownloadUrls, View};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use uuid::Uuid;

use super::administrator::Administrator;
use super::json::Json;
use super::operation::{Content, Operation, Parameter, RequiredRole};
use super::parameters::{Parameters, not_found, path_id};
use super::routes::AdminRoutes;
use super::schema;
use crate::platform_cache::PlatformView;
use crate::problem::Problem;
use crate::problem_table::{
    INVALID_PARAMETER_VALUE, INVALID_PARAMETER_VALUE_ENUM, RECORD_NOT_FOUND, UNKNOWN_PARAMETER,
};
use crate::state::AppState;

const RESOURCE: Parameter = Parameter {
    name: "resource",
    doc: "Plural name of the resource. Required.",
    schema: || schema::words(RESOURCES.iter().map(|resource| resource.names.plural)),
};
const ACCESS: Parameter = Parameter {
    name: "access",
    doc: "Access level. Required.",
    schema: || schema::words(AccessLevel::ALL.map(AccessLevel::name)),
};
const CLIENT_ID: Parameter = Parameter {
    name: "client_id",
    doc: "Id of the client whose pseudonyms are shown. Without it, they are those of a random client.",
    schema: schema::id,
};

static READ: Operation = Operation {
    method: "GET",
    path: "/preview",
    id: "getPreview",
    tag: "Clients",
    summary: "Get one real record as an access level sees it",
    role: RequiredRole::Any,
    parameters: &[RESOURCE, ACCESS, CLIENT_ID],
    body: None,
    status: 200,
    content: Content::Json(response_schema),
    errors: &[&INVALID_PARAMETER_VALUE_ENUM, &INVALID_PARAMETER_VALUE, &UNKNOWN_PARAMETER, &RECORD_NOT_FOUND],
    audit_action: None,
};

/// The endpoint.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default().route(&READ, read)
}

fn response_schema() -> Value {
    let record = || schema::nullable(&json!({ "type": "object" }));
    let field = schema::object([("field", schema::text()), ("treatment", schema::text())]);
    schema::object([
        ("record", schema::described(record(), "The record; `null` if the level does not see it.")),
        (
            "full_record",
            schema::described(record(), "The same record at level `full`; `null` if there is none."),
        ),
        ("fields", schema::list(&field)),
    ])
}

async fn read(
    _: Administrator,
    State(state): State<Arc<AppState>>,
    parameters: Parameters,
) -> Result<Json, Problem> {
    let resources: Vec<_> = RESOURCES.iter().map(|resource| (resource.names.plural, *resource)).collect();
    let resource = parameters.word(RESOURCE.name, &resources)?;
    let resource = resource
        .ok_or_else(|| Problem::not_one_of(RESOURCE.name, "", resources.iter().map(|(name, _)| *name)))?;
    let levels = AccessLevel::ALL.map(|level| (level.name(), level));
    let level = parameters.word(ACCESS.name, &levels)?;
    let level =
        level.ok_or_else(|| Problem::not_one_of(ACCESS.name, "", levels.iter().map(|(name, _)| *name)))?;
    let client = client(&state, &parameters)?;
    let key = state.store.run_administration(move |store| store.sample(resource)).await?;
    let (mut record, mut full_record) = (None, None);
    if let Some((key, platform)) = key.zip(state.platform.platform()) {
        let at = |access: RecordAccess| record_at(&state, &platform, resource, key, access);
        let pseudonyms = Pseudonyms::of_client(state.secret.expose(), client)?;
        record = at(RecordAccess::new(level, pseudonyms, Arc::clone(&state.access))).await?;
        full_record = at(RecordAccess::full(Arc::clone(&state.access))).await?;
    }
    let fields =
        resource.fields.iter().filter(|field| field.is_returned).map(
            |field| json!({ "field": field.name, "treatment": treatment(level, resource, field).name() }),
        );
    Ok(Json(json!({
        "record": record,
        "full_record": full_record,
        "fields": fields.collect::<Value>(),
    })))
}

/// The client whose pseudonyms are shown: a random one if the request names none.
fn client(state: &AppState, parameters: &Parameters) -> Result<Uuid, Problem> {
    let Some(text) = parameters.text(CLIENT_ID.name) else { return Ok(Uuid::new_v4()) };
    let id = path_id(text, "client")?;
    let exists = state.platform.clients().contains_key(&id);
    exists.then_some(id).ok_or_else(|| not_found(text, "client"))
}

/// URLs of files without a signature, which download nothing: no client may get a URL from a preview.
#[derive(Debug)]
struct UnsignedUrls {
    api_url: String,
}

impl DownloadUrls for UnsignedUrls {
    fn of(&self, file: Uuid) -> String {
        format!("{}/files/{file}", self.api_url)
    }
}

/// The record with this key as JSON; `None` if it is not seen.
async fn record_at(
    state: &AppState,
    platform: &PlatformView,
    resource: &'static Resource,
    key: i64,
    access: RecordAccess,
) -> Result<Option<Box<RawValue>>, Problem> {
    let Some(view) = platform.views.first() else { return Ok(None) };
    let downloads = Arc::new(UnsignedUrls { api_url: state.urls.api().to_owned() });
    let view = View { access: Arc::new(access), downloads: Some(downloads), ..view.clone() };
    let page = state.store.records().read_page(resource, &[key], &view).await?;
    let record = page.records.into_iter().next().flatten();
    record.map(|record| serde_json::from_slice(&record.json)).transpose().map_err(Problem::internal)
}
