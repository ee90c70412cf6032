//! Rules of HTTP that apply to every request of a kind, whatever its handler.

use axum::body::HttpBody as _;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, Method, Uri, Version, header};

use super::parameters;
use super::problem::Problem;
use super::problem_table::{MALFORMED_BODY, UNSUPPORTED_MEDIA_TYPE};

/// Refuses an HTTP/1.1 request without a `Host` header or with several (RFC 9112, section 3.2).
pub async fn require_host(request: Request, next: Next) -> Response {
    let hosts = request.headers().get_all(header::HOST).iter().count();
    if request.version() != Version::HTTP_11 || hosts == 1 {
        return next.run(request).await;
    }
    let detail = format!("An HTTP/1.1 request must have exactly one Host header; this one has {hosts}.");
    Problem::new(&MALFORMED_BODY, detail).into_response()
}

/// Refuses a compressed request body, which handlers do not decompress.
pub async fn refuse_encoded_body(request: Request, next: Next) -> Response {
    let has_body = !request.body().is_end_stream();
    let takes_body = [Method::POST, Method::PUT, Method::PATCH].contains(request.method());
    match encoding(request.headers()).filter(|_| has_body && takes_body) {
        None => next.run(request).await,
        Some(encoding) => {
            let detail = format!(
                "The encoding '{encoding}' of the body is not supported. Send plain JSON, without Content-Encoding."
            );
            Problem::new(&UNSUPPORTED_MEDIA_TYPE, detail).into_response()
        }
    }
}

/// The first encoding that changes a body. `chunked` is decoded by the connection.
fn encoding(headers: &HeaderMap) -> Option<String> {
    let content = headers.get_all(header::CONTENT_ENCODING).iter();
    let transfer = headers.get_all(header::TRANSFER_ENCODING).iter();
    content
        .chain(transfer)
        .flat_map(|value| value.to_str().unwrap_or("unknown").split(','))
        .map(|encoding| encoding.trim().to_ascii_lowercase())
        .find(|encoding| !["", "identity", "chunked"].contains(&encoding.as_str()))
}

/// Refuses every parameter, for calls that take none.
pub async fn refuse_parameters(uri: Uri, request: Request, next: Next) -> Response {
    match parameters::none(&uri) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}
