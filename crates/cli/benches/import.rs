//! Latency of uploads and sign-ins while a million rows are imported into an embedded database, and during the final write
//! of the import: `cargo bench --bench import`.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a benchmark fails by panicking and prints its figures to stdout"
)]

#[path = "../tests/support/mod.rs"]
mod support;

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::Stdio;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use support::files::platform;
use support::{Caller, Data};

/// The number of ideas; the platform has about a million rows.
const IDEAS: &str = "150000";
/// The duration of the measurement without an import.
const BEFORE: Duration = Duration::from_secs(10);
/// The pause between two requests.
const PAUSE: Duration = Duration::from_millis(100);
/// The limit of an upload or a sign-in, except during the final write.
const LIMIT: Duration = Duration::from_secs(1);

/// A request: its kind, its start and its duration.
type Sample = (&'static str, Instant, Duration);

/// The measurements of the import.
struct Import {
    began: Instant,
    ended: Instant,
    locked_at: Instant,
    locked: Duration,
    rows: String,
}

fn main() {
    let data = Data::embedded();
    data.import(&platform());
    assert!(data.run(&["access", "on"]).status.success());
    let directory = data.path().join("demo");
    let directory = directory.to_str().unwrap();
    assert!(data.run(&["demo", "--ideas", IDEAS, "--out", directory]).status.success());
    let (id, secret) = data.client();
    let caller = data.serve_with(&[]).caller(&id, &secret);
    let samples = Mutex::new(Vec::new());
    let is_over = AtomicBool::new(false);
    let import = std::thread::scope(|scope| {
        scope.spawn(|| repeat("upload", &samples, &is_over, || assert_eq!(upload(&caller), 201)));
        scope.spawn(|| {
            repeat("sign-in", &samples, &is_over, || {
                assert_eq!(caller.server.authenticate(&id, &secret).status, 201);
            });
        });
        std::thread::sleep(BEFORE);
        let import = import(&data, Path::new(directory));
        is_over.store(true, Ordering::Relaxed);
        import
    });
    report(&samples.into_inner().unwrap(), &import);
}

fn upload(caller: &Caller) -> u16 {
    caller.upload(&json!({ "name": "minutes.txt" })).status
}

fn repeat(kind: &'static str, samples: &Mutex<Vec<Sample>>, is_over: &AtomicBool, request: impl Fn()) {
    while !is_over.load(Ordering::Relaxed) {
        let began = Instant::now();
        request();
        samples.lock().unwrap().push((kind, began, began.elapsed()));
        std::thread::sleep(PAUSE);
    }
}

fn import(data: &Data, directory: &Path) -> Import {
    let began = Instant::now();
    let mut command = data.command();
    command.arg("import").arg(directory).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut process = command.spawn().unwrap();
    let (mut locked_at, mut locked, mut rows) = (None, None, String::new());
    for line in BufReader::new(process.stderr.take().unwrap()).lines() {
        let line = line.unwrap();
        if line.contains("started the final write") {
            locked_at = Some(Instant::now());
        } else if let Some(seconds) = line.strip_prefix("write lock held for ") {
            let seconds: f64 = seconds.trim_end_matches(" s").parse().unwrap();
            locked = Some(Duration::from_secs_f64(seconds));
        } else if line.contains(" rows read in ") {
            rows = line;
        }
    }
    assert!(process.wait().unwrap().success());
    let (locked_at, locked) = (locked_at.unwrap(), locked.unwrap());
    Import { began, ended: Instant::now(), locked_at, locked, rows }
}

fn report(samples: &[Sample], import: &Import) {
    let Import { began, ended, locked_at, locked, rows } = import;
    println!("{rows}; write lock held for {:.1} s", locked.as_secs_f64());
    let freed_at = *locked_at + *locked;
    for kind in ["upload", "sign-in"] {
        let slowest = |is_selected: &dyn Fn(Instant, Instant) -> bool| {
            let selected =
                samples.iter().filter(|(of, start, took)| *of == kind && is_selected(*start, *start + *took));
            selected.map(|(_, _, took)| *took).max().unwrap_or_default()
        };
        let before = slowest(&|_, end| end < *began);
        let during =
            slowest(&|start, end| start >= *began && end <= *ended && (end < *locked_at || start > freed_at));
        let locked = slowest(&|start, end| start <= freed_at && end >= *locked_at);
        println!(
            "slowest {kind}: {:.0} ms before the import, {:.0} ms during the import, {:.0} ms during its final write",
            before.as_secs_f64() * 1e3,
            during.as_secs_f64() * 1e3,
            locked.as_secs_f64() * 1e3
        );
        assert!(during < LIMIT, "{kind}: slower than the limit during an import");
    }
}
