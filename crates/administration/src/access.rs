//! The switch of the public API.

use folkmoot_store::{Store, StoreError};
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
