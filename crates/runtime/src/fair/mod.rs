//! Fair sharing of the processors and of bounded pools among clients.
//!
//! A client with hundreds of connections always has work that is ready, and in the order of arrival a client with one
//! connection would wait for all of it. Therefore work waits in a [`FairQueue`], which serves next the flow that has used
//! least, and runs while it has one of a few [`Turn`]s. A [`Scheduled`] future has a turn only while it is polled: one that
//! waits for a database, a disk or a client takes nothing from others. The next turn is given after the tasks that are ready have run,
//! so that every request that has arrived waits in the queue, and not on its connection.

mod current;
mod flow;
mod queue;
mod scheduled;
mod thread_turns;
mod turns;
mod wakeups;

pub use self::current::{current_flow, spawn};
pub use self::flow::Flow;
pub use self::queue::{FairQueue, Full, Limits};
pub use self::scheduled::{Scheduled, TurnPerPoll};
pub use self::thread_turns::ThreadTurns;
pub use self::turns::{Acquire, Entry, Turn, Turns};
