//! Reloading the signing keys: regularly, and for a token that was signed with a key unknown to this server.

use std::sync::Arc;
use std::time::{Duration, Instant};

use folkmoot_authentication::tokens::Tokens;
use folkmoot_runtime::blocking::BlockingPool;
use tokio::sync::Mutex;

/// The minimum time between two reloads for unknown keys.
const UNKNOWN_KEY_INTERVAL: Duration = Duration::from_secs(1);

/// Reloads the signing keys, for one caller at a time.
pub struct KeyReload {
    tokens: Arc<Tokens>,
    pool: BlockingPool,
    history: Mutex<History>,
}

#[derive(Debug, Default)]
struct History {
    /// When the last reload began.
    began: Option<Instant>,
    /// When the last reload for an unknown key began.
    began_for_unknown_key: Option<Instant>,
    /// Whether the last reload failed.
    is_failing: bool,
}

impl KeyReload {
    /// Reloads the keys that these tokens are signed with.
    pub fn new(tokens: Arc<Tokens>) -> Self {
        // Callers wait for the lock of the history, so the pool has one task at a time.
        Self { tokens, pool: BlockingPool::new("signing keys", 1, 1), history: Mutex::default() }
    }

    /// Reloads the keys if they were changed.
    pub async fn reload(&self) {
        let mut history = self.history.lock().await;
        self.reload_locked(&mut history).await;
    }

    /// Reloads the keys for a token with an unknown key; about once a second, however many of such tokens are sent.
    pub async fn reload_for_unknown_key(&self) {
        let called = Instant::now();
        let mut history = self.history.lock().await;
        let is_current = history.began.is_some_and(|began| began >= called);
        let is_limited =
            history.began_for_unknown_key.is_some_and(|began| began.elapsed() < UNKNOWN_KEY_INTERVAL);
        if !is_current && !is_limited {
            history.began_for_unknown_key = Some(Instant::now());
            self.reload_locked(&mut history).await;
        }
    }

    async fn reload_locked(&self, history: &mut History) {
        history.began = Some(Instant::now());
        let tokens = Arc::clone(&self.tokens);
        let reloaded = self.pool.run(move || tokens.reload_if_changed()).await;
        let error = match reloaded {
            Ok(Ok(changed)) => {
                if changed {
                    tracing::info!("reloaded signing keys after a change");
                }
                history.is_failing = false;
                return;
            }
            Ok(Err(error)) => error.to_string(),
            Err(error) => error.to_string(),
        };
        // Logged once, not at every attempt.
        if !std::mem::replace(&mut history.is_failing, true) {
            tracing::error!(error, "failed to reload signing keys; continuing with the previous ones");
        }
    }
}
