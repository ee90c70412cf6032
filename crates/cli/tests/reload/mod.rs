//! Reloading the settings of a running server on SIGHUP.

mod each_setting;
mod refusals;
mod under_load;

use std::path::PathBuf;

use crate::support::fixture::Platform;
use crate::support::server_log::{self, Log};
use crate::support::{Data, Server, eventually};

/// A server with a settings file, which the test changes.
struct Reloading {
    data: Data,
    file: PathBuf,
    server: Server,
    log: Log,
}

impl Reloading {
    /// Starts a server with this settings file.
    fn start(platform: &Platform, settings: &str) -> Self {
        let data = Data::with(platform);
        let file = data.path().join("settings.toml");
        std::fs::write(&file, settings).unwrap();
        let mut command = server_log::serve(&data, &["--config", file.to_str().unwrap()]);
        let (server, log) = server_log::start(&mut command);
        Self { data, file, server, log }
    }

    /// The number of reloads with this outcome, `applied` or `failed`.
    fn reloads(&self, outcome: &str) -> u64 {
        self.server.metric(&format!("folkmoot_settings_reloads_total{{outcome=\"{outcome}\"}}"))
    }

    /// Changes the settings file, sends SIGHUP and waits until the reload has this outcome.
    #[track_caller]
    fn reload(&self, settings: &str, outcome: &str) {
        std::fs::write(&self.file, settings).unwrap();
        self.reload_unchanged(outcome);
    }

    /// Sends SIGHUP and waits until the reload has this outcome.
    #[track_caller]
    fn reload_unchanged(&self, outcome: &str) {
        let before = self.reloads(outcome);
        self.server.signal("-HUP");
        eventually("the settings are not reloaded", || self.reloads(outcome) > before);
    }

    /// A token of a new client.
    fn token(&self) -> String {
        let (id, secret) = self.data.client();
        let mut token = None;
        eventually("the client cannot sign in", || {
            let response = self.server.authenticate(&id, &secret);
            token = (response.status == 201).then(|| response.json()["jwt"].as_str().unwrap().to_owned());
            token.is_some()
        });
        token.unwrap()
    }
}
