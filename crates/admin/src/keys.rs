//! `/admin/api/admin-keys`

use std::sync::Arc;

use axum::extract::State;
use folkmoot_administration::json::{AdminKey, Day, Word};
use folkmoot_administration::keys;
use folkmoot_api::path_id::PathId;
use folkmoot_api::problem::Problem;
use folkmoot_api::problem_table::EDIT_CONFLICT;
use folkmoot_store::Store;
use folkmoot_store::administrators::Role;
use http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::administrator::{Administrator, AdministratorWrite};
use super::body::Members;
use super::client_fields::{last_day, name};
use super::endpoint::AdminEndpoint;
use super::json::Json;
use super::parameters::{not_found, path_id};
use super::routes::AdminRoutes;
use super::session;
use super::state::AdminState;

const TAG: &str = "Admin keys";

static LIST: AdminEndpoint =
    AdminEndpoint::get("/admin-keys", "listAdminKeys", TAG, "List admin keys").returns::<AdminKeyList>(200);

static CREATE: AdminEndpoint = AdminEndpoint::change(
    "POST",
    "/admin-keys",
    "createAdminKey",
    TAG,
    "Create an admin key",
    "admin-keys.create",
)
.accepts::<NewAdminKey>()
.returns::<CreatedAdminKey>(201);

static REVOKE: AdminEndpoint = AdminEndpoint::change(
    "POST",
    "/admin-keys/{id}/revoke",
    "revokeAdminKey",
    TAG,
    "Revoke an admin key and end its sessions",
    "admin-keys.revoke",
)
.returns::<OneAdminKey>(200)
.errors(&[&EDIT_CONFLICT]);

#[derive(Serialize, JsonSchema)]
struct AdminKeyList {
    admin_keys: Vec<AdminKey>,
}

#[derive(Serialize, JsonSchema)]
struct OneAdminKey {
    admin_key: AdminKey,
}

#[derive(Serialize, JsonSchema)]
struct CreatedAdminKey {
    admin_key: AdminKey,
    /// The key, which is shown only once.
    secret: String,
}

#[derive(Deserialize, JsonSchema)]
struct NewAdminKey {
    name: String,
    #[schemars(with = "Word<Role>")]
    role: String,
    /// The last day (UTC), or null for no expiry. By default 366 days from today.
    #[schemars(with = "Option<Day>")]
    expires_at: Option<Value>,
}

/// The endpoints.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default().route(&LIST, list).route(&CREATE, create).route(&REVOKE, revoke)
}

async fn list(_: Administrator, State(state): State<Arc<AdminState>>) -> Result<Json<AdminKeyList>, Problem> {
    let keys = state.store.run_administration(|store: &Store| store.admin_keys().all()).await?;
    Ok(Json(AdminKeyList { admin_keys: keys.iter().map(AdminKey::from).collect() }))
}

async fn create(
    administrator: AdministratorWrite,
    State(state): State<Arc<AdminState>>,
    members: Members,
) -> Result<(StatusCode, Json<CreatedAdminKey>), Problem> {
    let body: NewAdminKey = members.read()?;
    let name = name(&body.name)?;
    let role = Role::parse(&body.role)
        .ok_or_else(|| Problem::invalid_member("role", "must be administrator or auditor"))?;
    let (actor, now) = (administrator.actor(), (state.clock)());
    let last_day = match body.expires_at {
        None => Some(keys::default_last_day(now)),
        Some(Value::Null) => None,
        Some(day) => Some(last_day(&day, now)?),
    };
    let new = keys::NewAdminKey { name, role, last_day };
    let create = move |store: &Store| keys::create(store, &actor, new, now).map_err(session::failed);
    let (key, secret) = state.store.run_administration(create).await?;
    let created = CreatedAdminKey { admin_key: AdminKey::from(&key), secret: secret.expose().to_owned() };
    Ok((StatusCode::CREATED, Json(created)))
}

async fn revoke(
    administrator: AdministratorWrite,
    State(state): State<Arc<AdminState>>,
    PathId(id): PathId,
) -> Result<Json<OneAdminKey>, Problem> {
    let key = path_id(&id, "admin key")?;
    let (actor, now) = (administrator.actor(), (state.clock)());
    // Without another way to sign in, only a command could make a new key.
    let keeps_one = state.settings.openid_administrator_groups.is_empty();
    let revoke =
        move |store: &Store| keys::revoke(store, &actor, key, keeps_one, now).map_err(session::failed);
    let revoked = state.store.run_administration(revoke).await?;
    let (key, _) = revoked.ok_or_else(|| not_found(&id, "admin key"))?;
    Ok(Json(OneAdminKey { admin_key: AdminKey::from(&key) }))
}
