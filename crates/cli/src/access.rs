//! `folkmoot access`

use std::io::Write;

use folkmoot_administration::{access, command_line_actor};
use folkmoot_store::Store;
use jiff::Timestamp;

use super::{AccessCommand, Failure};

/// Enables or disables the public API, and prints whether it is on or off; or confirms the clock.
pub fn run(
    command: AccessCommand,
    store: &Store,
    now: Timestamp,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let set_enabled =
        |enabled| access::set_enabled(store, &command_line_actor(), enabled, now).map(|_| enabled);
    let enabled = match command {
        AccessCommand::On => set_enabled(true)?,
        AccessCommand::Off => set_enabled(false)?,
        AccessCommand::ConfirmClock => {
            access::confirm_clock(store, &command_line_actor(), now)?;
            let clock = store.clock().read(now.as_millisecond())?;
            let (day, zone) = (clock.day(), clock.time_zone.as_deref().unwrap_or("UTC"));
            return Ok(writeln!(out, "recorded {now:.3}: {day} in {zone}")?);
        }
        AccessCommand::Status => store.platform().read()?.is_some_and(|platform| platform.public_api_enabled),
    };
    writeln!(out, "{}", if enabled { "on" } else { "off" })?;
    Ok(())
}
