//! Reducing failing steps to a minimal failing list.

use crate::differential::simulation;
use crate::differential::steps::Step;

/// The maximum number of attempts.
const ATTEMPTS: usize = 60;

/// Removes steps as long as the remaining ones fail. Returns the remaining steps and their mismatch.
pub fn minimize(steps: &[Step], seed: u64, mismatch: String) -> (Vec<Step>, String) {
    let (mut steps, mut mismatch) = (steps.to_vec(), mismatch);
    let mut attempts = 0;
    let mut part = steps.len().div_ceil(2);
    while part > 0 && attempts < ATTEMPTS {
        let mut from = 0;
        while from < steps.len() && attempts < ATTEMPTS {
            attempts += 1;
            let rest: Vec<Step> =
                steps[..from].iter().chain(steps.iter().skip(from + part)).cloned().collect();
            match simulation::run(&rest, seed) {
                Err(found) => (steps, mismatch) = (rest, found),
                Ok(()) => from += part,
            }
        }
        part /= 2;
    }
    (steps, mismatch)
}
