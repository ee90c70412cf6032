//! Following the change feed: every write, here or elsewhere, reaches the indexes within a fraction of a second.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use folkmoot_model::resource::{Resource, Source};
use folkmoot_model::resources::all_resources;
use folkmoot_store::changes::{FeedRead, Subject};
use folkmoot_store::records::Scan;
use folkmoot_store::{Store, StoreError};
use tokio::sync::watch;

use super::Lists;
use super::chunk::MAX_ROWS;
use super::index::ChangedRow;

/// How often the feed is read without being asked.
const INTERVAL: Duration = Duration::from_millis(200);
/// After this time what is written shows.
const PROMISE: Duration = Duration::from_secs(1);
const _: () = assert!(INTERVAL.as_millis() * 2 <= PROMISE.as_millis());

/// Handle to the thread that follows the feed.
#[derive(Debug, Clone)]
pub struct Feed {
    ask: SyncSender<()>,
    rounds: watch::Receiver<u64>,
    /// Since when the feed could not be read.
    unread: watch::Receiver<Option<Instant>>,
}

impl Feed {
    /// Whether the indexes show, or soon will, what was written a moment ago. Where the feed cannot be read, they may
    /// have missed anything since; then this waits for it, at most `patience`.
    pub async fn is_followed(&self, patience: Duration) -> bool {
        if !self.is_running() {
            return false;
        }
        let since = *self.unread.borrow();
        if since.is_none_or(|since| since.elapsed() + INTERVAL < PROMISE) {
            return true;
        }
        let mut unread = self.unread.clone();
        let read = unread.wait_for(Option::is_none);
        tokio::time::timeout(patience, read).await.is_ok_and(|read| read.is_ok())
    }

    /// Whether the thread runs; one that has ended never shows another change.
    pub fn is_running(&self) -> bool {
        self.rounds.has_changed().is_ok()
    }

    /// Reads the feed now, without waiting for it.
    pub fn read_soon(&self) {
        // A request to read it that is not served yet is enough.
        let _ = self.ask.try_send(());
    }

    /// Reads the feed now, and waits until what it said is in the indexes; at most `patience`.
    pub async fn catch_up(&self, patience: Duration) {
        let mut rounds = self.rounds.clone();
        // A round that is under way may have read the feed too early, so that the next one counts.
        let target = *rounds.borrow_and_update() + 2;
        let wait = async {
            while *rounds.borrow_and_update() < target {
                self.read_soon();
                if rounds.changed().await.is_err() {
                    return;
                }
            }
        };
        let _ = tokio::time::timeout(patience, wait).await;
    }
}

/// How often in a row the feed must show another past before that is believed.
const ROUNDS_UNTIL_BELIEVED: u32 = 15;
/// From this many changed rows on, an index of few more rows is built again instead; from the second number on, any.
const MANY_ROWS: usize = 5_000;
const TOO_MANY_ROWS: usize = 50_000;
const _: () = assert!(TOO_MANY_ROWS + MAX_ROWS <= u16::MAX as usize);

/// What must know of a change beside the indexes.
pub trait Listener: Send + 'static {
    /// The platform, its switch or the clients changed, in a state of the database that is not older than the change
    /// `since`. Where it cannot be read now, it is called again.
    fn changed(&self, subject: &str, since: i64) -> Result<(), StoreError>;
}

impl<L: Listener + Sync> Listener for Arc<L> {
    fn changed(&self, subject: &str, since: i64) -> Result<(), StoreError> {
        L::changed(self, subject, since)
    }
}

/// Starts the thread that follows the feed, from the state that `since` describes. It ends with the lists.
pub fn follow(
    store: Arc<Store>,
    lists: &Arc<Lists>,
    since: i64,
    listener: impl Listener,
) -> std::io::Result<Feed> {
    let (ask, asked) = sync_channel(1);
    let (done, rounds) = watch::channel(0);
    let (unread, unread_since) = watch::channel(None);
    store.changes().observe(since);
    let follower = Follower {
        store,
        lists: Arc::downgrade(lists),
        sequence: since,
        rounds_in_other_past: 0,
        unread,
        failing: false,
        is_reset: false,
        listener,
    };
    std::thread::Builder::new().name("change feed".to_owned()).spawn(move || follower.run(&asked, &done))?;
    Ok(Feed { ask, rounds, unread: unread_since })
}

