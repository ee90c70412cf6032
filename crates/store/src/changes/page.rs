//! Pages of the public change feed: what changed after a position, as a client sees it.
//!
//! A page names each changed record once, with its current state, all from one state of the database. A record that the
//! client cannot see any more is deleted for it.

use std::collections::HashMap;
use std::sync::Arc;

use folkmoot_database::executor::Executor;
use folkmoot_model::resource::Resource;
use uuid::Uuid;

use super::entries::{Entries, Entry, Rows, Seen};
use super::rows::{self, Found};
use super::{Version, horizon, newest_version};
use crate::change_feed::ChangeFeed;
use crate::encode::View;
use crate::queries::Queries;
use crate::{Store, StoreError};

/// The maximum number of entries that a page is made from. Many entries can be about one record.
const MAX_ENTRIES: usize = 5_000;

/// A position in the change feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Position {
    /// The last entry that was read.
    pub version: Version,
    /// The last key that was read if that entry is about a range of rows and some of them are still to be read.
    pub within: Option<i64>,
}

impl Position {
    /// After an entry and all before it.
    pub fn after(version: Version) -> Self {
        Self { version, within: None }
    }
}

/// What a page contains.
#[derive(Debug, Clone)]
pub struct PageQuery {
    after: Position,
    resources: Vec<&'static Resource>,
    view: View,
    limit: usize,
}

impl PageQuery {
    /// The page after a position with at most `limit` records, as the view shows them: of those of these resources that the
    /// client sees.
    pub fn new(view: View, mut resources: Vec<&'static Resource>, after: Position, limit: usize) -> Self {
        resources.retain(|resource| view.access.sees(resource));
        Self { after, resources, view, limit }
    }
}

/// A page of changes.
#[derive(Debug)]
pub struct ChangePage {
    /// The changed records, in the order of their last changes.
    pub changes: Vec<RecordChange>,
    /// The position after the page.
    pub next: Position,
    /// Whether there may be further changes.
    pub has_more: bool,
}

/// The result of reading a page.
#[derive(Debug)]
pub enum PageRead {
    /// The page.
    Page {
        /// The changes.
        page: ChangePage,
        /// The newest change in the state of the database that the records are from.
        newest: Version,
    },
    /// The feed does not contain all changes since the position: some were removed, the database has another history, or
    /// all rows of a resource changed.
    Expired,
}

/// A change of a record.
#[derive(Debug)]
pub struct RecordChange {
    /// The resource of the record.
    pub resource: &'static Resource,
    /// The id, as the client sees it; `None` if records of the resource have none.
    pub id: Option<Uuid>,
    /// When the record last changed, in milliseconds since 1970, as the client sees it.
    pub changed_at: i64,
    /// What the record is now.
    pub state: RecordState,
    /// Whether the client saw it before the first of its changes on the page.
    pub was_visible: bool,
    /// The project of a record that the client does not see any more, if the client still may know it.
    pub last_project: Option<Uuid>,
}

/// What a changed record is now.
#[derive(Debug, PartialEq, Eq)]
pub enum RecordState {
    /// A record that the client sees.
    Visible {
        /// The record as JSON.
        json: Vec<u8>,
        /// Whether results of votes are withheld from it.
        withholds_votes: bool,
    },
    /// The record does not exist for the client. If it has no id: the ids that identify it, as a JSON object.
    Deleted(Option<String>),
}

impl ChangeFeed<'_> {
    /// Reads a page from a state of the database that is not older than the position.
    pub async fn page(self, query: PageQuery) -> Result<PageRead, StoreError> {
        let Store { database, pools, queries } = self.store;
        let all: Vec<Arc<Queries>> =
            query.resources.iter().map(|resource| Arc::clone(&queries[resource.names.plural])).collect();
        let read = move |executor: &dyn Executor| Page { executor, queries: &all, query: &query }.read();
        match database.read_in_pool(&pools.reads, read).await {
            // Not even the primary has the position.
            Err(StoreError::Behind) => Ok(PageRead::Expired),
            read => read,
        }
    }
}

