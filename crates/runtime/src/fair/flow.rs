//! Who work is done for.

use std::net::{IpAddr, Ipv6Addr};

/// Who work is done for. Flows share a resource in equal parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Flow {
    /// The server itself, which has one share of its own.
    Server,
    /// A client of the API, by its id. The caller must have verified the id: a client that could choose it would have as
    /// many shares as it likes.
    Client(u128),
    /// A network address, or the /64 network of an IPv6 address.
    Address(u128),
}

impl Flow {
    /// The flow of a network address. All addresses of a /64 network of IPv6 are one, because one client can use all of them.
    pub fn of_address(address: IpAddr) -> Self {
        Self::Address(match address.to_canonical() {
            IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
            IpAddr::V6(address) => Ipv6Addr::to_bits(address) >> 64 << 64,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ipv6_network_is_one_flow_and_mapped_ipv4_is_ipv4() {
        let of = |text: &str| text.parse().map(Flow::of_address).ok();
        assert_eq!(of("2001:db8:0:1::1"), of("2001:db8:0:1:ffff::9"));
        assert_ne!(of("2001:db8:0:1::1"), of("2001:db8:0:2::1"));
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
    }
}
