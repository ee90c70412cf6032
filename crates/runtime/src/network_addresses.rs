//! Which network addresses are public. A program that connects to a URL of somebody else compares each address of its host, so that
//! the URL does not reach services of the own network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{Ipv4Net, Ipv6Net};

/// The IPv4 networks that are not public: those that are not globally reachable according to the IANA registry of
/// special-purpose addresses (RFC 6890), multicast, and 6to4 relays (RFC 7526).
const SPECIAL_IPV4: &[Ipv4Net] = &[
    ipv4([0, 0, 0, 0], 8),
    ipv4([10, 0, 0, 0], 8),
    ipv4([100, 64, 0, 0], 10),
    ipv4([127, 0, 0, 0], 8),
    // The metadata service of a machine that a public cloud hosts, which is at 168.63.129.16 in Azure.
    ipv4([168, 63, 129, 16], 32),
    ipv4([169, 254, 0, 0], 16),
    ipv4([172, 16, 0, 0], 12),
    ipv4([192, 0, 0, 0], 24),
    ipv4([192, 0, 2, 0], 24),
    ipv4([192, 88, 99, 0], 24),
    ipv4([192, 168, 0, 0], 16),
    ipv4([198, 18, 0, 0], 15),
    ipv4([198, 51, 100, 0], 24),
    ipv4([203, 0, 113, 0], 24),
    ipv4([224, 0, 0, 0], 4),
    ipv4([240, 0, 0, 0], 4),
];
/// The IPv6 addresses that IANA assigns to networks. Loopback, link-local, unique-local, multicast and IPv4-compatible addresses
/// are outside.
const GLOBAL_IPV6: Ipv6Net = ipv6([0x2000, 0, 0], 3);
/// The networks in it that are not public: protocol assignments with Teredo, and documentation.
const SPECIAL_IPV6: &[Ipv6Net] =
    &[ipv6([0x2001, 0, 0], 23), ipv6([0x2001, 0xdb8, 0], 32), ipv6([0x3fff, 0, 0], 20)];
/// Networks whose addresses contain an IPv4 address: NAT64 (RFC 6052) and 6to4 (RFC 3056).
const NAT64: Ipv6Net = ipv6([0x64, 0xff9b, 0], 96);
const SIX_TO_FOUR: Ipv6Net = ipv6([0x2002, 0, 0], 16);

const fn ipv4([a, b, c, d]: [u8; 4], prefix: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), prefix)
}

const fn ipv6([a, b, c]: [u16; 3], prefix: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0), prefix)
}

/// Whether an address is a public one: not of a private network, this machine, the local link, or a special purpose. An IPv6
/// address that contains an IPv4 address (mapped, NAT64, 6to4) is public if that one is.
pub fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => !SPECIAL_IPV4.iter().any(|network| network.contains(&address)),
        IpAddr::V6(address) => match embedded_ipv4(address) {
            Some(embedded) => is_public(embedded.into()),
            None => {
                GLOBAL_IPV6.contains(&address)
                    && !SPECIAL_IPV6.iter().any(|network| network.contains(&address))
            }
        },
    }
}

/// The IPv4 address that a gateway connects to for an IPv6 address.
fn embedded_ipv4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let octets = address.octets();
    if NAT64.contains(&address) {
        let [.., a, b, c, d] = octets;
        return Some(Ipv4Addr::new(a, b, c, d));
    }
    let [_, _, a, b, c, d, ..] = octets;
    SIX_TO_FOUR.contains(&address).then(|| Ipv4Addr::new(a, b, c, d))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    const PUBLIC: &[&str] = &[
        "1.1.1.1",
        "8.8.8.8",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.1",
        "168.63.129.15",
        "169.253.255.255",
        "172.15.255.255",
        "172.32.0.0",
        "192.167.255.255",
        "192.169.0.0",
        "198.20.0.0",
        "223.255.255.255",
        "2606:4700:4700::1111",
        "2a00:1450:4001:81b::200e",
        "2001:200::1",
        "::ffff:8.8.8.8",
        "64:ff9b::8.8.8.8",
        "64:ff9b::808:808",
        "2002:808:808::1",
    ];
    const NOT_PUBLIC: &[&str] = &[
        // This network, unspecified
        "0.0.0.0",
        "0.1.2.3",
        "::",
        // Loopback
        "127.0.0.1",
        "127.1.2.3",
        "127.255.255.255",
        "::1",
        // Private and unique-local
        "10.0.0.1",
        "10.255.255.255",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.0.1",
        "192.168.255.255",
        "fc00::1",
        "fd00:ec2::254",
        "fd20:ce::254",
        "fdff:ffff::1",
        // Shared by carriers
        "100.64.0.1",
        "100.100.100.200",
        "100.127.255.255",
        // Link-local and metadata
        "169.254.169.254",
        "169.254.170.2",
        "fe80::1",
        "febf::1",
        "fec0::1",
        "168.63.129.16",
        "192.0.0.192",
        // Multicast and broadcast
        "224.0.0.1",
        "239.255.255.250",
        "255.255.255.255",
        "240.0.0.1",
        "ff02::1",
        "ff0e::1",
        // Documentation and benchmarks
        "192.0.2.1",
        "198.51.100.1",
        "203.0.113.1",
        "198.18.0.1",
        "198.19.255.255",
        "2001:db8::1",
        "3fff::1",
        "2001:2::1",
        "100::1",
        // IPv4 in IPv6: mapped, compatible, translated, NAT64, 6to4, Teredo
        "::ffff:127.0.0.1",
        "::ffff:7f00:1",
        "::ffff:10.0.0.1",
        "::ffff:169.254.169.254",
        "::ffff:0:0",
        "::127.0.0.1",
        "::a9fe:a9fe",
        "::8.8.8.8",
        "::ffff:0:127.0.0.1",
        "64:ff9b::127.0.0.1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b::10.1.2.3",
        "64:ff9b:1::8.8.8.8",
        "2002:7f00:1::",
        "2002:a00:1::1",
        "2002:a9fe:a9fe::1",
        "2002:c0a8:101::1",
        "2001:0:7f00:1::1",
        "192.88.99.1",
        "5f00::1",
    ];

    #[test]
    fn addresses_of_internal_services_are_not_public_however_they_are_written() {
        assert!(NOT_PUBLIC.len() + PUBLIC.len() >= 80);
        for text in NOT_PUBLIC {
            assert!(!is_public(text.parse().unwrap()), "{text}");
        }
        for text in PUBLIC {
            assert!(is_public(text.parse().unwrap()), "{text}");
        }
    }
}
