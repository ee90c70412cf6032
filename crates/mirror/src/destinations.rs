//! Where a mirror connects to. The source chooses the URLs of its files and of its redirects, so each URL is checked before a
//! request, and each address before a connection.

use std::net::IpAddr;
use std::sync::OnceLock;

use folkmoot_runtime::network_addresses::is_public;
use reqwest::Url;

use crate::error::MirrorError;
use crate::http::without_query;

/// The purpose of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A token. The request contains the secret and is never redirected.
    SignIn,
    /// Lists, records and documents, from the origin of the source.
    Records,
    /// The content of a file, from the source or a content host.
    Content,
}

/// The source of a round, and the hosts that its files may be on.
#[derive(Debug)]
pub struct Destinations {
    source: Url,
    /// Hosts, or hosts and ports, as in a URL.
    content_hosts: Vec<String>,
    /// The addresses of the source at the first connection.
    source_addresses: OnceLock<Vec<IpAddr>>,
}

impl Destinations {
    /// The destinations of a source with this URL.
    pub fn new(source: &str, content_hosts: Vec<String>) -> Result<Self, MirrorError> {
        let url = Url::parse(source).map_err(|_| MirrorError::Url(source.to_owned()))?;
        let source_addresses =
            literal(&url).map_or_else(OnceLock::new, |address| OnceLock::from(vec![address]));
        Ok(Self { source: url, content_hosts, source_addresses })
    }

    /// The URL to request, if requests for this purpose may go there.
    pub fn check(&self, purpose: Purpose, url: &str) -> Result<Url, MirrorError> {
        // Such a text can be any value of a record.
        let target = Url::parse(url).map_err(|_| refused("a URL", "it is not an absolute URL".to_owned()))?;
        self.check_parsed(purpose, target).map_err(|cause| refused(url, cause))
    }

    /// The URL to request after a redirect of `url`.
    pub fn redirect(&self, purpose: Purpose, url: &Url, location: &str) -> Result<Url, MirrorError> {
        let target = url.join(location).map_err(|_| "it redirects to an invalid URL".to_owned());
        let checked = target.and_then(|target| {
            let origin = target.origin().ascii_serialization();
            match purpose {
                Purpose::SignIn => {
                    Err(format!("it redirects to {origin}, and a sign-in does not follow redirects"))
                }
                _ => self
                    .check_parsed(purpose, target)
                    .map_err(|cause| format!("it redirects to {origin}, and {cause}")),
            }
        });
        checked.map_err(|cause| refused(url.as_str(), cause))
    }

    fn check_parsed(&self, purpose: Purpose, url: Url) -> Result<Url, String> {
        let (Some(host), Some(port)) = (url.host_str(), url.port_or_known_default()) else {
            return Err("it has no host".to_owned());
        };
        if !matches!(url.scheme(), "http" | "https") {
            return Err("its scheme is neither http nor https".to_owned());
        }
        if purpose != Purpose::Content && url.origin() != self.source.origin() {
            return Err("that is not the origin of the source".to_owned());
        }
        if purpose == Purpose::Content && !self.is_source(&url) && !self.is_content_host(&url) {
            return Err(format!("{host}:{port} is neither the host of the source nor one of content-hosts"));
        }
        match literal(&url) {
            Some(address) if self.permitted(host, &[address]).is_empty() => Err(not_public(host)),
            _ => Ok(url),
        }
    }

    /// Whether a URL has the port of the source, and its name or one of its addresses.
    fn is_source(&self, url: &Url) -> bool {
        let is_address = |address| self.source_addresses.get().is_some_and(|all| all.contains(&address));
        url.port_or_known_default() == self.source.port_or_known_default()
            && (url.host_str() == self.source.host_str() || literal(url).is_some_and(is_address))
    }

    /// Whether a URL has a content host: a host without a port means the default port.
    fn is_content_host(&self, url: &Url) -> bool {
        let (host, port) = (url.host_str().unwrap_or_default(), url.port_or_known_default().unwrap_or(0));
        let with_port = format!("{host}:{port}");
        let is_same = |known: &String| *known == with_port || *known == host && url.port().is_none();
        self.content_hosts.iter().any(is_same)
    }

    /// The addresses of a host that may be connected to: public ones, and all if the source is not at a
    /// public IP address. The addresses of the source are either public in the whole round or never, so that
    /// its name server cannot lead the mirror to another network later.
    pub fn permitted(&self, host: &str, found: &[IpAddr]) -> Vec<IpAddr> {
        let is_source = self.source.host_str() == Some(host);
        if is_source && !found.is_empty() {
            let has_public = found.iter().any(|address| is_public(*address));
            let is_like_it = |address: &&IpAddr| is_public(**address) == has_public;
            self.source_addresses.get_or_init(|| found.iter().filter(is_like_it).copied().collect());
        }
        let source = self.source_addresses.get().and_then(|addresses| addresses.first());
        let source_is_public = source.is_none_or(|address| is_public(*address));
        let may_connect = |address: &&IpAddr| {
            if is_public(**address) { source_is_public || !is_source } else { !source_is_public }
        };
        found.iter().filter(may_connect).copied().collect()
    }
}

/// Why a host is refused whose addresses are not permitted.
pub fn not_public(host: &str) -> String {
    format!("{host} is not at a public IP address")
}

