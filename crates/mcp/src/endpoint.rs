//! `POST /mcp`: requests of the protocol over HTTP.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::response::{IntoResponse as _, Response};
use folkmoot_api::problem::Problem;
use folkmoot_api::problem_table::{
    BODY_TOO_LARGE, MALFORMED_BODY, NOT_ACCEPTABLE, ORIGIN_NOT_ALLOWED, ProblemKind, UNSUPPORTED_MEDIA_TYPE,
};
use folkmoot_api::server_urls::ServerUrls;
use folkmoot_settings::{Settings, WebOrigin};
use http::{HeaderValue, StatusCode, Uri, header};
use http_body_util::BodyExt as _;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};

use super::call::CallSlot;
use super::tools::Assistant;

/// The maximum size of a request in bytes. Arguments are as short as URLs.
const MAX_REQUEST: usize = 256_000;

/// The maximum size of the text of a refusal in bytes.
const MAX_REFUSAL: usize = 1_000;

/// What responds to requests of the protocol.
pub struct Endpoint(StreamableHttpService<Assistant, NeverSessionManager>);

impl Endpoint {
    /// Accepts requests to the hosts, and from the websites, of the settings.
    pub fn new(assistant: Assistant, settings: &Settings, urls: &ServerUrls) -> Self {
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_max_request_body_bytes(MAX_REQUEST)
            .with_allowed_hosts(hosts(settings, urls.listening()))
            .with_allowed_origins(origins(settings))
            .enforce_origin_validation();
        let sessions = Arc::new(NeverSessionManager::default());
        Self(StreamableHttpService::new(move || Ok(assistant.clone()), sessions, config))
    }

    /// The response to a request.
    pub async fn respond(&self, mut request: Request) -> Response {
        let slot = CallSlot::default();
        request.extensions_mut().insert(slot.clone());
        let response = self.0.handle(request).await.map(Body::new);
        match slot.take_refusal() {
            Some(refusal) => refusal.into_response(),
            None if is_plain_refusal(&response) => refused(response).await.into_response(),
            None => slot.note_in(response),
        }
    }
}

/// The hosts of the configured URL, of the address of the server, and of loopback.
fn hosts(settings: &Settings, listening: &str) -> Vec<String> {
    let public = settings.public_url.as_deref().and_then(|url| url.parse::<Uri>().ok());
    let listening = listening.parse::<Uri>().ok();
    let hosts = [public, listening].into_iter().flatten().filter_map(|url| url.host().map(str::to_owned));
    hosts.chain(["localhost", "127.0.0.1", "::1"].map(str::to_owned)).collect()
}

/// The origins of the configured URLs, and those that may call the API.
fn origins(settings: &Settings) -> Vec<String> {
    let own = [&settings.public_url, &settings.portal_url].into_iter().flatten();
    let own = own.filter_map(|url| WebOrigin::of_url(url));
    let all = settings.cors_origins.iter().cloned().chain(own);
    all.map(|origin| with_port(origin.as_str())).collect()
}

/// An origin with its port: one without would match every port.
fn with_port(origin: &str) -> String {
    let has_port = origin.parse::<Uri>().is_ok_and(|url| url.port().is_some());
    match (has_port, origin.starts_with("https:")) {
        (true, _) => origin.to_owned(),
        (false, true) => format!("{origin}:443"),
        (false, false) => format!("{origin}:80"),
    }
}

/// Whether a response refuses a request before it was read as one of the protocol, which has JSON for its errors.
fn is_plain_refusal(response: &Response) -> bool {
    let media_type = response.headers().get(header::CONTENT_TYPE).map(HeaderValue::as_bytes);
    response.status().is_client_error()
        && media_type.is_none_or(|media_type| media_type.starts_with(b"text/"))
}

/// A refusal as a problem.
async fn refused(response: Response) -> Problem {
    let kind: &'static ProblemKind = match response.status() {
        StatusCode::FORBIDDEN => &ORIGIN_NOT_ALLOWED,
        StatusCode::NOT_ACCEPTABLE => &NOT_ACCEPTABLE,
        StatusCode::PAYLOAD_TOO_LARGE => &BODY_TOO_LARGE,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => &UNSUPPORTED_MEDIA_TYPE,
        _ => &MALFORMED_BODY,
    };
    let body = http_body_util::Limited::new(response.into_body(), MAX_REFUSAL).collect().await;
    let text = body.map(|body| String::from_utf8_lossy(&body.to_bytes()).into_owned()).unwrap_or_default();
    Problem::new(kind, text)
}
