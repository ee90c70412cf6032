//! One client that signs in as fast as it can: nobody else notices.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod support;

use std::io::Read as _;
use std::process::Stdio;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::json;
use support::{Caller, Data, Server, files};

/// How many connections sign in again and again.
const CONNECTIONS: usize = 16;
/// How long they do so at least.
const FLOOD: Duration = Duration::from_secs(4);
/// How often each other kind of request is sent at least meanwhile.
const ENOUGH: usize = 10;
/// How many threads the server may have: some dozens run and wait for blocking work, however much there is.
const MOST_THREADS: u64 = 100;
/// How much its memory may grow, in kilobytes.
const MOST_GROWTH: u64 = 100_000;
/// How many seconds requests in flight have at the end.
const GRACE_SECONDS: u64 = 5;

/// A figure of `/proc/PID/status`.
fn status_of(process: u32, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    line.trim_start_matches(':').split_whitespace().next().unwrap().parse().unwrap()
}

/// What was not answered as it should be.
#[derive(Default)]
struct Failures(Mutex<Vec<String>>);

impl Failures {
    fn expect(&self, what: &str, status: u16, expected: &[u16]) {
        if !expected.contains(&status) {
            self.0.lock().unwrap().push(format!("{what}: {status}"));
        }
    }
}

/// Sends a kind of request again and again until the flood is over, and often enough.
fn again_and_again(over: &AtomicBool, send: impl Fn()) {
    let mut count = 0;
    while count < ENOUGH || !over.load(Ordering::Relaxed) {
        send();
        count += 1;
    }
}

/// Everything but signing in, each kind from a connection of its own.
fn beside<'scope>(
    scope: &'scope std::thread::Scope<'scope, '_>,
    caller: &'scope Caller,
    over: &'scope AtomicBool,
    failures: &'scope Failures,
) -> Vec<std::thread::ScopedJoinHandle<'scope, ()>> {
    let url = caller.uploaded(&json!({}))["url"].as_str().unwrap().to_owned();
    let get = move |path: &'static str| {
        move || {
            let status = caller.server.request(Method::GET, path).send().status;
            failures.expect(path, status, &[200]);
        }
    };
    vec![
        scope.spawn(move || again_and_again(over, get("/health/live"))),
        scope.spawn(move || again_and_again(over, get("/health/ready"))),
        scope.spawn(move || again_and_again(over, get("/metrics"))),
        scope.spawn(move || {
            again_and_again(over, || {
                failures.expect("list", caller.get("/files?page_size=24").status, &[200]);
                failures.expect("search", caller.get("/files?search=minutes").status, &[200]);
            });
        }),
        scope.spawn(move || {
            again_and_again(over, || {
                let upload = caller.upload(&json!({}));
                failures.expect("upload", upload.status, &[201]);
                if upload.status == 201 {
                    let path = format!("/files/{}", upload.json()["file"]["id"].as_str().unwrap());
                    failures.expect("deletion", caller.call(&Method::DELETE, &path).status, &[204]);
                }
            });
        }),
        scope.spawn(move || {
            again_and_again(over, || failures.expect("download", caller.download(&url, &[]).status, &[200]));
        }),
    ]
}

/// A server, and what it logs until it ends.
fn serve_with_log(data: &Data) -> (Server, std::thread::JoinHandle<String>) {
    let mut command = data.command();
    command.args(["serve", "--listen", "127.0.0.1:0", "--log-level", "warn"]);
    command.args(["--shutdown-grace-seconds", &GRACE_SECONDS.to_string()]);
    let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut log = process.stderr.take().unwrap();
    let log = std::thread::spawn(move || {
        let mut text = String::new();
        log.read_to_string(&mut text).unwrap();
        text
    });
    (Server::started(process), log)
}

#[test]
fn a_flood_of_sign_ins_disturbs_nobody() {
    let data = Data::with(&files::platform());
    let (id, secret) = data.client();
    let (other_id, other_secret) = data.client();
    let (server, log) = serve_with_log(&data);
    let mut caller = server.caller(&other_id, &other_secret);
    let process = caller.server.process_id();
    let before = status_of(process, "VmRSS");
    let (over, stopping, failures) = (AtomicBool::new(false), AtomicBool::new(false), Failures::default());
    let (most_threads, signed_in) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let ended = std::thread::scope(|scope| {
        for _ in 0..CONNECTIONS {
            scope.spawn(|| {
                let server = &caller.server;
                let body = json!({ "auth": { "client_id": id, "client_secret": secret } });
                // Goes on while the server stops, until nothing is answered any more.
                while let Ok(answer) =
                    server.request(Method::POST, "/api/v2/authenticate").json(&body).try_send()
                {
                    if !stopping.load(Ordering::Relaxed) {
                        failures.expect("sign-in", answer.status, &[201, 429]);
                    }
                    signed_in.fetch_add(usize::from(answer.status == 201), Ordering::Relaxed);
                }
            });
        }
        let beside = beside(scope, &caller, &over, &failures);
        let started = Instant::now();
        while started.elapsed() < FLOOD {
            let threads = usize::try_from(status_of(process, "Threads")).unwrap();
            most_threads.fetch_max(threads, Ordering::Relaxed);
            std::thread::sleep(Duration::from_millis(20));
        }
        over.store(true, Ordering::Relaxed);
        for thread in beside {
            thread.join().unwrap();
        }
        let growth = status_of(process, "VmRSS").saturating_sub(before);
        assert!(growth < MOST_GROWTH, "{growth} kB more memory");
        stopping.store(true, Ordering::Relaxed);
        caller.server.terminate();
        Instant::now()
    });
    assert!(caller.server.wait().success());
    let seconds = ended.elapsed().as_secs();
    assert!(seconds <= GRACE_SECONDS + 5, "it took {seconds} s to stop");
    let log = log.join().unwrap();
    assert_eq!(*failures.0.lock().unwrap(), Vec::<String>::new(), "{log}");
    assert!(signed_in.into_inner() > CONNECTIONS, "nobody signed in");
    assert!(most_threads.into_inner() as u64 <= MOST_THREADS, "too many threads");
    assert!(!log.contains("panicked"), "{log}");
    let clients = String::from_utf8(data.run(&["clients", "list", "--json"]).stdout).unwrap();
    let clients: serde_json::Value = serde_json::from_str(&clients).unwrap();
    let client =
        clients.as_array().unwrap().iter().find(|client| client["client_id"] == id.as_str()).unwrap();
    assert!(client["last_authenticated_at"].is_string(), "{client}");
}
