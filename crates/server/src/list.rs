//! Writing a page of a list: keys from the index, records from memory or from the database.

use std::time::Duration;

use bytes::Bytes;
use folkmoot_index::query::Query;
use folkmoot_index::{KeptRow, PageKeys};
use folkmoot_model::resource::Resource;

use super::caller::Caller;
use super::problem::Problem;
use super::server::Server;

/// How long a page waits for the index to follow a change that the database shows already.
pub const PATIENCE: Duration = Duration::from_secs(2);
/// How often a page is taken again before the server gives up.
const ATTEMPTS: usize = 5;

/// Which page of what is asked for.
#[derive(Debug)]
pub struct PageRequest {
    /// The records meant.
    pub query: Query,
    /// Words that are looked for, best match first.
    pub search: Option<String>,
    /// The page's number, from 1.
    pub number: usize,
    /// How many records a page has.
    pub size: usize,
    /// The chosen locale's place among the platform's.
    pub locale: usize,
}

/// The records of a page.
pub struct Page {
    /// Each record as JSON, newest first.
    pub records: Vec<Bytes>,
    /// How many records the whole list has.
    pub total: usize,
}

impl Server {
    /// Takes a page from one version of the index. Where the database is ahead of it, the page waits for the
    /// index and is taken again, so that it is never short and never mixes two versions.
    pub async fn page(
        &self,
        resource: &'static Resource,
        request: &PageRequest,
        caller: &Caller,
    ) -> Result<Page, Problem> {
        for attempt in 1..=ATTEMPTS {
            let page = match &request.search {
                None => self.lists.page(resource, &request.query, request.number, request.size),
                Some(words) => {
                    let (query, number, size) = (&request.query, request.number, request.size);
                    let (page, level) =
                        self.lists.search(resource, query, words, (number, size), &self.store).await?;
                    if !level && attempt < ATTEMPTS {
                        self.feed.catch_up(PATIENCE).await;
                        continue;
                    }
                    page
                }
            };
            let mut records = self.kept(resource, request, caller, &page);
            let missing: Vec<usize> = (0..records.len()).filter(|place| records[*place].is_none()).collect();
            let mut level = true;
            if !missing.is_empty() {
                let keys: Vec<i64> = missing.iter().map(|place| page.rows[*place].key).collect();
                let rows = self.store.rows(resource, &keys, &caller.view(resource, request.locale)).await?;
                level = rows.sequence == page.sequence;
                if rows.sequence > page.sequence {
                    self.feed.read_soon();
                    // Changes of other records do not concern this page.
                    let changed = self.store.changed_between(resource, keys, page.sequence, rows.sequence);
                    level = !changed.await?;
                }
                if level {
                    let read = missing.iter().zip(&rows.records).filter_map(|(place, json)| {
                        Some((kept_row(resource, request, caller, &page, *place), json.as_ref()?))
                    });
                    self.lists.keep(read);
                }
                for (place, json) in missing.into_iter().zip(rows.records) {
                    records[place] = json;
                }
            }
            // After a long wait for a great change, a page whose rows are all there is answered as it is.
            if (level || attempt == ATTEMPTS)
                && let Some(records) = records.into_iter().collect()
            {
                return Ok(Page { records, total: page.total });
            }
            self.feed.catch_up(PATIENCE).await;
        }
        Err(Problem::unavailable("rows of a page went away faster than the index followed"))
    }

    fn kept(
        &self,
        resource: &'static Resource,
        request: &PageRequest,
        caller: &Caller,
        page: &PageKeys,
    ) -> Vec<Option<Bytes>> {
        (0..page.rows.len())
            .map(|place| self.lists.rows.get(&kept_row(resource, request, caller, page, place)))
            .collect()
    }
}

fn kept_row(
    resource: &'static Resource,
    request: &PageRequest,
    caller: &Caller,
    page: &PageKeys,
    place: usize,
) -> KeptRow {
    KeptRow {
        resource: resource.names.plural,
        epoch: page.epoch,
        view: caller.platform.version,
        locale: request.locale,
        holder: caller.holder_of_urls(resource),
        key: page.rows[place].key,
        version: page.rows[place].version,
    }
}

impl Page {
    /// The answer's body: the records under `key`, then `meta`.
    pub fn body(&self, key: &str, request: &PageRequest) -> Vec<u8> {
        let length: usize = self.records.iter().map(|record| record.len() + 1).sum();
        let mut body = Vec::with_capacity(length + 96);
        body.extend_from_slice(format!("{{\"{key}\":[").as_bytes());
        for (place, record) in self.records.iter().enumerate() {
            if place > 0 {
                body.push(b',');
            }
            body.extend_from_slice(record);
        }
        let pages = self.total.div_ceil(request.size);
        let meta = format!("],\"meta\":{{\"current_page\":{},\"total_pages\":{pages}}}}}", request.number);
        body.extend_from_slice(meta.as_bytes());
        body
    }
}
