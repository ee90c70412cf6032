//! The exports that this server makes.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use uuid::Uuid;

/// The exports that this server makes, and those whose failure the database has not stored yet. An export is registered before
/// the database contains it: a running one that is not registered has no server. It runs once the database contains it.
#[derive(Debug, Default)]
pub struct LocalExports(Mutex<Vec<OwnExport>>);

#[derive(Debug)]
struct OwnExport {
    id: Uuid,
    is_running: bool,
    is_cancelled: Arc<AtomicBool>,
    failure: Option<String>,
}

impl LocalExports {
    /// Registers an export. Returns what becomes true when it is to stop.
    pub fn begin(&self, id: Uuid) -> Arc<AtomicBool> {
        let is_cancelled = Arc::default();
        let export =
            OwnExport { id, is_running: false, is_cancelled: Arc::clone(&is_cancelled), failure: None };
        self.lock().push(export);
        is_cancelled
    }

    /// Records that the database contains an export, which runs from now on.
    pub fn set_running(&self, id: Uuid) {
        if let Some(export) = self.lock().iter_mut().find(|export| export.id == id) {
            export.is_running = true;
        }
    }

    /// Removes an export that has ended, unless its failure is not stored yet.
    pub fn end(&self, id: Uuid) {
        self.lock().retain(|export| export.id != id || export.failure.is_some());
    }

    /// Remembers why an export failed, because the database could not store it.
    pub fn fail(&self, id: Uuid, reason: &str) {
        if let Some(export) = self.lock().iter_mut().find(|export| export.id == id) {
            export.is_running = false;
            export.failure = Some(reason.to_owned());
        }
    }

    /// Forgets an export whose failure was stored.
    pub fn forget(&self, id: Uuid) {
        self.lock().retain(|export| export.id != id);
    }

    /// The failures that are not stored yet.
    pub fn failures(&self) -> Vec<(Uuid, String)> {
        self.lock().iter().filter_map(|export| Some((export.id, export.failure.clone()?))).collect()
    }

    /// The exports that this server makes now, which the database contains.
    pub fn running(&self) -> Vec<Uuid> {
        self.lock().iter().filter(|export| export.is_running).map(|export| export.id).collect()
    }

    /// Whether an export is registered.
    pub fn contains(&self, id: Uuid) -> bool {
        self.lock().iter().any(|export| export.id == id)
    }

    /// Stops an export if this server makes it.
    pub fn cancel(&self, id: Uuid) {
        if let Some(export) = self.lock().iter().find(|export| export.id == id) {
            export.is_cancelled.store(true, Ordering::Relaxed);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<OwnExport>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_export_runs_once_the_database_contains_it() {
        let (own, id) = (LocalExports::default(), Uuid::new_v4());
        own.begin(id);
        assert_eq!((own.running(), own.contains(id)), (Vec::new(), true));
        own.set_running(id);
        assert_eq!(own.running(), [id]);
    }

    #[test]
    fn an_export_remains_until_its_failure_is_stored() {
        let (own, id, other) = (LocalExports::default(), Uuid::new_v4(), Uuid::new_v4());
        let is_cancelled = own.begin(id);
        own.begin(other);
        own.set_running(id);
        own.set_running(other);
        own.cancel(id);
        assert!(is_cancelled.load(Ordering::Relaxed));
        assert_eq!(own.running(), [id, other]);
        own.fail(id, "The disk is full.");
        own.end(id);
        own.end(other);
        assert_eq!((own.running(), own.contains(id), own.contains(other)), (Vec::new(), true, false));
        assert_eq!(own.failures(), [(id, "The disk is full.".to_owned())]);
        own.forget(id);
        assert!(!own.contains(id));
    }
}
