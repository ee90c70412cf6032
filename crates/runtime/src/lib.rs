//! The process and its threads: bounded pools for blocking work, fair sharing among clients, the watchdog of the async runtime, the
//! priority of threads, durable folders, the reserve of disks, panics, values that are replaced at run time, the protection and the
//! page size of the memory, text for terminals, and which network addresses are public.

pub mod blocking;
pub mod confidentiality;
pub mod disk_reserve;
pub mod fair;
pub mod folders;
pub mod huge_pages;
pub mod network_addresses;
pub mod panics;
pub mod priority;
pub mod reloadable;
pub mod terminal;
pub mod watchdog;
