//! Where events are sent. Clients choose the URLs, so each URL is checked when it is stored and before each attempt, and a connection is
//! made to an address that was compared.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use folkmoot_runtime::network_addresses::is_public;
use folkmoot_settings::Network;
use reqwest::Url;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// The longest URL, in bytes.
const MAX_URL_BYTES: usize = 2_000;

/// The addresses that events may be sent to: public ones by `https`, and those of the setting `webhook-allow-networks`.
#[derive(Debug, Clone, Default)]
pub struct Destinations {
    networks: Arc<[Network]>,
}

impl Destinations {
    /// The destinations with these networks in addition to public addresses.
    pub fn new(networks: &[Network]) -> Self {
        Self { networks: networks.into() }
    }

    /// Checks the URL of an endpoint. Returns it in its normal form.
    pub fn check(&self, text: &str) -> Result<Url, String> {
        let url = Url::parse(text).ok().filter(|_| text.len() <= MAX_URL_BYTES);
        let url = url.ok_or_else(|| {
            format!(
                "expected an absolute URL of at most {MAX_URL_BYTES} bytes, such as https://example.org/hook"
            )
        })?;
        let host = url.host_str().unwrap_or_default().to_owned();
        match url.scheme() {
            "https" => {}
            "http" if !self.networks.is_empty() => {}
            "http" => {
                return Err(
                    "the scheme http is accepted only with webhook-allow-networks; use https".to_owned()
                );
            }
            _ => return Err("the scheme must be https".to_owned()),
        }
        if host.is_empty() {
            return Err("the URL has no host".to_owned());
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err("the URL must not contain a user name or a password".to_owned());
        }
        match literal(&url) {
            Some(address) if !self.is_listed(address) => Err(format!(
                "{host} is an IP address, which is accepted only if it is in one of the networks of webhook-allow-networks"
            )),
            _ => Ok(url),
        }
    }

    /// Checks that a URL still leads to a permitted address, which its host has now.
    pub async fn check_now(&self, text: &str) -> Result<Url, String> {
        let url = self.check(text)?;
        if literal(&url).is_none() {
            let host = url.host_str().unwrap_or_default();
            let found = self.permitted(host, url.scheme() == "https").await;
            found.map_err(|error| error.to_string())?;
        }
        Ok(url)
    }

    /// The resolver of a client that connects by `https` or by `http`.
    pub fn resolver(&self, is_encrypted: bool) -> PermittedAddresses {
        PermittedAddresses { destinations: self.clone(), is_encrypted }
    }

    /// The addresses of a host that are permitted.
    async fn permitted(&self, host: &str, is_encrypted: bool) -> io::Result<Vec<SocketAddr>> {
        let found = tokio::net::lookup_host((host, 0)).await;
        let found: Vec<SocketAddr> =
            found.map_err(|_| io::Error::other(format!("the name {host} has no address")))?.collect();
        let may_connect =
            |address: &SocketAddr| self.is_listed(address.ip()) || is_encrypted && is_public(address.ip());
        let permitted: Vec<SocketAddr> = found.into_iter().filter(may_connect).collect();
        if permitted.is_empty() {
            let expected =
                if is_encrypted { "a public IP address" } else { "an address of webhook-allow-networks" };
            return Err(io::Error::other(format!("{host} is not at {expected}")));
        }
        Ok(permitted)
    }

    fn is_listed(&self, address: IpAddr) -> bool {
        self.networks.iter().any(|network| network.contains(address))
    }
}

/// The URL as it is shown in logs and in the audit log: the query may contain secrets.
pub fn masked(url: &str) -> String {
    match url.split_once(['?', '#']) {
        Some((before, _)) => format!("{before}?…"),
        None => url.to_owned(),
    }
}

/// The address that a URL has in place of a name. [`Url`] has parsed every spelling of it.
fn literal(url: &Url) -> Option<IpAddr> {
    let host = url.host_str()?;
    host.trim_start_matches('[').trim_end_matches(']').parse().ok()
}

/// Resolves names to permitted addresses.
#[derive(Debug, Clone)]
pub struct PermittedAddresses {
    destinations: Destinations,
    is_encrypted: bool,
}

