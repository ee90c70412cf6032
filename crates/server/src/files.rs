//! Changing and deleting files.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use folkmoot_files::body::{BodyError, Scanner};
use folkmoot_files::types;
use folkmoot_model::resources::FILES;
use folkmoot_store::files::Description;
use futures_util::StreamExt as _;
use http::{HeaderMap, StatusCode, Uri, header};
use uuid::Uuid;

use super::authenticate::require_json;
use super::caller::Caller;
use super::file_errors::{EXTENSION_NOT_ALLOWED, IMMUTABLE};
use super::file_fields::{CONTENT, FieldErrors, Told};
use super::parameters;
use super::path_id::PathId;
use super::problem::Problem;
use super::problem_table::{BODY_TOO_LARGE, MALFORMED_BODY};
use super::records::{JSON, item_body, not_found, parse_id};
use super::state::{AppState, CATCH_UP_TIMEOUT};

/// `PATCH /files/{id}` and `PUT /files/{id}`: what the body leaves out stays as it is.
pub async fn change(
    caller: Caller,
    PathId(id): PathId,
    State(server): State<Arc<AppState>>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    require_json(&headers)?;
    let platform = &caller.platform.platform;
    let locale = parameters::locale(&uri, platform)?;
    let id = parse_id(&id)?;
    if !server.store.exists(FILES, id).await? {
        return Err(not_found(&id.to_string()));
    }
    let file = read(body, &server).await?;
    let mut errors = FieldErrors::default();
    let told = Told::read(&file, &platform.locales, false, &mut errors);
    if file.get(CONTENT).is_some() {
        errors.add(CONTENT, &IMMUTABLE);
    }
    if !errors.is_empty() {
        return Ok(errors.answer(None));
    }
    let now = (server.clock)().as_millisecond();
    let changed = server.store.run_write(move |store| {
        store.change_file(id, now, |before, mime_type| renamed(told, before, mime_type))
    });
    match changed.await? {
        None => Err(not_found(&id.to_string())),
        Some(Err(errors)) => Ok(errors.answer(None)),
        Some(Ok(())) => record(&server, &caller, locale, id, StatusCode::OK).await,
    }
}

/// `DELETE /files/{id}`
pub async fn remove(
    _: Caller,
    PathId(id): PathId,
    State(server): State<Arc<AppState>>,
    uri: Uri,
) -> Result<StatusCode, Problem> {
    parameters::none(&uri)?;
    let id = parse_id(&id)?;
    // Goes on to its end even where the caller goes away.
    let removal = tokio::spawn(async move {
        let now = (server.clock)().as_millisecond();
        let deleted = server.store.run_write(move |store| store.remove_file(id, now)).await?;
        let deleted = deleted.ok_or_else(|| not_found(&id.to_string()))?;
        // Its own blob alone: orphaned blobs of others are collected in the background.
        if let Some(blob) = deleted.blob {
            server.shelf.remove(blob).await;
        }
        server.feed.catch_up(CATCH_UP_TIMEOUT).await;
        Ok(StatusCode::NO_CONTENT)
    });
    removal.await.map_err(Problem::internal)?
}

/// Answers a file's record once the lists show it.
pub async fn record(
    server: &AppState,
    caller: &Caller,
    locale: usize,
    id: Uuid,
    status: StatusCode,
) -> Result<Response, Problem> {
    server.feed.catch_up(CATCH_UP_TIMEOUT).await;
    let body = item_body(server, caller, &server.plans.files, id, locale).await?;
    Ok((status, [(header::CONTENT_TYPE, JSON)], body).into_response())
}

/// What the scanner says of a body, as a problem.
pub fn body_problem(error: BodyError) -> Problem {
    match error {
        BodyError::Malformed(detail) => Problem::new(&MALFORMED_BODY, detail),
        BodyError::TooLarge => Problem::new(&BODY_TOO_LARGE, format!("Too large: {error}.")),
    }
}

/// The object `file` of a body; a content in it is passed over.
async fn read(body: Body, server: &AppState) -> Result<serde_json::Value, Problem> {
    let mut stream = body.into_data_stream();
    let mut scanner = Scanner::default();
    let most = server.settings.upload_limit_megabytes * 2_000_000;
    let mut received = 0;
    while let Some(piece) = stream.next().await {
        let piece =
            piece.map_err(|error| Problem::new(&MALFORMED_BODY, format!("The body broke off: {error}.")))?;
        received += piece.len() as u64;
        if received > most {
            return Err(Problem::new(&BODY_TOO_LARGE, format!("The body is larger than {most} bytes.")));
        }
        scanner.take(&piece, &mut |_| {}).map_err(body_problem)?;
    }
    scanner.finish().map_err(body_problem)
}

/// The description with what is told anew, where a new name still promises what the content is.
fn renamed(told: Told, before: Description, mime_type: &str) -> Result<Description, FieldErrors> {
    let extension = |name: &str| name.rsplit_once('.').map(|(_, extension)| extension.to_lowercase());
    if let Some(name) = told.name()
        && extension(name) != extension(&before.name)
        && !types::may_be_called(name, mime_type)
    {
        let mut errors = FieldErrors::default();
        errors.add("name", &EXTENSION_NOT_ALLOWED);
        return Err(errors);
    }
    Ok(told.over(before))
}
