//! Who calls: every handler that answers records takes a [`Caller`], and so cannot run without one.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use axum::extract::FromRequestParts;
use folkmoot_authentication::tokens::TokenError;
use folkmoot_files::download_urls::DownloadUrlSigner;
use folkmoot_model::resource::{Resource, Source};
use folkmoot_store::clients::Holder;
use folkmoot_store::encode::View;
use http::header::AUTHORIZATION;
use http::request::Parts;
use uuid::Uuid;

use super::problem::Problem;
use super::problem_table::{EXPIRED_TOKEN, INVALID_TOKEN, MISSING_TOKEN, REVOKED_CLIENT};
use super::server::{PlatformView, Server, Standing};

/// A client of the public API with a token that is good now.
pub struct Caller {
    /// The platform that it may read.
    pub platform: Arc<PlatformView>,
    /// Whom download URLs in the response are issued to.
    pub holder: Holder,
    download_urls: Arc<DownloadUrlSigner>,
}

impl Caller {
    /// How records of a resource are written for this caller in a locale.
    pub fn view(&self, resource: &Resource, locale: usize) -> Cow<'_, View> {
        let view = &self.platform.views[locale];
        match self.holder_of_urls(resource) {
            None => Cow::Borrowed(view),
            Some(holder) => Cow::Owned(View {
                downloads: Some(DownloadUrlSigner::of_holder(&self.download_urls, holder)),
                ..view.clone()
            }),
        }
    }

    /// The holder, for a resource whose records contain URLs that are issued to one.
    pub fn holder_of_urls(&self, resource: &Resource) -> Option<Holder> {
        let has_url = resource.fields.iter().any(|field| matches!(field.source, Source::DownloadAddress));
        has_url.then_some(self.holder)
    }
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
            TokenError::Expired => Problem::new(&EXPIRED_TOKEN, "The token has expired. Get a new one."),
            TokenError::Invalid | TokenError::UnknownKey => {
                invalid("The token was modified or was not issued by this platform.")
            }
        })?;
        match server.standing(claims.holder).await? {
            Standing::Valid => {}
            Standing::ClientRevoked => {
                let detail = "An administrator revoked the client that the token was issued to.";
                return Err(Problem::new(&REVOKED_CLIENT, detail));
            }
            Standing::Superseded => {
                return Err(invalid("An administrator revoked the token. Get a new one."));
            }
            Standing::Unknown => {
                return Err(invalid("The client that the token was issued to is unknown."));
            }
        }
        if let Some(who) = parts.extensions.get::<Who>() {
            let _ = who.0.set(claims.holder.client);
        }
        Ok(Self { platform, holder: claims.holder, download_urls: Arc::clone(&server.download_urls) })
    }
}

/// The token of `Authorization: Bearer <jwt>` or `Authorization: <jwt>`.
fn token(parts: &Parts) -> Result<&str, Problem> {
    let mut headers = parts.headers.get_all(AUTHORIZATION).iter();
    let Some(header) = headers.next() else { return Err(missing()) };
    if headers.next().is_some() {
        return Err(invalid("The request has more than one Authorization header. Send exactly one."));
    }
    let value = header
        .to_str()
        .map_err(|_| invalid("The Authorization header must be plain text: Bearer <token>."))?
        .trim();
    let token = match value.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => token.trim_start(),
        None if value.eq_ignore_ascii_case("bearer") => "",
        _ => value,
    };
    if token.is_empty() { Err(missing()) } else { Ok(token) }
}

fn missing() -> Problem {
    let detail =
        "The request has no Authorization header. Get a token and send it as Authorization: Bearer <token>.";
    Problem::new(&MISSING_TOKEN, detail)
}

fn invalid(detail: &str) -> Problem {
    Problem::new(&INVALID_TOKEN, detail)
}