/// A page that is being read.
struct Page<'a> {
    executor: &'a dyn Executor,
    /// The statements of the requested resources.
    queries: &'a [Arc<Queries>],
    query: &'a PageQuery,
}

/// A row that changed.
#[derive(Debug, Clone, Copy)]
struct ChangedRow {
    /// The position of the resource.
    resource: usize,
    /// The key of the row.
    key: i64,
    /// Its last entry on the page.
    last: Version,
    /// Its first entry on the page, and whether the client saw the row before.
    first: (Version, bool),
    /// Whether one of its entries was deferred, so that the client may have seen it in lists.
    is_release: bool,
    /// How the entries on the page name it.
    naming: Naming,
}

/// How an entry names a row, from the weakest to the strongest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Naming {
    /// With other rows that an import added: the client may never have seen it, so that it has no deletion.
    Inserted,
    /// In a range, in which keys may be missing.
    InRange,
    /// By its key.
    Alone,
}

/// The part of the feed that a page is made from.
struct FeedPart {
    rows: Vec<ChangedRow>,
    /// Its end; `None` if there are no further entries.
    end: Option<Position>,
}

/// The rows that changed, each once.
#[derive(Default)]
struct ChangedRows {
    rows: Vec<ChangedRow>,
    positions: HashMap<(usize, i64), usize>,
}

impl ChangedRows {
    fn add(&mut self, row: ChangedRow) {
        let next = self.rows.len();
        let position = *self.positions.entry((row.resource, row.key)).or_insert(next);
        if position == next {
            self.rows.push(row);
        }
        let known = &mut self.rows[position];
        known.last = known.last.max(row.last);
        known.first = known.first.min(row.first);
        known.is_release |= row.is_release;
        known.naming = known.naming.max(row.naming);
    }
}

