//! A running server and its clients.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use reqwest::Method;
use reqwest::blocking::Client;
use reqwest::redirect::Policy;
use serde_json::{Value, json};

use super::answer::Answer;
use super::request::Request;
use super::{TIMEOUT, eventually};

/// A running server; it is killed when this goes.
pub struct Server {
    process: Child,
    /// `http://127.0.0.1:port`
    pub address: String,
    http: Client,
}

impl Server {
    /// Starts the command and waits for the address that it prints.
    pub fn start(command: &mut Command) -> Self {
        Self::started(command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap())
    }

    /// Waits for the address that a process prints.
    pub fn started(mut process: Child) -> Self {
        let mut address = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut address).unwrap();
        assert!(address.starts_with("http://"), "the server did not start");
        let client = Client::builder().timeout(TIMEOUT).redirect(Policy::none()).no_proxy();
        let http = client.build().unwrap();
        Self { process, address: address.trim().to_owned(), http }
    }

    /// The process, for signals.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Waits until it serves, having tidied up before.
    pub fn wait_until_ready(&self) {
        let answer = || self.request(Method::GET, "/health/ready").try_send();
        eventually("the server does not get ready", || answer().is_ok_and(|answer| answer.status == 200));
    }

    /// Tells the process to stop.
    pub fn tell_to_stop(&self) {
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

    /// The value of a metric without labels; 0 where it was never set.
    pub fn metric(&self, name: &str) -> u64 {
        let metrics = self.request(Method::GET, "/metrics").send().text;
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

    /// A request that is sent as it is.
    pub fn request(&self, method: Method, path: &str) -> Request {
        let request = self.http.request(method.clone(), format!("{}{path}", self.address));
        Request::new(method, path, request)
    }

    /// Asks for a token.
    pub fn authenticate(&self, id: &str, secret: &str) -> Answer {
        let body = json!({ "auth": { "client_id": id, "client_secret": secret } });
        self.request(Method::POST, "/api/v2/authenticate").json(&body).send()
    }

    /// Waits until the server has looked for changes once more, from beginning to end: what is in the database now
    /// shows from then on.
    pub fn look_for_changes(&self) {
        let looks = || self.metric("folkmoot_feed_rounds_total");
        // The look that is under way may have begun too early.
        let enough = looks() + 2;
        eventually("the server does not look for changes", || looks() >= enough);
    }

    /// With the token of this client.
    pub fn caller(self, id: &str, secret: &str) -> Caller {
        let answer = self.authenticate(id, secret);
        assert_eq!(answer.status, 201, "{}", answer.text);
        Caller { token: answer.json()["jwt"].as_str().unwrap().to_owned(), server: self }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A server and a token for it.
pub struct Caller {
    /// The server.
    pub server: Server,
    /// The token.
    pub token: String,
}

impl Caller {
    /// `GET` of a path under `/api/v2`.
    pub fn get(&self, path: &str) -> Answer {
        self.call(&Method::GET, path)
    }

    /// Any call of a path under `/api/v2`.
    pub fn call(&self, method: &Method, path: &str) -> Answer {
        self.server.request(method.clone(), &format!("/api/v2{path}")).bearer_auth(&self.token).send()
    }

    /// The records of every page of a list.
    pub fn crawl(&self, path: &str, key: &str, size: usize) -> Vec<Value> {
        let separator = if path.contains('?') { '&' } else { '?' };
        let mut records = Vec::new();
        for number in 1.. {
            let page = self.get(&format!("{path}{separator}page_size={size}&page_number={number}")).ok();
            let pages = page["meta"]["total_pages"].as_u64().unwrap();
            assert_eq!(page["meta"]["current_page"], number);
            let here = page[key].as_array().unwrap();
            assert!(number >= pages || here.len() == size, "page {number} of {pages} of {path} is short");
            records.extend(here.iter().cloned());
            if number >= pages {
                break;
            }
        }
        records
    }
}
