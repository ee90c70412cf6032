//! Requests with a publishable key, which is in web pages: where the key is, whose pages may use it, and what it permits.
//!
//! Everybody can read the key, so that nothing here is secret: the key limits what is read, and the origin limits on which pages
//! a browser shows it. Requests without an origin, such as those of feed readers, are served like those of listed pages.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::ConnectInfo;
use folkmoot_authentication::known_clients::KnownClients;
use folkmoot_store::clients::{ClientStatus, Holder};
use folkmoot_store::usage::RefusalReason;
use http::request::Parts;
use http::uri::PathAndQuery;
use http::{HeaderMap, Uri, header};
use uuid::Uuid;

use super::bearer_token::{invalid, token};
use super::caller::{Authentication, require_active};
use super::client_address::client_address;
use super::client_limits::network;
use super::preconditions::{PlatformState, require_newest_data};
use super::problem::Problem;
use super::problem_table::{INVALID_PARAMETER_VALUE, ORIGIN_NOT_ALLOWED};

/// The query parameter with the key. It is part of the authentication, and no parameter of an operation.
pub const KEY_PARAMETER: &str = "key";
/// The beginning of every key, which no token has.
pub const KEY_PREFIX: &str = folkmoot_authentication::secrets::PUBLISHABLE_KEY_PREFIX;

/// The key in the URL of a request, which the links of its response keep. An extension of the request.
#[derive(Debug, Clone)]
pub struct KeyInUrl(pub String);

/// A client that was identified by its key.
pub struct KeyHolder {
    /// The client.
    pub holder: Holder,
    /// What its requests are counted under: the key and the network address, because all visitors of a website share a key.
    pub visitor: Option<Uuid>,
}

/// The key of a request, in its header or in its URL; `None` if it has none, valid or not.
pub fn presented(uri: &Uri, headers: &HeaderMap) -> Option<String> {
    let in_header = || token(headers).ok().filter(|token| token.starts_with(KEY_PREFIX)).map(str::to_owned);
    let in_url = keys_in(uri).next();
    in_url.filter(|key| key.starts_with(KEY_PREFIX)).or_else(in_header)
}

/// The values of the parameter in a URL.
fn keys_in(uri: &Uri) -> impl Iterator<Item = String> {
    let query = uri.query().unwrap_or_default();
    // Most requests have no such parameter, and are not parsed for it.
    let query = if query.contains(KEY_PARAMETER) || query.contains('%') { query } else { "" };
    let parameters = form_urlencoded::parse(query.as_bytes());
    parameters.filter(|(name, _)| name == KEY_PARAMETER).map(|(_, value)| value.into_owned())
}

/// Whether a page of this origin may read the response to a request with a key. If the key is of no use, every page that may use
/// another one may read why.
pub fn permits_origin(clients: &KnownClients, key: &str, origin: &str, now: i64) -> bool {
    match clients.of_key(key) {
        Some((client, origins)) if client.status(now) == ClientStatus::Active => {
            origins.iter().any(|allowed| allowed == origin)
        }
        _ => clients.is_origin_of_active_key(origin, now),
    }
}

/// Removes the key from the URL of a request, whose handler reads its own parameters from there. `None` if the request has no key.
pub fn take(parts: &mut Parts) -> Result<Option<String>, Problem> {
    let in_url: Vec<String> = keys_in(&parts.uri).collect();
    let Some(key) = in_url.first() else { return Ok(presented(&parts.uri, &parts.headers)) };
    if in_url.len() > 1 || parts.headers.contains_key(header::AUTHORIZATION) {
        return Err(invalid("The request has more than one key or token. Send exactly one."));
    }
    if is_token_or_secret(key) {
        // It is not repeated.
        let detail = format!(
            "The parameter '{KEY_PARAMETER}' accepts a publishable key only, which starts with '{KEY_PREFIX}'. Send a token as \
             Authorization: Bearer <token>. A token or a secret in a URL is recorded in many places: replace it."
        );
        return Err(Problem::new(&INVALID_PARAMETER_VALUE, detail));
    }
    if !key.starts_with(KEY_PREFIX) {
        return Err(unknown());
    }
    parts.uri = without_key(&parts.uri)?;
    parts.extensions.insert(KeyInUrl(key.clone()));
    Ok(Some(key.clone()))
}

/// Whether a text has the form of a token, or of a secret of this or of an earlier release.
fn is_token_or_secret(text: &str) -> bool {
    let is_earlier_secret = || text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    text.starts_with("fms_")
        || text.starts_with("fma_")
        || text.split('.').count() == 3
        || is_earlier_secret()
}

