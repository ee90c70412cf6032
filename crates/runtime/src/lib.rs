//! Bounded pools for blocking work, and the watchdog of the async runtime.

pub mod blocking;
pub mod watchdog;
