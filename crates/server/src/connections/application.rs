//! What connections are served from: the port is open before the database is.

use std::sync::{Arc, OnceLock};

use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use http::StatusCode;

use super::super::middleware::{self, Unlogged};
use super::super::problem::Problem;
use super::super::problem_table::UNAVAILABLE;

/// The routes of a server, or those that answer until it has opened its database.
#[derive(Debug)]
pub struct Application {
    public_address: Arc<str>,
    opened: OnceLock<Router>,
    starting: Router,
    refusing: Router,
}

impl Application {
    /// A server that is starting.
    pub fn new(public_address: &str) -> Arc<Self> {
        let public_address: Arc<str> = public_address.into();
        let observed = |router: Router| middleware::observed(router, &public_address);
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
            public_address,
        })
    }

    /// Serves these routes from now on.
    pub fn open(&self, routes: Router) {
        let _ = self.opened.set(routes);
    }

    /// The routes at present.
    pub fn routes(&self) -> &Router {
        self.opened.get().unwrap_or(&self.starting)
    }

    /// Routes that refuse every request, for a connection over the limit.
    pub fn refusing(&self) -> &Router {
        &self.refusing
    }

    /// The URL of the server, without a slash at its end.
    pub fn public_address(&self) -> &str {
        &self.public_address
    }
}

fn unavailable(detail: &str) -> Response {
    Problem::new(&UNAVAILABLE, detail).into_response()
}
