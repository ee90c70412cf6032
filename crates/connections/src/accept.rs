//! Accepts connections, and closes them when the server stops.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;

use super::activity::Activity;
use super::connection::{self, Connection, Shared};
use super::handler::RequestHandler;
use super::limits::Limits;
use super::log_limit::LogLimit;
use super::registry::{Refused, Registry};
use super::stage::Stage;

/// Time to wait after an error of the operating system, which most likely has no descriptors or memory left.
const RETRY_INTERVAL: Duration = Duration::from_millis(50);
/// Maximum refused connections that concurrently get a response. Further ones are closed.
const MAXIMUM_REFUSALS: usize = 64;
/// Maximum time for the request and the response of a refused connection.
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(2);
/// Maximum time to wait for connections after they were ended.
const END_TIMEOUT: Duration = Duration::from_secs(1);

/// A server that accepts connections.
pub struct Listening {
    stage: watch::Sender<Stage>,
    accepting: JoinHandle<()>,
}

impl Listening {
    /// Starts to accept connections.
    pub fn start(
        listener: TcpListener,
        handler: Arc<impl RequestHandler>,
        limits: watch::Receiver<Limits>,
    ) -> Self {
        let stage = watch::Sender::new(Stage::Running);
        let acceptor = Acceptor {
            registry: Registry::new(limits.clone()),
            shared: Arc::new(Shared { http: connection::http(), handler, limits: limits.clone() }),
            limits,
            refusals: Arc::new(Semaphore::new(MAXIMUM_REFUSALS)),
            stage: stage.subscribe(),
            refused_log: LogLimit::default(),
            failed_log: LogLimit::default(),
        };
        Self { stage, accepting: tokio::spawn(acceptor.run(listener)) }
    }

    /// Stops accepting connections, closes those that do not serve a request, and waits until the others have finished.
    /// Returns whether all finished within the grace period.
    pub async fn stop(self, grace: Duration) -> bool {
        self.stage.send_replace(Stage::Stopping);
        // Each connection has a receiver until it ends.
        let finished = tokio::time::timeout(grace, self.stage.closed()).await.is_ok();
        self.stage.send_replace(Stage::Ended);
        let _ = tokio::time::timeout(END_TIMEOUT, self.stage.closed()).await;
        self.accepting.abort();
        finished
    }
}

struct Acceptor<H> {
    limits: watch::Receiver<Limits>,
    registry: Arc<Registry>,
    shared: Arc<Shared<H>>,
    refusals: Arc<Semaphore>,
    stage: watch::Receiver<Stage>,
    refused_log: LogLimit,
    failed_log: LogLimit,
}

impl<H: RequestHandler> Acceptor<H> {
    async fn run(self, listener: TcpListener) {
        let mut stage = self.stage.clone();
        loop {
            let accepted = tokio::select! {
                _ = stage.wait_for(|stage| *stage != Stage::Running) => return,
                accepted = listener.accept() => accepted,
            };
            match accepted {
                Ok((stream, peer)) => self.accepted(stream, peer),
                Err(error) if affects_one_connection(&error) => {}
                Err(error) => {
                    self.failed(&error);
                    tokio::time::sleep(RETRY_INTERVAL).await;
                }
            }
        }
    }

    fn accepted(&self, stream: TcpStream, peer: SocketAddr) {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "failed to set TCP_NODELAY");
        }
        let activity = Activity::new();
        let is_exempt = self.limits.borrow().is_exempt(peer.ip());
        match self.registry.admit(peer.ip(), is_exempt, &activity) {
            Ok(registration) => {
                let connection = Connection { stream, peer, activity, registration: Some(registration) };
                tokio::spawn(serve(connection, Arc::clone(&self.shared), self.stage.clone()));
            }
            Err(refused) => self.refused(Connection { stream, peer, activity, registration: None }, refused),
        }
    }

    /// Responds with a problem if that is cheap, and closes the connection.
    fn refused(&self, connection: Connection, refused: Refused) {
        let reason = refused.reason();
        metrics::counter!("folkmoot_connections_refused_total", "reason" => reason).increment(1);
        refused.refusal().count();
        if let Some(count) = self.refused_log.count(Instant::now()) {
            let (maximum, maximum_per_address) = {
                let limits = self.limits.borrow();
                (limits.connections, limits.connections_per_address)
            };
            tracing::warn!(
                count,
                reason,
                maximum,
                maximum_per_address,
                "refused connections because the limit was reached"
            );
        }
        let Ok(permit) = Arc::clone(&self.refusals).try_acquire_owned() else { return };
        let serving = connection::serve(connection, Arc::clone(&self.shared), self.stage.clone());
        tokio::spawn(async move {
            let _ = tokio::time::timeout(REFUSAL_TIMEOUT, serving).await;
            drop(permit);
        });
    }

    /// Counts and logs an error of the operating system, and closes idle connections to free file descriptors.
    fn failed(&self, error: &io::Error) {
        metrics::counter!("folkmoot_accept_errors_total").increment(1);
        let closed = self.registry.evict();
        if let Some(count) = self.failed_log.count(Instant::now()) {
            let connections = self.registry.count();
            tracing::error!(%error, count, connections, closed, "failed to accept connections; retrying");
        }
    }
}

async fn serve(
    connection: Connection,
    shared: Arc<Shared<impl RequestHandler>>,
    stage: watch::Receiver<Stage>,
) {
    let _open = OpenConnection::count();
    connection::serve(connection, shared, stage).await;
}

/// A connection that is counted until it is dropped, together with those of other listeners.
struct OpenConnection;

impl OpenConnection {
    fn count() -> Self {
        metrics::gauge!("folkmoot_connections").increment(1);
        Self
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        metrics::gauge!("folkmoot_connections").decrement(1);
    }
}

/// Whether an error affects only the connection that was being accepted.
fn affects_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::Interrupted
    )
}
