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

/// A server with one slow connection to its database.
struct Scene {
    _data: [Data; 2],
    primary: Cluster,
    proxy: Proxy,
    caller: Caller,
    expected: Vec<String>,
}

impl Scene {
    fn new() -> Option<Self> {
        wanted()?;
        let primary = Cluster::primary();
        let data = platform_in(&primary.address());
        data.change_database("ALTER ROLE postgres SET log_min_duration_statement = 0");
        let proxy = Proxy::to(primary.port);
        let far = data.beside(&proxy.address());
        let (id, secret) = far.client();
        let server = far.serve_with(&[&IMPATIENT[..], &["--database-connections", "1"]].concat());
        let caller = server.caller(&id, &secret);
        let expected = (0..CALLERS).map(|number| caller.get(&path(number)).text).collect();
        proxy.set(Wire::Slow(DELAY));
        Some(Self { _data: [data, far], primary, proxy, caller, expected })
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
        let log = std::fs::read_to_string(self.primary.log()).unwrap();
        let pages = |entry: &&str| entry.contains(" execute ") && entry.contains("LEFT JOIN ideas AS this");
        log.split("LOG:").filter(pages).count()
    }
}

#[test]
fn pages_that_wait_for_a_connection_are_read_together() {
    let Some(scene) = Scene::new() else { return };
    assert_eq!(scene.statements(), CALLERS, "one by one");
    scene.ask_at_once();
    let together = scene.statements() - CALLERS;
    assert!((1..CALLERS).contains(&together), "{together} statements for {CALLERS} pages");
}

#[test]
fn callers_who_leave_take_nothing_from_those_who_stay() {
    let Some(scene) = Scene::new() else { return };
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
    scene.proxy.set(Wire::Whole);
    scene.ask_at_once();
}
