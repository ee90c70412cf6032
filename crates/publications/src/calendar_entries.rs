//! What calendars show, remembered so that an event that disappears can be cancelled: programs keep an event that a calendar only
//! leaves out.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use folkmoot_api::plan::ListPlan;
use folkmoot_api::problem::Problem;
use folkmoot_authentication::platform_cache::PlatformView;
use folkmoot_index::IndexColumns;
use folkmoot_index::query::{Condition, NumberRange, Query};
use folkmoot_model::resource::Resource;
use folkmoot_model::timestamp::{MILLISECONDS_OF_DAY, timestamp};
use folkmoot_store::audience::Audience;
use folkmoot_store::{Store, StoreError};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::PublicationState;
use super::public_records::{access, read};

/// How long a cancelled event stays in calendars, in days.
pub const CANCELLED_DAYS: i64 = 30;
/// How long events that have ended stay in calendars, in days.
const PAST_DAYS: i64 = 90;
/// How often old entries are deleted even if nothing changes, in milliseconds.
const FORGET_INTERVAL: i64 = 3_600_000;

/// What was stored last.
#[derive(Debug, Default)]
pub struct Stored {
    change: AtomicI64,
    at: AtomicI64,
}

/// The list of the resource whose records have an end; `None` if there is none.
pub fn list(state: &PublicationState) -> Option<&Arc<ListPlan>> {
    let has_end = |resource: &Resource| resource.outline.is_some_and(|outline| outline.time.end.is_some());
    state.api.plans.all().find(|plan| has_end(plan.resource))?.list.as_ref()
}

/// Stores what calendars show now if that changed, and cancels what they no longer show.
pub async fn update(state: Arc<PublicationState>) {
    if !state.settings.feeds {
        return;
    }
    if let Err(problem) = try_update(&state).await {
        tracing::warn!(
            cause = problem.cause().unwrap_or(problem.kind.title),
            "failed to store what calendars show; will retry"
        );
    }
}

async fn try_update(state: &PublicationState) -> Result<(), Problem> {
    let Some((plan, platform)) = list(state).zip(state.api.platform.cache.platform()) else { return Ok(()) };
    let now = (state.clock)().as_millisecond();
    let change =
        state.api.records.indexes.get(plan.resource).current().versions.newest(Audience::ALL).sequence;
    let stored = &state.calendar;
    if stored.change.load(Ordering::Relaxed) == change
        && now - stored.at.load(Ordering::Relaxed) < FORGET_INTERVAL
    {
        return Ok(());
    }
    if store(state, plan, &platform, now).await? {
        stored.change.store(change, Ordering::Relaxed);
        stored.at.store(now, Ordering::Relaxed);
    }
    Ok(())
}

/// Returns whether it was stored: not while another write holds the lock of an embedded database.
async fn store(
    state: &PublicationState,
    plan: &ListPlan,
    platform: &PlatformView,
    now: i64,
) -> Result<bool, Problem> {
    let (store, resource) = (&state.api.records.store, plan.resource);
    let records = read(state, platform, plan, shown_query(resource, now), usize::MAX, 0).await?;
    let mut shown: HashMap<Uuid, String> =
        records.iter().filter_map(|record| Some((id_of(record)?, content(resource, record)))).collect();
    let entries = store.run_maintenance(|store: &Store| store.calendar().all()).await?;
    let (mut cancelled, mut deleted) = (Vec::new(), Vec::new());
    for entry in entries {
        match (shown.get(&entry.id), entry.cancelled_at) {
            (Some(content), None) if *content == entry.content => _ = shown.remove(&entry.id),
            (None, Some(at)) if at < now - CANCELLED_DAYS * MILLISECONDS_OF_DAY => deleted.push(entry.id),
            (None, None) if has_ended(resource, &entry.content, now) => deleted.push(entry.id),
            // The index of this server may be behind that of another, which has stored a new event.
            (None, None) if store.records().missing(resource, entry.id, &access(state)).await?.is_some() => {
                cancelled.push(entry.id);
            }
            // It is shown, or cancelled already.
            _ => {}
        }
    }
    if shown.is_empty() && cancelled.is_empty() && deleted.is_empty() {
        return Ok(true);
    }
    let change = move |store: &Store| match store.calendar().change(&shown, &cancelled, &deleted, now) {
        Err(StoreError::Busy) => Ok(false),
        result => result.map(|()| true),
    };
    Ok(store.run_maintenance(change).await?)
}

/// Selects what calendars show: events that have not ended for long.
pub fn shown_query(resource: &Resource, now: i64) -> Query {
    let end = resource.outline.and_then(|outline| outline.time.end_number());
    let end = end.and_then(|number| IndexColumns::new(resource).number(number.column, number.kind));
    let range = NumberRange { from: Some(now - PAST_DAYS * MILLISECONDS_OF_DAY), until: None };
    let conditions = end.map(|number| Condition::Range { number, range });
    Query { conditions: conditions.into_iter().collect(), ..Query::default() }
}

/// Whether an event ended so long ago that calendars no longer show it.
pub fn has_ended(resource: &Resource, content: &str, now: i64) -> bool {
    let end = resource.outline.and_then(|outline| outline.time.end);
    let record: Value = serde_json::from_str(content).unwrap_or_default();
    let earliest = timestamp(now - PAST_DAYS * MILLISECONDS_OF_DAY);
    end.and_then(|end| record[end].as_str()).is_none_or(|end| *end < *earliest)
}

fn id_of(record: &Value) -> Option<Uuid> {
    record["id"].as_str()?.parse().ok()
}

/// What is remembered of a record: what a cancelled event shows, and what selects it.
fn content(resource: &Resource, record: &Value) -> String {
    let Some(outline) = resource.outline else { return String::new() };
    let title = format!("{}_multiloc", outline.title);
    let names =
        ["id", "project_id", title.as_str(), outline.time.begin, outline.time.end.unwrap_or_default()];
    let members = names.into_iter().filter_map(|name| Some((name.to_owned(), record.get(name)?.clone())));
    Value::Object(members.collect::<Map<_, _>>()).to_string()
}
