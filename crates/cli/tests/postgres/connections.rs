//! A database that has fewer connections than a server would like.

use std::time::Duration;

use crate::pages::{RECOVERY_TIME, Pages, SHORT_TIMEOUT, Tally, assert_unavailable, platform_in, wanted};
use crate::support::cluster::Cluster;
use crate::support::fixture::id;
use crate::support::postgres::execute;
use crate::support::stopwatch::Stopwatch;
use crate::support::{Caller, eventually};

/// How many the server may have; it would have 16.
const FEW: usize = 3;
const CALLERS: usize = 12;
/// Twice as long as the server waits for a connection.
const LONG: Duration = Duration::from_secs(4);
/// How often the same is asked.
const REPEATED: usize = 10;

fn all_at_once(pages: &Pages, caller: &Caller) -> Vec<Tally> {
    std::thread::scope(|scope| {
        let asking: Vec<_> = (0..CALLERS).map(|_| scope.spawn(|| pages.ask(caller))).collect();
        asking.into_iter().map(|asked| asked.join().unwrap()).collect()
    })
}

#[test]
fn callers_wait_for_a_connection_that_others_have() {
    let Some(server) = wanted() else { return };
    let data = platform_in(&server);
    let (id, secret) = data.client();
    // Whoever may do everything is let in past every limit.
    let role = format!("few_{}", uuid::Uuid::new_v4().simple());
    data.change_database(&format!(
        "CREATE ROLE {role} LOGIN CONNECTION LIMIT {FEW};
         GRANT ALL ON ALL TABLES IN SCHEMA public TO {role}"
    ));
    let far = data.other_host(&server.replace("postgres@", &format!("{role}@")));
    let caller = far.serve_with(&SHORT_TIMEOUT).caller(&id, &secret);
    let pages = Pages::of(&caller);
    // For longer than anybody waits for a connection that there is not.
    let stopwatch = Stopwatch::start();
    while stopwatch.elapsed() < LONG {
        let tallies = all_at_once(&pages, &caller);
        assert!(tallies.iter().all(|tally| tally.refused == 0), "{tallies:?}");
    }

    let postgres = format!("{server}/postgres");
    let limit = |limit: usize| {
        let alter = format!("ALTER ROLE {role} CONNECTION LIMIT {limit}");
        execute(&postgres, &alter).unwrap();
    };
    limit(0);
    let end = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{role}'");
    execute(&postgres, &end).unwrap();
    eventually("it goes on without a database", || caller.get("/areas").status == 503);
    assert_unavailable(&caller.get("/areas"));
    let stopwatch = Stopwatch::start();
    limit(FEW);
    pages.assert_soon(&caller, &stopwatch, RECOVERY_TIME);
    drop(caller);
    data.change_database(&format!("DROP OWNED BY {role}; DROP ROLE {role}"));
}

#[test]
fn statements_are_kept_prepared_as_far_as_the_setting_says() {
    if wanted().is_none() {
        return;
    }
    let primary = Cluster::primary();
    let data = platform_in(&primary.url());
    let (client, secret) = data.client();
    data.change_database("ALTER ROLE postgres SET log_min_duration_statement = 0");
    let prepared = |statements: &str| {
        let arguments = ["--database-connections", "1", "--database-statements", statements];
        let caller = data.serve_with(&arguments).caller(&client, &secret);
        let before = std::fs::read_to_string(primary.log()).unwrap().len();
        for _ in 0..REPEATED {
            assert_eq!(caller.get(&format!("/ideas/{}", id("ideas", 7))).status, 200);
        }
        let log = std::fs::read_to_string(primary.log()).unwrap();
        log[before..].lines().filter(|line| line.contains(" parse ") && line.contains("FROM ideas")).count()
    };
    assert_eq!((prepared("256"), prepared("0")), (1, REPEATED));
}
