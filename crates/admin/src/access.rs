//! `/admin/api/access`, the switch of the public API, and `/admin/api/access-levels`.

use std::sync::Arc;

use axum::extract::State;
use folkmoot_administration::access;
use folkmoot_administration::json::{Word, Words};
use folkmoot_api::problem::Problem;
use folkmoot_api::problem_table::EDIT_CONFLICT;
use folkmoot_model::access::{AccessLevel, PersonalData};
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::RESOURCES;
use folkmoot_store::{Store, StoreError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::administrator::{Administrator, AdministratorWrite};
use super::body::Members;
use super::client_fields::ResourceName;
use super::endpoint::AdminEndpoint;
use super::json::Json;
use super::routes::AdminRoutes;
use super::state::AdminState;

const TAG: &str = "Access";
/// The days until the expiry of a new client that the console proposes, unless the maximum is less.
const PROPOSED_DAYS: u64 = 366;

static READ: AdminEndpoint =
    AdminEndpoint::get("/access", "getAccess", TAG, "Get whether the public API is enabled")
        .returns::<Access>(200);

static UPDATE: AdminEndpoint = AdminEndpoint::change(
    "PUT",
    "/access",
    "updateAccess",
    TAG,
    "Enable or disable the public API",
    "access.update",
)
.accepts::<Access>()
.returns::<Access>(200)
.errors(&[&EDIT_CONFLICT]);

static LEVELS: AdminEndpoint = AdminEndpoint::get(
    "/access-levels",
    "listAccessLevels",
    TAG,
    "List access levels, resources and the limits of expiry",
)
.returns::<AccessLevels>(200);

/// Whether the public API is enabled.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Access {
    enabled: bool,
}

#[derive(Serialize, JsonSchema)]
struct AccessLevels {
    levels: Vec<DescribedLevel>,
    resources: Vec<DescribedResource>,
    /// The maximum number of days until the expiry of a client; 0 if there is none.
    max_days: u64,
    proposed_days: u64,
}

#[derive(Serialize, JsonSchema)]
struct DescribedResource {
    /// The plural name.
    name: Word<ResourceName>,
    description: &'static str,
    /// The kinds of personal data that each level reads of it.
    personal_data: Vec<PersonalDataOfLevel>,
}

#[derive(Serialize, JsonSchema)]
struct PersonalDataOfLevel {
    access: Word<AccessLevel>,
    kinds: Vec<Word<PersonalData>>,
}

#[derive(Serialize, JsonSchema)]
struct DescribedLevel {
    access: Word<AccessLevel>,
    description: &'static str,
}

impl PersonalDataOfLevel {
    fn new(access: AccessLevel, resource: &Resource) -> Self {
        let kinds = PersonalData::of_resource(access, resource).into_iter().map(Word).collect();
        Self { access: Word(access), kinds }
    }
}

/// The endpoints.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default().route(&READ, read).route(&UPDATE, update).route(&LEVELS, levels)
}

async fn read(_: Administrator, State(state): State<Arc<AdminState>>) -> Result<Json<Access>, Problem> {
    let platform = state.store.run_administration(|store: &Store| store.platform().read()).await?;
    Ok(Json(Access { enabled: platform.is_some_and(|platform| platform.public_api_enabled) }))
}

async fn update(
    administrator: AdministratorWrite,
    State(state): State<Arc<AdminState>>,
    members: Members,
) -> Result<Json<Access>, Problem> {
    let Access { enabled } = members.read()?;
    let (actor, now) = (administrator.actor(), (state.clock)());
    let update = move |store: &Store| access::set_enabled(store, &actor, enabled, now);
    match state.store.run_administration(update).await {
        Ok(_) => Ok(Json(Access { enabled })),
        Err(StoreError::NoPlatform) => {
            let detail = "The database contains no platform. Import one first.";
            Err(Problem::new(&EDIT_CONFLICT, detail))
        }
        Err(error) => Err(error.into()),
    }
}

async fn levels(_: Administrator, State(state): State<Arc<AdminState>>) -> Json<AccessLevels> {
    let level = |level: AccessLevel| DescribedLevel { access: Word(level), description: level.description() };
    let max_days = state.settings.client_max_days;
    let proposed_days = if max_days == 0 { PROPOSED_DAYS } else { PROPOSED_DAYS.min(max_days) };
    let levels = AccessLevel::ALL.into_iter().map(level).collect();
    let resources = ResourceName::all().zip(RESOURCES).map(|(name, resource)| DescribedResource {
        name: Word(name),
        description: resource.doc,
        personal_data: AccessLevel::ALL.map(|access| PersonalDataOfLevel::new(access, resource)).into(),
    });
    Json(AccessLevels { levels, resources: resources.collect(), max_days, proposed_days })
}
