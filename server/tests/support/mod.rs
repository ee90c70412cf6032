//! What the tests from outside share: a data folder, the program, a running server and a client of it.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on should stop"
)]

pub mod files;
pub mod fixture;
pub mod openapi;
pub mod postgres;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use folkmoot::store::Place;
use reqwest::Method;
use reqwest::blocking::{Client, Response};
use serde_json::{Value, json};
use tempfile::TempDir;

use postgres::TestDatabase;

/// A data folder of its own.
pub struct Data {
    folder: TempDir,
    database: Option<TestDatabase>,
}

impl Data {
    /// An empty one.
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), database: TestDatabase::where_wanted() }
    }

    /// One with this platform in it, its public API on.
    pub fn with(platform: &fixture::Platform) -> Self {
        let data = Self::new();
        data.import(platform);
        assert!(data.run(&["access", "on"]).status.success());
        data
    }

    /// Where the database is.
    pub fn database(&self) -> Place {
        let folder = Place::Folder(self.path().to_owned());
        self.database.as_ref().map_or(folder, |database| Place::Postgres(database.settings()))
    }

    /// Whether this is an embedded database.
    pub fn is_embedded(&self) -> bool {
        self.database.is_none()
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The program, to be run on this folder.
    pub fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_folkmoot"));
        command.arg("--data").arg(self.path()).env_clear().current_dir(self.path());
        if let Some(database) = &self.database {
            command.arg("--database-url").arg(database.address());
        }
        command
    }

    /// Runs the program.
    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command().args(arguments).output().unwrap()
    }

    /// Imports records that must be good.
    pub fn import(&self, platform: &fixture::Platform) {
        let folder = tempfile::tempdir().unwrap();
        platform.write(folder.path());
        let output = self.run(&["import", folder.path().to_str().unwrap()]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// A new client's id and secret.
    pub fn client(&self) -> (String, String) {
        let output = self.run(&["clients", "create", "Test", "--json"]);
        let told: Value = serde_json::from_slice(&output.stdout).unwrap();
        (told["client_id"].as_str().unwrap().to_owned(), told["client_secret"].as_str().unwrap().to_owned())
    }

    /// Starts a server, with these further arguments.
    pub fn serve_with(&self, arguments: &[&str]) -> Server {
        Server::start(self.command().arg("serve").args(["--listen", "127.0.0.1:0"]).args(arguments))
    }

    /// Starts a server and gives it a caller with a token.
    pub fn serve(&self) -> Caller {
        let (id, secret) = self.client();
        self.serve_with(&[]).caller(&id, &secret)
    }
}

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
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut address = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut address).unwrap();
        assert!(address.starts_with("http://"), "the server did not start");
        let http = Client::builder().timeout(Duration::from_mins(1)).no_proxy().build().unwrap();
        Self { process, address: address.trim().to_owned(), http }
    }

    /// The process, for signals.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Waits for the process to end.
    pub fn wait(&mut self) -> std::process::ExitStatus {
        self.process.wait().unwrap()
    }

    /// A request that is sent as it is.
    pub fn request(&self, method: Method, path: &str) -> reqwest::blocking::RequestBuilder {
        self.http.request(method, format!("{}{path}", self.address))
    }

    /// Asks for a token.
    pub fn authenticate(&self, id: &str, secret: &str) -> Answer {
        let body = json!({ "auth": { "client_id": id, "client_secret": secret } });
        Answer::of(self.request(Method::POST, "/api/v2/authenticate").json(&body).send().unwrap())
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
        let path = format!("/api/v2{path}");
        let request = self.server.request(method.clone(), &path).bearer_auth(&self.token);
        let answer = Answer::of(request.send().unwrap());
        let plain = path.split('?').next().unwrap_or_default();
        let plain = plain.strip_suffix('/').unwrap_or(plain);
        let body = (!answer.text.is_empty()).then(|| answer.json());
        // A HEAD is documented by its GET, whose body it leaves out.
        if *method != Method::HEAD {
            openapi::assert_documented(method.as_str(), plain, answer.status, body.as_ref());
        }
        answer
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

    /// Asks again until the answer is as it should be, for at most two seconds.
    pub fn within_two_seconds(&self, path: &str, good: impl Fn(&Answer) -> bool) -> Duration {
        let started = Instant::now();
        loop {
            let answer = self.get(path);
            if good(&answer) {
                return started.elapsed();
            }
            assert!(started.elapsed() < Duration::from_secs(2), "{path} still answers {}", answer.text);
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// An answer, read whole.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: reqwest::header::HeaderMap,
    /// The body.
    pub text: String,
}

impl Answer {
    /// Reads a response.
    pub fn of(response: Response) -> Self {
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        assert!(headers.contains_key("x-request-id"), "an answer without X-Request-Id");
        Self { status, headers, text: response.text().unwrap() }
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {}", self.text))
    }

    /// The body of a good answer.
    pub fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text);
        assert_eq!(self.header("content-type"), "application/json; charset=utf-8");
        self.json()
    }

    /// The code of a problem, whose form is checked.
    pub fn problem(&self) -> String {
        let body = self.json();
        assert_eq!(self.header("content-type"), "application/problem+json; charset=utf-8", "{}", self.text);
        assert_eq!(body["status"], self.status);
        assert_eq!(body["request_id"], self.header("x-request-id"));
        assert!(body["title"].is_string() && body["detail"].is_string());
        let link = body["type"].as_str().unwrap();
        assert!(link.starts_with("http") && link.contains("/guides/reference-problems#"), "{link}");
        link.rsplit('#').next().unwrap().to_owned()
    }

    /// A header, blank where it is not there.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

/// The repository's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}
