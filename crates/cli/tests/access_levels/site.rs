//! A server with clients of every level.

use reqwest::Method;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::access_levels::rules::Level;
use crate::support::day;
use crate::support::fixture::Platform;
use crate::support::server_log::{self, Log};
use crate::support::{Data, Response, Server};

/// A client and its token.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Client {
    pub level: Level,
    pub id: String,
    pub secret: String,
    pub token: String,
}

/// A platform, its server with its log, and clients: two of each level.
pub struct Site {
    pub data: Data,
    pub server: Server,
    pub log: Log,
    pub clients: Vec<Client>,
    settings: Vec<String>,
}

impl Site {
    /// Serves the platform with these settings.
    pub fn new(platform: &Platform, settings: &[&str]) -> Self {
        Self::of(Data::with(platform), settings)
    }

    /// Serves this data with these settings.
    pub fn of(data: Data, settings: &[&str]) -> Self {
        Self::with_clients(data, settings, Level::ALL.into_iter().chain(Level::ALL))
    }

    /// The same with clients of these levels.
    pub fn with_clients(data: Data, settings: &[&str], levels: impl IntoIterator<Item = Level>) -> Self {
        let mut site = Self::again(data, settings, Vec::new());
        for level in levels {
            let client = site.create_client(level, None);
            site.clients.push(client);
        }
        site
    }

    /// Serves data that these clients have read before.
    pub fn again(data: Data, settings: &[&str], clients: Vec<Client>) -> Self {
        let settings: Vec<String> = settings.iter().map(|setting| (*setting).to_owned()).collect();
        let (server, log) = start(&data, &settings);
        Self { data, server, log, clients, settings }
    }

    /// Stops the server; the clients, who can read again from a copy of the data.
    pub fn end(mut self) -> (Data, Vec<Client>) {
        self.server.terminate();
        self.server.wait();
        (self.data, self.clients)
    }

    /// Creates a client and signs it in.
    pub fn create_client(&self, level: Level, resources: Option<&str>) -> Client {
        let mut arguments = vec!["clients", "create", "Test", "--json", "--access", level.name()];
        arguments.extend(resources.iter().flat_map(|resources| ["--resources", resources]));
        let output = self.data.run(&arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let created: Value = serde_json::from_slice(&output.stdout).unwrap();
        let text = |key: &str| created[key].as_str().unwrap().to_owned();
        let (id, secret) = (text("client_id"), text("client_secret"));
        let token = self.token(&id, &secret);
        Client { level, id, secret, token }
    }

    /// A client whose publishable key is used as its token.
    pub fn create_publishable_client(&self) -> Client {
        let (id, key) = self.data.publishable_client("https://www.city.example", &[]);
        self.wait();
        Client { level: Level::Public, id, secret: String::new(), token: key }
    }

    /// A token of the client.
    pub fn token(&self, id: &str, secret: &str) -> String {
        let response = self.server.authenticate(id, secret);
        assert_eq!(response.status, 201, "{}", response.text);
        response.json()["jwt"].as_str().unwrap().to_owned()
    }

    /// The first client of this level.
    pub fn client(&self, level: Level) -> &Client {
        self.clients.iter().find(|client| client.level == level).unwrap()
    }

    /// The second client of this level.
    pub fn other_client(&self, level: Level) -> &Client {
        self.clients.iter().rfind(|client| client.level == level).unwrap()
    }

    /// Sends `GET` to a path under `/api/v2`. The response conforms to the `OpenAPI` document.
    pub fn get(&self, client: &Client, path: &str) -> Response {
        self.server.request(Method::GET, &format!("/api/v2{path}")).bearer_auth(&client.token).send()
    }

    /// The same with an `If-None-Match` header.
    pub fn get_if_changed(&self, client: &Client, path: &str, tag: &str) -> Response {
        let request = self.server.request(Method::GET, &format!("/api/v2{path}")).bearer_auth(&client.token);
        request.header("If-None-Match", tag).send()
    }

    /// All records of a list, from pages of 24.
    pub fn crawl(&self, client: &Client, path: &str, key: &str) -> Vec<Value> {
        self.try_crawl(client, path, key).unwrap()
    }

    /// The same; an error if the server does not return a list, or pages do not fit together.
    pub fn try_crawl(&self, client: &Client, path: &str, key: &str) -> Result<Vec<Value>, String> {
        let separator = if path.contains('?') { '&' } else { '?' };
        let mut records = Vec::new();
        for number in 1.. {
            let response = self.get(client, &format!("{path}{separator}page_size=24&page_number={number}"));
            if response.status != 200 {
                return Err(format!("{} {}", response.status, response.text));
            }
            let page = response.ok();
            let pages = page["meta"]["total_pages"].as_u64().unwrap();
            let on_page = page[key].as_array().unwrap();
            if number < pages && on_page.len() != 24 || pages == 0 && !on_page.is_empty() {
                return Err(format!("page {number} of {pages} has {} records", on_page.len()));
            }
            records.extend(on_page.iter().cloned());
            if number >= pages {
                break;
            }
        }
        Ok(records)
    }

    /// Imports records, and waits until the server returns them.
    pub fn import(&self, platform: &Platform) {
        self.data.import(platform);
        self.wait();
    }

    /// Waits until the server has applied all entries of the change feed.
    pub fn wait(&self) {
        self.server.wait_for_changes();
    }

    /// Ends the day: readers below `full` get the changes that were deferred.
    pub fn end_day(&self) {
        day::end_day(&self.data);
        self.wait();
    }

    /// Kills the server and starts another with these settings. Tokens stay valid.
    pub fn restart(&mut self, settings: &[&str]) {
        self.server.kill();
        self.settings = settings.iter().map(|setting| (*setting).to_owned()).collect();
        (self.server, self.log) = start(&self.data, &self.settings);
    }
}

fn start(data: &Data, settings: &[String]) -> (Server, Log) {
    // Even lists of few records are stored in files.
    let mut arguments = vec!["--log-level", "debug", "--record-file-records", "1"];
    arguments.extend(settings.iter().map(String::as_str));
    let (server, log) = server_log::start(&mut server_log::serve(data, &arguments));
    server.wait_until_ready();
    (server, log)
}
