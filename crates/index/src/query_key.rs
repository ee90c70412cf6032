//! The key of what is cached for queries of lists.

use folkmoot_model::resource::Resource;

use super::query::{Query, SortBy};

/// Identifies the records that a query selects, and their order.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct QueryKey {
    resource: &'static str,
    query: Query,
    by: SortBy,
    /// The client whose pseudonyms order records with equal values; `None` if stored ids do.
    client: Option<u128>,
}

impl QueryKey {
    /// For records that are sorted by stored values.
    pub fn new(resource: &Resource, query: &Query, by: SortBy) -> Self {
        Self { resource: resource.names.plural, query: query.clone(), by, client: None }
    }

    /// For records of which those with equal values are sorted by the pseudonyms of a client.
    pub fn by_pseudonyms(resource: &Resource, query: &Query, by: SortBy, client: u128) -> Self {
        Self { client: Some(client), ..Self::new(resource, query, by) }
    }
}
