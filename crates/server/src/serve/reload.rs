//! Reloading the settings of a running server on SIGHUP.
//!
//! The settings are read again from their sources. If all are valid, the server applies those that are declared as reloadable,
//! between two requests: requests in progress and open connections continue. Otherwise nothing changes.

use std::io;
use std::sync::Arc;

use folkmoot_api::client_limits::{ClientLimits, sign_in_limits};
use folkmoot_authentication::request_limit::RequestLimit;
use folkmoot_connections::Limits;
use folkmoot_settings::{Reloaded, Settings, SettingsError};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;

use super::super::logs;
use super::super::state::Server;

type ReadSettings = dyn Fn() -> Result<Settings, SettingsError> + Send + Sync;

/// The signal to reload the settings, and their sources.
pub struct SettingsReload {
    hangup: Signal,
    read: Arc<ReadSettings>,
}

impl SettingsReload {
    /// Handles SIGHUP from now on. Until then it ends the process. `read` reads the settings from their sources.
    pub fn listen(
        read: impl Fn() -> Result<Settings, SettingsError> + Send + Sync + 'static,
    ) -> io::Result<Self> {
        Ok(Self { hangup: signal(SignalKind::hangup())?, read: Arc::new(read) })
    }

    /// Waits for a signal.
    pub async fn requested(&mut self) {
        self.hangup.recv().await;
    }

    /// Reads the settings and applies what has changed.
    pub async fn apply(&self, server: &Server, connections: &LiveLimits) {
        let read = Arc::clone(&self.read);
        let newer = tokio::task::spawn_blocking(move || read()).await;
        let error = match newer {
            Ok(Ok(newer)) => match apply(&newer, server, connections) {
                Ok(()) => return,
                Err(error) => error.to_string(),
            },
            Ok(Err(error)) => error.to_string(),
            Err(error) => error.to_string(),
        };
        count("failed");
        tracing::error!(error, "failed to reload the settings; continuing with the previous ones");
    }
}

fn apply(newer: &Settings, server: &Server, connections: &LiveLimits) -> Result<(), logs::LogsError> {
    let current = server.live.get();
    let Reloaded { settings, applied, pending } = current.reloaded(newer);
    if settings.log_level != current.log_level {
        logs::set_level(&settings)?;
    }
    if settings.client_requests_per_minute != current.client_requests_per_minute {
        server
            .api
            .authentication
            .request_limit
            .replace(RequestLimit::new(settings.client_requests_per_minute));
    }
    if ClientLimits::differ(&settings, &current) {
        server.api.authentication.client_limits.replace(ClientLimits::new(&settings));
    }
    server.api.changes.polls.reload(&settings);
    server.api.sign_in.rate_limits.reload(sign_in_limits(&settings));
    server.api.records.streams.limits.reload(&settings);
    server.admin.admin.sign_in.reload(&settings);
    connections.reload(&settings);
    server.live.replace(settings);
    count("applied");
    tracing::info!(changed = applied.join(","), "reloaded the settings");
    if !pending.is_empty() {
        let settings = pending.join(",");
        tracing::warn!(settings, "some changed settings take effect after a restart");
    }
    Ok(())
}

fn count(outcome: &'static str) {
    metrics::counter!("folkmoot_settings_reloads_total", "outcome" => outcome).increment(1);
}

/// The limits of connections, which change when the settings are reloaded.
pub struct LiveLimits {
    limits: watch::Sender<Limits>,
    descriptors: u64,
}

impl LiveLimits {
    /// The limits in the settings, for this number of file descriptors.
    pub fn new(settings: &Settings, descriptors: u64) -> Self {
        let limits = Limits::new(settings, descriptors);
        show(&limits);
        Self { limits: watch::Sender::new(limits), descriptors }
    }

    /// The current limits and their changes.
    pub fn subscribe(&self) -> watch::Receiver<Limits> {
        self.limits.subscribe()
    }

    fn reload(&self, settings: &Settings) {
        let limits = Limits::new(settings, self.descriptors);
        show(&limits);
        self.limits.send_replace(limits);
    }
}

#[allow(clippy::cast_precision_loss, reason = "gauges are floating-point numbers")]
fn show(limits: &Limits) {
    metrics::gauge!("folkmoot_connections_max").set(limits.connections as f64);
}
