//! The import that this server runs.

use std::sync::{Arc, Mutex, PoisonError};

use folkmoot_import::recorded::LiveProgress;
use folkmoot_runtime::disk_reserve::DiskReserve;
use folkmoot_store::imports::ImportProgress;
use uuid::Uuid;

/// The import that this server runs.
#[derive(Debug, Default)]
pub struct CurrentImport(Mutex<Option<(Uuid, Arc<LiveProgress>)>>);

impl CurrentImport {
    /// Registers an import that leaves a reserve on the disk.
    pub fn begin(&self, id: Uuid, reserve: DiskReserve) -> Arc<LiveProgress> {
        let progress = Arc::new(LiveProgress::new(reserve));
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((id, Arc::clone(&progress)));
        progress
    }

    /// Removes an import.
    pub fn end(&self, id: Uuid) {
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

    /// Whether this server runs an import.
    pub fn is(&self, id: Uuid) -> bool {
        self.progress(id).is_some()
    }
}
