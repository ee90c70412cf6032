//! The routes that connections are served from. They change once the database is open, because the port is opened first.

use std::sync::{Arc, OnceLock};

use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use http::StatusCode;

use super::super::cors::Cors;
use super::super::middleware::{self, Unlogged};
use super::super::problem::Problem;
use super::super::problem_table::UNAVAILABLE;
use super::super::server_urls::ServerUrls;

/// The routes of a server, and the routes that it serves until it has opened its database.
#[derive(Debug)]
pub struct Application {
    urls: Arc<ServerUrls>,
    opened: OnceLock<Router>,
    starting: Router,
    refusing: Router,
}

impl Application {
    /// A server that is starting.
    pub fn new(urls: Arc<ServerUrls>, cors: &Arc<Cors>) -> Arc<Self> {
        let observed = |router: Router| middleware::observed(router, &urls, cors, None);
        let starting = Router::new()
            .route("/health/live", get(|| async { "alive\n" }))
            .route("/health/ready", get(|| async { (StatusCode::SERVICE_UNAVAILABLE, "starting\n") }))
            .fallback(|| async { unavailable("The server is starting. Retry in a few seconds.") });
        let refusing = Router::new().fallback(|| async {
            let detail = "The server has too many connections. Retry in a few seconds.";
            // Refused connections are logged together.
            (Extension(Unlogged), unavailable(detail))
        });
        Arc::new(Self {
            starting: observed(starting),
            refusing: observed(refusing),
            opened: OnceLock::new(),
            urls,
        })
    }

    /// Replaces the routes of the starting server. Only the first call has an effect.
    pub fn open(&self, routes: Router) {
        let _ = self.opened.set(routes);
    }

    /// The current routes.
    pub fn routes(&self) -> &Router {
        self.opened.get().unwrap_or(&self.starting)
    }

    /// Routes that reject every request, for a connection that exceeds a limit.
    pub fn refusing(&self) -> &Router {
        &self.refusing
    }

    /// The URL of the portal for requests that cannot be read, without a trailing slash.
    pub fn portal_url(&self) -> &str {
        self.urls.portal()
    }
}

fn unavailable(detail: &str) -> Response {
    Problem::new(&UNAVAILABLE, detail).into_response()
}
