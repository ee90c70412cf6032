//! Counting the changes that an import would make, for a dry run, without writing anything.

use folkmoot_model::resource::{Relation, Resource};
use folkmoot_model::resources::{DELETED_ITEMS, RESOURCES};
use folkmoot_store::StoreError;

use crate::context::ImportContext;
use crate::load::LoadedFile;
use crate::merge;
use crate::shape::{Shape, deletable_resources, listed_relations_stored_in, references};
use crate::sql::{STORED, count_rows, deletions, relations, tables};

/// Counts the rows that the import would insert, update, leave unchanged and remove.
pub fn count(context: &mut ImportContext<'_>, files: &[LoadedFile]) -> Result<(), StoreError> {
    for file in files.iter().filter(|file| file.exists) {
        count_file(context, file)?;
    }
    if context.has_rows(&tables::staging_table(DELETED_ITEMS))? {
        for resource in deletable_resources() {
            let removed = context.count(&deletions::count_removed(resource))?;
            context.summary.of(resource.names.plural).removed += removed;
        }
        for resource in RESOURCES.iter().filter(|resource| !resource.has_id()) {
            let orphaned = context.count(&deletions::count_orphaned(resource, &references(resource)))?;
            context.summary.of(resource.names.plural).removed += orphaned;
        }
    }
    for resource in RESOURCES {
        for (owner, relation) in listed_relations_stored_in(resource.names.plural) {
            count_listed(context, owner, resource, &relation)?;
        }
    }
    Ok(())
}

fn count_file(context: &mut ImportContext<'_>, file: &LoadedFile) -> Result<(), StoreError> {
    let plural = file.shape.resource.names.plural;
    let (rows, differing) = merge::preview(context, file)?;
    let existing = context.count(&count_rows(&tables::existing_records(plural)))?;
    let counts = context.summary.of(plural);
    counts.inserted += rows - existing;
    counts.updated += differing;
    counts.unchanged += existing - differing;
    count_restored_tombstones(context, &file.shape)
}

fn count_restored_tombstones(context: &mut ImportContext<'_>, shape: &Shape) -> Result<(), StoreError> {
    let table = DELETED_ITEMS.names.plural;
    if shape.resource.names.deleted_type.is_empty() || context.newest(table) == 0 {
        return Ok(());
    }
    let restored = context.count(&deletions::count_restored_tombstones(shape))?;
    context.summary.of(table).removed += restored;
    Ok(())
}

/// Counts the rows of a relation's table that lists of ids would add and remove.
fn count_listed(
    context: &mut ImportContext<'_>,
    owner: &Resource,
    resource: &'static Resource,
    relation: &Relation,
) -> Result<(), StoreError> {
    if !context.has_rows(&tables::listings(relation.table))? {
        return Ok(());
    }
    let inserted = context.count(&relations::count_new(relation, owner, resource))?;
    let is_orphaned = deletions::is_orphaned(&references(resource), STORED);
    let removed = context.count(&relations::count_unlisted(relation, resource, &is_orphaned))?;
    let counts = context.summary.of(resource.names.plural);
    counts.inserted += inserted;
    counts.removed += removed;
    Ok(())
}
