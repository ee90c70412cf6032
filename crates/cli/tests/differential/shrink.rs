//! Finding the fewest steps that still fail.

use crate::steps::Step;
use crate::world;

/// How many times steps are taken again at most.
const ATTEMPTS: usize = 60;

/// Leaves out steps as long as what is left fails; the steps that are left, and how they fail.
pub fn fewest(steps: &[Step], seed: u64, mismatch: String) -> (Vec<Step>, String) {
    let (mut steps, mut mismatch) = (steps.to_vec(), mismatch);
    let mut attempts = 0;
    let mut part = steps.len().div_ceil(2);
    while part > 0 && attempts < ATTEMPTS {
        let mut from = 0;
        while from < steps.len() && attempts < ATTEMPTS {
            attempts += 1;
            let rest: Vec<Step> =
                steps[..from].iter().chain(steps.iter().skip(from + part)).cloned().collect();
            match world::run(&rest, seed) {
                Err(found) => (steps, mismatch) = (rest, found),
                Ok(()) => from += part,
            }
        }
        part /= 2;
    }
    (steps, mismatch)
}
