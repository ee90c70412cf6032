//! Counting the use of the public API: each request of an authenticated client, in memory, stored in batches.

mod counted_body;
mod operation;
mod recorder;
mod report;

pub use self::counted_body::count;
pub use self::operation::{Operation, resource_of};
pub use self::recorder::{Served, UsageRecorder};
pub use self::report::{by_resource, clients_json, last_days, report_json};

/// The number of records in a response. An extension of responses that contain records; without effect if the response has
/// no body.
#[derive(Debug, Clone, Copy)]
pub struct RecordCount(pub usize);
