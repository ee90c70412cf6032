//! Connections outside of the pools that wait a short time for the next stream.
//!
//! A stream may last for hours, so that it has a connection that no pool waits for. A small list takes a few milliseconds, of
//! which opening a connection would be the greatest part.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use deadpool_postgres::ClientWrapper;
use tokio::runtime::Handle;

use super::Settings;

/// The maximum number of idle connections.
const MAX_IDLE: usize = 4;
/// The maximum time that a connection stays idle before it is closed.
const IDLE_TIME: Duration = Duration::from_secs(2);
/// The maximum interval at which connections are closed.
const INTERVAL: Duration = Duration::from_millis(500);

/// Idle connections to the primary.
#[derive(Debug)]
pub struct IdleConnections {
    /// The connections and when they became idle, oldest first.
    connections: Mutex<Vec<(Instant, ClientWrapper)>>,
    /// Maximum number of prepared statements of a connection.
    statements: usize,
}

impl IdleConnections {
    /// No connections. A task closes those that stay idle, until the returned value is dropped, and sooner than a pool stops waiting
    /// for a server that has no free connection.
    pub fn watched(settings: &Settings, handle: &Handle) -> Arc<Self> {
        let idle = Arc::new(Self { connections: Mutex::default(), statements: settings.statements });
        let watched = Arc::clone(&idle);
        let (idle_time, interval) = (IDLE_TIME.min(settings.timeout / 2), INTERVAL.min(settings.timeout / 4));
        handle.spawn(async move {
            let mut ticks = tokio::time::interval(interval);
            while Arc::strong_count(&watched) > 1 {
                ticks.tick().await;
                watched.lock().retain(|(since, _)| since.elapsed() < idle_time);
            }
        });
        idle
    }

    /// The connection that was used last.
    pub fn take(&self) -> Option<ClientWrapper> {
        self.lock().pop().map(|(_, connection)| connection)
    }

    /// Leaves a connection without a transaction to the next stream.
    pub fn put(&self, connection: ClientWrapper) {
        if connection.statement_cache.size() > self.statements {
            connection.statement_cache.clear();
        }
        let mut connections = self.lock();
        if connections.len() < MAX_IDLE {
            connections.push((Instant::now(), connection));
        }
    }

    /// Closes all.
    pub fn clear(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(Instant, ClientWrapper)>> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
