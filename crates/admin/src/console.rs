//! Serves the console: the files that the build embedded, and its page for every path that is not a file.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::{Html, IntoResponse, Response};
use folkmoot_api::problem::Problem;
use folkmoot_api::problem_table::ROUTE_NOT_FOUND;
use folkmoot_api::security_headers::OwnPolicy;
use folkmoot_portal::IMAGE_POLICY;
use http::{HeaderValue, header};

use super::CONSOLE_PATH;
use super::console_provider::IMAGES_PATH;
use super::state::AdminState;

/// The Content-Security-Policy of the console. It loads everything from this server and runs nothing inline. Frames and records are those
/// of websites, which another listener may serve under this URL of the API.
fn policy(api_url: Option<&str>) -> String {
    let api = api_url.map(|url| format!(" {url}")).unwrap_or_default();
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
         connect-src 'self'{api}; frame-src 'self'{api}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
}

/// `GET /admin` and every path below it that has no route of its own.
pub async fn page(State(state): State<Arc<AdminState>>, request: Request) -> Response {
    let Some(console) = &state.sign_in.console else {
        return Html(include_str!("no_console.html")).into_response();
    };
    if let Some(mut response) = console.response(request.uri(), request.headers()) {
        let path = request.uri().path().strip_prefix(CONSOLE_PATH).unwrap_or_default();
        let policy = if path.starts_with(IMAGES_PATH) {
            IMAGE_POLICY.to_owned()
        } else {
            policy(state.settings.public_url.as_deref())
        };
        let Ok(policy) = HeaderValue::from_str(&policy) else {
            return Problem::internal("the setting public-url is not a header value").into_response();
        };
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
        response.extensions_mut().insert(OwnPolicy);
        return response;
    }
    let path: String = request.uri().path().chars().take(200).collect();
    Problem::new(&ROUTE_NOT_FOUND, format!("The console has no file at '{path}'.")).into_response()
}
