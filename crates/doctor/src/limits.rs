//! The limits that the system sets for the process.

use rustix::process::{Resource, getrlimit};

use crate::Report;

/// A lower limit restricts connections.
const RECOMMENDED: u64 = 8192;

/// Checks the number of file descriptors, of which each connection takes one.
pub fn check(report: &mut Report) {
    let maximum = getrlimit(Resource::Nofile).maximum;
    match maximum.filter(|maximum| *maximum < RECOMMENDED) {
        None => report.ok("file-descriptors", format!("at least {RECOMMENDED} are available")),
        Some(maximum) => report.warning(
            "file-descriptors",
            format!("the process can open {maximum} files and connections; {RECOMMENDED} are recommended"),
            "raise the hard limit: LimitNOFILE in the systemd unit, --ulimit nofile of the container, or `ulimit -Hn`",
        ),
    }
}
