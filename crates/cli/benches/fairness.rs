//! Latency of one client's pages beside the load of another client: `cargo bench --bench fairness`.
//!
//! A client sends one request after the other, at first alone, then beside 500 connections of another client that send as fast as
//! they can, 50 streams, 20 uploads, 200 connections that read a file slowly, and all of these together. The load comes from another
//! process, and is measured twice: on the processors of the server with the lowest priority (`nice -n 19`), so that the latency also
//! shows how the operating system shares them, and on another processor than the server, as if it came from another machine.
//! The client that is measured has real-time priority, so that it does not wait for a processor itself.
//!
//! This needs Linux, two processors, and the right to set that priority, such as that of root. `FOLKMOOT_BENCH_PROGRAM` is the path of
//! another program that is measured first, for comparison. With `FOLKMOOT_TEST_POSTGRES`
//! everything is measured over PostgreSQL.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a benchmark fails by panicking and prints its figures to stdout"
)]

#[path = "fairness/load.rs"]
mod load;
#[path = "../tests/support/mod.rs"]
mod support;

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use base64::Engine as _;
use load::{Kind, Load};
use serde_json::json;
use support::{Data, Server, program};

const IDEAS: usize = 5_000;
/// How long each load is measured.
const TIME: Duration = Duration::from_secs(8);
/// The time until a load is complete.
const WARM_UP: Duration = Duration::from_secs(2);
/// The pause between two requests of the client that is measured.
const PAUSE: Duration = Duration::from_millis(1);
/// The maximum of the 99th percentile beside 500 connections, as a multiple of that without a load.
const MULTIPLE: f64 = 3.0;
/// The maximum of the 99th percentile beside other loads.
const LIMIT: Duration = Duration::from_millis(25);
/// The size of the file that is read slowly.
const FILE_BYTES: usize = 20_000_000;

fn main() {
    if let Some(load) = Load::from_environment() {
        load.run();
        return;
    }
    let other = std::env::var_os("FOLKMOOT_BENCH_PROGRAM").map(PathBuf::from);
    let programs: Vec<PathBuf> = other.into_iter().chain([program().to_owned()]).collect();
    set_real_time_priority();
    // The last, because this process remains on its processor.
    for processors in [Processors::Shared, Processors::Separate] {
        for program in &programs {
            measure(program, processors);
        }
    }
}

/// Where the server and the load run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Processors {
    /// On the same processors.
    Shared,
    /// The server on the first processor, the load and the client that is measured on the second.
    Separate,
}

impl Processors {
    /// Sets where processes run that are started from now on.
    fn use_for_server(self) {
        if self == Self::Separate {
            set_processor("0");
        }
    }

    /// Sets where this process runs, and those that it starts from now on.
    fn use_for_load(self) {
        if self == Self::Separate {
            set_processor("1");
        }
    }

    /// The program that runs the load with a priority at which it does not delay the client that is measured.
    fn low_priority(self) -> [&'static str; 3] {
        match self {
            Self::Shared => ["nice", "-n", "19"],
            Self::Separate => ["chrt", "--idle", "0"],
        }
    }
}

/// Gives this thread, and no process that it starts, real-time priority: the latency is then the time of the server, and not a wait of the
/// client that is measured for a processor that it shares with the server.
fn set_real_time_priority() {
    let process = std::process::id().to_string();
    let mut command = Command::new("chrt");
    let set = command.args(["--reset-on-fork", "--fifo", "--pid", "1", &process]).status();
    assert!(set.unwrap().success(), "real-time priority needs root");
}

fn set_processor(processor: &str) {
    let process = std::process::id().to_string();
    let mut command = Command::new("taskset");
    let set = command.args(["--pid", "--cpu-list", processor, &process]).stdout(Stdio::null()).status();
    assert!(
        set.unwrap().success(),
        "the load needs a processor of its own: processor {processor} is missing"
    );
}

/// The latencies of a client's requests.
struct Latencies(Vec<Duration>);

impl Latencies {
    fn percentile(&mut self, percent: usize) -> Duration {
        self.0.sort_unstable();
        self.0[(self.0.len() * percent / 100).min(self.0.len() - 1)]
    }
}

