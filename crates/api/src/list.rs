//! Lists. A request passes through this file from top to bottom: parameters, index, record cache, store, body.

mod deflated;

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use folkmoot_codings::Coding;
use folkmoot_index::query::Condition;
use folkmoot_index::{
    FileRead, Form, PageRow, PageRows, RecordForm, RecordKey, RequestedQuery, VisibleQuery,
};
use folkmoot_model::resource::Resource;
use folkmoot_store::StoreError;
use folkmoot_store::access::VoteResults;
use folkmoot_store::audience::{Audience, Versions};
use folkmoot_store::encode::{EncodedRecord, Representation};
use folkmoot_telemetry::child;
use http::{HeaderValue, Uri};
use uuid::Uuid;

use super::caller::Caller;
use super::cursor_scan::CursorScan;
use super::formats::{Format, ListContent, PageWriter, RecordWriter as _};
use super::http_cache::{ConditionalResponses, LinkedPage, PageHead, Pages, ResponseNegotiation};
use super::parameters::declarations::CURSOR_START;
use super::parameters::{ListRequest, ParameterAccess, QueryParameters, Search};
use super::path_id::PathId;
use super::plan::{ListPlan, NestedListPlan};
use super::problem::Problem;
use super::record_state::{CATCH_UP_TIMEOUT, RecordState};
use super::records::{parse_id, require_observed, require_record};
use super::stream;
use super::withheld;

/// How often a page is read before the server gives up, because index and database differ each time.
const MAX_ATTEMPTS: usize = 5;

/// `GET /<plural>` and `GET /<plural>/deleted`
pub async fn list(
    plan: Arc<ListPlan>,
    State(state): State<Arc<RecordState>>,
    caller: Caller,
    exchange: ResponseNegotiation,
    uri: Uri,
) -> Result<Response, Problem> {
    let representation = caller.representation(plan.has_download_urls, 0);
    let responses = exchange.responses(&state, representation, (caller.scope, &caller.access), None);
    if let Some(page) = stored_page(&state, &plan, &responses) {
        return Ok(page);
    }
    let mut request = parse(&plan, &caller, &uri)?;
    let format = stream::requested_format(&plan, &caller, &request, &exchange)?;
    let scan = begin_scan(&state, &caller, &plan.path, &mut request)?;
    select_points(&plan, &mut request, format);
    let query = visible(&state, &caller, &plan, &mut request, plan.condition.clone());
    if !format.is_page() {
        return Box::pin(stream::respond(&state, &caller, &plan, (request, query), &exchange, format)).await;
    }
    let reader = PageReader {
        state: &state,
        caller: &caller,
        plan: &plan,
        request: &request,
        query: &query,
        representation: Representation { locale: request.locale, ..representation },
        scan: scan.as_ref(),
    };
    respond(&reader, &exchange, responses, None).await
}

/// `GET /<parents>/{id}/<plural>`
pub async fn nested_list(
    plan: Arc<NestedListPlan>,
    State(state): State<Arc<RecordState>>,
    caller: Caller,
    PathId(parent): PathId,
    exchange: ResponseNegotiation,
    uri: Uri,
) -> Result<Response, Problem> {
    // Before the parent is read: if the client has the list of this version, its parent exists.
    let parents = state.indexes.get(plan.parent).current().versions;
    let representation = caller.representation(plan.list.has_download_urls, 0);
    let responses = exchange.responses(&state, representation, (caller.scope, &caller.access), Some(parents));
    if let Some(page) = stored_page(&state, &plan.list, &responses) {
        return Ok(page);
    }
    let mut request = parse(&plan.list, &caller, &uri)?;
    let id = parse_id(&parent)?;
    let format = stream::requested_format(&plan.list, &caller, &request, &exchange)?;
    let scan = begin_scan(&state, &caller, &plan.path(id), &mut request)?;
    select_points(&plan.list, &mut request, format);
    let query = visible(&state, &caller, &plan.list, &mut request, Some(plan.condition(id)));
    if !format.is_page() {
        require_record(&state, &caller, plan.parent, id).await?;
        return Box::pin(stream::respond(&state, &caller, &plan.list, (request, query), &exchange, format))
            .await;
    }
    let reader = PageReader {
        state: &state,
        caller: &caller,
        plan: &plan.list,
        request: &request,
        query: &query,
        representation: Representation { locale: request.locale, ..representation },
        scan: scan.as_ref(),
    };
    respond(&reader, &exchange, responses, Some((plan.parent, id))).await
}

