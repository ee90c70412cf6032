//! A server in the process of the benchmark.

#![allow(dead_code, reason = "each benchmark uses a part")]

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use folkmoot_portal::Embedded;
use folkmoot_server::serve;
use folkmoot_server::state::Server;
use folkmoot_store::Store;
use folkmoot_store::clients::Holder;
use tokio::net::TcpListener;

/// An open server, which accepts connections after [`LocalServer::accept`].
pub struct LocalServer {
    /// The parts of the server.
    pub state: Arc<Server>,
    /// The address on which it listens.
    pub address: SocketAddr,
    /// A token for it.
    pub token: String,
    listener: TcpListener,
}

impl LocalServer {
    /// Opens the platform that these settings locate.
    pub async fn open(location: &[OsString]) -> Self {
        let arguments = ["folkmoot", "serve", "--listen", "127.0.0.1:0", "--log-level", "error"];
        let arguments = arguments.iter().map(Into::into).chain(location.iter().cloned());
        let settings = folkmoot::parse(arguments, &|_| None, Path::new(".")).unwrap().settings;
        let listener = serve::listen("listen", settings.listen).await.unwrap();
        let address = listener.local_addr().unwrap();
        // Opening blocks, which async code must not do.
        let open = move || {
            let store = Arc::new(Store::open(&settings.database()).unwrap());
            let metrics = serve::record_metrics().unwrap();
            serve::open(store, settings, address, metrics, Embedded::default()).unwrap()
        };
        let state = tokio::task::spawn_blocking(open).await.unwrap();
        let client = program(location).args(["clients", "create", "Bench", "--json"]).output().unwrap();
        let client: serde_json::Value = serde_json::from_slice(&client.stdout).unwrap();
        let id = client["client_id"].as_str().unwrap().parse().unwrap();
        let token = state
            .api
            .authentication
            .tokens
            .issue(Holder { client: id, generation: 0 }, jiff::Timestamp::now())
            .unwrap();
        state.api.records.feed.catch_up(Duration::from_secs(5)).await;
        Self { state, address, token, listener }
    }

    /// A token of a new client of this access level.
    pub async fn token_of(&self, location: &[OsString], level: &str) -> String {
        let arguments = ["clients", "create", "Bench", "--json", "--access", level];
        let client = program(location).args(arguments).output().unwrap();
        let client: serde_json::Value = serde_json::from_slice(&client.stdout).unwrap();
        let id = client["client_id"].as_str().unwrap().parse().unwrap();
        let holder = Holder { client: id, generation: 0 };
        let token = self.state.api.authentication.tokens.issue(holder, jiff::Timestamp::now()).unwrap();
        self.state.api.records.feed.catch_up(Duration::from_secs(5)).await;
        token
    }

    /// Serves these routes from now on.
    pub fn accept(self, routes: Router) {
        let service = routes.into_make_service_with_connect_info::<SocketAddr>();
        tokio::spawn(async move {
            let _state = self.state;
            axum::serve(self.listener, service).await
        });
    }
}

/// The program with these settings.
pub fn program(location: &[OsString]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_folkmoot"));
    command.args(location);
    command
}
