//! Requests to the routes of this server.

use std::net::SocketAddr;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use axum::response::Response;
use folkmoot_api::assistants::ForAssistant;
use folkmoot_api::counts::{self, Groups};
use folkmoot_api::paths::BASE_PATH;
use folkmoot_api::problem::Problem;
use folkmoot_api::state::ApiState;
use http::request::Parts;
use http::{HeaderMap, HeaderName, StatusCode, header};
use http_body_util::{BodyExt as _, Limited};
use serde::de::DeserializeOwned;
use tower::ServiceExt as _;

use super::call::Failure;

/// What the routes read of the headers of a request: who sent it, and under which URL.
const PASSED_ON: [HeaderName; 6] = [
    header::AUTHORIZATION,
    header::USER_AGENT,
    header::HOST,
    header::FORWARDED,
    HeaderName::from_static("x-forwarded-for"),
    HeaderName::from_static("x-forwarded-proto"),
];

/// What the portal reads of the headers of a request: under which URL it was sent.
const URL: [HeaderName; 2] = [header::HOST, HeaderName::from_static("x-forwarded-proto")];

/// The maximum size of a response in bytes: a page of the longest records, or the search index of the portal.
const MAX_RESPONSE: usize = 32_000_000;

/// The routes of this server.
#[derive(Debug, Clone)]
pub struct Routes(Router);

/// The response to a request that has succeeded.
#[derive(Debug)]
pub struct Reply {
    /// Its headers.
    pub headers: HeaderMap,
    body: Vec<u8>,
}

impl Routes {
    /// The routes of the public API and of the portal, and the counts of lists, which have no route of their own.
    pub fn new(routes: Router, state: &ApiState) -> Self {
        Self(routes.merge(counts::routes(state).with_state(state.clone())))
    }

    /// Reads from the API for the client of a request.
    pub async fn read(&self, caller: &Parts, path: &str, query: &str) -> Result<Reply, Failure> {
        self.send(with_caller(caller, path, query)?).await
    }

    /// The numbers of records of a list, for the client of a request.
    pub async fn count(
        &self,
        caller: &Parts,
        plural: &str,
        query: &str,
        groups: Groups,
    ) -> Result<Reply, Failure> {
        let mut request = with_caller(caller, &counts::path(plural), query)?;
        request.extensions_mut().insert(groups);
        self.send(request).await
    }

    /// Reads a file of the portal, as everybody may, under the URL of a request. `None` if there is none.
    pub async fn read_file(&self, caller: &Parts, path: &str) -> Result<Option<Reply>, Failure> {
        let mut request = get(path)?;
        if let Some(peer) = caller.extensions.get::<ConnectInfo<SocketAddr>>() {
            request.extensions_mut().insert(*peer);
        }
        copy(caller, &mut request, &URL);
        match self.respond(request).await {
            response if response.status() == StatusCode::OK => Reply::of(response).await.map(Some),
            response if response.status() == StatusCode::NOT_FOUND => Ok(None),
            response => Err(problem(&response).into()),
        }
    }

    async fn send(&self, request: Request) -> Result<Reply, Failure> {
        match self.respond(request).await {
            response if response.status() == StatusCode::OK => Reply::of(response).await,
            response => Err(problem(&response).into()),
        }
    }

    async fn respond(&self, request: Request) -> Response {
        match self.0.clone().oneshot(request).await {
            Ok(response) => response,
            Err(impossible) => match impossible {},
        }
    }
}

impl Reply {
    async fn of(response: Response) -> Result<Self, Failure> {
        let (parts, body) = response.into_parts();
        let body = Limited::new(body, MAX_RESPONSE).collect().await;
        let body = body.map_err(|error| Failure::from(Problem::internal(error)))?;
        Ok(Self { headers: parts.headers, body: body.to_bytes().into() })
    }

    /// The body as JSON.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        serde_json::from_slice(&self.body).map_err(|error| Problem::internal(error).into())
    }

    /// The body as text.
    pub fn into_text(self) -> String {
        String::from_utf8(self.body)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
    }
}

/// A request of the API with the credentials and the sender of another one. Whatever notes a request for usage notes that one.
fn with_caller(caller: &Parts, path: &str, query: &str) -> Result<Request, Failure> {
    let separator = if query.is_empty() { "" } else { "?" };
    let mut request = get(&format!("{BASE_PATH}{path}{separator}{query}"))?;
    *request.extensions_mut() = caller.extensions.clone();
    request.extensions_mut().insert(ForAssistant);
    copy(caller, &mut request, &PASSED_ON);
    Ok(request)
}

fn get(url: &str) -> Result<Request, Failure> {
    let too_long = |_| Failure::Words("The arguments are too long for one request.".to_owned());
    http::Request::get(url).body(Body::empty()).map_err(too_long)
}

fn copy(from: &Parts, to: &mut Request, names: &[HeaderName]) {
    for name in names {
        for value in from.headers.get_all(name) {
            to.headers_mut().append(name, value.clone());
        }
    }
}

/// The problem of a response without success.
fn problem(response: &Response) -> Problem {
    let problem = response.extensions().get::<Problem>().cloned();
    problem.unwrap_or_else(|| Problem::internal(format!("a route responded with {}", response.status())))
}
