//! `DELETE /files/{id}`

use std::sync::Arc;

use axum::extract::State;
use folkmoot_model::resources::FILES;
use http::{StatusCode, Uri};

use crate::caller::Caller;
use crate::parameters;
use crate::path_id::PathId;
use crate::problem::Problem;
use crate::records::{missing, observe, parse_id};
use crate::state::{AppState, CATCH_UP_TIMEOUT};

/// Deletes a file. The work completes even if the client disconnects.
pub async fn delete(
    _: Caller,
    PathId(id): PathId,
    State(server): State<Arc<AppState>>,
    uri: Uri,
) -> Result<StatusCode, Problem> {
    parameters::none(&uri)?;
    let id = parse_id(&id)?;
    let deletion = tokio::spawn(async move {
        let now = (server.clock)().as_millisecond();
        let deleted = server.store.run_write(move |store| store.files().delete(id, now)).await?;
        let deleted = deleted.map_err(|newest| missing(&server, FILES, id, newest))?;
        observe(&server, FILES, deleted.newest);
        // Other orphaned blobs are not deleted here, because garbage collection runs in the background.
        if let Some(blob) = deleted.blob {
            server.file_store.delete_blob(blob).await;
        }
        server.feed.catch_up(CATCH_UP_TIMEOUT).await;
        Ok(StatusCode::NO_CONTENT)
    });
    deletion.await.map_err(Problem::internal)?
}
