//! The routes that connections are served from. They change once the database is open, because the port is opened first.

use std::sync::{Arc, OnceLock};

use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use folkmoot_runtime::fair::Full;
use http::StatusCode;

use super::super::access_log::AccessLog;
use super::super::admission::Admission;
use super::super::cors::Cors;
use super::super::middleware::{self, Unlogged};
use super::super::operations::health;
use super::super::problem::Problem;
use super::super::problem_table::UNAVAILABLE;
use super::super::refusals::Refusal;
use super::super::server_urls::ServerUrls;

/// Time in seconds after which a client should retry a request that found no place in the queue.
const RETRY_AFTER_SECONDS: u64 = 1;

/// The routes of a server, and the routes that it serves until it has opened its database.
pub struct Application {
    urls: Arc<ServerUrls>,
    opened: OnceLock<Opened>,
    starting: Router,
    refusing: Router,
    overloaded: Router,
    overloaded_by_client: Router,
}

/// The routes of a server whose database is open.
struct Opened {
    routes: Router,
    admission: Option<Arc<Admission>>,
}

impl Application {
    /// A server that is starting.
    pub fn new(urls: Arc<ServerUrls>, cors: &Arc<Cors>, access_log: Option<&Arc<AccessLog>>) -> Arc<Self> {
        let observed = |router: Router| middleware::observed(router, &urls, cors, None, access_log, None);
        let starting = Router::new()
            .route("/health/live", get(|| async { health(StatusCode::OK, "alive\n") }))
            .route("/health/ready", get(|| async { health(StatusCode::SERVICE_UNAVAILABLE, "starting\n") }))
            .fallback(|| async { unavailable("The server is starting. Retry in a few seconds.") });
        let refusing = Router::new().fallback(|| async {
            let detail = "The server has too many connections. Retry in a few seconds.";
            // Refused connections are logged together.
            (Extension(Unlogged), unavailable(detail))
        });
        let overloaded = Router::new().fallback(|| async {
            Problem::busy("The server has too many requests.", RETRY_AFTER_SECONDS).refused(Refusal::Queue)
        });
        let overloaded_by_client = Router::new().fallback(|| async {
            Problem::too_many(Refusal::ClientQueue, "requests at the same time", RETRY_AFTER_SECONDS)
        });
        Arc::new(Self {
            starting: observed(starting),
            refusing: observed(refusing),
            overloaded: observed(overloaded),
            overloaded_by_client: observed(overloaded_by_client),
            opened: OnceLock::new(),
            urls,
        })
    }

    /// Replaces the routes of the starting server. Only the first call has an effect.
    pub fn open(&self, routes: Router, admission: Option<&Arc<Admission>>) {
        let _ = self.opened.set(Opened { routes, admission: admission.map(Arc::clone) });
    }

    /// The current routes.
    pub fn routes(&self) -> &Router {
        self.opened.get().map_or(&self.starting, |opened| &opened.routes)
    }

    /// What admits requests, if they have to wait for a turn.
    pub fn admission(&self) -> Option<&Arc<Admission>> {
        self.opened.get()?.admission.as_ref()
    }

    /// Routes that reject every request, because too many wait.
    pub fn overloaded(&self, full: Full) -> &Router {
        match full {
            Full::Flow => &self.overloaded_by_client,
            Full::Total => &self.overloaded,
        }
    }

    /// Routes that reject every request, for a connection that exceeds a limit.
    pub fn refusing(&self) -> &Router {
        &self.refusing
    }

    /// The URLs for requests that cannot be read.
    pub fn urls(&self) -> &ServerUrls {
        &self.urls
    }
}

fn unavailable(detail: &str) -> Response {
    Problem::new(&UNAVAILABLE, detail).into_response()
}
