//! What one reader sees of records: its level, its resources, its pseudonyms, and the settings of the platform.
//!
//! [`folkmoot_model::access::treatment`] decides what a level sees of each field. What is here completes that decision with
//! what is known only when the server runs.

mod participant_numbers;
mod pseudonyms;
mod settings;

use std::sync::Arc;

use folkmoot_model::access::{AccessLevel, ResourceSet, sees_records};
use folkmoot_model::resource::Resource;
use uuid::Uuid;

use crate::StoreError;
use crate::audience::Audience;

pub use self::participant_numbers::ParticipantNumbers;
pub use self::pseudonyms::Pseudonyms;
pub use self::settings::{AccessSettings, ShareableFields, VoteResults};

/// Everything that decides what a reader sees: which records, which values, which changes. Queries of lists, scans, the change
/// feed and the encoder take nothing else, so that a way out for records does not compile without it:
///
/// ```compile_fail
/// use folkmoot_model::access::AccessLevel;
/// use folkmoot_model::resources::USERS;
/// use folkmoot_store::encode::Encoding;
///
/// let encoding = Encoding::new(USERS, AccessLevel::Full);
/// ```
///
/// ```
/// use folkmoot_model::resources::USERS;
/// use folkmoot_store::access::AccessView;
/// use folkmoot_store::encode::Encoding;
///
/// let encoding = Encoding::new(USERS, &AccessView::full(Default::default()));
/// ```
///
/// Its parts always belong together, because only its constructors set them:
///
/// ```compile_fail
/// use folkmoot_model::access::AccessLevel;
/// use folkmoot_store::access::AccessView;
///
/// let wider = AccessView { level: AccessLevel::Full, ..AccessView::full(Default::default()) };
/// ```
#[derive(Debug, Clone)]
pub struct AccessView {
    level: AccessLevel,
    resources: ResourceSet,
    client: Option<Uuid>,
    audience: Audience,
    pseudonyms: Option<Pseudonyms>,
    settings: Arc<AccessSettings>,
}

impl AccessView {
    /// Everything.
    pub fn full(settings: Arc<AccessSettings>) -> Self {
        Self::without_client(AccessLevel::Full, ResourceSet::ALL, settings)
    }

    /// What every client at a level sees of these resources. The level `pseudonymous` needs a client, whose pseudonyms it sees.
    pub fn without_client(level: AccessLevel, resources: ResourceSet, settings: Arc<AccessSettings>) -> Self {
        let audience = settings.vote_results.audience(level);
        Self { level, resources, client: None, audience, pseudonyms: None, settings }
    }

    /// What a client sees of these resources at a level. `pseudonyms` returns the pseudonyms of the client, which only the level
    /// `pseudonymous` uses.
    pub fn for_client(
        client: Uuid,
        level: AccessLevel,
        resources: ResourceSet,
        settings: Arc<AccessSettings>,
        pseudonyms: impl FnOnce(Uuid) -> Result<Pseudonyms, StoreError>,
    ) -> Result<Self, StoreError> {
        let pseudonyms = (level == AccessLevel::Pseudonymous).then(|| pseudonyms(client)).transpose()?;
        Ok(Self { client: Some(client), pseudonyms, ..Self::without_client(level, resources, settings) })
    }

    /// The level.
    pub fn level(&self) -> AccessLevel {
        self.level
    }

    /// The client; `None` if every client of the level sees the same.
    pub fn client(&self) -> Option<Uuid> {
        self.client
    }

    /// The pseudonyms of the client; `None` at other levels than `pseudonymous`.
    pub fn pseudonyms(&self) -> Option<&Pseudonyms> {
        self.pseudonyms.as_ref()
    }

    /// The client whose pseudonyms records contain; `None` if they contain none.
    pub fn pseudonyms_of(&self) -> Option<Uuid> {
        self.client.filter(|_| self.pseudonyms.is_some())
    }

    /// The settings of the platform.
    pub fn settings(&self) -> &AccessSettings {
        &self.settings
    }

    /// The changes that the reader can see.
    pub fn audience(&self) -> Audience {
        self.audience
    }

    /// Whether the reader may read the records of a resource. Its level may see none of them.
    pub fn reads(&self, resource: &Resource) -> bool {
        self.resources.contains(resource)
    }

    /// Whether the reader sees records of a resource.
    pub fn sees(&self, resource: &Resource) -> bool {
        self.reads(resource) && sees_records(self.level, resource)
    }

    /// Whether votes in this state, one of [`VOTING_STATES`](folkmoot_model::resource::VOTING_STATES), are secret.
    pub fn hides_votes(&self, state: &str) -> bool {
        self.level < AccessLevel::Full && self.settings.vote_results.hide(state)
    }
}
