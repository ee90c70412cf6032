//! The API compared with a naive model of the same platform: after random changes, restarts and pruning of the change feed,
//! every list, filter, item and page boundary equals the result of plain SQL and a scan of the rows.
//!
//! `FOLKMOOT_TEST_STEPS` sets the number of steps and `FOLKMOOT_TEST_SEED` their seed. A failure prints the seed and the
//! shortest list of steps found that still fails.

mod checks;
mod model;
pub mod platform;
mod shrink;
mod simulation;
pub mod steps;
mod tags;

use crate::support::random::{Random, number, seed};

/// The default number of steps; `make test-long` takes thousands.
const STEPS: usize = 30;

#[test]
fn the_api_equals_a_naive_model_after_random_changes() {
    let steps = number("FOLKMOOT_TEST_STEPS").map_or(STEPS, |steps| usize::try_from(steps).unwrap());
    let seed = seed();
    let mut random = Random(seed);
    let steps: Vec<_> = (0..steps).map(|_| steps::random_step(&mut random)).collect();
    if let Err(mismatch) = simulation::run(&steps, seed) {
        let (minimal, mismatch) = shrink::minimize(&steps, seed, mismatch);
        panic!("seed {seed}: {mismatch}\nafter {} steps: {minimal:#?}", minimal.len());
    }
}

/// Each kind of step, in an order in which each has an effect, and more rows than one chunk of the index.
#[test]
fn the_api_equals_a_naive_model_after_each_kind_of_change() {
    let steps = steps::each_kind();
    if let Err(mismatch) = simulation::run(&steps, 7) {
        let (minimal, mismatch) = shrink::minimize(&steps, 7, mismatch);
        panic!("{mismatch}\nafter {} steps: {minimal:#?}", minimal.len());
    }
}
