//! Imports of files that administrators upload: one at a time, recorded in the database.

mod run;
mod upload;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use folkmoot_import::recorded::LiveProgress;
use folkmoot_runtime::disk_reserve::DiskReserve;
use folkmoot_store::imports::ImportProgress;
use uuid::Uuid;

use super::state::AppState;

pub use self::run::start;
pub use self::upload::Upload;

/// The folder in the data folder with the uploaded files of imports, each in a folder of its own.
const FOLDER: &str = "imports";

/// The import that this server runs.
#[derive(Debug, Default)]
pub struct CurrentImport(Mutex<Option<(Uuid, Arc<LiveProgress>)>>);

impl CurrentImport {
    /// Registers an import that leaves a reserve on the disk.
    fn begin(&self, id: Uuid, reserve: DiskReserve) -> Arc<LiveProgress> {
        let progress = Arc::new(LiveProgress::new(reserve));
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((id, Arc::clone(&progress)));
        progress
    }

    /// Removes an import.
    fn end(&self, id: Uuid) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take_if(|(current, _)| *current == id);
    }

    /// How far an import is; `None` if this server does not run it.
    pub fn progress(&self, id: Uuid) -> Option<ImportProgress> {
        let current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        current.as_ref().filter(|(current, _)| *current == id).map(|(_, progress)| progress.read())
    }

    /// Cancels an import if this server runs it.
    pub fn cancel(&self, id: Uuid) {
        let current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, progress)) = current.as_ref().filter(|(current, _)| *current == id) {
            progress.cancel();
        }
    }

    fn is(&self, id: Uuid) -> bool {
        self.progress(id).is_some()
    }
}

/// The folder of an import's files.
fn folder(data: &Path, id: Uuid) -> PathBuf {
    data.join(FOLDER).join(id.to_string())
}

/// Deletes the files of imports that this server no longer runs, because it was killed, and marks imports as failed whose
/// program was stopped.
pub async fn clean_up(state: Arc<AppState>) {
    let server = Arc::clone(&state);
    let cleaned = state.store.run_maintenance(move |store| {
        for id in left_behind(&server)? {
            store.imports().fail_killed(id)?;
            std::fs::remove_dir_all(folder(&server.settings.data, id)).map_err(CleanUpError::Files)?;
            tracing::info!(import = %id, "deleted the files of an interrupted import");
        }
        Ok::<_, CleanUpError>(store.imports().fail_unseen((server.clock)().as_millisecond())?)
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
fn left_behind(state: &AppState) -> Result<Vec<Uuid>, CleanUpError> {
    let entries = match std::fs::read_dir(state.settings.data.join(FOLDER)) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(CleanUpError::Files(error)),
    };
    let mut ids = Vec::new();
    for entry in entries {
        let name = entry.map_err(CleanUpError::Files)?.file_name();
        let id = name.to_str().and_then(|name| Uuid::try_parse(name).ok());
        ids.extend(id.filter(|id| !state.imports.is(*id)));
    }
    Ok(ids)
}
