//! `DELETE /files/{id}`

use std::sync::Arc;

use axum::extract::State;
use folkmoot_model::resources::FILES;
use http::{StatusCode, Uri};

use super::state::FileState;
use crate::caller::Caller;
use crate::parameters;
use crate::path_id::PathId;
use crate::problem::Problem;
use crate::record_state::CATCH_UP_TIMEOUT;
use crate::records::{missing, observe, parse_id};

/// Deletes a file. The work completes even if the client disconnects.
pub async fn delete(
    _: Caller,
    PathId(id): PathId,
    State(state): State<Arc<FileState>>,
    uri: Uri,
) -> Result<StatusCode, Problem> {
    parameters::none(&uri)?;
    let id = parse_id(&id)?;
    let deletion = tokio::spawn(async move {
        let now = (state.clock)().as_millisecond();
        let deleted = state.records.store.run_write(move |store| store.files().delete(id, now)).await?;
        let deleted = deleted.map_err(|newest| missing(&state.records, FILES, id, newest))?;
        observe(&state.records, FILES, deleted.newest);
        // Other orphaned blobs are not deleted here, because garbage collection runs in the background.
        if let Some(blob) = deleted.blob {
            state.file_store.delete_blob(blob).await;
        }
        state.records.feed.catch_up(CATCH_UP_TIMEOUT).await;
        Ok(StatusCode::NO_CONTENT)
    });
    deletion.await.map_err(Problem::internal)?
}
