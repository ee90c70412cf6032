//! The limit on the file descriptors of the process. Each connection uses one.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// A lower limit is most likely a mistake of the installation, and is logged.
const RECOMMENDED: u64 = 8192;

/// Raises the soft limit to the hard limit, and returns the resulting limit.
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
    // `None` means unlimited.
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