/// A URL without the parameter; the others stay as they are.
fn without_key(uri: &Uri) -> Result<Uri, Problem> {
    let is_other = |part: &&str| {
        form_urlencoded::parse(part.as_bytes()).next().is_none_or(|(name, _)| name != KEY_PARAMETER)
    };
    let others: Vec<&str> = uri.query().unwrap_or_default().split('&').filter(is_other).collect();
    let query = if others.is_empty() { String::new() } else { format!("?{}", others.join("&")) };
    let mut parts = uri.clone().into_parts();
    let path = PathAndQuery::try_from(format!("{}{query}", uri.path())).map_err(Problem::internal)?;
    parts.path_and_query = Some(path);
    Uri::from_parts(parts).map_err(Problem::internal)
}

/// The clients, among which one has a key. Fails if none has it.
async fn clients_with(key: &str, state: &PlatformState) -> Result<Arc<KnownClients>, Problem> {
    if state.cache.clients().of_key(key).is_none() {
        // Another server may just have created it.
        require_newest_data(state).await?;
    }
    let clients = state.cache.clients();
    if clients.of_key(key).is_some() { Ok(clients) } else { Err(unknown()) }
}

fn unknown() -> Problem {
    invalid("No client of this platform has this publishable key. Copy it again from the console.")
}

/// The origins of a key. Fails if no active client has it.
pub async fn origins(key: &str, state: &PlatformState) -> Result<Vec<String>, Problem> {
    let clients = clients_with(key, state).await?;
    let (client, origins) = clients.of_key(key).ok_or_else(unknown)?;
    require_active(state, client.holder()).await?;
    Ok(origins.to_vec())
}

/// Identifies the client of a key. Fails if no active client has it, or if a page of another origin sent the request.
pub async fn identify(key: &str, parts: &Parts, state: &Authentication) -> Result<KeyHolder, Problem> {
    let clients = clients_with(key, &state.platform).await?;
    let (client, origins) = clients.of_key(key).ok_or_else(unknown)?;
    require_active(&state.platform, client.holder()).await?;
    require_origin(origins, &parts.headers)?;
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    let visitor = peer.and_then(|ConnectInfo(peer)| {
        let address = client_address(peer.ip(), &parts.headers, &state.trusted_proxies);
        // Ids are random, so that two clients have no visitor in common.
        Some(Uuid::from_u128(client.id.as_u128() ^ network(address)?))
    });
    Ok(KeyHolder { holder: client.holder(), visitor })
}

/// Fails if the request was sent by a page of an origin that is not one of these.
fn require_origin(origins: &[String], headers: &HeaderMap) -> Result<(), Problem> {
    let sent: Vec<_> = headers.get_all(header::ORIGIN).iter().collect();
    let is_allowed = match sent[..] {
        [] => true,
        [origin] => origins.iter().any(|allowed| allowed.as_bytes() == origin.as_bytes()),
        _ => false,
    };
    if is_allowed {
        return Ok(());
    }
    let shown: Vec<_> = sent.iter().map(|origin| String::from_utf8_lossy(origin.as_bytes())).collect();
    let shown: String = shown.join(", ").chars().take(100).collect();
    let detail = format!(
        "Pages of the origin '{shown}' may not use this publishable key. An administrator can add the origin: folkmoot clients \
         update ID --origins ORIGINS, or in the console."
    );
    Err(Problem::new(&ORIGIN_NOT_ALLOWED, detail).refused_for(RefusalReason::OriginNotAllowed))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn the_key_is_removed_from_the_url_and_nothing_else_is() {
        for (url, expected) in [
            ("/api/v2/ideas?key=fmp_a", "/api/v2/ideas"),
            ("/api/v2/ideas?a=1&key=fmp_a&b=%20+x", "/api/v2/ideas?a=1&b=%20+x"),
            ("/api/v2/ideas?k%65y=fmp_a&keys=1&monkey=2", "/api/v2/ideas?keys=1&monkey=2"),
            ("http://x.example/api/v2/ideas?key=fmp_a&", "http://x.example/api/v2/ideas?"),
        ] {
            let url: Uri = url.parse().unwrap();
            assert_eq!(keys_in(&url).collect::<Vec<_>>(), ["fmp_a"], "{url}");
            assert_eq!(without_key(&url).unwrap().to_string(), expected);
        }
    }

    #[test]
    fn a_key_is_found_in_the_url_and_in_the_header() {
        let headers = |value: &str| [(header::AUTHORIZATION, value.parse().unwrap())].into_iter().collect();
        let found = |url: &str, headers: &HeaderMap| presented(&url.parse().unwrap(), headers);
        assert_eq!(found("/?key=fmp_a", &HeaderMap::new()).as_deref(), Some("fmp_a"));
        assert_eq!(found("/", &headers("Bearer fmp_b")).as_deref(), Some("fmp_b"));
        assert_eq!(found("/?key=fms_a", &HeaderMap::new()), None);
        assert_eq!(found("/", &headers("Bearer eyJ")), None);
        assert_eq!(found("/?keys=fmp_a", &HeaderMap::new()), None);
    }
}
