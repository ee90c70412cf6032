//! The feed of changes.

use std::borrow::Cow;

use folkmoot_model::resources::RESOURCES;
use serde::Deserialize;
use serde_json::value::RawValue;
use uuid::Uuid;

use super::Folkmoot;
use super::relations::STALE;
use crate::body::json_error;
use crate::error::MirrorError;
use crate::record::{identified, localised_fields, unexpected};
use crate::source::{Bound, Context, escaped, locale_query, walk_name};
use crate::staging::StagingPosition;

/// The greatest number of changes in a page.
const LIMIT: u32 = 1000;
/// The cursor at which the lists of a round were begun.
const START: &str = "cursor";

#[derive(Debug, Deserialize)]
struct ChangesPage<'a> {
    #[serde(borrow)]
    changes: Vec<Change<'a>>,
    meta: Meta,
}

#[derive(Debug, Deserialize)]
struct Meta {
    next: String,
    more: bool,
}

#[derive(Debug, Deserialize)]
struct Change<'a> {
    #[serde(borrow)]
    resource: Cow<'a, str>,
    id: Option<Uuid>,
    #[serde(borrow)]
    action: Cow<'a, str>,
    #[serde(borrow)]
    changed_at: Cow<'a, str>,
    #[serde(borrow)]
    record: Option<&'a RawValue>,
}

impl Folkmoot {
    /// The cursor of the time at which the round begins; empty if the source has no feed of changes.
    pub(super) fn start_cursor(&self, context: &Context<'_>) -> Result<String, MirrorError> {
        if !self.document.has_changes {
            return Ok(String::new());
        }
        if let Some(cursor) = context.staging.value(START)? {
            return Ok(cursor);
        }
        let cursor = context.session.read("/changes", &mut |text| {
            let page: ChangesPage<'_> = serde_json::from_str(text).map_err(|error| json_error(&error))?;
            Ok(page.meta.next)
        })?;
        context.staging.set_value(START, &cursor)?;
        Ok(cursor)
    }

    /// Stages the changes after a cursor in the locale with this number; only texts unless it is the default one. Returns the
    /// cursor after them. Continues after the changes that were staged before.
    pub(super) fn apply_changes(
        &self,
        context: &Context<'_>,
        after: &str,
        locale: usize,
    ) -> Result<String, MirrorError> {
        let name = format!("changes/{locale}");
        let mut next = context.staging.walk(&name)?.position.unwrap_or_else(|| after.to_owned());
        if next.is_empty() {
            return Ok(next);
        }
        let code = &self.document.locales[locale];
        context.progress.begin(&format!("changes ({code})"));
        let localised: Vec<&str> = self.localised().map(|resource| resource.names.plural).collect();
        let only = match locale {
            0 => String::new(),
            _ if localised.is_empty() => return Ok(next),
            _ => format!("&resources={}", localised.join(",")),
        };
        let mut bound = Bound::RECORDS;
        loop {
            context.check()?;
            let path =
                format!("/changes?after={}&limit={LIMIT}&{}{only}", escaped(&next), locale_query(code));
            let parse = &mut |text: &str| {
                serde_json::from_str::<ChangesPage<'_>>(text)
                    .map(|_| text.to_owned())
                    .map_err(|error| json_error(&error))
            };
            let text = context.session.read(&path, parse).map_err(expired)?;
            let page: ChangesPage<'_> =
                serde_json::from_str(&text).map_err(|error| unexpected("changes", &json_error(&error)))?;
            bound.add("changes", page.changes.len())?;
            context.progress.advance(page.changes.len() as u64);
            context.staging.together(|| {
                for change in &page.changes {
                    stage(context, change, locale)?;
                }
                context.staging.set_walk(&name, Some(&page.meta.next), false)
            })?;
            next.clone_from(&page.meta.next);
            if !page.meta.more {
                return Ok(next);
            }
        }
    }
}

fn stage(context: &Context<'_>, change: &Change<'_>, locale: usize) -> Result<(), MirrorError> {
    let Some(resource) = RESOURCES.iter().find(|resource| resource.names.plural == change.resource) else {
        return Ok(());
    };
    let plural = resource.names.plural;
    let staging = context.staging;
    let record = change.record.map(|record| (record.get(), identified(resource, record.get())));
    let (record, identity) = match (change.id, record) {
        (Some(id), None) => (None, id.as_bytes().to_vec()),
        (_, Some((_, Ok((record, identity))))) => (Some(record), identity),
        (_, Some((line, Err(why)))) => {
            let counted = (locale == 0).then_some(plural);
            return staging.leave_out(&walk_name(resource, locale), line, counted, &why).map(drop);
        }
        (None, None) => return Err(unexpected(plural, "a change without an id")),
    };
    if locale > 0 {
        let texts: Vec<&str> = localised_fields(resource).map(|field| field.name).collect();
        return match record.filter(|_| change.action == "upsert") {
            Some(record) => staging.put_texts(resource, &identity, locale, &record.only(&texts)).map(drop),
            None => Ok(()),
        };
    }
    if matches!(plural, "areas" | "projects") {
        staging.set_value(STALE, "1")?;
    }
    if plural == "files" {
        staging.forget_content(&identity)?;
    }
    match change.record.filter(|_| change.action == "upsert") {
        Some(record) => staging.put(resource, &identity, record.get(), StagingPosition::Last).map(drop),
        None => staging.remove(resource, &identity, &change.changed_at),
    }
}

/// A cursor that the source no longer accepts.
fn expired(error: MirrorError) -> MirrorError {
    match error {
        MirrorError::Refused { status: 410, .. } => MirrorError::Expired,
        other => other,
    }
}
