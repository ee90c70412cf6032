//! Walks of the pages of a list whose order may change in between.
//!
//! If records have equal timestamps and the source has no tie-breaker, a record can be on two pages and another one on
//! none. A record that is deleted during a walk moves others to pages that were read before. So a walk is repeated until
//! as many different records were found as the pages have.

use folkmoot_import::json::Members;
use serde_json::value::RawValue;

use crate::body::json_error;
use crate::error::MirrorError;
use crate::source::{Bound, Context};

/// The greatest number of walks of one list.
const MAX_PASSES: u64 = 20;

/// A list to walk.
pub struct PagedList {
    /// The name of the walk in the staging database.
    pub name: String,
    /// The path below the API, with its query.
    pub path: String,
    /// The number of records to request per page; the source may return fewer.
    pub page_size: u32,
}

/// A page of a list.
#[derive(Debug)]
pub struct Page {
    /// The records as JSON.
    pub records: Vec<String>,
    /// The number of pages, if the source reports it.
    pub total_pages: Option<u64>,
}

impl Page {
    /// Parses a page. The records are the first member that is a list, because its name differs between sources.
    pub fn parse(text: &str) -> Result<Self, String> {
        let Members(members) = serde_json::from_str(text).map_err(|error| json_error(&error))?;
        let mut page = Self { records: Vec::new(), total_pages: None };
        let mut has_list = false;
        for (name, value) in members {
            if name == "meta" {
                let meta: serde_json::Value =
                    serde_json::from_str(value.get()).map_err(|error| json_error(&error))?;
                page.total_pages = meta.get("total_pages").and_then(serde_json::Value::as_u64);
            } else if !has_list && value.get().starts_with('[') {
                has_list = true;
                let records: Vec<&RawValue> =
                    serde_json::from_str(value.get()).map_err(|error| json_error(&error))?;
                page.records = records.into_iter().map(|record| record.get().to_owned()).collect();
            }
        }
        if has_list { Ok(page) } else { Err("a page without a list of records".to_owned()) }
    }
}

/// How far the walk has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Position {
    pass: u64,
    page: u64,
    /// The number of records on the pages of this pass, repetitions included.
    rows: u64,
    /// The number of different records in all passes.
    distinct: u64,
    /// Whether the number of pages has changed during this pass.
    has_moved: bool,
    total_pages: Option<u64>,
}

impl Position {
    const START: Self = Self { pass: 1, page: 1, rows: 0, distinct: 0, has_moved: false, total_pages: None };

    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(' ').map(str::parse::<u64>);
        let mut next = || parts.next()?.ok();
        let (pass, page, rows, distinct) = (next()?, next()?, next()?, next()?);
        Some(Self { pass, page, rows, distinct, has_moved: next()? == 1, total_pages: next() })
    }

    fn text(self) -> String {
        let Self { pass, page, rows, distinct, has_moved, total_pages } = self;
        let total = total_pages.map(|total| total.to_string()).unwrap_or_default();
        format!("{pass} {page} {rows} {distinct} {} {total}", u8::from(has_moved))
    }

    /// The position after a page with this number of records that were not staged before, and whether the list is complete:
    /// the pages have as many records as the list, so it is if as many different ones were found.
    fn after(self, page: &Page, new: u64) -> (Self, bool) {
        let read = Self {
            rows: self.rows + page.records.len() as u64,
            distinct: self.distinct + new,
            has_moved: self.has_moved || self.total_pages.is_some() && self.total_pages != page.total_pages,
            total_pages: page.total_pages.or(self.total_pages),
            ..self
        };
        let is_last = page.records.is_empty() || page.total_pages.is_some_and(|total| self.page >= total);
        if !is_last {
            return (Self { page: self.page + 1, ..read }, false);
        }
        let is_complete = read.distinct >= read.rows && !read.has_moved;
        let next = Self { pass: self.pass + 1, distinct: read.distinct, ..Self::START };
        (next, is_complete || self.pass >= MAX_PASSES)
    }
}

/// Walks the pages of a list until it is complete. `stage` returns whether the record was not staged before.
pub fn walk(
    context: &Context<'_>,
    list: &PagedList,
    stage: &mut dyn FnMut(&str) -> Result<bool, MirrorError>,
) -> Result<(), MirrorError> {
    let known = context.staging.walk(&list.name)?;
    let mut position = known.position.as_deref().and_then(Position::parse).unwrap_or(Position::START);
    let (mut is_done, mut bound) = (known.is_done, Bound::RECORDS);
    while !is_done {
        context.check()?;
        let separator = if list.path.contains('?') { '&' } else { '?' };
        let PagedList { path, page_size, .. } = list;
        let path = format!("{path}{separator}page_size={page_size}&page_number={}", position.page);
        let page = context.session.read(&path, &mut Page::parse)?;
        bound.add(&list.name, page.records.len())?;
        context.progress.advance(page.records.len() as u64);
        (position, is_done) = context.staging.together(|| {
            let mut new = 0;
            for record in &page.records {
                new += u64::from(stage(record)?);
            }
            let (next, is_done) = position.after(&page, new);
            context.staging.set_walk(&list.name, Some(&next.text()), is_done)?;
            Ok((next, is_done))
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn page(records: usize, total_pages: u64) -> Page {
        Page { records: vec![String::new(); records], total_pages: Some(total_pages) }
    }

    #[test]
    fn a_walk_without_repetitions_is_complete() {
        let (second, done) = Position::START.after(&page(2, 2), 2);
        assert!(!done);
        assert_eq!(second.page, 2);
        assert!(second.after(&page(1, 2), 1).1);
    }

    #[test]
    fn a_walk_is_repeated_until_it_has_found_all_records() {
        let (second, _) = Position::START.after(&page(2, 2), 2);
        let (again, done) = second.after(&page(2, 2), 1);
        assert!(!done, "a record was repeated, so another one is missing");
        assert_eq!((again.pass, again.page, again.distinct), (2, 1, 3));
        let (again, _) = again.after(&page(2, 2), 0);
        assert!(!again.after(&page(2, 2), 0).1, "it is still missing");
        assert!(again.after(&page(2, 2), 1).1);
    }

    #[test]
    fn a_walk_is_repeated_if_the_number_of_pages_changes() {
        let (second, _) = Position::START.after(&page(2, 3), 2);
        assert!(!second.after(&page(1, 2), 1).1);
    }

    #[test]
    fn positions_are_stored_as_text() {
        let moved =
            Position { pass: 2, page: 9, rows: 5, distinct: 4, has_moved: true, total_pages: Some(11) };
        for position in [Position::START, moved] {
            assert_eq!(Position::parse(&position.text()), Some(position));
        }
    }

    #[test]
    fn the_records_of_a_page_are_its_only_list() {
        let text = "{\"meta\":{\"total_pages\":3},\"folders\":[{\"id\":1},{\"id\":2.50}]}";
        let page = Page::parse(text).unwrap();
        assert_eq!((page.records[1].as_str(), page.total_pages), ("{\"id\":2.50}", Some(3)));
        assert!(Page::parse("{\"meta\":{}}").is_err());
        assert!(Page::parse("{\"ideas\":[{\"id\"").is_err());
    }
}
