//! What one client sees of the values of records: its level, its pseudonyms, and the settings of the platform.
//!
//! [`folkmoot_model::access::treatment`] decides what a level sees of each field. What is here completes that decision with
//! what is known only when the server runs.

mod pseudonyms;
mod settings;

use std::sync::Arc;

use folkmoot_model::access::AccessLevel;

pub use self::pseudonyms::Pseudonyms;
pub use self::settings::{AccessSettings, ShareableFields, VoteResults};

/// What a client sees of the values of records.
#[derive(Debug, Clone)]
pub struct RecordAccess {
    /// Its level.
    pub level: AccessLevel,
    /// Its pseudonyms; `None` at other levels than `pseudonymous`.
    pub pseudonyms: Option<Pseudonyms>,
    /// The settings of the platform.
    pub settings: Arc<AccessSettings>,
}

impl RecordAccess {
    /// Access to everything.
    pub fn full(settings: Arc<AccessSettings>) -> Self {
        Self { level: AccessLevel::Full, pseudonyms: None, settings }
    }

    /// Access of the client with these pseudonyms at a level. Only the level `pseudonymous` uses them.
    pub fn new(level: AccessLevel, pseudonyms: Pseudonyms, settings: Arc<AccessSettings>) -> Self {
        let pseudonyms = (level == AccessLevel::Pseudonymous).then_some(pseudonyms);
        Self { level, pseudonyms, settings }
    }

    /// Whether votes in this state, one of [`VOTING_STATES`](folkmoot_model::resource::VOTING_STATES), are secret.
    pub fn hides_votes(&self, state: &str) -> bool {
        self.level < AccessLevel::Full && self.settings.vote_results.hide(state)
    }
}
