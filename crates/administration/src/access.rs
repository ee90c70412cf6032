//! The switch of the public API, and the clock that the platform believes.

use folkmoot_database::executor::Executor;
use folkmoot_model::timestamp::timestamp;
use folkmoot_store::{Store, StoreError, platform_clock};
use jiff::Timestamp;

use super::audit::{Action, Actor, Change};

/// Enables or disables the public API. Returns whether that changed anything.
pub fn set_enabled(store: &Store, actor: &Actor, enabled: bool, at: Timestamp) -> Result<bool, StoreError> {
    let action = Action { actor, name: "access.update", at };
    let change = Change { field: "enabled".to_owned(), from: (!enabled).into(), to: enabled.into() };
    store
        .platform()
        .set_public_api_enabled(enabled, |transaction| action.append(transaction, None, vec![change]))
}

/// Records the time of this machine as the one that the platform believes, also if it is earlier than the recorded one.
pub fn confirm_clock(store: &Store, actor: &Actor, at: Timestamp) -> Result<(), StoreError> {
    let action = Action { actor, name: "access.confirm-clock", at };
    let now = at.as_millisecond();
    store.transact(|transaction: &dyn Executor| {
        let from = timestamp(platform_clock::read(transaction, now)?.recorded).into();
        platform_clock::confirm(transaction, now)?;
        let change = Change { field: "believed_at".to_owned(), from, to: timestamp(now).into() };
        action.append(transaction, None, vec![change])
    })
}
