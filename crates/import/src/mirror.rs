//! The import of a mirror: removes records that its source does not have any more, also rows without an id
//! and tombstones.

use folkmoot_database::import_transaction::ImportTransaction;
use folkmoot_database::value::Value;
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::{DELETED_ITEMS, RESOURCES, all_resources, is_tombstones};
use folkmoot_store::{Store, StoreError};
use uuid::Uuid;

use crate::changes::mark_removed_rows;
use crate::check;
use crate::context::ImportContext;
use crate::error::ImportError;
use crate::input::Input;
use crate::left_out::LeftOut;
use crate::load::LoadedFile;
use crate::options::Options;
use crate::report::Summary;
use crate::run;
use crate::shape::Shape;
use crate::sql::{changes, count_results, keys, mirror as statements, tables};

/// The table of the keys of rows that a mirror removes.
const REMOVED_KEYS: &str = "removed_keys";

/// Receives the ids that identify a row without an id, in the order of the fields that identify it.
pub type EachRow<'a> = dyn FnMut(&[Uuid]) -> Result<(), StoreError> + 'a;

/// The data that a mirror imports in addition to the records of its input.
pub trait Mirrored {
    /// Whether the input has all records of a resource, or all tombstones, so that stored ones that it does not have are
    /// removed: records with an id leave a tombstone.
    fn is_complete(&self, plural: &str) -> bool;
    /// Calls `each` with every row without an id that is to be removed. The input has none of these rows.
    fn removed_rows(&self, resource: &Resource, each: &mut EachRow<'_>) -> Result<(), StoreError>;
    /// The records that were left out before the import, because they cannot be identified.
    fn left_out(&self) -> LeftOut;
    /// Further writes in the transaction of the final write, after the records.
    fn also(&self, transaction: &ImportTransaction<'_>, summary: &Summary) -> Result<(), StoreError>;
}

/// Imports a round of a mirror, or changes nothing. A record that has an error, or that refers to a record that will not exist,
/// is left out; if it is stored, it stays as it is.
pub fn import(
    store: &Store,
    input: &dyn Input,
    mirrored: &dyn Mirrored,
    options: &Options<'_>,
) -> Result<Summary, ImportError> {
    let steps = run::Steps {
        leaves_out: true,
        after_load: &|context, files| {
            context.summary.left_out = mirrored.left_out();
            leave_out_tombstones(context, files)?;
            stage(context, mirrored, files)
        },
        before_write: &|context| remove(context, mirrored),
        after_write: &|transaction, summary| mirrored.also(transaction, summary),
    };
    run::import_with(store, input, options, &steps)
}

/// Removes staged tombstones that have an error, which must not retain records that the source does not have any more.
fn leave_out_tombstones(context: &mut ImportContext<'_>, files: &[LoadedFile]) -> Result<(), StoreError> {
    let Some(file) = files.iter().find(|file| is_tombstones(file.shape.resource)) else { return Ok(()) };
    context.report.begin(file.name.clone());
    context
        .transaction
        .create_table(&tables::existing_records(DELETED_ITEMS.names.plural), tables::EXISTING_COLUMNS)?;
    check::remove_invalid(context, &file.shape)?;
    context.transaction.drop_table(&tables::existing_records(DELETED_ITEMS.names.plural))
}

/// Stages the tombstones of records that a complete input does not have, and the rows without an id to remove.
fn stage(
    context: &ImportContext<'_>,
    mirrored: &dyn Mirrored,
    files: &[LoadedFile],
) -> Result<(), StoreError> {
    let transaction = context.transaction;
    for shape in files.iter().map(|file| &file.shape) {
        let resource = shape.resource;
        if !resource.names.deleted_type.is_empty() && mirrored.is_complete(resource.names.plural) {
            let given = (1 << Shape::new(DELETED_ITEMS).columns.len()) - 1;
            let now = transaction.timestamp(context.now);
            transaction.execute(&statements::stage_tombstones(resource, &now, given))?;
        }
    }
    for resource in RESOURCES.iter().filter(|resource| !resource.has_id()) {
        stage_removed(context, mirrored, &Shape::new(resource))?;
    }
    Ok(())
}

fn stage_removed(
    context: &ImportContext<'_>,
    mirrored: &dyn Mirrored,
    shape: &Shape,
) -> Result<(), StoreError> {
    let (transaction, identity) = (context.transaction, shape.identity());
    let table = statements::removed_rows(shape.resource);
    transaction.create_table(&table, &statements::removed_columns(&identity))?;
    let mut writer = transaction.bulk_writer(&table, &identity)?;
    mirrored.removed_rows(shape.resource, &mut |ids| {
        let values: Vec<Value> = ids.iter().map(|id| Value::from(*id)).collect();
        writer.write(&mut values.iter())
    })?;
    writer.finish()?;
    // Before the checks leave out rows, which stay as they are stored.
    if mirrored.is_complete(shape.resource.names.plural) {
        transaction.execute(&statements::stage_unlisted(shape))?;
    }
    Ok(())
}

/// Removes rows without an id and tombstones.
fn remove(context: &mut ImportContext<'_>, mirrored: &dyn Mirrored) -> Result<(), StoreError> {
    for resource in all_resources() {
        let (shape, plural) = (Shape::new(resource), resource.names.plural);
        if !resource.has_id() {
            remove_rows(context, resource, &statements::removed_keys(&shape))?;
        } else if plural == DELETED_ITEMS.names.plural && mirrored.is_complete(plural) {
            remove_rows(context, resource, &statements::unlisted_keys(&shape))?;
        }
    }
    Ok(())
}

fn remove_rows(
    context: &mut ImportContext<'_>,
    resource: &'static Resource,
    query: &str,
) -> Result<(), StoreError> {
    let (transaction, table) = (context.transaction, resource.names.plural);
    transaction.execute(&format!("CREATE TEMP TABLE {REMOVED_KEYS} AS {query}"))?;
    let removed = keys(REMOVED_KEYS);
    if context.count(&count_results(&removed))? > 0 {
        mark_removed_rows(context, table, &removed)?;
        let rows = transaction.execute(&changes::delete_by_keys(table, &removed))?;
        context.summary.of(table).removed += rows as u64;
    }
    transaction.drop_table(REMOVED_KEYS)
}
