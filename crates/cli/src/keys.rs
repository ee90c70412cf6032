//! `folkmoot keys`

use std::io::Write;
use std::sync::Arc;

use folkmoot_administration::audit::{Action, Change};
use folkmoot_administration::command_line_actor;
use folkmoot_authentication::keys::Keys;
use folkmoot_jobs::signing_keys;
use folkmoot_settings::Settings;
use folkmoot_store::Store;
use jiff::Timestamp;
use serde_json::json;

use super::{Failure, KeysCommand};

/// Creates a new signing key if requested, and lists all signing keys.
pub fn run(
    command: KeysCommand,
    settings: &Settings,
    now: Timestamp,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let store = Arc::new(Store::open_existing(&settings.database())?);
    let keys = signing_keys::open(settings, &store, now)?;
    if command == KeysCommand::Rotate {
        rotate(&store, &keys, now)?;
    }
    let ring = keys.ring();
    for key in ring.keys() {
        let role = if key.id() == ring.signing().id() { "signs and verifies" } else { "verifies" };
        writeln!(out, "{}  {:.3}  {role}", key.id(), key.created_at())?;
    }
    Ok(())
}

/// Creates a key. Keys may be files, so that their entry of the audit log follows in a transaction of its own.
fn rotate(store: &Store, keys: &Keys, now: Timestamp) -> Result<(), Failure> {
    let newest = || json!(keys.ring().keys().last().map(|key| key.id().to_owned()));
    let from = newest();
    keys.rotate(now)?;
    let change = Change { field: "newest_key".to_owned(), from, to: newest() };
    let actor = command_line_actor();
    let action = Action { actor: &actor, name: "signing-keys.rotate", at: now };
    Ok(store.transact(|transaction| action.append(transaction, None, vec![change.clone()]))?)
}
