//! Latency of the first and the last pages of a list with millions of records, without and with concurrent changes.
//!
//! `cargo bench --bench changes` creates the platform in `target/tmp`; `FOLKMOOT_BENCH_ROWS` sets the number of reactions.
//! While the server runs, one reaction in a hundred is deleted. Then fifty reactions a second are inserted, changed and
//! deleted throughout the list while pages are read.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a benchmark fails by panicking and prints its figures to stdout"
)]

mod load;
mod local_server;

use std::ffi::OsString;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use folkmoot_allocator as _;
use folkmoot_server::serve;
use load::Connection;
use local_server::{LocalServer, program};

const ROUNDS: usize = 5;
/// The number of requests of each kind in a round.
const REQUESTS: usize = 2_000;
/// The number of changes per second.
const CHANGES: u32 = 50;

fn main() {
    let rows: usize = std::env::var("FOLKMOOT_BENCH_ROWS").map_or(5_000_000, |text| text.parse().unwrap());
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("changes-{rows}"));
    create_platform(&data, rows);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let server = runtime.block_on(LocalServer::open(&location(&data)));
    let (state, address, token) = (server.state.clone(), server.address, server.token.clone());
    let routes = serve::routes(&state);
    runtime.block_on(async { server.accept(routes) });
    let figures = |name| state.api.records.indexes.sizes().find(|(resource, _)| *resource == name).unwrap().1;
    let before = figures("reactions");
    println!("{} reactions, {:.0} bytes each", before.records, before.bytes as f64 / before.records as f64);

    let deleted = Instant::now();
    let count = delete_one_in_a_hundred(&data);
    while figures("reactions").records > before.records - count {
        std::thread::sleep(Duration::from_millis(5));
    }
    println!("{count} deletions applied after {:.1} s", deleted.elapsed().as_secs_f64());

    let idle = measure(address, &token);
    println!("no changes");
    report(&idle);
    let (stop, changes) = (AtomicBool::new(false), AtomicUsize::new(0));
    let busy = std::thread::scope(|scope| {
        scope.spawn(|| change_rows(&data, &stop, &changes));
        let started = Instant::now();
        let measured = measure(address, &token);
        let rate = changes.load(Ordering::Relaxed) as f64 / started.elapsed().as_secs_f64();
        stop.store(true, Ordering::Relaxed);
        println!("{rate:.0} changes per second");
        measured
    });
    report(&busy);
    let after = figures("reactions");
    println!("{:.0} bytes each afterwards", after.bytes as f64 / after.records as f64);
}

/// The times of requests of one kind, in milliseconds, ascending.
struct Times {
    name: &'static str,
    milliseconds: Vec<f64>,
}

impl Times {
    fn at(&self, share: f64) -> f64 {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an index of a list")]
        let index = (self.milliseconds.len() as f64 * share) as usize;
        self.milliseconds[index.min(self.milliseconds.len() - 1)]
    }
}

fn report(times: &[Times]) {
    for time in times {
        println!(
            "  {:<28} p50 {:>7.3} ms  p99 {:>7.3} ms  max {:>7.3} ms (limit 20)",
            time.name,
            time.at(0.5),
            time.at(0.99),
            time.at(1.0)
        );
    }
    for pair in times.chunks(2) {
        let [first, last] = pair else { continue };
        println!("  {} / {}: {:.2} (limit 1.10)", last.name, first.name, last.at(0.5) / first.at(0.5));
    }
}

