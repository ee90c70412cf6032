//! `folkmoot access`

use std::io::Write;

use folkmoot_store::Store;

use super::{AccessCommand, Failure};

/// Enables or disables the public API, and prints whether it is on or off.
pub fn run(command: AccessCommand, store: &Store, out: &mut dyn Write) -> Result<(), Failure> {
    let enabled = match command {
        AccessCommand::On => store.platform().set_public_api_enabled(true, |_| Ok(())).map(|_| true)?,
        AccessCommand::Off => store.platform().set_public_api_enabled(false, |_| Ok(())).map(|_| false)?,
        AccessCommand::Status => store.platform().read()?.is_some_and(|platform| platform.public_api_enabled),
    };
    writeln!(out, "{}", if enabled { "on" } else { "off" })?;
    Ok(())
}
