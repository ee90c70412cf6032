//! Counting the use of the public API: each request of an authenticated client, in memory, stored in batches.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

mod operation;
mod reads;
mod recorder;
mod report;
mod response;
mod state;

use std::time::Duration;

use super::problem::Problem;

pub use self::operation::{Operation, resource_of};
pub use self::reads::{ReadRecords, reads_by_client};
pub use self::recorder::{Sender, Served, UsageRecorder};
pub use self::report::{ClientRequests, DayUsage, Usage, by_client, last_days};
pub use self::response::count;
pub use self::state::UsageState;

/// The number of records that were sent so far of a stream. An extension of its response.
#[derive(Debug, Clone)]
pub struct StreamedRecords(pub Arc<AtomicU64>);

/// The number of records in a response. An extension of responses that contain records; without effect if the response has
/// no body.
#[derive(Debug, Clone, Copy)]
pub struct RecordCount(pub usize);

/// The records by resource in a response of an operation that concerns several. An extension of responses.
#[derive(Debug, Clone)]
pub struct ReadResources(pub Vec<(&'static str, i64)>);

/// The problem of the request behind another one, whose response states it in another form. An extension of responses.
#[derive(Debug, Clone)]
pub struct ProblemBehind(pub Problem);

/// How long a request waited because the client wanted to. An extension of responses; usage does not count this time.
#[derive(Debug, Clone, Copy)]
pub struct Waited(pub Duration);
