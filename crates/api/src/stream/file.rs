//! Files that are made of records of several lists: read completely in one state of the database, then written while they are sent.

use std::io::{self, BufWriter, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use folkmoot_ballots::RecordReader;
use folkmoot_index::IndexedLists;
use folkmoot_model::resource::Resource;
use folkmoot_store::audience::Audience;
use folkmoot_store::encode::View;
use http::{HeaderValue, header};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::CACHE_CONTROL;
use super::body::StreamBody;
use super::chunks::{self, Chunk, Chunks};
use super::producer::MAX_ATTEMPTS;
use crate::caller::Caller;
use crate::problem::Problem;
use crate::record_state::{CATCH_UP_TIMEOUT, RecordState};
use crate::time_limit::RequestTime;
use crate::usage::{ReadResources, RecordCount};

/// The size of the chunks that are sent.
const CHUNK_BYTES: usize = 1 << 18;
/// How long the thread waits for the client before it writes the rest to a temporary file. It holds no snapshot of the database.
const MAX_WAIT: Duration = Duration::from_hours(1);
/// The headers of a request that the response depends on.
const VARY: HeaderValue = HeaderValue::from_static("authorization");

/// A file to send.
#[derive(Debug)]
pub struct RecordFile {
    /// The resources whose records it is made of.
    pub resources: &'static [&'static Resource],
    /// The name of its format in metrics.
    pub format: &'static str,
    /// Its name.
    pub name: String,
    /// Its media type.
    pub media_type: &'static str,
}

/// Writes a file whose records were read.
pub type WriteFile = Box<dyn FnOnce(&mut dyn Write) -> io::Result<()> + Send>;

/// The numbers of records that a file was made from, by resource.
type Reads = Vec<(&'static str, i64)>;
/// The records that were read, by resource.
type Head = oneshot::Sender<Result<Reads, Problem>>;

/// Responds with a file. `read` reads its records on a thread of its own; the time of the request is extended by that for which a
/// stream may hold a snapshot of the database.
pub async fn respond(
    state: &Arc<RecordState>,
    caller: &Caller,
    time: &RequestTime,
    locale: usize,
    file: RecordFile,
    read: impl Fn(&RecordReader<'_>) -> Result<WriteFile, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let permit = state.streams.limits.begin(caller.holder.client)?;
    time.extend(Duration::from_secs(state.streams.live.get().stream_snapshot_seconds));
    let (head, began) = oneshot::channel();
    let (chunks, body) = chunks::queue(Arc::new(permit), state.streams.spool_directory.clone());
    let disposition = format!("attachment; filename=\"{}\"", file.name);
    let disposition = HeaderValue::from_str(&disposition).map_err(Problem::internal)?;
    let media_type = HeaderValue::from_static(file.media_type);
    let producer =
        Producer { state: Arc::clone(state), view: caller.view(false, locale).into_owned(), file, read };
    let handle = Handle::current();
    std::thread::Builder::new()
        .name("stream".to_owned())
        .spawn(move || producer.run(&handle, head, chunks))
        .map_err(Problem::unavailable)?;
    let reads = began.await.map_err(|_| Problem::internal("the thread of a file ended"))??;
    let mut response = Body::new(StreamBody::new(body, Arc::new(AtomicU64::new(0)))).into_response();
    let records = reads.iter().map(|(_, number)| usize::try_from(*number).unwrap_or_default()).sum();
    response.extensions_mut().insert(RecordCount(records));
    response.extensions_mut().insert(ReadResources(reads));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, media_type);
    headers.insert(header::CONTENT_DISPOSITION, disposition);
    headers.insert(header::CACHE_CONTROL, CACHE_CONTROL);
    headers.insert(header::VARY, VARY);
    Ok(response)
}

struct Producer<R> {
    state: Arc<RecordState>,
    view: View,
    file: RecordFile,
    read: R,
}

impl<R: Fn(&RecordReader<'_>) -> Result<WriteFile, Problem>> Producer<R> {
    fn run(self, handle: &Handle, head: Head, chunks: Chunks) {
        folkmoot_runtime::priority::lower();
        let started = Instant::now();
        let (write, reads) = match self.read(handle) {
            Ok(read) => read,
            Err(problem) => return drop(head.send(Err(problem))),
        };
        let snapshot_ms = milliseconds(started);
        if head.send(Ok(reads)).is_err() {
            return;
        }
        let mut out = BufWriter::with_capacity(CHUNK_BYTES, ChunkWriter(chunks));
        let written = write(&mut out).and_then(|()| out.into_inner().map_err(io::IntoInnerError::into_error));
        let sent = written.and_then(|ChunkWriter(chunks)| chunks.finish().map_err(io::Error::other));
        let format = self.file.format;
        let outcome = if sent.is_ok() { "complete" } else { "disconnected" };
        metrics::counter!("folkmoot_streams_total", "format" => format, "outcome" => outcome).increment(1);
        let (duration_ms, error) = (milliseconds(started), sent.err().map(|error| error.to_string()));
        tracing::info!(format, outcome, error, snapshot_ms, duration_ms, "ended stream");
    }

    /// Reads the records in a state of the database that is that of the indexes.
    fn read(&self, handle: &Handle) -> Result<(WriteFile, Reads), Problem> {
        let Self { state, view, file, read } = self;
        let newest = |resource: &&Resource| {
            let versions = state.indexes.get(resource).current().versions;
            versions.newest(Audience::ALL).sequence
        };
        for _ in 0..MAX_ATTEMPTS {
            let since = file.resources.iter().map(newest).max().unwrap_or_default();
            let attempt = state.store.records().scan_for_stream(since, |scan| {
                let Some(lists) = IndexedLists::of(&state.indexes, file.resources, scan)? else {
                    return Ok(None);
                };
                let records = RecordReader::new(scan, &lists, view);
                Ok(Some(read(&records).map(|write| (write, records.into_counts()))))
            });
            match attempt? {
                Some(read) => return read,
                None => _ = handle.block_on(state.feed.catch_up(CATCH_UP_TIMEOUT)),
            }
        }
        Err(Problem::unavailable("rows changed faster than the indexes were updated"))
    }
}

/// Passes what is written to the response.
struct ChunkWriter(Chunks);

impl Write for ChunkWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let chunk = Chunk { bytes: Bytes::copy_from_slice(bytes), records: 0 };
        self.0.push(chunk, Instant::now() + MAX_WAIT).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn milliseconds(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}
