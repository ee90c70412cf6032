//! Bounded pools for blocking work, the watchdog of the async runtime, and durable folders.

pub mod blocking;
pub mod folders;
pub mod watchdog;
