//! The number of file descriptors that the process may have: each connection takes one.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Fewer than this are a mistake of the installation.
const RECOMMENDED: u64 = 8192;

/// Raises the soft limit to the hard limit, and returns it.
pub fn raise_descriptor_limit() -> u64 {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    let descriptors = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        Err(error) => {
            tracing::warn!(%error, "failed to raise the file descriptor limit");
            limit.current
        }
    };
    // `None` is no limit.
    let descriptors = descriptors.unwrap_or(u64::MAX);
    if descriptors < RECOMMENDED {
        tracing::warn!(
            descriptors,
            recommended = RECOMMENDED,
            "low limit of file descriptors restricts connections; raise the hard limit (systemd LimitNOFILE, ulimit -Hn)"
        );
    }
    descriptors
}
