//! `folkmoot keys`

use std::io::Write;
use std::sync::Arc;

use folkmoot_server::settings::Settings;
use folkmoot_server::signing_keys;
use folkmoot_store::Store;
use jiff::Timestamp;

use super::{Failure, KeysCommand};

/// Renews the signing key, or lists the keys that are in use.
pub fn run(
    command: KeysCommand,
    settings: &Settings,
    now: Timestamp,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let store = Arc::new(Store::open(&settings.database())?);
    let keys = signing_keys::open(settings, &store, now)?;
    if command == KeysCommand::Rotate {
        keys.rotate(now)?;
    }
    let ring = keys.ring();
    for key in ring.keys() {
        let role = if key.id() == ring.signing().id() { "signs and verifies" } else { "verifies" };
        writeln!(out, "{}  {:.3}  {role}", key.id(), key.created_at())?;
    }
    Ok(())
}
