//! The URLs under which clients reach the portal and the API.

use std::borrow::Cow;
use std::net::{Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, Request};
use folkmoot_settings::{Network, Settings};
use http::{Extensions, HeaderMap, HeaderName, Uri, header};

const X_FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
/// The longest host name of DNS with a port.
const MAX_AUTHORITY_LENGTH: usize = 260;

/// The URLs under which clients reach the portal and the API. Each is without a slash at its end.
#[derive(Debug, Clone)]
pub struct ServerUrls {
    configured_api: Option<String>,
    configured_portal: Option<String>,
    listening: String,
    trusted_proxies: Vec<Network>,
}

/// The URLs for one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestUrls<'a> {
    /// The URL of the portal.
    pub portal: Cow<'a, str>,
    /// The URL of the API, without its base path.
    pub api: Cow<'a, str>,
}

impl RequestUrls<'_> {
    /// Whether a URL depends on the request.
    pub fn depend_on_host(&self) -> bool {
        matches!(self.portal, Cow::Owned(_)) || matches!(self.api, Cow::Owned(_))
    }
}

impl ServerUrls {
    /// The URLs of a server with these settings that listens on an address.
    pub fn new(settings: &Settings, address: SocketAddr) -> Self {
        Self {
            configured_api: settings.public_url.clone(),
            configured_portal: settings.portal_url.clone(),
            listening: format!("http://{address}"),
            trusted_proxies: settings.trusted_proxies.clone(),
        }
    }

    /// The URLs under which administrators reach a server with these settings.
    pub fn for_administrators(settings: &Settings, address: SocketAddr) -> Self {
        // The public URL does not lead to a listener of its own.
        let public = settings.public_url.clone().filter(|_| settings.admin_listen.is_none());
        let configured_api = settings.admin_url.clone().or(public);
        Self { configured_api, ..Self::new(settings, address) }
    }

    /// The URL of the API without its base path, for links that do not depend on a request.
    pub fn api(&self) -> &str {
        self.configured_api.as_deref().unwrap_or(&self.listening)
    }

    /// The URL of the portal, for links that do not depend on a request.
    pub fn portal(&self) -> &str {
        self.configured_portal.as_deref().unwrap_or(self.api())
    }

    /// The URL of the address at which the server listens.
    pub fn listening(&self) -> &str {
        &self.listening
    }

    /// The URLs for a request: those of the settings, otherwise the one under which the request was sent.
    pub fn of_request(&self, request: &Request) -> RequestUrls<'_> {
        self.of_head(request.uri(), request.headers(), request.extensions())
    }

    /// The URLs for a request with this head; see [`Self::of_request`].
    pub fn of_head(&self, uri: &Uri, headers: &HeaderMap, extensions: &Extensions) -> RequestUrls<'_> {
        let api = if let Some(api) = &self.configured_api {
            Cow::Borrowed(api.as_str())
        } else {
            let requested = self.requested(uri, headers, extensions);
            requested.map_or(Cow::Borrowed(self.listening.as_str()), Cow::Owned)
        };
        let portal = self.configured_portal.as_deref().map_or_else(|| api.clone(), Cow::Borrowed);
        RequestUrls { portal, api }
    }

    /// The URL under which a request was sent; `None` if its host is missing or malformed.
    fn requested(&self, uri: &Uri, headers: &HeaderMap, extensions: &Extensions) -> Option<String> {
        let authority = match uri.authority() {
            Some(authority) => authority.as_str(),
            None => headers.get(header::HOST)?.to_str().ok()?,
        };
        let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0.ip().to_canonical());
        let is_proxied =
            peer.is_some_and(|peer| self.trusted_proxies.iter().any(|network| network.contains(peer)));
        let scheme = if is_proxied && was_https(headers) { "https" } else { "http" };
        is_valid_authority(authority).then(|| [scheme, "://", &authority.to_ascii_lowercase()].concat())
    }
}

