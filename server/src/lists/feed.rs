//! Following the change feed: every write, here or elsewhere, reaches the indexes within a fraction of a second.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use super::Lists;
use super::index::{Applied, ChangedRow, Index};
use crate::resource::{Resource, Source};
use crate::store::changes::{Change, News, Subject};
use crate::store::{Store, StoreError, all_resources};

/// How often the feed is read without being asked.
const INTERVAL: Duration = Duration::from_millis(200);
/// After this time what is written shows.
const PROMISE: Duration = Duration::from_secs(1);
const _: () = assert!(INTERVAL.as_millis() * 2 <= PROMISE.as_millis());

/// A hand on the thread that follows the feed.
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
        let since = *self.unread.borrow();
        if since.is_none_or(|since| since.elapsed() + INTERVAL < PROMISE) {
            return true;
        }
        let mut unread = self.unread.clone();
        let read = unread.wait_for(Option::is_none);
        tokio::time::timeout(patience, read).await.is_ok_and(|read| read.is_ok())
    }

    /// Reads the feed now, and waits until what it said is in the indexes; at most `patience`.
    pub async fn catch_up(&self, patience: Duration) {
        let mut rounds = self.rounds.clone();
        // A round that is under way may have read the feed too early, so that the next one counts.
        let target = *rounds.borrow_and_update() + 2;
        let wait = async {
            while *rounds.borrow_and_update() < target {
                let _ = self.ask.try_send(());
                if rounds.changed().await.is_err() {
                    return;
                }
            }
        };
        let _ = tokio::time::timeout(patience, wait).await;
    }
}

/// How often in a row the feed must tell of another past before that is believed.
const ROUNDS_UNTIL_BELIEVED: u32 = 15;

/// What must be told of a change beside the indexes.
pub trait Listener: Send + 'static {
    /// The platform, its switch or the clients changed. Where it cannot be read now, the change is told again.
    fn changed(&self, subject: &str) -> Result<(), StoreError>;
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
    store.saw(since);
    let follower = Follower {
        store,
        lists: Arc::downgrade(lists),
        sequence: since,
        rounds_in_other_past: 0,
        unread,
        failing: false,
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
    /// Since when the feed could not be read, and what it told be brought in.
    unread: watch::Sender<Option<Instant>>,
    /// Whether the last round failed.
    failing: bool,
    listener: L,
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
            let round = self.round(&lists);
            let was_failing = std::mem::replace(&mut self.failing, round.is_err());
            match round {
                Ok(()) => _ = self.unread.send_replace(None),
                // Once, not at every try.
                Err(error) if !was_failing => {
                    tracing::error!(%error, "the change feed cannot be read; it is tried until it can be");
                }
                Err(error) => tracing::debug!(%error, "the change feed still cannot be read"),
            }
            if was_failing && !self.failing {
                tracing::info!("the change feed is read again");
            }
            done.send_modify(|round| *round += 1);
            metrics::counter!("folkmoot_feed_rounds_total").increment(1);
        }
    }

    fn round(&mut self, lists: &Lists) -> Result<(), StoreError> {
        let news = self.store.changes_after(self.sequence)?;
        if !self.failing {
            // However long it takes now to bring in what is new: pages wait for that by themselves.
            self.unread.send_replace(None);
        }
        self.rounds_in_other_past = if news == News::OtherPast { self.rounds_in_other_past + 1 } else { 0 };
        match news {
            News::Changes(changes) => {
                if let Some(newest) = changes.last().map(|change| change.sequence) {
                    // First of all, so that no replica is read any more that lacks what the indexes will show.
                    self.store.saw(newest);
                    self.apply(lists, &changes)?;
                    self.sequence = newest;
                }
                Ok(())
            }
            // A replica that stands in for the primary may only be behind.
            News::OtherPast if self.rounds_in_other_past < ROUNDS_UNTIL_BELIEVED => Ok(()),
            News::OtherPast | News::TooMany => self.start_anew(lists),
        }
    }

    /// Reads everything again, because the feed does not tell what happened since.
    fn start_anew(&mut self, lists: &Lists) -> Result<(), StoreError> {
        let newest = self.store.newest_change()?;
        self.store.begins_at(newest);
        for resource in all_resources() {
            lists.rebuild(&self.store, resource, newest)?;
        }
        for subject in [Subject::Platform, Subject::Clients] {
            self.listener.changed(subject.name())?;
        }
        self.sequence = newest;
        Ok(())
    }

    fn apply(&self, lists: &Lists, changes: &[Change]) -> Result<(), StoreError> {
        let mut subjects: BTreeMap<&str, Vec<&Change>> = BTreeMap::new();
        for change in changes {
            subjects.entry(&change.subject).or_default().push(change);
        }
        for (subject, changes) in &subjects {
            match all_resources().find(|resource| resource.names.plural == *subject) {
                Some(resource) => lists.bring_in(&self.store, resource, changes)?,
                None => self.listener.changed(subject)?,
            }
            for dependent in all_resources().filter(|resource| shows(resource, subject)) {
                lists.write(dependent).forget();
            }
        }
        Ok(())
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
    /// Brings changed rows into the index, or builds it again where that is needed.
    fn bring_in(
        &self,
        store: &Store,
        resource: &'static Resource,
        changes: &[&Change],
    ) -> Result<(), StoreError> {
        let keys: Option<BTreeSet<i64>> = changes.iter().map(|change| change.record).collect();
        let Some(last) = changes.last().map(|change| change.sequence) else { return Ok(()) };
        let Some(keys) = keys else { return self.rebuild(store, resource, last) };
        let rows = store
            .scan_few(last, |scan| keys.iter().map(|key| ChangedRow::read(resource, *key, scan)).collect())?;
        let applied = self.write(resource).apply(rows, last);
        match applied {
            Applied::Yes => Ok(()),
            Applied::NeedsBuilding => self.rebuild(store, resource, last),
        }
    }

    /// Builds a resource's index beside the old one and puts it in its place.
    fn rebuild(&self, store: &Store, resource: &'static Resource, since: i64) -> Result<(), StoreError> {
        let mut built = store.scan(since, |scan| Index::build(resource, scan))?;
        let mut index = self.write(resource);
        built.epoch = index.epoch + 1;
        *index = built;
        Ok(())
    }

    /// Lets go of every kept answer that shows the address of a download.
    pub fn forget_addresses(&self) {
        let shown = |resource: &&'static Resource| {
            resource.fields.iter().any(|field| matches!(field.source, Source::DownloadAddress))
        };
        all_resources().filter(shown).for_each(|resource| self.write(resource).forget());
    }
}
