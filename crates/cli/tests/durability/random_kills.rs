//! Commands that are killed at random times.

use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::durability::figures::Figures;
use crate::durability::integrity::{assert_database_is_intact, assert_lists_match_items};
use crate::durability::kinds::Kind;
use crate::durability::kinds::administration::Commands;
use crate::durability::kinds::backups::Backups;
use crate::durability::kinds::copies::Copies;
use crate::durability::kinds::erasures::Erasures;
use crate::durability::kinds::exports::Exports;
use crate::durability::kinds::imports::Imports;
use crate::durability::kinds::mirrors::Mirrors;
use crate::durability::kinds::restores::Restores;
use crate::durability::rounds;
use crate::support::random::Random;
use crate::support::text;

#[test]
fn imports_are_atomic_when_they_are_killed() {
    kill_at_random(&mut Imports::new());
}

#[test]
fn exports_are_complete_or_absent_when_they_are_killed() {
    kill_at_random(&mut Exports::new());
}

#[test]
fn backups_are_complete_or_absent_when_they_are_killed() {
    kill_at_random(&mut Backups::new());
}

#[test]
fn killed_restores_can_be_repeated() {
    kill_at_random(&mut Restores::new());
}

#[test]
fn killed_copies_can_be_repeated() {
    kill_at_random(&mut Copies::new());
}

#[test]
fn rounds_of_a_mirror_are_atomic_when_they_are_killed() {
    kill_at_random(&mut Mirrors::new());
}

#[test]
fn erasures_are_atomic_when_they_are_killed() {
    kill_at_random(&mut Erasures::new());
}

#[test]
fn changes_of_clients_and_keys_are_atomic_when_they_are_killed() {
    kill_at_random(&mut Commands::new());
}

/// Kills the writes of a kind at random times of their usual duration, most of them after they have begun. Checks what each
/// of them has left, and that the next one succeeds.
fn kill_at_random(kind: &mut dyn Kind) {
    let mut random = Random(19);
    let mut figures = Figures::default();
    let mut duration = complete(kind);
    for round in 0..rounds() {
        let mut process = spawn(&mut kind.next());
        let started = Instant::now();
        if round % 4 != 3 {
            wait_until(&mut process, || kind.has_begun());
        }
        let left = duration.saturating_sub(started.elapsed());
        let end = Instant::now() + left * u32::try_from(random.below(1000)).unwrap() / 1000;
        wait_until(&mut process, || Instant::now() >= end);
        let has_begun = kind.has_begun();
        process.kill().unwrap();
        let acknowledged = process.wait().unwrap().success();
        figures.rounds += 1;
        figures.in_the_middle += usize::from(has_begun && !acknowledged);
        figures.acknowledged += usize::from(acknowledged);
        assert_database_is_intact_if_cheap(kind, round);
        kind.check(acknowledged);
        if round % 10 == 9 {
            duration = complete(kind);
            figures.acknowledged += 1;
        }
    }
    complete(kind);
    assert_database_is_intact(kind.data());
    assert!(kind.data().run(&["access", "on"]).status.success());
    assert_lists_match_items(&kind.data().serve());
    figures.report(kind.name(), kind.data());
}

/// The checks of SQLite take milliseconds; those of PostgreSQL compare every index with its table.
fn assert_database_is_intact_if_cheap(kind: &dyn Kind, round: usize) {
    if kind.data().is_embedded() || round.is_multiple_of(20) {
        assert_database_is_intact(kind.data());
    }
}

/// Runs a write to its end. Returns its duration.
fn complete(kind: &mut dyn Kind) -> Duration {
    let started = Instant::now();
    let output = kind.next().output().unwrap();
    let duration = started.elapsed();
    assert!(output.status.success(), "{}", text(&output.stderr));
    kind.check(true);
    duration
}

fn spawn(command: &mut Command) -> Child {
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Waits for a condition or the end of the process.
fn wait_until(process: &mut Child, condition: impl Fn() -> bool) {
    while !condition() && process.try_wait().unwrap().is_none() {
        sleep(Duration::from_micros(200));
    }
}
