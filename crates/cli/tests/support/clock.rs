//! Programs whose clock is wrong, shows another time of the day, or is set by a test while they run.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::Duration;

use jiff::Timestamp;
use tempfile::NamedTempFile;
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

/// A clock that a test sets: days begin when the test says so, also while a server runs.
pub struct Clock {
    shift: NamedTempFile,
}

impl Clock {
    /// A clock that shows this time now.
    pub fn at(now: Timestamp) -> Self {
        let shift = NamedTempFile::new().unwrap();
        std::fs::write(shift.path(), [0; 16]).unwrap();
        let clock = Self { shift };
        clock.set(now);
        clock
    }

    /// Sets the date and time of all programs that use it.
    pub fn set(&self, now: Timestamp) {
        self.write(0, now.as_millisecond() - Timestamp::now().as_millisecond());
    }

    /// From now on, programs measure so much more time than passes, for example for their time limits.
    pub fn skip(&self, time: Duration) {
        self.write(1, i64::try_from(time.as_millis()).unwrap());
    }

    fn write(&self, position: u64, milliseconds: i64) {
        // In place, because programs have mapped the file.
        let file = std::fs::OpenOptions::new().write(true).open(self.shift.path()).unwrap();
        file.write_all_at(&milliseconds.to_ne_bytes(), position * 8).unwrap();
    }

    /// Makes it the clock of a command.
    pub fn apply(&self, command: &mut Command) {
        command.env("LD_PRELOAD", &*LIBRARY).env("FOLKMOOT_TEST_CLOCK", self.shift.path());
    }
}