fn measure(program: &Path, processors: Processors) {
    println!("\n{}; processors: {processors:?}", program.display());
    let data = Data::new();
    assert!(data.run(&["demo", "--ideas", &IDEAS.to_string()]).status.success());
    assert!(data.run(&["access", "on"]).status.success());
    let ((one, one_secret), (other, other_secret)) = (data.client(), data.client());
    processors.use_for_server();
    let mut command = data.command_of(program);
    command.args(["serve", "--listen", "127.0.0.1:0", "--log-level", "error"]);
    let server =
        Server::start(command.args(["--maximum-streams", "64", "--maximum-streams-per-client", "64"]));
    processors.use_for_load();
    let token =
        |id: &str, secret: &str| server.authenticate(id, secret).json()["jwt"].as_str().unwrap().to_owned();
    let (token, other_token) = (token(&one, &one_secret), token(&other, &other_secret));
    let file = upload_file(&server, &other_token);
    let start = |kind: Kind, number: usize| {
        let address = server.url.trim_start_matches("http://");
        Running::start(&Load::new(kind, number, address, &other_token, &file), processors)
    };
    let mut alone = requests(&server, &token, TIME);
    let (normal_median, normal) = (alone.percentile(50), alone.percentile(99));
    print("alone", &mut alone, normal, "");
    let loads: [(&str, &[(Kind, usize)]); 6] = [
        ("500 connections", &[(Kind::Pages, 500)]),
        ("50 streams", &[(Kind::Streams, 50)]),
        ("20 uploads", &[(Kind::Uploads, 20)]),
        ("200 slow readers", &[(Kind::SlowReaders, 200)]),
        (
            "all of these",
            &[(Kind::Pages, 500), (Kind::Streams, 50), (Kind::Uploads, 20), (Kind::SlowReaders, 200)],
        ),
        ("alone again", &[]),
    ];
    let mut exceeded = Vec::new();
    for (name, kinds) in loads {
        let running: Vec<Running> = kinds.iter().map(|(kind, number)| start(*kind, *number)).collect();
        std::thread::sleep(WARM_UP);
        let mut found = requests(&server, &token, TIME);
        let rates: Vec<String> = running.into_iter().map(Running::stop).collect();
        print(name, &mut found, normal, &rates.join(", "));
        let limit = if name == "500 connections" { normal.mul_f64(MULTIPLE) } else { LIMIT };
        if found.percentile(99) > limit {
            exceeded.push(name);
        }
    }
    println!(
        "median alone {:.2} ms; over {MULTIPLE} times the p99 alone, or over {LIMIT:?}: {exceeded:?}",
        milliseconds(normal_median)
    );
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

fn print(name: &str, found: &mut Latencies, normal: Duration, load: &str) {
    let p99 = found.percentile(99);
    println!(
        "  {name:<17} p50 {:>7.2} ms  p99 {:>7.2} ms ({:>5.1} times)  max {:>7.2} ms  {:>5} requests; load: {load}",
        milliseconds(found.percentile(50)),
        milliseconds(p99),
        p99.as_secs_f64() / normal.as_secs_f64(),
        milliseconds(found.percentile(100)),
        found.0.len(),
    );
}

/// Sends requests for pages one after the other.
fn requests(server: &Server, token: &str, time: Duration) -> Latencies {
    let mut stream = TcpStream::connect(server.url.trim_start_matches("http://")).unwrap();
    stream.set_nodelay(true).unwrap();
    let (started, mut latencies, mut buffer) = (Instant::now(), Vec::new(), vec![0; 256 * 1024]);
    while started.elapsed() < time {
        let page = 1 + latencies.len() * 7 % (IDEAS / 24);
        let request = load::request(&format!("/api/v2/ideas?page_size=24&page_number={page}"), token);
        let sent = Instant::now();
        stream.write_all(request.as_bytes()).unwrap();
        let mut filled = 0;
        while load::response_length(&buffer[..filled]).is_none_or(|length| filled < length) {
            let read = stream.read(&mut buffer[filled..]).unwrap();
            assert!(read > 0, "the server closed the connection");
            filled += read;
        }
        latencies.push(sent.elapsed());
        assert!(buffer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&buffer[..200]));
        std::thread::sleep(PAUSE);
    }
    Latencies(latencies)
}

/// Uploads a large file and returns the path of its download.
fn upload_file(server: &Server, token: &str) -> String {
    let get = |path: &str| server.request(reqwest::Method::GET, path).bearer_auth(token).send().json();
    let project = get("/api/v2/projects")["projects"][0]["id"].as_str().unwrap().to_owned();
    let content = base64::engine::general_purpose::STANDARD.encode(vec![b'a'; FILE_BYTES]);
    let file = json!({ "file": { "name": "large.txt", "project_id": project, "content": content } });
    let uploaded =
        server.request(reqwest::Method::POST, "/api/v2/files").bearer_auth(token).json(&file).send();
    assert_eq!(uploaded.status, 201, "{}", uploaded.text);
    let url = uploaded.json()["file"]["url"].as_str().unwrap().to_owned();
    url.strip_prefix(&server.url).unwrap().to_owned()
}

/// A running load.
struct Running(Child);

impl Running {
    fn start(load: &Load, processors: Processors) -> Self {
        let [program, priority @ ..] = processors.low_priority();
        let mut command = Command::new(program);
        command.args(priority).arg(std::env::current_exe().unwrap()).envs(load.environment());
        Self(command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap())
    }

    /// Ends the load and returns its figures.
    fn stop(mut self) -> String {
        drop(self.0.stdin.take());
        let mut output = String::new();
        self.0.stdout.take().unwrap().read_to_string(&mut output).unwrap();
        self.0.wait().unwrap();
        output.trim().to_owned()
    }
}
