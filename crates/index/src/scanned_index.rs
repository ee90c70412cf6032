//! The list index of one resource in the state of a scan.

use std::sync::Arc;

use folkmoot_model::resource::Resource;
use folkmoot_store::StoreError;
use folkmoot_store::records::Scan;

use super::columns::IndexColumns;
use super::dictionary::Dictionary;
use super::load;
use super::selection::Selection;
use super::snapshot::Snapshot;
use super::visible_query::{Found, VisibleQuery};

/// An index that no change updates. It needs the memory of an index of the resource until it and its selections are
/// dropped.
#[derive(Debug)]
pub struct ScannedIndex {
    snapshot: Arc<Snapshot>,
    dictionary: Dictionary,
}

impl ScannedIndex {
    /// Reads the index of a resource.
    pub fn read(resource: &Resource, scan: &Scan<'_>) -> Result<Self, StoreError> {
        let dictionary = Dictionary::new();
        let snapshot = load::snapshot(resource, &IndexColumns::new(resource), &dictionary, scan, 0)?;
        Ok(Self { snapshot: Arc::new(snapshot), dictionary })
    }

    /// The complete list that a query selects.
    pub fn select(&self, query: &VisibleQuery) -> Selection {
        let resolved = self.dictionary.resolve(&query.query);
        Selection::new(Arc::clone(&self.snapshot), resolved, &query.listing(&Found::All), None)
    }
}
