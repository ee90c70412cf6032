//! Complete lists of records and tombstones: as streams, or as pages of a source that has none.

use std::cell::RefCell;
use std::collections::BTreeMap;

use folkmoot_model::resource::Resource;
use folkmoot_model::resources::DELETED_ITEMS;
use uuid::Uuid;

use super::Folkmoot;
use crate::error::MirrorError;
use crate::pages::{self, Page, PagedList};
use crate::record::{Record, identified, localised_fields, tombstone, unexpected};
use crate::session::STREAM_FORMAT;
use crate::source::{Batch, Bound, Context, escaped, locale_query, walk_name};
use crate::staging::StagingPosition;

/// The greatest page size.
const PAGE_SIZE: u32 = 24;

impl Folkmoot {
    /// Reads all records of a resource in the locale with this number.
    pub(super) fn walk(
        &self,
        context: &Context<'_>,
        resource: &'static Resource,
        locale: usize,
    ) -> Result<(), MirrorError> {
        let (plural, name) = (resource.names.plural, walk_name(resource, locale));
        let code = &self.document.locales[locale];
        context.progress.begin(&format!("{plural} ({code})"));
        let mut path = format!("/{plural}?{}", locale_query(code));
        let texts: Vec<&str> = localised_fields(resource).map(|field| field.name).collect();
        if locale > 0 {
            path = format!("{path}&fields=id,created_at,{}", texts.join(","));
        }
        let walk = name.clone();
        let stage = |line: &str| -> Result<bool, MirrorError> {
            let (record, identity) = match identified(resource, line) {
                Ok(identified) => identified,
                Err(why) => {
                    let counted = (locale == 0).then_some(plural);
                    return context.staging.leave_out(&walk, line, counted, &why);
                }
            };
            if locale == 0 {
                context.staging.put(resource, &identity, line, StagingPosition::First)
            } else {
                context.staging.put_texts(resource, &identity, locale, &record.only(&texts))
            }
        };
        if self.document.has_stream(&format!("/{plural}")) {
            return self.stream(context, resource, &name, &path, &stage);
        }
        let list = PagedList { name, path, page_size: PAGE_SIZE };
        pages::walk(context, &list, &mut |line| stage(line))
    }

    /// Reads a list as a stream. A stream that broke off continues after its last record, or begins again if the records
    /// have no id.
    fn stream(
        &self,
        context: &Context<'_>,
        resource: &Resource,
        name: &str,
        path: &str,
        stage: &dyn Fn(&str) -> Result<bool, MirrorError>,
    ) -> Result<(), MirrorError> {
        if context.staging.walk(name)?.is_done {
            return Ok(());
        }
        let waiting = RefCell::new(Batch::default());
        let flush = |is_done: bool| {
            context.check()?;
            let lines = waiting.borrow_mut().take();
            let mut last = lines.iter().rev().filter(|_| resource.has_id() && !self.is_partial());
            let position = match last.find_map(|line| resume_position(line)) {
                Some(position) => Some(position),
                None => context.staging.walk(name)?.position,
            };
            context.staging.together(|| {
                for line in &lines {
                    stage(line)?;
                }
                context.staging.set_walk(name, position.as_deref(), is_done)
            })?;
            context.progress.advance(lines.len() as u64);
            Ok::<(), MirrorError>(())
        };
        let mut continued = || {
            flush(false)?;
            let path = format!("{path}&{STREAM_FORMAT}");
            if let Some(position) = context.staging.walk(name)?.position {
                return Ok(format!("{path}&resume_after={}", escaped(&position)));
            }
            // Rows without an id are read in one piece, because their order is the order of the stream.
            if !resource.has_id() {
                context.staging.restart(resource)?;
            }
            Ok(path)
        };
        context.session.stream(&mut continued, &mut |line| {
            let is_complete = waiting.borrow_mut().add(line);
            if is_complete { flush(false) } else { Ok(()) }
        })?;
        flush(true)
    }

