//! Completing the staged rows of a file before they are checked.

use std::collections::BTreeSet;

use folkmoot_model::resource::{Field, THIS};
use folkmoot_model::resources::DELETED_ITEMS;
use folkmoot_store::StoreError;

use crate::context::ImportContext;
use crate::load::LoadedFile;
use crate::shape::{Shape, references, resource_named};
use crate::sql::{checks, planned, tables};

/// Creates the views of planned records that derived columns of these files read which are needed before the write.
pub fn create_views(context: &ImportContext<'_>, files: &[LoadedFile]) -> Result<(), StoreError> {
    let derived = files.iter().filter(|file| file.exists).flat_map(|file| {
        let cut = file.shape.resource.timestamps_cut_where.unwrap_or_default();
        let is_read = move |field: &Field| cut.contains(&format!("{THIS}.{}", field.name));
        file.shape.derived().filter(move |(field, derived)| derived.may_be_given || is_read(field))
    });
    let tables: BTreeSet<&str> = derived.flat_map(|(_, derived)| derived.tables.iter().copied()).collect();
    for resource in tables.into_iter().filter_map(resource_named) {
        context.transaction.execute(&planned::create_view(resource))?;
    }
    Ok(())
}

/// Completes lines with the stored values that they retain, clears what must be empty, and applies the tombstones of the
/// import.
pub fn prepare(context: &ImportContext<'_>, file: &LoadedFile) -> Result<(), StoreError> {
    let shape = &file.shape;
    if let Some(statement) = planned::complete_rows(shape, file.retained_columns) {
        context.transaction.execute(&statement)?;
    }
    clear_columns(context, shape)?;
    apply_tombstones(context, shape)
}

fn clear_columns(context: &ImportContext<'_>, shape: &Shape) -> Result<(), StoreError> {
    for (position, column) in shape.columns.iter().enumerate() {
        if let Some((field, word)) = column.field.cleared_where {
            let statement = planned::clear_column(shape, position, column, field, word);
            context.transaction.execute(&statement)?;
        }
    }
    Ok(())
}

fn apply_tombstones(context: &ImportContext<'_>, shape: &Shape) -> Result<(), StoreError> {
    let tombstones = tables::staging_table(DELETED_ITEMS);
    if shape.staging_table() == tombstones || !context.has_rows(&tombstones)? {
        return Ok(());
    }
    let related = shape.shorthands.iter().map(|shorthand| shorthand.relation);
    let related: Vec<_> = related.map(|relation| (relation, resource_named(relation.resource))).collect();
    for statement in checks::apply_tombstones(shape, &references(shape.resource), &related) {
        context.transaction.execute(&statement)?;
    }
    Ok(())
}
