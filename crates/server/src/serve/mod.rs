//! Starting and stopping the server.

use std::fs::File;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use folkmoot_authentication::keys::{self, Keys, KeysError};
use folkmoot_authentication::rate_limits::{Limits, RateLimits};
use folkmoot_authentication::tokens::Tokens;
use folkmoot_files::addresses::Addresses;
use folkmoot_files::blobs::{self, BlobError};
use folkmoot_files::shelf::Shelf;
use folkmoot_index::{Lists, follow};
use folkmoot_store::{Store, StoreError, folder as data_folder};
use jiff::Timestamp;
use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::connections::{self, Application, Listening, raise_descriptor_limit};
use super::key_reload::KeyReload;
use super::last_use::LastUse;
use super::operations::Operations;
use super::portal::{Portal, PortalError};
use super::server::{Known, Server};
use super::upkeep::{self, Upkeep};
use super::{middleware, router};
use crate::settings::Settings;

/// How long storing what is not stored yet may take at the end.
const LAST_WRITES: Duration = Duration::from_secs(1);

/// How long to wait before looking again whether an import has ended.
const BETWEEN_TRIES: Duration = Duration::from_millis(250);

/// Why the server cannot start, or stopped.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Another server runs on the same data.
    #[error("another folkmoot serves the data folder {} already; stop it first, or use another folder", .0.display())]
    Served(PathBuf),
    /// The data folder cannot be used.
    #[error("the data folder {} cannot be used: {cause}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {cause}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        cause: std::io::Error,
    },
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The signing keys cannot be used.
    #[error(transparent)]
    Keys(#[from] KeysError),
    /// The portal cannot be read.
    #[error(transparent)]
    Portal(#[from] PortalError),
    /// The storage of files cannot be used.
    #[error(transparent)]
    Blobs(#[from] BlobError),
    /// The metrics cannot be recorded.
    #[error("metrics cannot be recorded: {0}")]
    Metrics(#[from] BuildError),
    /// Another failure of the operating system.
    #[error("the server failed: {0}")]
    System(#[from] std::io::Error),
}

/// A data folder that no other server uses, for as long as this lives.
#[derive(Debug)]
pub struct Claim {
    _lock: File,
}

/// Claims the data folder for one server. Other commands may use it meanwhile.
pub fn claim(folder: &Path) -> Result<Claim, ServeError> {
    let cause = |cause| ServeError::Folder { path: folder.to_owned(), cause };
    data_folder::make(folder)?;
    let lock = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(folder.join("serve.lock"))
        .map_err(cause)?;
    match lock.try_lock() {
        Ok(()) => Ok(Claim { _lock: lock }),
        Err(std::fs::TryLockError::WouldBlock) => Err(ServeError::Served(folder.to_owned())),
        Err(std::fs::TryLockError::Error(error)) => Err(cause(error)),
    }
}

/// Listens on the address of the settings; port 0 takes a free one.
pub async fn listen(settings: &Settings) -> Result<TcpListener, ServeError> {
    let address = settings.listen;
    TcpListener::bind(address).await.map_err(|cause| ServeError::Listen { address, cause })
}

/// Records metrics for the whole process.
pub fn record_metrics() -> Result<PrometheusHandle, ServeError> {
    const SECONDS: &[f64] =
        &[0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
    Ok(PrometheusBuilder::new().set_buckets(SECONDS)?.install_recorder()?)
}

/// Builds the list index of an open database and starts to follow its change feed.
pub fn open(
    store: Arc<Store>,
    settings: Settings,
    address: SocketAddr,
    metrics: PrometheusHandle,
) -> Result<Arc<Server>, ServeError> {
    let now = Timestamp::now;
    if !store.is_embedded() && settings.keys_secret.is_none() {
        tracing::warn!("signing keys stand unencrypted in the database; set keys-secret to encrypt them");
    }
    let keys = Arc::new(once_free(|| Ok(signing_keys(&settings, &store, now())?))?);
    let (since, lists) = once_free(|| lists(&store, settings.cache_megabytes * 1_000_000))?;
    let public_address = public_address(&settings, address);
    let addresses = Arc::new(Addresses::new(Arc::clone(&keys), &public_address, now));
    let known = Arc::new(Known::read(Arc::clone(&store))?);
    let shelf = Shelf::new(Arc::clone(&store), blobs::open(&settings.file_storage())?);
    let portal = settings.portal.as_deref().map(Portal::read).transpose()?.map(Arc::new);
    let feed = follow(Arc::clone(&store), &lists, since, Arc::clone(&known))?;
    Ok(Arc::new(Server {
        tokens: Tokens::new(keys, &settings.token_issuer),
        key_reload: KeyReload::new(),
        last_use: LastUse::default(),
        operations: Operations::new(),
        rate_limits: RateLimits::new(Limits {
            failures_per_minute: settings.address_failures_per_minute,
            tokens_per_minute: settings.client_tokens_per_minute,
            token_burst: settings.client_token_burst,
        }),
        store,
        lists,
        feed,
        shelf,
        addresses,
        known,
        portal,
        clock: now,
        public_address,
        settings,
        stopping: tokio::sync::watch::Sender::new(false),
        metrics,
    }))
}

/// The list index, and the change that it was built behind: what is written meanwhile is in the feed after it, and
/// brought in afterwards.
fn lists(store: &Store, cache_bytes: u64) -> Result<(i64, Arc<Lists>), ServeError> {
    let since = store.newest_change()?;
    Ok((since, Arc::new(Lists::build(store, since, cache_bytes)?)))
}

/// Does something as soon as no import has what it needs to itself: a first one has all tables, and each one the change
/// feed while it ends.
fn once_free<T>(attempt: impl Fn() -> Result<T, ServeError>) -> Result<T, ServeError> {
    let mut told = false;
    loop {
        match attempt() {
            Err(
                ServeError::Store(StoreError::Busy) | ServeError::Keys(KeysError::Database(StoreError::Busy)),
            ) => {}
            done => return done,
        }
        if !std::mem::replace(&mut told, true) {
            tracing::info!("an import is filling the database; the server starts when it has ended");
        }
        std::thread::sleep(BETWEEN_TRIES);
    }
}

/// The signing keys: in the data folder of an embedded database, else in the database that servers share.
pub fn signing_keys(settings: &Settings, store: &Arc<Store>, now: Timestamp) -> Result<Keys, KeysError> {
    if store.is_embedded() {
        return Keys::open(keys::Folder(settings.data.join("keys")), now);
    }
    Keys::open(keys::Database::new(Arc::clone(store), settings.keys_secret.as_deref())?, now)
}

/// Every route with its middleware.
pub fn routes(server: &Arc<Server>) -> Router {
    middleware::stack(router::router(server), server)
}

/// Listens, opens the database, and serves until the process is told to stop; then requests in flight may finish.
///
/// The port is open from the beginning, so that health checks get a response while the database is opened. `open` runs
/// on a thread of its own, and `ready` is called once every route is served.
pub async fn run(
    settings: Settings,
    mut stop: Stop,
    open: impl FnOnce(SocketAddr) -> Result<Arc<Server>, ServeError> + Send + 'static,
    ready: impl FnOnce(SocketAddr) -> std::io::Result<()>,
) -> Result<(), ServeError> {
    let limits = connections::Limits::new(&settings, raise_descriptor_limit());
    let listener = listen(&settings).await?;
    let address = listener.local_addr()?;
    let application = Application::new(&public_address(&settings, address));
    let listening = Listening::start(listener, Arc::clone(&application), limits);
    tracing::info!("accepting connections at http://{address}; opening the database");
    let server = tokio::select! {
        opened = tokio::task::spawn_blocking(move || open(address)) => {
            opened.map_err(|error| ServeError::System(std::io::Error::other(error)))??
        }
        () = stop.requested() => {
            tracing::info!("stopped before the database was open");
            return Ok(());
        }
    };
    // Before anything is uploaded: what an earlier server left unfinished is not taken for what this one begins.
    match upkeep::sweep(&server).await {
        Ok(0) => {}
        Ok(removed) => tracing::info!(removed, "bytes that an earlier run left behind were removed"),
        Err(error) => tracing::error!(%error, "what an earlier run left behind could not be removed"),
    }
    let upkeep = Upkeep::start(&server);
    application.open(routes(&server));
    ready(address)?;
    tracing::info!("listening on http://{address}");
    stop.requested().await;
    tracing::info!("stopping; requests in flight are answered first");
    server.stopping.send_replace(true);
    if !listening.stop(Duration::from_secs(server.settings.shutdown_grace_seconds)).await {
        tracing::warn!("requests in flight took too long and were given up");
    }
    upkeep.stop(&server, LAST_WRITES).await;
    tracing::info!("stopped");
    Ok(())
}

/// The URL under which people reach the server, without a slash at its end.
fn public_address(settings: &Settings, address: SocketAddr) -> String {
    settings.public_address.clone().unwrap_or_else(|| format!("http://{address}"))
}

/// The operator's wish that the server stop: Ctrl-C or SIGTERM.
#[derive(Debug)]
pub struct Stop {
    interrupted: Signal,
    terminated: Signal,
}

impl Stop {
    /// Listens for it from now on; to be called before anybody is told that the server serves.
    pub fn listen() -> std::io::Result<Self> {
        Ok(Self {
            interrupted: signal(SignalKind::interrupt())?,
            terminated: signal(SignalKind::terminate())?,
        })
    }

    /// Waits for it.
    pub async fn requested(&mut self) {
        tokio::select! {
            _ = self.interrupted.recv() => {}
            _ = self.terminated.recv() => {}
        }
    }
}
