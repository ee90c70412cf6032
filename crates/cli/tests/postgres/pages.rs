//! A platform whose every page is known, and what callers get of it.

use serde_json::json;

use crate::support::fixture::{Platform, id, record};
use crate::support::stopwatch::Stopwatch;
use crate::support::{Response, Caller, Data, eventually, found_or_skipped, postgres, say_skipped};
use std::time::Duration;

const AT: &str = "2025-03-18T08:15:30.250Z";
/// How many records of each resource there are.
pub const COUNT: usize = 60;
/// After this time all is well again.
pub const RECOVERY_TIME: Duration = Duration::from_secs(5);
/// After this time a write shows everywhere.
pub const MAX_STALENESS: Duration = Duration::from_secs(1);

/// What servers are told: nothing is kept, so that each page asks the database, which may take two seconds.
pub const SHORT_TIMEOUT: [&str; 4] = ["--cache-megabytes", "0", "--database-timeout-seconds", "2"];

/// The PostgreSQL to work in. Without one the tests are skipped, visibly; in continuous integration they fail, unless the run
/// is declared to be over the embedded database.
#[track_caller]
pub fn wanted() -> Option<String> {
    let server = postgres::server();
    if postgres::is_embedded_run() {
        say_skipped("this run is for the embedded database");
    } else {
        found_or_skipped(server.is_some(), "no PostgreSQL here; scripts/with-postgres starts one");
    }
    server
}

/// A platform in a new database of this PostgreSQL, with records that are longer than what comes in one piece.
pub fn platform_in(server: &str) -> Data {
    let mut platform = Platform::full(COUNT, AT);
    platform.records.remove("files");
    for (number, idea) in platform.records.get_mut("ideas").unwrap().iter_mut().enumerate() {
        idea["body_multiloc"] = json!({ "en": format!("<p>{number}</p>").repeat(200) });
    }
    let data = Data::in_postgres(server);
    data.import(&platform);
    assert!(data.run(&["access", "on"]).status.success());
    data
}

/// An area more, which every page of areas shows.
pub fn one_more_area(number: usize) -> Platform {
    let mut platform = Platform::empty();
    platform.add(
        "areas",
        record(crate::support::fixture::resource("areas"), COUNT + number, "2025-06-01T00:00:00.000Z"),
    );
    platform
}

/// Pages and what they show.
#[derive(Debug, PartialEq, Eq)]
pub struct Pages(Vec<(String, String)>);

/// How often callers got what they asked for.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    /// The pages that were answered.
    pub answered: usize,
    /// The pages that could not be answered.
    pub refused: usize,
}

impl Pages {
    /// The pages as this server shows them now.
    pub fn of(caller: &Caller) -> Self {
        let show = |path: String| {
            let mut text = String::new();
            // On a slow machine a good database may seem silent to an impatient server.
            eventually("the page does not show", || {
                let answer = caller.get(&path);
                text = answer.text;
                answer.status == 200
            });
            (path, text)
        };
        Self(paths().into_iter().map(show).collect())
    }

    /// Asks for every page. Each is right, or the server says that it cannot answer.
    #[track_caller]
    pub fn ask(&self, caller: &Caller) -> Tally {
        let mut tally = Tally::default();
        for (path, expected) in &self.0 {
            let answer = caller.get(path);
            if answer.status == 200 {
                assert_eq!(&answer.text, expected, "{path} is wrong");
                tally.answered += 1;
            } else {
                assert_unavailable(&answer);
                tally.refused += 1;
            }
        }
        tally
    }

    /// Waits until every page is answered as here, which must not take longer than it may since `since` began.
    #[track_caller]
    pub fn assert_soon(&self, caller: &Caller, since: &Stopwatch, at_most: Duration) {
        let answered = |(path, expected): &(String, String)| {
            let answer = caller.get(path);
            if answer.status != 200 {
                assert_unavailable(&answer);
            }
            answer.status == 200 && answer.text == *expected
        };
        eventually("the pages do not become as they should be", || self.0.iter().all(answered));
        assert!(since.elapsed() <= at_most, "it took {:?}", since.elapsed());
    }
}

/// The answer of a server that cannot answer at the moment.
#[track_caller]
pub fn assert_unavailable(answer: &Response) {
    assert_eq!((answer.status, answer.problem().as_str()), (503, "unavailable"), "{}", answer.text);
    assert!(answer.header("retry-after").parse::<u64>().unwrap() > 0);
}

fn paths() -> Vec<String> {
    let mut paths =
        vec!["/areas".to_owned(), "/users?page_size=24".to_owned(), "/ideas?page_number=99".to_owned()];
    paths.extend((1..=3).map(|number| format!("/ideas?page_size=24&page_number={number}")));
    paths.extend(["ideas", "projects", "phases"].map(|plural| format!("/{plural}/{}", id(plural, 7))));
    paths.push(format!("/ideas?project_id={}", id("projects", 3)));
    paths.push(format!("/projects/{}/phases", id("projects", 3)));
    paths.push("/reactions?page_size=24&page_number=2&locale=nl".to_owned());
    paths
}
