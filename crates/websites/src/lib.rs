//! What other websites load: the web components, and pages for their frames.
//!
//! Both read the API with a publishable key. Neither reads a record here, so that the key is checked in one place.

mod components;
mod frame;
mod frame_parameters;

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use folkmoot_api::preconditions::PlatformState;

pub use components::Components;

/// What the routes need.
pub struct WebsiteState {
    /// The web components; `None` if the program was built without them.
    pub components: Option<Components>,
    /// The platform and its clients.
    pub platform: Arc<PlatformState>,
    /// The origins of the console, which shows frames before they are in a website.
    pub console_origins: Vec<String>,
    /// The time in seconds for which browsers and shared caches may use a page.
    pub max_age_seconds: u64,
}

/// The routes.
pub fn router<S: Clone + Send + Sync + 'static>(state: &Arc<WebsiteState>) -> Router<S> {
    Router::new()
        .route("/components/{file}", get(components::file))
        .route("/embed/{list}", get(frame::page))
        .with_state(Arc::clone(state))
}
