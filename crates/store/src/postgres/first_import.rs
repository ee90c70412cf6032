//! The first import: indexes, keys and references are made when all rows are as they will be.
//!
//! An index that is made of rows that are there is sorted once, and references are checked by one join. Else each row
//! seeks its place in every index, when it comes and again when its counters change, and asks for each record it names.

use super::connection::Held;
use crate::StoreError;
use crate::connection::Connection;

/// The table of the statements that make what was dropped; it is empty where tables were not taken.
const POSTPONED: &str = "postponed";

/// What a table is made to do without.
struct Dropped {
    drop: String,
    make: String,
}

/// Makes the table that tells what is to be made.
pub fn prepare(held: &Held<'_>) -> Result<(), StoreError> {
    held.run(&format!(
        "CREATE TEMP TABLE {POSTPONED} (is_reference boolean NOT NULL, statement text NOT NULL)"
    ))
}

/// Takes tables for this transaction alone, and drops the references between them, their primary keys and the indexes
/// that no constraint is made of. Records are still found by what makes them unique.
pub fn take(held: &Held<'_>, tables: &[&str]) -> Result<(), StoreError> {
    held.run(&format!("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE", tables.join(", ")))?;
    let named: Vec<String> = tables.iter().map(|table| format!("'{table}'::regclass")).collect();
    let taken = format!("(ARRAY[{}])", named.join(", "));
    let references =
        constraints(held, &format!("contype = 'f' AND conrelid = ANY {taken} AND confrelid = ANY {taken}"))?;
    postpone(held, &references, true)?;
    let indexes = find(
        held,
        &format!(
            "SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
             FROM pg_index WHERE indrelid = ANY {taken}
               AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)"
        ),
    )?;
    postpone(held, &indexes, false)?;
    postpone(
        held,
        &constraints(held, &format!("contype = 'p' AND conrelid = ANY {taken} AND {UNREFERENCED}"))?,
        false,
    )
}

/// Fills a table. What makes rows unique is made anew as soon as they are there, because what comes next looks for them.
pub fn fill(held: &Held<'_>, table: &str, insert: &str) -> Result<usize, StoreError> {
    let unique = uniqueness(held, table)?;
    run_all(held, unique.iter().map(|dropped| &dropped.drop))?;
    let rows = held.execute(insert, &[])?;
    run_all(held, unique.iter().map(|dropped| &dropped.make))?;
    held.run(&format!("ANALYZE {table}"))?;
    Ok(rows)
}

/// Changes most rows of a table, among which nobody looks for one until everything is settled.
pub fn rewrite(held: &Held<'_>, table: &str, update: &str) -> Result<(), StoreError> {
    postpone(held, &uniqueness(held, table)?, false)?;
    held.execute(update, &[]).map(drop)
}

/// Makes what was dropped. What else is to be checked at the end of the transaction would stand in its way.
pub fn settle(held: &Held<'_>) -> Result<(), StoreError> {
    held.run("SET CONSTRAINTS ALL IMMEDIATE")?;
    let connection: &dyn Connection = held;
    let postponed = format!("SELECT statement FROM {POSTPONED} ORDER BY is_reference");
    run_all(held, &connection.all(&postponed, &[], |row| row.some_text(0))?)?;
    held.run(&format!("TRUNCATE {POSTPONED}"))
}

/// That nothing refers to the columns of a constraint.
const UNREFERENCED: &str = "NOT EXISTS (SELECT 1 FROM pg_constraint AS other WHERE other.contype = 'f' AND other.conindid = this.conindid)";

/// What makes the rows of a table unique; nothing where the table was not taken.
fn uniqueness(held: &Held<'_>, table: &str) -> Result<Vec<Dropped>, StoreError> {
    constraints(
        held,
        &format!(
            "contype = 'u' AND conrelid = '{table}'::regclass AND {UNREFERENCED}
             AND EXISTS (SELECT 1 FROM {POSTPONED})"
        ),
    )
}

/// The constraints, called `this`, for which a condition holds.
fn constraints(held: &Held<'_>, condition: &str) -> Result<Vec<Dropped>, StoreError> {
    find(
        held,
        &format!(
            "SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
               format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
             FROM pg_constraint AS this WHERE {condition}"
        ),
    )
}

fn find(held: &Held<'_>, sql: &str) -> Result<Vec<Dropped>, StoreError> {
    let connection: &dyn Connection = held;
    connection.all(sql, &[], |row| Ok(Dropped { drop: row.some_text(0)?, make: row.some_text(1)? }))
}

/// Drops something now, to be made when everything is settled.
fn postpone(held: &Held<'_>, all: &[Dropped], is_reference: bool) -> Result<(), StoreError> {
    for dropped in all {
        held.run(&dropped.drop)?;
        let note = format!("INSERT INTO {POSTPONED} (is_reference, statement) VALUES (?1, ?2)");
        held.execute(&note, &[is_reference.into(), dropped.make.as_str().into()])?;
    }
    Ok(())
}

fn run_all<'a>(held: &Held<'_>, statements: impl IntoIterator<Item = &'a String>) -> Result<(), StoreError> {
    statements.into_iter().try_for_each(|statement| {
        tracing::trace!(sql = statement, "postponed statement");
        held.run(statement)
    })
}
