//! `folkmoot migrate`

use std::io::Write;

use super::Failure;
use crate::settings::{Migrations, Settings};
use crate::store::Store;
use crate::store::migrations::MIGRATIONS;

/// Brings the schema up to date, whatever the setting says of other commands.
pub fn run(settings: Settings, out: &mut dyn Write) -> Result<(), Failure> {
    Store::open(&Settings { migrations: Migrations::Start, ..settings }.database())?;
    Ok(writeln!(out, "schema version {}", MIGRATIONS.len())?)
}
