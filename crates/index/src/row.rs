//! A record as the list index sees it.

use folkmoot_store::audience::Versions;

use super::order::OrderKey;

/// The key by which records are sorted: the timestamp in milliseconds since 1970, then a tie-breaker. The
/// tie-breaker is the id of the record. A record without an id has a digest of the ids that identify it if
/// timestamps of its resource are cut, and otherwise the key, which shows the order in which rows were
/// stored.
pub type SortKey = (i64, u128);

/// The values of a record that the index contains. Facets and relations are numbers of the dictionary.
#[derive(Debug, Clone)]
pub struct IndexedRow {
    /// The row's key in the database.
    pub key: i64,
    /// Its position in the sort order of lists.
    pub sort_key: SortKey,
    /// The value of each facet.
    pub facets: Vec<u32>,
    /// The values of each relation, without duplicates.
    pub related: Vec<Vec<u32>>,
    /// Each number; `None` for null.
    pub numbers: Vec<Option<i64>>,
}

/// A row that changed, in its current state in the database.
#[derive(Debug)]
pub struct ChangedRow {
    /// The row's key.
    pub key: i64,
    /// Its current values; `None` if lists do not show it.
    pub row: Option<IndexedRow>,
}

/// A record on a page.
#[derive(Debug, Clone, Copy)]
pub struct PageRow {
    /// The row's key.
    pub key: i64,
    /// The sequence number of the row's last change since the index was built; 0 if there was none.
    pub version: i64,
}

/// The records of one page, read from one snapshot of the index.
#[derive(Debug)]
pub struct PageRows {
    /// The rows, in the order of the list.
    pub rows: Vec<PageRow>,
    /// The position of the last of them in the order of the list, if further records follow.
    pub end: Option<OrderKey>,
    /// The number of records in the complete list.
    pub total: usize,
    /// The versions of the snapshot, see [`super::snapshot::Snapshot::versions`].
    pub versions: Versions,
    /// The cache epoch of the snapshot, see [`super::RecordKey::epoch`].
    pub epoch: u32,
}

/// The tie-breaker of a record if its key breaks ties.
pub fn tie_breaker(key: i64) -> u128 {
    u128::from(key.unsigned_abs())
}
