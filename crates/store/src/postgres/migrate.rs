//! Bringing the schema up to date, beside servers that use it.

use std::time::Duration;

use super::Postgres;
use super::connection::Held;
use super::dialect::{DIALECT, IMPORTS};
use crate::StoreError;
use crate::connection::Connection;
use crate::migrations::Migration;

/// One program at a time migrates.
const LOCK: i64 = IMPORTS + 1;
/// How many milliseconds a migration waits for those who use its tables: as long wait those who come after it.
const PATIENCE_MILLISECONDS: u32 = 1000;
/// How long it lets others go on before it tries again.
const BETWEEN_TRIES: Duration = Duration::from_millis(500);

/// What the database says of its schema.
#[derive(Debug, Clone, Copy, Default)]
struct Version {
    /// How many migrations have been run.
    version: i64,
    /// A program that knows fewer than these cannot work with it.
    needed: i64,
}

/// Runs the migrations that have not been run, where `allowed`; else it is an error that some have not. A schema that is
/// newer than this program is good as long as it only has more than the program knows of, so that old and new servers
/// can run side by side during an upgrade.
pub fn run(postgres: &Postgres, migrations: &[Migration], allowed: bool) -> Result<(), StoreError> {
    let known = i64::try_from(migrations.len()).unwrap_or(i64::MAX);
    let mut told = false;
    loop {
        // A schema that is up to date asks for no write, which a standby could not take.
        let found = postgres.read_fresh(version)?;
        if found.needed > known {
            return Err(StoreError::Newer { found: found.version, known });
        }
        if found.version >= known {
            return Ok(());
        }
        if !allowed {
            return Err(StoreError::Older { known });
        }
        match step(postgres, migrations) {
            Err(StoreError::Busy) => {
                if !std::mem::replace(&mut told, true) {
                    tracing::info!("migration blocked by locks of other sessions; retrying");
                }
                std::thread::sleep(BETWEEN_TRIES);
            }
            done => done?,
        }
    }
}

/// Runs the next migration, unless another program has just done so.
fn step(postgres: &Postgres, migrations: &[Migration]) -> Result<(), StoreError> {
    let client = deadpool_postgres::Object::take(postgres.client(&postgres.primary)?);
    let held = Held { client: &client, handle: &postgres.handle, patience: None };
    held.run(&format!("SET statement_timeout = 0; SET lock_timeout = {PATIENCE_MILLISECONDS}; BEGIN"))?;
    held.run(&format!("SELECT pg_advisory_xact_lock({LOCK})"))?;
    held.run(
        "CREATE TABLE IF NOT EXISTS schema_version (version bigint NOT NULL, needed bigint NOT NULL);
         INSERT INTO schema_version SELECT 0, 0 WHERE NOT EXISTS (SELECT 1 FROM schema_version)",
    )?;
    let found = version(&held)?;
    let next = usize::try_from(found.version).ok().and_then(|found| migrations.get(found));
    let Some(migration) = next else { return Ok(()) };
    let version = found.version + 1;
    let needed = if migration.expands { found.needed } else { version };
    held.run(&DIALECT.translate(migration.sql))?;
    held.run(&format!("UPDATE schema_version SET version = {version}, needed = {needed}; COMMIT"))?;
    tracing::debug!(version, name = migration.name, "applied migration");
    Ok(())
}

fn version(connection: &dyn Connection) -> Result<Version, StoreError> {
    if !connection.finds("SELECT 1 WHERE to_regclass('schema_version') IS NOT NULL", &[])? {
        return Ok(Version::default());
    }
    let found = connection.one("SELECT version, needed FROM schema_version", &[], |row| {
        Ok(Version { version: row.some_integer(0)?, needed: row.some_integer(1)? })
    })?;
    Ok(found.unwrap_or_default())
}
