//! Pages of lists that are as long as a result may be.

use folkmoot_api::parameters::declarations::MAX_PAGE_SIZE;
use http::header;
use serde_json::{Map, Value};

use super::super::arguments::Query;
use super::super::call::Failure;
use super::super::routes::Reply;
use super::super::schemas::ToolResource;
use super::Reader;
use super::length::{fitting, shorten};

/// What precedes the number and the size of a page in the cursor of a list that is not in order of creation.
const PAGE_CURSOR: &str = "page";

/// A part of a list.
pub struct Page {
    /// Its records.
    pub records: Vec<Map<String, Value>>,
    /// The cursor of the next part; `None` if this is the last.
    pub next: Option<String>,
}

impl Reader<'_> {
    /// A page of a list in order of creation.
    pub async fn page_of_scan(
        &self,
        list: &ToolResource,
        query: &Query,
        cursor: &str,
        size: usize,
    ) -> Result<Page, Failure> {
        let mut size = size;
        loop {
            let query = query.with("cursor", cursor).with("page_size", size);
            let reply = self.routes.read(self.caller, &format!("/{}", list.plural()), &query.text()).await?;
            let mut records = records_of(&reply, list.resource.names.list_key)?;
            let Some(smaller) = fitting(&records, size) else {
                records.iter_mut().for_each(shorten);
                return Ok(Page { records, next: next_cursor(&reply) });
            };
            size = smaller;
        }
    }

    /// A page of a list in another order.
    pub async fn page_at(
        &self,
        list: &ToolResource,
        query: &Query,
        mut page: PageCursor,
    ) -> Result<Page, Failure> {
        loop {
            let query = query.with("page_number", page.number).with("page_size", page.size);
            let reply = self.routes.read(self.caller, &format!("/{}", list.plural()), &query.text()).await?;
            let mut records = records_of(&reply, list.resource.names.list_key)?;
            let Some(smaller) = fitting(&records, page.size) else {
                let body: Value = reply.json()?;
                let is_last = body["meta"]["total_pages"].as_u64() <= u64::try_from(page.number).ok();
                records.iter_mut().for_each(shorten);
                return Ok(Page { records, next: (!is_last).then(|| page.next()) });
            };
            page = page.shrunk(smaller);
        }
    }
}

/// The position in a list that is not in order of creation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageCursor {
    /// The number of the page.
    pub number: usize,
    /// The number of records on each page.
    pub size: usize,
}

impl PageCursor {
    /// Reads a cursor; `None` if it is one of the API.
    pub fn parse(cursor: &str) -> Option<Self> {
        let (number, size) = cursor.strip_prefix(PAGE_CURSOR)?.split_once('-')?;
        let (number, size) = (number.parse().ok()?, size.parse().ok()?);
        (number > 0 && (1..=MAX_PAGE_SIZE as usize).contains(&size)).then_some(Self { number, size })
    }

    /// The page at the same position with at most `size` records.
    fn shrunk(self, size: usize) -> Self {
        let offset = (self.number - 1) * self.size;
        let size = (1..=size).rev().find(|size| offset.is_multiple_of(*size)).unwrap_or(1);
        Self { number: offset / size + 1, size }
    }

    fn next(self) -> String {
        format!("{PAGE_CURSOR}{}-{}", self.number + 1, self.size)
    }
}

/// Whether a list with these parameters is in an order in which it can be read with a cursor of the API.
pub fn is_in_order_of_creation(query: &Query) -> bool {
    match query.get("sort") {
        None => query.get("search").is_none(),
        Some(sort) => sort.trim_start_matches('-') == "created_at",
    }
}

/// The records of the response with a list.
pub fn records_of(reply: &Reply, key: &str) -> Result<Vec<Map<String, Value>>, Failure> {
    let mut body: Value = reply.json()?;
    Ok(objects(body[key].take()))
}

/// The objects in a list.
pub fn objects(values: Value) -> Vec<Map<String, Value>> {
    let Value::Array(values) = values else { return Vec::new() };
    values.into_iter().filter_map(into_object).collect()
}

/// A value as an object; `None` if it is something else.
pub fn into_object(value: Value) -> Option<Map<String, Value>> {
    if let Value::Object(object) = value { Some(object) } else { None }
}

/// The cursor of the link to the next page (RFC 8288).
pub fn next_cursor(reply: &Reply) -> Option<String> {
    let links = reply.headers.get(header::LINK)?.to_str().ok()?;
    let next = links.split(',').find(|link| link.contains(r#"rel="next""#))?;
    let query = next.trim().strip_prefix('<')?.split_once('>')?.0.split_once('?')?.1;
    let cursor = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "cursor")?;
    Some(cursor.1.into_owned())
}