/// Reads pages near both ends alternately, a different one each time.
fn measure(address: std::net::SocketAddr, token: &str) -> Vec<Times> {
    let mut connection = Connection::open(address, token);
    let path = |query: &str, page: usize| format!("/api/v2/reactions?page_size=24{query}&page_number={page}");
    let mut kinds: Vec<(&'static str, String, usize, Vec<f64>)> = Vec::new();
    for (names, query) in [
        (["first pages", "last pages"], ""),
        (["first pages, filtered", "last pages, filtered"], "&reactable_type=comment"),
    ] {
        let body: serde_json::Value = serde_json::from_slice(connection.get(&path(query, 1))).unwrap();
        let pages = usize::try_from(body["meta"]["total_pages"].as_u64().unwrap()).unwrap();
        kinds.push((names[0], query.to_owned(), 1, Vec::new()));
        kinds.push((
            names[1],
            query.to_owned(),
            pages.saturating_sub(ROUNDS * REQUESTS + 10).max(1),
            Vec::new(),
        ));
    }
    for round in 0..ROUNDS {
        for request in 0..REQUESTS {
            for (_, query, from, times) in &mut kinds {
                let path = path(query, *from + round * REQUESTS + request);
                let started = Instant::now();
                connection.get(&path);
                times.push(started.elapsed().as_secs_f64() * 1000.0);
            }
        }
    }
    let sorted = |(name, _, _, mut milliseconds): (&'static str, String, usize, Vec<f64>)| {
        milliseconds.sort_by(f64::total_cmp);
        Times { name, milliseconds }
    };
    kinds.into_iter().map(sorted).collect()
}

fn create_platform(data: &Path, rows: usize) {
    if data.join("complete").exists() {
        std::fs::remove_dir_all(data).unwrap();
    }
    let output = program(&location(data)).args(["demo", "--ideas", "2000", "--seed", "7"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let started = Instant::now();
    database(data)
        .execute_batch(&format!(
            "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {rows})
             INSERT INTO reactions (id, mode, user_id, reactable_id, reactable_type, idea_id, project_id, created_at, updated_at)
             SELECT randomblob(16), mode, user_id, reactable_id, reactable_type, idea_id, project_id,
               1600000000000 + n * 20, 1600000000000 + n * 20
             FROM numbers JOIN reactions ON reactions.key = 1 + n % (SELECT MAX(key) FROM reactions);"
        ))
        .unwrap();
    println!("{rows} reactions inserted in {:.0} s", started.elapsed().as_secs_f64());
    std::fs::write(data.join("complete"), "").unwrap();
}

/// The settings that locate the platform.
fn location(data: &Path) -> Vec<OsString> {
    vec!["--data".into(), data.as_os_str().to_owned()]
}

fn database(data: &Path) -> rusqlite::Connection {
    let database = rusqlite::Connection::open(data.join("folkmoot.sqlite")).unwrap();
    database.busy_timeout(Duration::from_mins(1)).unwrap();
    database
}

/// Deletes rows in several transactions, as imports do. Returns the number of deleted rows.
fn delete_one_in_a_hundred(data: &Path) -> usize {
    let database = database(data);
    let greatest: i64 = database.query_row("SELECT MAX(key) FROM reactions", [], |row| row.get(0)).unwrap();
    let mut count = 0;
    for from in (0..greatest).step_by(500_000) {
        let chosen = format!("key % 100 = 7 AND key > {from} AND key <= {}", from + 500_000);
        database
            .execute_batch(&format!(
                "BEGIN IMMEDIATE;
                 INSERT INTO changes (subject, record, happened_at) SELECT 'reactions', key, 0 FROM reactions WHERE {chosen};
                 DELETE FROM reactions WHERE {chosen};
                 COMMIT;"
            ))
            .unwrap();
        count += usize::try_from(database.changes()).unwrap();
    }
    count
}

/// Inserts, changes and deletes rows throughout the list until it is stopped.
fn change_rows(data: &Path, stop: &AtomicBool, changes: &AtomicUsize) {
    let database = database(data);
    let greatest: i64 = database.query_row("SELECT MAX(key) FROM reactions", [], |row| row.get(0)).unwrap();
    let started = Instant::now();
    for number in 0_u32.. {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let key = i64::from(number) * 7_919 % greatest + 1;
        let change = match number % 3 {
            0 => format!("DELETE FROM reactions WHERE key = {key}"),
            1 => format!("UPDATE reactions SET mode = 'up', updated_at = updated_at + 1 WHERE key = {key}"),
            _ => format!("UPDATE reactions SET created_at = 1600000000000 + {key} * 7 WHERE key = {key}"),
        };
        let change = format!(
            "BEGIN IMMEDIATE; {change}; INSERT INTO changes (subject, record, happened_at) VALUES ('reactions', {key}, 0); COMMIT;"
        );
        database.execute_batch(&change).unwrap();
        changes.fetch_add(1, Ordering::Relaxed);
        let due = started + Duration::from_secs(1) / CHANGES * (number + 1);
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
    }
}
