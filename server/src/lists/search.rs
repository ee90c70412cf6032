//! Pages of what a search found: the database ranks the records, the index filters, counts and breaks ties.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use quick_cache::sync::Cache;

use super::index::Index;
use super::selection::Selection;
use super::{Lists, PageKeys};
use crate::lists::query::Query;
use crate::resource::Resource;
use crate::store::search::Ranked;
use crate::store::{Store, StoreError};

/// How many found rows are kept for the next page of the same search.
const KEPT_ROWS: u64 = 4_000_000;

/// What a search found on one state of the database.
pub type Found = Arc<Ranked>;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct SearchKey {
    resource: &'static str,
    sequence: i64,
    words: String,
}

#[derive(Debug, Clone)]
pub(super) struct RowWeight;

impl quick_cache::Weighter<SearchKey, Found> for RowWeight {
    fn weight(&self, key: &SearchKey, found: &Found) -> u64 {
        (found.rows.len() + key.words.len() / 16) as u64 + 16
    }
}

pub(super) fn cache() -> Cache<SearchKey, Found, RowWeight> {
    Cache::with_weighter(200, KEPT_ROWS, RowWeight)
}

impl Lists {
    /// Looks for words, in the database unless it was asked the same since the last change.
    pub async fn find(
        &self,
        resource: &'static Resource,
        words: &str,
        store: &Arc<Store>,
    ) -> Result<Found, StoreError> {
        let key = |sequence| SearchKey { resource: resource.names.plural, sequence, words: words.to_owned() };
        if let Some(found) = self.found.get(&key(self.read(resource).sequence)) {
            return Ok(found);
        }
        let found = Arc::new(store.search(resource, words).await?);
        self.found.insert(key(found.sequence), Arc::clone(&found));
        Ok(found)
    }

    /// The n-th page of those found records that the query selects too, best first, then newest; and whether the
    /// index is of the same state as the search.
    pub fn page_found(
        &self,
        resource: &'static Resource,
        query: &Query,
        found: &Ranked,
        number: usize,
        size: usize,
    ) -> (PageKeys, bool) {
        let index = self.read(resource);
        let selection = index
            .select_at_once(query)
            .unwrap_or_else(|| Selection::Found(self.found_by_looking(resource, &index, query)));
        let mut places = index.places(found);
        places.retain(|(_, position)| selection.contains(*position));
        places.sort_unstable_by(|one, other| {
            one.0.total_cmp(&other.0).then(Reverse(one.1).cmp(&Reverse(other.1)))
        });
        let first = (number - 1).saturating_mul(size);
        let shown = places.iter().skip(first).take(size);
        let page = PageKeys {
            rows: shown.map(|(_, position)| index.row(*position)).collect(),
            total: places.len(),
            sequence: index.sequence,
            epoch: index.epoch,
        };
        (page, index.sequence == found.sequence)
    }
}

impl Index {
    /// How well each found record matches, and where it stands.
    fn places(&self, found: &Ranked) -> Vec<(f64, u32)> {
        let matches: HashMap<i64, f64> = found.rows.iter().copied().collect();
        if matches.is_empty() {
            return Vec::new();
        }
        let standing = (0_u32..).zip(&self.keys);
        standing.filter_map(|(position, key)| Some((*matches.get(key)?, position))).collect()
    }
}
