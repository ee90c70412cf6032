//! Imports of files that administrators upload: one at a time, recorded in the database.

mod current;
mod run;
mod runner;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use uuid::Uuid;

pub use self::current::CurrentImport;
pub use self::run::{UploadedImport, start};
pub use self::runner::ImportRunner;

/// The folder in the data folder with the uploaded files of imports, each in a folder of its own.
const FOLDER: &str = "imports";

/// The folder of an import's files.
pub fn folder(data: &Path, id: Uuid) -> PathBuf {
    data.join(FOLDER).join(id.to_string())
}

/// Deletes the files of imports that this server no longer runs, because it was killed, and marks imports as failed whose
/// program was stopped.
pub async fn clean_up(state: Arc<ImportRunner>) {
    let server = Arc::clone(&state);
    let cleaned = state.store.run_maintenance(move |store| {
        for id in left_behind(&server)? {
            store.imports().fail_killed(id)?;
            std::fs::remove_dir_all(folder(&server.settings.data, id)).map_err(CleanUpError::Files)?;
            tracing::info!(import = %id, "deleted the files of an interrupted import");
        }
        Ok::<_, CleanUpError>(store.imports().fail_abandoned((server.clock)().as_millisecond())?)
    });
    match cleaned.await {
        Ok(()) | Err(CleanUpError::Store(folkmoot_store::StoreError::Busy)) => {}
        Err(error) => tracing::warn!(%error, "failed to clean up after interrupted imports; will retry"),
    }
}

/// Why interrupted imports were not cleaned up.
#[derive(Debug, thiserror::Error)]
enum CleanUpError {
    #[error(transparent)]
    Store(#[from] folkmoot_store::StoreError),
    #[error(transparent)]
    Blocking(#[from] folkmoot_runtime::blocking::BlockingError),
    #[error("failed to delete uploaded files: {0}")]
    Files(std::io::Error),
}

/// The imports with files in the data folder that this server does not run.
fn left_behind(state: &ImportRunner) -> Result<Vec<Uuid>, CleanUpError> {
    let entries = match std::fs::read_dir(state.settings.data.join(FOLDER)) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(CleanUpError::Files(error)),
    };
    let mut ids = Vec::new();
    for entry in entries {
        let name = entry.map_err(CleanUpError::Files)?.file_name();
        let id = name.to_str().and_then(|name| Uuid::try_parse(name).ok());
        ids.extend(id.filter(|id| !state.current.is(*id)));
    }
    Ok(ids)
}
