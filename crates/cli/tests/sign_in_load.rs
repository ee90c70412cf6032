//! A client that signs in as fast as possible, and its effect on others.

use std::io::Read as _;
use std::process::Stdio;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::json;

use crate::support::{Caller, Data, Server, files};

/// The number of connections that sign in repeatedly.
const CONNECTIONS: usize = 16;
/// The minimum duration of the load.
const DURATION: Duration = Duration::from_secs(4);
/// The minimum number of each other kind of request during the load.
const MIN_REQUESTS: usize = 10;
/// The maximum number of threads of the server; the number of threads for blocking work is limited.
const MAX_THREADS: u64 = 100;
/// The maximum growth of its memory, in kilobytes.
const MAX_GROWTH: u64 = 100_000;
/// The grace period of requests in flight when the server stops.
const GRACE_SECONDS: u64 = 5;

/// A value of `/proc/PID/status`.
fn status_of(process: u32, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    line.trim_start_matches(':').split_whitespace().next().unwrap().parse().unwrap()
}

/// Unexpected responses.
#[derive(Default)]
struct Failures(Mutex<Vec<String>>);

impl Failures {
    fn expect(&self, what: &str, status: u16, expected: &[u16]) {
        if !expected.contains(&status) {
            self.0.lock().unwrap().push(format!("{what}: {status}"));
        }
    }
}

/// Sends a kind of request repeatedly until the load ends, at least the minimum number of times.
fn repeat(is_over: &AtomicBool, send: impl Fn()) {
    let mut count = 0;
    while count < MIN_REQUESTS || !is_over.load(Ordering::Relaxed) {
        send();
        count += 1;
    }
}

/// Sends all kinds of requests except sign-ins, each from its own connection.
fn send_other_requests<'scope>(
    scope: &'scope std::thread::Scope<'scope, '_>,
    caller: &'scope Caller,
    is_over: &'scope AtomicBool,
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
        scope.spawn(move || repeat(is_over, get("/health/live"))),
        scope.spawn(move || repeat(is_over, get("/health/ready"))),
        scope.spawn(move || repeat(is_over, || assert!(!caller.server.metrics().is_empty()))),
        scope.spawn(move || {
            repeat(is_over, || {
                failures.expect("list", caller.get("/files?page_size=24").status, &[200]);
                failures.expect("search", caller.get("/files?search=minutes").status, &[200]);
            });
        }),
        scope.spawn(move || {
            repeat(is_over, || {
                let upload = caller.upload(&json!({}));
                failures.expect("upload", upload.status, &[201]);
                if upload.status == 201 {
                    let path = format!("/files/{}", upload.json()["file"]["id"].as_str().unwrap());
                    failures.expect("deletion", caller.call(&Method::DELETE, &path).status, &[204]);
                }
            });
        }),
        scope.spawn(move || {
            repeat(is_over, || failures.expect("download", caller.download(&url, &[]).status, &[200]));
        }),
    ]
}

/// A server and its log, which is complete when the server has stopped.
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
fn a_flood_of_sign_ins_does_not_affect_other_requests() {
    let data = Data::with(&files::platform());
    let (id, secret) = data.client();
    let (other_id, other_secret) = data.client();
    let (server, log) = serve_with_log(&data);
    let mut caller = server.caller(&other_id, &other_secret);
    let process = caller.server.process_id();
    let before = status_of(process, "VmRSS");
    let (is_over, stopping, failures) = (AtomicBool::new(false), AtomicBool::new(false), Failures::default());
    let (max_threads, signed_in) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let ended = std::thread::scope(|scope| {
        for _ in 0..CONNECTIONS {
            scope.spawn(|| {
                let server = &caller.server;
                let body = json!({ "auth": { "client_id": id, "client_secret": secret } });
                // Continues while the server stops, until it returns no more responses.
                while let Ok(response) =
                    server.request(Method::POST, "/api/v2/authenticate").json(&body).try_send()
                {
                    if !stopping.load(Ordering::Relaxed) {
                        failures.expect("sign-in", response.status, &[201, 429]);
                    }
                    signed_in.fetch_add(usize::from(response.status == 201), Ordering::Relaxed);
                }
            });
        }
        let others = send_other_requests(scope, &caller, &is_over, &failures);
        let started = Instant::now();
        while started.elapsed() < DURATION {
            let threads = usize::try_from(status_of(process, "Threads")).unwrap();
            max_threads.fetch_max(threads, Ordering::Relaxed);
            std::thread::sleep(Duration::from_millis(20));
        }
        is_over.store(true, Ordering::Relaxed);
        for thread in others {
            thread.join().unwrap();
        }
        let growth = status_of(process, "VmRSS").saturating_sub(before);
        assert!(growth < MAX_GROWTH, "{growth} kB more memory");
        stopping.store(true, Ordering::Relaxed);
        caller.server.terminate();
        Instant::now()
    });
    assert!(caller.server.wait().success());
    let seconds = ended.elapsed().as_secs();
    assert!(seconds <= GRACE_SECONDS + 5, "it took {seconds} s to stop");
    let log = log.join().unwrap();
    assert_eq!(*failures.0.lock().unwrap(), Vec::<String>::new(), "{log}");
    assert!(signed_in.into_inner() > CONNECTIONS, "too few sign-ins succeeded");
    assert!(max_threads.into_inner() as u64 <= MAX_THREADS, "too many threads");
    assert!(!log.contains("panicked"), "{log}");
    let clients = String::from_utf8(data.run(&["clients", "list", "--json"]).stdout).unwrap();
    let clients: serde_json::Value = serde_json::from_str(&clients).unwrap();
    let client =
        clients.as_array().unwrap().iter().find(|client| client["client_id"] == id.as_str()).unwrap();
    assert!(client["last_authenticated_at"].is_string(), "{client}");
}
