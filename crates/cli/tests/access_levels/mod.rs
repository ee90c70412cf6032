//! Proof that access levels give nobody away: black-box tests of the contract. They know neither how the program decides what a
//! level sees nor where.
//!
//! `FOLKMOOT_TEST_SEED` sets the seed of random changes and `FOLKMOOT_TEST_STEPS` their number; with
//! `FOLKMOOT_TEST_FULL_PRODUCT`, the search for canaries takes all combinations instead of all pairs.

#![allow(clippy::print_stderr, reason = "the figures of random tests")]

mod access_changes;
mod assistants;
mod ballots;
mod caches;
mod canaries;
mod canary;
mod changes;
mod check;
mod clock;
mod exports;
mod fixture_ballots;
mod fixture_ideas;
mod fixture_people;
mod fixture_projects;
mod levels;
mod linkage;
mod noninterference;
mod pairwise;
mod pseudonyms;
mod queries;
mod rules;
mod site;
mod streams;
mod ties;
mod ways_out;
mod webhooks;
mod world;

use crate::support::fixture::Platform;
use crate::support::prepared::prepared;

use site::Site;
use world::World;

/// The platform of the fixture, with records that [`fixture_ballots::deletions`] deletes.
fn platform() -> Platform {
    let mut platform = Platform::empty();
    fixture_projects::add(&mut platform);
    fixture_people::add(&mut platform);
    fixture_ideas::add(&mut platform);
    fixture_ballots::add(&mut platform);
    fixture_ballots::add_doomed(&mut platform);
    platform
}

/// The fixture on a server, tombstones imported, and what the model knows of it.
fn fixture(settings: &[&str]) -> (Site, World) {
    let (data, (clients, world)) = prepared("access-levels", || {
        let platform = platform();
        let site = Site::new(&platform, &[]);
        let mut world = World::read(&site, &[&platform]);
        for deletions in [fixture_ballots::unknown_tombstones(), fixture_ballots::deletions()] {
            world.note_deletions(&deletions);
            site.import(&deletions);
            world.refresh(&site);
        }
        let (data, clients) = site.end();
        (data, (clients, world))
    });
    (Site::again(data, settings, clients), world)
}

/// Fails if there are faults, and prints the first of them.
#[track_caller]
fn assert_none(faults: &[String]) {
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults.iter().take(60).cloned().collect::<Vec<_>>().join("\n")
    );
}
