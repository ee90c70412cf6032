//! The first import: indexes and constraints are rebuilt when all rows are final.
//!
//! Building an index of existing rows sorts once, and adding a foreign key checks it with one join. Otherwise each row is
//! inserted into every index, again when its counters change, and each of its references is looked up.

use super::blocking_client::BlockingClient;
use crate::StoreError;
use crate::executor::Executor;

/// The temporary table of the statements that rebuild what was dropped; it is empty if no indexes are deferred.
const DEFERRED: &str = "deferred_statements";

/// The statements that drop indexes or constraints, and those that rebuild them.
#[derive(Default)]
struct Statements {
    drop: Vec<String>,
    rebuild: Vec<String>,
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
    let references = format!("contype = 'f' AND conrelid = ANY {locked} AND confrelid = ANY {locked}");
    defer(client, &constraints(&references), true)?;
    let indexes = format!(
        "SELECT format('DROP INDEX %s', indexrelid::regclass) AS dropping, pg_get_indexdef(indexrelid) AS rebuilding
         FROM pg_index WHERE indrelid = ANY {locked}
           AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)"
    );
    defer(client, &indexes, false)?;
    let keys = format!("contype = 'p' AND conrelid = ANY {locked} AND {UNREFERENCED}");
    defer(client, &constraints(&keys), false)
}

/// Fills an empty table. Its unique constraints are rebuilt at once, because the following steps look its rows up.
pub fn fill_table(client: &BlockingClient<'_>, table: &str, insert: &str) -> Result<usize, StoreError> {
    let mut unique = find(client, &unique_constraints(table))?;
    run_together(client, &unique.drop)?;
    let rows = client.execute(insert, &[])?;
    unique.rebuild.push(format!("ANALYZE {table}"));
    run_together(client, &unique.rebuild)?;
    Ok(rows)
}

/// Updates most rows of a table, none of which is looked up until the indexes are rebuilt.
pub fn update_table(client: &BlockingClient<'_>, table: &str, update: &str) -> Result<(), StoreError> {
    defer(client, &unique_constraints(table), false)?;
    client.execute(update, &[]).map(drop)
}

/// Rebuilds what was dropped. The deferred checks of constraints run first, because pending checks block `ALTER TABLE`.
pub fn rebuild_indexes(client: &BlockingClient<'_>) -> Result<(), StoreError> {
    client.run("SET CONSTRAINTS ALL IMMEDIATE")?;
    let executor: &dyn Executor = client;
    let sql = format!("SELECT statement FROM {DEFERRED} ORDER BY is_reference");
    let mut statements = executor.all(&sql, &[], |row| row.required_text(0))?;
    statements.push(format!("TRUNCATE {DEFERRED}"));
    run_together(client, &statements)
}

/// The condition that no foreign key refers to a constraint.
const UNREFERENCED: &str = "NOT EXISTS (SELECT 1 FROM pg_constraint AS other WHERE other.contype = 'f' AND other.conindid = this.conindid)";

/// A query for the unique constraints of a table; none if indexes are not deferred.
fn unique_constraints(table: &str) -> String {
    constraints(&format!(
        "contype = 'u' AND conrelid = '{table}'::regclass AND {UNREFERENCED}
         AND EXISTS (SELECT 1 FROM {DEFERRED})"
    ))
}

/// A query for the statements of the constraints, with the alias `this`, that satisfy a condition.
fn constraints(condition: &str) -> String {
    format!(
        "SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS dropping,
           format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS rebuilding
         FROM pg_constraint AS this WHERE {condition}"
    )
}

/// The statements that a query returns.
fn find(client: &BlockingClient<'_>, sql: &str) -> Result<Statements, StoreError> {
    let executor: &dyn Executor = client;
    let mut found = Statements::default();
    executor.query(sql, &[], &mut |row| {
        found.drop.push(row.required_text(0)?);
        found.rebuild.push(row.required_text(1)?);
        Ok(())
    })?;
    Ok(found)
}

/// Drops the indexes or constraints of a query and defers rebuilding them.
fn defer(client: &BlockingClient<'_>, sql: &str, is_reference: bool) -> Result<(), StoreError> {
    let executor: &dyn Executor = client;
    let storing = format!(
        "WITH found AS ({sql}), stored AS (INSERT INTO {DEFERRED} SELECT {is_reference}, rebuilding FROM found)
         SELECT dropping FROM found"
    );
    run_together(client, &executor.all(&storing, &[], |row| row.required_text(0))?)
}

/// Runs statements with one request to the database. There are hundreds of them, and each request waits for the network.
fn run_together(client: &BlockingClient<'_>, statements: &[String]) -> Result<(), StoreError> {
    for statement in statements {
        tracing::trace!(sql = statement, "deferred statement");
    }
    if statements.is_empty() { Ok(()) } else { client.run(&statements.join(";\n")) }
}
