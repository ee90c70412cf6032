//! Whether the database responds.

use std::sync::Arc;
use std::time::Instant;

use folkmoot_store::Store;
use tokio::sync::Mutex;

/// Asks the database whether it responds, for any number of callers with one query at a time.
#[derive(Debug, Default)]
pub struct DatabaseProbe {
    /// When the last query began, and whether it succeeded.
    last: Mutex<Option<(Instant, bool)>>,
}

impl DatabaseProbe {
    /// Whether the database responds. Callers that arrive during a query share the result of the next one.
    pub async fn responds(&self, store: &Arc<Store>) -> bool {
        let called = Instant::now();
        let mut last = self.last.lock().await;
        if let Some((began, responds)) = *last
            && began >= called
        {
            return responds;
        }
        let began = Instant::now();
        let newest = store.run_probe(|store| store.changes().newest()).await;
        if let Err(error) = &newest {
            tracing::error!(%error, "readiness check failed");
        }
        *last = Some((began, newest.is_ok()));
        newest.is_ok()
    }
}
