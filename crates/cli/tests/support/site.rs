//! A platform, its server, and clients of each level.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use reqwest::Method;
use serde_json::{Value, json};

use super::day;
use super::fixture::{Platform, record, resource};
use super::{Data, Response, Server};

/// The timestamp of the records of fixtures.
pub const AT: &str = "2025-03-18T08:15:30.250Z";
/// The access levels, the greatest first.
pub const LEVELS: [&str; 4] = ["full", "pseudonymous", "anonymous", "public"];

/// A client of the API.
#[derive(Debug, Clone)]
pub struct Client {
    pub id: String,
    pub token: String,
    pub level: String,
    /// The resources that it may read; `None` for all.
    pub resources: Option<Vec<&'static str>>,
}

impl Client {
    /// Whether the client may read a resource.
    pub fn may_read(&self, plural: &str) -> bool {
        self.resources.as_ref().is_none_or(|resources| resources.contains(&plural))
    }
}

/// A platform and its server.
pub struct Site {
    pub data: Data,
    pub server: Server,
}

impl Site {
    /// Serves a platform.
    pub fn new(platform: &Platform) -> Self {
        Self::with(platform, &[])
    }

    /// Serves a platform with these settings.
    pub fn with(platform: &Platform, settings: &[&str]) -> Self {
        let data = Data::with(platform);
        let server = data.serve_with(settings);
        Self { data, server }
    }

    /// A new client of a level, with some resources or all.
    pub fn client(&self, level: &str, resources: Option<&[&'static str]>) -> Client {
        let list = resources.map(|resources| resources.join(","));
        let list = list.iter().flat_map(|list| ["--resources", list]);
        let (id, _) = self.data.client_with(&["--access", level].into_iter().chain(list).collect::<Vec<_>>());
        let token = self.data.token(&id, 0);
        Client { id, token, level: level.to_owned(), resources: resources.map(<[_]>::to_vec) }
    }

    /// Sends `GET` to a path under `/api/v2`.
    #[track_caller]
    pub fn get(&self, client: &Client, path: &str) -> Response {
        self.server.request(Method::GET, &format!("/api/v2{path}")).bearer_auth(&client.token).send()
    }

    /// A cursor of the current position.
    #[track_caller]
    pub fn cursor(&self, client: &Client) -> String {
        next(&self.get(client, "/changes").ok())
    }

    /// The changes after a cursor.
    #[track_caller]
    pub fn changes(&self, client: &Client, cursor: &str) -> Value {
        self.get(client, &format!("/changes?after={cursor}")).ok()
    }

    /// Imports records, and waits until the server returns them.
    #[track_caller]
    pub fn import(&self, platform: &Platform) {
        self.data.import(platform);
        self.server.wait_for_changes();
    }

    /// Imports one record.
    #[track_caller]
    pub fn import_one(&self, plural: &str, record: Value) {
        let mut platform = Platform::empty();
        platform.add(plural, record);
        self.import(&platform);
    }

    /// Runs a command, and waits until the server has applied what it changed.
    #[track_caller]
    pub fn run(&self, arguments: &[&str]) {
        let output = self.data.run(arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        self.server.wait_for_changes();
    }

    /// Ends the day: readers below the level full get the changes that were deferred.
    #[track_caller]
    pub fn end_day(&self) {
        day::end_day(&self.data);
        self.server.wait_for_changes();
    }

    /// Executes SQL, and waits until the server has applied what it changed.
    pub fn sql(&self, sql: &str) {
        self.data.change_database(sql);
        self.server.wait_for_changes();
    }
}

/// A platform with some records of every resource, all of them published.
pub fn published(count: usize) -> Platform {
    let mut platform = Platform::full(count, AT);
    platform.records.values_mut().flatten().for_each(publish);
    platform
}

fn publish(record: &mut Value) {
    if record.get("publication_status").is_some() {
        record["publication_status"] = json!("published");
    }
}

/// The n-th record of a resource with other values.
pub fn changed(plural: &str, number: usize, values: &[(&str, Value)]) -> Value {
    let mut record = record(resource(plural), number, AT);
    publish(&mut record);
    for (name, value) in values {
        record[*name] = value.clone();
    }
    record
}

/// The cursor after a page.
pub fn next(page: &Value) -> String {
    page["meta"]["next"].as_str().unwrap().to_owned()
}

/// Resource, id and action of each change on a page.
pub fn actions(page: &Value) -> Vec<(String, Value, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let changes = page["changes"].as_array().unwrap().iter();
    changes.map(|change| (text(&change["resource"]), change["id"].clone(), text(&change["action"]))).collect()
}
