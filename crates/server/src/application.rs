//! The routes that connections are served from. They change once the database is open, because the port is opened first.

use std::future::poll_fn;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::{Arc, OnceLock};

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use folkmoot_api::problem::Problem;
use folkmoot_api::problem_table::UNAVAILABLE;
use folkmoot_api::server_urls::ServerUrls;
use folkmoot_connections::RequestHandler;
use folkmoot_runtime::fair::{Flow, Full, Permit, within};
use folkmoot_telemetry::Refusal;
use http::{Request, StatusCode};

use super::access_log::AccessLog;
use super::admission::Admission;
use super::cors::Cors;
use super::middleware::Stack;
use super::observe::{Observer, Unlogged};
use super::operations::health;
use super::unreadable;

/// Time in seconds after which a client should retry a request that found no place in the queue.
const RETRY_AFTER_SECONDS: u64 = 1;

/// The routes of a server, and the routes that it serves until it has opened its database.
pub struct Application {
    urls: Arc<ServerUrls>,
    opened: OnceLock<Opened>,
    starting: Stack,
    refusing: Stack,
    overloaded: Stack,
    overloaded_by_client: Stack,
}

/// The routes of a server whose database is open.
struct Opened {
    stack: Stack,
    admission: Option<Arc<Admission>>,
}

impl Application {
    /// A server that is starting, and serves the routes of `starting` meanwhile.
    pub fn new(
        urls: Arc<ServerUrls>,
        cors: &Arc<Cors>,
        access_log: Option<&Arc<AccessLog>>,
        starting: Router,
    ) -> Arc<Self> {
        let wrap = |routes| Stack::of_responses(routes, cors, Observer::new(&urls, access_log));
        let starting = starting
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
            starting: wrap(starting),
            refusing: wrap(refusing),
            overloaded: wrap(overloaded),
            overloaded_by_client: wrap(overloaded_by_client),
            opened: OnceLock::new(),
            urls,
        })
    }

    /// Replaces the routes of the starting server. Only the first call has an effect.
    pub fn open(&self, stack: Stack, admission: Option<&Arc<Admission>>) {
        let _ = self.opened.set(Opened { stack, admission: admission.map(Arc::clone) });
    }

    /// The current routes.
    fn stack(&self) -> &Stack {
        self.opened.get().map_or(&self.starting, |opened| &opened.stack)
    }

    /// Routes that reject every request, because too many wait.
    fn overloaded(&self, full: Full) -> &Stack {
        match full {
            Full::Flow => &self.overloaded_by_client,
            Full::Total => &self.overloaded,
        }
    }
}

impl RequestHandler for Application {
    /// The request waits for a permit before anything is done for it.
    async fn respond(&self, request: Request<Body>, peer: IpAddr, is_refused: bool) -> (Response, Flow) {
        if is_refused {
            return (self.refusing.respond(request).await, Flow::Server);
        }
        let admission = self.opened.get().and_then(|opened| opened.admission.as_ref());
        let flow =
            admission.and_then(|admission| admission.flow(peer, request.uri().path(), request.headers()));
        let Some((admission, flow)) = admission.zip(flow) else {
            return (self.stack().respond(request).await, Flow::Server);
        };
        let response = match admission.permit(flow).await {
            Ok(permit) => within(flow, until_it_waits(permit, self.stack().respond(request))).await,
            Err(full) => self.overloaded(full).respond(request).await,
        };
        (response, flow)
    }

    fn respond_to_unreadable(&self, status: u16, error: &str, is_head: bool) -> String {
        unreadable::respond(status, error, &self.urls, is_head)
    }
}

/// Runs work that has a permit until it first waits. What waits for a database, a disk or a client takes nothing from others.
async fn until_it_waits<F: Future>(permit: Permit, work: F) -> F::Output {
    let (mut permit, mut work) = (Some(permit), pin!(work));
    poll_fn(|context| {
        let polled = work.as_mut().poll(context);
        permit.take();
        polled
    })
    .await
}

fn unavailable(detail: &str) -> Response {
    Problem::new(&UNAVAILABLE, detail).into_response()
}
