//! The API against a naive model of the same platform: after random changes, restarts and a feed that was pruned, every
//! list, filter, item and page boundary is what plain SQL and a scan of the rows say it is.
//!
//! `FOLKMOOT_TEST_STEPS` sets how many steps are taken and `FOLKMOOT_TEST_SEED` the seed that they follow from. A failure prints the
//! seed and the fewest steps found that still fail.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test that cannot go on should stop"
)]

#[path = "../support/mod.rs"]
mod support;

mod checks;
mod model;
mod platform;
mod shrink;
mod steps;
mod world;

use support::random::Random;

/// How many steps are taken where nobody says otherwise; `make test-long` takes thousands.
const STEPS: usize = 60;

#[test]
fn the_api_equals_a_naive_model_after_random_changes() {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let steps = number("FOLKMOOT_TEST_STEPS").map_or(STEPS, |steps| usize::try_from(steps).unwrap());
    let seed = number("FOLKMOOT_TEST_SEED")
        .unwrap_or_else(|| jiff::Timestamp::now().as_millisecond().unsigned_abs());
    eprintln!("seed {seed}, {steps} steps");
    let mut chance = Random(seed);
    let steps: Vec<_> = (0..steps).map(|_| steps::random(&mut chance)).collect();
    if let Err(mismatch) = world::run(&steps, seed) {
        let (fewest, mismatch) = shrink::fewest(&steps, seed, mismatch);
        panic!("seed {seed}: {mismatch}\nafter {} steps: {fewest:#?}", fewest.len());
    }
}

/// Each step once, in an order in which each finds something to do; and more rows than a chunk of the index has.
#[test]
fn the_api_equals_a_naive_model_after_each_kind_of_change() {
    let steps = steps::each_kind();
    if let Err(mismatch) = world::run(&steps, 7) {
        let (fewest, mismatch) = shrink::fewest(&steps, 7, mismatch);
        panic!("{mismatch}\nafter {} steps: {fewest:#?}", fewest.len());
    }
}
