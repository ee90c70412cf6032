//! How the program that imports and the store control each other.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How the program that imports and the store control each other.
#[derive(Clone, Copy)]
pub struct ImportControl<'a> {
    /// Called if the import may write and another program is importing or holds the write lock.
    pub waiting: &'a dyn Fn(),
    /// Whether the import is to end. Called many times a second.
    pub is_interrupted: &'a (dyn Fn() -> bool + Sync),
}

/// How often it is checked whether an import is interrupted.
const INTERRUPTION_INTERVAL: Duration = Duration::from_millis(200);

impl<'a> ImportControl<'a> {
    /// That of work that is never interrupted.
    pub fn uninterrupted(waiting: &'a dyn Fn()) -> Self {
        Self { waiting, is_interrupted: &|| false }
    }

    /// Runs work. While the import is interrupted, `interrupt` is called again and again, which ends the statement that runs.
    pub(super) fn run<T>(self, interrupt: impl Fn() + Send, work: impl FnOnce() -> T) -> T {
        let is_interrupted = self.is_interrupted;
        std::thread::scope(|scope| {
            let (ended, waiting) = channel::<()>();
            scope.spawn(move || {
                while waiting.recv_timeout(INTERRUPTION_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                    if is_interrupted() {
                        interrupt();
                    }
                }
            });
            let _ended = ended;
            work()
        })
    }
}

/// What an import may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Write to the platform's tables, in one transaction.
    Write,
    /// Read the platform's tables and write to temporary ones.
    Read,
}

/// The result of an import.
#[derive(Debug)]
pub struct ImportOutcome<T> {
    /// The value that the import returned.
    pub value: T,
    /// How long the final write held its locks, up to the end of the commit; `None` if there was no final write.
    pub locked: Option<Duration>,
}
