//! The rows of a chunk as long as they can be changed: merging changes into them, splitting and joining chunks.

use super::row::{IndexedRow, SortKey};
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
    /// The tie-breaker of each row, see [`super::row::SortKey`].
    pub ties: Vec<u128>,
    /// The sequence number of each row's last change; 0 if it did not change since the index was built.
    pub versions: Vec<i64>,
    /// For each facet, the value of each row.
    pub facets: Vec<Vec<u32>>,
    /// For each number, its value in each row.
    pub numbers: Vec<Vec<Option<i64>>>,
    /// For each relation, pairs of value and row.
    pub relations: Vec<Vec<(u32, u16)>>,
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

/// The numbers of columns of a resource.
#[derive(Debug, Clone, Copy)]
pub struct Widths {
    /// Of facets.
    pub facets: usize,
    /// Of numbers.
    pub numbers: usize,
    /// Of relations.
    pub relations: usize,
}

impl ChunkRows {
    /// No rows of a resource with these numbers of columns.
    pub fn empty(widths: Widths) -> Self {
        Self {
            facets: vec![Vec::new(); widths.facets],
            numbers: vec![Vec::new(); widths.numbers],
            relations: vec![Vec::new(); widths.relations],
            ..Self::default()
        }
    }

    fn widths(&self) -> Widths {
        Widths { facets: self.facets.len(), numbers: self.numbers.len(), relations: self.relations.len() }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// The position of a row in the sort order of lists.
    pub fn sort_key(&self, row: usize) -> SortKey {
        (self.timestamps[row], self.ties[row])
    }

    /// Removes all rows.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.timestamps.clear();
        self.ties.clear();
        self.versions.clear();
        self.facets.iter_mut().for_each(Vec::clear);
        self.numbers.iter_mut().for_each(Vec::clear);
        self.relations.iter_mut().for_each(Vec::clear);
    }

    /// Appends a copy of a row without its relations.
    pub fn push_copy(&mut self, from: &Self, row: usize) {
        self.keys.push(from.keys[row]);
        self.timestamps.push(from.timestamps[row]);
        self.ties.push(from.ties[row]);
        self.versions.push(from.versions[row]);
        self.facets.iter_mut().zip(&from.facets).for_each(|(facet, from)| facet.push(from[row]));
        self.numbers.iter_mut().zip(&from.numbers).for_each(|(number, from)| number.push(from[row]));
    }

    /// Appends a changed row.
    fn push(&mut self, row: &IndexedRow, version: i64) {
        let offset = row_offset(self.len());
        self.keys.push(row.key);
        self.timestamps.push(row.sort_key.0);
        self.ties.push(row.sort_key.1);
        self.versions.push(version);
        self.facets.iter_mut().zip(&row.facets).for_each(|(facet, value)| facet.push(*value));
        self.numbers.iter_mut().zip(&row.numbers).for_each(|(number, value)| number.push(*value));
        self.add_related(offset, row);
    }

    /// Replaces the values of a row, which has no relations yet.
    fn replace(&mut self, offset: u16, row: &IndexedRow, version: i64) {
        let at = usize::from(offset);
        self.versions[at] = version;
        self.facets.iter_mut().zip(&row.facets).for_each(|(facet, value)| facet[at] = *value);
        self.numbers.iter_mut().zip(&row.numbers).for_each(|(number, value)| number[at] = *value);
        self.add_related(offset, row);
    }

    fn add_related(&mut self, offset: u16, row: &IndexedRow) {
        for (pairs, values) in self.relations.iter_mut().zip(&row.related) {
            pairs.extend(values.iter().map(|value| (*value, offset)));
        }
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

    let mut merged = ChunkRows::empty(old.widths());
    // The new offset of each old row; `None` if it was removed or its values come from the edits.
    let mut moved: Vec<Option<u16>> = vec![None; old.len()];
    for source in sources {
        match source {
            Source::Old(from) => {
                moved[from] = Some(row_offset(merged.len()));
                merged.push_copy(old, from);
            }
            Source::New(new) => merged.push(new, sequence),
        }
    }
    for (from, values) in &edits.updated {
        if let Some(row) = moved[usize::from(*from)].take() {
            merged.replace(row, values, sequence);
        }
    }
    for (pairs, old) in merged.relations.iter_mut().zip(&old.relations) {
        pairs.extend(old.iter().filter_map(|(value, row)| Some((*value, moved[usize::from(*row)]?))));
    }
    merged
}

/// Joins the rows of two adjacent chunks.
pub fn join(mut rows: ChunkRows, next: &ChunkRows) -> ChunkRows {
    let start = rows.len();
    (0..next.len()).for_each(|row| rows.push_copy(next, row));
    for (pairs, next) in rows.relations.iter_mut().zip(&next.relations) {
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
            let mut parts: Vec<ChunkRows> =
                (0..count.div_ceil(size)).map(|_| ChunkRows::empty(rows.widths())).collect();
            (0..count).for_each(|row| parts[row / size].push_copy(&rows, row));
            for (relation, pairs) in rows.relations.iter().enumerate() {
                for (value, row) in pairs {
                    let row = usize::from(*row);
                    parts[row / size].relations[relation].push((*value, row_offset(row % size)));
                }
            }
            parts
        }
    }
}
