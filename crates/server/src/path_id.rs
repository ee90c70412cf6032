//! The id in the address of a call.

use std::convert::Infallible;

use axum::extract::{FromRequestParts, Path};
use http::request::Parts;

/// The id as it was given. What is no text is the id of no record, as every other malformed id.
#[derive(Debug)]
pub struct PathId(pub String);

impl<S: Send + Sync> FromRequestParts<S> for PathId {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let given = Path::<String>::from_request_parts(parts, state).await;
        Ok(Self(given.map_or_else(|_| char::REPLACEMENT_CHARACTER.to_string(), |Path(id)| id)))
    }
}
