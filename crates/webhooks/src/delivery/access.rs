//! What the client of an endpoint sees now.

use std::sync::Arc;

use folkmoot_api::changes::cursor::Binding;
use folkmoot_api::preconditions::enabled_platform;
use folkmoot_api::scope::Scope;
use folkmoot_model::access::{AccessLevel, ResourceSet};
use folkmoot_store::clients::ClientStatus;
use folkmoot_store::encode::View;
use uuid::Uuid;

use super::DelivererState;

/// What a client sees. No request authenticates it, so this is made again for each use.
pub struct Access {
    /// Its client.
    pub client: Uuid,
    /// How records are written for it.
    pub view: View,
    /// What its cursors are bound to.
    pub binding: Binding,
    /// What is the same for clients that see the same.
    pub key: AccessKey,
}

/// The clients with the same key see the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AccessKey(AccessLevel, ResourceSet, Option<Uuid>);

impl Access {
    /// Whether a client may read nothing. `false` if this server has not read the client yet.
    pub fn is_refused(state: &DelivererState, client: Uuid) -> bool {
        state.platform.cache.clients().contains_key(&client) && Self::of(state, client).is_none()
    }

    /// What a client sees. `None` if it may read nothing: it is not active, or the public API is disabled.
    pub fn of(state: &DelivererState, client: Uuid) -> Option<Self> {
        let platform = enabled_platform(&state.platform).ok()?;
        let clients = state.platform.cache.clients();
        let known = clients.get(&client)?;
        if known.status(state.now()) != ClientStatus::Active || known.publishable.is_some() {
            return None;
        }
        let scope = Scope::of_client(known);
        let access = state.views.view(client, scope.level(), scope.resources()).ok()?;
        let key = AccessKey(access.level(), scope.resources(), access.pseudonyms_of());
        let binding = Binding::of(&access, &platform.platform);
        let view = View { access: Arc::new(access), ..platform.views.first()?.clone() };
        Some(Self { client, view, binding, key })
    }
}
