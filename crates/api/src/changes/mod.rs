//! `GET /api/v2/changes`: what changed since a position.
//!
//! A request without news gets its response from memory: the list indexes follow the change feed, and each knows the newest change
//! that an audience sees. A request that waits is woken by the thread that follows the feed, and reads the database only for
//! changes that its client can see.

pub mod cursor;
mod polls;
mod request;
mod state;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{Extension, State};
use axum::response::{IntoResponse as _, Response};
use folkmoot_index::{Applied, MAX_STALENESS};
use folkmoot_model::timestamp::push_timestamp;
use folkmoot_store::changes::Version;
use folkmoot_store::changes::page::{ChangePage, PageQuery, PageRead, Position, RecordChange, RecordState};
use http::{HeaderValue, Uri, header};

use self::cursor::{Binding, ChangesCursor, expired};
pub use self::polls::LongPolls;
use self::request::ChangesRequest;
pub use self::state::ChangeState;
use super::caller::Caller;
use super::media_types::JSON;
use super::problem::Problem;
use super::record_state::CATCH_UP_TIMEOUT;
use super::time_limit::RequestTime;
use super::usage::{ReadResources, RecordCount, Waited};
use super::withheld::{self, WITHHELD};

/// A response is only right for the cursor in it.
const CACHE_CONTROL: HeaderValue = HeaderValue::from_static("private, no-store");

/// `GET /changes`
pub async fn changes(
    State(state): State<Arc<ChangeState>>,
    caller: Caller,
    Extension(time): Extension<RequestTime>,
    uri: Uri,
) -> Result<Response, Problem> {
    let request = ChangesRequest::read(&state.cursors, &caller, &uri)?;
    let reader = Reader { state: &state, caller: &caller, request: &request };
    let mut waited = Duration::ZERO;
    let page = match request.after {
        None => reader.current_position().await,
        Some(after) => reader.poll(after, &time, &mut waited).await?,
    };
    let mut response = reader.response(&page)?;
    response.extensions_mut().insert(Waited(waited));
    Ok(response)
}

/// Reads pages for one request.
struct Reader<'a> {
    state: &'a Arc<ChangeState>,
    caller: &'a Caller,
    request: &'a ChangesRequest,
}

impl Reader<'_> {
    /// The position of what the lists of all servers contain now.
    async fn current_position(&self) -> ChangePage {
        let feed = &self.state.feed;
        feed.catch_up(CATCH_UP_TIMEOUT).await;
        let Applied { newest, since } = *feed.applied().borrow();
        if !self.state.store.is_embedded() {
            // The client may read the lists of another server, which may be behind for so long.
            tokio::time::sleep_until((since + MAX_STALENESS).into()).await;
        }
        without_news(Position::after(newest))
    }

    /// The page after a position. If there are no changes, waits for one that the client can see.
    async fn poll(
        &self,
        after: Position,
        time: &RequestTime,
        waited: &mut Duration,
    ) -> Result<ChangePage, Problem> {
        let Self { state, caller, request } = *self;
        let deadline = Instant::now() + request.wait;
        let (mut applied, mut stopping) = (state.feed.applied(), state.stopping.subscribe());
        let newest = applied.borrow_and_update().newest;
        let mut page =
            if Position::after(newest) == after { without_news(after) } else { self.read(after).await? };
        let mut waiting = None;
        while page.changes.is_empty() && !page.has_more && Instant::now() < deadline {
            if waiting.is_none() {
                waiting = Some(state.polls.begin(caller.holder.client)?);
                time.extend(request.wait);
            }
            let paused = Instant::now();
            let is_over = tokio::select! {
                followed = applied.changed() => followed.is_err(),
                () = tokio::time::sleep_until(deadline.into()) => false,
                _ = stopping.wait_for(|stopping| *stopping) => true,
            };
            *waited += paused.elapsed();
            if is_over {
                break;
            }
            if !caller.is_unchanged().await? || !self.is_bound() {
                return Err(expired(
                    "What the client may read, or the platform, changed while the request waited.",
                ));
            }
            let newest = applied.borrow_and_update().newest;
            page = if self.has_news(page.next) {
                self.read(page.next).await?
            } else {
                without_news(later(page.next, newest))
            };
        }
        Ok(page)
    }

    /// Whether the platform is still the one that cursors of this request belong to.
    fn is_bound(&self) -> bool {
        let Self { state, caller, .. } = self;
        let current = state.platform.platform();
        current.is_some_and(|current| Binding::of(&caller.access, &current.platform) == Binding::new(caller))
    }

    /// Whether the indexes contain a change after a position that the client may see.
    fn has_news(&self, position: Position) -> bool {
        let audience = self.caller.access.audience();
        self.request.resources.iter().any(|resource| {
            let versions = self.state.indexes.get(resource).current().versions;
            versions.newest_in_feed(audience) > position.version.sequence
        })
    }

    async fn read(&self, after: Position) -> Result<ChangePage, Problem> {
        let Self { state, caller, request } = *self;
        let view = caller.view(true, request.locale).into_owned();
        let query = PageQuery::new(view, request.resources.clone(), after, request.limit);
        let read = {
            let _permit = state.polls.read().await?;
            state.store.changes().page(query).await?
        };
        match read {
            PageRead::Page { page, newest } => {
                self.require_in_lists(newest).await?;
                Ok(page)
            }
            PageRead::Expired => {
                Err(expired("The change feed does not contain all changes after the cursor."))
            }
        }
    }

    /// Waits until the lists of this server contain a change: a client that reads it and then a list sees it in both.
    async fn require_in_lists(&self, change: Version) -> Result<(), Problem> {
        let feed = &self.state.feed;
        let is_in_lists = || feed.applied().borrow().newest.sequence >= change.sequence;
        if !is_in_lists() {
            feed.catch_up(CATCH_UP_TIMEOUT).await;
        }
        is_in_lists()
            .then_some(())
            .ok_or_else(|| Problem::unavailable("the list indexes are behind the changes"))
    }

    fn response(&self, page: &ChangePage) -> Result<Response, Problem> {
        let next = ChangesCursor { position: page.next }.seal(&self.state.cursors, self.caller)?;
        let withheld = page
            .changes
            .iter()
            .filter(|change| matches!(change.state, RecordState::Visible { withholds_votes: true, .. }));
        let withheld = withheld::names_of(withheld.map(|change| change.resource));
        let mut response = Body::from(body(page, &next)).into_response();
        response.extensions_mut().insert(RecordCount(page.changes.len()));
        response.extensions_mut().insert(ReadResources(read_resources(page)));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, JSON);
        headers.insert(header::CACHE_CONTROL, CACHE_CONTROL);
        if let Some(withheld) = withheld {
            headers.insert(WITHHELD, withheld);
        }
        Ok(response)
    }
}

