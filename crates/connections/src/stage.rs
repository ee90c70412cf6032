//! The stage of the server, which its connections follow.

/// The stage of the server, which controls its connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Connections serve requests.
    Running,
    /// Connections finish requests in progress.
    Stopping,
    /// Connections end immediately.
    Ended,
}
