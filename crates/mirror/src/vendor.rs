//! A platform with the same API that is not a Folkmoot server, and its differences:
//!
//! - It has neither a feed of changes nor streams. Lists are read page by page, with 25 or 100 records on a page.
//! - Records with equal timestamps have no fixed order, so pages can repeat and omit records ([`pages`]).
//! - Filters by date take `YYYY-MM-DD`, and are read by whole days here.
//! - Counters change without `updated_at`, and rows without an id cannot be filtered by date: complete lists are read at
//!   regular intervals, which also finds deletions without a tombstone.
//! - Lists of deleted records may be missing, or always be empty.
//! - The names of the lists in responses differ.
//! - Errors may have an empty body, and invalid requests may return 500, so that only documented parameters are sent.

use std::collections::{BTreeMap, BTreeSet};

use folkmoot_import::values::is_locale;
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::{DELETED_ITEMS, FILES, RESOURCES};
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan as _};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::error::MirrorError;
use crate::pages::{self, Page, PagedList};
use crate::record::{Record, identified, localised_fields, tombstone};
use crate::session::Session;
use crate::source::{Bound, Context, Extent, ReadRound, Source, locale_query, walk_name};
use crate::staging::StagingPosition;

/// The number of records to request per page.
const PAGE_SIZE: u32 = 100;
/// How many days before the latest change a round begins to read, because the clocks and time zones of filters may differ.
const OVERLAP_DAYS: i64 = 2;
/// The lists that show the locales of a platform: their records have texts in all of them.
const LISTS_WITH_MAPS: &[&str] =
    &["areas", "project_folders", "events", "volunteering_causes", "email_campaigns"];

/// The value of a round with the time at which it began.
const START: &str = "start";

/// A platform of the vendor.
#[derive(Debug)]
pub struct Vendor {
    locales: Vec<String>,
    full_every: jiff::SignedDuration,
    now: Timestamp,
}

/// The state from which a round continues.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct DateProgress {
    /// When all records were read, in milliseconds since 1970.
    full_at: i64,
    /// The day of the latest round, in UTC.
    day: String,
    locales: Vec<String>,
}

impl Vendor {
    /// The source of a session. Its locales are the given locales, or the locales of its texts. All records
    /// are read again after `full_every`.
    pub fn open(
        session: &Session,
        locales: Vec<String>,
        full_every: jiff::SignedDuration,
        now: Timestamp,
    ) -> Result<Self, MirrorError> {
        let locales = if locales.is_empty() { find_locales(session)? } else { locales };
        Ok(Self { locales, full_every, now })
    }

    /// When the round began. An interrupted round that continues does not read the lists again that it read then.
    fn start(&self, context: &Context<'_>) -> Result<Timestamp, MirrorError> {
        if let Some(start) = context.staging.value(START)?.and_then(|text| text.parse().ok()) {
            return Ok(start);
        }
        context.staging.set_value(START, &self.now.to_string())?;
        Ok(self.now)
    }

    fn read_list(
        &self,
        context: &Context<'_>,
        resource: &'static Resource,
        locale: usize,
        since: Option<Date>,
    ) -> Result<(), MirrorError> {
        let (plural, code) = (resource.names.plural, &self.locales[locale]);
        context.progress.begin(&format!("{plural} ({code})"));
        let texts: Vec<&str> = localised_fields(resource).map(|field| field.name).collect();
        let mut path = format!("/{plural}?{}", locale_query(code));
        if let Some(since) = since {
            path = format!("{path}&updated_at={since},");
        }
        let list = PagedList { name: walk_name(resource, locale), path, page_size: PAGE_SIZE };
        pages::walk(context, &list, &mut |line| {
            let (record, identity) = match identified(resource, line) {
                Ok(identified) => identified,
                Err(why) => {
                    let counted = (locale == 0).then_some(plural);
                    return context.staging.leave_out(&list.name, line, counted, &why);
                }
            };
            if locale == 0 {
                context.staging.put(resource, &identity, line, StagingPosition::First)
            } else {
                context.staging.put_texts(resource, &identity, locale, &record.only(&texts))
            }
        })
    }

    /// Reads the tombstones of a resource, if it has a list of them.
    fn read_tombstones(
        context: &Context<'_>,
        resource: &'static Resource,
        since: Option<Date>,
    ) -> Result<(), MirrorError> {
        let plural = resource.names.plural;
        context.progress.begin(&format!("{plural}/deleted"));
        let since = since.map_or_else(String::new, |since| format!("?deleted_at={since},"));
        let name = format!("{plural}/deleted");
        let list = PagedList { name, path: format!("/{plural}/deleted{since}"), page_size: PAGE_SIZE };
        let read = pages::walk(context, &list, &mut |line| match tombstone(line) {
            Ok((id, at)) => context.staging.put_tombstone(resource, id, &at),
            Err(why) => {
                let counted = Some(DELETED_ITEMS.names.plural);
                context.staging.leave_out(&list.name, line, counted, &why)
            }
        });
        match read {
            Err(MirrorError::Refused { status: 404, .. }) => Ok(()),
            read => read,
        }
    }

