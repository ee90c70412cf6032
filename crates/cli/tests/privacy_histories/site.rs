//! A platform, its server, and a client of each level, all with a clock that the test sets.

use std::collections::BTreeMap;
use std::process::{Command, Output};

use folkmoot_model::resource::Resource;
use folkmoot_model::resources::RESOURCES;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use reqwest::Method;
use serde_json::Value;

use crate::support::clock::Clock;
use crate::support::fixture::Platform;
pub use crate::support::level::Level;
use crate::support::{Data, Server, eventually};

/// A resource and what identifies a record of it.
pub type Key = (&'static str, String);
/// The records of all lists.
pub type Lists = BTreeMap<Key, Value>;

/// A client of the API. Its token is one of the current day.
#[derive(Debug, Clone)]
pub struct Client {
    pub level: Level,
    id: String,
    secret: String,
    token: String,
}

/// A platform.
pub struct Site {
    pub data: Data,
    pub server: Server,
    clock: Clock,
    /// The day of the clock.
    pub day: Date,
    /// A client of each level, in the order of [`Level::ALL`].
    pub clients: Vec<Client>,
}

impl Site {
    /// Serves a platform on this day.
    pub fn new(platform: &Platform, day: Date) -> Self {
        let (data, clock) = (Data::new(), Clock::at(morning(day)));
        let access = |action| command(&data, &clock).args(["access", action]).status().unwrap().success();
        // A database of PostgreSQL is a copy of one that was made now, far from the day of the platform.
        assert!(command(&data, &clock).arg("migrate").status().unwrap().success());
        assert!(access("confirm-clock"));
        assert!(import(&data, &clock, platform), "the platform is not valid");
        assert!(access("on"));
        let server = serve(&data, &clock);
        let mut site = Self { data, server, clock, day, clients: Vec::new() };
        site.clients = Level::ALL.map(|level| site.create_client(level)).into();
        site
    }

    fn create_client(&self, level: Level) -> Client {
        let output = self.run(&["clients", "create", "Test", "--json", "--access", level.name()]);
        let created: Value = serde_json::from_slice(&output.stdout).unwrap();
        let text = |key: &str| created[key].as_str().unwrap().to_owned();
        let mut client =
            Client { level, id: text("client_id"), secret: text("client_secret"), token: String::new() };
        self.sign_in(&mut client);
        client
    }

    fn sign_in(&self, client: &mut Client) {
        let response = self.server.authenticate(&client.id, &client.secret);
        assert_eq!(response.status, 201, "{}", response.text);
        response.json()["jwt"].as_str().unwrap().clone_into(&mut client.token);
    }

    /// The client of this level.
    pub fn client(&self, level: Level) -> &Client {
        self.clients.iter().find(|client| client.level == level).unwrap()
    }

    /// Runs the program.
    pub fn run(&self, arguments: &[&str]) -> Output {
        command(&self.data, &self.clock).args(arguments).output().unwrap()
    }

    /// Imports records, and waits until the server returns them. Returns whether they were valid.
    pub fn import(&self, platform: &Platform) -> bool {
        // All steps of a day are in its morning, however long the test runs.
        self.import_at(platform, 0)
    }

    /// The same at a minute of the morning.
    pub fn import_at(&self, platform: &Platform, minute: usize) -> bool {
        self.clock.set(morning(self.day) + SignedDuration::from_mins(i64::try_from(minute).unwrap()));
        let is_imported = import(&self.data, &self.clock, platform);
        self.server.wait_for_changes();
        is_imported
    }

    /// Sets the clock to the morning of a day, while the server runs or while it is stopped, and waits until the server has done what
    /// is due: `believed` is the day that it must believe.
    pub fn begin_day(&mut self, day: Date, believed: Date, while_it_runs: bool) {
        self.day = day;
        if while_it_runs {
            self.clock.set(morning(day));
        } else {
            self.restart();
        }
        let is_begun = |data: &Data| {
            let is_empty = |sql: &str| data.table(sql)[0][0].as_deref() == Some("0");
            is_empty(&format!("SELECT COUNT(*) FROM platform_day WHERE day < '{believed}'"))
                && is_empty(&format!("SELECT COUNT(*) FROM deferred_changes WHERE released_on <= '{day}'"))
        };
        eventually("the server does not begin the day", || is_begun(&self.data));
        self.server.wait_for_changes();
        self.sign_in_all();
    }

    /// Stops the server and starts another.
    pub fn restart(&mut self) {
        self.server.kill();
        self.clock.set(morning(self.day));
        self.server = serve(&self.data, &self.clock);
        self.server.wait_for_changes();
        self.sign_in_all();
    }

    fn sign_in_all(&mut self) {
        let mut clients = std::mem::take(&mut self.clients);
        for client in &mut clients {
            self.sign_in(client);
        }
        self.clients = clients;
    }

    /// Whether changes wait for another day.
    pub fn has_deferred(&self) -> bool {
        self.data.table("SELECT COUNT(*) FROM deferred_changes")[0][0].as_deref() != Some("0")
    }

    /// The status and the body of a response to `GET` under `/api/v2`.
    pub fn get(&self, client: &Client, path: &str) -> (u16, String) {
        let request = self.server.request(Method::GET, &format!("/api/v2{path}"));
        let response = request.bearer_auth(&client.token).send_bytes();
        (response.status, String::from_utf8(response.bytes).unwrap())
    }

    /// The JSON of a response 200.
    #[track_caller]
    pub fn json(&self, client: &Client, path: &str) -> Value {
        let (status, text) = self.get(client, path);
        assert_eq!(status, 200, "{path}: {text}");
        serde_json::from_str(&text).unwrap()
    }

    /// All records of a list, from a stream.
    #[track_caller]
    pub fn stream(&self, client: &Client, path: &str) -> Vec<Value> {
        let (status, text) = self.get(client, &format!("{path}?format=ndjson"));
        assert_eq!(status, 200, "{path}: {text}");
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The records of all lists.
    pub fn lists(&self, client: &Client) -> Lists {
        let records = RESOURCES.iter().flat_map(|resource| {
            let listed = self.stream(client, &format!("/{}", resource.names.plural));
            listed.into_iter().map(|record| (key(resource, &record), without_url(record)))
        });
        records.collect()
    }

    /// The records of all lists of deleted records, with the resource of each.
    pub fn tombstones(&self, client: &Client) -> Vec<(&'static str, Value)> {
        let resources = RESOURCES.iter().filter(|resource| resource.has_id());
        let listed = resources.flat_map(|resource| {
            let plural = resource.names.plural;
            self.stream(client, &format!("/{plural}/deleted")).into_iter().map(move |item| (plural, item))
        });
        listed.collect()
    }
}

/// What identifies a record of a resource.
pub fn key(resource: &'static Resource, record: &Value) -> Key {
    let ids = resource.identity().iter().map(|name| record[*name].as_str().unwrap_or_default());
    (resource.names.plural, ids.collect::<Vec<_>>().join(" "))
}

/// A record without its download URL, which changes without an entry.
pub fn without_url(mut record: Value) -> Value {
    if let Some(members) = record.as_object_mut().filter(|members| members.contains_key("mime_type")) {
        members.shift_remove("url");
    }
    record
}

/// The time of the steps of a day: long before its end, so that no step belongs to the next one.
fn morning(day: Date) -> Timestamp {
    day.to_zoned_datetime(TimeZone::UTC).unwrap().timestamp() + SignedDuration::from_hours(10)
}

fn command(data: &Data, clock: &Clock) -> Command {
    let mut command = data.command();
    clock.apply(&mut command);
    command
}

fn serve(data: &Data, clock: &Clock) -> Server {
    let server = Server::start(command(data, clock).args(["serve", "--listen", "127.0.0.1:0"]));
    server.wait_until_ready();
    server
}

fn import(data: &Data, clock: &Clock, platform: &Platform) -> bool {
    let directory = tempfile::tempdir().unwrap();
    platform.write(directory.path());
    let output = command(data, clock).args(["import", directory.path().to_str().unwrap()]).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{errors}");
    if !output.status.success() && std::env::var_os("FOLKMOOT_TEST_VERBOSE").is_some() {
        eprintln!("rejected: {errors}");
    }
    output.status.success()
}
