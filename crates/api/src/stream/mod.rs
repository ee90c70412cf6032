//! Streams: a complete list in one response, as NDJSON or CSV, from one state of the database.
//!
//! A thread of its own reads the records in batches, encodes and compresses them, and passes chunks to the response through
//! a short queue. It holds a snapshot of the database, so that it must not wait for a slow client for long: when the rest can
//! only just be read within the limit, what the client has not read is written to a temporary file at full speed and sent
//! from there.

mod body;
mod chunks;
mod encoder;
mod file;
mod limits;
mod producer;
mod request;
mod spool;
mod state;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use folkmoot_index::VisibleQuery;
use folkmoot_model::access::AccessLevel;
use folkmoot_model::resource::VOTING_STATES;
use http::{HeaderName, HeaderValue, header};
use tokio::sync::oneshot;

pub use self::file::{RecordFile, WriteFile, respond as respond_with_file};
pub use self::limits::StreamLimits;
pub use self::request::requested_format;
pub use self::state::StreamState;

use self::body::StreamBody;
use self::producer::Producer;
use super::caller::Caller;
use super::formats::Format;
use super::http_cache::{Encoded, ResponseNegotiation, VARY};
use super::parameters::{APPLIED_FILTERS, ListRequest};
use super::plan::ListPlan;
use super::problem::Problem;
use super::record_state::RecordState;
use super::usage::StreamedRecords;
use super::withheld;

/// The number of records in a stream.
const TOTAL_COUNT: HeaderName = HeaderName::from_static("total-count");
/// A stream is a state of the data; it is not stored.
const CACHE_CONTROL: HeaderValue = HeaderValue::from_static("no-store");

/// The list that a request selects, as a stream.
pub async fn respond(
    state: &Arc<RecordState>,
    caller: &Caller,
    plan: &Arc<ListPlan>,
    (request, query): (ListRequest, VisibleQuery),
    exchange: &ResponseNegotiation,
    format: Format,
) -> Result<Response, Problem> {
    let permit = state.streams.limits.begin(caller.holder.client)?;
    let applied = HeaderValue::from_str(&request.applied_filters).map_err(Problem::internal)?;
    let withheld =
        may_withhold(caller, plan).then(|| withheld::names(plan.resource, request.fields.as_ref())).flatten();
    let coding = exchange.codings.cheapest();
    let records = Arc::new(AtomicU64::new(0));
    let (head, began) = oneshot::channel();
    let (chunks, body) = chunks::queue(Arc::new(permit), state.streams.spool_directory.clone());
    let producer = Producer {
        state: Arc::clone(state),
        view: caller.view(plan.has_download_urls, request.locale).into_owned(),
        plan: Arc::clone(plan),
        request,
        query,
        format,
        coding,
    };
    producer.start(head, chunks).map_err(Problem::unavailable)?;
    let total = began.await.map_err(|_| Problem::internal("the thread of a stream ended"))??;
    let mut response = Body::new(StreamBody::new(body, Arc::clone(&records))).into_response();
    response.extensions_mut().insert(Encoded);
    response.extensions_mut().insert(StreamedRecords(records));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(format.media_type()));
    headers.insert(header::CACHE_CONTROL, CACHE_CONTROL);
    headers.insert(header::VARY, VARY);
    headers.insert(TOTAL_COUNT, HeaderValue::from(total));
    headers.insert(APPLIED_FILTERS, applied);
    if let Some(coding) = coding {
        headers.insert(header::CONTENT_ENCODING, coding.header());
    }
    if let Some(withheld) = withheld {
        headers.insert(withheld::WITHHELD, withheld);
    }
    if let Some(extension) = format.file_extension() {
        headers.insert(header::CONTENT_DISPOSITION, disposition(state, exchange, extension)?);
    }
    Ok(response)
}

/// Whether results of votes may be withheld from some records of the list. Which records, is known only at the end.
fn may_withhold(caller: &Caller, plan: &ListPlan) -> bool {
    let hides_results = plan.resource.voting.is_some_and(|voting| !voting.hides_records);
    let is_hidden = || VOTING_STATES.iter().any(|(state, _)| caller.access.hides_votes(state));
    caller.level() < AccessLevel::Full && hides_results && is_hidden()
}

/// Names a file after the path of the list and the day: `ideas-2025-03-18.csv`.
fn disposition(
    state: &RecordState,
    exchange: &ResponseNegotiation,
    extension: &str,
) -> Result<HeaderValue, Problem> {
    let is_plain = |letter: &char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '/');
    let path: String = exchange.path().chars().filter(is_plain).collect();
    let name = path.trim_matches('/').replace('/', "-");
    let day = (state.streams.clock)().to_zoned_datetime(jiff::tz::TimeZone::UTC).date();
    let disposition = format!("attachment; filename=\"{name}-{day}.{extension}\"");
    HeaderValue::from_str(&disposition).map_err(Problem::internal)
}
