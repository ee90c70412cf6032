//! Open data: the files of the newest export at the level `public`, at URLs that never change.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use folkmoot_api::exports::stored_file;
use folkmoot_api::files::download::{ContentRequest, content};
use folkmoot_api::http_cache::http_date;
use folkmoot_api::path_id::PathId;
use folkmoot_api::problem::Problem;
use folkmoot_api::unknown_routes::route_not_found;
use folkmoot_export::{DATA_PACKAGE, Format, visible_resources};
use folkmoot_model::access::AccessLevel;
use folkmoot_model::resource::Resource;
use folkmoot_store::Store;
use folkmoot_store::exports::{ExportState, StoredExport, StoredFile};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use jiff::{SignedDuration, Timestamp};

use super::PublicationState;
use super::public_records::access;
use super::response::{CACHE_CONTROL, open_to_websites};

/// How soon a client should ask again for an export that is being made.
const SOON: SignedDuration = SignedDuration::from_mins(1);

/// `GET /open-data/{file}`
pub async fn file(
    State(state): State<Arc<PublicationState>>,
    PathId(name): PathId,
    parts: Parts,
) -> Result<Response, Problem> {
    state.require(state.settings.open_data, &parts).await?;
    let Parts { method, uri, headers, .. } = parts;
    let export = newest_export(&state).await?;
    let is_data = |file: &&StoredFile| file.format.is_some() || file.name == DATA_PACKAGE;
    let stored = export.files.iter().filter(is_data).find(|file| file.name == name);
    let file = stored_file(stored.ok_or_else(|| route_not_found(uri.path()))?);
    let made_at = Timestamp::from_millisecond(export.started_at).map_err(Problem::internal)?;
    let mut response = if is_unchanged(&headers, made_at) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let request =
            ContentRequest { blobs: state.api.exports.files.blobs(), method: &method, headers: &headers };
        content(&request, &file, 0).await?
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(CACHE_CONTROL));
    headers.extend(http_date(made_at).map(|date| (header::LAST_MODIFIED, date)));
    if file.name == DATA_PACKAGE {
        headers.remove(header::CONTENT_DISPOSITION);
    }
    open_to_websites(headers);
    Ok(response)
}

/// Whether the client has the files of an export, which it states by their date only (RFC 9110, section 13.1.3).
fn is_unchanged(headers: &HeaderMap, made_at: Timestamp) -> bool {
    let since =
        headers.get(header::IF_MODIFIED_SINCE).filter(|_| !headers.contains_key(header::IF_NONE_MATCH));
    let since = since.and_then(|date| jiff::fmt::rfc2822::parse(date.to_str().ok()?).ok());
    since.is_some_and(|since| made_at.as_second() <= since.timestamp().as_second())
}

/// The newest complete export of everything that the level `public` sees, with the settings of shared data that apply now. Fails if
/// there is none yet.
pub async fn newest_export(state: &PublicationState) -> Result<StoredExport, Problem> {
    let settings = state.api.exports.access.fingerprint();
    let expected = visible_resources(&access(state));
    let exports = state.api.exports.store.run_ranking(|store: &Store| store.exports().all()).await?;
    let found = exports.into_iter().find(|export| {
        let has_resource = |resource: &&Resource| export.resources.contains(&resource.names.plural);
        let has_format = |format: &Format| export.formats.iter().any(|name| name == format.name());
        export.state == ExportState::Succeeded
            && export.access == AccessLevel::Public
            && export.client.is_none()
            && export.settings == settings
            && expected.iter().all(has_resource)
            && Format::ALL.iter().all(has_format)
    });
    found.ok_or_else(|| missing(state))
}

/// The problem that the open data was not exported yet. It states when the next export begins.
fn missing(state: &PublicationState) -> Problem {
    let now = (state.clock)();
    let view = state.api.platform.cache.platform();
    let next = view.zip(state.settings.daily_exports_at()).and_then(|(view, at)| {
        let local = now.to_zoned_datetime(view.platform.zone());
        let today = local.date().to_datetime(at).to_zoned_datetime(view.platform.zone()).ok()?;
        // After the time of today, it is being made, or its attempt is repeated.
        Some(today.timestamp()).filter(|today| *today > now)
    });
    let wait = next.map_or(SOON, |next| next.duration_since(now)).max(SOON);
    let seconds = u64::try_from(wait.as_secs()).unwrap_or_default();
    Problem::busy("The open data has not been exported yet.", seconds)
}