struct Follower<L> {
    store: Arc<Store>,
    lists: Weak<Lists>,
    sequence: i64,
    rounds_in_other_past: u32,
    /// Since when the feed could not be read, and the indexes could not show what it contains.
    unread: watch::Sender<Option<Instant>>,
    /// Whether the last round failed.
    failing: bool,
    /// Whether everything must be read again, whatever the feed contains.
    is_reset: bool,
    listener: L,
}

/// The rows that changed in each resource, and the other subjects, all of one state of the database.
struct Changed {
    /// The last entry of the feed in that state.
    sequence: i64,
    subjects: Vec<ChangedSubject>,
}

enum ChangedSubject {
    /// Rows of a resource, and the last of their changes.
    Rows(&'static Resource, Vec<ChangedRow>, i64),
    /// A resource of which so much changed that all of it must be read.
    Whole(&'static Resource),
    /// The platform or the clients.
    Other(String),
}

impl<L: Listener> Follower<L> {
    fn run(mut self, asked: &Receiver<()>, done: &watch::Sender<u64>) {
        loop {
            match asked.recv_timeout(INTERVAL) {
                Err(RecvTimeoutError::Disconnected) => return,
                Ok(()) | Err(RecvTimeoutError::Timeout) => {}
            }
            let Some(lists) = self.lists.upgrade() else { return };
            let started = Instant::now();
            self.unread.send_modify(|since| _ = since.get_or_insert(started));
            let round = self.supervised_round(&lists);
            #[allow(clippy::cast_precision_loss, reason = "gauges are floating-point numbers")]
            metrics::gauge!("folkmoot_feed_sequence").set(self.sequence as f64);
            let was_failing = std::mem::replace(&mut self.failing, round.is_err());
            match round {
                Ok(()) => _ = self.unread.send_replace(None),
                // Once, not at every try.
                Err(error) if !was_failing => {
                    tracing::error!(%error, "failed to read the change feed; retrying");
                }
                Err(error) => tracing::debug!(%error, "failed again to read the change feed; retrying"),
            }
            if was_failing && !self.failing {
                tracing::info!("reading the change feed succeeded again");
            }
            done.send_modify(|round| *round += 1);
            metrics::counter!("folkmoot_feed_rounds_total").increment(1);
        }
    }

    /// A round that outlives a panic: what the indexes contain then is not trusted, and they are built again.
    fn supervised_round(&mut self, lists: &Lists) -> Result<(), StoreError> {
        catch_unwind(AssertUnwindSafe(|| self.round(lists))).unwrap_or_else(|_| {
            metrics::counter!("folkmoot_feed_panics_total").increment(1);
            self.is_reset = true;
            Err(StoreError::Value("the thread that applies the change feed panicked".to_owned()))
        })
    }

    fn round(&mut self, lists: &Lists) -> Result<(), StoreError> {
        if self.is_reset {
            return self.reset(lists);
        }
        let news = self.store.changes().read_after(self.sequence)?;
        if !self.failing {
            // However long it takes now to apply what is new: pages wait for that by themselves.
            self.unread.send_replace(None);
        }
        self.rounds_in_other_past =
            if news == FeedRead::Diverged { self.rounds_in_other_past + 1 } else { 0 };
        match news {
            FeedRead::Changes(changes) => match changes.last() {
                Some(newest) => self.apply(lists, newest.sequence),
                None => Ok(()),
            },
            // A replica that stands in for the primary may only be behind.
            FeedRead::Diverged if self.rounds_in_other_past < ROUNDS_UNTIL_BELIEVED => Ok(()),
            FeedRead::Diverged | FeedRead::Incomplete => self.reset(lists),
        }
    }

    /// Reads everything again, because the feed does not contain what happened since.
    fn reset(&mut self, lists: &Lists) -> Result<(), StoreError> {
        tracing::info!("rebuilding all list indexes; the change feed does not reach back far enough");
        let newest = self.store.changes().newest()?;
        self.store.changes().reset_to(newest);
        for resource in all_resources() {
            lists.rebuild(&self.store, resource, newest)?;
        }
        for subject in [Subject::Platform, Subject::Clients] {
            self.listener.changed(subject.name(), newest)?;
        }
        self.sequence = newest;
        self.is_reset = false;
        Ok(())
    }

    /// Applies what is new, up to the entry `newest` at least.
    fn apply(&mut self, lists: &Lists, newest: i64) -> Result<(), StoreError> {
        // First, so that no replica is read any more that lacks what the indexes will show.
        self.store.changes().observe(newest);
        let Some(changed) =
            self.store.records().scan_few(newest, |scan| Changed::read(scan, lists, self.sequence))?
        else {
            return self.reset(lists);
        };
        self.store.changes().observe(changed.sequence);
        for subject in changed.subjects {
            let name = match subject {
                ChangedSubject::Rows(resource, rows, sequence) => {
                    lists.apply(resource, rows, sequence);
                    resource.names.plural.to_owned()
                }
                ChangedSubject::Whole(resource) => {
                    lists.rebuild(&self.store, resource, changed.sequence)?;
                    resource.names.plural.to_owned()
                }
                ChangedSubject::Other(subject) => {
                    self.listener.changed(&subject, changed.sequence)?;
                    subject
                }
            };
            for dependent in all_resources().filter(|resource| shows(resource, &name)) {
                lists.forget(dependent);
            }
        }
        self.sequence = changed.sequence;
        Ok(())
    }
}

impl Changed {
    /// Reads what changed after an entry of the feed and the rows as they are now, from one state of the database, so
    /// that no row shows a change whose transaction others do not show. `None` if the feed does not reach back so far.
    fn read(scan: &Scan<'_>, lists: &Lists, after: i64) -> Result<Option<Self>, StoreError> {
        let FeedRead::Changes(changes) = scan.changes_after(after)? else { return Ok(None) };
        let sequence = changes.last().map_or(after, |change| change.sequence);
        let mut entries: BTreeMap<String, (Option<Vec<i64>>, i64)> = BTreeMap::new();
        for change in changes {
            let (keys, last) = entries.entry(change.subject).or_insert_with(|| (Some(Vec::new()), 0));
            match (keys.as_mut(), change.record) {
                (Some(keys), Some(key)) => keys.push(key),
                _ => *keys = None,
            }
            *last = change.sequence;
        }
        let subjects = entries.into_iter().map(|(subject, (keys, last))| {
            let Some(resource) = all_resources().find(|resource| resource.names.plural == subject) else {
                return Ok(ChangedSubject::Other(subject));
            };
            match keys {
                Some(keys) if !lists.are_many(resource, keys.len()) => {
                    Ok(ChangedSubject::Rows(resource, ChangedRow::read(resource, &keys, scan)?, last))
                }
                _ => Ok(ChangedSubject::Whole(resource)),
            }
        });
        Ok(Some(Self { sequence, subjects: subjects.collect::<Result<_, StoreError>>()? }))
    }
}

/// Whether a resource's records show something of the table's.
fn shows(resource: &Resource, table: &str) -> bool {
    resource
        .fields
        .iter()
        .any(|field| matches!(field.source, Source::Joined { table: joined, .. } if joined == table))
}

impl Lists {
    /// Whether so many rows changed that building the index again costs less than changing it.
    fn are_many(&self, resource: &'static Resource, changed: usize) -> bool {
        changed > TOO_MANY_ROWS || changed > MANY_ROWS && changed > self.current(resource).len() / 8
    }

    /// Invalidates every cached record that shows the URL of a download.
    pub fn forget_addresses(&self) {
        let shown = |resource: &&'static Resource| {
            resource.fields.iter().any(|field| matches!(field.source, Source::DownloadAddress))
        };
        all_resources().filter(shown).for_each(|resource| self.forget(resource));
    }
}