impl Resolve for PermittedAddresses {
    fn resolve(&self, name: Name) -> Resolving {
        let (destinations, is_encrypted) = (self.destinations.clone(), self.is_encrypted);
        Box::pin(async move {
            let permitted = destinations.permitted(name.as_str(), is_encrypted).await?;
            Ok(Box::new(permitted.into_iter()) as Addrs)
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    /// Spellings of addresses, each with the address that it means; blank if it means none.
    const HOSTS: &[(&str, &str)] = &[
        ("127.0.0.1", "127.0.0.1"),
        ("127.1", "127.0.0.1"),
        ("127.0.1", "127.0.0.1"),
        ("127.0.0.1.", "127.0.0.1"),
        ("2130706433", "127.0.0.1"),
        ("0x7f000001", "127.0.0.1"),
        ("0X7F000001", "127.0.0.1"),
        ("0x7f.1", "127.0.0.1"),
        ("0x7f.0x0.0x0.0x1", "127.0.0.1"),
        ("0177.0.0.1", "127.0.0.1"),
        ("0177.0.0.01", "127.0.0.1"),
        ("017700000001", "127.0.0.1"),
        ("127.0.0x1", "127.0.0.1"),
        ("127.255.255.254", "127.255.255.254"),
        ("%31%32%37.0.0.1", "127.0.0.1"),
        ("①②⑦.⓪.⓪.①", "127.0.0.1"),
        ("０x7f.1", "127.0.0.1"),
        ("127。0。0。1", "127.0.0.1"),
        ("0", "0.0.0.0"),
        ("0.0.0.0", "0.0.0.0"),
        ("0.1.2.3", "0.1.2.3"),
        ("0x0", "0.0.0.0"),
        ("10.0.0.1", "10.0.0.1"),
        ("10.1", "10.0.0.1"),
        ("167772161", "10.0.0.1"),
        ("012.0.0.1", "10.0.0.1"),
        ("100.64.0.1", "100.64.0.1"),
        ("169.254.169.254", "169.254.169.254"),
        ("2852039166", "169.254.169.254"),
        ("0xa9fea9fe", "169.254.169.254"),
        ("0251.0376.0251.0376", "169.254.169.254"),
        ("169.254.43518", "169.254.169.254"),
        ("168.63.129.16", "168.63.129.16"),
        ("172.16.0.1", "172.16.0.1"),
        ("172.31.255.255", "172.31.255.255"),
        ("192.0.0.192", "192.0.0.192"),
        ("192.168.0.1", "192.168.0.1"),
        ("0xc0a80001", "192.168.0.1"),
        ("198.18.0.1", "198.18.0.1"),
        ("203.0.113.1", "203.0.113.1"),
        ("224.0.0.1", "224.0.0.1"),
        ("239.255.255.250", "239.255.255.250"),
        ("255.255.255.255", "255.255.255.255"),
        ("4294967295", "255.255.255.255"),
        ("8.8.8.8", "8.8.8.8"),
        ("134744072", "8.8.8.8"),
        ("[::]", "::"),
        ("[::1]", "::1"),
        ("[0:0:0:0:0:0:0:1]", "::1"),
        ("[::ffff:127.0.0.1]", "127.0.0.1"),
        ("[::ffff:7f00:1]", "127.0.0.1"),
        ("[::127.0.0.1]", "::127.0.0.1"),
        ("[::ffff:169.254.169.254]", "169.254.169.254"),
        ("[64:ff9b::127.0.0.1]", "64:ff9b::127.0.0.1"),
        ("[64:ff9b::a9fe:a9fe]", "64:ff9b::a9fe:a9fe"),
        ("[2002:7f00:1::]", "2002:7f00:1::"),
        ("[2002:a9fe:a9fe::1]", "2002:a9fe:a9fe::1"),
        ("[2001:0:53aa:64c::]", "2001:0:53aa:64c::"),
        ("[fc00::1]", "fc00::1"),
        ("[fd00:ec2::254]", "fd00:ec2::254"),
        ("[fe80::1]", "fe80::1"),
        ("[fe80::1%25eth0]", ""),
        ("[fe80::1%eth0]", ""),
        ("[ff02::1]", "ff02::1"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("[2606:4700:4700::1111]", "2606:4700:4700::1111"),
    ];

    #[test]
    fn no_spelling_of_an_address_is_accepted_outside_the_networks() {
        assert!(HOSTS.len() >= 60);
        let none = Destinations::default();
        for (host, address) in HOSTS {
            let url = format!("https://{host}/hook");
            assert!(none.check(&url).is_err(), "{url}");
            let Ok(address) = address.parse::<IpAddr>() else { continue };
            let networks = |text: &str| Destinations::new(&[text.parse().unwrap()]);
            for scheme in ["http", "https"] {
                let url = format!("{scheme}://{host}/hook");
                assert!(networks(&address.to_string()).check(&url).is_ok(), "{url}");
                assert!(networks("192.0.2.77").check(&url).is_err(), "{url}");
            }
        }
        assert!(none.check("https://example.org/hook").is_ok());
        assert!(none.check("http://example.org/hook").is_err());
        for wrong in ["https://", "ftp://example.org/", "https://a@example.org/", "/hook", ""] {
            assert!(none.check(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_query_of_a_url_is_masked() {
        assert_eq!(masked("https://a.example/b?token=c#d"), "https://a.example/b?…");
        assert_eq!(masked("https://a.example/b"), "https://a.example/b");
    }
}
