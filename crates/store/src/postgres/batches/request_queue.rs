//! The queue of pages that wait for their rows.

use std::time::Instant;

use folkmoot_runtime::fair::{FairQueue, Limits, current_flow};
use tokio::sync::oneshot;
use tokio_postgres::Row;

use crate::StoreError;

/// Maximum number of keys of a batch, unless a single page has more.
const MAX_KEYS: usize = 256;

/// What a key costs a client, as a multiple of the minimum cost of a page.
const COST_OF_KEY: u64 = 20_000;
/// The number of requests in progress has limits of its own.
const LIMITS: Limits = Limits { per_flow: usize::MAX, total: usize::MAX };

/// The rows of a page.
pub type RowsResult = Result<Vec<Row>, StoreError>;

/// The pages that wait, those of all clients in turn, and the number of readers. Pages only wait while there is a reader.
#[derive(Debug, Default)]
pub struct RequestQueue {
    waiting: FairQueue<PageRequest>,
    readers: usize,
}

/// A page that waits for its rows.
#[derive(Debug)]
pub struct PageRequest {
    /// The keys of the rows.
    pub keys: Vec<i64>,
    enqueued_at: Instant,
    caller: oneshot::Sender<RowsResult>,
}

impl PageRequest {
    /// Sends the rows to the caller, if it still waits.
    pub fn complete(self, rows: RowsResult) {
        let _ = self.caller.send(rows);
    }
}

impl RequestQueue {
    /// Adds a page after those of the same client. Also returns whether the caller must start a reader, of which there are up to
    /// `max_readers`.
    pub fn enqueue(&mut self, keys: &[i64], max_readers: usize) -> (oneshot::Receiver<RowsResult>, bool) {
        let (caller, rows) = oneshot::channel();
        let request = PageRequest { keys: keys.to_vec(), enqueued_at: Instant::now(), caller };
        // Nothing is refused or removed without limits.
        let _ = self.waiting.push(current_flow(), request, LIMITS);
        let needs_reader = self.readers < max_readers;
        self.readers += usize::from(needs_reader);
        (rows, needs_reader)
    }

    /// Whether no page waits; then the calling reader must end.
    pub fn release_idle_reader(&mut self) -> bool {
        let is_idle = self.waiting.is_empty();
        if is_idle {
            self.readers = self.readers.saturating_sub(1);
        }
        is_idle
    }

    /// Removes the first pages whose callers still wait, as many as one statement reads.
    pub fn next_batch(&mut self) -> Vec<PageRequest> {
        let mut batch: Vec<PageRequest> = Vec::new();
        let mut room = MAX_KEYS;
        while self.waiting.peek().is_some_and(|first| batch.is_empty() || first.keys.len() <= room)
            && let Some((flow, request)) = self.waiting.pop()
        {
            if !request.caller.is_closed() {
                self.waiting.charge(flow, COST_OF_KEY.saturating_mul(request.keys.len() as u64));
                room = room.saturating_sub(request.keys.len());
                batch.push(request);
            }
        }
        batch
    }

    /// Removes the pages that were added up to this time.
    pub fn take_older(&mut self, then: Instant) -> Vec<PageRequest> {
        self.waiting.remove_all(|request| request.enqueued_at <= then)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_keys(queue: &mut RequestQueue) -> Vec<i64> {
        queue.next_batch().iter().filter_map(|request| request.keys.first().copied()).collect()
    }

    #[test]
    fn a_batch_has_as_many_pages_as_one_statement_reads() {
        let mut queue = RequestQueue::default();
        let page = |first: i64| (first..first + 100).collect::<Vec<_>>();
        let _callers: Vec<_> = (0..5).map(|number| queue.enqueue(&page(number), 1)).collect();
        assert_eq!(first_keys(&mut queue), [0, 1]);
        assert_eq!(first_keys(&mut queue), [2, 3]);
        assert!(!queue.release_idle_reader());
        assert_eq!(first_keys(&mut queue), [4]);
        assert!(queue.release_idle_reader());
    }

    #[test]
    fn a_page_with_more_keys_is_a_batch_of_its_own() {
        let mut queue = RequestQueue::default();
        let keys = [vec![1; MAX_KEYS * 2], vec![2], vec![3; MAX_KEYS * 2]];
        let _callers = keys.map(|keys| queue.enqueue(&keys, 1));
        for expected in 1..=3 {
            assert_eq!(first_keys(&mut queue), [expected]);
        }
    }

    #[test]
    fn pages_of_cancelled_callers_are_skipped() {
        let mut queue = RequestQueue::default();
        let _first = queue.enqueue(&[1], 1);
        drop(queue.enqueue(&[2], 1));
        let _third = queue.enqueue(&[3], 1);
        assert_eq!(first_keys(&mut queue), [1, 3]);
    }

    #[test]
    fn only_pages_that_waited_as_long_are_failed() {
        let mut queue = RequestQueue::default();
        let _early = [queue.enqueue(&[1], 1), queue.enqueue(&[2], 1)];
        let then = Instant::now();
        while Instant::now() == then {}
        let _late = queue.enqueue(&[3], 1);
        assert_eq!(queue.take_older(then).len(), 2);
        assert_eq!(first_keys(&mut queue), [3]);
    }

    #[test]
    fn no_page_waits_without_a_reader() {
        let mut queue = RequestQueue::default();
        let pages: Vec<_> = (0..4).map(|key| queue.enqueue(&[key], 2)).collect();
        let needs_reader: Vec<bool> = pages.iter().map(|(_, needs_reader)| *needs_reader).collect();
        assert_eq!(needs_reader, [true, true, false, false]);
        assert_eq!(first_keys(&mut queue), [0, 1, 2, 3]);
        assert!(queue.release_idle_reader());
        // The other reader still runs.
        assert!(queue.enqueue(&[4], 2).1);
        assert!(!queue.enqueue(&[5], 2).1);
    }
}
