//! The state of the servers of a PostgreSQL database, for operators.

use std::time::Duration;

/// A server and the connections to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatabaseServer {
    /// `primary`, or `replica-` and the number of the replica.
    pub name: String,
    /// Open connections.
    pub connections: usize,
    /// Those of them that nobody uses.
    pub idle: usize,
    /// Reads and writes that wait for a connection.
    pub waiting: usize,
    /// Maximum number of connections.
    pub max_connections: usize,
    /// The state of a replica; `None` for the primary.
    pub replica: Option<ReplicaState>,
}

/// The state of a replica as of its last probe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplicaState {
    /// Whether it responds.
    pub responds: bool,
    /// How far it is behind; 0 if it lacks no change that this server observed.
    pub lag: Duration,
}
