//! Tombstones: removing the records that they name, and removing tombstones of records that exist again.

use folkmoot_model::resource::Resource;
use folkmoot_model::resource::facets::relations;
use folkmoot_model::resources::{DELETED_ITEMS, PHASES, RESOURCES};
use folkmoot_store::StoreError;

use crate::changes::{mark_candidates, mark_changed, mark_changed_rows, mark_removed_rows};
use crate::context::{DayChange, ImportContext};
use crate::shape::{Shape, deletable_resources, derived, references};
use crate::sql::changes::Mark;
use crate::sql::observed::bits_of_reference;
use crate::sql::{self, changes, count_results, deletions as statements, mirror, tables, withdrawn_votes};
use crate::values::Mismatch;
use crate::violations::{self, id_text};

/// Reports tombstones of records of an unknown type.
pub fn check_types(context: &mut ImportContext<'_>) -> Result<(), StoreError> {
    let types: Vec<&str> = deletable_resources().map(|resource| resource.names.deleted_type).collect();
    let expected = format!("one of {}", types.join(", "));
    violations::report(context, DELETED_ITEMS, &statements::unknown_types(), |row| {
        let found = row.text(1)?.unwrap_or_default();
        Ok(Some(("type".to_owned(), Mismatch::new(expected.clone(), found))))
    })
}

/// Reports tombstones of stored records that other stored records, which stay as they are, cannot be without.
pub fn check(context: &mut ImportContext<'_>) -> Result<(), StoreError> {
    if !context.has_rows(&tables::staging_table(DELETED_ITEMS))? {
        return Ok(());
    }
    for resource in RESOURCES.iter().filter(|resource| resource.has_id()) {
        let plural = resource.names.plural;
        for reference in references(resource).iter().filter(|reference| !reference.field.nullable) {
            let name = reference.field.name;
            if context.report.leaves_out() {
                context.transaction.execute(&mirror::delete_needed(resource, reference))?;
                continue;
            }
            let sql = statements::needed_records(resource, reference);
            violations::report(context, DELETED_ITEMS, &sql, |row| {
                let others = row.integer(2)?.unwrap_or(1) - 1;
                let more = if others > 0 { format!(" and {others} more") } else { String::new() };
                let found = format!("a reference in {name} of the {plural} {}{more}", id_text(row, 1)?);
                let expected = "a record that no other record requires";
                Ok(Some(("id".to_owned(), Mismatch::described(expected, found))))
            })?;
        }
    }
    Ok(())
}

/// Removes the stored records that have a tombstone in this import.
pub fn remove(context: &mut ImportContext<'_>) -> Result<(), StoreError> {
    if !context.has_rows(&tables::staging_table(DELETED_ITEMS))? {
        return Ok(());
    }
    let newest = context.newest(DELETED_ITEMS.names.plural);
    context.transaction.execute(&statements::cut_timestamps(newest))?;
    deletable_resources().try_for_each(|resource| remove_records(context, resource))
}

/// Remembers the votes that phases are not any more after the import, so that their ballots stay secret until the end that the
/// votes had.
pub fn remember_withdrawn_votes(context: &ImportContext<'_>) -> Result<(), StoreError> {
    let transaction = context.transaction;
    if context.has_rows(&tables::staging_table(PHASES))? {
        transaction.execute(&withdrawn_votes::forget_restored())?;
    } else if !context.has_rows(&tables::staging_table(DELETED_ITEMS))? {
        return Ok(());
    }
    let remember = transaction.executor().dialect().translate(&withdrawn_votes::remember());
    transaction.execute(&remember).map(drop)
}

/// Updates the states of the votes of tombstones, after the states of the phases.
pub fn refresh_votes(context: &ImportContext<'_>) -> Result<(), StoreError> {
    let day_changed = context.day_change != DayChange::None;
    if !day_changed && !context.has_touched(&[DELETED_ITEMS.names.plural, PHASES.names.plural])? {
        return Ok(());
    }
    let newest = |table: &str| context.newest(table);
    let outdated = statements::outdated_votes(&newest, day_changed);
    mark_changed_rows(context, DELETED_ITEMS, &outdated, &Mark::of_everything())?;
    context.transaction.execute(&statements::update_votes(&outdated)).map(drop)
}

fn remove_records(context: &mut ImportContext<'_>, resource: &'static Resource) -> Result<(), StoreError> {
    let (transaction, plural) = (context.transaction, resource.names.plural);
    transaction.execute(&statements::create_removed(resource))?;
    if context.has_rows(statements::REMOVED)? {
        mark_referring(context, resource)?;
        transaction.execute(&statements::describe_removed(resource))?;
        let keys = sql::keys(statements::REMOVED);
        mark_removed_rows(context, plural, &keys)?;
        let rows = transaction.execute(&changes::delete_by_keys(plural, &keys))?;
        context.summary.of(plural).removed += rows as u64;
    }
    transaction.drop_table(statements::REMOVED)
}

/// Marks the rows that are about to lose a reference to a removed record, or to be removed with it.
fn mark_referring(context: &mut ImportContext<'_>, removed: &Resource) -> Result<(), StoreError> {
    for resource in RESOURCES {
        let plural = resource.names.plural;
        let references = references(resource);
        let referring =
            references.iter().filter(|reference| reference.target.names.plural == removed.names.plural);
        for reference in referring {
            let keys = statements::referring_keys(resource, reference);
            if reference.field.nullable {
                let column = reference.field.column_name();
                let mark = Mark::Changed(bits_of_reference(resource, &column), None);
                mark_changed_rows(context, resource, &keys, &mark)?;
            } else if !resource.has_id() {
                let rows = context.count(&count_results(&keys))?;
                mark_removed_rows(context, plural, &keys)?;
                context.summary.of(plural).removed += rows;
            }
        }
        for (table, column) in derived(resource).filter_map(|(_, derived)| derived.also) {
            if table == removed.names.plural {
                mark_candidates(context, resource, &statements::sharing_keys(resource, removed, column))?;
            }
        }
        for relation in relations(resource) {
            if relation.resource == removed.names.plural {
                mark_changed(context, resource, &statements::related_keys(resource, &relation))?;
            }
        }
    }
    Ok(())
}

/// Removes the tombstones of records that this import restores.
pub fn remove_restored_tombstones(context: &mut ImportContext<'_>, shape: &Shape) -> Result<(), StoreError> {
    let table = DELETED_ITEMS.names.plural;
    if shape.resource.names.deleted_type.is_empty() || context.newest(table) == 0 {
        return Ok(());
    }
    let some_exist = context.compared(shape.resource.names.plural).existing_rows > 0;
    let keys = statements::restored_tombstones(shape, some_exist);
    mark_removed_rows(context, table, &keys)?;
    let rows = context.transaction.execute(&changes::delete_by_keys(table, &keys))?;
    context.summary.of(table).removed += rows as u64;
    Ok(())
}
