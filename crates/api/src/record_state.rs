//! What reads of records need.

use std::sync::Arc;
use std::time::Duration;

use folkmoot_index::{Feed, ListIndexes, RecordCache, RecordFiles};
use folkmoot_store::Store;
use folkmoot_store::current_platform::PlatformSecret;

use super::http_cache::BodyCache;
use super::sealed_cursor::CursorKeys;
use super::stream::StreamState;

/// How long a request waits until the indexes contain a change that the database already has.
pub const CATCH_UP_TIMEOUT: Duration = Duration::from_secs(2);

/// What reads of records need.
pub struct RecordState {
    /// The database.
    pub store: Arc<Store>,
    /// Which records each page contains.
    pub indexes: Arc<ListIndexes>,
    /// The change feed, which keeps the indexes current.
    pub feed: Feed,
    /// Records in their JSON form.
    pub record_cache: RecordCache,
    /// Lists whose records are stored in files.
    pub record_files: Arc<RecordFiles>,
    /// Bodies of responses with records.
    pub body_cache: BodyCache,
    /// The secret from which the tags of responses are derived.
    pub secret: PlatformSecret,
    /// Seals and opens the cursors of lists.
    pub cursors: Arc<CursorKeys>,
    /// What streams need.
    pub streams: StreamState,
}