/// A page without changes.
fn without_news(next: Position) -> ChangePage {
    ChangePage { changes: Vec::new(), next, has_more: false }
}

/// The later of two positions, so that hidden changes do not make a cursor expire.
fn later(position: Position, newest: Version) -> Position {
    if newest.sequence > position.version.sequence { Position::after(newest) } else { position }
}

/// The records on a page by resource. Deletions contain none.
fn read_resources(page: &ChangePage) -> Vec<(&'static str, i64)> {
    let mut resources: Vec<(&'static str, i64)> = Vec::new();
    let visible = page.changes.iter().filter(|change| matches!(change.state, RecordState::Visible { .. }));
    for plural in visible.map(|change| change.resource.names.plural) {
        match resources.iter_mut().find(|(known, _)| *known == plural) {
            Some((_, records)) => *records += 1,
            None => resources.push((plural, 1)),
        }
    }
    resources
}

/// The response body.
fn body(page: &ChangePage, next: &str) -> Vec<u8> {
    let mut body = b"{\"changes\":[".to_vec();
    for (position, change) in page.changes.iter().enumerate() {
        if position > 0 {
            body.push(b',');
        }
        push_change(&mut body, change);
    }
    let more = page.has_more;
    body.extend_from_slice(format!("],\"meta\":{{\"next\":\"{next}\",\"more\":{more}}}}}").as_bytes());
    body
}

fn push_change(body: &mut Vec<u8>, change: &RecordChange) {
    let RecordChange { resource, id, changed_at, state, .. } = change;
    let id = id.map_or_else(|| "null".to_owned(), |id| format!("\"{id}\""));
    let (action, record) = match state {
        RecordState::Visible { json, .. } => ("upsert", json.as_slice()),
        RecordState::Deleted(ids) => ("delete", ids.as_deref().unwrap_or("null").as_bytes()),
    };
    let plural = resource.names.plural;
    let start = format!("{{\"resource\":\"{plural}\",\"id\":{id},\"action\":\"{action}\",\"changed_at\":\"");
    body.extend_from_slice(start.as_bytes());
    push_timestamp(body, *changed_at);
    body.extend_from_slice(b"\",\"record\":");
    body.extend_from_slice(record);
    body.push(b'}');
}
