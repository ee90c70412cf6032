//! The deletion of people by an import. The changes of records that refer to them are published as those of an erasure are, a day
//! later for readers below the access level `full`: in one transaction of the change feed, records without the name of a person
//! would show that they are of the same one.

use folkmoot_model::people::{PersonColumn, person_columns};
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::{DELETED_ITEMS, RESOURCES};
use folkmoot_store::StoreError;
use folkmoot_store::people::{Batch, record_batches};
use jiff::Timestamp;

use crate::context::ImportContext;
use crate::shape::references;
use crate::sql::{erased as statements, tables};

/// Notes the stored records that concern the people whom this import deletes. Runs before it changes records, while references
/// still show what concerns them. An erasure has done so itself.
pub fn note_records(context: &mut ImportContext<'_>) -> Result<(), StoreError> {
    if context.erasure.is_some() || !context.has_rows(&tables::staging_table(DELETED_ITEMS))? {
        return Ok(());
    }
    let transaction = context.transaction;
    transaction.execute(&statements::create_deleted_people())?;
    if context.has_rows(statements::DELETED_PEOPLE)? {
        let people = statements::deleted_people();
        transaction.create_table(statements::CONCERNED, statements::CONCERNED_COLUMNS)?;
        // Unlike an erasure, an import retains email addresses in other records.
        let person_references = || person_columns().filter(PersonColumn::is_reference);
        for column in person_references() {
            let condition = column.condition(statements::CONCERNED_ROW, &people);
            transaction.execute(&statements::note_concerned(column.resource, &condition))?;
        }
        // An import can have read its files for hours.
        let begun_at = Timestamp::from_millisecond(context.now).unwrap_or_default().max(Timestamp::now());
        let batch = Batch::begun_at(begun_at);
        record_batches(transaction.executor(), person_references(), &people, batch)?;
        context.people_deletion = Some(batch);
    }
    transaction.drop_table(statements::DELETED_PEOPLE)
}

/// Adds the changed records that refer to those of the deleted people: the change of a comment that becomes public or hidden
/// together with an idea names the idea.
pub fn note_dependents(context: &ImportContext<'_>) -> Result<(), StoreError> {
    let Some(batch) = context.people_deletion else { return Ok(()) };
    for resource in RESOURCES {
        if !context.has_marked_rows(resource.names.plural)? {
            continue;
        }
        let newest = context.newest(resource.names.plural);
        for reference in references(resource) {
            context.transaction.execute(&statements::note_dependents(resource, &reference, newest))?;
        }
        complete_batch(context, batch, resource, &statements::concerned(resource))?;
    }
    Ok(())
}

/// Adds the rows of a resource that follow from a deletion of people, such as counters, to its batch; `keys` is a query.
pub fn complete_batch(
    context: &ImportContext<'_>,
    batch: Batch,
    resource: &Resource,
    keys: &str,
) -> Result<(), StoreError> {
    let dialect = context.transaction.executor().dialect();
    let released_on = dialect.translate(&format!("CAST('{}' AS {{date}})", batch.released_on));
    context.transaction.execute(&statements::add_to_batch(resource, keys, &released_on)).map(drop)
}
