//! Random histories: no import, day or command shows an access level a record, a value, an exact time or another kind of pseudonym
//! that it did not show before, unless the record itself was published, its vote ended, or a setting changed; and a copy to which all
//! changes are applied is what the level could list when the day began.
//!
//! `FOLKMOOT_TEST_STEPS` sets the number of steps and `FOLKMOOT_TEST_SEED` their seed. A failure prints the seed and the shortest
//! list of steps found that still fails. With `FOLKMOOT_TEST_VERBOSE`, errors of rejected imports are printed.

#![allow(clippy::print_stderr, reason = "the figures of random tests")]

mod attacker;
mod attacks;
mod copy;
mod history;
mod lines;
mod model;
mod rule;
mod site;
mod steps;

use crate::support::random::{Random, number, seed};

/// Whether a complete line that leaves out `publication_status` or `visible_to` retains the stored value, so that histories contain
/// such lines.
pub const RETAINED_VISIBILITY: bool = false;
/// Whether a clock that is more than two days ahead of the newest recorded time ends no vote, so that histories contain such clocks.
pub const TWO_DAY_CLOCK_RULE: bool = false;

/// The default number of steps; `make test-long` takes hundreds.
const STEPS: usize = 12;
/// How many steps one platform lives through. Later steps begin with another platform.
const STEPS_OF_A_PLATFORM: usize = 100;
/// The number of attempts to find fewer steps that fail.
const ATTEMPTS: usize = 40;

#[test]
fn no_level_is_shown_what_nobody_published_after_random_histories() {
    let steps = number("FOLKMOOT_TEST_STEPS").map_or(STEPS, |steps| usize::try_from(steps).unwrap());
    let seed = seed();
    let mut random = Random(seed);
    let all: Vec<_> = (0..steps).map(|_| steps::random_step(&mut random)).collect();
    for (number, steps) in all.chunks(STEPS_OF_A_PLATFORM).enumerate() {
        let seed_of_platform = seed ^ number as u64;
        if let Err(fault) = history::run(steps, seed_of_platform) {
            let (minimal, fault) = minimize(steps, seed_of_platform, fault);
            panic!("seed {seed}: {fault}\nafter {} steps: {minimal:#?}", minimal.len());
        }
    }
}

/// Removes steps as long as the remaining ones fail. Returns the remaining steps and their fault.
fn minimize(steps: &[steps::Step], seed: u64, fault: String) -> (Vec<steps::Step>, String) {
    eprintln!("{fault}; looking for fewer steps");
    let (mut steps, mut fault) = (steps.to_vec(), fault);
    let (mut attempts, mut part) = (0, steps.len().div_ceil(2));
    while part > 0 && attempts < ATTEMPTS {
        let mut from = 0;
        while from < steps.len() && attempts < ATTEMPTS {
            attempts += 1;
            let rest: Vec<_> = steps[..from].iter().chain(steps.iter().skip(from + part)).cloned().collect();
            match history::run(&rest, seed) {
                Err(found) => (steps, fault) = (rest, found),
                Ok(()) => from += part,
            }
        }
        part /= 2;
    }
    (steps, fault)
}
