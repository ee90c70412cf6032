//! Fair sharing of the processors and of bounded pools among clients.
//!
//! A client with hundreds of connections always has work that is ready, and in the order of arrival a client with one
//! connection would wait for all of it. Therefore work waits for a [`Permit`] of a [`FairSemaphore`], which serves clients in turn.

mod current;
mod flow;
mod queue;
mod semaphore;

pub use self::current::{current_flow, run_within, spawn, within};
pub use self::flow::Flow;
pub use self::queue::{FairQueue, Full, Limits};
pub use self::semaphore::{FairSemaphore, Permit};
