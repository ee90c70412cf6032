//! Programs whose clock is wrong, or shows another time of the day.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use uuid::Uuid;

/// The library that moves the clock, compiled once by each process that needs it.
static LIBRARY: LazyLock<PathBuf> = LazyLock::new(|| {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/clock.c");
    let (library, new) = (directory.join("clock.so"), directory.join(Uuid::new_v4().to_string()));
    let compiled = Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).args([&new, &source]).status();
    assert!(compiled.unwrap().success());
    // Another process may use the library that this replaces.
    std::fs::rename(new, &library).unwrap();
    library
});

/// Moves the clock that a program reads by this number of seconds.
pub fn move_clock(command: &mut Command, seconds: i64) {
    command.env("LD_PRELOAD", &*LIBRARY).env("FOLKMOOT_TEST_CLOCK_SECONDS", seconds.to_string());
}
