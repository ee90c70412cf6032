//! The two requests of a sign-in: the one that leads to the provider, and the one that returns from it.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use folkmoot_api::problem::Problem;
use folkmoot_authentication::secrets::{self, Secret};
use folkmoot_store::admin_sign_ins::AdminSignIn;
use folkmoot_store::administrators::Method;
use folkmoot_store::{Store, StoreError};
use folkmoot_telemetry::Refusal;
use http::request::Parts;
use http::{HeaderValue, Uri, header};
use jiff::SignedDuration;

use super::CALLBACK_PATH;
use super::provider::{OpenIdProvider, ProviderError};
use super::redirect::{SignInError, console_path, redirect_to};
use crate::AdminState;
use crate::administrator::{address_of, is_secure};
use crate::cookies;
use crate::session::{self, Identity};

/// How long a sign-in may take.
const LIFETIME: SignedDuration = SignedDuration::from_mins(10);

/// Redirects to the provider.
pub async fn begin(State(state): State<Arc<AdminState>>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    redirect_to_provider(&state, &parts).await.unwrap_or_else(IntoResponse::into_response)
}

/// Opens a session for the account that the provider reports, and redirects to the console. Browsers do not send the session's cookie
/// with that redirect, because it continues a navigation from the provider's site, but with what the console requests.
pub async fn end(State(state): State<Arc<AdminState>>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let response = signed_in(&state, &parts).await.unwrap_or_else(IntoResponse::into_response);
    // The state is used once, whatever the result.
    match cookies::SIGN_IN.delete(is_secure(&parts, &state)) {
        Ok(cookie) => with_cookie(response, cookie),
        Err(_) => response,
    }
}

async fn redirect_to_provider(state: &Arc<AdminState>, parts: &Parts) -> Result<Response, SignInError> {
    let provider = limited_provider(state, parts)?;
    let token = Secret::generate_browser_token().map_err(failed)?;
    let parameters = parameters(&parts.uri);
    let chooses_account = parameters.get("prompt").is_some_and(|prompt| prompt == "select_account");
    let beginning = provider
        .begin(token.expose(), &redirect_url(state, parts), chooses_account)
        .await
        .map_err(provider_failed)?;
    let now = (state.clock)();
    let sign_in = AdminSignIn {
        state_hash: token.hash(),
        nonce: beginning.nonce,
        code_verifier: beginning.code_verifier,
        return_to: console_path(parameters.get("return_to").map(String::as_str)),
        expires_at: (now + LIFETIME).as_millisecond(),
    };
    let begin = move |store: &Store| store.admin_sign_ins().begin(&sign_in, now.as_millisecond());
    state.store.run_administration::<_, StoreError>(begin).await.map_err(failed)?;
    let seconds = LIFETIME.as_secs().unsigned_abs();
    let cookie = cookies::SIGN_IN.set(token.expose(), is_secure(parts, state), Some(seconds));
    Ok(with_cookie(redirect_to(&beginning.url), cookie.map_err(problem)?))
}

