//! Imports into `SQLite`: their cache, their write lock, the planner's statistics, and the quick filling of an empty table.

use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode};

use crate::StoreError;
use crate::import_control::ImportControl;

/// Minimum and maximum page cache of an import, in kilobytes. Its checks and counters read tables at random; pages that
/// are not cached are read from the write-ahead log, which takes longer the more the import has written.
const MIN_CACHE_KILOBYTES: i64 = 262_144;
const MAX_CACHE_KILOBYTES: i64 = 6_291_456;
/// What the tables get of it at most, and three quarters. The rest is for staging tables, whose indexes the checks read.
const MAX_TABLES_KILOBYTES: i64 = 3_145_728;
/// How long the final write waits for the lock: an import that took minutes to read is not discarded early.
const LOCK_TIMEOUT: Duration = Duration::from_mins(10);
/// How long it waits before it checks whether the import is interrupted.
const LOCK_INTERVAL: Duration = Duration::from_secs(1);
/// How long a checkpoint of the write-ahead log waits for other connections.
const CHECKPOINT_TIMEOUT: Duration = Duration::from_secs(1);
/// From this many rows on, the planner looks rows up rather than reads the complete table.
const SMALL_TABLE_ROWS: i64 = 10_000;
/// Runs `ANALYZE` (0x2), on a limited number of rows (0x10), for every table (0x10000) that has no statistics or whose number of rows
/// became ten times larger or smaller. By default, tables that the planner of this connection did not ask for are left out.
/// Source: <https://www.sqlite.org/pragma.html#pragma_optimize>.
const UPDATE_STATISTICS: &str = "PRAGMA optimize = 0x10012";
/// Number of additional threads for sorting.
const SORTING_THREADS: i64 = 2;

/// Configures a connection for an import.
pub fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    // A quarter of the available memory.
    let cache = available_memory().map_or(MIN_CACHE_KILOBYTES, |kilobytes| kilobytes / 4);
    let cache = cache.clamp(MIN_CACHE_KILOBYTES, MAX_CACHE_KILOBYTES);
    let tables = (cache * 3 / 4).min(MAX_TABLES_KILOBYTES);
    let staging = cache - tables;
    connection.pragma_update(None, "cache_size", -tables)?;
    connection.pragma_update(None, "threads", SORTING_THREADS)?;
    connection.pragma_update(None, "temp_store", "FILE")?;
    connection.pragma_update(Some("temp"), "cache_size", -staging)?;
    // The write-ahead log is checkpointed after the final write, without the write lock; see `checkpoint`.
    connection.pragma_update(None, "wal_autocheckpoint", 0)
}

/// Takes the write lock. If another program holds it, waits until the import is interrupted at most.
pub fn begin_write(connection: &Connection, control: ImportControl<'_>) -> rusqlite::Result<()> {
    take_write_lock(connection, control)?;
    delete_statistics_of_small_tables(connection)
}

/// Deletes the planner's statistics of tables that had few rows. The import may add millions to them, and for each row of another
/// table the planner would read them completely. Without statistics it expects large tables. [`checkpoint`] computes them again.
fn delete_statistics_of_small_tables(connection: &Connection) -> rusqlite::Result<()> {
    let exist = "SELECT EXISTS (SELECT 1 FROM main.sqlite_schema WHERE name = 'sqlite_stat1')";
    if !connection.query_row(exist, [], |row| row.get(0))? {
        return Ok(());
    }
    // The text begins with the number of rows.
    let delete = "DELETE FROM main.sqlite_stat1 WHERE CAST(stat AS INTEGER) < ?1";
    if connection.execute(delete, [SMALL_TABLE_ROWS])? > 0 {
        // Only reads the statistics again.
        connection.execute_batch("ANALYZE main.sqlite_schema")?;
    }
    Ok(())
}

fn take_write_lock(connection: &Connection, control: ImportControl<'_>) -> rusqlite::Result<()> {
    let began = Instant::now();
    let mut timeout = Duration::ZERO;
    loop {
        connection.busy_timeout(timeout)?;
        let result = connection.execute_batch("BEGIN IMMEDIATE");
        let is_busy =
            matches!(&result, Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy));
        if !is_busy || began.elapsed() > LOCK_TIMEOUT || (control.is_interrupted)() {
            connection.busy_timeout(LOCK_TIMEOUT)?;
            return result;
        }
        if timeout.is_zero() {
            (control.waiting)();
        }
        timeout = LOCK_INTERVAL;
    }
}

/// Checkpoints the write-ahead log after a large write and updates the planner's statistics. Either may fail because
/// other connections read; then it happens later. The first checkpoint moves nearly everything and blocks no connection;
/// the second one blocks writers while it moves the rest.
pub fn checkpoint(connection: &Connection) {
    let _ = connection.busy_timeout(CHECKPOINT_TIMEOUT);
    for pragma in ["PRAGMA wal_checkpoint(PASSIVE)", "PRAGMA wal_checkpoint(TRUNCATE)", UPDATE_STATISTICS] {
        let done = connection.prepare(pragma).and_then(|mut statement| {
            let mut rows = statement.query([])?;
            while rows.next()?.is_some() {}
            Ok(())
        });
        if let Err(error) = done {
            tracing::debug!(%error, pragma, "postponed pragma");
        }
    }
}

/// The available memory in kilobytes; `None` if the system does not report it.
fn available_memory() -> Option<i64> {
    let report = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = report.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

/// Runs a statement that inserts rows into an empty table and whose references were checked before. Returns the number
/// of rows. Indexes are built afterwards: that sorts once, whereas each inserted row writes to a random page of each
/// index.
pub fn fill_table(connection: &Connection, table: &str, insert: &str) -> Result<usize, StoreError> {
    let indexes = indexes(connection, table)?;
    for (name, _) in &indexes {
        connection.execute_batch(&format!("DROP INDEX main.{name}"))?;
    }
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_FKEY, false)?;
    let filled = connection.prepare(insert).and_then(|mut statement| statement.execute([]));
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_FKEY, true)?;
    for (_, sql) in &indexes {
        connection.execute_batch(sql)?;
    }
    Ok(filled?)
}

/// The name and statement of each index that a migration created, without those of constraints.
fn indexes(connection: &Connection, table: &str) -> Result<Vec<(String, String)>, StoreError> {
    let mut statement = connection.prepare(
        "SELECT name, sql FROM main.sqlite_schema WHERE type = 'index' AND tbl_name = ?1 AND sql IS NOT NULL",
    )?;
    let indexes = statement.query_map([table], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(indexes.collect::<Result<_, _>>()?)
}
