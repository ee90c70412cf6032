//! Concurrent pages over connections that they share.

use std::time::Duration;

use reqwest::Method;

use crate::postgres::pages::{COUNT, platform_in};
use crate::support::cluster::Cluster;
use crate::support::connection::Connection;
use crate::support::fault_proxy::{Fault, FaultProxy};
use crate::support::postgres::required_server;
use crate::support::{Caller, Data};

const CALLERS: usize = 12;
/// The delay of each response of the database, so that requests arrive while another one waits.
const DELAY: Duration = Duration::from_millis(30);

/// The page of a caller: all differ, and adjacent callers use different languages.
fn path(caller: usize) -> String {
    let locale = if caller.is_multiple_of(2) { "en" } else { "nl-BE" };
    format!("/ideas?page_size={}&page_number={}&locale={locale}", COUNT / CALLERS, caller + 1)
}

/// A server with few connections to its database.
struct Setup {
    _data: [Data; 2],
    primary: Cluster,
    caller: Caller,
    expected: Vec<String>,
}

impl Setup {
    /// A server that connects to the URL that `url` derives from the primary.
    fn new(connections: usize, url: impl FnOnce(&Cluster) -> String) -> Self {
        required_server();
        let primary = Cluster::primary();
        let data = platform_in(&primary.url());
        let host = data.other_host(&url(&primary));
        let (id, secret) = host.client();
        let connections = ["--database-connections", &connections.to_string()];
        let without_caches = ["--cache-megabytes", "0", "--body-cache-megabytes", "0"];
        let server = host.serve_with(&[&without_caches[..], &connections].concat());
        let caller = server.caller(&id, &secret);
        let expected = (0..CALLERS)
            .map(|number| {
                let response = caller.get(&path(number));
                assert_eq!(response.status, 200, "{}", response.text);
                response.text
            })
            .collect();
        Self { _data: [data, host], primary, caller, expected }
    }

    /// A server with a single connection, through a slow proxy.
    fn slow() -> (Self, FaultProxy) {
        let mut proxy = None;
        let setup = Self::new(1, |primary| proxy.insert(FaultProxy::to(primary.port)).url());
        let proxy = proxy.unwrap();
        proxy.set(Fault::Delay(DELAY));
        (setup, proxy)
    }

    /// Requests the pages of all callers concurrently, and checks that each gets its own.
    fn request_concurrently(&self) {
        std::thread::scope(|scope| {
            for (number, expected) in self.expected.iter().enumerate() {
                scope.spawn(move || {
                    let response = self.caller.get(&path(number));
                    assert!(response.text == *expected, "{}: {}", path(number), response.status);
                });
            }
        });
    }

    /// The number of matching entries in the log of the database.
    fn logged(&self, matches: impl Fn(&str) -> bool) -> usize {
        let log = std::fs::read_to_string(self.primary.log()).unwrap();
        log.split("LOG:").filter(|entry| matches(entry)).count()
    }
}

#[test]
fn no_unnecessary_connection_is_opened() {
    // Password authentication takes longer than reading a page.
    let with_password = |primary: &Cluster| {
        let access = "host all proving 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n";
        std::fs::write(primary.data().join("pg_hba.conf"), access).unwrap();
        primary.execute("ALTER SYSTEM SET log_connections = on").unwrap();
        primary.execute("CREATE ROLE proving LOGIN SUPERUSER PASSWORD 'known'").unwrap();
        primary.execute("SELECT pg_reload_conf()").unwrap();
        primary.url().replace("postgres@", "proving:known@")
    };
    let setup = Setup::new(CALLERS, with_password);
    let opened = || setup.logged(|entry| entry.contains("connection received"));
    let before = opened();
    for _ in 0..20 {
        setup.request_concurrently();
    }
    let opened = opened() - before;
    assert!(opened <= CALLERS, "{opened} connections, expected at most {CALLERS}");
}

#[test]
fn cancelled_requests_do_not_affect_others() {
    let (setup, proxy) = Setup::slow();
    let authorization = format!("Bearer {}", setup.caller.token);
    let cancel = |delay: Duration| {
        for number in 0..CALLERS {
            let mut connection = Connection::open(&setup.caller.server);
            let path = format!("/api/v2{}", path(number));
            connection.begin(&Method::GET, &path, &[("Authorization", &authorization)]);
            std::thread::sleep(delay);
        }
    };
    std::thread::scope(|scope| {
        // Some requests are cancelled while they wait for a connection, others while they are read.
        let cancelling: Vec<_> =
            (1..=20).map(|times| scope.spawn(move || cancel(DELAY * times / 2))).collect();
        while !cancelling.iter().all(std::thread::ScopedJoinHandle::is_finished) {
            setup.request_concurrently();
        }
    });
    proxy.set(Fault::None);
    setup.request_concurrently();
}
