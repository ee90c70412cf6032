//! The thread of a stream: reads the selected records in one state of the database.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use folkmoot_codings::Coding;
use folkmoot_index::{Found, Selection, VisibleQuery};
use folkmoot_store::StoreError;
use folkmoot_store::audience::Audience;
use folkmoot_store::encode::View;
use folkmoot_store::records::Scan;
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::chunks::{Chunk, Chunks, Interrupted};
use super::encoder::Encoder;
use super::spool::SpoolError;
use crate::formats::{Format, ListContent};
use crate::http_cache::Pages;
use crate::parameters::{ListRequest, Search};
use crate::plan::ListPlan;
use crate::problem::Problem;
use crate::record_state::{CATCH_UP_TIMEOUT, RecordState};

/// The number of records that are read first, so that the first bytes arrive early.
const FIRST_BATCH: usize = 50;
/// The maximum number of records that are read at once.
const MAX_BATCH: usize = 1000;
/// The bytes that a batch should have before compression: enough for few statements, few enough for little memory.
const BATCH_BYTES: usize = 1 << 19;
/// How often a state of the database is opened before the server gives up, because the index differs each time.
pub const MAX_ATTEMPTS: usize = 5;

/// Reads and encodes a list.
pub struct Producer {
    pub state: Arc<RecordState>,
    pub plan: Arc<ListPlan>,
    pub request: ListRequest,
    pub query: VisibleQuery,
    pub view: View,
    pub format: Format,
    pub coding: Option<Coding>,
}

/// Receives the number of records when the first of them are about to be read.
type Head = oneshot::Sender<Result<u64, Problem>>;

/// Why a stream ends before it is complete.
#[derive(Debug, thiserror::Error)]
enum Broken {
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("failed to compress records: {0}")]
    Compression(#[from] std::io::Error),
    #[error("the database lacks records that the index contains")]
    Inconsistent,
}

/// What was read of a list in one state of the database.
#[derive(Debug, Clone, Copy, Default)]
struct Progress {
    records: usize,
    bytes: u64,
    /// The time for reading and encoding, without the waits for the client.
    busy: Duration,
}

/// The records of a request in a state of the database, and when that was opened.
struct OpenedSelection<'a> {
    selection: &'a Selection,
    opened: Instant,
}

/// The result of opening a state of the database.
enum Attempt {
    /// The index is of another state.
    Differs,
    Ended(Result<(), Broken>),
}

impl Producer {
    /// Starts the thread.
    pub fn start(self, head: Head, chunks: Chunks) -> std::io::Result<()> {
        let handle = Handle::current();
        let run = move || self.run(&handle, head, chunks);
        std::thread::Builder::new().name("stream".to_owned()).spawn(run).map(drop)
    }

    fn run(self, handle: &Handle, head: Head, mut chunks: Chunks) {
        folkmoot_runtime::priority::lower();
        let started = Instant::now();
        let mut head = Some(head);
        let mut progress = Progress::default();
        let read = self.read(handle, &mut head, &mut chunks, &mut progress);
        if let Some(head) = head.take() {
            // Nothing was sent yet, so that the client gets the problem.
            let problem = match read {
                Err(Broken::Store(error)) => Problem::from(error),
                Err(error) => Problem::unavailable(error),
                Ok(()) => Problem::unavailable("rows changed faster than the index was updated"),
            };
            let _ = head.send(Err(problem));
            return;
        }
        let snapshot_ms = milliseconds(started.elapsed());
        let spooled_bytes = chunks.spooled_bytes();
        let sent = read.and_then(|()| Ok(chunks.finish()?));
        let outcome = outcome(&sent);
        let resource = self.plan.resource.names.plural;
        metrics::counter!("folkmoot_streams_total", "format" => self.format.name(), "outcome" => outcome)
            .increment(1);
        metrics::counter!("folkmoot_stream_records_total").increment(progress.records as u64);
        let duration_ms = milliseconds(started.elapsed());
        match sent {
            Err(error) if outcome != "disconnected" => {
                tracing::error!(%error, resource, duration_ms, spooled_bytes, "interrupted stream");
            }
            _ => {
                let Progress { records, bytes, .. } = progress;
                tracing::info!(
                    resource,
                    outcome,
                    records,
                    bytes,
                    spooled_bytes,
                    snapshot_ms,
                    duration_ms,
                    "ended stream"
                );
            }
        }
    }

    /// Reads the list from a state of the database that is that of the index.
    fn read(
        &self,
        handle: &Handle,
        head: &mut Option<Head>,
        chunks: &mut Chunks,
        progress: &mut Progress,
    ) -> Result<(), Broken> {
        let (state, resource) = (&self.state, self.plan.resource);
        let index = state.indexes.get(resource);
        let newest_indexed = || index.current().versions.newest(Audience::ALL).sequence;
        for _ in 0..MAX_ATTEMPTS {
            let attempt = state.store.records().scan_for_stream(newest_indexed(), |scan| {
                let opened = Instant::now();
                let newest = scan.versions(resource)?.newest(Audience::ALL).sequence;
                if newest_indexed() != newest {
                    handle.block_on(state.feed.catch_up(CATCH_UP_TIMEOUT));
                }
                let snapshot = index.current();
                if snapshot.versions.newest(Audience::ALL).sequence != newest {
                    return Ok(Attempt::Differs);
                }
                let matches = Matches::search(scan, self)?;
                let selection = state.indexes.select(snapshot, &self.query, &matches.found());
                let opened = OpenedSelection { selection: &selection, opened };
                Ok(Attempt::Ended(self.read_selection(scan, &opened, head, chunks, progress)))
            });
            match attempt? {
                Attempt::Ended(ended) => return ended,
                Attempt::Differs => _ = handle.block_on(state.feed.catch_up(CATCH_UP_TIMEOUT)),
            }
        }
        Ok(())
    }

