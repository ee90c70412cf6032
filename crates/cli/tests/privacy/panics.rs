//! What a panic prints.

use std::ffi::OsString;
use std::panic::catch_unwind;
use std::process::Command;

use crate::privacy::canaries::VALUE;

/// Set in the process that panics.
const CHILD: &str = "FOLKMOOT_TEST_PANIC";

fn panic_with_a_value() {
    let value = VALUE.repeat(2);
    panic!("about {value}");
}

fn panic_with_a_literal() {
    panic!("a literal of the program");
}

/// Runs a command, which prepares the process as every command does, then panics with a value.
fn panic_after_a_command() {
    let arguments = ["folkmoot", "reference", "problems"].map(OsString::from);
    let invocation = folkmoot::parse(arguments, &|_| None, &std::env::temp_dir()).unwrap();
    folkmoot::run(invocation, &mut std::io::sink()).unwrap();
    let value: Result<(), String> = std::hint::black_box(Err(VALUE.to_owned()));
    assert!(catch_unwind(move || value.unwrap()).is_err());
    assert!(std::thread::spawn(panic_with_a_value).join().is_err());
    assert!(catch_unwind(panic_with_a_literal).is_err());
}

#[test]
fn a_panic_is_logged_with_its_location_and_without_values() {
    if std::env::var_os(CHILD).is_some() {
        return panic_after_a_command();
    }
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args([
        "--exact",
        "privacy::panics::a_panic_is_logged_with_its_location_and_without_values",
        "--nocapture",
    ]);
    let output = child.env(CHILD, "1").env_remove("RUST_BACKTRACE").output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{stderr}");
    let lines: Vec<&str> = stderr.lines().filter(|line| line.contains("a thread panicked")).collect();
    assert_eq!(lines.len(), 3, "{stderr}");
    assert!(lines.iter().all(|line| line.contains("privacy/panics.rs:")), "{stderr}");
    assert!(lines[2].contains("a literal of the program"), "{stderr}");
    let printed = stderr + &String::from_utf8(output.stdout).unwrap();
    assert!(!printed.contains(VALUE), "{printed}");
}
