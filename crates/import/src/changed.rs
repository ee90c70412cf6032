//! Which rows an import changed, for the counters and for the change feed.

use folkmoot_model::resource::{Counted, Source};
use folkmoot_model::resources::RESOURCES;
use folkmoot_model::resources::all_resources;
use folkmoot_store::StoreError;
use folkmoot_store::changes::{self, Subject};
use folkmoot_store::import_transaction::ImportTransaction;

use super::run::Run;
use super::shape::relations_in;

/// How many rows of a resource are told one by one.
const TOLD: i64 = 10_000;

/// The table of the keys of rows that were there and are changed or gone.
pub fn touched(table: &str) -> String {
    format!("touched_{table}")
}

/// The table of what a counted column held in rows before they were changed or removed.
pub fn earlier(table: &str, column: &str) -> String {
    format!("earlier_{table}_{column}")
}

/// Every counter's source: each counted table and column once.
fn counted_columns() -> Vec<(&'static str, &'static str)> {
    let counted =
        RESOURCES.iter().flat_map(|resource| resource.fields).filter_map(|field| match field.source {
            Source::Counted(Counted { table, column, .. }) => Some((table, column)),
            _ => None,
        });
    let mut columns: Vec<_> = counted.collect();
    columns.sort_unstable();
    columns.dedup();
    columns
}

/// Makes the tables.
pub fn create(session: &ImportTransaction<'_>) -> Result<(), StoreError> {
    for resource in all_resources() {
        session.create_table(&touched(resource.names.plural), "key {integer} PRIMARY KEY")?;
    }
    for (table, column) in counted_columns() {
        session.create_table(&earlier(table, column), "value {uuid} PRIMARY KEY")?;
    }
    Ok(())
}

/// Notes rows that are about to be changed or removed; `keys` is a query of their keys.
pub fn note(session: &ImportTransaction<'_>, table: &str, keys: &str) -> Result<(), StoreError> {
    touch(session, table, keys)?;
    for (_, column) in counted_columns().into_iter().filter(|(counted, _)| *counted == table) {
        session.execute(&format!(
            "INSERT INTO {} (value) SELECT {column} FROM {table} WHERE key IN ({keys}) AND {column} IS NOT NULL
             ON CONFLICT DO NOTHING",
            earlier(table, column)
        ))?;
    }
    Ok(())
}

/// Notes rows that are about to be removed, and the records whose relations they are.
pub fn note_removal(session: &ImportTransaction<'_>, table: &str, keys: &str) -> Result<(), StoreError> {
    if all_resources().any(|resource| resource.names.plural == table) {
        note(session, table, keys)?;
    }
    for (owner, relation) in relations_in(table) {
        let owner = owner.names.plural;
        let own = relation.own;
        touch(
            session,
            owner,
            &format!(
                "SELECT owner.key FROM {table} AS pair JOIN {owner} AS owner ON owner.id = pair.{own}
                 WHERE pair.key IN ({keys})"
            ),
        )?;
    }
    Ok(())
}

/// Notes rows that the feed must tell.
pub fn touch(session: &ImportTransaction<'_>, table: &str, keys: &str) -> Result<(), StoreError> {
    session.execute(&format!(
        "INSERT INTO {} (key) SELECT keys.key FROM ({keys}) AS keys WHERE TRUE ON CONFLICT DO NOTHING",
        touched(table)
    ))?;
    Ok(())
}

/// Adds to the change feed whatever came, changed or went.
pub fn tell(run: &Run<'_>) -> Result<(), StoreError> {
    let session = run.session;
    touch_related(run)?;
    changes::lock(session.executor())?;
    if run.summary.platform_changed {
        changes::record_all(session.executor(), Subject::Platform)?;
    }
    for resource in all_resources() {
        let table = resource.names.plural;
        let (newest, touched) = (run.newest(table), touched(table));
        let keys = format!(
            "SELECT key FROM (SELECT key FROM {table} WHERE key > {newest} LIMIT {}) AS new
             UNION SELECT key FROM {touched}",
            TOLD + 1
        );
        let count = session.number(&format!("SELECT COUNT(*) FROM ({keys}) AS keys"))?;
        if count > TOLD {
            changes::record_all(session.executor(), Subject::Records(resource))?;
        } else if count > 0 {
            session.execute(&format!(
                "INSERT INTO changes (subject, record, happened_at) SELECT '{table}', keys.key, {} FROM ({keys}) AS keys
                 ORDER BY keys.key",
                session.timestamp(run.now())
            ))?;
        }
    }
    changes::prune(session.executor())
}

/// Notes the records that were there and got new rows of a relation: lists filter by these.
fn touch_related(run: &Run<'_>) -> Result<(), StoreError> {
    for resource in RESOURCES {
        let owner = resource.names.plural;
        for relation in folkmoot_model::resource::facets::relations(resource) {
            let (table, own) = (relation.table, relation.own);
            let (pairs, owners) = (run.newest(table), run.newest(owner));
            if owners == 0 {
                continue;
            }
            touch(
                run.session,
                owner,
                &format!(
                    "SELECT owner.key FROM {table} AS pair JOIN {owner} AS owner ON owner.id = pair.{own}
                     WHERE pair.key > {pairs} AND owner.key <= {owners}"
                ),
            )?;
        }
    }
    Ok(())
}