/// The error about a URL that is not requested.
pub fn refused(url: &str, cause: String) -> MirrorError {
    MirrorError::Forbidden { url: without_query(url), cause }
}

/// The address that a URL has in place of a name. [`Url`] has parsed every spelling of it.
fn literal(url: &Url) -> Option<IpAddr> {
    let host = url.host_str()?;
    host.trim_start_matches('[').trim_end_matches(']').parse().ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn destinations(source: &str, content_hosts: &[&str]) -> Destinations {
        Destinations::new(source, content_hosts.iter().map(ToString::to_string).collect()).unwrap()
    }

    fn addresses(texts: &[&str]) -> Vec<IpAddr> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn contents_come_from_the_source_and_from_content_hosts() {
        let source = destinations("https://a.example/api/v2", &["b.example", "c.example:8443"]);
        let may_request = |url: &str| source.check(Purpose::Content, url).is_ok();
        for url in [
            "https://a.example/files/1?signature=x",
            "https://a.example:443/files/1",
            "HTTPS://A.EXAMPLE/files/1",
            "https://b.example/1",
            "http://b.example/1",
            "https://c.example:8443/1",
        ] {
            assert!(may_request(url), "{url}");
        }
        for url in [
            "http://a.example/files/1",
            "https://a.example:8443/files/1",
            "https://a.example.evil.example/1",
            "https://a.example@evil.example/1",
            "https://evil.example/https://a.example/",
            "https://evil.example\\@a.example/1",
            "https://b.example:8443/1",
            "https://c.example/1",
            "https://127.0.0.1/1",
            "https://[::1]/1",
            "ftp://a.example/1",
            "file:///etc/passwd",
            "/files/1",
            "",
        ] {
            assert!(!may_request(url), "{url}");
        }
    }

    #[test]
    fn records_come_from_the_origin_of_the_source_and_a_sign_in_is_never_redirected() {
        let source = destinations("https://a.example/api/v2", &["b.example"]);
        let from = Url::parse("https://a.example/api/v2/ideas").unwrap();
        let redirected = |purpose, location| source.redirect(purpose, &from, location).is_ok();
        assert!(redirected(Purpose::Records, "/moved") && redirected(Purpose::Content, "//b.example/1"));
        assert!(!redirected(Purpose::SignIn, "/moved"));
        for location in
            ["http://a.example/", "https://b.example/", "//evil.example/", "https://a.example:444/"]
        {
            assert!(!redirected(Purpose::Records, location), "{location}");
        }
        let error = source.redirect(Purpose::SignIn, &from, "https://evil.example/x?y").unwrap_err();
        let expected = "refused to request https://a.example/api/v2/ideas: it redirects to https://evil.example, and a sign-in \
                        does not follow redirects";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn no_spelling_of_an_internal_address_is_requested_of_a_public_source() {
        for host in [
            "127.0.0.1",
            "127.1",
            "2130706433",
            "0x7f000001",
            "0177.0.0.1",
            "127.0.0.1.",
            "０x7f.1",
            "①②⑦.⓪.⓪.①",
            "%31%32%37.0.0.1",
            "[::1]",
            "[::ffff:127.0.0.1]",
            "[::ffff:7f00:1]",
            "[64:ff9b::169.254.169.254]",
            "[2002:7f00:1::]",
            "169.254.169.254",
            "2852039166",
            "10.0.0.1",
            "[fd00:ec2::254]",
        ] {
            let url = format!("http://{host}/");
            let host = Url::parse(&url).unwrap().host_str().unwrap().to_owned();
            let source = destinations("https://a.example", &[&host]);
            source.permitted("a.example", &addresses(&["8.8.8.8"]));
            let error = source.check(Purpose::Content, &url).unwrap_err().to_string();
            assert!(error.ends_with("is not at a public IP address"), "{url}: {error}");
            let source = destinations("http://10.1.1.1:8080", &[&host]);
            assert!(source.check(Purpose::Content, &url).is_ok(), "{url}");
        }
    }

    #[test]
    fn the_addresses_of_a_public_source_and_its_content_hosts_are_public() {
        let source = destinations("https://a.example", &[]);
        let mixed = addresses(&["8.8.8.8", "169.254.169.254", "::1", "2606:4700::1"]);
        let public = addresses(&["8.8.8.8", "2606:4700::1"]);
        assert!(
            source.permitted("b.example", &addresses(&["10.0.0.1"])).is_empty(),
            "before the source is known"
        );
        assert_eq!(source.permitted("a.example", &mixed), public);
        assert!(source.permitted("a.example", &addresses(&["127.0.0.1"])).is_empty(), "its name was changed");
        assert_eq!(source.permitted("b.example", &mixed), public);
    }

    #[test]
    fn a_private_source_permits_private_addresses_and_does_not_become_public() {
        let source = destinations("https://a.example", &[]);
        assert!(source.permitted("a.example", &[]).is_empty());
        let private = addresses(&["10.0.0.1"]);
        assert_eq!(source.permitted("a.example", &private), private);
        assert!(source.permitted("a.example", &addresses(&["8.8.8.8"])).is_empty());
        let both = addresses(&["8.8.8.8", "192.168.0.1"]);
        assert_eq!(source.permitted("b.example", &both), both);
        assert!(
            source.check(Purpose::Content, "https://10.0.0.1/1").is_ok(),
            "it is the address of the source"
        );
        assert!(source.check(Purpose::Content, "https://10.0.0.2/1").is_err());
    }
}
