//! An IP network, for the list of trusted proxies.

use std::net::IpAddr;
use std::str::FromStr;

use ipnet::IpNet;

/// A network, or a single address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network(IpNet);

impl Network {
    /// Whether an address is in the network. An IPv4 address written as IPv6 (`::ffff:10.0.0.1`) counts as IPv4.
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }
}

/// The text is neither an IP address nor a network.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an IP address or network")]
pub struct NotANetwork;

impl FromStr for Network {
    type Err = NotANetwork;

    fn from_str(text: &str) -> Result<Self, NotANetwork> {
        let network = text.parse::<IpNet>().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
        network.map(Self).map_err(|_| NotANetwork)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn contains(network: &str, address: &str) -> bool {
        network.parse::<Network>().unwrap().contains(address.parse().unwrap())
    }

    #[test]
    fn a_network_contains_the_addresses_with_its_prefix() {
        assert!(contains("10.0.0.0/8", "10.200.3.4"));
        assert!(!contains("10.0.0.0/8", "11.0.0.1"));
        assert!(contains("192.0.2.7", "192.0.2.7"));
        assert!(!contains("192.0.2.7", "192.0.2.6"));
        assert!(contains("0.0.0.0/0", "203.0.113.9"));
        assert!(contains("2001:db8::/32", "2001:db8:5::1"));
        assert!(!contains("2001:db8::/32", "2001:db9::1"));
        assert!(contains("::/0", "2001:db9::1"));
        assert!(!contains("::/0", "10.0.0.1"));
        assert!(contains("10.0.0.0/8", "::ffff:10.0.0.1"));
    }

    #[test]
    fn invalid_networks_are_rejected() {
        for text in ["", "10.0.0.0/33", "10.0.0/8", "::/129", "10.0.0.1/", "proxy", "10.0.0.1/-1"] {
            assert_eq!(text.parse::<Network>(), Err(NotANetwork), "{text}");
        }
    }
}
