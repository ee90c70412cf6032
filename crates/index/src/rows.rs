//! The rows of chunks to be: merging changes into them, splitting what became too many, joining what became few.

use super::chunk::{ChunkRows, IndexedRow, MAX_ROWS, offset};
use super::writer::Edits;

/// How full the parts are that a chunk is split into, so that they need not be split again soon.
const SPLIT_ROWS: usize = MAX_ROWS / 4 * 3;

/// Where a row of the result comes from.
enum Source<'a> {
    Old(usize),
    New(&'a IndexedRow),
}

/// The rows of a chunk after changes of which the last is `sequence`, in the order of lists; possibly more than
/// [`MAX_ROWS`], but fewer than 65,536.
pub fn merge(old: &ChunkRows, mut edits: Edits, sequence: i64) -> ChunkRows {
    edits.inserted.sort_unstable_by_key(|row| row.sort);
    let mut is_removed = vec![false; old.len()];
    edits.removed.iter().for_each(|row| is_removed[usize::from(*row)] = true);

    let mut sources = Vec::with_capacity(old.len() + edits.inserted.len());
    let mut inserted = edits.inserted.iter().peekable();
    for row in (0..old.len()).filter(|row| !is_removed[*row]) {
        while let Some(new) = inserted.next_if(|new| new.sort < old.sort_key(row)) {
            sources.push(Source::New(new));
        }
        sources.push(Source::Old(row));
    }
    sources.extend(inserted.map(Source::New));

    let mut merged = ChunkRows::empty(old.facets, old.pairs.len() - old.facets);
    // Where each old row is now, and none for rows whose values come from the edits.
    let mut moved: Vec<Option<u16>> = vec![None; old.len()];
    for source in sources {
        let row = offset(merged.len());
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
        merged.updated[usize::from(row)] = values.updated;
        merged.versions[usize::from(row)] = sequence;
        push_values(&mut merged, row, values);
    }
    for (pairs, old) in merged.pairs.iter_mut().zip(&old.pairs) {
        pairs.extend(old.iter().filter_map(|(value, row)| Some((*value, moved[usize::from(*row)]?))));
    }
    merged
}

/// The rows of two neighbours as one.
pub fn join(mut rows: ChunkRows, next: &ChunkRows) -> ChunkRows {
    let start = rows.len();
    (0..next.len()).for_each(|row| copy_row(&mut rows, next, row));
    for (pairs, next) in rows.pairs.iter_mut().zip(&next.pairs) {
        pairs.extend(next.iter().map(|(value, row)| (*value, offset(start + usize::from(*row)))));
    }
    rows
}

/// The rows in parts of at most [`MAX_ROWS`] each; none if there are no rows. `is_end` says that rows are added
/// behind these most of all, so that all but the last part are filled.
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
                    parts[row / size].pairs[column].push((*value, offset(row % size)));
                }
            }
            parts
        }
    }
}

/// Adds a row without the values of its facets and relations.
fn copy_row(rows: &mut ChunkRows, from: &ChunkRows, row: usize) {
    rows.keys.push(from.keys[row]);
    rows.timestamps.push(from.timestamps[row]);
    rows.ties.push(from.ties[row]);
    rows.updated.push(from.updated[row]);
    rows.versions.push(from.versions[row]);
}

fn push_row(rows: &mut ChunkRows, row: &IndexedRow, sequence: i64) {
    rows.keys.push(row.key);
    rows.timestamps.push(row.sort.0);
    rows.ties.push(row.sort.1);
    rows.updated.push(row.updated);
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
