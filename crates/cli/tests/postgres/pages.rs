//! A platform whose pages are known, and requests for these pages.

use std::time::Duration;

use serde_json::json;

use crate::support::fixture::{Platform, id, record, resource};
use crate::support::stopwatch::Stopwatch;
use crate::support::{Caller, Data, Response, eventually};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";
/// The number of records of each resource.
pub const COUNT: usize = 60;
/// A server recovers from a fault within this time.
pub const RECOVERY_TIME: Duration = Duration::from_secs(5);
/// All servers return a write within this time.
pub const MAX_STALENESS: Duration = Duration::from_secs(1);

/// Settings of a server without a cache, so that each page needs the database, and with a timeout of two seconds.
pub const SHORT_TIMEOUT: [&str; 6] =
    ["--cache-megabytes", "0", "--body-cache-megabytes", "0", "--database-timeout-seconds", "2"];

/// A platform in a new database of this PostgreSQL server, with records that are longer than one network packet.
pub fn platform_in(server: &str) -> Data {
    let mut platform = Platform::full(COUNT, CREATED_AT);
    platform.records.remove("files");
    for (number, idea) in platform.records.get_mut("ideas").unwrap().iter_mut().enumerate() {
        idea["body_multiloc"] = json!({ "en": format!("<p>{number}</p>").repeat(200) });
    }
    Data::in_postgres(server).filled(&platform)
}

/// One more area, which changes every page of areas.
pub fn one_more_area(number: usize) -> Platform {
    let mut platform = Platform::empty();
    platform.add("areas", record(resource("areas"), COUNT + number, "2025-06-01T00:00:00.000Z"));
    platform
}

/// Paths of pages and their expected bodies.
#[derive(Debug, PartialEq, Eq)]
pub struct Pages(Vec<(String, String)>);

/// The results of requests for pages.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    /// The number of responses 200.
    pub succeeded: usize,
    /// The number of responses 503.
    pub unavailable: usize,
}

impl Pages {
    /// The pages that this server returns now.
    pub fn of(caller: &Caller) -> Self {
        let read = |path: String| {
            let mut text = String::new();
            // On a slow machine, a healthy database may exceed a short timeout.
            eventually("the server does not return the page", || {
                let response = caller.get(&path);
                text = response.text;
                response.status == 200
            });
            (path, text)
        };
        Self(paths().into_iter().map(read).collect())
    }

    /// Requests every page. Fails unless each response is the expected page or a response 503.
    #[track_caller]
    pub fn request(&self, caller: &Caller) -> Tally {
        let mut tally = Tally::default();
        for (path, expected) in &self.0 {
            let response = caller.get(path);
            if response.status == 200 {
                assert_eq!(&response.text, expected, "{path} is wrong");
                tally.succeeded += 1;
            } else {
                assert_unavailable(&response);
                tally.unavailable += 1;
            }
        }
        tally
    }

    /// Waits until the server returns every page as expected. Fails if that takes longer than `limit` since `since`.
    #[track_caller]
    pub fn assert_returned_within(&self, limit: Duration, caller: &Caller, since: &Stopwatch) {
        let is_returned = |(path, expected): &(String, String)| {
            let response = caller.get(path);
            if response.status != 200 {
                assert_unavailable(&response);
            }
            response.status == 200 && response.text == *expected
        };
        eventually("the server does not return the expected pages", || self.0.iter().all(is_returned));
        assert!(since.elapsed() <= limit, "it took {:?}", since.elapsed());
    }
}

/// Fails unless this is the response of a server that cannot reach its database.
#[track_caller]
pub fn assert_unavailable(response: &Response) {
    assert_eq!((response.status, response.problem().as_str()), (503, "unavailable"), "{}", response.text);
    assert!(response.header("retry-after").parse::<u64>().unwrap() > 0);
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