    fn read_selection(
        &self,
        scan: &Scan<'_>,
        &OpenedSelection { selection, opened }: &OpenedSelection<'_>,
        head: &mut Option<Head>,
        chunks: &mut Chunks,
        progress: &mut Progress,
    ) -> Result<(), Broken> {
        let (state, resource) = (&self.state, self.plan.resource);
        let limit = Duration::from_secs(state.streams.live.get().stream_snapshot_seconds);
        let first = self.request.resume_after.as_ref();
        let first = first.and_then(|resume| selection.first_after(resume.key)).unwrap_or(0);
        let total = selection.total();
        let list = ListContent {
            resource,
            fields: self.request.fields.as_ref(),
            dialect: self.request.csv,
            page: Pages { current: 1, total: 1 },
        };
        let mut encoder = Encoder::new(self.format, &list, self.coding)?;
        let (mut position, mut batch) = (first, FIRST_BATCH);
        loop {
            let began = Instant::now();
            let keys: Vec<i64> =
                selection.rows(position..position.saturating_add(batch)).iter().map(|row| row.key).collect();
            let mut records = 0;
            scan.read_records(resource, &keys, &self.view, |record| {
                records += 1;
                encoder.push(record)
            })?;
            if records != keys.len() {
                return Err(Broken::Inconsistent);
            }
            batch = next_batch(records, encoder.pending());
            let bytes = encoder.take(position == first)?;
            position += records;
            progress.add(records, &bytes, began.elapsed());
            if let Some(head) = head.take() {
                // Not before the first records are read, so that a failure has a response of its own.
                let _ = head.send(Ok((total - first) as u64));
            }
            let is_last = position >= total || records == 0;
            chunks
                .push(Chunk { bytes, records }, spooled_from(opened + limit, progress, total - position))?;
            if is_last {
                break;
            }
        }
        let bytes = encoder.finish()?;
        progress.add(0, &bytes, Duration::ZERO);
        chunks.push(Chunk { bytes, records: 0 }, opened + limit)?;
        Ok(())
    }
}

impl Progress {
    fn add(&mut self, records: usize, bytes: &Bytes, busy: Duration) {
        self.records += records;
        self.bytes += bytes.len() as u64;
        self.busy += busy;
    }
}

/// What the search of a request found.
enum Matches {
    All,
    Listed(folkmoot_store::words::KeySet),
    Ranked(Vec<(i64, f64)>),
}

impl Matches {
    fn search(scan: &Scan<'_>, producer: &Producer) -> Result<Self, StoreError> {
        let resource = producer.plan.resource;
        Ok(match &producer.request.search {
            None => Self::All,
            Some(Search::Listed(words)) => Self::Listed(scan.matches(resource, words)?),
            Some(Search::Ranked(words)) => Self::Ranked(scan.ranked(resource, words)?),
        })
    }

    fn found(&self) -> Found<'_> {
        match self {
            Self::All => Found::All,
            Self::Listed(keys) => Found::Matching(keys),
            Self::Ranked(ranked) => Found::Ranked(ranked),
        }
    }
}

/// The number of records of the next batch, given the number and the size of those before.
fn next_batch(records: usize, bytes: usize) -> usize {
    (BATCH_BYTES * records / bytes.max(1)).clamp(1, MAX_BATCH)
}

/// When the thread can no longer wait for the client: reading the remaining records takes until `deadline`, as long for
/// each as for those before, and a quarter more.
fn spooled_from(deadline: Instant, progress: &Progress, remaining: usize) -> Instant {
    #[allow(clippy::cast_precision_loss, reason = "an estimate")]
    let share = remaining as f64 / progress.records.max(1) as f64;
    let rest = progress.busy.as_secs_f64() * share * 1.25;
    let rest = Duration::try_from_secs_f64(rest).unwrap_or(Duration::MAX);
    deadline.checked_sub(rest).unwrap_or_else(Instant::now)
}

/// How a stream ended, for metrics and the log.
fn outcome(sent: &Result<(), Broken>) -> &'static str {
    match sent {
        Ok(()) => "complete",
        Err(Broken::Interrupted(Interrupted::Disconnected)) => "disconnected",
        Err(Broken::Interrupted(Interrupted::Spool(SpoolError::Full(_)))) => "spool-full",
        Err(_) => "failed",
    }
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_has_about_as_many_bytes_as_it_should() {
        assert_eq!(next_batch(50, 50 * 1024), 512);
        assert_eq!(next_batch(50, 50 * 10), MAX_BATCH);
        assert_eq!(next_batch(50, 50 << 20), 1);
        assert_eq!(next_batch(0, 0), 1);
    }

    #[test]
    fn the_thread_waits_for_the_client_until_the_rest_takes_all_the_time_left() {
        let deadline = Instant::now() + Duration::from_mins(1);
        let progress = Progress { records: 100, bytes: 0, busy: Duration::from_secs(1) };
        assert_eq!(spooled_from(deadline, &progress, 0), deadline);
        assert_eq!(spooled_from(deadline, &progress, 800) + Duration::from_secs(10), deadline);
    }
}
