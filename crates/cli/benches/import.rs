//! `cargo bench --bench import`: the latency of uploads and sign-ins while a million rows are imported into an embedded
//! database, and during the final write of the import; the same while they are imported once more, unchanged and with a
//! changed record in a hundred; then the time of imports of one record into that platform and into a small one.
//! `FOLKMOOT_BENCH_IDEAS` changes the size of the large one, and `FOLKMOOT_TEST_POSTGRES` measures the small imports in
//! PostgreSQL, too.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a benchmark fails by panicking and prints its figures to stdout"
)]

#[path = "../tests/support/mod.rs"]
mod support;

use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::Path;
use std::process::Stdio;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use folkmoot_import::blob_sink::MeasuringSink;
use folkmoot_import::{Mode, Options, Silent, input};
use folkmoot_store::Store;
use serde_json::{Value, json};
use support::files::platform;
use support::{Caller, Data};

/// The number of ideas; the platform has about seven rows for each.
const IDEAS: &str = "150000";
/// The number of ideas of the small platform.
const FEW_IDEAS: &str = "1000";
/// When the records of the small imports were created.
const CREATED_AT: &str = "2025-06-01T10:00:00.000Z";
/// How many imports of one record there are of each kind.
const ROUNDS: usize = 15;
/// The duration of the measurement without an import.
const BEFORE: Duration = Duration::from_secs(10);
/// The pause between two requests.
const PAUSE: Duration = Duration::from_millis(100);
/// The limit of an upload or a sign-in, except during the final write.
const LIMIT: Duration = Duration::from_secs(1);

/// One record in this number changes from one day to the next.
const CHANGED_ONE_IN: usize = 100;

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
    let ideas = std::env::var("FOLKMOOT_BENCH_IDEAS").unwrap_or_else(|_| IDEAS.to_owned());
    let directory = data.path().join("demo");
    let directory = directory.to_str().unwrap();
    assert!(data.run(&["demo", "--ideas", &ideas, "--out", directory]).status.success());
    let (id, secret) = data.client();
    let caller = data.serve_with(&[]).caller(&id, &secret);
    let samples = Mutex::new(Vec::new());
    let is_over = AtomicBool::new(false);
    let imports = std::thread::scope(|scope| {
        scope.spawn(|| repeat("upload", &samples, &is_over, || assert_eq!(upload(&caller), 201)));
        scope.spawn(|| {
            repeat("sign-in", &samples, &is_over, || {
                assert_eq!(caller.server.authenticate(&id, &secret).status, 201);
            });
        });
        std::thread::sleep(BEFORE);
        let directory = Path::new(directory);
        let first = import(&data, directory);
        let unchanged = import(&data, directory);
        change_records(directory);
        let changed = import(&data, directory);
        is_over.store(true, Ordering::Relaxed);
        [("first import", first), ("unchanged", unchanged), ("1 % changed", changed)]
    });
    let samples = samples.into_inner().unwrap();
    report_before(&samples, &imports[0].1);
    for (name, import) in &imports {
        report(name, &samples, import);
    }
    compare_small_imports(&with_demo(Data::embedded(), FEW_IDEAS), &data);
    if std::env::var_os("FOLKMOOT_TEST_POSTGRES").is_some() {
        println!("PostgreSQL:");
        compare_small_imports(&with_demo(Data::new(), FEW_IDEAS), &with_demo(Data::new(), &ideas));
    }
}

/// Generates a demo platform with this number of ideas.
fn with_demo(data: Data, ideas: &str) -> Data {
    assert!(data.run(&["demo", "--ideas", ideas]).status.success());
    data
}

/// Prints the median time of imports of one record into both platforms.
fn compare_small_imports(small: &Data, large: &Data) {
    let (in_small, in_large) = (small_imports(small), small_imports(large));
    println!("{:<16}{:>12}{:>12}{:>8}", "one record", "small, ms", "large, ms", "ratio");
    for ((kind, small), (_, large)) in in_small.into_iter().zip(in_large) {
        println!("{kind:<16}{small:>12.1}{large:>12.1}{:>8.2}", large / small);
    }
}

