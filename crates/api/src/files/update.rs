//! `PATCH /files/{id}` and `PUT /files/{id}`: update the description of a file.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use folkmoot_files::types;
use folkmoot_files::upload_body::BodyScanner;
use folkmoot_model::resources::FILES;
use folkmoot_store::files::{Description, Update};
use futures_util::StreamExt as _;
use http::{HeaderMap, StatusCode, Uri};

use super::errors::{EXTENSION_NOT_ALLOWED, IMMUTABLE};
use super::fields::{CONTENT, FieldErrors, FileAttributes};
use super::record_response;
use super::state::FileState;
use crate::authenticate::require_json;
use crate::caller::Caller;
use crate::parameters;
use crate::path_id::PathId;
use crate::problem::Problem;
use crate::problem_table::{BODY_TOO_LARGE, MALFORMED_BODY};
use crate::records::{missing, parse_id, require_record};

/// Changes the fields that the body contains. All other fields keep their values.
pub async fn update(
    caller: Caller,
    PathId(id): PathId,
    State(state): State<Arc<FileState>>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    require_json(&headers)?;
    let platform = &caller.platform.platform;
    let locale = parameters::locale(&uri, platform)?;
    let id = parse_id(&id)?;
    require_record(&state.records, &caller, FILES, id).await?;
    let file = read(body, &state).await?;
    let mut errors = FieldErrors::default();
    let attributes = FileAttributes::read(&file, &platform.locales, false, &mut errors);
    if file.get(CONTENT).is_some() {
        errors.add(CONTENT, &IMMUTABLE);
    }
    if !errors.is_empty() {
        return Ok(errors.response(None));
    }
    let now = (state.clock)().as_millisecond();
    let changed = state.records.store.run_write(move |store| {
        store.files().update(id, now, |before, mime_type| renamed(attributes, before, mime_type))
    });
    match changed.await? {
        Update::Done => record_response(&state, &caller, locale, id, StatusCode::OK).await,
        Update::Refused(errors) => Ok(errors.response(None)),
        Update::Missing(newest) => Err(missing(&state.records, FILES, id, newest)),
    }
}

/// Reads the object `file` of a body. Its `content` is skipped.
async fn read(body: Body, state: &FileState) -> Result<serde_json::Value, Problem> {
    let mut stream = body.into_data_stream();
    let mut scanner = BodyScanner::default();
    let limit = state.live.get().upload_limit_megabytes * 2_000_000;
    let mut received = 0;
    while let Some(chunk) = stream.next().await {
        let chunk = chunk.map_err(|error| {
            Problem::new(&MALFORMED_BODY, format!("The request body ended unexpectedly: {error}."))
        })?;
        received += chunk.len() as u64;
        if received > limit {
            return Err(Problem::new(
                &BODY_TOO_LARGE,
                format!("The request body is too large. The maximum is {limit} bytes."),
            ));
        }
        scanner.scan(&chunk, &mut |_| {})?;
    }
    Ok(scanner.finish()?)
}

/// The description with the new attributes. A new extension must match the content.
fn renamed(
    attributes: FileAttributes,
    before: Description,
    mime_type: &str,
) -> Result<Description, FieldErrors> {
    let extension = |name: &str| name.rsplit_once('.').map(|(_, extension)| extension.to_lowercase());
    if let Some(name) = attributes.name()
        && extension(name) != extension(&before.name)
        && !types::name_matches(name, mime_type)
    {
        let mut errors = FieldErrors::default();
        errors.add("name", &EXTENSION_NOT_ALLOWED);
        return Err(errors);
    }
    Ok(attributes.applied_to(before))
}
