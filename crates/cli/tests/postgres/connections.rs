//! Limits of connections and of prepared statements.

use std::time::Duration;

use crate::postgres::pages::{Pages, RECOVERY_TIME, SHORT_TIMEOUT, Tally, assert_unavailable, platform_in};
use crate::support::cluster::Cluster;
use crate::support::fixture::id;
use crate::support::postgres::{execute, required_server};
use crate::support::stopwatch::Stopwatch;
use crate::support::{Caller, eventually};

/// How many connections the role may have; the server would open up to 16.
const CONNECTION_LIMIT: usize = 3;
const CALLERS: usize = 12;
/// Twice the database timeout.
const DURATION: Duration = Duration::from_secs(4);
/// How often the same request is sent.
const REQUESTS: usize = 10;
/// The number of streams, one after the other.
const STREAMS: usize = 30;

fn request_concurrently(pages: &Pages, caller: &Caller) -> Vec<Tally> {
    std::thread::scope(|scope| {
        let requests: Vec<_> = (0..CALLERS).map(|_| scope.spawn(|| pages.request(caller))).collect();
        requests.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

#[test]
fn requests_wait_for_a_connection_in_use() {
    let server = required_server();
    let data = platform_in(&server);
    let (id, secret) = data.client();
    // Connection limits do not apply to superusers.
    let role = format!("limited_{}", uuid::Uuid::new_v4().simple());
    data.change_database(&format!(
        "CREATE ROLE {role} LOGIN CONNECTION LIMIT {CONNECTION_LIMIT};
         GRANT ALL ON ALL TABLES IN SCHEMA public TO {role}"
    ));
    let host = data.other_host(&server.replace("postgres@", &format!("{role}@")));
    let caller = host.serve_with(&SHORT_TIMEOUT).caller(&id, &secret);
    let pages = Pages::of(&caller);
    // Longer than the server waits for a connection.
    let stopwatch = Stopwatch::start();
    while stopwatch.elapsed() < DURATION {
        let tallies = request_concurrently(&pages, &caller);
        assert!(tallies.iter().all(|tally| tally.unavailable == 0), "{tallies:?}");
    }

    let postgres = format!("{server}/postgres");
    let limit = |limit: usize| {
        let alter = format!("ALTER ROLE {role} CONNECTION LIMIT {limit}");
        execute(&postgres, &alter).unwrap();
    };
    limit(0);
    let end = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{role}'");
    execute(&postgres, &end).unwrap();
    eventually("the server has access to the database", || caller.get("/areas").status == 503);
    assert_unavailable(&caller.get("/areas"));
    let stopwatch = Stopwatch::start();
    limit(CONNECTION_LIMIT);
    pages.assert_returned_within(RECOVERY_TIME, &caller, &stopwatch);
    drop(caller);
    data.change_database(&format!("DROP OWNED BY {role}; DROP ROLE {role}"));
}

#[test]
fn the_number_of_prepared_statements_is_a_setting() {
    required_server();
    let primary = Cluster::primary();
    let data = platform_in(&primary.url());
    let (client, secret) = data.client();
    data.change_database("ALTER ROLE postgres SET log_min_duration_statement = 0");
    let count_prepared = |statements: &str| {
        let arguments = ["--database-connections", "1", "--database-statements", statements];
        let caller = data.serve_with(&arguments).caller(&client, &secret);
        let before = std::fs::read_to_string(primary.log()).unwrap().len();
        for _ in 0..REQUESTS {
            assert_eq!(caller.get(&format!("/ideas/{}", id("ideas", 7))).status, 200);
        }
        let log = std::fs::read_to_string(primary.log()).unwrap();
        log[before..]
            .lines()
            .filter(|line| line.contains(" parse ") && line.contains("FROM ideas AS this"))
            .count()
    };
    assert_eq!((count_prepared("256"), count_prepared("0")), (1, REQUESTS));
}

/// The open connections of the server to the database.
const CONNECTIONS: &str = "SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'folkmoot'";
/// The number of connections to the database that were ever opened. One that is open may not be counted yet.
const OPENED: &str = "SELECT sessions FROM pg_stat_database WHERE datname = current_database()";

#[test]
fn streams_of_small_lists_use_the_same_connection() {
    let data = platform_in(&required_server());
    let (client, secret) = data.client();
    let caller = data.serve_with(&["--database-connections", "1"]).caller(&client, &secret);
    let opened = || data.rows(OPENED)[0].parse::<usize>().unwrap();
    let before = opened();
    for _ in 0..STREAMS {
        assert_eq!(caller.get("/ideas?format=ndjson").status, 200);
    }
    eventually("connections of streams are still open", || data.rows(CONNECTIONS).len() <= 1);
    let opened = opened() - before;
    // A stream may begin before the one before it has ended. Then it takes one out of the pool, which opens another.
    assert!(opened < STREAMS / 3, "{STREAMS} streams opened {opened} connections");
}
