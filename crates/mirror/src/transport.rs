//! Connections to the source. Names are resolved here, their addresses are compared with the permitted ones,
//! and a connection is made to an address that was compared. Proxies of the environment are not used, because
//! they would resolve the names again.

use std::error::Error;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect::Policy;
use reqwest::{Client, Request, Response};

use crate::destinations::{Destinations, not_public};
use crate::error::MirrorError;

/// How long a connection may take, and how long the source may send nothing.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);
const READ_TIMEOUT: Duration = Duration::from_mins(2);
/// The pause after the first failure of a request.
const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// A response that is awaited. Errors are described by their sources only.
pub type Sending = Pin<Box<dyn Future<Output = Result<Response, Box<dyn Error + Send + Sync>>> + Send>>;
/// Addresses that are awaited.
pub type Lookup = fn(String) -> Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;

/// Sends the requests of a mirror; tests replace it.
pub trait Transport: Send + Sync {
    /// Sends a request, whose URL was checked, and does not follow redirects.
    fn send(&self, request: Request) -> Sending;

    /// The pause after the first failure of a request; each further one is twice as long.
    fn first_pause(&self) -> Duration {
        FIRST_PAUSE
    }
}

/// Sends requests over connections to permitted addresses.
#[derive(Debug)]
pub struct Direct(Client);

impl Direct {
    /// Connects to the destinations of a round. `lookup` resolves names.
    pub fn new(destinations: Arc<Destinations>, lookup: Lookup) -> Result<Self, MirrorError> {
        let client = Client::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .read_timeout(READ_TIMEOUT)
            .redirect(Policy::none())
            .no_proxy()
            .dns_resolver(PermittedAddresses { destinations, lookup })
            .user_agent(concat!("folkmoot-mirror/", env!("CARGO_PKG_VERSION")))
            .build();
        client
            .map(Self)
            .map_err(|error| MirrorError::Unknown(format!("failed to start the HTTP client: {error}")))
    }
}

impl Transport for Direct {
    fn send(&self, request: Request) -> Sending {
        let client = self.0.clone();
        Box::pin(async move { Ok(client.execute(request).await?) })
    }
}

/// Resolves a name as the operating system does.
pub fn system_lookup(host: String) -> Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>> {
    Box::pin(async move {
        let addresses = tokio::net::lookup_host((host, 0)).await?;
        Ok(addresses.map(|address| address.ip()).collect())
    })
}

/// Resolves names to permitted addresses.
struct PermittedAddresses {
    destinations: Arc<Destinations>,
    lookup: Lookup,
}

impl Resolve for PermittedAddresses {
    fn resolve(&self, name: Name) -> Resolving {
        let (destinations, lookup) = (Arc::clone(&self.destinations), self.lookup);
        Box::pin(async move {
            let host = name.as_str();
            let found = lookup(host.to_owned()).await?;
            let permitted = destinations.permitted(host, &found);
            if permitted.is_empty() && !found.is_empty() {
                return Err(ForbiddenAddress(not_public(host)).into());
            }
            Ok(Box::new(permitted.into_iter().map(|address| SocketAddr::new(address, 0))) as Addrs)
        })
    }
}

/// A host whose addresses are not permitted.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ForbiddenAddress(String);

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::net::{Ipv4Addr, TcpListener};

    use reqwest::header::HeaderMap;

    use super::*;
    use crate::destinations::Purpose;
    use crate::http::Failure;
    use crate::test_source::{Reply, TestSource};

    /// The addresses of the hosts of these tests, all of them with a server at the loopback address.
    fn lookup(host: String) -> Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>> {
        Box::pin(async move {
            assert!(["internal.test", "changes.test"].contains(&host.as_str()), "{host}");
            Ok(vec![Ipv4Addr::LOCALHOST.into()])
        })
    }

    #[test]
    fn a_name_is_not_connected_to_at_a_private_address_if_the_source_is_public() {
        let service = TcpListener::bind("127.0.0.1:0").unwrap();
        service.set_nonblocking(true).unwrap();
        let host = format!("internal.test:{}", service.local_addr().unwrap().port());
        let destinations = Destinations::new("https://public.test", vec![host.clone()]).unwrap();
        destinations.permitted("public.test", &["8.8.8.8".parse().unwrap()]);
        let source = TestSource::serve(|_, _| None);
        let http = source.http(destinations, lookup);
        let sent = http.retry(&|| Ok(()), &mut || {
            http.send(Purpose::Content, &format!("http://{host}/secret"), &HeaderMap::new(), None)
        });
        let error = sent.unwrap_err().to_string();
        assert!(error.ends_with("internal.test is not at a public IP address"), "{error}");
        assert_eq!(http.requests(), 1, "it was requested again");
        assert_eq!(service.accept().unwrap_err().kind(), io::ErrorKind::WouldBlock);
    }

    #[test]
    fn a_name_is_resolved_by_what_compares_its_addresses() {
        let source = TestSource::serve(|_, path| (path == "/content").then(|| Reply::new(200, "content")));
        let url = source.url.replace("127.0.0.1", "internal.test");
        let http = source.http(Destinations::new(&url, Vec::new()).unwrap(), lookup);
        let send = |url: &str| http.send(Purpose::Content, url, &HeaderMap::new(), None);
        assert_eq!(send(&format!("{url}/content")).unwrap().status(), 200);
        // The address of the source, which its files may have in place of its name.
        assert_eq!(send(&format!("{}/content", source.url)).unwrap().status(), 200);
    }

    #[test]
    fn a_source_whose_name_changes_to_another_network_is_refused() {
        let source = TestSource::serve(|_, _| Some(Reply::new(200, "")));
        let url = source.url.replace("127.0.0.1", "changes.test");
        let destinations = Destinations::new(&url, Vec::new()).unwrap();
        destinations.permitted("changes.test", &["8.8.8.8".parse().unwrap()]);
        let http = source.http(destinations, lookup);
        let sent = http.send(Purpose::Records, &url, &HeaderMap::new(), None);
        assert!(matches!(sent, Err(Failure::Permanent(MirrorError::Forbidden { .. }))), "{sent:?}");
    }
}
