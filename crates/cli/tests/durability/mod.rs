//! Durability: programs that are killed, system calls that fail, and loss of power. Nothing acknowledged is lost, nothing is half
//! visible, and the next program recovers on its own.

#![allow(clippy::print_stdout, reason = "the figures of a kind of write")]

mod administration;
mod disk_reserve;
mod failed_commits;
mod faults;
mod figures;
mod full_disks;
mod integrity;
mod kill_points;
mod kinds;
mod power_loss;
mod random_kills;
mod stored_exports;
mod system_calls;
mod uploads;

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";

/// The number of rounds of each kind; `make test-long` sets `FOLKMOOT_TEST_KILLS` to 200.
fn rounds() -> usize {
    std::env::var("FOLKMOOT_TEST_KILLS").map_or(5, |rounds| rounds.parse().unwrap())
}
