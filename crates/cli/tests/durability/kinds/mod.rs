//! Kinds of writes that a command makes: what shows that one has begun, and what must be true after it ended.

pub mod administration;
pub mod backups;
pub mod copies;
pub mod erasures;
pub mod exports;
pub mod imports;
pub mod mirrors;
pub mod restores;

use std::process::Command;

use crate::support::Data;

/// A kind of write.
pub trait Kind {
    /// Its name in the figures.
    fn name(&self) -> &'static str;
    /// The platform that it reads or writes.
    fn data(&self) -> &Data;
    /// Prepares the next write, and returns its command.
    fn next(&mut self) -> Command;
    /// Whether an effect of the write can be seen in a folder.
    fn has_begun(&self) -> bool;
    /// Fails unless everything acknowledged is there and nothing is half visible, now that the last write has ended;
    /// `acknowledged` is whether it reported success. Lets the product recover as it would without a test.
    fn check(&mut self, acknowledged: bool);
}
