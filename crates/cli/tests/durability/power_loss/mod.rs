//! Loss of power. A program is recorded with strace, and what a disk may contain if the power is lost at some time is derived
//! from the recorded system calls: everything that was synced, and any part of what was not. The product starts on it.

use crate::durability::rounds;

mod commands;
mod disk;
mod recording;
mod server;
mod trace;

/// The number of times at which the power is lost in a recorded program, in addition to its end.
fn cuts() -> usize {
    rounds().div_ceil(2)
}
