//! The first import: indexes and references are made when all rows are as they will be.
//!
//! An index that is made of rows that are there is sorted once, and references are checked by one join. Else each row
//! seeks its place in every index, when it comes and again when its counters change, and asks for each record it names.

use super::connection::Held;
use crate::store::StoreError;
use crate::store::connection::Connection;

/// The table of the statements that make what was dropped.
const POSTPONED: &str = "postponed";

/// Makes the table that tells what is to be made; it is empty where tables were not taken.
pub fn prepare(held: &Held<'_>) -> Result<(), StoreError> {
    held.run(&format!(
        "CREATE TEMP TABLE {POSTPONED} (is_reference boolean NOT NULL, statement text NOT NULL)"
    ))
}

/// Takes tables for this transaction alone, and drops the references between them and the indexes that no constraint
/// is made of.
pub fn take(held: &Held<'_>, tables: &[&str]) -> Result<(), StoreError> {
    held.run(&format!("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE", tables.join(", ")))?;
    let named: Vec<String> = tables.iter().map(|table| format!("'{table}'::regclass")).collect();
    let connection: &dyn Connection = held;
    let drops = connection.all(
        &format!(
            "WITH taken AS MATERIALIZED (SELECT unnest(ARRAY[{}])::oid AS name),
             own (is_reference, drops, makes) AS (
               SELECT false, format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
               FROM pg_index WHERE indrelid IN (SELECT name FROM taken)
                 AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)
               UNION ALL
               SELECT true, format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
                 format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
               FROM pg_constraint WHERE contype = 'f' AND conrelid IN (SELECT name FROM taken)
                 AND confrelid IN (SELECT name FROM taken)
             ), noted AS (INSERT INTO {POSTPONED} SELECT is_reference, makes FROM own)
             SELECT drops FROM own",
            named.join(", ")
        ),
        &[],
        |row| row.some_text(0),
    )?;
    held.run(&drops.join(";"))
}

/// Makes what was dropped. What else is to be checked at the end of the transaction would stand in its way.
pub fn settle(held: &Held<'_>) -> Result<(), StoreError> {
    held.run("SET CONSTRAINTS ALL IMMEDIATE")?;
    let connection: &dyn Connection = held;
    let postponed = format!("SELECT statement FROM {POSTPONED} ORDER BY is_reference");
    for statement in connection.all(&postponed, &[], |row| row.some_text(0))? {
        tracing::trace!(sql = statement, "postponed statement");
        held.run(&statement)?;
    }
    held.run(&format!("TRUNCATE {POSTPONED}"))
}
