//! The rows of a chunk as long as they can be changed: merging changes into them, splitting and joining chunks.

use folkmoot_model::resource::facets::Entry;

use super::row::{IndexedRow, NULL, SortKey, tie_breaker};
use super::row_set::MAX_ROWS;

/// The size of the parts that a full chunk is split into; the free space delays the next split.
const SPLIT_ROWS: usize = MAX_ROWS / 4 * 3;

/// The rows of a future chunk, in the sort order of lists.
#[derive(Debug, Default, Clone)]
pub struct ChunkRows {
    /// The key of each row.
    pub keys: Vec<i64>,
    /// The timestamp of each row that lists are sorted by.
    pub timestamps: Vec<i64>,
    /// The tie-breaker of each row: its id, or [`tie_breaker`] of its key.
    pub ties: Vec<u128>,
    /// The last update of each row.
    pub updated_at: Vec<i64>,
    /// The sequence number of each row's last change; 0 if it did not change since the index was built.
    pub versions: Vec<i64>,
    /// For each facet, then for each relation, pairs of value and row.
    pub pairs: Vec<Vec<(u128, u16)>>,
    /// How many elements of `pairs` are facets.
    pub facets: usize,
}

/// The changes of one chunk.
#[derive(Debug, Default)]
pub struct Edits {
    /// Rows whose position does not change.
    pub updated: Vec<(u16, IndexedRow)>,
    /// Rows that were deleted, or moved to another position.
    pub removed: Vec<u16>,
    /// Rows that were created, or moved to a position in this chunk.
    pub inserted: Vec<IndexedRow>,
}

impl ChunkRows {
    /// No rows of a resource with this number of facets and relations.
    pub fn empty(facets: usize, relations: usize) -> Self {
        Self { pairs: vec![Vec::new(); facets + relations], facets, ..Self::default() }
    }

    /// Appends a record, which must be newer than all others, without its relations.
    pub fn push(&mut self, entry: &Entry<'_>) {
        let row = row_offset(self.keys.len());
        self.keys.push(entry.key);
        self.timestamps.push(entry.order);
        self.ties.push(entry.id.unwrap_or_else(|| tie_breaker(entry.key)));
        self.updated_at.push(entry.changed);
        self.versions.push(0);
        for (pairs, value) in self.pairs.iter_mut().zip(entry.values) {
            pairs.push((value.unwrap_or(NULL), row));
        }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// The position of a row in the sort order of lists.
    pub fn sort_key(&self, row: usize) -> SortKey {
        (self.timestamps[row], self.ties[row])
    }
}

/// An index into the rows of a chunk, or of a future chunk, which has at most 65,536 rows.
pub fn row_offset(row: usize) -> u16 {
    u16::try_from(row).unwrap_or(u16::MAX)
}

/// The origin of a row of the result.
enum Source<'a> {
    Old(usize),
    New(&'a IndexedRow),
}

/// Merges changes into the rows of a chunk, in the sort order of lists. `sequence` is the last of the changes. The
/// result may have more than [`MAX_ROWS`] rows, but has fewer than 65,536.
pub fn merge(old: &ChunkRows, mut edits: Edits, sequence: i64) -> ChunkRows {
    edits.inserted.sort_unstable_by_key(|row| row.sort_key);
    let mut is_removed = vec![false; old.len()];
    edits.removed.iter().for_each(|row| is_removed[usize::from(*row)] = true);

    let mut sources = Vec::with_capacity(old.len() + edits.inserted.len());
    let mut inserted = edits.inserted.iter().peekable();
    for row in (0..old.len()).filter(|row| !is_removed[*row]) {
        while let Some(new) = inserted.next_if(|new| new.sort_key < old.sort_key(row)) {
            sources.push(Source::New(new));
        }
        sources.push(Source::Old(row));
    }
    sources.extend(inserted.map(Source::New));

    let mut merged = ChunkRows::empty(old.facets, old.pairs.len() - old.facets);
    // The new offset of each old row; `None` if it was removed or its values come from the edits.
    let mut moved: Vec<Option<u16>> = vec![None; old.len()];
    for source in sources {
        let row = row_offset(merged.len());
        match source {
            Source::Old(from) => {
                moved[from] = Some(row);
                copy_row(&mut merged, old, from);
            }
            Source::New(new) => {
                push_row(&mut merged, new, sequence);
                push_values(&mut merged, row, new);
            }
        }
    }
    for (from, values) in &edits.updated {
        let Some(row) = moved[usize::from(*from)].take() else { continue };
        merged.updated_at[usize::from(row)] = values.updated_at;
        merged.versions[usize::from(row)] = sequence;
        push_values(&mut merged, row, values);
    }
    for (pairs, old) in merged.pairs.iter_mut().zip(&old.pairs) {
        pairs.extend(old.iter().filter_map(|(value, row)| Some((*value, moved[usize::from(*row)]?))));
    }
    merged
}

/// Joins the rows of two adjacent chunks.
pub fn join(mut rows: ChunkRows, next: &ChunkRows) -> ChunkRows {
    let start = rows.len();
    (0..next.len()).for_each(|row| copy_row(&mut rows, next, row));
    for (pairs, next) in rows.pairs.iter_mut().zip(&next.pairs) {
        pairs.extend(next.iter().map(|(value, row)| (*value, row_offset(start + usize::from(*row)))));
    }
    rows
}

/// Splits rows into parts of at most [`MAX_ROWS`]; returns no part if there are no rows. At the end of the list
/// (`is_end`), where most rows are added, all parts but the last are filled completely.
pub fn split(rows: ChunkRows, is_end: bool) -> Vec<ChunkRows> {
    match rows.len() {
        0 => Vec::new(),
        1..=MAX_ROWS => vec![rows],
        count => {
            let size = if is_end { MAX_ROWS } else { count.div_ceil(count.div_ceil(SPLIT_ROWS)) };
            let mut parts: Vec<ChunkRows> = (0..count.div_ceil(size))
                .map(|_| ChunkRows::empty(rows.facets, rows.pairs.len() - rows.facets))
                .collect();
            (0..count).for_each(|row| copy_row(&mut parts[row / size], &rows, row));
            for (column, pairs) in rows.pairs.iter().enumerate() {
                for (value, row) in pairs {
                    let row = usize::from(*row);
                    parts[row / size].pairs[column].push((*value, row_offset(row % size)));
                }
            }
            parts
        }
    }
}

/// Appends a row without the values of its facets and relations.
fn copy_row(rows: &mut ChunkRows, from: &ChunkRows, row: usize) {
    rows.keys.push(from.keys[row]);
    rows.timestamps.push(from.timestamps[row]);
    rows.ties.push(from.ties[row]);
    rows.updated_at.push(from.updated_at[row]);
    rows.versions.push(from.versions[row]);
}

fn push_row(rows: &mut ChunkRows, row: &IndexedRow, sequence: i64) {
    rows.keys.push(row.key);
    rows.timestamps.push(row.sort_key.0);
    rows.ties.push(row.sort_key.1);
    rows.updated_at.push(row.updated_at);
    rows.versions.push(sequence);
}

fn push_values(rows: &mut ChunkRows, row: u16, values: &IndexedRow) {
    let (facets, relations) = rows.pairs.split_at_mut(rows.facets);
    for (pairs, value) in facets.iter_mut().zip(&values.facets) {
        pairs.push((*value, row));
    }
    for (pairs, values) in relations.iter_mut().zip(&values.related) {
        pairs.extend(values.iter().map(|value| (*value, row)));
    }
}