async fn signed_in(state: &Arc<AdminState>, parts: &Parts) -> Result<Response, SignInError> {
    let provider = provider(state)?;
    let mut parameters = parameters(&parts.uri);
    let is_secure = is_secure(parts, state);
    // The state must come from the browser that began the sign-in. Otherwise an attacker could sign others in as himself.
    let sent = parameters.remove("state").unwrap_or_default();
    let expected = cookies::SIGN_IN.read(&parts.headers, is_secure).ok_or(SignInError::Expired)?;
    if !secrets::same(&sent, expected) {
        return Err(SignInError::Expired);
    }
    // A response of another provider (RFC 9207). Without the parameter, it is from the only one that is configured.
    if parameters.get("iss").is_some_and(|issuer| !provider.is_issuer(issuer)) {
        let error = "the response is from another issuer".to_owned();
        return Err(provider_failed(ProviderError::Invalid(error)));
    }
    let (hash, now) = (secrets::hash(&sent), (state.clock)().as_millisecond());
    let take = move |store: &Store| store.admin_sign_ins().take(&hash, now);
    let sign_in = state.store.run_administration::<_, StoreError>(take).await.map_err(failed)?;
    let sign_in = sign_in.ok_or(SignInError::Expired)?;
    let Some(code) = parameters.remove("code") else {
        let error = parameters.remove("error").unwrap_or_default();
        // Anyone can send any text here; errors of OAuth 2.0 are lower-case words.
        let is_code =
            error.len() <= 40 && error.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        tracing::warn!(error = is_code.then_some(error), "the OpenID provider refused a sign-in");
        return Err(SignInError::Refused);
    };
    let account = provider
        .account(code, sign_in.nonce, sign_in.code_verifier, &redirect_url(state, parts))
        .await
        .map_err(provider_failed)?;
    let Some(role) = account.role else {
        // Without the subject, which is an email address at some providers.
        tracing::warn!("refused an account without a group that has a role");
        return Err(SignInError::NoRole);
    };
    let address = address_of(parts, state).map_err(problem)?;
    let identity = Identity {
        id: account.subject,
        name: account.name,
        role,
        method: Method::OpenIdConnect,
        key: None,
        expires_at: None,
        provider_tokens: account.tokens,
    };
    let (_, cookie) = session::open(state, identity, address, is_secure).await.map_err(problem)?;
    Ok(with_cookie(redirect_to(&sign_in.return_to), cookie))
}

fn with_cookie(mut response: Response, cookie: HeaderValue) -> Response {
    response.headers_mut().append(header::SET_COOKIE, cookie);
    response
}

fn provider(state: &AdminState) -> Result<&OpenIdProvider, SignInError> {
    state.sign_in.openid.as_ref().ok_or(SignInError::NotConfigured)
}

/// The provider for a request that anyone can send. Each costs requests to the provider, so that it counts like a failed sign-in.
pub(super) fn limited_provider<'a>(
    state: &'a AdminState,
    parts: &Parts,
) -> Result<&'a OpenIdProvider, SignInError> {
    let provider = provider(state)?;
    let address = address_of(parts, state).map_err(problem)?;
    state.sign_in.failures.count_failure(address).map_err(|_| {
        Refusal::AdminSignIn.count();
        SignInError::TooMany
    })?;
    Ok(provider)
}

/// The URL to which the provider redirects, which must be registered there.
fn redirect_url(state: &AdminState, parts: &Parts) -> String {
    server_url(state, parts, CALLBACK_PATH)
}

/// The URL of a path of this server, as administrators reach it.
pub(super) fn server_url(state: &AdminState, parts: &Parts, path: &str) -> String {
    let urls = state.sign_in.urls.of_head(&parts.uri, &parts.headers, &parts.extensions);
    format!("{}{path}", urls.api)
}

/// The query parameters; of a repeated one, the last.
fn parameters(uri: &Uri) -> HashMap<String, String> {
    form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()).into_owned().collect()
}

#[allow(clippy::needless_pass_by_value, reason = "errors are passed on as they are, by `map_err`")]
pub(super) fn provider_failed(error: ProviderError) -> SignInError {
    tracing::error!(%error, "failed to sign in or out at the OpenID provider");
    match error {
        ProviderError::Unavailable(_) => SignInError::Unavailable,
        ProviderError::Invalid(_) => SignInError::Invalid,
        ProviderError::Refused | ProviderError::NotOffered => SignInError::Refused,
    }
}

#[allow(clippy::needless_pass_by_value, reason = "errors are passed on as they are, by `map_err`")]
fn failed(error: impl std::fmt::Display) -> SignInError {
    tracing::error!(%error, "failed to sign an administrator in");
    SignInError::Failed
}

#[allow(clippy::needless_pass_by_value, reason = "errors are passed on as they are, by `map_err`")]
fn problem(problem: Problem) -> SignInError {
    failed(problem.cause().unwrap_or(problem.kind.code))
}
