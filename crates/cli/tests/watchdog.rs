//! The watchdog, in processes of their own: it ends one whose async runtime does not run, and no other.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod support;

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use folkmoot_runtime::watchdog::EXIT_CODE;

/// Starts a process of the example, which lets its runtime stall for a second.
fn start(what: &str) -> (Child, BufReader<ChildStdout>) {
    let program = support::program().with_file_name("examples").join("watchdog");
    assert!(program.exists(), "`cargo build --example watchdog` makes {}", program.display());
    let mut command = Command::new(program);
    command.arg(what).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn().unwrap();
    let mut output = BufReader::new(process.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert_eq!(line, "started\n");
    (process, output)
}

fn signal(process: &Child, name: &str) {
    let id = process.id().to_string();
    assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
}

#[test]
fn a_process_whose_runtime_is_stalled_ends_with_an_error_in_the_log() {
    let (mut process, _output) = start("stall");
    // It would end by itself at the end of its input.
    let _input = process.stdin.take();
    let status = process.wait().unwrap();
    let mut log = String::new();
    process.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    assert_eq!(status.code(), Some(EXIT_CODE), "{log}");
    assert!(log.contains("ERROR") && log.contains("async runtime stalled"), "{log}");
}

#[test]
fn a_process_that_was_suspended_goes_on() {
    let (mut process, mut output) = start("idle");
    for _ in 0..2 {
        signal(&process, "-STOP");
        // Twice as long as the runtime may stall.
        std::thread::sleep(Duration::from_secs(2));
        signal(&process, "-CONT");
    }
    drop(process.stdin.take());
    let mut ended = String::new();
    output.read_to_string(&mut ended).unwrap();
    assert_eq!((process.wait().unwrap().code(), ended.as_str()), (Some(0), "ended\n"));
}
