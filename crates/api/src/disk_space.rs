//! The free space of the disks that the server writes to, before large writes.

use folkmoot_runtime::disk_reserve::DiskReserve;
use http::{HeaderMap, header};

use super::problem::Problem;

/// Fails if a write of this many bytes would use the reserve of a disk.
pub async fn check(reserve: &DiskReserve, bytes: u64) -> Result<(), Problem> {
    let reserve = reserve.clone();
    let checked = tokio::task::spawn_blocking(move || reserve.check(bytes)).await;
    Ok(checked.map_err(Problem::internal)??)
}

/// The length of the body that a request declares.
pub fn declared_length(headers: &HeaderMap) -> Option<u64> {
    headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok())
}
