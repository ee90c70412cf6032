//! Commands that are killed at each system call that changes the disk, one after the other.

/// Tests that run strace.
mod requires_tools {
    use std::process::Stdio;

    use crate::durability::figures::Figures;
    use crate::durability::integrity::assert_database_is_intact;
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
    use crate::durability::system_calls::{DISK_CALLS, traced};
    use crate::support::random::Random;
    use crate::support::text;

    /// All calls together, and the calls that make a state durable or visible alone, so that few kills hit all of them.
    const CALLS: &[&str] =
        &["rename,renameat,renameat2", "unlink,unlinkat,rmdir", "fsync,fdatasync", DISK_CALLS];

    #[test]
    fn imports_are_atomic_at_each_system_call() {
        kill_at_calls(&mut Imports::new());
    }

    #[test]
    fn exports_are_complete_or_absent_at_each_system_call() {
        kill_at_calls(&mut Exports::new());
    }

    #[test]
    fn backups_are_complete_or_absent_at_each_system_call() {
        kill_at_calls(&mut Backups::new());
    }

    #[test]
    fn restores_can_be_repeated_from_each_system_call() {
        kill_at_calls(&mut Restores::new());
    }

    #[test]
    fn copies_can_be_repeated_from_each_system_call() {
        kill_at_calls(&mut Copies::new());
    }

    #[test]
    fn rounds_of_a_mirror_are_atomic_at_each_system_call() {
        kill_at_calls(&mut Mirrors::new());
    }

    #[test]
    fn erasures_are_atomic_at_each_system_call() {
        kill_at_calls(&mut Erasures::new());
    }

    #[test]
    fn changes_of_clients_and_keys_are_atomic_at_each_system_call() {
        kill_at_calls(&mut Commands::new());
    }

    /// Kills writes at the first, second, third… call of each group. With few rounds, at a random selection of them.
    fn kill_at_calls(kind: &mut dyn Kind) {
        let mut random = Random(23);
        let mut figures = Figures::default();
        let count = calls_of_complete_write(kind);
        let groups: Vec<(&str, usize)> =
            CALLS.iter().copied().zip(count).filter(|(_, count)| *count > 0).collect();
        let mut points: Vec<(&str, usize)> = Vec::new();
        for (calls, count) in &groups {
            points.extend((1..=*count).map(|number| (*calls, number)));
        }
        if points.len() > rounds() {
            let one = |round| groups[round % groups.len()];
            points = (0..rounds()).map(one).map(|(calls, count)| (calls, 1 + random.below(count))).collect();
        }
        for (calls, number) in points {
            let inject = format!("--inject={calls}:signal=SIGKILL:when={number}");
            let options = ["--output=/dev/null", &format!("--trace={calls}"), &inject];
            let mut command = traced(&kind.next(), &options);
            let killed = command.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
            figures.rounds += 1;
            figures.in_the_middle += usize::from(kind.has_begun() && !killed.success());
            figures.acknowledged += usize::from(killed.success());
            kind.check(killed.success());
        }
        complete(kind);
        assert_database_is_intact(kind.data());
        figures.report(&format!("{} at system calls", kind.name()), kind.data());
    }

    fn complete(kind: &mut dyn Kind) {
        let output = kind.next().output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        kind.check(true);
    }

    /// The greatest number of calls of each group that one thread makes in a write: strace counts for each thread.
    fn calls_of_complete_write(kind: &mut dyn Kind) -> Vec<usize> {
        let trace = tempfile::NamedTempFile::new().unwrap();
        let output = format!("--output={}", trace.path().display());
        let done = traced(&kind.next(), &[&output, &format!("--trace={DISK_CALLS}")]).output().unwrap();
        assert!(done.status.success(), "{}", text(&done.stderr));
        kind.check(true);
        let trace = std::fs::read_to_string(trace.path()).unwrap();
        let calls = |group: &str| {
            let mut of_threads = std::collections::BTreeMap::new();
            for line in trace.lines() {
                let (thread, call) = line.split_once(' ').unwrap();
                let name = call.trim_start().split('(').next().unwrap();
                if group.split(',').any(|one| one == name) {
                    *of_threads.entry(thread).or_insert(0) += 1;
                }
            }
            of_threads.into_values().max().unwrap_or(0)
        };
        CALLS.iter().map(|group| calls(group)).collect()
    }
}
