//! A simulation of list indexes that are divided: what a page costs if its list has several partitions, and how evenly
//! platforms fill nodes. docs/scale.md quotes it.
//!
//! `cargo bench -p folkmoot-index --bench partitions`; `FOLKMOOT_BENCH_RECORDS` sets the number of records of the list. Only
//! the order of records is modelled, with 4 bytes each. Each page is compared with the one that must result.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures to stdout")]

mod partition_model;

use std::time::{Duration, Instant};

use partition_model::{List, Numbers, by_hash, by_time, placement};

/// The number of records of a list by default.
const RECORDS: u32 = 10_000_000;
/// Pages that are selected for one figure.
const PAGES: u64 = 2_000;
const PAGE: usize = 24;
/// Platforms and their records for the placement on nodes.
const PLATFORMS: u32 = 1_000;
const PLATFORM_RECORDS: f64 = 100e6;

fn main() {
    let named = std::env::var("FOLKMOOT_BENCH_RECORDS").ok();
    let records = named.and_then(|text| text.parse().ok()).unwrap_or(RECORDS);
    pages(records);
    platforms();
}

/// Selects pages at random depths, with each number and kind of partitions.
fn pages(records: u32) {
    println!("{records} records, pages of {PAGE} at random depths, median of {PAGES}");
    println!("partitions  by time us  by hash us  rounds  by hash with fences us  rounds  fences kB");
    for partitions in [1, 4, 16, 64, 256] {
        let of_time = List::new(records, partitions, |key| by_time(key, records, partitions));
        let (time, _) = measure(&of_time, |list, first| (list.page_by_time(first, PAGE), 0));
        drop(of_time);
        let list = List::new(records, partitions, |key| by_hash(key, partitions));
        let (hash, rounds) = measure(&list, |list, first| list.page_by_hash(first, PAGE));
        let (fences, fence_rounds) = measure(&list, |list, first| list.page_by_fences(first, PAGE));
        println!(
            "{partitions:>10}  {:>10.1}  {:>10.1}  {rounds:>6}  {:>22.1}  {fence_rounds:>6}  {:>9.0}",
            microseconds(time),
            microseconds(hash),
            microseconds(fences),
            list.fence_kilobytes(),
        );
    }
}

/// The median time of a page, and the median number of times that all partitions were asked for it.
fn measure(list: &List, page: impl Fn(&List, usize) -> (Vec<u32>, usize)) -> (Duration, usize) {
    let mut numbers = Numbers::new(7);
    let (mut times, mut rounds) = (Vec::new(), Vec::new());
    for _ in 0..PAGES {
        let first = numbers.below(list.len() as u64 - PAGE as u64);
        let first = usize::try_from(first).unwrap_or(0);
        let started = Instant::now();
        let (found, asked) = page(list, first);
        times.push(started.elapsed());
        rounds.push(asked);
        assert_eq!(found, list.expected(first, PAGE), "the page at {first}");
    }
    times.sort_unstable();
    rounds.sort_unstable();
    (times[times.len() / 2], rounds[rounds.len() / 2])
}

fn microseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// Places platforms of very different sizes on nodes.
fn platforms() {
    println!(
        "{PLATFORMS} platforms, {PLATFORM_RECORDS:e} records, sizes by Zipf; fullest node relative to the mean"
    );
    println!("nodes  rendezvous hashing  largest first  largest first, partitioned above half a node");
    let sizes = placement::zipf(PLATFORMS, PLATFORM_RECORDS);
    for nodes in [4, 8, 16, 32] {
        let parts = placement::divided(&sizes, PLATFORM_RECORDS / f64::from(nodes) / 2.0);
        println!(
            "{nodes:>5}  {:>18.2}  {:>13.2}  {:>44.2}",
            placement::fullest(&placement::rendezvous(&sizes, nodes)),
            placement::fullest(&placement::largest_first(&sizes, nodes)),
            placement::fullest(&placement::largest_first(&parts, nodes)),
        );
    }
}
