//! The entries of feeds, made from records by what their resource says of itself.

use std::collections::{BTreeSet, HashMap};

use folkmoot_api::problem::Problem;
use folkmoot_authentication::platform_cache::PlatformView;
use folkmoot_index::query::{Condition, Query};
use folkmoot_model::resource::{FieldType, Outline, Page, Resource};
use folkmoot_store::html::plain_text;
use serde_json::Value;
use uuid::Uuid;

use super::super::PublicationState;
use super::super::public_records;
use super::{Selected, list};

/// The maximum number of characters of a text.
const MAX_TEXT: usize = 2_000;

/// An entry of a feed or calendar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The id of the record.
    pub id: String,
    pub title: String,
    pub text: String,
    pub place: Option<String>,
    /// The page on the platform.
    pub url: Option<String>,
    /// The times are as in records: `2026-12-31T10:00:00.000Z`.
    pub begin: String,
    pub end: Option<String>,
    pub updated: String,
    pub is_cancelled: bool,
}

/// The newest records that a request selects, as entries.
pub async fn read(
    state: &PublicationState,
    platform: &PlatformView,
    selected: Selected,
    limit: usize,
) -> Result<Vec<Entry>, Problem> {
    let Selected { plan, outline, query, locale, .. } = selected;
    let records = public_records::read(state, platform, &plan, query, limit, locale).await?;
    let pages = pages(state, platform, (plan.resource, &outline), &records, locale).await?;
    let mut entries: Vec<Entry> = records
        .iter()
        .map(|record| {
            let url = match outline.page {
                Page::Own(field) => text(record, field),
                Page::Of(reference) => record[reference].as_str().and_then(|id| pages.get(id).cloned()),
            };
            Entry { url, ..Entry::new(record, &outline) }
        })
        .collect();
    entries.sort_by(|one, other| other.begin.cmp(&one.begin).then_with(|| one.id.cmp(&other.id)));
    Ok(entries)
}

impl Entry {
    /// The entry of a record, without its page.
    pub fn new(record: &Value, outline: &Outline) -> Self {
        let time = &outline.time;
        let begin = text(record, time.begin).or_else(|| text(record, time.otherwise?));
        let begin = begin.unwrap_or_default();
        let long = plain_text(record[outline.text].as_str().unwrap_or_default());
        Self {
            id: text(record, "id").unwrap_or_default(),
            title: clean(record[outline.title].as_str().unwrap_or_default()),
            text: clean(&long.chars().take(MAX_TEXT).collect::<String>()),
            place: outline.place.and_then(|place| text(record, place)).map(|place| clean(&place)),
            url: None,
            updated: text(record, "updated_at").unwrap_or_else(|| begin.clone()),
            begin,
            end: time.end.and_then(|end| text(record, end)),
            is_cancelled: false,
        }
    }
}

/// The pages of the records to which these refer for theirs, by the id.
async fn pages(
    state: &PublicationState,
    platform: &PlatformView,
    (resource, outline): (&Resource, &Outline),
    records: &[Value],
    locale: usize,
) -> Result<HashMap<String, String>, Problem> {
    let Page::Of(reference) = outline.page else { return Ok(HashMap::new()) };
    let Some(FieldType::Reference(target)) = resource.field(reference).map(|field| field.kind) else {
        return Ok(HashMap::new());
    };
    let Some((plan, Outline { page: Page::Own(page), .. })) = list(state, target) else {
        return Ok(HashMap::new());
    };
    let ids: BTreeSet<u128> = records
        .iter()
        .filter_map(|record| Some(record[reference].as_str()?.parse::<Uuid>().ok()?.as_u128()))
        .collect();
    let query = Query { conditions: vec![Condition::Ids(ids.into_iter().collect())], ..Query::default() };
    let referenced = public_records::read(state, platform, &plan, query, usize::MAX, locale).await?;
    Ok(referenced.iter().filter_map(|record| Some((text(record, "id")?, text(record, page)?))).collect())
}

fn text(record: &Value, field: &str) -> Option<String> {
    record[field].as_str().map(str::to_owned)
}

/// A text without the characters that XML cannot contain and that calendars show as boxes.
fn clean(text: &str) -> String {
    let is_shown = |character: &char| {
        matches!(character, '\n' | '\t')
            || !(character.is_control() || matches!(character, '\u{fffe}' | '\u{ffff}'))
    };
    text.chars().filter(is_shown).collect()
}
