//! Running migrations while other servers use the database.

use std::time::Duration;

use super::Postgres;
use super::blocking_client::BlockingClient;
use super::dialect::{DIALECT, IMPORT_LOCK};
use crate::executor::Executor;
use crate::migrations::{Migration, require_released};
use crate::{IfMissing, StoreError};

/// The advisory lock of migrations: only one program at a time migrates.
const MIGRATION_LOCK: i64 = IMPORT_LOCK + 1;
/// How long a migration waits for the locks of its tables. Other sessions that need these tables wait as long.
const LOCK_TIMEOUT_MILLISECONDS: u32 = 1000;
/// The delay before another attempt.
const RETRY_DELAY: Duration = Duration::from_millis(500);

/// The schema version of the database.
#[derive(Debug, Clone, Copy, Default)]
struct SchemaVersion {
    /// The number of migrations that have run.
    version: i64,
    /// The number of migrations that a program must know to work with the schema.
    min_compatible: i64,
}

/// Runs the pending migrations if `allowed`; otherwise pending migrations are an error. A schema that is newer than this
/// program is accepted as long as the later migrations only expand it, so that old and new servers can run side by side
/// during an upgrade.
pub fn run(
    postgres: &Postgres,
    migrations: &[Migration],
    allowed: bool,
    if_missing: IfMissing,
) -> Result<(), StoreError> {
    let known = known(migrations);
    let mut is_reported = false;
    loop {
        // A current schema needs no write, which a standby could not accept.
        let found = postgres.read_latest(|executor| version(executor, known))?;
        if found.min_compatible > known {
            return Err(StoreError::Newer { found: found.version, known });
        }
        if found.version >= known {
            return Ok(());
        }
        if !allowed {
            return Err(StoreError::Older { known });
        }
        if found.version == 0 && if_missing == IfMissing::Fail {
            return Err(StoreError::NoTables);
        }
        match step(postgres, migrations) {
            Err(StoreError::Busy) => {
                if !std::mem::replace(&mut is_reported, true) {
                    tracing::info!("migration blocked by locks of other sessions; retrying");
                }
                std::thread::sleep(RETRY_DELAY);
            }
            result => result?,
        }
    }
}

/// Runs the next migration, unless another program has just done so.
fn step(postgres: &Postgres, migrations: &[Migration]) -> Result<(), StoreError> {
    let client = deadpool_postgres::Object::take(postgres.client(&postgres.primary)?);
    let blocking = BlockingClient { client: &client, handle: &postgres.handle, timeout: None };
    blocking
        .run(&format!("SET statement_timeout = 0; SET lock_timeout = {LOCK_TIMEOUT_MILLISECONDS}; BEGIN"))?;
    blocking.run(&format!("SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))?;
    blocking.run(
        "CREATE TABLE IF NOT EXISTS schema_version (version bigint NOT NULL, min_compatible bigint NOT NULL);
         INSERT INTO schema_version SELECT 0, 0 WHERE NOT EXISTS (SELECT 1 FROM schema_version)",
    )?;
    let found = version(&blocking, known(migrations))?;
    let next = usize::try_from(found.version).ok().and_then(|found| migrations.get(found));
    let Some(migration) = next else { return Ok(()) };
    let version = found.version + 1;
    let min_compatible = if migration.expands { found.min_compatible } else { version };
    blocking.run(&DIALECT.translate(migration.sql))?;
    blocking.run(&format!(
        "UPDATE schema_version SET version = {version}, min_compatible = {min_compatible}; COMMIT"
    ))?;
    tracing::debug!(version, name = migration.name, "applied migration");
    Ok(())
}

/// The schema version that this program makes.
fn known(migrations: &[Migration]) -> i64 {
    i64::try_from(migrations.len()).unwrap_or(i64::MAX)
}

/// The schema version of the database. Fails if its schema is from before the first release, whose table of the version
/// had other columns.
fn version(executor: &dyn Executor, known: i64) -> Result<SchemaVersion, StoreError> {
    if !executor.exists(DIALECT.table_exists, &["schema_version".into()])? {
        return Ok(SchemaVersion::default());
    }
    let number = executor.one("SELECT version FROM schema_version", &[], |row| row.required_integer(0))?;
    require_released(executor, number.unwrap_or_default(), known)?;
    let found = executor.one("SELECT version, min_compatible FROM schema_version", &[], |row| {
        Ok(SchemaVersion { version: row.required_integer(0)?, min_compatible: row.required_integer(1)? })
    })?;
    Ok(found.unwrap_or_default())
}
