//! The limits of connections, from the settings and the number of file descriptors.

use std::net::{IpAddr, Ipv6Addr};
use std::time::Duration;

use folkmoot_settings::{Network, Settings};

/// Maximum size of a request line with its headers, and of the buffers of one connection in each direction.
pub const MAXIMUM_HEADER_BYTES: usize = 64 * 1024;
/// Maximum number of headers of an HTTP/1.1 request: hyper's default, which avoids an allocation per request.
pub const MAXIMUM_HEADERS: usize = 100;
/// Maximum number of requests in progress on one HTTP/2 connection.
pub const MAXIMUM_STREAMS: u32 = 128;
/// The interval of pings to HTTP/2 clients, and the timeout of their responses.
pub const HTTP2_PING: Duration = Duration::from_secs(20);

/// Upper bound of the default limit on all connections.
const DEFAULT_MAXIMUM: usize = 16_384;
/// Upper bound of the default limit on connections from one network address.
const DEFAULT_MAXIMUM_PER_ADDRESS: usize = 1024;
/// Time after which a client that does not read its response is disconnected, as in nginx (`send_timeout`).
const WRITE_TIMEOUT: Duration = Duration::from_mins(1);

/// The limits of connections.
#[derive(Debug, Clone, PartialEq)]
pub struct Limits {
    /// Maximum number of open connections.
    pub connections: usize,
    /// Maximum number of open connections from one network address.
    pub connections_per_address: usize,
    /// Networks without a limit per address.
    pub trusted_proxies: Vec<Network>,
    /// Timeouts.
    pub timeouts: Timeouts,
}

/// Maximum times for which a connection waits for its client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// For the headers of a request, from their first byte; for the first request, from the start of the connection.
    pub headers: Duration,
    /// For the next request.
    pub idle: Duration,
    /// For the client to read any part of a response.
    pub write: Duration,
}

impl Timeouts {
    /// The shortest timeout.
    pub fn shortest(&self) -> Duration {
        self.headers.min(self.idle).min(self.write)
    }
}

impl Limits {
    /// The limits in the settings. Those that are 0 follow from the number of file descriptors.
    pub fn new(settings: &Settings, descriptors: u64) -> Self {
        let configured = |number: u64| usize::try_from(number).ok().filter(|number| *number > 0);
        // Downloads, uploads and databases also need descriptors.
        let available = usize::try_from(descriptors / 4 * 3).unwrap_or(usize::MAX).max(1);
        let connections =
            configured(settings.maximum_connections).unwrap_or_else(|| available.min(DEFAULT_MAXIMUM));
        let connections_per_address = configured(settings.maximum_connections_per_address)
            .unwrap_or_else(|| (connections / 4).clamp(1, DEFAULT_MAXIMUM_PER_ADDRESS));
        Self {
            connections,
            connections_per_address,
            trusted_proxies: settings.trusted_proxies.clone(),
            timeouts: Timeouts {
                headers: Duration::from_secs(settings.header_timeout_seconds),
                idle: Duration::from_secs(settings.keep_alive_seconds),
                write: WRITE_TIMEOUT,
            },
        }
    }

    /// Limits of the number of connections only.
    #[cfg(test)]
    pub fn of_connections(connections: usize, connections_per_address: usize) -> Self {
        let forever = Duration::MAX;
        let timeouts = Timeouts { headers: forever, idle: forever, write: forever };
        Self { connections, connections_per_address, trusted_proxies: Vec::new(), timeouts }
    }

    /// Whether an address is that of a trusted proxy, which all its users share.
    pub fn is_exempt(&self, address: IpAddr) -> bool {
        self.trusted_proxies.iter().any(|network| network.contains(address))
    }
}

/// The address by which connections are counted: for IPv6 the /64 network, because one client can use all its addresses.
pub fn counted_address(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let network = u128::from(address) & (u128::MAX << 64);
            IpAddr::V6(Ipv6Addr::from(network))
        }
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use folkmoot_settings::{File, Sources};

    fn limits(flags: &[(&str, &str)], descriptors: u64) -> Limits {
        let sources = Sources {
            flags: flags.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
            environment: &|_| None,
            file: File::default(),
        };
        Limits::new(&Settings::resolve(&sources).unwrap(), descriptors)
    }

    #[test]
    fn the_defaults_follow_the_file_descriptors() {
        for (descriptors, connections, per_address) in [
            (64, 48, 12),
            (1024, 768, 192),
            (4096, 3072, 768),
            (524_288, 16_384, 1024),
            (u64::MAX, 16_384, 1024),
        ] {
            let limits = limits(&[], descriptors);
            assert_eq!((limits.connections, limits.connections_per_address), (connections, per_address));
        }
    }

    #[test]
    fn settings_override_the_defaults() {
        let limits = limits(
            &[
                ("maximum-connections", "50"),
                ("maximum-connections-per-address", "40"),
                ("header-timeout-seconds", "3"),
            ],
            1024,
        );
        assert_eq!((limits.connections, limits.connections_per_address), (50, 40));
        assert_eq!(limits.timeouts.headers, Duration::from_secs(3));
    }

    #[test]
    fn ipv6_clients_are_counted_by_network() {
        let counted = |text: &str| counted_address(text.parse().unwrap()).to_string();
        assert_eq!(counted("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(counted("::ffff:192.0.2.1"), "192.0.2.1");
        assert_eq!(counted("192.0.2.1"), "192.0.2.1");
    }
}
