//! Who calls: every handler that answers records takes a [`Caller`], and so cannot run without one.

use std::sync::{Arc, OnceLock};

use axum::extract::FromRequestParts;
use http::header::AUTHORIZATION;
use http::request::Parts;
use uuid::Uuid;

use super::problem::Problem;
use super::problem_table::{EXPIRED_TOKEN, INVALID_TOKEN, MISSING_TOKEN, REVOKED_CLIENT};
use super::server::{PlatformView, Server};
use crate::authentication::tokens::TokenError;

/// A client of the public API with a token that is good now.
pub struct Caller {
    /// The platform that it may read.
    pub platform: Arc<PlatformView>,
}

/// Tells the log which client called.
#[derive(Debug, Clone, Default)]
pub struct Who(pub Arc<OnceLock<Uuid>>);

impl FromRequestParts<Arc<Server>> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Result<Self, Problem> {
        server.require_present().await?;
        let platform = server.open_platform()?;
        let token = token(parts)?;
        let mut verified = server.tokens.verify(token, (server.clock)());
        if matches!(verified, Err(TokenError::UnknownKey)) {
            // Another server may have signed it with a key that was made a moment ago.
            server.key_reload.reload_for_unknown_key(server).await;
            verified = server.tokens.verify(token, (server.clock)());
        }
        let claims = verified.map_err(|error| match error {
            TokenError::Expired => Problem::new(&EXPIRED_TOKEN, "The token has expired. Authenticate again."),
            TokenError::Invalid | TokenError::UnknownKey => {
                invalid("The token was not issued by this server, or it was changed.")
            }
        })?;
        match server.known.clients().get(&claims.client) {
            Some(client) if client.revoked_at.is_some() => Err(Problem::new(
                &REVOKED_CLIENT,
                "An administrator revoked the client that the token was issued to.",
            )),
            Some(_) => {
                if let Some(who) = parts.extensions.get::<Who>() {
                    let _ = who.0.set(claims.client);
                }
                Ok(Self { platform })
            }
            None => Err(invalid("The token was issued to a client that this server does not know.")),
        }
    }
}

/// The token of `Authorization: Bearer <jwt>` or `Authorization: <jwt>`.
fn token(parts: &Parts) -> Result<&str, Problem> {
    let mut headers = parts.headers.get_all(AUTHORIZATION).iter();
    let Some(header) = headers.next() else { return Err(missing()) };
    if headers.next().is_some() {
        return Err(invalid("There is more than one Authorization header."));
    }
    let value = header.to_str().map_err(|_| invalid("The Authorization header is not plain text."))?.trim();
    let token = match value.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => token.trim_start(),
        None if value.eq_ignore_ascii_case("bearer") => "",
        _ => value,
    };
    if token.is_empty() { Err(missing()) } else { Ok(token) }
}

fn missing() -> Problem {
    let detail = "The request has no token. Authenticate, then send the header Authorization: Bearer <jwt>.";
    Problem::new(&MISSING_TOKEN, detail)
}

fn invalid(detail: &str) -> Problem {
    Problem::new(&INVALID_TOKEN, detail)
}
