//! `POST /api/v2/files`: a file as Base64 within JSON, decoded and stored while it arrives.

use std::sync::Arc;

use axum::body::{Body, BodyDataStream};
use axum::extract::State;
use axum::response::Response;
use folkmoot_files::arrival::{Arrival, Fault, Finished};
use folkmoot_files::body::Scanner;
use folkmoot_files::shelf::ShelfError;
use folkmoot_model::resources::FILES;
use folkmoot_store::files::Content;
use futures_util::StreamExt as _;
use http::{HeaderMap, StatusCode, Uri, header};
use serde_json::Value;
use uuid::Uuid;

use super::authenticate::require_json;
use super::caller::Caller;
use super::file_errors::{BLANK, CONTENT_TYPE_NOT_ALLOWED, INVALID};
use super::file_fields::{CONTENT, FieldErrors, PROJECT, Told, project};
use super::files::{body_problem, record};
use super::parameters;
use super::problem::Problem;
use super::problem_table::{BODY_TOO_LARGE, MALFORMED_BODY};
use super::state::AppState;

/// How many bytes a body may have for each byte of content: Base64 takes 4/3, and some more where it is broken into
/// lines or its slashes are escaped.
const BYTES_FOR_A_BYTE: u64 = 2;
/// How many bytes more a body may have.
const BYTES_BESIDE: u64 = 2_000_000;

/// Takes an upload in. The work goes on to a clean end even where the caller goes away in the middle.
pub async fn upload(
    caller: Caller,
    State(server): State<Arc<AppState>>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    require_json(&headers)?;
    let locale = parameters::locale(&uri, &caller.platform.platform)?;
    let limit = server.settings.upload_limit_megabytes * 1_000_000;
    let most = limit * BYTES_FOR_A_BYTE + BYTES_BESIDE;
    let announced =
        headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|announced| announced > most) {
        return Err(over_limit(&server));
    }
    let upload = Upload { server, caller, locale, limit, most };
    tokio::spawn(upload.run(body)).await.map_err(Problem::internal)?
}

struct Upload {
    server: Arc<AppState>,
    caller: Caller,
    locale: usize,
    limit: u64,
    most: u64,
}

impl Upload {
    async fn run(self, body: Body) -> Result<Response, Problem> {
        let mut stream = body.into_data_stream();
        let draft = self.server.shelf.begin().await?;
        let mut arrival = Arrival::new(draft, self.limit);
        match self.receive(&mut stream, &mut arrival).await {
            Ok((file, had_content)) => self.judge(&file, had_content, arrival).await,
            Err(problem) => {
                arrival.discard().await;
                Err(problem)
            }
        }
    }

    /// Reads the body to its end: the object `file`, and whether it has a content.
    async fn receive(
        &self,
        stream: &mut BodyDataStream,
        arrival: &mut Arrival,
    ) -> Result<(Value, bool), Problem> {
        let mut scanner = Scanner::default();
        let mut received = 0;
        while let Some(piece) = stream.next().await {
            let piece = piece
                .map_err(|error| Problem::new(&MALFORMED_BODY, format!("The body broke off: {error}.")))?;
            received += piece.len() as u64;
            scanner.take(&piece, &mut |text| arrival.take(text)).map_err(body_problem)?;
            if received > self.most || arrival.write().await?.is_err() {
                return Err(over_limit(&self.server));
            }
        }
        let had_content = scanner.had_content();
        let file = scanner.finish().map_err(body_problem)?;
        arrival.end();
        if arrival.write().await?.is_err() {
            return Err(over_limit(&self.server));
        }
        Ok((file, had_content))
    }

    async fn judge(&self, file: &Value, had_content: bool, arrival: Arrival) -> Result<Response, Problem> {
        let mut errors = FieldErrors::default();
        let platform = &self.caller.platform.platform;
        let told = Told::read(file, &platform.locales, true, &mut errors);
        let project = project(file, &mut errors);
        if !had_content {
            let missing = file.get(CONTENT).is_none_or(Value::is_null);
            errors.add(CONTENT, if missing { &BLANK } else { &INVALID });
        }
        let named = file.get("name").and_then(Value::as_str).unwrap_or_default().trim();
        let content = match arrival.finish(named, errors.is_empty()).await? {
            Ok(Finished(content)) => content,
            Err(fault) => {
                errors.add(
                    CONTENT,
                    match fault {
                        Fault::Empty => &BLANK,
                        Fault::NotBase64 => &INVALID,
                        Fault::NotAllowed => &CONTENT_TYPE_NOT_ALLOWED,
                    },
                );
                None
            }
        };
        match (project, content) {
            (Some(project), Some(content)) => self.keep(told, project, content, errors).await,
            _ => Ok(errors.answer(Some(CONTENT))),
        }
    }

    /// Adds the record, with which the bytes become a file.
    async fn keep(
        &self,
        told: Told,
        project: Uuid,
        content: Content,
        mut errors: FieldErrors,
    ) -> Result<Response, Problem> {
        let (id, server, blob) = (Uuid::new_v4(), Arc::clone(&self.server), content.blob);
        let added = self.server.store.run_write(move |store| {
            let now = || (server.clock)().as_millisecond();
            store.add_file(id, project, &told.for_upload(), &content, now)
        });
        match added.await {
            Ok(true) => record(&self.server, &self.caller, self.locale, id, StatusCode::CREATED).await,
            Ok(false) => {
                self.server.shelf.remove(blob).await;
                errors.add(PROJECT, &INVALID);
                Ok(errors.answer(Some(CONTENT)))
            }
            Err(error) => {
                // A record that may be stored after all keeps its bytes; a sweep removes them if it is not.
                if !error.is_uncertain() {
                    self.server.shelf.remove(blob).await;
                }
                Err(error.into())
            }
        }
    }
}

fn over_limit(server: &AppState) -> Problem {
    let megabytes = server.settings.upload_limit_megabytes;
    Problem::new(&BODY_TOO_LARGE, format!("A file may have at most {megabytes} megabytes."))
}

impl From<ShelfError> for Problem {
    fn from(error: ShelfError) -> Self {
        match error {
            ShelfError::Store(error) => error.into(),
            ShelfError::Blob(error) => error.into(),
            ShelfError::Blocking(_) => Self::unavailable(error),
            ShelfError::Journal(_) => Self::internal(error),
        }
    }
}

impl From<folkmoot_files::blobs::BlobError> for Problem {
    /// The disk is full, or the storage does not answer: the request is not at fault, and may do later.
    fn from(error: folkmoot_files::blobs::BlobError) -> Self {
        Self::unavailable(error)
    }
}