/// The number of records of a complete list that the caller sees.
pub async fn total(state: &RecordState, caller: &Caller, plan: &ListPlan) -> Result<usize, Problem> {
    let counts = counts(state, caller, plan, &Uri::default(), &[Uri::default()]).await?;
    Ok(counts.into_iter().sum())
}

/// The number of records that a request selects with its filters and those of each of `groups`.
pub async fn counts(
    state: &RecordState,
    caller: &Caller,
    plan: &ListPlan,
    uri: &Uri,
    groups: &[Uri],
) -> Result<Vec<usize>, Problem> {
    let request = parse(plan, caller, uri)?;
    require_observed(state, plan.resource).await?;
    let mut counts = Vec::with_capacity(groups.len());
    for group in groups {
        let mut narrowed = parse(plan, caller, group)?;
        narrowed.query.sorted_at = request.query.sorted_at;
        narrowed.query.conditions.extend(request.query.conditions.iter().cloned());
        let query = visible(state, caller, plan, &mut narrowed, plan.condition.clone());
        let representation = caller.representation(false, request.locale);
        let request = &request;
        let reader = PageReader { state, caller, plan, request, query: &query, representation, scan: None };
        let (rows, _) = reader.rows_from_index().await?;
        counts.push(rows.total);
    }
    Ok(counts)
}

/// A page of a scan, for ways out that show records in another form than the list.
#[derive(Debug)]
pub struct ScannedPage {
    /// The records, as the caller sees them.
    pub records: Vec<EncodedRecord>,
    /// The number of all records of the list.
    pub total: usize,
    /// The cursor of the next page; `None` if this is the last.
    pub next: Option<String>,
}

/// The page of a list in order of creation that a request selects with its parameters; the first without a cursor.
pub async fn scan(
    state: &RecordState,
    caller: &Caller,
    plan: &ListPlan,
    uri: &Uri,
) -> Result<ScannedPage, Problem> {
    let mut request = parse(plan, caller, uri)?;
    request.cursor.get_or_insert_with(|| CURSOR_START.to_owned());
    request.sort.get_or_insert_default();
    let scan = begin_scan(state, caller, &plan.path, &mut request)?;
    let query = visible(state, caller, plan, &mut request, plan.condition.clone());
    let reader = PageReader {
        state,
        caller,
        plan,
        request: &request,
        query: &query,
        representation: caller.representation(plan.has_download_urls, request.locale),
        scan: scan.as_ref(),
    };
    reader.require_current().await?;
    let found = reader.rows_from_index().await?;
    let page = Box::pin(reader.read(found)).await?;
    let next = scan.as_ref().map(|scan| scan.next(state, caller, &page.rows)).transpose()?.flatten();
    Ok(ScannedPage { total: page.rows.total, records: page.records, next })
}

/// The page, if it was made for an equal request since the list has changed.
fn stored_page(
    state: &RecordState,
    plan: &ListPlan,
    responses: &ConditionalResponses<'_>,
) -> Option<Response> {
    responses.stored_page(state.indexes.get(plan.resource).latest()?)
}

fn parse(plan: &ListPlan, caller: &Caller, uri: &Uri) -> Result<ListRequest, Problem> {
    let parameters = QueryParameters::parse(uri)?;
    let shows_running_votes = caller.access.settings().vote_results == VoteResults::Always;
    let access = ParameterAccess { scope: caller.scope, shows_running_votes };
    let request = ListRequest::read(plan, &parameters, &caller.platform.platform, &access)?;
    if request.search.is_some() {
        caller.count_search()?;
    }
    Ok(request)
}

