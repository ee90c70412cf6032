//! The thread that follows the change feed and applies every change, of this server or another, to the indexes.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Weak};
use std::time::Instant;

use folkmoot_model::resource::Resource;
use folkmoot_model::resources::all_resources;
use folkmoot_store::audience::Versions;
use folkmoot_store::changes::{Change, FeedRead, Subject, Version};
use folkmoot_store::records::Scan;
use folkmoot_store::{Store, StoreError};
use tokio::sync::watch;

use super::feed::{Applied, ChangeListener, Feed, INTERVAL, Progress};
use super::key_ranges::KeyRanges;
use super::list_index::Effect;
use super::list_indexes::ListIndexes;
use super::row::ChangedRow;

/// How many consecutive reads must report another history before the indexes are rebuilt: a replica that replaces
/// the primary may only be behind.
const READS_OF_OTHER_HISTORY: u32 = 15;
/// From this number of changed rows on, requests that do not need the changes do not wait for them.
const MANY_ROWS: i64 = 1_000;

/// Applies the changes after `since`, then starts the thread that follows the feed. It ends when the indexes are dropped.
pub fn follow(
    store: Arc<Store>,
    indexes: &Arc<ListIndexes>,
    since: Version,
    listener: impl ChangeListener,
) -> Result<Feed, StoreError> {
    let (requests, requested) = sync_channel(1);
    let (completed, rounds) = watch::channel(0);
    let (progress_sender, progress) =
        watch::channel(Progress { current_at: Instant::now(), applies_many: false });
    let (applied_sender, applied) = watch::channel(Applied { newest: since, since: Instant::now() });
    store.changes().observe(since.sequence);
    let mut follower = Follower {
        store,
        indexes: Arc::downgrade(indexes),
        sequence: since.sequence,
        applied: applied_sender,
        reads_of_other_history: 0,
        progress: progress_sender,
        is_failing: false,
        must_reset: false,
        listener,
    };
    follower.round(indexes)?;
    let run = move || follower.run(&requested, &completed);
    std::thread::Builder::new().name("change feed".to_owned()).spawn(run).map_err(|error| {
        StoreError::Value(format!("the thread of the change feed cannot be started: {error}"))
    })?;
    Ok(Feed { requests, rounds, progress, applied })
}

struct Follower<L> {
    store: Arc<Store>,
    indexes: Weak<ListIndexes>,
    /// The last change that the indexes contain.
    sequence: i64,
    /// The last change that the indexes contain, for requests that wait for the next one.
    applied: watch::Sender<Applied>,
    reads_of_other_history: u32,
    progress: watch::Sender<Progress>,
    /// Whether the last round failed.
    is_failing: bool,
    /// Whether the next round rebuilds everything.
    must_reset: bool,
    listener: L,
}

/// The state of the indexes after changes were applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// All changes up to the last one that was applied, and no later ones.
    Exact,
    /// Perhaps later ones too: an index was rebuilt from a newer state. The next round applies these.
    Unknown,
}

/// The changes after an entry of the feed, all from one state of the database.
struct Changes {
    /// The last entry of the feed in that state.
    newest: Version,
    subjects: Vec<ChangedSubject>,
}

/// The newest changes of a subject.
#[derive(Debug, Clone, Copy, Default)]
struct Newest {
    /// The last of all.
    sequence: i64,
    versions: Versions,
}

