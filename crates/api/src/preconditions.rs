//! What must hold before a request is served: current data, an enabled public API and a valid holder.

use std::sync::Arc;
use std::time::Duration;

use folkmoot_authentication::platform_cache::{HolderStatus, PlatformCache, PlatformView};
use folkmoot_index::Feed;
use folkmoot_store::clients::Holder;
use folkmoot_store::usage::RefusalReason;
use jiff::Timestamp;

use super::problem::Problem;
use super::problem_table::PUBLIC_API_DISABLED;
use super::record_state::CATCH_UP_TIMEOUT;

/// The platform and its clients, and how current this server is.
pub struct PlatformState {
    /// Platform and clients in memory.
    pub cache: Arc<PlatformCache>,
    /// The change feed, which keeps them current.
    pub feed: Feed,
    /// How long the change feed may be unreadable until requests are refused.
    pub database_timeout: Duration,
    /// The current time.
    pub clock: fn() -> Timestamp,
}

/// Fails if this server cannot read the change feed: its records, revocations and settings may be stale.
pub async fn require_current_data(state: &PlatformState) -> Result<(), Problem> {
    if state.feed.is_followed(state.database_timeout).await {
        return Ok(());
    }
    Err(Problem::unavailable("the change feed cannot be read"))
}

/// Waits until this server has applied everything that is in the database now. Fails if it cannot.
pub async fn require_newest_data(state: &PlatformState) -> Result<(), Problem> {
    if state.feed.catch_up(CATCH_UP_TIMEOUT).await {
        return Ok(());
    }
    Err(Problem::unavailable("the change feed cannot be read"))
}

/// The platform, if its public API is enabled.
pub fn enabled_platform(state: &PlatformState) -> Result<Arc<PlatformView>, Problem> {
    state.cache.platform().filter(|view| view.platform.public_api_enabled).ok_or_else(|| {
        let detail = "The public API of this platform is disabled. Ask an administrator to enable it.";
        Problem::new(&PUBLIC_API_DISABLED, detail).refused_for(RefusalReason::ApiDisabled)
    })
}

/// The status of a holder. Before it is [`HolderStatus::Unknown`], the change feed is read once more, because another
/// server may just have created the client or a generation of its tokens.
pub async fn holder_status(state: &PlatformState, holder: Holder) -> Result<HolderStatus, Problem> {
    let status = || state.cache.holder_status(holder, (state.clock)().as_millisecond());
    let found = status();
    if found != HolderStatus::Unknown {
        return Ok(found);
    }
    require_newest_data(state).await?;
    Ok(status())
}