    fn read_areas(context: &Context<'_>) -> Result<(), MirrorError> {
        context.progress.begin("areas of projects");
        let mut areas: BTreeMap<Uuid, Vec<Uuid>> = BTreeMap::new();
        for area in ids(context, "/areas?")? {
            for project in ids(context, &format!("/projects?area_ids={area}&"))? {
                areas.entry(project).or_default().push(area);
            }
        }
        context.staging.together(|| {
            for project in ids_of_projects(context)? {
                let areas = areas.get(&project).map_or(&[][..], Vec::as_slice);
                context.staging.put_areas(project, areas, false)?;
            }
            Ok(())
        })
    }

    fn read_records(&self, context: &Context<'_>, since: Option<Date>) -> Result<(), MirrorError> {
        for resource in RESOURCES {
            // Rows without an id have no filter by date.
            let since = since.filter(|_| resource.has_id());
            self.read_list(context, resource, 0, since)?;
            if localised_fields(resource).next().is_some() {
                for locale in 1..self.locales.len() {
                    self.read_list(context, resource, locale, since)?;
                }
            }
        }
        Self::read_areas(context)?;
        for resource in RESOURCES.iter().filter(|resource| resource.calls.deleted) {
            Self::read_tombstones(context, resource, since)?;
        }
        self.locate_files(context)
    }
}

impl Source for Vendor {
    fn locales(&self) -> &[String] {
        &self.locales
    }

    fn read(&self, context: &Context<'_>, previous: Option<&str>) -> Result<ReadRound, MirrorError> {
        let start = self.start(context)?;
        let previous: Option<DateProgress> = previous.and_then(|text| serde_json::from_str(text).ok());
        let is_recent = |previous: &DateProgress| {
            let full_at = Timestamp::from_millisecond(previous.full_at).unwrap_or(Timestamp::MIN);
            previous.locales == self.locales && start.duration_since(full_at) < self.full_every
        };
        let previous = previous.filter(is_recent);
        let overlap = |previous: &DateProgress| {
            let day: Option<Date> = previous.day.parse().ok();
            day.and_then(|day| day.checked_sub(OVERLAP_DAYS.days()).ok())
        };
        let since = previous.as_ref().and_then(overlap);
        self.read_records(context, since)?;
        let extent = if since.is_some() { Extent::Changes } else { Extent::Full };
        let has_all = |resource: &&&Resource| extent == Extent::Full || !resource.has_id();
        let complete = RESOURCES.iter().filter(has_all).map(|resource| resource.names.plural).collect();
        let progress = DateProgress {
            full_at: previous
                .filter(|_| since.is_some())
                .map_or(start.as_millisecond(), |previous| previous.full_at),
            day: start.to_zoned_datetime(jiff::tz::TimeZone::UTC).date().to_string(),
            locales: self.locales.clone(),
        };
        let progress =
            serde_json::to_string(&progress).map_err(|error| MirrorError::Unknown(error.to_string()))?;
        Ok(ReadRound { extent, complete, holds_back: true, progress })
    }

    /// The next round reads all records, also records that were left out.
    fn progress_after_left_out(&self, progress: &str, _: bool) -> String {
        let parsed: Result<DateProgress, _> = serde_json::from_str(progress);
        let again = parsed.map(|progress| DateProgress { full_at: 0, ..progress });
        again.ok().and_then(|again| serde_json::to_string(&again).ok()).unwrap_or_else(|| progress.to_owned())
    }

    /// The next round that reads all records also reads these files.
    fn progress_after_unavailable(&self, progress: &str, _: &[Uuid]) -> String {
        progress.to_owned()
    }

    fn locate_files(&self, context: &Context<'_>) -> Result<(), MirrorError> {
        let files = context.staging.bodies_without(FILES, "file_projects")?;
        let mut left: BTreeSet<Uuid> = files.into_iter().map(|(id, _)| id).collect();
        if left.is_empty() {
            return Ok(());
        }
        context.progress.begin("projects of files");
        for project in ids(context, "/projects?")? {
            for file in ids(context, &format!("/files?project_id={project}&"))? {
                if left.remove(&file) {
                    context.staging.put_file_project(file, project)?;
                }
            }
        }
        Ok(())
    }
}

