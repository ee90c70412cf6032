//! What `folkmoot doctor` found on this server lately.

use std::sync::Arc;

use folkmoot_doctor::{Check, Setup, examine};
use folkmoot_settings::Settings;
use jiff::{SignedDuration, Timestamp};
use tokio::sync::Mutex;
use tokio::task::JoinError;

/// How long findings are shown again: checks of a large database or storage take seconds.
const SHOWN_FOR: SignedDuration = SignedDuration::from_mins(5);

/// The findings of the last checks, and when they were made. One request at a time checks.
#[derive(Debug, Default)]
pub struct LastChecks(Mutex<Option<(Timestamp, Vec<Check>)>>);

impl LastChecks {
    /// The findings of the last minutes, or new ones. Fails if a check panics.
    pub async fn read(
        &self,
        settings: &Arc<Settings>,
        now: Timestamp,
    ) -> Result<(Timestamp, Vec<Check>), JoinError> {
        let mut last = self.0.lock().await;
        if let Some((at, checks)) = &*last
            && now.duration_since(*at) < SHOWN_FOR
        {
            return Ok((*at, checks.clone()));
        }
        let settings = Arc::clone(settings);
        // On a thread of its own, because the folder of backups may be on a network drive that does not respond.
        let examined = tokio::task::spawn_blocking(move || {
            let environment = std::env::vars_os().map(|(name, _)| name).collect();
            // A server that runs has started with its settings.
            examine(&Setup { settings: &settings, unusable: &[], file: None, environment, now })
                .checks()
                .to_vec()
        });
        let checks = examined.await?;
        *last = Some((now, checks.clone()));
        Ok((now, checks))
    }
}
