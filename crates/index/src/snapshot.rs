//! One immutable snapshot of a resource's list index: its records in sort order, in chunks.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use folkmoot_store::audience::Versions;
use hashbrown::HashMap;

use super::chunk::Chunk;
use super::key_map::KeyMap;
use super::order::{Order, OrderKey};
use super::query::{Query, SortBy};
use super::row::{PageRow, PageRows, SortKey};
use super::row_set::RowSet;

/// How many deleted chunks are skipped at once when the counts of an earlier snapshot are reused.
const LOOK_AHEAD: usize = 8;

/// An immutable snapshot of the index. A change makes the next snapshot, which shares all unchanged chunks.
#[derive(Debug, Default, Clone)]
pub struct Snapshot {
    /// The newest change of the resource that this snapshot contains.
    pub sequence: i64,
    /// The newest changes in this snapshot of the resource or of a table that its records show values of. An
    /// audience sees the same in every snapshot with the same version for it.
    pub versions: Versions,
    /// Increases whenever cached records of this resource become invalid.
    pub epoch: u32,
    /// A number that no snapshot with other chunks has.
    pub stamp: u64,
    pub(super) chunks: Vec<Arc<Chunk>>,
    /// The position of each chunk, by its id.
    positions: HashMap<u32, usize>,
    pub(super) keys: Arc<KeyMap>,
    pub(super) orders: Orders,
    /// The counts of the query that selects all records.
    all: Arc<Counts>,
}

/// A record in a snapshot: the position of its chunk, and its offset there.
pub type Position = (usize, u16);

/// The further sort orders of a list.
#[derive(Debug, Default, Clone)]
pub struct Orders {
    /// By id; `None` if records have none.
    pub by_id: Option<Order>,
    /// For each number, the order by it; `None` if lists are not sorted by it.
    pub by_number: Vec<Option<Order>>,
}

/// The number of records that a query selects, up to the end of each chunk.
#[derive(Debug, Default)]
pub struct Counts {
    /// The stamp of the snapshot that was counted.
    stamp: u64,
    /// The stamps of its chunks.
    chunks: Box<[u64]>,
    /// For each chunk, the number of records selected in it and before it.
    ends: Box<[u32]>,
}

impl Snapshot {
    /// A snapshot with these chunks, in sort order, and the locations of their keys.
    pub fn new(
        sequence: i64,
        versions: Versions,
        epoch: u32,
        chunks: Vec<Arc<Chunk>>,
        keys: Arc<KeyMap>,
        orders: Orders,
    ) -> Self {
        let positions = chunks.iter().enumerate().map(|(position, chunk)| (chunk.id, position)).collect();
        let stamp = next_stamp();
        let mut snapshot =
            Self { sequence, versions, epoch, stamp, chunks, positions, keys, orders, all: Arc::default() };
        snapshot.all = Arc::new(snapshot.count(&Query::default(), None));
        snapshot
    }

    /// The same records with the next epoch, which invalidates the cached ones, and at least these versions.
    pub fn with_next_epoch(&self, versions: Versions) -> Self {
        Self { epoch: self.epoch + 1, versions: versions.max(self.versions), ..self.clone() }
    }

    /// The same records with at least these versions.
    pub fn with_versions(&self, versions: Versions) -> Self {
        Self { versions: versions.max(self.versions), ..self.clone() }
    }

