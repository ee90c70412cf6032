//! `folkmoot keys`

use std::io::Write;
use std::path::Path;

use jiff::Timestamp;

use super::{Failure, KeysCommand};
use crate::authentication::keys::Keys;

/// Renews the signing key, or lists the keys that are in use.
pub fn run(command: KeysCommand, data: &Path, now: Timestamp, out: &mut dyn Write) -> Result<(), Failure> {
    let keys = Keys::open(&data.join("keys"), now)?;
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
