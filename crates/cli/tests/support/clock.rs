//! The clock of programs under test, which a test sets: days begin when the test says so, also while a server runs.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;

use jiff::Timestamp;
use tempfile::TempDir;

/// A library that programs load before others, so that it is their clock.
const SOURCE: &str = include_str!("clock.c");

/// A clock.
pub struct Clock {
    directory: TempDir,
}

impl Clock {
    /// A clock that shows this time now.
    pub fn at(now: Timestamp) -> Self {
        let clock = Self { directory: tempfile::tempdir().unwrap() };
        let source = clock.path("clock.c");
        std::fs::write(&source, SOURCE).unwrap();
        let arguments = ["-shared", "-fPIC", "-O1", "-o"];
        let compiled =
            Command::new("cc").args(arguments).arg(clock.path("clock.so")).arg(source).status().unwrap();
        assert!(compiled.success(), "the clock does not compile");
        std::fs::write(clock.path("shift"), [0; 8]).unwrap();
        clock.set(now);
        clock
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Sets the clock of all programs that use it.
    pub fn set(&self, now: Timestamp) {
        let shift = now.as_millisecond() - Timestamp::now().as_millisecond();
        // In place, because programs have mapped the file.
        let mut file = std::fs::OpenOptions::new().write(true).open(self.path("shift")).unwrap();
        file.write_all(&shift.to_ne_bytes()).unwrap();
    }

    /// Makes it the clock of a command.
    pub fn apply(&self, command: &mut Command) {
        command.env("LD_PRELOAD", self.path("clock.so")).env("FOLKMOOT_TEST_CLOCK", self.path("shift"));
    }
}
