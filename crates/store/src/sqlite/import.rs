//! What an import asks of `SQLite`: memory to work in, and the quick filling of an empty table.

use std::time::Duration;

use rusqlite::Connection;
use rusqlite::config::DbConfig;

use crate::StoreError;

/// How much of the database an import holds in memory at the least and at the most, in kilobytes. Its checks and
/// counters look into tables at random; what is not held is sought in the write-ahead log, which takes ever longer
/// the more the import has written.
const LEAST_CACHE: i64 = 262_144;
const MOST_CACHE: i64 = 3_145_728;
/// Which part of that is for the tables that it stages rows in, whose indexes the checks look into.
const STAGING_PART: i64 = 4;
/// How long the final write waits for another program's write: an import that took minutes to read is not thrown away.
const LONGEST_WAIT: Duration = Duration::from_mins(10);
/// How long moving the log into the database waits for others.
const LONGEST_SETTLING: Duration = Duration::from_secs(1);
/// How many threads help to sort.
const SORTERS: i64 = 2;

/// Makes a connection ready for an import.
pub fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    // A quarter of the memory that nobody uses.
    let cache = available_memory().map_or(LEAST_CACHE, |kilobytes| kilobytes / 4);
    let cache = cache.clamp(LEAST_CACHE, MOST_CACHE);
    let staging = cache / STAGING_PART;
    connection.pragma_update(None, "cache_size", staging - cache)?;
    connection.pragma_update(None, "threads", SORTERS)?;
    connection.pragma_update(None, "temp_store", "FILE")?;
    connection.pragma_update(Some("temp"), "cache_size", -staging)?;
    // The log of the final write is moved into the database afterwards, without the write lock; see `settle`.
    connection.pragma_update(None, "wal_autocheckpoint", 0)
}

/// Takes the write lock; waits for another program that has it, and calls `waiting` first.
pub fn begin_write(connection: &Connection, waiting: &dyn Fn()) -> rusqlite::Result<()> {
    connection.busy_timeout(Duration::ZERO)?;
    let at_once = connection.execute_batch("BEGIN IMMEDIATE");
    connection.busy_timeout(LONGEST_WAIT)?;
    match at_once {
        Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy) => {
            waiting();
            connection.execute_batch("BEGIN IMMEDIATE")
        }
        other => other,
    }
}

/// Moves what a large write left in the log into the database, and lets the planner look at it again. Either may fail,
/// because others read; then it happens later. The first step moves nearly everything and blocks nobody; the second
/// blocks writers while it moves the rest.
pub fn settle(connection: &Connection) {
    let _ = connection.busy_timeout(LONGEST_SETTLING);
    for pragma in ["PRAGMA wal_checkpoint(PASSIVE)", "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA optimize"] {
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

/// The memory that programs could take, in kilobytes, where the system tells.
fn available_memory() -> Option<i64> {
    let told = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = told.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

/// Runs the statement that fills a table without rows, whose references were checked; how many it wrote. An index
/// that is made of rows that are there is sorted once, where one that grows with every row is written to in as many
/// places.
pub fn fill(connection: &Connection, table: &str, insert: &str) -> Result<usize, StoreError> {
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

/// The name and statement of each index that a migration made; those of constraints stay.
fn indexes(connection: &Connection, table: &str) -> Result<Vec<(String, String)>, StoreError> {
    let mut statement = connection.prepare(
        "SELECT name, sql FROM main.sqlite_schema WHERE type = 'index' AND tbl_name = ?1 AND sql IS NOT NULL",
    )?;
    let indexes = statement.query_map([table], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(indexes.collect::<Result<_, _>>()?)
}
