//! Waiting for what a server needs at its start: a database that an import locks, or that boots later than this machine; a
//! file storage on the network.

use std::time::{Duration, Instant};

use folkmoot_authentication::keys::KeysError;
use folkmoot_people::PeopleError;
use folkmoot_store::StoreError;

use super::error::ServeError;

/// The delay before another attempt: the first one, and the longest.
const DELAYS: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(2));
/// How often the cause is logged again.
const LOG_INTERVAL: Duration = Duration::from_mins(1);

/// Attempts something until it succeeds or fails for a reason that does not pass on its own.
pub fn retry<T>(attempt: impl Fn() -> Result<T, ServeError>) -> Result<T, ServeError> {
    let (mut delay, longest) = DELAYS;
    let mut logged: Option<Instant> = None;
    loop {
        let error = match attempt() {
            Err(error) if passes(&error) => error,
            done => {
                waiting(false);
                return done;
            }
        };
        waiting(true);
        if logged.is_none_or(|logged| logged.elapsed() >= LOG_INTERVAL) {
            logged = Some(Instant::now());
            if is_locked(&error) {
                tracing::info!("waiting for a running import to finish before starting");
            } else {
                let setting =
                    if matches!(error, ServeError::People(_)) { "file-storage" } else { "database-url" };
                tracing::warn!(%error, setting, "the server cannot start yet; it tries again until it can");
            }
        }
        std::thread::sleep(delay);
        delay = longest.min(delay * 2);
    }
}

/// Records whether the start of the server waits.
fn waiting(waits: bool) {
    metrics::gauge!("folkmoot_start_waiting").set(f64::from(u8::from(waits)));
}

/// Whether an import locks what the server needs: a first import locks all tables, every import locks the change feed when it
/// commits.
fn is_locked(error: &ServeError) -> bool {
    matches!(
        error,
        ServeError::Store(StoreError::Busy) | ServeError::Keys(KeysError::Database(StoreError::Busy))
    )
}

/// Whether the cause may pass on its own: a database or a file storage that does not respond, or responds that it cannot be used
/// now. A wrong setting can have the same effect, so that each of these errors names the setting.
fn passes(error: &ServeError) -> bool {
    match error {
        ServeError::Store(error) | ServeError::Keys(KeysError::Database(error)) => matches!(
            error,
            StoreError::Busy | StoreError::Unreachable(_) | StoreError::Interrupted(_) | StoreError::Behind
        ),
        ServeError::People(PeopleError::Blob(error)) => error.is_unreachable(),
        _ => false,
    }
}