/// The records of the list, or of a part of it, that the request selects and its caller sees.
fn visible(
    state: &RecordState,
    caller: &Caller,
    plan: &ListPlan,
    request: &mut ListRequest,
    part: Option<Condition>,
) -> VisibleQuery {
    let requested = RequestedQuery { query: std::mem::take(&mut request.query), sort: request.sort, part };
    state.indexes.visible(&caller.access, &plan.access, requested)
}

/// Leaves only records with a point in a list of a format that contains no others.
fn select_points(plan: &ListPlan, request: &mut ListRequest, format: Format) {
    request.query.conditions.extend(plan.has_point.clone().filter(|_| format.requires_point()));
}

/// The scan that the request starts or continues, which determines the start of the page.
fn begin_scan(
    state: &RecordState,
    caller: &Caller,
    path: &str,
    request: &mut ListRequest,
) -> Result<Option<CursorScan>, Problem> {
    let Some((scan, start)) = CursorScan::begin(state, caller, path, request)? else { return Ok(None) };
    request.page.start = start;
    Ok(Some(scan))
}

async fn respond(
    reader: &PageReader<'_>,
    exchange: &ResponseNegotiation,
    mut responses: ConditionalResponses<'_>,
    parent: Option<(&'static Resource, Uuid)>,
) -> Result<Response, Problem> {
    let PageReader { state, caller, plan, request, query, .. } = *reader;
    reader.require_current().await?;
    if query.is_empty() {
        responses = responses.of_empty_list();
    }
    let (found, searched) = reader.rows_from_index().await?;
    if searched == Consistency::Consistent
        && let Some(mut response) = responses.stored(found.versions)
    {
        reader.head(exchange, &found)?.add_to(&mut response);
        return Ok(response);
    }
    if let Some((resource, id)) = parent {
        Box::pin(require_record(state, caller, resource, id)).await?;
    }
    if searched == Consistency::Consistent
        && exchange.codings.contains(Coding::Gzip)
        && let Some(mut response) = Box::pin(reader.deflated_page(&found, &responses)).await
    {
        reader.head(exchange, &found)?.add_to(&mut response);
        return Ok(response);
    }
    let page = Box::pin(reader.read((found, searched))).await?;
    let body = page.body(&reader.content(page.rows.total))?;
    let withholds_votes = page.records.iter().any(|record| record.withholds_votes);
    let withheld = withholds_votes.then(|| withheld::names(plan.resource, request.fields.as_ref())).flatten();
    let head = reader.head(exchange, &page.rows)?;
    // Each search counts, and each cursor is checked.
    let is_repeatable = request.search.is_none() && reader.scan.is_none();
    let stored_head = is_repeatable.then(|| head.clone());
    let mut response = responses.response_to_store(body, stored_head, withheld, page.versions);
    head.add_to(&mut response);
    Ok(response)
}

/// Reads the page that a request asks for.
#[derive(Clone, Copy)]
struct PageReader<'a> {
    state: &'a RecordState,
    caller: &'a Caller,
    plan: &'a ListPlan,
    request: &'a ListRequest,
    query: &'a VisibleQuery,
    representation: Representation,
    scan: Option<&'a CursorScan>,
}

/// The records of a page as JSON, in the order of the list, and their rows in the index.
struct Page {
    records: Vec<EncodedRecord>,
    rows: PageRows,
    /// The versions of the data; `None` if the page may mix several.
    versions: Option<Versions>,
}

/// Whether two parts of a page belong to the same state of the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Consistency {
    Consistent,
    /// The database already contains changes that the index does not.
    IndexBehind,
}

