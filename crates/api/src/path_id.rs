//! The id in the path of a request.

use std::convert::Infallible;

use axum::extract::{FromRequestParts, Path};
use http::request::Parts;

/// The id as the client sent it. If it is not valid UTF-8, it is replaced by a malformed id, so that the handler returns the
/// same response as for any other malformed id.
#[derive(Debug)]
pub struct PathId(pub String);

impl<S: Send + Sync> FromRequestParts<S> for PathId {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        Ok(Self(path.map_or_else(|_| char::REPLACEMENT_CHARACTER.to_string(), |Path(id)| id)))
    }
}