fn ids_of_projects(context: &Context<'_>) -> Result<Vec<Uuid>, MirrorError> {
    let projects = RESOURCES.iter().find(|resource| resource.names.plural == "projects");
    projects.map_or(Ok(Vec::new()), |projects| context.staging.ids(projects))
}

/// The ids of all pages of a list; the path ends where another parameter can follow.
fn ids(context: &Context<'_>, path: &str) -> Result<Vec<Uuid>, MirrorError> {
    let (mut ids, mut bound) = (Vec::new(), Bound::IDS);
    for number in 1.. {
        let path = format!("{path}page_size={PAGE_SIZE}&page_number={number}");
        let page = context.session.read(&path, &mut Page::parse)?;
        bound.add(&path, page.records.len())?;
        // One without an id is left out of its list.
        let id = |line: &String| Record::parse(line).ok()?.id("id");
        ids.extend(page.records.iter().filter_map(id));
        if page.records.is_empty() || page.total_pages.is_some_and(|total| number >= total) {
            break;
        }
    }
    Ok(ids)
}

/// The locales of the texts that responses contain in all locales. Texts without a locale are in the default
/// locale.
fn find_locales(session: &Session) -> Result<Vec<String>, MirrorError> {
    let mut counts: BTreeMap<String, (u32, u32)> = BTreeMap::new();
    for list in LISTS_WITH_MAPS {
        let page = session.read(&format!("/{list}?page_size={PAGE_SIZE}&page_number=1"), &mut Page::parse)?;
        for record in
            page.records.iter().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        {
            for name in ["title", "subject", "description", "body"] {
                let maps = record.get(format!("{name}_multiloc")).and_then(|map| map.as_object());
                for (locale, text) in maps.into_iter().flatten() {
                    let (shown, all) = counts.entry(locale.clone()).or_default();
                    *all += 1;
                    *shown += u32::from(record.get(name) == Some(text));
                }
            }
        }
    }
    let mut locales: Vec<(String, (u32, u32))> =
        counts.into_iter().filter(|(locale, _)| is_locale(locale)).collect();
    locales.sort_by(|(_, one), (_, other)| other.cmp(one));
    // Of the spellings of a locale, the one that most texts have.
    let mut known = BTreeSet::new();
    locales.retain(|(locale, _)| known.insert(locale.to_ascii_lowercase()));
    if locales.is_empty() {
        let reason = "the locales of the source are unknown, because no text has translations; add --locales, the default first";
        return Err(MirrorError::Unknown(reason.to_owned()));
    }
    Ok(locales.into_iter().map(|(locale, _)| locale).collect())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use folkmoot_import::Silent;

    use super::*;
    use crate::staging::Staging;
    use crate::test_source::{Reply, TestSource};

    fn vendor(now: &str) -> Vendor {
        let full_every = jiff::SignedDuration::from_hours(24);
        Vendor { locales: vec!["en".to_owned()], full_every, now: now.parse().unwrap() }
    }

    #[test]
    fn a_round_that_was_interrupted_reports_the_day_on_which_it_began() {
        let is_interrupted = Arc::new(AtomicBool::new(true));
        let fails = Arc::clone(&is_interrupted);
        let source = TestSource::serve(move |_, path| {
            let is_list = path.starts_with("/api/v2/");
            let is_refused = path.starts_with("/api/v2/files") && fails.load(Ordering::SeqCst);
            let (status, body) = if is_refused { (400, "") } else { (200, r#"{"records":[]}"#) };
            is_list.then(|| Reply::new(status, body))
        });
        let data = tempfile::tempdir().unwrap();
        let (session, staging) = (source.session(), Staging::open(data.path()).unwrap());
        let context = Context { session: &session, staging: &staging, progress: &Silent };
        let full_at: Timestamp = "2026-10-31T12:00:00Z".parse().unwrap();
        let previous = DateProgress {
            full_at: full_at.as_millisecond(),
            day: "2026-10-31".to_owned(),
            locales: vec!["en".to_owned()],
        };
        let previous = serde_json::to_string(&previous).unwrap();

        assert!(vendor("2026-11-01T10:00:00Z").read(&context, Some(&previous)).is_err());
        is_interrupted.store(false, Ordering::SeqCst);
        let read = vendor("2026-11-10T10:00:00Z").read(&context, Some(&previous)).unwrap();
        let progress: DateProgress = serde_json::from_str(&read.progress).unwrap();
        assert_eq!(progress.day, "2026-11-01");
        assert_eq!(read.extent, Extent::Changes, "the lists that were read then have only changes");
    }
}
