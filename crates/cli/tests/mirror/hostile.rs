//! A source that changes the responses of a platform, and a service that it must not reach.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::response::Response;
use reqwest::Client;
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use tokio::runtime::{Builder, Runtime};

use crate::mirror::world::Source;

/// A server of a test on a free port.
struct Running {
    url: String,
    _runtime: Runtime,
}

impl Running {
    fn serve(router: impl FnOnce(&str) -> Router) -> Self {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let router = router(&url);
        runtime.spawn(async move { axum::serve(listener, router).await });
        Self { url, _runtime: runtime }
    }
}

/// A service that records its requests.
pub struct Service {
    running: Running,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Service {
    /// Starts one.
    pub fn start() -> Self {
        let requests: Arc<Mutex<Vec<String>>> = Arc::default();
        let recorded = Arc::clone(&requests);
        let respond = |State(recorded): State<Arc<Mutex<Vec<String>>>>, request: Request| async move {
            let (parts, body) = request.into_parts();
            let body = to_bytes(body, usize::MAX).await.unwrap();
            let request = format!("{} {} {}", parts.method, parts.uri, String::from_utf8_lossy(&body));
            recorded.lock().unwrap().push(request);
            "internal"
        };
        let running = Running::serve(|_| Router::new().fallback(respond).with_state(recorded));
        Self { running, requests }
    }

    /// Its URL.
    pub fn url(&self) -> &str {
        &self.running.url
    }

    /// Its host and port.
    pub fn host(&self) -> &str {
        self.url().trim_start_matches("http://")
    }

    /// What it has received.
    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

/// What a hostile source returns for a path with its query; `None` for the response of the platform.
type Respond = dyn Fn(&str) -> Option<Response> + Send + Sync;
/// Changes the text of a response to a path.
type Change = dyn Fn(&str, String) -> String + Send + Sync;

struct Hostile {
    client: Client,
    platform: String,
    respond: Box<Respond>,
    change: Box<Change>,
}

/// A proxy between the mirror and a platform that changes what the platform returns.
pub struct HostileSource(Running);

impl HostileSource {
    /// Returns other responses for some paths.
    pub fn responding(
        source: &Source,
        respond: impl Fn(&str) -> Option<Response> + Send + Sync + 'static,
    ) -> Self {
        let platform = source.url().to_owned();
        // The URLs of files are those of this source.
        Self::start(source, Box::new(respond), move |own, text| text.replace(&platform, own))
    }

    /// Changes texts of the platform, after the URL of this source.
    pub fn changing(
        source: &Source,
        change: impl Fn(&str, String) -> String + Send + Sync + 'static,
    ) -> Self {
        Self::serve(source, Box::new(|_| None), |_| Box::new(change))
    }

    fn start(
        source: &Source,
        respond: Box<Respond>,
        change: impl Fn(&str, String) -> String + Send + Sync + 'static,
    ) -> Self {
        Self::serve(source, respond, |own| {
            let own = own.to_owned();
            Box::new(move |_, text| change(&own, text))
        })
    }

    fn serve(source: &Source, respond: Box<Respond>, change: impl FnOnce(&str) -> Box<Change>) -> Self {
        let platform = source.url().to_owned();
        Self(Running::serve(|own| {
            let hostile = Hostile { client: Client::new(), platform, respond, change: change(own) };
            Router::new().fallback(forward).with_state(Arc::new(hostile))
        }))
    }

    /// Its URL.
    pub fn url(&self) -> &str {
        &self.0.url
    }
}

async fn forward(State(hostile): State<Arc<Hostile>>, request: Request) -> Response {
    let path = request.uri().path_and_query().unwrap().to_string();
    if let Some(response) = (hostile.respond)(&path) {
        return response;
    }
    let (parts, body) = request.into_parts();
    let mut forwarded = hostile.client.request(parts.method, format!("{}{path}", hostile.platform));
    for name in [ACCEPT, AUTHORIZATION, CONTENT_TYPE] {
        if let Some(value) = parts.headers.get(&name) {
            forwarded = forwarded.header(name, value);
        }
    }
    let received = forwarded.body(to_bytes(body, usize::MAX).await.unwrap()).send().await.unwrap();
    let response = Response::builder().status(received.status());
    let bytes = received.bytes().await.unwrap();
    let body = match String::from_utf8(bytes.to_vec()) {
        Ok(text) => Body::from((hostile.change)(&path, text)),
        Err(_) => Body::from(bytes),
    };
    response.body(body).unwrap()
}

/// A redirect.
pub fn redirect(location: &str) -> Response {
    Response::builder().status(307).header("location", location).body(Body::empty()).unwrap()
}
