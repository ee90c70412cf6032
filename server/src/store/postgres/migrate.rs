//! Bringing the schema up to date.

use super::connection::Held;
use super::dialect::DIALECT;
use super::{IMPORTS, Postgres};
use crate::store::StoreError;
use crate::store::connection::Connection;
use crate::store::migrations::MIGRATIONS;

/// One program at a time migrates.
const LOCK: i64 = IMPORTS + 1;

/// Runs the migrations that have not been run, where `allowed`; else it is an error that some have not.
pub fn run(postgres: &Postgres, allowed: bool) -> Result<(), StoreError> {
    let known = i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX);
    // A schema that is up to date asks for no write, which a standby could not take.
    while postgres.read_fresh(version)? != known {
        if !allowed {
            return Err(StoreError::Older { known });
        }
        let client = deadpool_postgres::Object::take(postgres.client(&postgres.primary)?);
        let held = Held { client: &client, handle: &postgres.handle, patience: None };
        held.run("SET statement_timeout = 0; SET lock_timeout = 0; BEGIN")?;
        held.run(&format!("SELECT pg_advisory_xact_lock({LOCK})"))?;
        held.run("CREATE TABLE IF NOT EXISTS schema_version (version bigint NOT NULL)")?;
        let found = version(&held)?;
        if found > known {
            return Err(StoreError::Newer { found, known });
        }
        let Some(migration) = usize::try_from(found).ok().and_then(|found| MIGRATIONS.get(found)) else {
            continue;
        };
        held.run(&DIALECT.translate(migration.sql))?;
        held.run(&format!(
            "DELETE FROM schema_version; INSERT INTO schema_version VALUES ({found} + 1); COMMIT"
        ))?;
        tracing::debug!(version = found + 1, name = migration.name, "schema brought up to date");
    }
    Ok(())
}

fn version(connection: &dyn Connection) -> Result<i64, StoreError> {
    if !connection.finds("SELECT 1 WHERE to_regclass('schema_version') IS NOT NULL", &[])? {
        return Ok(0);
    }
    connection.number("SELECT MAX(version) FROM schema_version", &[])
}
