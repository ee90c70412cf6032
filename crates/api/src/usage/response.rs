//! Counts a request when the bytes of its response are known. Those of bodies that are compressed or streamed while they are sent
//! are known at their end.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::response::Response;
use http_body::Body as _;

use super::StreamedRecords;
use super::recorder::{Served, UsageRecorder};
use crate::sent_body::when_sent;

/// Counts a request at once, or at the end of the body.
pub fn count(usage: &Arc<UsageRecorder>, mut served: Served, mut response: Response) -> Response {
    let records = response.extensions_mut().remove::<StreamedRecords>();
    if let Some(bytes) = response.body().size_hint().exact() {
        usage.record(served, bytes);
        return response;
    }
    let usage = Arc::clone(usage);
    when_sent(response, move |sent| {
        if let Some(StreamedRecords(records)) = records {
            served.records = i64::try_from(records.load(Ordering::Relaxed)).unwrap_or(i64::MAX);
        }
        usage.record(served, sent.bytes);
    })
}
