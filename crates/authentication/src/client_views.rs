//! What clients see of records.

use std::sync::Arc;

use folkmoot_model::access::{AccessLevel, ResourceSet};
use folkmoot_store::StoreError;
use folkmoot_store::access::{AccessSettings, AccessView, Pseudonyms};
use folkmoot_store::current_platform::PlatformSecret;
use uuid::Uuid;

/// What decides what clients see of records, beside their level.
pub struct ClientViews {
    /// What settings decide of records that clients below the level `full` see.
    pub settings: Arc<AccessSettings>,
    /// The secret from which pseudonyms are derived.
    pub secret: PlatformSecret,
}

impl ClientViews {
    /// What a client sees of these resources at a level.
    pub fn view(
        &self,
        client: Uuid,
        level: AccessLevel,
        resources: ResourceSet,
    ) -> Result<AccessView, StoreError> {
        let pseudonyms = |client| Pseudonyms::of_client(self.secret.expose(), client);
        AccessView::for_client(client, level, resources, Arc::clone(&self.settings), pseudonyms)
    }
}
