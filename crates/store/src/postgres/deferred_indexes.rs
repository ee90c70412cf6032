//! The first import: indexes and constraints are rebuilt when all rows are final.
//!
//! Building an index of existing rows sorts once, and adding a foreign key checks it with one join. Otherwise each row is
//! inserted into every index, again when its counters change, and each of its references is looked up.

use super::blocking_client::BlockingClient;
use crate::StoreError;
use crate::executor::Executor;

/// The temporary table of the statements that rebuild what was dropped; it is empty if no indexes are deferred.
const DEFERRED: &str = "deferred_statements";

/// An index or constraint, as the statements that drop and rebuild it.
struct Deferrable {
    drop: String,
    rebuild: String,
}

/// Creates the table of deferred statements.
pub fn prepare(client: &BlockingClient<'_>) -> Result<(), StoreError> {
    client.run(&format!(
        "CREATE TEMP TABLE {DEFERRED} (is_reference boolean NOT NULL, statement text NOT NULL)"
    ))
}

/// Locks tables for this transaction and drops the foreign keys between them, their primary keys and the indexes that
/// belong to no constraint. Records are still found by their unique constraints.
pub fn defer_indexes(client: &BlockingClient<'_>, tables: &[&str]) -> Result<(), StoreError> {
    client.run(&format!("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE", tables.join(", ")))?;
    let named: Vec<String> = tables.iter().map(|table| format!("'{table}'::regclass")).collect();
    let locked = format!("(ARRAY[{}])", named.join(", "));
    let references = constraints(
        client,
        &format!("contype = 'f' AND conrelid = ANY {locked} AND confrelid = ANY {locked}"),
    )?;
    defer(client, &references, true)?;
    let indexes = find(
        client,
        &format!(
            "SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
             FROM pg_index WHERE indrelid = ANY {locked}
               AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)"
        ),
    )?;
    defer(client, &indexes, false)?;
    defer(
        client,
        &constraints(client, &format!("contype = 'p' AND conrelid = ANY {locked} AND {UNREFERENCED}"))?,
        false,
    )
}

/// Fills an empty table. Its unique constraints are rebuilt at once, because the following steps look its rows up.
pub fn fill_table(client: &BlockingClient<'_>, table: &str, insert: &str) -> Result<usize, StoreError> {
    let unique = unique_constraints(client, table)?;
    run_all(client, unique.iter().map(|dropped| &dropped.drop))?;
    let rows = client.execute(insert, &[])?;
    run_all(client, unique.iter().map(|dropped| &dropped.rebuild))?;
    client.run(&format!("ANALYZE {table}"))?;
    Ok(rows)
}

/// Updates most rows of a table, none of which is looked up until the indexes are rebuilt.
pub fn update_table(client: &BlockingClient<'_>, table: &str, update: &str) -> Result<(), StoreError> {
    defer(client, &unique_constraints(client, table)?, false)?;
    client.execute(update, &[]).map(drop)
}

/// Rebuilds what was dropped. The deferred checks of constraints run first, because pending checks block `ALTER TABLE`.
pub fn rebuild_indexes(client: &BlockingClient<'_>) -> Result<(), StoreError> {
    client.run("SET CONSTRAINTS ALL IMMEDIATE")?;
    let executor: &dyn Executor = client;
    let statements = format!("SELECT statement FROM {DEFERRED} ORDER BY is_reference");
    run_all(client, &executor.all(&statements, &[], |row| row.required_text(0))?)?;
    client.run(&format!("TRUNCATE {DEFERRED}"))
}

/// The condition that no foreign key refers to a constraint.
const UNREFERENCED: &str = "NOT EXISTS (SELECT 1 FROM pg_constraint AS other WHERE other.contype = 'f' AND other.conindid = this.conindid)";

/// The unique constraints of a table; none if indexes are not deferred.
fn unique_constraints(client: &BlockingClient<'_>, table: &str) -> Result<Vec<Deferrable>, StoreError> {
    constraints(
        client,
        &format!(
            "contype = 'u' AND conrelid = '{table}'::regclass AND {UNREFERENCED}
             AND EXISTS (SELECT 1 FROM {DEFERRED})"
        ),
    )
}

/// The constraints, with the alias `this`, that satisfy a condition.
fn constraints(client: &BlockingClient<'_>, condition: &str) -> Result<Vec<Deferrable>, StoreError> {
    find(
        client,
        &format!(
            "SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
               format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
             FROM pg_constraint AS this WHERE {condition}"
        ),
    )
}

fn find(client: &BlockingClient<'_>, sql: &str) -> Result<Vec<Deferrable>, StoreError> {
    let executor: &dyn Executor = client;
    executor
        .all(sql, &[], |row| Ok(Deferrable { drop: row.required_text(0)?, rebuild: row.required_text(1)? }))
}

/// Drops indexes or constraints and defers rebuilding them.
fn defer(client: &BlockingClient<'_>, all: &[Deferrable], is_reference: bool) -> Result<(), StoreError> {
    for dropped in all {
        client.run(&dropped.drop)?;
        let insert = format!("INSERT INTO {DEFERRED} (is_reference, statement) VALUES (?1, ?2)");
        client.execute(&insert, &[is_reference.into(), dropped.rebuild.as_str().into()])?;
    }
    Ok(())
}

fn run_all<'a>(
    client: &BlockingClient<'_>,
    statements: impl IntoIterator<Item = &'a String>,
) -> Result<(), StoreError> {
    statements.into_iter().try_for_each(|statement| {
        tracing::trace!(sql = statement, "postponed statement");
        client.run(statement)
    })
}
