//! The process and its threads: bounded pools for blocking work, fair sharing among clients, the watchdog of the async runtime,
//! durable folders, panics, values that are replaced at run time, and the protection of the memory.

pub mod blocking;
pub mod confidentiality;
pub mod fair;
pub mod folders;
pub mod panics;
pub mod reloadable;
pub mod watchdog;
