//! Refuses requests that a page of another site sent. The cookie is not sent with them either, and they have no CSRF token;
//! this check does not depend on both.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use folkmoot_api::problem::Problem;
use folkmoot_api::problem_table::CROSS_SITE_REQUEST;
use folkmoot_settings::WebOrigin;
use http::{HeaderName, header};

use super::state::AdminState;

/// Fetch Metadata: the relation between the page that sent a request and the server.
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Refuses requests of pages of other origins. Programs send neither of the headers.
pub async fn refuse(State(state): State<Arc<AdminState>>, request: Request, next: Next) -> Response {
    if is_cross_site(&state, &request) {
        let detail = "A page of another origin sent this request. Use the admin API from the console or from a program.";
        return Problem::new(&CROSS_SITE_REQUEST, detail).into_response();
    }
    next.run(request).await
}

/// Browsers send `Sec-Fetch-Site`, which pages cannot change. Older ones send only `Origin` with requests that write.
fn is_cross_site(state: &AdminState, request: &Request) -> bool {
    let headers = request.headers();
    if let Some(site) = headers.get(SEC_FETCH_SITE) {
        return site != "same-origin" && site != "none";
    }
    let url = state.sign_in.urls.of_request(request);
    let own = WebOrigin::of_url(&url.api);
    headers
        .get_all(header::ORIGIN)
        .iter()
        .any(|origin| own.as_ref().is_none_or(|own| own.as_str().as_bytes() != origin.as_bytes()))
}