impl Page<'_> {
    fn read(&self) -> Result<PageRead, StoreError> {
        let newest = newest_version(self.executor)?;
        if newest.sequence < self.query.after.version.sequence {
            return Err(StoreError::Behind);
        }
        if !self.is_retained(newest)? {
            return Ok(PageRead::Expired);
        }
        let Some(part) = self.part()? else { return Ok(PageRead::Expired) };
        let Some(changes) = self.changes(&part.rows)? else { return Ok(PageRead::Expired) };
        let next = part.end.unwrap_or(Position::after(newest));
        Ok(PageRead::Page { page: ChangePage { changes, next, has_more: part.end.is_some() }, newest })
    }

    /// Whether the feed contains all changes since the position, and the position belongs to this history.
    fn is_retained(&self, newest: Version) -> Result<bool, StoreError> {
        let Position { version, within } = self.query.after;
        let horizon = horizon(self.executor)?;
        if version.sequence < horizon || within.is_some() && version.sequence == horizon {
            return Ok(false);
        }
        // The entry at the horizon may have been removed, and there is none before the first change.
        if version == newest || version.sequence == horizon {
            return Ok(true);
        }
        let entry = "SELECT happened_at FROM changes WHERE sequence = ?1";
        let happened_at = self.executor.one(entry, &[version.sequence.into()], |row| row.integer(0))?;
        Ok(happened_at.flatten() == Some(version.happened_at))
    }

    /// The part of the feed after the position; `None` if it does not name the rows that changed.
    fn part(&self) -> Result<Option<FeedPart>, StoreError> {
        let PageQuery { after, resources, view, limit } = self.query;
        let seen = Seen { resources, audience: view.access.audience() };
        let first = after.version.sequence - i64::from(after.within.is_some());
        let mut entries = Entries::after(self.executor, seen, first)?;
        let mut changed = ChangedRows::default();
        let mut reached = *after;
        for _ in 0..MAX_ENTRIES {
            let room = limit.saturating_sub(changed.rows.len());
            if room == 0 {
                break;
            }
            let Some(entry) = entries.next()? else {
                return Ok(Some(FeedPart { rows: changed.rows, end: None }));
            };
            let begun = after.within.filter(|_| entry.version == after.version);
            let Some((mut keys, naming)) = self.keys_of(&entry, begun, room + 1)? else { return Ok(None) };
            reached = Position::after(entry.version);
            if keys.len() > room {
                keys.truncate(room);
                reached.within = keys.last().copied();
            }
            for key in keys {
                changed.add(ChangedRow {
                    resource: entry.resource,
                    key,
                    last: entry.version,
                    first: (entry.version, entry.were_visible),
                    is_release: entry.is_release,
                    naming,
                });
            }
            if reached.within.is_some() {
                break;
            }
        }
        let has_more = reached.within.is_some() || entries.has_next()?;
        Ok(Some(FeedPart { rows: changed.rows, end: has_more.then_some(reached) }))
    }

    /// The keys that an entry names, after the key `begun` and at most `limit`; `None` if it does not name any.
    fn keys_of(
        &self,
        entry: &Entry,
        begun: Option<i64>,
        limit: usize,
    ) -> Result<Option<(Vec<i64>, Naming)>, StoreError> {
        let queries = &self.queries[entry.resource];
        let rest = |(first, last): (i64, i64)| (begun.map_or(first, |key| first.max(key + 1)), last);
        Ok(match entry.rows {
            Rows::All => None,
            Rows::One(key) => Some((vec![key], Naming::Alone)),
            Rows::Range(first, last) => {
                let keys = rows::keys_between(self.executor, queries, rest((first, last)), limit)?;
                Some((keys, Naming::InRange))
            }
            Rows::Inserted { keys, hidden_by } => {
                let keys = rows::keys_inserted(self.executor, queries, (rest(keys), hidden_by), limit)?;
                Some((keys, Naming::Inserted))
            }
        })
    }

    /// What the rows are for the client now; `None` if the feed does not describe a row that was removed.
    fn changes(&self, rows: &[ChangedRow]) -> Result<Option<Vec<RecordChange>>, StoreError> {
        let mut found = Vec::new();
        for (position, queries) in self.queries.iter().enumerate() {
            let of_resource = rows.iter().filter(|row| row.resource == position);
            let keys: Vec<i64> = of_resource.map(|row| row.key).collect();
            let resource = self.query.resources[position];
            found.push(Found::read(self.executor, queries, resource, &keys, &self.query.view)?);
        }
        // A record whose row was removed and inserted again has several rows.
        let mut last_rows = HashMap::new();
        for row in rows {
            let Some(record) = found[row.resource].record(row.key) else {
                if row.naming == Naming::Alone {
                    return Ok(None);
                }
                continue;
            };
            if row.naming == Naming::Inserted && !found[row.resource].is_visible(row.key) {
                continue;
            }
            let last: &mut ChangedRow = last_rows.entry((row.resource, record)).or_insert(*row);
            let (first, is_release) = (last.first.min(row.first), last.is_release || row.is_release);
            if (last.last, last.key) < (row.last, row.key) {
                *last = *row;
            }
            (last.first, last.is_release) = (first, is_release);
        }
        let mut last_rows: Vec<_> = last_rows.into_iter().collect();
        last_rows.sort_unstable_by_key(|(_, row)| (row.last, row.key));
        let changes = last_rows.into_iter().map(|((position, record), row)| {
            let resource = self.query.resources[position];
            let last_change = (row.key, row.last.happened_at);
            let change = found[position].change(resource, &record, last_change, &self.query.view);
            let is_deleted = matches!(change.state, RecordState::Deleted(_));
            let was_visible = row.first.1 || row.is_release && is_deleted;
            RecordChange { was_visible, ..change }
        });
        Ok(Some(changes.collect()))
    }
}
