//! The watchdog: it ends a process whose async runtime is stalled, and no other.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use folkmoot_runtime::watchdog::EXIT_CODE;

/// Starts the example, in which the runtime may stall for one second.
fn start(mode: &str) -> (Child, BufReader<ChildStdout>) {
    let program = crate::support::program().with_file_name("examples").join("watchdog");
    assert!(
        program.exists(),
        "{} is missing: build it with `cargo build --example watchdog`",
        program.display()
    );
    let mut command = Command::new(program);
    command.arg(mode).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
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
fn a_process_with_a_stalled_runtime_ends_with_an_error_in_the_log() {
    let (mut process, _output) = start("stall");
    // Without the watchdog it would end at the end of its input.
    let _input = process.stdin.take();
    let status = process.wait().unwrap();
    let mut log = String::new();
    process.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    assert_eq!(status.code(), Some(EXIT_CODE), "{log}");
    assert!(log.contains("ERROR") && log.contains("async runtime stalled"), "{log}");
}

#[test]
fn a_suspended_process_continues_after_it_is_resumed() {
    let (mut process, mut output) = start("idle");
    for _ in 0..2 {
        signal(&process, "-STOP");
        // Twice the limit of a stall.
        std::thread::sleep(Duration::from_secs(2));
        signal(&process, "-CONT");
    }
    drop(process.stdin.take());
    let mut ended = String::new();
    output.read_to_string(&mut ended).unwrap();
    assert_eq!((process.wait().unwrap().code(), ended.as_str()), (Some(0), "ended\n"));
}
