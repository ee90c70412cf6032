//! What the platform publishes without a token, at the access level `public`: open data with its catalogue, calendars and feeds.
//!
//! Both are off unless the settings switch them on, and closed while the public API is disabled.

mod calendar_entries;
mod catalog;
mod feeds;
mod open_data;
mod public_records;
mod response;

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use folkmoot_api::preconditions::{enabled_platform, require_current_data};
use folkmoot_api::problem::Problem;
use folkmoot_api::state::ApiState;
use folkmoot_api::unknown_routes::route_not_found;
use folkmoot_authentication::platform_cache::PlatformView;
use folkmoot_settings::Settings;
use http::request::Parts;
use jiff::Timestamp;

pub use calendar_entries::update as update_calendar_entries;

/// What the routes need.
pub struct PublicationState {
    /// The database, the platform, the indexes and the files.
    pub api: ApiState,
    /// The settings at the start.
    pub settings: Arc<Settings>,
    /// The current time.
    pub clock: fn() -> Timestamp,
    /// What was stored last of the calendars.
    calendar: calendar_entries::Stored,
}

impl PublicationState {
    /// The state of a server.
    pub fn new(api: ApiState, settings: Arc<Settings>, clock: fn() -> Timestamp) -> Self {
        Self { api, settings, clock, calendar: calendar_entries::Stored::default() }
    }

    /// The platform, if it publishes what `is_on` says; otherwise nothing is at this address. Counts the request of its network address.
    async fn require(&self, is_on: bool, parts: &Parts) -> Result<Arc<PlatformView>, Problem> {
        if !is_on {
            return Err(route_not_found(parts.uri.path()));
        }
        self.api.authentication.count_anonymous(parts)?;
        require_current_data(&self.api.platform).await?;
        enabled_platform(&self.api.platform)
    }
}

/// The routes.
pub fn router<S: Clone + Send + Sync + 'static>(state: &Arc<PublicationState>) -> Router<S> {
    Router::new()
        .route("/open-data/{file}", get(open_data::file))
        .route("/catalog.ttl", get(catalog::turtle))
        .route("/catalog.jsonld", get(catalog::json_ld))
        .route("/catalog.rdf", get(catalog::rdf_xml))
        .route("/feeds/{file}", get(feeds::feed))
        .with_state(Arc::clone(state))
}
