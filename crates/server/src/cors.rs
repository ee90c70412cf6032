//! Cross-origin requests (CORS, of the Fetch standard): which websites may call the API from a browser.
//!
//! This is our own code because `CorsLayer` of tower-http responds to a preflight request from an origin that is not listed
//! with CORS headers, and cannot be limited to some paths of a router without leaving out unknown routes and early errors.

use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use folkmoot_api::paths::{BASE_PATH, MCP_PATH, TOKEN_PATH};
use folkmoot_api::publishable_keys;
use folkmoot_authentication::platform_cache::PlatformCache;
use folkmoot_settings::{Settings, WebOrigin};
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use jiff::Timestamp;
use std::sync::Arc;

const ALLOWED_METHODS: HeaderValue = HeaderValue::from_static("GET, HEAD, POST, PUT, PATCH, DELETE");
/// The headers that clients of the API send and that a browser does not allow on its own.
const ALLOWED_HEADERS: HeaderValue = HeaderValue::from_static(
    "Authorization, Content-Type, Accept, Cache-Control, If-None-Match, X-Request-Id, Mcp-Protocol-Version, Mcp-Method, Mcp-Name",
);
/// The headers of responses that scripts may read.
const EXPOSED_HEADERS: HeaderValue = HeaderValue::from_static(
    "Link, ETag, Total-Count, Applied-Filters, Withheld, Content-Disposition, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id",
);
/// How long a browser may cache a preflight response: two hours, the maximum of Chromium.
const MAX_AGE_SECONDS: HeaderValue = HeaderValue::from_static("7200");

/// The origins that may call the API.
pub struct Cors {
    origins: Vec<WebOrigin>,
    keys: Option<Keys>,
}

/// The publishable keys, whose origins may use them.
struct Keys {
    platform: Arc<PlatformCache>,
    clock: fn() -> Timestamp,
}

impl Cors {
    /// The configured origins, and those of the configured URLs of the API and of the portal.
    pub fn new(settings: &Settings) -> Self {
        let own = [&settings.public_url, &settings.portal_url];
        let own = own.into_iter().flatten().filter_map(|url| WebOrigin::of_url(url));
        Self { origins: settings.cors_origins.iter().cloned().chain(own).collect(), keys: None }
    }

    /// The origins of publishable keys as well, once the database is open.
    #[must_use]
    pub fn with_keys(self, platform: Arc<PlatformCache>, clock: fn() -> Timestamp) -> Self {
        Self { keys: Some(Keys { platform, clock }), ..self }
    }

    /// What CORS permits a request: nothing outside the API.
    pub fn permits(&self, request: &Request) -> CrossOrigin {
        if !is_covered(request.uri().path()) {
            return CrossOrigin { origin: None, is_preflight: false, varies: false };
        }
        let is_preflight = is_preflight(request);
        let key = publishable_keys::presented(request.uri(), request.headers()).filter(|_| !is_preflight);
        CrossOrigin {
            origin: self.allowed_origin(request.headers(), key.as_deref(), is_preflight),
            is_preflight,
            varies: is_preflight || key.is_some() || !self.origins.is_empty(),
        }
    }

    /// The origin of a request with this publishable key, if it may call the API.
    fn allowed_origin(
        &self,
        headers: &HeaderMap,
        key: Option<&str>,
        is_preflight: bool,
    ) -> Option<HeaderValue> {
        let mut lines = headers.get_all(header::ORIGIN).iter();
        let origin = lines.next().filter(|_| lines.next().is_none())?;
        let is_configured =
            || self.origins.iter().any(|allowed| allowed.as_str().as_bytes() == origin.as_bytes());
        let is_allowed = match (&self.keys, key) {
            // What follows decides alone which pages may use a key.
            (Some(keys), Some(key)) => keys.permit(key, origin),
            (Some(keys), None) if is_preflight => is_configured() || keys.have_origin(origin),
            _ => is_configured(),
        };
        is_allowed.then(|| origin.clone())
    }
}

impl Keys {
    /// Whether pages of an origin may read the response to a request with a key.
    fn permit(&self, key: &str, origin: &HeaderValue) -> bool {
        let (clients, now) = (self.platform.clients(), (self.clock)().as_millisecond());
        origin.to_str().is_ok_and(|origin| publishable_keys::permits_origin(&clients, key, origin, now))
    }

    /// Whether pages of an origin may use any key: a browser asks before it sends one.
    fn have_origin(&self, origin: &HeaderValue) -> bool {
        let (clients, now) = (self.platform.clients(), (self.clock)().as_millisecond());
        origin.to_str().is_ok_and(|origin| clients.is_origin_of_active_key(origin, now))
    }
}

/// What CORS permits a request.
#[derive(Debug)]
pub struct CrossOrigin {
    /// The origin of the request, if it may call the API.
    origin: Option<HeaderValue>,
    is_preflight: bool,
    /// Whether the response depends on the origin.
    varies: bool,
}

impl CrossOrigin {
    /// The response to a preflight request; `None` for other requests.
    pub fn preflight(&self) -> Option<Response> {
        self.is_preflight.then(|| StatusCode::NO_CONTENT.into_response())
    }

    /// Adds the headers of an allowed origin to a response, also to that of an error.
    pub fn add_headers(self, headers: &mut HeaderMap) {
        if self.varies {
            headers.append(header::VARY, HeaderValue::from_static("origin"));
        }
        let Some(origin) = self.origin else { return };
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        if self.is_preflight {
            headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, ALLOWED_METHODS);
            headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, ALLOWED_HEADERS);
            headers.insert(header::ACCESS_CONTROL_MAX_AGE, MAX_AGE_SECONDS);
        } else {
            headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED_HEADERS);
        }
    }
}

/// Whether browsers may call a path from other origins: the API, its features, its tools for assistants, and the token endpoint.
fn is_covered(path: &str) -> bool {
    let is_below =
        |base| path.strip_prefix(base).is_some_and(|rest: &str| rest.is_empty() || rest.starts_with('/'));
    is_below(BASE_PATH)
        || is_below(folkmoot_ogc::PATH)
        || is_below(MCP_PATH)
        || path.strip_suffix('/').unwrap_or(path) == TOKEN_PATH
}

fn is_preflight(request: &Request) -> bool {
    let has = |name| request.headers().contains_key(name);
    request.method() == Method::OPTIONS && has(header::ORIGIN) && has(header::ACCESS_CONTROL_REQUEST_METHOD)
}
