//! The rows that an import changes, for the counters and for the change feed.

use std::collections::BTreeMap;

use folkmoot_model::resource::facets::relations;
use folkmoot_model::resource::{Counted, Resource, Source};
use folkmoot_model::resources::{RESOURCES, all_resources};
use folkmoot_store::StoreError;
use folkmoot_store::changes::{self, Subject};

use crate::context::ImportContext;
use crate::shape::relations_stored_in;
use crate::sql::{changes as statements, count_results, tables};

/// The greatest number of rows of a resource that are published one by one.
const MOST_PUBLISHED: i64 = 10_000;

/// Every counted table and column, once.
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

/// Creates the tables of changed keys and previous values.
pub fn create_tables(context: &ImportContext<'_>) -> Result<(), StoreError> {
    for resource in all_resources() {
        let table = tables::changed_keys(resource.names.plural);
        context.transaction.create_table(&table, tables::CHANGED_COLUMNS)?;
    }
    for (table, column) in counted_columns() {
        let table = tables::previous_values(table, column);
        context.transaction.create_table(&table, tables::PREVIOUS_VALUE_COLUMNS)?;
    }
    Ok(())
}

/// The newest change of each subject that an import can change.
pub fn newest_by_subject(context: &ImportContext<'_>) -> Result<BTreeMap<String, i64>, StoreError> {
    let subjects = all_resources().map(Subject::Records).chain([Subject::Platform]);
    let connection = context.transaction.executor();
    subjects
        .map(|subject| Ok((subject.name().to_owned(), changes::newest_of(connection, subject.name())?)))
        .collect()
}

/// Marks rows that are about to be changed or removed, and remembers their counted values; `keys` is a query.
pub fn mark_changed_rows(
    context: &ImportContext<'_>,
    resource: &'static Resource,
    keys: &str,
) -> Result<(), StoreError> {
    mark_changed(context, resource, keys)?;
    let table = resource.names.plural;
    for (_, column) in counted_columns().into_iter().filter(|(counted, _)| *counted == table) {
        context.transaction.execute(&statements::remember_values(table, column, keys))?;
    }
    Ok(())
}

/// Marks rows that are about to be removed, and the records whose relations they are; `keys` is a query.
pub fn mark_removed_rows(context: &ImportContext<'_>, table: &str, keys: &str) -> Result<(), StoreError> {
    if let Some(resource) = all_resources().find(|resource| resource.names.plural == table) {
        mark_changed_rows(context, resource, keys)?;
    }
    for (owner, relation) in relations_stored_in(table) {
        let owners = statements::owners_of_pairs(&relation, owner.names.plural, keys);
        mark_changed(context, owner, &owners)?;
    }
    Ok(())
}

/// Marks rows that the change feed must contain; `keys` is a query.
pub fn mark_changed(
    context: &ImportContext<'_>,
    resource: &'static Resource,
    keys: &str,
) -> Result<(), StoreError> {
    context.transaction.execute(&statements::mark_changed(resource, keys, false)).map(drop)
}

/// Marks rows of which nothing but results of votes changes; `keys` is a query.
pub fn mark_changed_results(
    context: &ImportContext<'_>,
    resource: &'static Resource,
    keys: &str,
) -> Result<(), StoreError> {
    context.transaction.execute(&statements::mark_changed(resource, keys, true)).map(drop)
}

/// Adds every inserted, changed and removed row to the change feed.
pub fn publish_changes(context: &ImportContext<'_>) -> Result<(), StoreError> {
    let transaction = context.transaction;
    mark_owners_of_new_pairs(context)?;
    changes::lock(transaction.executor())?;
    if context.summary.platform_changed {
        changes::record_all(transaction.executor(), Subject::Platform)?;
    }
    for resource in all_resources() {
        let table = resource.names.plural;
        let rows = statements::published_rows(resource, context.newest(table), MOST_PUBLISHED);
        let count = transaction.number(&count_results(&rows))?;
        if count > MOST_PUBLISHED {
            let all = statements::published_rows(resource, context.newest(table), i64::MAX - 1);
            let hidden_by = transaction.number(&statements::common_reasons(&all))?;
            changes::record_many(transaction.executor(), Subject::Records(resource), hidden_by)?;
        } else if count > 0 {
            transaction.execute(&statements::publish(table, &rows, &transaction.timestamp(context.now)))?;
        }
    }
    changes::prune(transaction.executor())
}

/// Marks the records from before the import that have new rows of a relation, because lists filter by these.
fn mark_owners_of_new_pairs(context: &ImportContext<'_>) -> Result<(), StoreError> {
    for resource in RESOURCES {
        let owner = resource.names.plural;
        let newest_owner = context.newest(owner);
        if newest_owner == 0 {
            continue;
        }
        for relation in relations(resource) {
            let newest_pair = context.newest(relation.table);
            let owners = statements::owners_of_new_pairs(&relation, owner, newest_pair, newest_owner);
            mark_changed(context, resource, &owners)?;
        }
    }
    Ok(())
}