/// Whether an authority is a host name, an IPv4 address or an IPv6 address in brackets, with at most a port that exists (RFC 3986,
/// section 3.2).
pub fn is_valid_authority(authority: &str) -> bool {
    let in_brackets = authority.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let (is_host, port) = if let Some((address, port)) = in_brackets {
        (address.parse::<Ipv6Addr>().is_ok(), port)
    } else {
        let (name, port) = authority.split_at(authority.find(':').unwrap_or(authority.len()));
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
        (!name.is_empty() && name.bytes().all(is_part), port)
    };
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok();
    is_host
        && authority.len() <= MAX_AUTHORITY_LENGTH
        && (port.is_empty() || port.strip_prefix(':').is_some_and(is_port))
}

/// Whether the client used HTTPS, according to the proxy that received its request.
fn was_https(headers: &HeaderMap) -> bool {
    let forwarded = headers.get(X_FORWARDED_PROTO).and_then(|value| value.to_str().ok()).unwrap_or_default();
    forwarded.split(',').next().is_some_and(|scheme| scheme.trim().eq_ignore_ascii_case("https"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use axum::body::Body;

    use super::*;

    fn urls(api: Option<&str>, portal: Option<&str>) -> ServerUrls {
        ServerUrls {
            configured_api: api.map(str::to_owned),
            configured_portal: portal.map(str::to_owned),
            listening: "http://127.0.0.1:8080".to_owned(),
            trusted_proxies: vec!["10.0.0.0/8".parse().unwrap()],
        }
    }

    fn request(uri: &str, peer: &str, headers: &[(&str, &str)]) -> Request {
        let mut request = Request::builder().uri(uri).body(Body::empty()).unwrap();
        request.extensions_mut().insert(ConnectInfo(SocketAddr::new(peer.parse().unwrap(), 1)));
        for (name, value) in headers {
            let name = HeaderName::from_bytes(name.as_bytes()).unwrap();
            request.headers_mut().append(name, value.parse().unwrap());
        }
        request
    }

    #[test]
    fn without_a_configured_url_the_requested_one_is_used() {
        let urls = urls(None, None);
        let portal = |uri: &str, peer: &str, headers: &[(&str, &str)]| {
            urls.of_request(&request(uri, peer, headers)).portal.into_owned()
        };
        let host = ("host", "City.example:81");
        assert_eq!(portal("/", "192.0.2.1", &[host]), "http://city.example:81");
        assert_eq!(portal("http://h2.example/", "192.0.2.1", &[]), "http://h2.example");
        assert_eq!(portal("/", "192.0.2.1", &[("host", "[::1]:80")]), "http://[::1]:80");
        let https = ("x-forwarded-proto", "https");
        assert_eq!(portal("/", "10.1.2.3", &[host, https]), "https://city.example:81");
        assert_eq!(portal("/", "192.0.2.1", &[host, https]), "http://city.example:81", "not a trusted proxy");
        for malformed in
            ["", "a b", "a/b", "a\"><script>", "a@b", "a:99999", "[::1]:x", "a:+80", &"a".repeat(300)]
        {
            assert_eq!(
                portal("/", "192.0.2.1", &[("host", malformed)]),
                "http://127.0.0.1:8080",
                "{malformed}"
            );
        }
    }

    #[test]
    fn configured_urls_do_not_depend_on_the_request() {
        let request = request("/", "192.0.2.1", &[("host", "evil.example")]);
        let both = urls(Some("https://api.example"), None);
        let found = both.of_request(&request);
        assert_eq!(
            (found.portal.as_ref(), found.api.as_ref()),
            ("https://api.example", "https://api.example")
        );
        assert!(!found.depend_on_host());
        let portal = urls(None, Some("https://docs.example"));
        let found = portal.of_request(&request);
        assert_eq!(
            (found.portal.as_ref(), found.api.as_ref()),
            ("https://docs.example", "http://evil.example")
        );
        assert!(found.depend_on_host());
    }
}
