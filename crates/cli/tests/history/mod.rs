//! Eight clients create, change, read, delete and list files and clients on two servers over PostgreSQL with a replica, while
//! servers die, the primary restarts and networks are cut. The recorded history is checked for everything that clients
//! rely on.
//!
//! `FOLKMOOT_TEST_HISTORY_SECONDS` sets how long the clients work, `FOLKMOOT_TEST_SEED` repeats the random choices
//! of a run, though not its timing.

#![allow(clippy::print_stdout, reason = "the figures of the test")]

mod check;
mod cluster;
mod faults;
mod final_state;
mod http;
mod recording;
mod responses;
mod workload;

use std::io::Write as _;
use std::time::Duration;

use cluster::Site;
use faults::Faults;
use recording::Recording;

use crate::support::postgres::required_server;
use crate::support::random::{number, seed};

#[test]
fn no_client_observes_an_anomaly() {
    required_server();
    let seconds = number("FOLKMOOT_TEST_HISTORY_SECONDS").unwrap_or(12);
    let seed = seed();
    let site = Site::new();
    let recording = Recording::start();
    let faults = Faults::new(seed, Duration::from_secs(seconds));
    let worked = workload::run(&site, &faults, &recording, seed);
    site.recover();
    let history = final_state::complete(&site, worked, &recording);
    let figures = history.figures();
    println!("{figures}");
    if let Ok(file) = std::env::var("FOLKMOOT_TEST_FIGURES") {
        let mut file = std::fs::File::options().create(true).append(true).open(file).unwrap();
        writeln!(file, "history: {figures}").unwrap();
    }
    let anomalies = check::anomalies(&history);
    let shown: Vec<String> = anomalies.iter().take(20).map(ToString::to_string).collect();
    assert!(anomalies.is_empty(), "{} anomalies:\n{}", anomalies.len(), shown.join("\n"));
    history.assert_is_meaningful();
}
