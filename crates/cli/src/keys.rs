//! `folkmoot keys`

use std::io::Write;
use std::sync::Arc;

use folkmoot_jobs::signing_keys;
use folkmoot_settings::Settings;
use folkmoot_store::Store;
use jiff::Timestamp;

use super::{Failure, KeysCommand};

/// Creates a new signing key if requested, and lists all signing keys.
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
