//! A line of the access log.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use http::{Method, Version};
use jiff::Timestamp;
use serde::Serialize;
use uuid::Uuid;

/// Maximum number of characters of a path. Those of routes are far shorter.
const MAXIMUM_PATH: usize = 1024;

/// A line of the access log, in the order of its members.
#[derive(Debug, Serialize)]
pub struct Line {
    /// When the request began.
    #[serde(serialize_with = "milliseconds")]
    pub time: Timestamp,
    /// The id of the request, which is also in the response and in the log of the server.
    pub request_id: String,
    /// The method, or `OTHER`.
    pub method: &'static str,
    /// The pattern of the route; `None` if no route matches.
    pub route: Option<String>,
    /// The path, without segments that could be values.
    pub path: String,
    /// The version of HTTP.
    pub protocol: &'static str,
    /// The status of the response.
    pub status: u16,
    /// The code of the problem in the response.
    pub code: Option<&'static str>,
    /// The bytes of the body that were passed to the network, as encoded.
    pub bytes: u64,
    /// The time until the end of the response, in milliseconds.
    pub duration_ms: f64,
    /// Whether the complete response was passed to the network.
    pub complete: bool,
    /// The id of the client; `None` without a valid token.
    pub client: Option<Uuid>,
    /// The address of the client, or its network.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
}

fn milliseconds<S: serde::Serializer>(time: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{time:.3}"))
}

/// The name of a method. A client could send any word as a method, also a secret.
pub fn method_name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "OTHER",
    }
}

/// The name of a version of HTTP.
pub fn protocol_name(version: Version) -> &'static str {
    match version {
        Version::HTTP_10 => "HTTP/1.0",
        Version::HTTP_11 => "HTTP/1.1",
        Version::HTTP_2 => "HTTP/2",
        _ => "other",
    }
}

/// The beginning of a path that is longer than a line should be.
pub fn limited(path: &str) -> &str {
    path.char_indices().nth(MAXIMUM_PATH).map_or(path, |(end, _)| &path[..end])
}

/// The network of an address: the first 24 bits of IPv4, the first 48 bits of IPv6, which many subscribers share.
pub fn network(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => format!("{}/24", Ipv4Addr::from_bits(address.to_bits() & (u32::MAX << 8))),
        IpAddr::V6(address) => format!("{}/48", Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 80))),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn a_network_does_not_show_the_subscriber() {
        for (address, shown) in [
            ("192.0.2.177", "192.0.2.0/24"),
            ("::ffff:192.0.2.177", "192.0.2.0/24"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"),
        ] {
            assert_eq!(network(address.parse().unwrap()), shown);
        }
    }

    #[test]
    fn methods_that_are_not_standard_are_not_shown() {
        assert_eq!(method_name(&Method::from_bytes(b"SECRET").unwrap()), "OTHER");
        assert_eq!(method_name(&Method::PATCH), "PATCH");
    }
}
