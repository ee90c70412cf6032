//! Records as every visitor of the platform sees them.

use std::sync::Arc;

use folkmoot_api::plan::ListPlan;
use folkmoot_api::problem::Problem;
use folkmoot_api::records::require_observed;
use folkmoot_authentication::platform_cache::PlatformView;
use folkmoot_index::query::Query;
use folkmoot_index::{PageRange, PageStart, RequestedQuery};
use folkmoot_model::access::{AccessLevel, ResourceSet};
use folkmoot_store::access::AccessView;
use folkmoot_store::encode::View;
use serde_json::Value;

use super::PublicationState;

/// The number of records that are read with one statement.
const BATCH: usize = 500;

/// What every reader at the level `public` sees.
pub fn access(state: &PublicationState) -> AccessView {
    let settings = Arc::clone(&state.api.exports.access);
    AccessView::without_client(AccessLevel::Public, ResourceSet::ALL, settings)
}

/// The newest records of a list that a query selects, at most `limit`, in the locale at this index of the platform's.
pub async fn read(
    state: &PublicationState,
    platform: &PlatformView,
    plan: &ListPlan,
    query: Query,
    limit: usize,
    locale: usize,
) -> Result<Vec<Value>, Problem> {
    let (records, access) = (&state.api.records, access(state));
    require_observed(records, plan.resource).await?;
    let requested = RequestedQuery { query, ..RequestedQuery::default() };
    let query = records.indexes.visible(&access, &plan.access, requested);
    let page = PageRange { start: PageStart::Number(1), size: limit };
    let rows = records.indexes.page(&query, page, &records.store).await?.rows;
    let view = View { access: Arc::new(access), ..platform.views[locale].clone() };
    let mut found = Vec::with_capacity(rows.len());
    for batch in rows.chunks(BATCH) {
        let keys: Vec<i64> = batch.iter().map(|row| row.key).collect();
        let read = records.store.records().read_page(plan.resource, &keys, &view).await?;
        // What was deleted or hidden after the index was read is left out.
        for record in read.records.into_iter().flatten() {
            found.push(serde_json::from_slice(&record.json).map_err(Problem::internal)?);
        }
    }
    Ok(found)
}
