//! What 50 changes a second cost with 200 webhooks, all of which get each: `cargo bench --bench webhooks`. Server and receiver run on
//! the same processors.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a benchmark fails by panicking and prints its figures to stdout"
)]

mod figures;
#[path = "../tests/support/mod.rs"]
mod support;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use figures::percentile;
use jiff::Timestamp;
use support::{Data, program};

/// Changes each second, and for how long.
const RATE: u32 = 50;
const DURATION: Duration = Duration::from_secs(20);
const ALLOW: [&str; 2] = ["--webhook-allow-networks", "127.0.0.0/8"];

fn main() {
    for endpoints in [1, 20, 200] {
        measure(endpoints);
    }
}

fn measure(endpoints: usize) {
    let data = Data::embedded();
    assert!(data.run(&["demo", "--ideas", "5000"]).status.success());
    assert!(data.run(&["access", "on"]).status.success());
    let (client, _) = data.client();
    let mut command = data.command_of(program());
    command.args(["serve", "--listen", "127.0.0.1:0", "--log-level", "error"]).args(ALLOW);
    let server = support::Server::start(&mut command);
    let (url, delays) = receiver();
    for _ in 0..endpoints {
        let create = ["webhooks", "create", &client, &url, "--events", "idea.*"];
        assert!(data.run(&[&create[..], &ALLOW].concat()).status.success());
    }
    std::thread::sleep(Duration::from_secs(3));
    let used = || (processor_seconds(server.process_id()), written_bytes(server.process_id()));
    let (before, started) = (used(), Instant::now());
    let database = rusqlite::Connection::open(data.path().join("folkmoot.sqlite")).unwrap();
    database.busy_timeout(Duration::from_secs(10)).unwrap();
    let mut changes = 0;
    while started.elapsed() < DURATION {
        let (key, now) = (changes % 5_000 + 1, Timestamp::now().as_millisecond());
        let insert = "INSERT INTO changes (subject, record, happened_at) VALUES ('ideas', ?1, ?2)";
        database.execute(insert, (key, now)).unwrap();
        changes += 1;
        std::thread::sleep(
            (started + Duration::from_secs(1) / RATE * changes).saturating_duration_since(Instant::now()),
        );
    }
    let seconds = started.elapsed().as_secs_f64();
    let expected = changes as usize * endpoints;
    support::eventually("events were lost", || delays.lock().unwrap().len() >= expected);
    let after = used();
    let delays = delays.lock().unwrap().clone();
    println!(
        "{endpoints:>4} endpoints  {:>6.0} events/s  delay p50 {:.0} ms  p99 {:.0} ms  max {:.0} ms  \
         {:.2} processors  {:.1} MB/s written  {} of {expected} events",
        expected as f64 / seconds,
        percentile(&delays, 50),
        percentile(&delays, 99),
        percentile(&delays, 100),
        (after.0 - before.0) / seconds,
        (after.1 - before.1) / seconds / 1e6,
        delays.len(),
    );
}

/// A receiver, and the time from each change to the request about it in milliseconds.
fn receiver() -> (String, Arc<Mutex<Vec<Duration>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let delays = Arc::<Mutex<Vec<Duration>>>::default();
    let into = Arc::clone(&delays);
    std::thread::spawn(move || {
        for connection in listener.incoming() {
            let into = Arc::clone(&into);
            std::thread::spawn(move || serve(connection.unwrap(), &into));
        }
    });
    (url, delays)
}

fn serve(connection: TcpStream, delays: &Mutex<Vec<Duration>>) {
    let (mut reader, mut writer) = (BufReader::new(connection.try_clone().unwrap()), connection);
    loop {
        let (mut line, mut length) = (String::new(), 0);
        loop {
            line.clear();
            if reader.read_line(&mut line).unwrap_or(0) == 0 {
                return;
            }
            if let Some(value) = line.strip_prefix("content-length: ") {
                length = value.trim().parse().unwrap();
            }
            if line == "\r\n" {
                break;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        let now = Timestamp::now().as_millisecond();
        let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
        let changed_at: Timestamp = body["data"]["changed_at"].as_str().unwrap().parse().unwrap();
        let delay = u64::try_from(now - changed_at.as_millisecond()).unwrap_or(0);
        delays.lock().unwrap().push(Duration::from_millis(delay));
        writer.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").unwrap();
    }
}

/// The processor time of a process, in seconds.
fn processor_seconds(process: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    let ticks: u64 = fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap();
    ticks as f64 / 100.0
}

/// The bytes that a process wrote to files.
fn written_bytes(process: u32) -> f64 {
    let io = std::fs::read_to_string(format!("/proc/{process}/io")).unwrap();
    let line = io.lines().find_map(|line| line.strip_prefix("write_bytes: "));
    line.unwrap().parse().unwrap()
}
