//! The number of bytes of a response. Bodies that are compressed or streamed while they are sent are counted at their end.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use http_body::{Body as HttpBody, Frame, SizeHint};

use super::StreamedRecords;
use super::recorder::{Served, UsageRecorder};

/// Counts a request when the bytes of its response are known: at once, or at the end of the body.
pub fn count(usage: &Arc<UsageRecorder>, served: Served, mut response: Response) -> Response {
    let records = response.extensions_mut().remove::<StreamedRecords>();
    if let Some(bytes) = response.body().size_hint().exact() {
        usage.record(&served, bytes);
        return response;
    }
    let usage = Arc::clone(usage);
    response.map(|body| Body::new(CountedBody { body, bytes: 0, records, served, usage }))
}

/// A body that counts what is sent of it.
struct CountedBody {
    body: Body,
    bytes: u64,
    /// The number of records that were sent; `None` if it is known from the beginning.
    records: Option<StreamedRecords>,
    served: Served,
    usage: Arc<UsageRecorder>,
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if let Poll::Ready(Some(Ok(frame))) = &frame {
            self.bytes += frame.data_ref().map_or(0, |data| data.len() as u64);
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for CountedBody {
    /// Also reached if the client disconnects before the end.
    fn drop(&mut self) {
        let sent = self.records.as_ref().map(|StreamedRecords(sent)| sent.load(Ordering::Relaxed));
        if let Some(sent) = sent {
            self.served.records = i64::try_from(sent).unwrap_or(i64::MAX);
        }
        self.usage.record(&self.served, self.bytes);
    }
}
