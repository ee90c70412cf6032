//! Reading the signing keys again: regularly, and where a token names a key that this server does not know.

use std::sync::Arc;
use std::time::{Duration, Instant};

use folkmoot_runtime::blocking::BlockingPool;
use tokio::sync::Mutex;

use super::server::Server;

/// How long unknown keys wait after one of them made the server read the keys again.
const BETWEEN_UNKNOWN_KEYS: Duration = Duration::from_secs(1);

/// Reads the signing keys again, one caller at a time.
#[derive(Debug)]
pub struct KeyReload {
    pool: BlockingPool,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// When the last reload began.
    began: Option<Instant>,
    /// When the last reload for an unknown key began.
    began_for_unknown_key: Option<Instant>,
    /// Whether the last reload failed.
    is_failing: bool,
}

impl KeyReload {
    /// One that has not read anything yet.
    pub fn new() -> Self {
        // Callers wait for their turn at the state, so that the pool has one piece of work at a time.
        Self { pool: BlockingPool::new("signing keys", 1, 1), state: Mutex::default() }
    }

    /// Reads the keys again if they were changed.
    pub async fn reload(&self, server: &Arc<Server>) {
        let mut state = self.state.lock().await;
        self.reload_as(&mut state, server).await;
    }

    /// The same for a token that names an unknown key; about once a second, whatever tokens are sent.
    pub async fn reload_for_unknown_key(&self, server: &Arc<Server>) {
        let asked = Instant::now();
        let mut state = self.state.lock().await;
        let is_current = state.began.is_some_and(|began| began >= asked);
        let is_limited =
            state.began_for_unknown_key.is_some_and(|began| began.elapsed() < BETWEEN_UNKNOWN_KEYS);
        if !is_current && !is_limited {
            state.began_for_unknown_key = Some(Instant::now());
            self.reload_as(&mut state, server).await;
        }
    }

    async fn reload_as(&self, state: &mut State, server: &Arc<Server>) {
        state.began = Some(Instant::now());
        let server = Arc::clone(server);
        let reloaded = self.pool.run(move || server.tokens.reload_if_changed()).await;
        let error = match reloaded {
            Ok(Ok(changed)) => {
                if changed {
                    tracing::info!("reloaded signing keys after a change");
                }
                state.is_failing = false;
                return;
            }
            Ok(Err(error)) => error.to_string(),
            Err(error) => error.to_string(),
        };
        // Once, not at every attempt.
        if !std::mem::replace(&mut state.is_failing, true) {
            tracing::error!(error, "failed to reload signing keys; continuing with the previous ones");
        }
    }
}
