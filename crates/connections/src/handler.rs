//! What responds to the requests on connections.

use std::net::IpAddr;

use axum::body::Body;
use axum::response::Response;
use folkmoot_runtime::fair::Flow;
use http::Request;

/// Responds to requests.
pub trait RequestHandler: Send + Sync + 'static {
    /// Responds to a request from a network address. `is_refused` states that its connection exceeds a limit. The body is made for the
    /// returned flow.
    fn respond(
        &self,
        request: Request<Body>,
        peer: IpAddr,
        is_refused: bool,
    ) -> impl Future<Output = (Response, Flow)> + Send;

    /// The complete response to a request that is not valid HTTP, without a body if `is_head`. `status` and `error` are those of the HTTP
    /// implementation. The connection is closed after it.
    fn respond_to_unreadable(&self, status: u16, error: &str, is_head: bool) -> String;
}
