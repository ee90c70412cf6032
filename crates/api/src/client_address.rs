//! The network address of the client behind trusted proxies.
//!
//! This is our own code because `axum-client-ip` takes the rightmost entry of `X-Forwarded-For` and does not support trusted
//! proxies: behind two of them it would count the first proxy as the client. The test
//! `the_first_address_from_the_right_that_is_not_a_trusted_proxy_counts` has the cases.

use std::net::{IpAddr, SocketAddr};

use folkmoot_settings::Network;
use http::{HeaderMap, HeaderName};

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The address of the client. If the peer is a trusted proxy, reads `X-Forwarded-For` from the right: the first address that
/// is not a trusted proxy is that of the client. The entries to its left are ignored, because the client can send any. An
/// entry that is not an address ends the search at the last trusted proxy.
pub fn client_address(peer: IpAddr, headers: &HeaderMap, trusted_proxies: &[Network]) -> IpAddr {
    let is_trusted = |address: IpAddr| trusted_proxies.iter().any(|network| network.contains(address));
    let mut client = peer.to_canonical();
    // Repeated header lines form one list, in their order (RFC 9110, section 5.3), and empty entries do not count.
    let lines: Vec<_> = headers.get_all(X_FORWARDED_FOR).iter().collect();
    let entries = lines.iter().rev().flat_map(|line| line.as_bytes().rsplit(|byte| *byte == b','));
    let mut entries = entries.map(<[u8]>::trim_ascii).filter(|entry| !entry.is_empty());
    while is_trusted(client) {
        match entries.next().and_then(address) {
            Some(address) => client = address,
            None => break,
        }
    }
    client
}

/// An address with or without a port: `192.0.2.1`, `192.0.2.1:567`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:567`.
fn address(entry: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(entry).ok()?;
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok().map(IpAddr::V6);
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    text.parse().ok().or_else(with_port).or_else(bracketed).map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use http::HeaderValue;

    use super::*;

    const PROXIES: [&str; 3] = ["127.0.0.1", "10.0.0.0/8", "2001:db8:ffff::/48"];

    fn client(peer: &str, lines: &[&[u8]]) -> String {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(X_FORWARDED_FOR, HeaderValue::from_bytes(line).unwrap());
        }
        let proxies: Vec<Network> = PROXIES.iter().map(|network| network.parse().unwrap()).collect();
        client_address(peer.parse().unwrap(), &headers, &proxies).to_string()
    }

    #[test]
    fn the_first_address_from_the_right_that_is_not_a_trusted_proxy_counts() {
        let cases: &[(&str, &[&[u8]], &str)] = &[
            ("127.0.0.1", &[], "127.0.0.1"),
            ("127.0.0.1", &[b"203.0.113.9"], "203.0.113.9"),
            ("::ffff:127.0.0.1", &[b"203.0.113.9"], "203.0.113.9"),
            ("203.0.113.7", &[b"203.0.113.9"], "203.0.113.7"),
            ("203.0.113.7", &[b"127.0.0.1"], "203.0.113.7"),
            // The entries that the client sent are on the left.
            ("127.0.0.1", &[b"8.8.8.8, 203.0.113.9"], "203.0.113.9"),
            ("127.0.0.1", &[b"8.8.8.8, x, 203.0.113.9"], "203.0.113.9"),
            ("127.0.0.1", &[b"8.8.8.8,,203.0.113.9"], "203.0.113.9"),
            ("127.0.0.1", &[b"127.0.0.1, 203.0.113.9"], "203.0.113.9"),
            // Trusted proxies are skipped.
            ("127.0.0.1", &[b"8.8.8.8, 203.0.113.9, 10.1.2.3"], "203.0.113.9"),
            ("127.0.0.1", &[b"203.0.113.9, 10.1.2.3, 2001:db8:ffff::2"], "203.0.113.9"),
            ("127.0.0.1", &[b"10.0.0.9, 10.1.2.3"], "10.0.0.9"),
            // Lines are joined in their order.
            ("127.0.0.1", &[b"8.8.8.8", b"203.0.113.9"], "203.0.113.9"),
            ("127.0.0.1", &[b"203.0.113.9", b"10.1.2.3"], "203.0.113.9"),
            ("127.0.0.1", &[b"8.8.8.8, 203.0.113.9", b"10.1.2.3, 10.1.2.4"], "203.0.113.9"),
            ("127.0.0.1", &[b"203.0.113.9", b""], "203.0.113.9"),
            // Ports are stripped.
            ("127.0.0.1", &[b"203.0.113.9:5678"], "203.0.113.9"),
            ("127.0.0.1", &[b"[2001:db8::1]:5678"], "2001:db8::1"),
            ("127.0.0.1", &[b"[2001:db8::1]"], "2001:db8::1"),
            ("127.0.0.1", &[b"203.0.113.9:1, 10.1.2.3:2"], "203.0.113.9"),
            // IPv6, and IPv4 written as IPv6.
            ("127.0.0.1", &[b"2001:db8::1"], "2001:db8::1"),
            ("127.0.0.1", &[b"2001:DB8:0::1"], "2001:db8::1"),
            ("127.0.0.1", &[b"::ffff:203.0.113.9"], "203.0.113.9"),
            ("127.0.0.1", &[b"203.0.113.9, ::ffff:10.1.2.3"], "203.0.113.9"),
            ("2001:db8:ffff::1", &[b"203.0.113.9"], "203.0.113.9"),
            // Blanks.
            ("127.0.0.1", &[b""], "127.0.0.1"),
            ("127.0.0.1", &[b" , ,"], "127.0.0.1"),
            ("127.0.0.1", &[b"\t203.0.113.9\t , "], "203.0.113.9"),
            // An entry that is not an address ends the search.
            ("127.0.0.1", &[b"unknown"], "127.0.0.1"),
            ("127.0.0.1", &[b"203.0.113.9, unknown"], "127.0.0.1"),
            ("127.0.0.1", &[b"203.0.113.9, unknown, 10.1.2.3"], "10.1.2.3"),
            ("127.0.0.1", &[b"203.0.113.9, \xff\xfe, 10.1.2.3"], "10.1.2.3"),
            ("127.0.0.1", &[b"203.0.113.9:port"], "127.0.0.1"),
            ("127.0.0.1", &[b"203.0.113.9:70000"], "127.0.0.1"),
            ("127.0.0.1", &[b"203.0.113.999"], "127.0.0.1"),
            ("127.0.0.1", &[b"0203.0.113.9"], "127.0.0.1"),
            ("127.0.0.1", &[b"2001:db8::1:2:3:4:5:6:7:8"], "127.0.0.1"),
            ("127.0.0.1", &[b"[203.0.113.9]"], "127.0.0.1"),
            ("127.0.0.1", &[b"for=203.0.113.9"], "127.0.0.1"),
            ("127.0.0.1", &[b"203.0.113.9 10.1.2.3"], "127.0.0.1"),
        ];
        for (peer, lines, expected) in cases {
            let header: Vec<_> = lines.iter().map(|line| String::from_utf8_lossy(line)).collect();
            assert_eq!(&client(peer, lines), expected, "{peer} {header:?}");
        }
    }

    #[test]
    fn a_long_list_is_read_from_its_end() {
        let mut line = b"8.8.8.8, ".repeat(5_000);
        line.extend_from_slice(b"203.0.113.9");
        assert_eq!(client("127.0.0.1", &[&line]), "203.0.113.9");
    }
}
