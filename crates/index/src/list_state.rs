//! The lists of several resources in one state of the database.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use folkmoot_model::resource::Resource;
use folkmoot_store::StoreError;
use folkmoot_store::audience::Audience;
use folkmoot_store::records::Scan;

use super::list_indexes::ListIndexes;
use super::scanned_index::ScannedIndex;
use super::selection::Selection;
use super::snapshot::Snapshot;
use super::visible_query::{Found, VisibleQuery};

/// The lists of several resources in one state of the database.
pub trait ListState {
    /// The complete list that a query selects.
    fn select(&self, query: &VisibleQuery) -> Result<Selection, StoreError>;
}

/// The lists of the indexes of a server.
#[derive(Debug)]
pub struct IndexedLists<'a> {
    indexes: &'a ListIndexes,
    snapshots: HashMap<&'static str, Arc<Snapshot>>,
}

impl<'a> IndexedLists<'a> {
    /// The lists of these resources. `None` if the index of one is not in the state of the scan.
    pub fn of(
        indexes: &'a ListIndexes,
        resources: &[&'static Resource],
        scan: &Scan<'_>,
    ) -> Result<Option<Self>, StoreError> {
        let mut snapshots = HashMap::new();
        for resource in resources {
            let snapshot = indexes.get(resource).current();
            let newest = scan.versions(resource)?.newest(Audience::ALL).sequence;
            if snapshot.versions.newest(Audience::ALL).sequence != newest {
                return Ok(None);
            }
            snapshots.insert(resource.names.plural, snapshot);
        }
        Ok(Some(Self { indexes, snapshots }))
    }
}

impl ListState for IndexedLists<'_> {
    fn select(&self, query: &VisibleQuery) -> Result<Selection, StoreError> {
        let plural = query.resource.names.plural;
        let snapshot = self.snapshots.get(plural).ok_or(StoreError::NotIndexed(plural))?;
        Ok(self.indexes.select(Arc::clone(snapshot), query, &Found::All))
    }
}

/// The lists of a scan, whose indexes are read when they are needed first.
pub struct ScannedLists<'a> {
    scan: &'a Scan<'a>,
    indexes: RefCell<HashMap<&'static str, ScannedIndex>>,
}

impl<'a> ScannedLists<'a> {
    /// The lists of this scan.
    pub fn new(scan: &'a Scan<'a>) -> Self {
        Self { scan, indexes: RefCell::default() }
    }
}

impl ListState for ScannedLists<'_> {
    fn select(&self, query: &VisibleQuery) -> Result<Selection, StoreError> {
        let (resource, mut indexes) = (query.resource, self.indexes.borrow_mut());
        let plural = resource.names.plural;
        if !indexes.contains_key(plural) {
            indexes.insert(plural, ScannedIndex::read(resource, self.scan)?);
        }
        let index = indexes.get(plural).ok_or(StoreError::NotIndexed(plural))?;
        Ok(index.select(query))
    }
}
