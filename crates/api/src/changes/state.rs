//! What requests for changes need.

use std::sync::Arc;

use folkmoot_authentication::platform_cache::PlatformCache;
use folkmoot_index::{Feed, ListIndexes};
use folkmoot_store::Store;
use tokio::sync::watch;

use super::polls::LongPolls;
use crate::sealed_cursor::CursorKeys;

/// What requests for changes need.
pub struct ChangeState {
    /// The database.
    pub store: Arc<Store>,
    /// The newest change of each list.
    pub indexes: Arc<ListIndexes>,
    /// The change feed.
    pub feed: Feed,
    /// Platform and clients in memory.
    pub platform: Arc<PlatformCache>,
    /// Seals and opens cursors.
    pub cursors: Arc<CursorKeys>,
    /// The requests that wait.
    pub polls: Arc<LongPolls>,
    /// Becomes true when the server begins to stop.
    pub stopping: watch::Sender<bool>,
}
