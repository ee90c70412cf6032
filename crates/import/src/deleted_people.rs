//! The deletion of people by an import. The changes of records that refer to them are published as after an
//! erasure, a day later for readers below the access level `full`: in one transaction of the change feed,
//! records without the name of a person would show that they are of the same one.

use folkmoot_model::people::{PersonColumn, person_columns};
use folkmoot_model::resources::{DELETED_ITEMS, RESOURCES};
use folkmoot_store::StoreError;

use crate::context::ImportContext;
use crate::shape::references;
use crate::sql::{erased as statements, tables};

/// Notes the stored records that concern the people whom this import deletes. Runs before it changes records, while references
/// still show what concerns them. An erasure has done so itself.
pub fn note_records(context: &mut ImportContext<'_>) -> Result<(), StoreError> {
    if context.is_erasure || !context.has_rows(&tables::staging_table(DELETED_ITEMS))? {
        return Ok(());
    }
    let transaction = context.transaction;
    transaction.execute(&statements::create_deleted_people())?;
    if context.has_rows(statements::DELETED_PEOPLE)? {
        let people = statements::deleted_people();
        transaction.create_table(statements::CONCERNED, statements::CONCERNED_COLUMNS)?;
        // Unlike an erasure, an import retains email addresses in other records.
        for column in person_columns().filter(PersonColumn::is_reference) {
            let condition = column.condition(statements::CONCERNED_ROW, &people);
            transaction.execute(&statements::note_concerned(column.resource, &condition))?;
        }
        context.deletes_people = true;
    }
    transaction.drop_table(statements::DELETED_PEOPLE)
}

/// Adds the changed records that refer to records of the deleted people. The change of a comment that becomes
/// public or hidden together with an idea names the idea.
pub fn note_dependents(context: &ImportContext<'_>) -> Result<(), StoreError> {
    if !context.deletes_people {
        return Ok(());
    }
    for resource in RESOURCES {
        if !context.has_marked_rows(resource.names.plural)? {
            continue;
        }
        let newest = context.newest(resource.names.plural);
        for reference in references(resource) {
            context.transaction.execute(&statements::note_dependents(resource, &reference, newest))?;
        }
    }
    Ok(())
}
