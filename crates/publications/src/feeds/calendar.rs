//! Calendars: events of the last 90 days and all coming ones, and those that were cancelled.

use folkmoot_api::problem::Problem;
use folkmoot_authentication::platform_cache::PlatformView;
use folkmoot_model::timestamp::{MILLISECONDS_OF_DAY, timestamp};
use folkmoot_store::Store;
use icalendar::{Calendar, Component as _, Event, EventLike as _, EventStatus};
use serde_json::Value;

use super::super::PublicationState;
use super::super::calendar_entries::{CANCELLED_DAYS, has_ended, shown_query};
use super::entry::{Entry, read};
use super::{Feed, PROJECT, Selected};

pub const MEDIA_TYPE: &str = "text/calendar; charset=utf-8";
/// What wrote the calendar (RFC 5545, section 3.7.3).
const PRODUCT: &str = "-//Folkmoot//Public API//EN";
/// How often programs should ask for changes, for those that do.
const REFRESH: &str = "PT1H";

/// The events that a request selects, and the cancelled ones.
pub async fn entries(
    state: &PublicationState,
    platform: &PlatformView,
    mut selected: Selected,
) -> Result<Vec<Entry>, Problem> {
    let now = (state.clock)().as_millisecond();
    let (resource, outline) = (selected.plan.resource, selected.outline);
    selected.query.conditions.extend(shown_query(resource, now).conditions);
    let (projects, locales) = (selected.projects.clone(), &platform.views[selected.locale].locales);
    let mut entries = read(state, platform, selected, usize::MAX).await?;
    let remembered = state.api.records.store.run_ranking(|store: &Store| store.calendar().all()).await?;
    let earliest = now - CANCELLED_DAYS * MILLISECONDS_OF_DAY;
    for entry in remembered {
        let Some(cancelled_at) = entry.cancelled_at.filter(|at| *at >= earliest) else { continue };
        if has_ended(resource, &entry.content, now) {
            continue;
        }
        let mut record: Value = serde_json::from_str(&entry.content).map_err(Problem::internal)?;
        let titles = record[format!("{}_multiloc", outline.title)].take();
        let title = locales.iter().find_map(|locale| titles.get(locale).cloned());
        record[outline.title] = title.unwrap_or_default();
        let is_selected =
            projects.is_empty() || projects.iter().any(|project| record[PROJECT] == project.to_string());
        let cancelled =
            Entry { is_cancelled: true, updated: timestamp(cancelled_at), ..Entry::new(&record, &outline) };
        if is_selected && entries.iter().all(|shown| shown.id != cancelled.id) {
            entries.push(cancelled);
        }
    }
    Ok(entries)
}

/// The calendar.
pub fn body(feed: &Feed<'_>) -> Vec<u8> {
    let mut calendar = Calendar::empty();
    for property in [("VERSION", "2.0"), ("PRODID", PRODUCT), ("METHOD", "PUBLISH")] {
        calendar.append_property(property);
    }
    calendar.name(&feed.title);
    calendar.append_property(("REFRESH-INTERVAL;VALUE=DURATION", REFRESH));
    calendar.append_property(("X-PUBLISHED-TTL", REFRESH));
    for entry in &feed.entries {
        calendar.push(event(entry));
    }
    calendar.to_string().into_bytes()
}

fn event(entry: &Entry) -> Event {
    let mut event = Event::new();
    event.uid(&entry.id).summary(&entry.title);
    event.add_property("DTSTAMP", utc(&entry.updated));
    event.add_property("LAST-MODIFIED", utc(&entry.updated));
    event.add_property("DTSTART", utc(&entry.begin));
    if let Some(end) = &entry.end {
        event.add_property("DTEND", utc(end));
    }
    if !entry.text.is_empty() {
        event.description(&entry.text);
    }
    if let Some(place) = &entry.place {
        event.location(place);
    }
    if let Some(url) = &entry.url {
        event.url(url);
    }
    if entry.is_cancelled {
        event.status(EventStatus::Cancelled).add_property("SEQUENCE", "1");
    }
    event.done()
}

/// `2026-12-31T10:00:00.000Z` as `20261231T100000Z`.
fn utc(time: &str) -> String {
    let seconds = time.get(..19).unwrap_or(time);
    format!("{}Z", seconds.replace(['-', ':'], ""))
}
