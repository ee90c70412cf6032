//! The operations on files: upload, update, delete and download.

mod delete;
pub mod download;
pub mod errors;
pub mod fields;
mod state;
mod update;
mod upload;

use axum::Extension;
use axum::response::{IntoResponse, Response};
use folkmoot_files::blobs::BlobError;
use folkmoot_files::file_store::FileStoreError;
use folkmoot_files::upload_body::BodyError;
use http::{StatusCode, header};
use uuid::Uuid;

pub use delete::delete;
pub use download::download;
pub use state::FileState;
pub use update::update;
pub use upload::upload;

use super::caller::Caller;
use super::media_types::JSON;
use super::parameters::ItemRequest;
use super::problem::Problem;
use super::problem_table::{BODY_TOO_LARGE, MALFORMED_BODY};
use super::record_state::CATCH_UP_TIMEOUT;
use super::records::{item_body, read_item};
use super::usage::RecordCount;

/// Returns the record of a file, after the list index of this server has applied the change.
async fn record_response(
    state: &FileState,
    caller: &Caller,
    locale: usize,
    id: Uuid,
    status: StatusCode,
) -> Result<Response, Problem> {
    state.records.feed.catch_up(CATCH_UP_TIMEOUT).await;
    let plan = &state.plan;
    let request = ItemRequest { locale, fields: None };
    let record = read_item(&state.records, caller, plan, id, locale).await?;
    let body = item_body(plan, &record, &request);
    Ok((status, [(header::CONTENT_TYPE, JSON)], Extension(RecordCount(1)), body).into_response())
}

impl From<BodyError> for Problem {
    fn from(error: BodyError) -> Self {
        match error {
            BodyError::Malformed(detail) => Self::new(&MALFORMED_BODY, detail),
            BodyError::TooLarge => Self::new(&BODY_TOO_LARGE, format!("The request is too large: {error}.")),
        }
    }
}

impl From<FileStoreError> for Problem {
    fn from(error: FileStoreError) -> Self {
        match error {
            FileStoreError::Store(error) => error.into(),
            FileStoreError::Blob(error) => error.into(),
            FileStoreError::Blocking(_) => Self::unavailable(error),
            FileStoreError::Journal(_) => Self::internal(error),
        }
    }
}

impl From<BlobError> for Problem {
    /// The problem is 503 if the same request may succeed later: the disk is full, or the storage does not respond.
    fn from(error: BlobError) -> Self {
        match error {
            BlobError::Changed(_) => Self::internal(error),
            _ => Self::unavailable(error),
        }
    }
}
