//! A recorded program, and the disks after losses of power at different times.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::disk::{Disk, Loss};
use super::trace::{CALLS, Effect, Event, events};
use crate::durability::system_calls::traced;
use crate::support::random::Random;
use crate::support::{Server, text};

/// The system calls of a program on a folder.
pub struct Recording {
    before: Disk,
    trace: PathBuf,
    _directory: TempDir,
}

/// What a program had done when the power was lost.
pub struct Acknowledged {
    /// What clients had received, or what it had printed.
    pub output: String,
    /// Whether it had ended.
    pub is_complete: bool,
}

impl Recording {
    /// Begins a recording of a program that uses this folder.
    pub fn begin(root: &Path) -> Self {
        let directory = tempfile::tempdir().unwrap();
        Self { before: Disk::of(root), trace: directory.path().join("trace"), _directory: directory }
    }

    /// Runs a command to its end. Fails if it fails.
    pub fn run(root: &Path, command: &Command) -> Self {
        let recording = Self::begin(root);
        let done = recording.traced(command).output().unwrap();
        assert!(done.status.success(), "{}", text(&done.stderr));
        recording
    }

    /// Starts a server.
    pub fn serve(&self, command: &Command) -> Server {
        Server::started(self.traced(command).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap())
    }

    fn traced(&self, command: &Command) -> Command {
        let output = format!("--output={}", self.trace.display());
        let calls = format!("--trace={CALLS}");
        // Strings are complete, and all their bytes hexadecimal. With `--seccomp-bpf`, strace is faster, but injects nothing.
        let strings = ["--decode-fds=path", "--strings-in-hex=all", "--string-limit=33554432"];
        traced(command, &[&["--seccomp-bpf", output.as_str(), calls.as_str()], &strings[..]].concat())
    }

    /// Calls `check` with the folder after losses of power: at the end, and at `cuts` other times; with each kind of loss.
    pub fn after_losses(self, cuts: usize, check: &mut dyn FnMut(&Path, &Acknowledged)) {
        let trace = std::fs::read(&self.trace).unwrap();
        let events = events(&String::from_utf8(trace).unwrap());
        let mut random = Random(41);
        let cuts = cut_points(&self.before, &events, cuts, &mut random);
        let mut disk = self.before;
        let mut acknowledged = Acknowledged { output: String::new(), is_complete: false };
        for position in 0..=events.len() {
            if cuts.contains(&position) {
                acknowledged.is_complete = position == events.len();
                for loss in Loss::ALL {
                    let target = tempfile::tempdir().unwrap();
                    disk.write_after(loss, &mut random, target.path());
                    let context = Context {
                        position,
                        count: events.len(),
                        loss,
                        last: position.checked_sub(1).map(|last| &events[last]),
                    };
                    check(target.path(), &acknowledged);
                    drop(context);
                }
            }
            let Some(event) = events.get(position) else { break };
            if let Effect::Output { bytes } = &event.effect {
                acknowledged.output.push_str(&String::from_utf8_lossy(bytes));
            }
            disk.apply(event);
        }
    }
}

/// Sends a signal to a recorded server, which is the child of strace, and waits for the end of the recording.
pub fn signal(signal: &str, strace: &Server) {
    let process = strace.process_id();
    let child = std::fs::read_to_string(format!("/proc/{process}/task/{process}/children")).unwrap();
    assert!(Command::new("kill").args([signal, child.trim()]).status().unwrap().success());
    crate::support::eventually("strace does not end", || {
        let status = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
        status.rsplit_once(") ").is_some_and(|(_, state)| state.starts_with('Z'))
    });
}

/// Prints where the power was lost if a check fails.
struct Context<'a> {
    position: usize,
    count: usize,
    loss: Loss,
    last: Option<&'a Event>,
}

impl Drop for Context<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let last = self.last.map(|event| {
                let mut text = format!("{:?}", event.effect);
                text.truncate(300);
                text
            });
            let Self { position, count, loss, .. } = self;
            println!(
                "the power was lost after call {position} of {count}, loss {loss:?}; last call: {last:?}"
            );
        }
    }
}

/// The end, and some other positions before and after calls that make something durable or visible.
fn cut_points(before: &Disk, events: &[Event], count: usize, random: &mut Random) -> Vec<usize> {
    let mut disk = before.clone();
    let mut points = Vec::new();
    for (position, event) in events.iter().enumerate() {
        let changes = disk.apply(event);
        let is_output = matches!(event.effect, Effect::Output { .. });
        let is_write = matches!(event.effect, Effect::Write { .. } | Effect::Open { .. });
        if is_output || (changes && !is_write) {
            points.extend([position, position + 1]);
        }
    }
    points.dedup();
    points.retain(|point| *point < events.len());
    while points.len() > count {
        points.swap_remove(random.below(points.len()));
    }
    points.push(events.len());
    points
}
