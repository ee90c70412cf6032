//! Exports of the platform of a million ideas, which has about 7 million records: the time and the size of each format.
//!
//! `cargo bench --bench exports` uses the platform of `cargo bench --bench pages`; `FOLKMOOT_BENCH_IDEAS` changes its size.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a benchmark fails by panicking and prints its figures to stdout"
)]

mod demo_platform;
mod local_server;

use std::time::Instant;

use demo_platform::DemoPlatform;
use serde_json::Value;

/// The formats of each export.
const FORMATS: &[&str] = &["parquet", "csv", "ndjson", "sqlite", "parquet,csv,ndjson,sqlite"];

fn main() {
    let location = DemoPlatform::open().location();
    println!("{:<28}{:>10}{:>10}{:>14}{:>10}", "formats", "records", "seconds", "records/s", "MB");
    for formats in FORMATS {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let start = Instant::now();
        let mut export = local_server::program(&location);
        let output = export
            .args(["export", "--json", "--format", formats, "--out"])
            .arg(folder.path())
            .output()
            .unwrap();
        let seconds = start.elapsed().as_secs_f64();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let bytes: u64 =
            report["files"].as_array().unwrap().iter().map(|file| file["size_bytes"].as_u64().unwrap()).sum();
        let records = report["records"].as_u64().unwrap();
        let (rate, megabytes) = (records as f64 / seconds, bytes as f64 / 1e6);
        println!("{formats:<28}{records:>10}{seconds:>10.1}{rate:>14.0}{megabytes:>10.0}");
    }
}
