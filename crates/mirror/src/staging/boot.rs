//! The start of the machine since which a round is staged: a loss of power may have damaged records that were
//! staged before.

use std::io;
use std::path::Path;

/// The file with the id of the start.
const FILE: &str = "boot";
/// The id of the machine's start, which Linux generates.
const BOOT_ID: &str = "/proc/sys/kernel/random/boot_id";

/// Whether the contents of a folder were staged since the machine was started. If the system does not report
/// that, they were not.
pub fn is_same(folder: &Path) -> io::Result<bool> {
    let Some(current) = current() else { return Ok(false) };
    match std::fs::read_to_string(folder.join(FILE)) {
        Ok(recorded) => Ok(recorded == current),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::InvalidData) => {
            Ok(false)
        }
        Err(error) => Err(error),
    }
}

/// Records that the folder contains nothing from before the machine was started.
pub fn record(folder: &Path) -> io::Result<()> {
    current().map_or(Ok(()), |current| std::fs::write(folder.join(FILE), current))
}

fn current() -> Option<String> {
    std::fs::read_to_string(BOOT_ID).ok()
}
