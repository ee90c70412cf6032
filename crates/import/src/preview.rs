//! What an import would do, counted for a dry run without writing anything.

use folkmoot_model::resource::{Relation, Resource};
use folkmoot_model::resources::{DELETED_ITEMS, RESOURCES};
use folkmoot_store::StoreError;

use super::check::{agree, known};
use super::deletions::mortal;
use super::merge;
use super::planned::Planned;
use super::run::{Run, StagedFile};
use super::shape::{Shape, references, relations_in, staged};
use super::stage::{listing_table, pairs_table};

/// Counts what the import would insert, update, leave and remove.
pub fn count(run: &mut Run<'_>, files: &[StagedFile]) -> Result<(), StoreError> {
    run.summary.platform_changed = run.changes_platform()?;
    let has_tombstones = number(run, &format!("SELECT COUNT(*) FROM {}", staged(DELETED_ITEMS)))? > 0;
    for file in files.iter().filter(|file| file.exists) {
        let (rows, differing) = merge::plan(run, &file.shape, file.staged)?;
        let plural = file.shape.resource.names.plural;
        let stored = number(run, &format!("SELECT COUNT(*) FROM {}", known(plural)))?;
        let counts = run.summary.of(plural);
        counts.inserted += rows - stored;
        counts.updated += differing;
        counts.unchanged += stored - differing;
        count_forgotten_tombstones(run, &file.shape)?;
    }
    if has_tombstones {
        for resource in mortal() {
            count_removed(run, resource)?;
        }
        for resource in RESOURCES.iter().filter(|resource| !resource.has_id()) {
            count_orphaned(run, resource)?;
        }
    }
    for resource in RESOURCES {
        for (owner, relation) in relations_in(resource.names.plural) {
            count_pairs(run, owner, resource, &relation)?;
        }
    }
    Ok(())
}

fn number(run: &Run<'_>, sql: &str) -> Result<u64, StoreError> {
    Ok(u64::try_from(run.session.number(sql)?).unwrap_or(0))
}

/// Records that have a tombstone.
fn count_removed(run: &mut Run<'_>, resource: &'static Resource) -> Result<(), StoreError> {
    let plural = resource.names.plural;
    let removed = Planned::is_removed(resource, "stored.id");
    let rows = number(run, &format!("SELECT COUNT(*) FROM {plural} AS stored WHERE {removed}"))?;
    run.summary.of(plural).removed += rows;
    Ok(())
}

/// Rows without an id that refer to a record that has a tombstone.
fn count_orphaned(run: &mut Run<'_>, resource: &'static Resource) -> Result<(), StoreError> {
    let plural = resource.names.plural;
    let orphaned = orphaned(resource, "row");
    let rows = number(run, &format!("SELECT COUNT(*) FROM {plural} AS row WHERE {orphaned}"))?;
    run.summary.of(plural).removed += rows;
    Ok(())
}

/// The condition that a row refers to a record that has a tombstone, and cannot be without it.
fn orphaned(resource: &'static Resource, row: &str) -> String {
    let references = references(resource).into_iter().filter(|(field, ..)| !field.nullable);
    let removed = references.map(|(field, of, _)| Planned::is_removed(of, &format!("{row}.{}", field.name)));
    let removed: Vec<String> = removed.collect();
    if removed.is_empty() { "FALSE".to_owned() } else { format!("({})", removed.join(" OR ")) }
}

/// Stored tombstones of records that the import brings back.
fn count_forgotten_tombstones(run: &mut Run<'_>, shape: &Shape) -> Result<(), StoreError> {
    let deleted_type = shape.resource.names.deleted_type;
    let table = DELETED_ITEMS.names.plural;
    if deleted_type.is_empty() || run.newest(table) == 0 {
        return Ok(());
    }
    let rows = number(
        run,
        &format!(
            "SELECT COUNT(*) FROM {table} AS tombstone WHERE tombstone.type = '{deleted_type}'
             AND EXISTS (SELECT 1 FROM {} AS row WHERE row.id = tombstone.id)",
            shape.staged()
        ),
    )?;
    run.summary.of(table).removed += rows;
    Ok(())
}

/// Rows of a relation's table that lists of ids would add and remove.
fn count_pairs(
    run: &mut Run<'_>,
    owner: &Resource,
    resource: &'static Resource,
    relation: &Relation,
) -> Result<(), StoreError> {
    let Relation { table, own, other, .. } = *relation;
    let (pairs, listing, owners) = (pairs_table(table), listing_table(table), staged(owner));
    let rows = staged(resource);
    let same = agree(&[own, other], "row", "stored");
    let inserted = number(
        run,
        &format!(
            "SELECT COUNT(*) FROM {pairs} AS pair JOIN {owners} AS owner ON owner.id = pair.own
             WHERE NOT EXISTS (SELECT 1 FROM {rows} AS row WHERE row.{own} = pair.own AND row.{other} = pair.other)
               AND NOT EXISTS
                 (SELECT 1 FROM {table} AS stored WHERE stored.{own} = pair.own AND stored.{other} = pair.other)"
        ),
    )?;
    let removed = number(
        run,
        &format!(
            "SELECT COUNT(*) FROM {listing} AS listing CROSS JOIN {table} AS stored
             WHERE stored.{own} = listing.own AND NOT {}
               AND NOT EXISTS
                 (SELECT 1 FROM {pairs} AS pair WHERE pair.own = stored.{own} AND pair.other = stored.{other})
               AND NOT EXISTS (SELECT 1 FROM {rows} AS row WHERE {same})",
            orphaned(resource, "stored")
        ),
    )?;
    let counts = run.summary.of(resource.names.plural);
    counts.inserted += inserted;
    counts.removed += removed;
    Ok(())
}
