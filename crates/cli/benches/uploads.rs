//! Memory of twenty concurrent uploads of 90 MB: `cargo bench --bench uploads`.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a benchmark fails by panicking and prints its figures to stdout"
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
/// The limit of the growth of the memory.
const LIMIT: u64 = 200_000_000;

/// The body of an upload, generated while it is sent: Base64 of ASCII text.
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
    let (peak, is_over) = (AtomicU64::new(before), AtomicBool::new(false));
    let started = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                peak.fetch_max(resident(process), Ordering::Relaxed);
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
                    let response = request.body(body()).send();
                    assert_eq!(response.status, 201, "{}", response.text);
                });
            }
        });
        is_over.store(true, Ordering::Relaxed);
    });
    let growth = peak.into_inner() - before;
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{UPLOADS} concurrent uploads of {} MB: {} MB more memory (limit {} MB), {seconds:.1} s",
        SIZE / 1_000_000,
        growth / 1_000_000,
        LIMIT / 1_000_000
    );
    assert!(growth < LIMIT, "uploads use more memory than the limit");
}