impl PageReader<'_> {
    /// Reads the page from one snapshot of the index. If the database is ahead of it, this waits until the index has
    /// caught up and reads the page again, so that a page never lacks a record and never mixes two states. `found` is what
    /// the index returned first.
    async fn read(&self, found: (PageRows, Consistency)) -> Result<Page, Problem> {
        let (mut rows, mut searched) = found;
        for attempt in 1..=MAX_ATTEMPTS {
            let is_last = attempt == MAX_ATTEMPTS;
            if attempt > 1 {
                (rows, searched) = self.rows_from_index().await?;
            }
            if searched == Consistency::Consistent || is_last {
                let mut records = self.records_from_file(&rows).await;
                self.add_records_from_cache(&rows, &mut records);
                let read = self.add_records_from_store(&rows, &mut records).await?;
                // After a long wait for a large change, the last attempt accepts any page without missing records.
                if (read == Consistency::Consistent || is_last)
                    && let Some(records) = records.into_iter().collect()
                {
                    let is_consistent = searched == Consistency::Consistent && read == searched;
                    let versions = is_consistent.then_some(rows.versions);
                    return Ok(Page { records, rows, versions });
                }
            }
            self.state.feed.catch_up(CATCH_UP_TIMEOUT).await;
        }
        Err(Problem::unavailable("rows of a page were deleted faster than the index was updated"))
    }

    /// The page among those of a list with `total` records.
    fn pages(&self, total: usize) -> Pages {
        let page = self.request.page;
        Pages { current: page.number(), total: total.div_ceil(page.size) }
    }

    /// What the body with the page of a list with `total` records contains.
    fn content(&self, total: usize) -> ListContent<'_> {
        let (resource, request) = (self.plan.resource, self.request);
        ListContent {
            resource,
            fields: request.fields.as_ref(),
            dialect: request.csv,
            page: self.pages(total),
        }
    }

    /// The header with the URLs of other pages.
    fn links(&self, exchange: &ResponseNegotiation, rows: &PageRows) -> Result<Option<HeaderValue>, Problem> {
        let pages = self.pages(rows.total);
        let next = self.scan.map(|scan| scan.next(self.state, self.caller, rows)).transpose()?;
        let page = next.map_or(LinkedPage::Numbered(pages), LinkedPage::Scanned);
        Ok(exchange.links(page))
    }

    /// Waits until the index contains what earlier responses, or the scan, show.
    async fn require_current(&self) -> Result<(), Problem> {
        require_observed(self.state, self.plan.resource).await?;
        match self.scan {
            Some(scan) => scan.require_current(self.state, self.caller, self.plan.resource).await,
            None => Ok(()),
        }
    }

    /// What the page has beside its body.
    fn head(&self, exchange: &ResponseNegotiation, rows: &PageRows) -> Result<PageHead, Problem> {
        let applied_filters =
            HeaderValue::from_str(&self.request.applied_filters).map_err(Problem::internal)?;
        Ok(PageHead { records: rows.rows.len(), applied_filters, links: self.links(exchange, rows)? })
    }

    /// The keys of the page's records.
    async fn rows_from_index(&self) -> Result<(PageRows, Consistency), Problem> {
        let _span = child("list index");
        let (indexes, store, query) = (&self.state.indexes, &self.state.store, self.query);
        let ListRequest { search, page, .. } = self.request;
        let (rows, is_current) = match search {
            None => (indexes.page(query, *page, store).await?, true),
            Some(Search::Ranked(words)) => Box::pin(indexes.search(query, words, *page, store)).await?,
            Some(Search::Listed(words)) => Box::pin(indexes.matching(query, words, *page, store)).await?,
        };
        Ok((rows, if is_current { Consistency::Consistent } else { Consistency::IndexBehind }))
    }

    /// The page's records that are stored in a file; `None` for the others.
    async fn records_from_file<R: RecordForm + Send + 'static>(&self, rows: &PageRows) -> Vec<Option<R>> {
        let (files, list) = (&self.state.record_files, self.list_key(rows));
        match files.read(&list, &rows.rows) {
            FileRead::Records(records) => records,
            FileRead::OnDisk => {
                let (files, rows) = (Arc::clone(files), rows.rows.clone());
                let read = tokio::task::spawn_blocking(move || files.wait_for(&list, &rows));
                read.await.unwrap_or_default()
            }
        }
    }

    /// Adds the page's records that are cached in memory.
    fn add_records_from_cache(&self, rows: &PageRows, records: &mut Vec<Option<EncodedRecord>>) {
        records.resize(rows.rows.len(), None);
        for (row, record) in rows.rows.iter().zip(records).filter(|(_, record)| record.is_none()) {
            *record = self.state.record_cache.get(&self.record_key(rows, row));
        }
    }

    /// Reads the records that were not cached, and caches them.
    async fn add_records_from_store(
        &self,
        rows: &PageRows,
        records: &mut [Option<EncodedRecord>],
    ) -> Result<Consistency, Problem> {
        let (state, resource) = (self.state, self.plan.resource);
        let missing: Vec<usize> =
            (0..records.len()).filter(|position| records[*position].is_none()).collect();
        if missing.is_empty() {
            return Ok(Consistency::Consistent);
        }
        let mut span = child("read records");
        span.count("folkmoot.records", missing.len());
        let keys: Vec<i64> = missing.iter().map(|position| rows.rows[*position].key).collect();
        let view = self.caller.view(self.plan.has_download_urls, self.request.locale);
        let read = state.store.records().read_page(resource, &keys, &view).await?;
        let shown = rows.versions.newest(Audience::ALL).sequence;
        let mut is_consistent = read.sequence == shown;
        if read.sequence > shown {
            state.feed.read_soon();
            // Changes of other records do not affect this page.
            let changed = state.store.changes().any_changed_between(resource, keys, shown, read.sequence);
            is_consistent = !changed.await?;
        }
        if is_consistent {
            self.record_miss(rows, Form::Json, missing.len());
        }
        for (position, record) in missing.into_iter().zip(read.records) {
            if let Some(record) = record.as_ref().filter(|_| is_consistent) {
                state.record_cache.insert(self.record_key(rows, &rows.rows[position]), record);
            }
            records[position] = record;
        }
        Ok(if is_consistent { Consistency::Consistent } else { Consistency::IndexBehind })
    }

    /// Counts records that were read from the database or compressed, and keeps their list in a file if there were many.
    fn record_miss(&self, rows: &PageRows, form: Form, count: usize) {
        let (state, resource, list) = (self.state, self.plan.resource, self.list_key(rows));
        // URLs in records are valid for a short time only.
        if self.representation.downloads.is_some() {
            return;
        }
        let length = state.indexes.get(resource).current().len();
        if let Some(writer) = state.record_files.record_miss((&list, form), length, count) {
            let view = self.caller.view(false, self.request.locale).into_owned();
            let (indexes, store) = (Arc::clone(&state.indexes), Arc::clone(&state.store));
            if let Err(error) = writer.start(indexes, store, resource, view) {
                tracing::warn!(%error, "cannot start the thread that keeps records in a file");
            }
        }
    }

    /// What the records of the page have in common.
    fn list_key(&self, rows: &PageRows) -> RecordKey {
        self.record_key(rows, &PageRow { key: 0, version: 0 })
    }

    fn record_key(&self, rows: &PageRows, row: &PageRow) -> RecordKey {
        RecordKey {
            resource: self.plan.resource.names.plural,
            epoch: rows.epoch,
            representation: self.representation,
            key: row.key,
            version: row.version,
        }
    }
}

impl Page {
    /// The response body.
    fn body(&self, content: &ListContent<'_>) -> Result<Vec<u8>, StoreError> {
        let length: usize = self.records.iter().map(|record| record.json.len() + 1).sum();
        let mut body = Vec::with_capacity(length + 96);
        let mut writer = PageWriter::begin(content, &mut body);
        self.records.iter().try_for_each(|record| writer.record(&record.json, &mut body))?;
        writer.end(&mut body);
        // It may be cached.
        body.shrink_to_fit();
        Ok(body)
    }
}
