//! A running server and its client.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use folkmoot_model::resources::RESOURCES;
use reqwest::Method;
use reqwest::blocking::Client;
use reqwest::redirect::Policy;
use serde_json::{Value, json};

use super::request::Request;
use super::response::Response;
use super::{METRICS_TOKEN, TIMEOUT, eventually};

/// A running server. Dropping it kills the process.
pub struct Server {
    process: Child,
    /// The URL, `http://127.0.0.1:PORT`.
    pub url: String,
    http: Client,
}

impl Server {
    /// Starts the command and waits for the URL that it prints.
    pub fn start(command: &mut Command) -> Self {
        Self::started(command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap())
    }

    /// Waits for the URL that a process prints.
    pub fn started(mut process: Child) -> Self {
        let mut url = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
        assert!(url.starts_with("http://"), "the server did not start");
        Self::of(process, url.trim())
    }

    /// A process that has printed this URL.
    pub fn of(process: Child, url: &str) -> Self {
        // Another crate enables the decompression of responses for all clients.
        let client = Client::builder().timeout(TIMEOUT).redirect(Policy::none()).no_proxy().no_gzip();
        let http = client.build().unwrap();
        Self { process, url: url.to_owned(), http }
    }

    /// The port of the URL.
    pub fn port(&self) -> u16 {
        self.url.rsplit(':').next().unwrap().parse().unwrap()
    }

    /// The id of the process.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Waits until the server is ready, which includes the first garbage collection.
    pub fn wait_until_ready(&self) {
        let ready = || self.request(Method::GET, "/health/ready").try_send();
        eventually("the server does not get ready", || ready().is_ok_and(|response| response.status == 200));
    }

    /// Sends SIGTERM.
    pub fn terminate(&self) {
        self.signal("-TERM");
    }

    /// Sends a signal, for example `-STOP`.
    pub fn signal(&self, signal: &str) {
        let process = self.process_id().to_string();
        assert!(Command::new("kill").args([signal, &process]).status().unwrap().success());
    }

    /// The newest entry of the change feed that the server has applied.
    pub fn feed_sequence(&self) -> u64 {
        self.metric("folkmoot_feed_sequence")
    }

    /// All metrics.
    #[track_caller]
    pub fn metrics(&self) -> String {
        let response = self.request(Method::GET, "/metrics").bearer_auth(METRICS_TOKEN).send();
        assert_eq!(response.status, 200, "{}", response.text);
        response.text
    }

    /// The value of a metric without labels; 0 if it is missing.
    pub fn metric(&self, name: &str) -> u64 {
        let metrics = self.metrics();
        let value = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.map_or(0, |value| value.parse().unwrap())
    }

    /// Kills the process.
    pub fn kill(&mut self) {
        self.process.kill().unwrap();
        self.wait();
    }

    /// Waits for the process to end.
    pub fn wait(&mut self) -> std::process::ExitStatus {
        self.process.wait().unwrap()
    }

    /// A request without a token.
    pub fn request(&self, method: Method, path: &str) -> Request {
        let request = self.http.request(method.clone(), format!("{}{path}", self.url));
        Request::new(method, path, request)
    }

    /// Requests a token.
    pub fn authenticate(&self, id: &str, secret: &str) -> Response {
        let body = json!({ "auth": { "client_id": id, "client_secret": secret } });
        self.request(Method::POST, "/api/v2/authenticate").json(&body).send()
    }

    /// Requests a token with a form.
    #[track_caller]
    pub fn oauth_token(&self, form: &[(&str, &str)]) -> Response {
        self.request(Method::POST, "/oauth/token").form(form).send()
    }

    /// Waits until the server has completed another round of the change feed. After that it returns all data that is in
    /// the database now.
    pub fn wait_for_changes(&self) {
        let rounds = || self.metric("folkmoot_feed_rounds_total");
        // The current round may have begun before the latest change.
        let target = rounds() + 2;
        eventually("the server does not read the change feed", || rounds() >= target);
    }

    /// Signs this client in.
    pub fn caller(self, id: &str, secret: &str) -> Caller {
        let response = self.authenticate(id, secret);
        assert_eq!(response.status, 201, "{}", response.text);
        Caller { token: response.json()["jwt"].as_str().unwrap().to_owned(), server: self }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A client with a token, and its server.
pub struct Caller {
    /// The server.
    pub server: Server,
    /// The token.
    pub token: String,
}

impl Caller {
    /// Sends `GET` to a path under `/api/v2`.
    pub fn get(&self, path: &str) -> Response {
        self.call(&Method::GET, path)
    }

    /// Sends a request without a body to a path under `/api/v2`.
    pub fn call(&self, method: &Method, path: &str) -> Response {
        self.server.request(method.clone(), &format!("/api/v2{path}")).bearer_auth(&self.token).send()
    }

    /// The records of all pages of a list.
    pub fn crawl(&self, path: &str, key: &str, size: usize) -> Vec<Value> {
        let separator = if path.contains('?') { '&' } else { '?' };
        let mut records = Vec::new();
        for number in 1.. {
            let page = self.get(&format!("{path}{separator}page_size={size}&page_number={number}")).ok();
            let pages = page["meta"]["total_pages"].as_u64().unwrap();
            assert_eq!(page["meta"]["current_page"], number);
            let on_page = page[key].as_array().unwrap();
            assert!(number >= pages || on_page.len() == size, "page {number} of {pages} of {path} is short");
            records.extend(on_page.iter().cloned());
            if number >= pages {
                break;
            }
        }
        records
    }

    /// All records and tombstones that the server returns, without download URLs.
    pub fn all_records(&self) -> Vec<Value> {
        let mut all = Vec::new();
        for resource in RESOURCES {
            let (plural, key) = (resource.names.plural, resource.names.list_key);
            all.extend(self.crawl(&format!("/{plural}"), key, 24));
            if resource.calls.deleted {
                all.extend(self.crawl(&format!("/{plural}/deleted"), "deleted_items", 24));
            }
        }
        for record in &mut all {
            record.as_object_mut().unwrap().remove("url");
        }
        all
    }
}
