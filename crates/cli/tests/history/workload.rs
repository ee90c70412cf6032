//! Eight clients, each with random operations on random servers.

mod clients;
mod files;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Mutex;
use std::thread::{scope, sleep};
use std::time::Duration;

use reqwest::Method;
use serde_json::Value;

use crate::history::cluster::{Endpoint, SERVERS, Site};
use crate::history::faults::Faults;
use crate::history::http::{Http, Reply};
use crate::history::recording::{History, Operation, Recording, State, What};
use crate::history::responses::text;
use crate::support::random::Random;

const PROCESSES: usize = 8;
/// The number of deleted files that are read again.
const REMEMBERED: usize = 40;

/// What the processes learn from each other.
#[derive(Default)]
struct Known {
    files: Vec<KnownFile>,
    deleted: VecDeque<String>,
    clients: Vec<KnownClient>,
}

/// A file, and the mark of its creation.
#[derive(Clone)]
struct KnownFile {
    id: String,
    mark: String,
}

/// A client of the public API that a process created, with the mark of its creation.
#[derive(Clone)]
struct KnownClient {
    id: String,
    mark: String,
    token: String,
    version: i64,
}

/// A process: it sends one request after the other and records them.
struct Process<'a> {
    number: usize,
    site: &'a Site,
    recording: Recording,
    http: Http,
    random: Random,
    known: &'a Mutex<Known>,
    operations: Vec<Operation>,
    /// The number of values that this process has written.
    written: usize,
    /// The position in the change feed, and the files after applying all changes before it.
    cursor: String,
    copy: BTreeMap<String, State>,
}

/// Lets eight clients work until the time of the faults is over. Returns the history so far.
pub fn run(site: &Site, faults: &Faults, recording: &Recording, seed: u64) -> History {
    let known = Mutex::default();
    let mut history = History::default();
    // All of them have a position in the change feed before the first writes.
    let processes: Vec<_> =
        (0..PROCESSES).map(|number| Process::new(number, site, *recording, &known, seed)).collect();
    scope(|scope| {
        let processes: Vec<_> = processes
            .into_iter()
            .map(|mut process| {
                scope.spawn(move || {
                    while !faults.are_over() {
                        process.step();
                    }
                    (process.operations, process.cursor, process.copy)
                })
            })
            .collect();
        let networks = scope.spawn(|| faults.cut_networks(site));
        faults.stop_processes(site, *recording);
        networks.join().unwrap();
        faults.end();
        for process in processes {
            let (operations, cursor, copy) = process.join().unwrap();
            history.operations.extend(operations);
            history.cursors.push(cursor);
            history.copies.push(copy);
        }
    });
    let happened = faults.happened();
    (history.outages, history.faults) = (happened.outages, happened.counts);
    history
}

impl<'a> Process<'a> {
    fn new(number: usize, site: &'a Site, recording: Recording, known: &'a Mutex<Known>, seed: u64) -> Self {
        let http = Http::new();
        let url = format!("{}/api/v2/changes", site.endpoint(number % SERVERS).unwrap().url);
        let page = http.send(Method::GET, &url, &site.token, None).unwrap();
        let cursor = text(&page.body["meta"]["next"]);
        let random = Random(seed.wrapping_add(1_000 + number as u64));
        let (operations, copy) = (Vec::new(), BTreeMap::new());
        Self { number, site, recording, http, random, known, operations, written: 0, cursor, copy }
    }

    /// A random operation.
    fn step(&mut self) {
        let Some(server) = self.server() else {
            sleep(Duration::from_millis(20));
            return;
        };
        match self.random.below(100) {
            0..12 => self.create_file(&server),
            12..26 => self.update_file(&server),
            26..35 => self.delete_file(&server),
            35..48 => self.read_file(&server),
            48..63 => self.list_files(&server),
            63..67 => self.walk(),
            67..74 => self.list_deleted(&server),
            74..82 => self.read_changes(&server),
            82..84 => self.create_client(&server),
            84..88 => self.update_client(&server),
            88..91 => self.read_client(&server),
            91..94 => self.list_clients(&server),
            _ => self.use_token(&server),
        }
    }

    /// A random server that runs.
    fn server(&mut self) -> Option<Endpoint> {
        let first = self.random.below(SERVERS);
        (0..SERVERS).find_map(|offset| self.site.endpoint((first + offset) % SERVERS))
    }

    /// The same server after a write, mostly; otherwise a random one.
    fn next_server(&mut self, previous: &Endpoint) -> Option<Endpoint> {
        if self.random.one_in(4) { self.server() } else { self.site.endpoint(previous.run.server) }
    }

    /// Sends a request and records the result.
    fn perform(
        &mut self,
        server: &Endpoint,
        request: &Request,
        result: impl FnOnce(Option<Reply>) -> What,
    ) -> &What {
        let token = if request.path.starts_with("/admin") { &self.site.admin_key } else { &self.site.token };
        let token = request.token.as_ref().unwrap_or(token);
        let url = format!("{}{}", server.url, request.path);
        let invoked = self.recording.now();
        let reply = self.http.send(request.method.clone(), &url, token, request.body.as_ref());
        let completed = self.recording.now();
        let what = result(reply);
        let operation = Operation { process: self.number, run: server.run, invoked, completed, what };
        self.operations.push(operation);
        &self.operations.last().unwrap().what
    }

    /// A value that nobody else writes.
    fn mark(&mut self) -> String {
        self.written += 1;
        format!("c{}n{}", self.number, self.written)
    }
}

/// A request to a server.
struct Request {
    method: Method,
    path: String,
    body: Option<Value>,
    /// The token, if it is not that of all processes.
    token: Option<String>,
}

impl Request {
    fn get(path: String) -> Self {
        Self { method: Method::GET, path, body: None, token: None }
    }

    fn with_body(method: Method, path: String, body: Value) -> Self {
        Self { method, path, body: Some(body), token: None }
    }
}

/// The result of a reply that is not among the expected ones.
fn unexpected(reply: Option<Reply>, lost: What) -> What {
    reply.map_or(lost, |Reply { status, text, .. }| What::Unexpected(format!("{status}: {text}")))
}
