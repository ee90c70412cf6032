//! How much memory twenty uploads of 90 MB at once take: `cargo bench --bench uploads`.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a benchmark tells its figures, and stops where it cannot go on"
)]

#[path = "../tests/support/mod.rs"]
mod support;

use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use reqwest::Method;
use reqwest::blocking::Body;
use support::Data;
use support::fixture::{Platform, id, record, resource};

const UPLOADS: usize = 20;
const SIZE: u64 = 90_000_000;
/// How much the server may grow by.
const MOST: u64 = 200_000_000;

/// The body of an upload, made while it is sent: text in Latin script, as Base64.
fn body() -> Body {
    let start =
        format!("{{\"file\":{{\"name\":\"a.txt\",\"project_id\":\"{}\",\"content\":\"", id("projects", 0));
    let content = io::repeat(b'o').take(SIZE / 3 * 4);
    Body::new(io::Cursor::new(start).chain(content).chain(&b"\"}}"[..]))
}

fn resident(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}

fn main() {
    let mut platform = Platform::empty();
    for plural in ["project_folders", "projects"] {
        platform.add(plural, record(resource(plural), 0, "2025-03-18T08:15:30.250Z"));
    }
    let data = Data::with(&platform);
    let caller = data.serve();
    let process = caller.server.process_id();
    let before = resident(process);
    let (most, over) = (AtomicU64::new(before), AtomicBool::new(false));
    let started = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                most.fetch_max(resident(process), Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(10));
            }
        });
        std::thread::scope(|scope| {
            for _ in 0..UPLOADS {
                scope.spawn(|| {
                    let request =
                        caller.server.request(Method::POST, "/api/v2/files").bearer_auth(&caller.token);
                    let request =
                        request.header("content-type", "application/json").timeout(Duration::from_mins(15));
                    let answer = request.body(body()).send();
                    assert_eq!(answer.status, 201, "{}", answer.text);
                });
            }
        });
        over.store(true, Ordering::Relaxed);
    });
    let growth = most.into_inner() - before;
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{UPLOADS} uploads of {} MB at once: {} MB more memory at the most (limit {} MB), {seconds:.1} s",
        SIZE / 1_000_000,
        growth / 1_000_000,
        MOST / 1_000_000
    );
    assert!(growth < MOST, "uploads take more memory than they may");
}
