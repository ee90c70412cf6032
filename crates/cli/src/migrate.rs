//! `folkmoot migrate`

use std::io::Write;

use folkmoot_database::migrations::MIGRATIONS;
use folkmoot_settings::{Migrations, Settings};
use folkmoot_store::Store;

use super::Failure;

/// Migrates the schema, regardless of the setting `migrations`.
pub fn run(settings: Settings, out: &mut dyn Write) -> Result<(), Failure> {
    Store::open(&Settings { migrations: Migrations::Start, ..settings }.database())?;
    Ok(writeln!(out, "schema version {}", MIGRATIONS.len())?)
}
