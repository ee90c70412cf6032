//! The life of a server: it listens, opens the database, serves, and shuts down.

mod data_lock;
mod error;
mod open;
mod parts;
mod reload;
mod retry;
mod second_listener;
mod shutdown;
mod unusable;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use folkmoot_api::server_urls::ServerUrls;
use folkmoot_connections::{Listening, raise_descriptor_limit};
use folkmoot_jobs::exports;
use folkmoot_runtime::blocking;
use folkmoot_settings::{Settings, UnusableSetting, require_licence};
use futures_util::future::{BoxFuture, join_all};
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::TcpListener;

use super::access_log::AccessLog;
use super::application::Application;
use super::background_tasks::{self, BackgroundTasks};
use super::cors::Cors;
use super::middleware::Stack;
use super::state::Server;
use super::{metrics_export, router};
pub use data_lock::DataLock;
pub use error::ServeError;
pub use open::{open, open_store};
use reload::LiveLimits;
pub use reload::SettingsReload;
use second_listener::SecondListener;
pub use shutdown::ShutdownSignal;
pub use unusable::unusable_settings;

/// How long the last writes may take at shutdown.
const LAST_WRITES_TIMEOUT: Duration = Duration::from_secs(1);
/// How long sending the last traces to the collector may take at shutdown.
const LAST_SPANS_TIMEOUT: Duration = Duration::from_secs(3);

/// Builds the state of a server that listens on this address.
pub type Open = Box<dyn FnOnce(SocketAddr, PrometheusHandle) -> Result<Arc<Server>, ServeError> + Send>;
/// What happens once every route is served.
pub type Ready = Box<dyn FnOnce(SocketAddr) -> std::io::Result<()> + Send>;

/// Listens on the address of a setting; with port 0, on any free port.
pub async fn listen(setting: &'static str, address: SocketAddr) -> Result<TcpListener, UnusableSetting> {
    TcpListener::bind(address).await.map_err(|cause| cannot_listen(setting, address, &cause))
}

fn cannot_listen(setting: &'static str, address: SocketAddr, cause: &std::io::Error) -> UnusableSetting {
    UnusableSetting::new(setting, format_args!("failed to listen on {address}: {cause}"))
}

/// Records metrics of the complete process.
pub fn record_metrics() -> Result<PrometheusHandle, ServeError> {
    Ok(metrics_export::record()?)
}

/// Records which build this is, as a metric whose value is 1.
pub fn record_build(version: &'static str, commit: &'static str) {
    metrics::gauge!("folkmoot_build_info", "version" => version, "commit" => commit).set(1.0);
}

/// Every route with its middleware, for requests of this process.
pub fn routes(server: &Server) -> Router {
    let stack = Arc::new(Stack::new(router::router(server), &server.middleware, None));
    Router::new().fallback(move |request: Request| async move { stack.respond(request).await })
}

/// Listens, opens the database, and serves until a signal stops the server; then waits for requests in progress.
///
/// The port is open from the beginning, so that health checks get a response while `open` builds the state on a thread of
/// its own, however long it waits for the database. The metrics are served meanwhile, too. A signal to reload the settings is
/// handled from the call of `ready` on; an earlier one is handled then.
///
/// A generic function, or a future of its own type, would be compiled with the crate that uses it, and with it all that serves
/// requests. These closures and this future are boxed, so that all of it is compiled, and optimised, with this crate.
pub fn run(
    settings: Settings,
    stop: ShutdownSignal,
    reload: SettingsReload,
    metrics: PrometheusHandle,
    open: Open,
    ready: Ready,
) -> BoxFuture<'static, Result<(), ServeError>> {
    Box::pin(run_until_stopped(settings, stop, reload, metrics, open, ready))
}

async fn run_until_stopped(
    settings: Settings,
    mut stop: ShutdownSignal,
    mut reload: SettingsReload,
    metrics: PrometheusHandle,
    open: Open,
    ready: Ready,
) -> Result<(), ServeError> {
    require_licence(&settings)?;
    let access_log = AccessLog::open(&settings)?;
    let access_log = access_log.as_ref();
    let limits = LiveLimits::new(&settings, raise_descriptor_limit());
    let listener = listen("listen", settings.listen).await?;
    let address = listener.local_addr()?;
    let (urls, cors) = (Arc::new(ServerUrls::new(&settings, address)), Arc::new(Cors::new(&settings)));
    let application = Application::new(urls, &cors, access_log, Router::new());
    let listening = Listening::start(listener, Arc::clone(&application), limits.subscribe());
    let second_listeners = SecondListener::listen_all(&settings, &limits, access_log, &metrics).await?;
    tracing::info!("accepting connections at http://{address}; opening the database");
    let server = tokio::select! {
        opened = blocking::spawn(move || open(address, metrics)) => {
            opened.map_err(|error| ServeError::System(std::io::Error::other(error)))??
        }
        () = stop.received() => {
            tracing::info!("stopped before the database was opened");
            return Ok(());
        }
    };
    // Before the first upload, so that nothing that this server writes is taken for garbage of an earlier one.
    match background_tasks::collect_garbage_at_start(&server).await {
        Ok(0) => {}
        Ok(removed) => tracing::info!(removed, "deleted orphaned blobs of earlier runs"),
        Err(error) => tracing::error!(%error, "failed to delete orphaned blobs of earlier runs; will retry"),
    }
    exports::clean_up_at_start(&server.admin.exports).await;
    let tasks = BackgroundTasks::start(&server);
    let stack = Stack::new(router::router(&server), &server.middleware, access_log);
    application.open(stack, Some(&server.admission));
    for listener in &second_listeners {
        listener.open(&server, access_log);
    }
    ready(address)?;
    tracing::info!("listening on http://{address}");
    loop {
        tokio::select! {
            () = stop.received() => break,
            () = reload.requested() => {
                if let Some(log) = access_log {
                    log.reopen();
                }
                reload.apply(&server, &limits).await;
            }
        }
    }
    drain(&server, &mut stop).await;
    tracing::info!("shutting down; waiting for requests in flight");
    server.middleware.stopping.send_replace(true);
    let grace = Duration::from_secs(server.live.get().shutdown_grace_seconds);
    let others = second_listeners.into_iter().map(|listener| listener.stop(grace));
    let (stopped, others_stopped) = tokio::join!(listening.stop(grace), join_all(others));
    if !stopped || others_stopped.contains(&false) {
        tracing::warn!("shutdown grace period exceeded; aborted requests in flight");
    }
    tasks.stop(&server, LAST_WRITES_TIMEOUT).await;
    if let Some(log) = access_log {
        log.finish(LAST_WRITES_TIMEOUT).await;
    }
    if let Some(tracer) = &server.middleware.tracer {
        tracer.stop(LAST_SPANS_TIMEOUT).await;
    }
    tracing::info!("stopped");
    Ok(())
}

/// Serves requests as before, but reports that the server is not ready, for the time of the setting or until the next signal.
async fn drain(server: &Server, stop: &mut ShutdownSignal) {
    let time = Duration::from_secs(server.settings.drain_seconds);
    if time.is_zero() {
        return;
    }
    tracing::info!(seconds = time.as_secs(), "not ready any more; load balancers are to use other servers");
    server.monitoring.is_draining.store(true, Ordering::Relaxed);
    let _ = tokio::time::timeout(time, stop.received()).await;
}