/// The median time in milliseconds of the import of one record of each kind, as a call of the library.
fn small_imports(data: &Data) -> Vec<(&'static str, f64)> {
    let store = Store::open(&data.database()).unwrap();
    let id_of = |sql: &str| data.table(sql)[0][0].clone().unwrap();
    let idea = id_of("SELECT id FROM ideas WHERE publication_status = 'published' ORDER BY key LIMIT 1");
    let user = id_of("SELECT id FROM users ORDER BY key LIMIT 1");
    let text = json!({ "en": "Benches along the canal" });
    let mut times: Vec<(&str, Vec<f64>)> = Vec::new();
    for round in 0..ROUNDS {
        let [topic, reaction, comment] = [(); 3].map(|()| uuid::Uuid::new_v4().to_string());
        let deleted = |item: &str, kind: &str| json!({ "id": item, "type": kind, "deleted_at": CREATED_AT });
        let records = [
            ("new topic", "topics", json!({ "id": topic, "title_multiloc": text, "created_at": CREATED_AT })),
            (
                "new reaction",
                "reactions",
                json!({ "id": reaction, "mode": "up", "user_id": user, "reactable_id": idea, "reactable_type": "idea", "created_at": CREATED_AT }),
            ),
            (
                "new comment",
                "comments",
                json!({ "id": comment, "body_multiloc": text, "author_id": user, "idea_id": idea, "created_at": CREATED_AT }),
            ),
            (
                "changed idea",
                "ideas",
                json!({ "id": idea, "_partial": true, "title_multiloc": { "en": format!("Round {round}") } }),
            ),
            ("deleted comment", "deleted_items", deleted(&comment, "Comment")),
            ("deleted topic", "deleted_items", deleted(&topic, "Topic")),
        ];
        for (position, (kind, plural, record)) in records.into_iter().enumerate() {
            let time = time_of_import(&store, plural, &record);
            match times.get_mut(position) {
                Some((_, times)) => times.push(time),
                None => times.push((kind, vec![time])),
            }
        }
    }
    let median = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    times.into_iter().map(|(kind, times)| (kind, median(times))).collect()
}

/// The time in milliseconds of the import of a record.
fn time_of_import(store: &Store, plural: &str, record: &Value) -> f64 {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(format!("{plural}.ndjson")), record.to_string()).unwrap();
    let input = input::open(folder.path()).unwrap();
    let now = jiff::Timestamp::now();
    let options = Options { mode: Mode::default(), now, progress: &Silent, blobs: &MeasuringSink };
    let began = Instant::now();
    folkmoot_import::import(store, &input, &options).unwrap();
    began.elapsed().as_secs_f64() * 1e3
}

/// Changes the time of the last change, or of the creation, in some lines of each file.
fn change_records(directory: &Path) {
    for file in std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()) {
        if file.extension().is_none_or(|extension| extension != "ndjson") {
            continue;
        }
        let changed = file.with_extension("changed");
        let mut out = BufWriter::new(std::fs::File::create(&changed).unwrap());
        for (number, line) in BufReader::new(std::fs::File::open(&file).unwrap()).lines().enumerate() {
            let mut line = line.unwrap();
            if number.is_multiple_of(CHANGED_ONE_IN) {
                let mut record: Value = serde_json::from_str(&line).unwrap();
                let field = if record["updated_at"].is_null() { "created_at" } else { "updated_at" };
                record[field] = json!(CREATED_AT);
                line = record.to_string();
            }
            writeln!(out, "{line}").unwrap();
        }
        out.flush().unwrap();
        std::fs::rename(changed, file).unwrap();
    }
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

/// The slowest requests of each kind that a condition selects by their start and end.
fn slowest(
    samples: &[Sample],
    is_selected: impl Fn(Instant, Instant) -> bool,
) -> [(&'static str, Duration); 2] {
    ["upload", "sign-in"].map(|kind| {
        let selected =
            samples.iter().filter(|(of, start, took)| *of == kind && is_selected(*start, *start + *took));
        (kind, selected.map(|(_, _, took)| *took).max().unwrap_or_default())
    })
}

fn report_before(samples: &[Sample], first: &Import) {
    for (kind, slowest) in slowest(samples, |_, end| end < first.began) {
        println!("slowest {kind} before the imports: {:.0} ms", slowest.as_secs_f64() * 1e3);
    }
}

fn report(name: &str, samples: &[Sample], import: &Import) {
    let Import { began, ended, locked_at, locked, rows } = import;
    println!("{name}: {rows}; write lock held for {:.2} s", locked.as_secs_f64());
    let freed_at = *locked_at + *locked;
    let during = slowest(samples, |start, end| {
        start >= *began && end <= *ended && (end < *locked_at || start > freed_at)
    });
    let locked = slowest(samples, |start, end| start <= freed_at && end >= *locked_at);
    for ((kind, during), (_, locked)) in during.into_iter().zip(locked) {
        println!(
            "slowest {kind}: {:.0} ms during the import, {:.0} ms during its final write",
            during.as_secs_f64() * 1e3,
            locked.as_secs_f64() * 1e3
        );
        assert!(during < LIMIT, "{kind}: slower than the limit during an import");
    }
}
