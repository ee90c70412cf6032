//! The handle of the change feed: whether the indexes are current, and waiting until they are.

use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

use folkmoot_store::StoreError;
use folkmoot_store::changes::Version;
use tokio::sync::watch;

/// How often the feed is read without a request.
pub const INTERVAL: Duration = Duration::from_millis(200);
/// The maximum age of the data in the indexes while the feed can be read.
pub const MAX_STALENESS: Duration = Duration::from_secs(1);
const _: () = assert!(INTERVAL.as_millis() * 2 <= MAX_STALENESS.as_millis());

/// Handle to the change-feed thread.
#[derive(Debug, Clone)]
pub struct Feed {
    /// Requests an immediate read of the feed.
    pub(super) requests: SyncSender<()>,
    /// The number of completed reads, successful or not.
    pub(super) rounds: watch::Receiver<u64>,
    /// How current the indexes are.
    pub(super) progress: watch::Receiver<Progress>,
    /// The newest change that the indexes contain, and since when they contain it.
    pub(super) applied: watch::Receiver<Applied>,
}

/// How current the indexes are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Progress {
    /// The indexes contain everything that was committed before.
    pub current_at: Instant,
    /// Whether many changes were read and are being applied. Pages that need them wait for them, the others do not.
    pub applies_many: bool,
}

impl Progress {
    fn is_current(&self) -> bool {
        self.applies_many || self.current_at.elapsed() < MAX_STALENESS
    }
}

/// The newest change that the indexes contain.
#[derive(Debug, Clone, Copy)]
pub struct Applied {
    /// The change.
    pub newest: Version,
    /// Since when the indexes contain it.
    pub since: Instant,
}

impl Feed {
    /// Whether the indexes are at most [`MAX_STALENESS`] behind the database. If they are further behind, because the feed
    /// cannot be read or the process was paused, this waits for a successful read, at most `timeout`.
    pub async fn is_followed(&self, timeout: Duration) -> bool {
        if !self.is_running() {
            return false;
        }
        if self.progress.borrow().is_current() {
            return true;
        }
        let mut progress = self.progress.clone();
        let read = progress.wait_for(Progress::is_current);
        tokio::time::timeout(timeout, read).await.is_ok_and(|read| read.is_ok())
    }

    /// Lower bound of the staleness of the indexes.
    pub fn lag(&self) -> Duration {
        self.progress.borrow().current_at.elapsed()
    }

    /// Whether the thread is running. After it has ended, no change reaches the indexes.
    pub fn is_running(&self) -> bool {
        self.rounds.has_changed().is_ok()
    }

    /// The newest change that the indexes contain. The receiver is notified of every further one.
    pub fn applied(&self) -> watch::Receiver<Applied> {
        self.applied.clone()
    }

    /// Requests a read of the feed without waiting for it.
    pub fn read_soon(&self) {
        // One pending request is enough.
        let _ = self.requests.try_send(());
    }

    /// Requests a read of the feed and waits until its changes are in the indexes, at most `timeout`. Returns whether the
    /// indexes contain everything that was committed before the call.
    pub async fn catch_up(&self, timeout: Duration) -> bool {
        let called = Instant::now();
        let mut rounds = self.rounds.clone();
        // The current round may have read the feed before this call, so wait for the one after it.
        let target = *rounds.borrow_and_update() + 2;
        let wait = async {
            while *rounds.borrow_and_update() < target {
                self.read_soon();
                if rounds.changed().await.is_err() {
                    return;
                }
            }
        };
        let _ = tokio::time::timeout(timeout, wait).await;
        self.progress.borrow().current_at >= called
    }
}

/// Gets the changes of subjects that have no index: the platform and the clients.
pub trait ChangeListener: Send + 'static {
    /// Reads the subject again, from a state of the database that is not older than the change `since`. After an error
    /// it is called again.
    fn changed(&self, subject: &str, since: i64) -> Result<(), StoreError>;
}

impl<L: ChangeListener + Sync> ChangeListener for Arc<L> {
    fn changed(&self, subject: &str, since: i64) -> Result<(), StoreError> {
        L::changed(self, subject, since)
    }
}
