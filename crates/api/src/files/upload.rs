//! `POST /files`: a file as Base64 within JSON, decoded and stored while the request body arrives.

use std::sync::Arc;

use axum::body::{Body, BodyDataStream};
use axum::extract::State;
use axum::response::Response;
use folkmoot_files::file_name::safe_name;
use folkmoot_files::upload_body::BodyScanner;
use folkmoot_files::upload_stream::{ContentError, StoredUpload, UploadStream};
use folkmoot_store::files::BlobMetadata;
use futures_util::StreamExt as _;
use http::{HeaderMap, StatusCode, Uri};
use serde_json::Value;
use uuid::Uuid;

use super::errors::{BLANK, CONTENT_TYPE_NOT_ALLOWED, INVALID};
use super::fields::{CONTENT, FieldErrors, FileAttributes, PROJECT, project};
use super::record_response;
use super::state::FileState;
use crate::authenticate::require_json;
use crate::caller::Caller;
use crate::disk_space::{self, declared_length};
use crate::parameters;
use crate::problem::Problem;
use crate::problem_table::{BODY_TOO_LARGE, MALFORMED_BODY};

/// Maximum bytes of a body per byte of content: Base64 takes 4/3, and more if it is wrapped into lines or its slashes are
/// escaped.
const BODY_BYTES_PER_CONTENT_BYTE: u64 = 2;
/// Maximum bytes of a body without the content.
const MAX_OTHER_BODY_BYTES: u64 = 2_000_000;

/// How many bytes of a body are received before the free space is checked again.
const BYTES_BETWEEN_CHECKS: u64 = 1_000_000;

/// Creates a file. The work completes even if the client disconnects.
pub async fn upload(
    caller: Caller,
    State(state): State<Arc<FileState>>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    require_json(&headers)?;
    let locale = parameters::locale(&uri, &caller.platform.platform)?;
    let limit = state.live.get().upload_limit_megabytes * 1_000_000;
    let max_body = limit * BODY_BYTES_PER_CONTENT_BYTE + MAX_OTHER_BODY_BYTES;
    let declared = declared_length(&headers);
    if declared.is_some_and(|declared| declared > max_body) {
        return Err(over_limit(&state));
    }
    disk_space::check(&state.disk_reserve, declared.unwrap_or(0)).await?;
    let upload = Upload { state, caller, locale, limit, max_body };
    folkmoot_runtime::fair::spawn(upload.run(body)).await.map_err(Problem::internal)?
}

struct Upload {
    state: Arc<FileState>,
    caller: Caller,
    locale: usize,
    limit: u64,
    max_body: u64,
}

impl Upload {
    async fn run(self, body: Body) -> Result<Response, Problem> {
        let mut stream = body.into_data_stream();
        let blob = self.state.file_store.create_blob().await?;
        let mut upload_stream = UploadStream::new(blob, self.limit);
        match self.receive(&mut stream, &mut upload_stream).await {
            Ok((file, had_content)) => self.validate(&file, had_content, upload_stream).await,
            Err(problem) => {
                upload_stream.discard().await;
                Err(problem)
            }
        }
    }

    /// Reads the complete body. Returns the object `file`, and whether it has a content.
    async fn receive(
        &self,
        stream: &mut BodyDataStream,
        upload_stream: &mut UploadStream,
    ) -> Result<(Value, bool), Problem> {
        let mut scanner = BodyScanner::default();
        let (mut received, mut checked) = (0, 0);
        while let Some(chunk) = stream.next().await {
            let chunk = chunk.map_err(|error| {
                Problem::new(&MALFORMED_BODY, format!("The request body ended unexpectedly: {error}."))
            })?;
            received += chunk.len() as u64;
            if received - checked >= BYTES_BETWEEN_CHECKS {
                disk_space::check(&self.state.disk_reserve, 0).await?;
                checked = received;
            }
            scanner.scan(&chunk, &mut |text| upload_stream.decode(text))?;
            if received > self.max_body || upload_stream.write().await?.is_err() {
                return Err(over_limit(&self.state));
            }
            // Otherwise an upload that arrives fast would delay requests.
            tokio::task::yield_now().await;
        }
        let had_content = scanner.had_content();
        let file = scanner.finish()?;
        upload_stream.finish_decoding();
        if upload_stream.write().await?.is_err() {
            return Err(over_limit(&self.state));
        }
        Ok((file, had_content))
    }

    async fn validate(
        &self,
        file: &Value,
        had_content: bool,
        upload_stream: UploadStream,
    ) -> Result<Response, Problem> {
        let mut errors = FieldErrors::default();
        let platform = &self.caller.platform.platform;
        let attributes = FileAttributes::read(file, &platform.locales, true, &mut errors);
        let project = project(file, &mut errors);
        if !had_content {
            let missing = file.get(CONTENT).is_none_or(Value::is_null);
            errors.add(CONTENT, if missing { &BLANK } else { &INVALID });
        }
        let name = file.get("name").and_then(Value::as_str).unwrap_or_default();
        let content = match upload_stream.finish(&safe_name(name), errors.is_empty()).await? {
            Ok(StoredUpload(content)) => content,
            Err(error) => {
                errors.add(
                    CONTENT,
                    match error {
                        ContentError::Empty => &BLANK,
                        ContentError::NotBase64 => &INVALID,
                        ContentError::NotAllowed => &CONTENT_TYPE_NOT_ALLOWED,
                    },
                );
                None
            }
        };
        let Some(project) = project else { return Ok(errors.response(Some(CONTENT))) };
        if let Some(content) = content {
            return self.insert(attributes, project, content, errors).await;
        }
        if !self.state.records.store.files().project_exists(project).await? {
            errors.add(PROJECT, &INVALID);
        }
        Ok(errors.response(Some(CONTENT)))
    }

    /// Inserts the record, which commits the blob.
    async fn insert(
        &self,
        attributes: FileAttributes,
        project: Uuid,
        content: BlobMetadata,
        mut errors: FieldErrors,
    ) -> Result<Response, Problem> {
        let (id, state, blob) = (Uuid::new_v4(), Arc::clone(&self.state), content.id);
        let added = self.state.records.store.run_write(move |store| {
            let now = || (state.clock)().as_millisecond();
            store.files().add(id, project, &attributes.into_description(), &content, now)
        });
        match added.await {
            Ok(true) => {
                record_response(&self.state, &self.caller, self.locale, id, StatusCode::CREATED).await
            }
            Ok(false) => {
                self.state.file_store.delete_blob(blob).await;
                errors.add(PROJECT, &INVALID);
                Ok(errors.response(Some(CONTENT)))
            }
            Err(error) => {
                // If the record may have been stored, garbage collection decides later whether the blob is orphaned.
                if !error.is_uncertain() {
                    self.state.file_store.delete_blob(blob).await;
                }
                Err(error.into())
            }
        }
    }
}

fn over_limit(state: &FileState) -> Problem {
    let megabytes = state.live.get().upload_limit_megabytes;
    Problem::new(&BODY_TOO_LARGE, format!("A file may have at most {megabytes} megabytes."))
}