enum ChangedSubject {
    /// Rows of a resource, and the last of their changes.
    Rows(&'static Resource, Vec<ChangedRow>, Newest),
    /// A resource with so many changes that its index is rebuilt.
    Resource(&'static Resource, Newest),
    /// The platform or the clients.
    Other(String),
}

impl<L: ChangeListener> Follower<L> {
    fn run(mut self, requested: &Receiver<()>, completed: &watch::Sender<u64>) {
        loop {
            match requested.recv_timeout(INTERVAL) {
                Err(RecvTimeoutError::Disconnected) => return,
                Ok(()) | Err(RecvTimeoutError::Timeout) => {}
            }
            let Some(indexes) = self.indexes.upgrade() else { return };
            let started = Instant::now();
            let round = self.supervised_round(&indexes);
            #[allow(clippy::cast_precision_loss, reason = "gauges are floating-point numbers")]
            metrics::gauge!("folkmoot_feed_sequence").set(self.sequence as f64);
            let was_failing = std::mem::replace(&mut self.is_failing, round.is_err());
            self.progress.send_modify(|progress| {
                progress.applies_many = false;
                if round.is_ok() {
                    progress.current_at = started;
                }
            });
            match round {
                Ok(()) => {}
                // Logged once, not at every attempt.
                Err(error) if !was_failing => {
                    tracing::error!(%error, "failed to read the change feed; retrying");
                }
                Err(error) => tracing::debug!(%error, "failed again to read the change feed; retrying"),
            }
            if was_failing && !self.is_failing {
                tracing::info!("reading the change feed succeeded again");
            }
            completed.send_modify(|round| *round += 1);
            metrics::counter!("folkmoot_feed_rounds_total").increment(1);
        }
    }

    /// Catches a panic of a round. The indexes may be inconsistent after it, so the next round rebuilds them.
    fn supervised_round(&mut self, indexes: &ListIndexes) -> Result<(), StoreError> {
        catch_unwind(AssertUnwindSafe(|| self.round(indexes))).unwrap_or_else(|_| {
            metrics::counter!("folkmoot_feed_panics_total").increment(1);
            self.must_reset = true;
            Err(StoreError::Value("the thread that applies the change feed panicked".to_owned()))
        })
    }

    fn round(&mut self, indexes: &ListIndexes) -> Result<(), StoreError> {
        let mut newest = indexes.newest();
        *newest = None;
        if self.apply_new_changes(indexes)? == Outcome::Exact {
            *newest = Some(self.applied.borrow().newest);
        }
        Ok(())
    }

    fn apply_new_changes(&mut self, indexes: &ListIndexes) -> Result<Outcome, StoreError> {
        if self.must_reset {
            return self.reset(indexes, "the thread that applied the change feed panicked");
        }
        let read = self.store.changes().read_after(self.sequence)?;
        self.reads_of_other_history =
            if read == FeedRead::Diverged { self.reads_of_other_history + 1 } else { 0 };
        match read {
            FeedRead::Changes(changes) => match changes.last() {
                Some(newest) => {
                    if are_many(&changes) {
                        self.begin_applying_many();
                    }
                    self.apply(indexes, newest.version.sequence)
                }
                None => Ok(Outcome::Exact),
            },
            FeedRead::Diverged if self.reads_of_other_history < READS_OF_OTHER_HISTORY => {
                Ok(Outcome::Unknown)
            }
            FeedRead::Diverged => self.reset(indexes, "the database has another history"),
            FeedRead::Incomplete => self.reset(indexes, "the change feed does not reach back far enough"),
        }
    }

    /// Records that the feed was read, and that it may take long to apply the changes. Not after an error, so that the server
    /// does not return stale data while each attempt to apply them fails.
    fn begin_applying_many(&self) {
        if !self.is_failing {
            self.progress.send_modify(|progress| progress.applies_many = true);
        }
    }

    /// Rebuilds everything, because the changes since the last read are not known for this reason.
    fn reset(&mut self, indexes: &ListIndexes, reason: &'static str) -> Result<Outcome, StoreError> {
        tracing::info!(reason, "rebuilding all list indexes");
        let newest = self.store.changes().newest()?;
        self.begin_applying_many();
        self.store.changes().reset_to(newest.sequence);
        for resource in all_resources() {
            indexes.get(resource).forget_observed();
            indexes.get(resource).rebuild(&self.store, newest.sequence)?;
        }
        for subject in [Subject::Platform, Subject::Clients] {
            self.listener.changed(subject.name(), newest.sequence)?;
        }
        self.advance(newest);
        self.must_reset = false;
        Ok(Outcome::Unknown)
    }

    /// Records that the indexes now contain all changes up to this one.
    fn advance(&mut self, newest: Version) {
        self.sequence = newest.sequence;
        self.applied.send_replace(Applied { newest, since: Instant::now() });
    }

    /// Applies all changes up to the entry `newest`, and later ones that the database already has.
    fn apply(&mut self, indexes: &ListIndexes, newest: i64) -> Result<Outcome, StoreError> {
        // First, so that no replica is read that lacks what the indexes will contain.
        self.store.changes().observe(newest);
        let after = self.applied.borrow().newest;
        let read = |scan: &Scan<'_>| Changes::read(scan, indexes, after);
        let Some(changes) = self.store.records().scan_few(newest, read)? else {
            return self.reset(indexes, "too much has changed");
        };
        self.store.changes().observe(changes.newest.sequence);
        let effects = effects(&changes.subjects);
        let mut outcome = Outcome::Exact;
        let mut applied = BTreeSet::new();
        for subject in changes.subjects {
            match subject {
                ChangedSubject::Rows(resource, rows, newest) => {
                    let plural = resource.names.plural;
                    indexes.get(resource).apply(rows, newest.sequence, &effects[plural]);
                    applied.insert(plural);
                }
                ChangedSubject::Resource(resource, _) => {
                    indexes.get(resource).rebuild(&self.store, changes.newest.sequence)?;
                    outcome = Outcome::Unknown;
                    applied.insert(resource.names.plural);
                }
                ChangedSubject::Other(subject) => self.listener.changed(&subject, changes.newest.sequence)?,
            }
        }
        for resource in all_resources().filter(|resource| !applied.contains(resource.names.plural)) {
            if let Some(effect) = effects.get(resource.names.plural) {
                indexes.get(resource).apply_effect(effect);
            }
        }
        self.advance(changes.newest);
        Ok(outcome)
    }
}

impl Changes {
    /// Reads the changes after an entry of the feed and the current state of the changed rows, from one state of the
    /// database, so that an index never contains half of a transaction. `None` if the feed no longer contains all changes
    /// after the entry.
    fn read(scan: &Scan<'_>, indexes: &ListIndexes, after: Version) -> Result<Option<Self>, StoreError> {
        let FeedRead::Changes(changes) = scan.changes_after(after.sequence)? else { return Ok(None) };
        let newest = changes.last().map_or(after, |change| change.version);
        let mut entries: BTreeMap<String, (Option<KeyRanges>, Newest)> = BTreeMap::new();
        for change in changes {
            let (keys, last) = entries
                .entry(change.subject)
                .or_insert_with(|| (Some(KeyRanges::default()), Newest::default()));
            match (keys.as_mut(), change.records) {
                (Some(keys), Some(range)) => keys.add(range),
                _ => *keys = None,
            }
            last.sequence = change.version.sequence;
            last.versions.add(change.hidden_by, change.version);
        }
        let subjects = entries.into_iter().map(|(subject, (keys, last))| {
            let Some(resource) = all_resources().find(|resource| resource.names.plural == subject) else {
                return Ok(ChangedSubject::Other(subject));
            };
            let index = indexes.get(resource);
            let keys = keys.map(KeyRanges::joined).filter(|keys| !index.prefers_rebuild(keys.count()));
            match keys {
                Some(keys) => {
                    let keys: Vec<i64> = keys.keys().collect();
                    Ok(ChangedSubject::Rows(resource, index.changed_rows(&keys, scan)?, last))
                }
                None => Ok(ChangedSubject::Resource(resource, last)),
            }
        });
        Ok(Some(Self { newest, subjects: subjects.collect::<Result<_, StoreError>>()? }))
    }
}

/// Whether so many rows changed that applying the changes may take longer than the maximum staleness.
fn are_many(changes: &[Change]) -> bool {
    let is_resource = |subject: &str| all_resources().any(|resource| resource.names.plural == subject);
    let rows = |change: &Change| match change.records {
        Some((first, last)) => last.saturating_sub(first).saturating_add(1),
        None if is_resource(&change.subject) => MANY_ROWS,
        None => 1,
    };
    changes.iter().map(rows).fold(0, i64::saturating_add) >= MANY_ROWS
}

/// The effects of changes on the records of each resource whose rows or shown values they change.
fn effects(changed: &[ChangedSubject]) -> BTreeMap<&'static str, Effect> {
    let newest: BTreeMap<&str, Newest> = changed
        .iter()
        .filter_map(|subject| match subject {
            ChangedSubject::Rows(resource, _, newest) | ChangedSubject::Resource(resource, newest) => {
                Some((resource.names.plural, *newest))
            }
            ChangedSubject::Other(_) => None,
        })
        .collect();
    let effect = |resource: &Resource| {
        let shown = resource.shown_tables();
        let versions = shown.iter().filter_map(|table| newest.get(table)).map(|newest| newest.versions);
        let versions = versions.reduce(Versions::max)?;
        let is_joined = |table: &&str| *table != resource.names.plural && newest.contains_key(table);
        Some((resource.names.plural, Effect { versions, invalidates_records: shown.iter().any(is_joined) }))
    };
    all_resources().filter_map(effect).collect()
}