    /// The ids of a list; the path has a query.
    pub(super) fn ids(&self, context: &Context<'_>, path: &str) -> Result<Vec<Uuid>, MirrorError> {
        let list = path.split('?').next().unwrap_or_default();
        let (ids, bound) = (RefCell::new(Vec::new()), RefCell::new(Bound::IDS));
        let add = |line: &str| -> Result<(), MirrorError> {
            // One without an id is left out of its list.
            ids.borrow_mut().extend(Record::parse(line).ok().and_then(|record| record.id("id")));
            bound.borrow_mut().add(list, 1)
        };
        let path = format!("{path}&fields=id");
        if self.document.has_stream(list) {
            let mut again = || {
                ids.borrow_mut().clear();
                Ok(format!("{path}&{STREAM_FORMAT}"))
            };
            context.session.stream(&mut again, &mut |line| add(line))?;
            return Ok(ids.take());
        }
        for number in 1.. {
            let path = format!("{path}&page_size={PAGE_SIZE}&page_number={number}");
            let page = context.session.read(&path, &mut Page::parse)?;
            page.records.iter().try_for_each(|line| add(line))?;
            if page.records.is_empty() || page.total_pages.is_none_or(|total| number >= total) {
                break;
            }
        }
        Ok(ids.take())
    }

    /// Reads the tombstones of each resource whose list has another tag than before. Returns the tags.
    pub(super) fn read_tombstones(
        &self,
        context: &Context<'_>,
        tags: &BTreeMap<String, String>,
    ) -> Result<BTreeMap<String, String>, MirrorError> {
        let mut current = BTreeMap::new();
        for resource in self.resources().filter(|resource| resource.calls.deleted) {
            let plural = resource.names.plural;
            let tag_name = format!("tag/{plural}");
            if context.staging.value(&tag_name)?.is_none() {
                context.progress.begin(&format!("{plural}/deleted"));
                let path = format!("/{plural}/deleted?page_size={PAGE_SIZE}");
                let first = context.session.read_tagged(&path, tags.get(plural).map(String::as_str))?;
                if let Some(text) = first.text {
                    let page = Page::parse(&text).map_err(|cause| unexpected(plural, &cause))?;
                    if page.total_pages.is_some_and(|total| total <= 1) {
                        page.records
                            .iter()
                            .try_for_each(|line| stage_tombstone(context, resource, line).map(drop))?;
                    } else {
                        self.walk_tombstones(context, resource)?;
                    }
                }
                context.staging.set_value(&tag_name, first.etag.as_deref().unwrap_or_default())?;
            }
            let tag = context.staging.value(&tag_name)?.filter(|tag| !tag.is_empty());
            current.extend(tag.map(|tag| (plural.to_owned(), tag)));
        }
        Ok(current)
    }

    fn walk_tombstones(&self, context: &Context<'_>, resource: &'static Resource) -> Result<(), MirrorError> {
        let list = format!("/{}/deleted", resource.names.plural);
        let stage = |line: &str| stage_tombstone(context, resource, line);
        if !self.document.has_stream(&list) {
            let list = PagedList { name: list.clone(), path: list, page_size: PAGE_SIZE };
            return pages::walk(context, &list, &mut |line| stage(line));
        }
        let mut waiting = Batch::default();
        let flush = |lines: Vec<String>| {
            context.progress.advance(lines.len() as u64);
            context.staging.together(|| lines.iter().try_for_each(|line| stage(line).map(drop)))
        };
        context.session.stream(&mut || Ok(format!("{list}?{STREAM_FORMAT}")), &mut |line| {
            if waiting.add(line) { flush(waiting.take()) } else { Ok(()) }
        })?;
        flush(waiting.take())
    }
}

/// Stages a tombstone of a list.
fn stage_tombstone(context: &Context<'_>, resource: &Resource, line: &str) -> Result<bool, MirrorError> {
    match tombstone(line) {
        Ok((id, at)) => context.staging.put_tombstone(resource, id, &at),
        Err(why) => {
            let list = format!("{}/deleted", resource.names.plural);
            context.staging.leave_out(&list, line, Some(DELETED_ITEMS.names.plural), &why)
        }
    }
}

/// Where a stream continues after a record; `None` if the record has no id or no `created_at`.
fn resume_position(line: &str) -> Option<String> {
    let record = Record::parse(line).ok()?;
    let (created_at, id) = (record.text("created_at")?, record.text("id")?);
    Some(format!("{created_at},{id}"))
}
