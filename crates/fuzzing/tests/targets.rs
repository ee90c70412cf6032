//! Every target holds for its corpus, and for random changes of it during some seconds.
//!
//! `FOLKMOOT_FUZZ_SECONDS` is the time of each target. `FOLKMOOT_FUZZ_SEED` repeats a run; each prints its seed.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking and prints its seed"
)]

use std::time::Duration;

use folkmoot_fuzzing::{TARGETS, corpus, mutation, targets};

const SECONDS: &str = "FOLKMOOT_FUZZ_SECONDS";
const SEED: &str = "FOLKMOOT_FUZZ_SEED";

fn number<T: std::str::FromStr>(variable: &str) -> Option<T> {
    std::env::var(variable).ok().map(|text| text.parse().ok().expect("a number"))
}

fn fuzz(name: &str) {
    let target = targets::find(name).unwrap();
    let inputs = corpus::read(&corpus::folder(), name).unwrap_or_else(|error| panic!("{error}"));
    let seconds = number(SECONDS).unwrap_or(0.7);
    let seed = number(SEED).unwrap_or_else(|| jiff::Timestamp::now().as_microsecond().cast_unsigned());
    println!("{name}: {} inputs, {SEED}={seed}", inputs.len());
    let executed = mutation::fuzz(target, &inputs, Duration::from_secs_f64(seconds), seed);
    println!("{name}: {executed} changed inputs");
}

macro_rules! tests {
    ($($name:ident),+ $(,)?) => {
        $(#[test]
        fn $name() {
            fuzz(stringify!($name));
        })+

        #[test]
        fn every_target_has_a_test() {
            let tested = [$(stringify!($name)),+];
            assert!(TARGETS.iter().map(|target| target.name).eq(tested));
        }
    };
}

tests! {
    backups,
    base64_text,
    connections,
    csv,
    cursors,
    dates,
    download_urls,
    file_requests,
    file_types,
    headers,
    import_lines,
    import_values,
    index_files,
    mirror_sources,
    multipart,
    oauth,
    query_strings,
    settings_files,
    sign_in,
    tokens,
    upload_bodies,
}

#[test]
fn every_corpus_belongs_to_a_target() {
    for entry in std::fs::read_dir(corpus::folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(targets::find(name).is_some(), "{}", path.display());
    }
}
