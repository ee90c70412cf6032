//! `GET /admin/api/preview`: one real record, as an access level sees it.

use std::sync::Arc;

use axum::extract::State;
use folkmoot_administration::json::Word;
use folkmoot_api::problem::Problem;
use folkmoot_api::problem_table::{INVALID_PARAMETER_VALUE_ENUM, RECORD_NOT_FOUND};
use folkmoot_authentication::platform_cache::PlatformView;
use folkmoot_model::access::{AccessLevel, ResourceSet, treatment};
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::RESOURCES;
use folkmoot_store::access::AccessView;
use folkmoot_store::encode::{DownloadUrls, View};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::administrator::Administrator;
use super::client_fields::ResourceName;
use super::endpoint::{AdminEndpoint, Parameter};
use super::json::Json;
use super::parameters::{Parameters, not_found, path_id};
use super::routes::AdminRoutes;
use super::state::PreviewState;

const RESOURCE: Parameter =
    Parameter::new::<Word<ResourceName>>("resource", "Plural name of the resource. Required.");
const ACCESS: Parameter = Parameter::new::<Word<AccessLevel>>("access", "Access level. Required.");
const CLIENT_ID: Parameter = Parameter::new::<Uuid>(
    "client_id",
    "Id of the client whose pseudonyms are shown. Without it, they are those of a random client.",
);

static READ: AdminEndpoint =
    AdminEndpoint::get("/preview", "getPreview", "Clients", "Get one real record as an access level sees it")
        .parameters(&[RESOURCE, ACCESS, CLIENT_ID])
        .returns::<Preview>(200)
        .errors(&[&INVALID_PARAMETER_VALUE_ENUM, &RECORD_NOT_FOUND]);

#[derive(Serialize, JsonSchema)]
struct Preview {
    /// The record; `null` if the level does not see it.
    record: Option<Map<String, Value>>,
    /// The same record at level `full`; `null` if there is none.
    full_record: Option<Map<String, Value>>,
    fields: Vec<PreviewField>,
}

#[derive(Serialize, JsonSchema)]
struct PreviewField {
    field: &'static str,
    #[schemars(extend("enum" = [
        "shown", "pseudonym", "withheld", "truncated-to-day", "rounded", "allowed-keys-only", "withheld-while-voting", "public-records",
        "public-record",
    ]))]
    treatment: &'static str,
}

/// The endpoint.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default().route(&READ, read)
}

async fn read(
    _: Administrator,
    State(state): State<Arc<PreviewState>>,
    parameters: Parameters,
) -> Result<Json<Preview>, Problem> {
    let resources: Vec<_> = RESOURCES.iter().map(|resource| (resource.names.plural, *resource)).collect();
    let resource = parameters.word(RESOURCE.name, &resources)?;
    let resource = resource
        .ok_or_else(|| Problem::not_one_of(RESOURCE.name, "", resources.iter().map(|(name, _)| *name)))?;
    let levels = AccessLevel::ALL.map(|level| (level.name(), level));
    let level = parameters.word(ACCESS.name, &levels)?;
    let level =
        level.ok_or_else(|| Problem::not_one_of(ACCESS.name, "", levels.iter().map(|(name, _)| *name)))?;
    let client = client(&state, &parameters)?;
    let access = state.views.view(client, level, ResourceSet::ALL)?;
    let seen = access.clone();
    let key = state.store.run_administration(move |store| store.sample(resource, &seen)).await?;
    let (mut record, mut full_record) = (None, None);
    if let Some((key, platform)) = key.zip(state.platform.platform()) {
        let at = |access: AccessView| record_at(&state, &platform, resource, key, access);
        record = at(access).await?;
        full_record = at(AccessView::full(Arc::clone(&state.views.settings))).await?;
    }
    let fields = resource
        .fields
        .iter()
        .filter(|field| field.is_returned)
        .map(|field| PreviewField { field: field.name, treatment: treatment(level, resource, field).name() });
    Ok(Json(Preview { record, full_record, fields: fields.collect() }))
}

/// The client whose pseudonyms are shown: a random one if the request names none.
fn client(state: &PreviewState, parameters: &Parameters) -> Result<Uuid, Problem> {
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
    state: &PreviewState,
    platform: &PlatformView,
    resource: &'static Resource,
    key: i64,
    access: AccessView,
) -> Result<Option<Map<String, Value>>, Problem> {
    let Some(view) = platform.views.first() else { return Ok(None) };
    let downloads = Arc::new(UnsignedUrls { api_url: state.api_url.clone() });
    let view = View { access: Arc::new(access), downloads: Some(downloads), ..view.clone() };
    let page = state.store.records().read_page(resource, &[key], &view).await?;
    let record = page.records.into_iter().next().flatten();
    record.map(|record| serde_json::from_slice(&record.json)).transpose().map_err(Problem::internal)
}
