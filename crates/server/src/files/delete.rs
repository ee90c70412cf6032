//! `DELETE /files/{id}`

use std::sync::Arc;

use axum::extract::State;
use folkmoot_model::resources::FILES;
use http::{StatusCode, Uri};

use crate::caller::Caller;
use crate::pages::PATIENCE;
use crate::parameters::{self, Call, Given};
use crate::path_id::PathId;
use crate::problem::Problem;
use crate::records::{not_found, parse_id};
use crate::server::Server;

/// Deletes a file. The work completes even if the client disconnects.
pub async fn delete(
    _: Caller,
    PathId(id): PathId,
    State(server): State<Arc<Server>>,
    uri: Uri,
) -> Result<StatusCode, Problem> {
    parameters::nothing(Call::Remove, FILES, &Given::of(&uri)?)?;
    let id = parse_id(&id)?;
    let deletion = tokio::spawn(async move {
        let now = (server.clock)().as_millisecond();
        let deleted = server.store.run_write(move |store| store.remove_file(id, now)).await?;
        let deleted = deleted.ok_or_else(|| not_found(&id.to_string()))?;
        // Other orphaned blobs are not deleted here, because garbage collection runs in the background.
        if let Some(blob) = deleted.blob {
            server.file_store.delete_blob(blob).await;
        }
        server.feed.catch_up(PATIENCE).await;
        Ok(StatusCode::NO_CONTENT)
    });
    deletion.await.map_err(Problem::internal)?
}
