//! Queries of lists that select nothing but what their reader sees.

use std::sync::Arc;

use folkmoot_model::resource::Resource;
use folkmoot_store::access::AccessView;
use folkmoot_store::words::KeySet;

use super::list_access::ListAccess;
use super::pseudonymized_ids::PseudonymizedIds;
use super::query::{Condition, Query, Sort};
use super::selection::Listing;

/// What a request selects of a list, in the values that its reader sees.
#[derive(Debug, Default)]
pub struct RequestedQuery {
    /// The filters.
    pub query: Query,
    /// The requested order.
    pub sort: Option<Sort>,
    /// The condition that makes the list a part of a greater one, in stored values.
    pub part: Option<Condition>,
}

/// The records of a list that a request selects and that its reader sees, in an order that reveals nothing that it does not see.
/// The indexes accept no other query:
///
/// ```compile_fail
/// use std::sync::Arc;
/// use folkmoot_index::{ListIndexes, PageRange, query::Query};
/// use folkmoot_store::{Store, access::AccessView};
///
/// async fn leak(indexes: Arc<ListIndexes>, page: PageRange, store: Arc<Store>) {
///     let query = Query::default();
///     indexes.page(&query, page, &store).await.unwrap();
/// }
/// ```
///
/// ```
/// use std::sync::Arc;
/// use folkmoot_index::{ListIndexes, PageRange, VisibleQuery, list_access::ListAccess};
/// use folkmoot_store::{Store, access::AccessView};
///
/// async fn show(indexes: Arc<ListIndexes>, page: PageRange, store: Arc<Store>, access: &AccessView, list: &ListAccess) {
///     let query = VisibleQuery::all(access, list);
///     indexes.page(&query, page, &store).await.unwrap();
/// }
/// ```
#[derive(Debug, Clone)]
pub struct VisibleQuery {
    pub(super) resource: &'static Resource,
    pub(super) query: Query,
    /// `None` if neither the request nor the access decides the order.
    pub(super) sort: Option<Sort>,
    /// The ids by which records with equal values are sorted, if these are not the stored ones.
    pub(super) pseudonymized_ids: Option<Arc<dyn PseudonymizedIds>>,
    is_empty: bool,
}

/// Which of the selected records contain the words of a search.
#[derive(Debug)]
pub enum Found<'a> {
    /// The request does not search.
    All,
    /// Those with these keys.
    Matching(&'a KeySet),
    /// Those with these keys and ranks.
    Ranked(&'a [(i64, f64)]),
}

impl VisibleQuery {
    /// What a reader sees of the records that a request selects. `is_public` says whether the record of a resource with an id is
    /// public.
    pub(super) fn new(
        access: &AccessView,
        list: &ListAccess,
        requested: RequestedQuery,
        is_public: impl Fn(&'static str, u128) -> bool,
    ) -> Self {
        let RequestedQuery { mut query, mut sort, part } = requested;
        let is_empty = list.is_empty_for(access);
        if is_empty {
            query.conditions = vec![Condition::Ids(Vec::new())];
        } else {
            list.forget_hidden(access, &mut query, is_public);
            list.restrict(access, &mut query, &mut sort);
        }
        // After the restriction, which would take its values for those that the reader sees.
        query.conditions.extend(part);
        let pseudonymized_ids = list.pseudonymized_ids(access);
        Self { resource: list.indexed, query, sort, pseudonymized_ids, is_empty }
    }

    /// All records of a list that a reader sees.
    pub fn all(access: &AccessView, list: &ListAccess) -> Self {
        Self::new(access, list, RequestedQuery::default(), |_, _| false)
    }

    /// The records of a list that fulfil a condition, in stored values, and that a reader sees.
    pub fn part(access: &AccessView, list: &ListAccess, part: Condition) -> Self {
        let requested = RequestedQuery { part: Some(part), ..RequestedQuery::default() };
        Self::new(access, list, requested, |_, _| false)
    }

    /// Whether the reader sees none of the records of the list, whatever it contains.
    pub fn is_empty(&self) -> bool {
        self.is_empty
    }

    pub(super) fn order(&self) -> Sort {
        self.sort.unwrap_or_default()
    }

    pub(super) fn listing<'a>(&'a self, found: &Found<'a>) -> Listing<'a> {
        let order = self.order();
        match (&self.pseudonymized_ids, found) {
            (Some(ids), _) => Listing::ByPseudonyms(order, &**ids),
            (None, Found::All) => Listing::Sorted(order),
            (None, Found::Matching(keys)) => Listing::Matching(order, keys),
            (None, Found::Ranked(ranked)) => Listing::Ranked(self.sort, ranked),
        }
    }
}
