//! Pages that are wanted at once over fewer connections than there are pages.

use std::time::Duration;

use reqwest::Method;

use crate::pages::{COUNT, IMPATIENT, platform_in, wanted};
use crate::support::cluster::Cluster;
use crate::support::connection::Connection;
use crate::support::proxy::{Proxy, Wire};
use crate::support::{Caller, Data};

const CALLERS: usize = 12;
/// What the database's answers take, so that callers meet while one is waited for.
const DELAY: Duration = Duration::from_millis(30);

/// Each caller's page: no two are the same, and neighbours are in two languages.
fn path(caller: usize) -> String {
    let locale = if caller.is_multiple_of(2) { "en" } else { "nl-BE" };
    format!("/ideas?page_size={}&page_number={}&locale={locale}", COUNT / CALLERS, caller + 1)
}

/// A server with few connections to its database.
struct Scene {
    _data: [Data; 2],
    primary: Cluster,
    caller: Caller,
    expected: Vec<String>,
}

impl Scene {
    /// One that reaches the database as the address says that is made of its own.
    fn new(connections: usize, address: impl FnOnce(&Cluster) -> String) -> Option<Self> {
        wanted()?;
        let primary = Cluster::primary();
        let data = platform_in(&primary.address());
        data.change_database("ALTER ROLE postgres SET log_min_duration_statement = 0");
        let far = data.beside(&address(&primary));
        let (id, secret) = far.client();
        let connections = ["--database-connections", &connections.to_string()];
        let server = far.serve_with(&[&IMPATIENT[..], &connections].concat());
        let caller = server.caller(&id, &secret);
        let expected = (0..CALLERS).map(|number| caller.get(&path(number)).text).collect();
        Some(Self { _data: [data, far], primary, caller, expected })
    }

    /// One with a single connection on a slow wire.
    fn slow() -> Option<(Self, Proxy)> {
        let mut proxy = None;
        let scene = Self::new(1, |primary| proxy.insert(Proxy::to(primary.port)).address())?;
        let proxy = proxy?;
        proxy.set(Wire::Slow(DELAY));
        Some((scene, proxy))
    }

    /// Asks for every caller's page at once, and checks that each gets its own.
    fn ask_at_once(&self) {
        std::thread::scope(|scope| {
            for (number, expected) in self.expected.iter().enumerate() {
                scope.spawn(move || {
                    let answer = self.caller.get(&path(number));
                    assert!(answer.text == *expected, "{}: {}", path(number), answer.status);
                });
            }
        });
    }

    /// How many statements have read pages of ideas.
    fn statements(&self) -> usize {
        self.logged(|entry| entry.contains(" execute ") && entry.contains("LEFT JOIN ideas AS this"))
    }

    /// How many entries of the database's log are these.
    fn logged(&self, what: impl Fn(&str) -> bool) -> usize {
        let log = std::fs::read_to_string(self.primary.log()).unwrap();
        log.split("LOG:").filter(|entry| what(entry)).count()
    }
}

#[test]
fn pages_that_wait_for_a_connection_are_read_together() {
    let Some((scene, _proxy)) = Scene::slow() else { return };
    assert_eq!(scene.statements(), CALLERS, "one by one");
    scene.ask_at_once();
    let together = scene.statements() - CALLERS;
    assert!((1..CALLERS).contains(&together), "{together} statements for {CALLERS} pages");
}

#[test]
fn no_connection_is_begun_in_vain() {
    // To prove a password takes longer than to read a page.
    let with_password = |primary: &Cluster| {
        let access = "host all proving 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n";
        std::fs::write(primary.data().join("pg_hba.conf"), access).unwrap();
        primary.execute("ALTER SYSTEM SET log_connections = on").unwrap();
        primary.execute("CREATE ROLE proving LOGIN SUPERUSER PASSWORD 'known'").unwrap();
        primary.execute("SELECT pg_reload_conf()").unwrap();
        primary.address().replace("postgres@", "proving:known@")
    };
    let Some(scene) = Scene::new(CALLERS, with_password) else { return };
    let begun = || scene.logged(|entry| entry.contains("connection received"));
    let before = begun();
    for _ in 0..20 {
        scene.ask_at_once();
    }
    let begun = begun() - before;
    assert!(begun <= CALLERS, "{begun} connections where {CALLERS} are kept");
}

#[test]
fn callers_who_leave_take_nothing_from_those_who_stay() {
    let Some((scene, proxy)) = Scene::slow() else { return };
    let authorization = format!("Bearer {}", scene.caller.token);
    let leave = |patience: Duration| {
        for number in 0..CALLERS {
            let mut connection = Connection::open(&scene.caller.server);
            let path = format!("/api/v2{}", path(number));
            connection.begin(&Method::GET, &path, &[("Authorization", &authorization)]);
            std::thread::sleep(patience);
        }
    };
    std::thread::scope(|scope| {
        // Some leave while they wait for the connection, some while others wait for what they read.
        let leaving: Vec<_> = (1..=20).map(|times| scope.spawn(move || leave(DELAY * times / 2))).collect();
        while !leaving.iter().all(std::thread::ScopedJoinHandle::is_finished) {
            scene.ask_at_once();
        }
    });
    proxy.set(Wire::Whole);
    scene.ask_at_once();
}