    /// The number of records that lists show.
    pub fn len(&self) -> usize {
        self.all.total()
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> usize {
        let chunks: usize = self.chunks.iter().map(|chunk| chunk.bytes()).sum();
        let positions = self.positions.capacity() * (size_of::<(u32, usize)>() + 1);
        let orders = self.orders.by_id.iter().chain(self.orders.by_number.iter().flatten());
        chunks
            + self.chunks.capacity() * size_of::<Arc<Chunk>>()
            + positions
            + self.keys.bytes()
            + orders.map(Order::bytes).sum::<usize>()
            + self.all.bytes()
    }

    /// The record with a key.
    pub(crate) fn find(&self, key: i64) -> Option<Position> {
        let location = self.keys.get(key)?;
        Some((*self.positions.get(&location.chunk)?, location.row))
    }

    /// The position in an order of the record with a key; the least position if there is none.
    pub(crate) fn order_key(&self, key: i64, by: SortBy) -> OrderKey {
        let found = self.find(key);
        found.map_or((i64::MIN, 0), |(chunk, row)| self.chunks[chunk].order_key(row, by))
    }

    /// The position in the order by id of the record with a key.
    pub(crate) fn id_key(&self, key: i64) -> OrderKey {
        (0, self.find(key).map_or(0, |(chunk, row)| self.chunks[chunk].tie(usize::from(row))))
    }

    /// The record with an id.
    pub(crate) fn find_id(&self, id: u128) -> Option<Position> {
        let order = self.orders.by_id.as_ref()?;
        let key = order.key(order.rank((0, id), |key| self.id_key(key)))?;
        self.find(key).filter(|(chunk, row)| self.chunks[*chunk].tie(usize::from(*row)) == id)
    }

    /// A record as pages need it.
    pub(crate) fn row(&self, (chunk, row): Position) -> PageRow {
        self.chunks[chunk].page_row(row)
    }

    /// The chunk that contains, or would contain, a record with this sort key; `None` in an empty index.
    pub(crate) fn chunk_for(&self, sort_key: SortKey) -> Option<usize> {
        let after = self.chunks.partition_point(|chunk| chunk.first() <= sort_key);
        (!self.chunks.is_empty()).then(|| after.saturating_sub(1))
    }

    /// The counts of the query that selects all records.
    pub(crate) fn count_all(&self) -> Arc<Counts> {
        Arc::clone(&self.all)
    }

    /// Counts the records that a query selects. Chunks that an earlier snapshot shares are not counted again.
    pub(crate) fn count(&self, query: &Query<u32>, earlier: Option<&Counts>) -> Counts {
        let mut earlier = earlier.map(Counts::of_chunks).into_iter().flatten();
        let (mut chunks, mut ends) =
            (Vec::with_capacity(self.chunks.len()), Vec::with_capacity(self.chunks.len()));
        let mut end = 0;
        for chunk in &self.chunks {
            // Deleted chunks are skipped.
            let counted = earlier.clone().take(LOOK_AHEAD).position(|(stamp, _)| stamp == chunk.stamp);
            end += match counted.and_then(|ahead| earlier.nth(ahead)) {
                Some((_, count)) => count,
                None => u32::try_from(chunk.count(query)).unwrap_or(u32::MAX),
            };
            chunks.push(chunk.stamp);
            ends.push(end);
        }
        Counts { stamp: self.stamp, chunks: chunks.into(), ends: ends.into() }
    }

    /// Whether a query selects the record.
    pub(crate) fn is_selected(&self, query: &Query<u32>, (chunk, row): Position) -> bool {
        query.selects_all() || self.chunks[chunk].select(query).contains(row)
    }

    /// The records that a query selects, oldest first.
    pub(crate) fn select<'a>(&'a self, query: &'a Query<u32>) -> impl Iterator<Item = Position> + 'a {
        self.chunks.iter().enumerate().flat_map(|(number, chunk)| {
            let selected: Vec<u16> = chunk.select(query).iter().collect();
            selected.into_iter().map(move |row| (number, row))
        })
    }

    /// Of the records that `select` selects, the number of the oldest for which `is_before` is true; it is
    /// true for no newer one. `counted` is the number of selected records up to the end of each chunk.
    pub(crate) fn count_before(
        &self,
        is_before: &dyn Fn(OrderKey) -> bool,
        counted: impl Fn(usize) -> usize,
        select: impl Fn(&Chunk) -> RowSet,
    ) -> usize {
        let after = self.chunks.partition_point(|chunk| is_before(chunk.first()));
        let Some(number) = after.checked_sub(1) else { return 0 };
        let chunk = &self.chunks[number];
        let mut rows = select(chunk);
        rows.intersect(&RowSet::span(0, chunk.partition_point(is_before)));
        number.checked_sub(1).map_or(0, counted) + rows.len()
    }

    /// Some of the records that a query selects, newest first; `counts` are this snapshot's counts of the query.
    pub(crate) fn rows(
        &self,
        query: &Query<u32>,
        counts: &Counts,
        first: usize,
        size: usize,
    ) -> Vec<PageRow> {
        let total = counts.total();
        let mut rows = Vec::with_capacity(size.min(total.saturating_sub(first)));
        // Pages count from the newest record, the ends of chunks from the oldest.
        let mut end = total.saturating_sub(first);
        while end > 0 && rows.len() < size {
            let chunk_index = counts.ends.partition_point(|chunk_end| (*chunk_end as usize) < end);
            let Some(chunk) = self.chunks.get(chunk_index) else { break };
            let skipped = counts.ends[chunk_index] as usize - end;
            let selected = chunk.select(query);
            let before = rows.len();
            rows.extend(selected.newest(skipped).take(size - before).map(|row| chunk.page_row(row)));
            end -= rows.len() - before;
            if rows.len() == before {
                break;
            }
        }
        rows
    }

    /// A page of the part of a list with `total` records that has these rows. `position_of` is the position of a key in
    /// the order of the list.
    pub(crate) fn page_of(
        &self,
        rows: Vec<PageRow>,
        (part, total): (Range<usize>, usize),
        position_of: impl Fn(i64) -> OrderKey,
    ) -> PageRows {
        let last = rows.last().filter(|_| part.end < total);
        let end = last.map(|row| position_of(row.key));
        PageRows { rows, end, total, versions: self.versions, epoch: self.epoch }
    }

    /// The page of a list without records.
    pub(crate) fn no_page(&self) -> PageRows {
        PageRows { rows: Vec::new(), end: None, total: 0, versions: self.versions, epoch: self.epoch }
    }
}

impl Counts {
    /// The number of records that the query selects.
    pub fn total(&self) -> usize {
        self.ends.last().copied().unwrap_or(0) as usize
    }

    /// The number of records selected up to the end of a chunk.
    pub fn until(&self, chunk: usize) -> usize {
        self.ends.get(chunk).copied().unwrap_or(0) as usize
    }

    /// Whether these are the counts of this snapshot.
    pub fn are_of(&self, snapshot: &Snapshot) -> bool {
        self.stamp == snapshot.stamp
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.chunks) + size_of_val(&*self.ends)
    }

    /// The stamp of each chunk and the number of records selected in it.
    fn of_chunks(&self) -> impl Iterator<Item = (u64, u32)> + Clone + '_ {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        self.chunks.iter().copied().zip(self.ends.iter().zip(starts).map(|(end, start)| end - start))
    }
}

/// A stamp that no chunk or snapshot has yet.
pub fn next_stamp() -> u64 {
    static STAMP: AtomicU64 = AtomicU64::new(0);
    STAMP.fetch_add(1, Ordering::Relaxed)
}
