//! The deletion of people by an import. The changes of records that refer to them are published as those of an erasure are, a day
//! later for readers below the access level `full`: in one transaction of the change feed, records without the name of a person
//! would show that they are of the same one.

use folkmoot_model::people::{PersonColumn, person_columns};
use folkmoot_model::resources::DELETED_ITEMS;
use folkmoot_store::StoreError;
use folkmoot_store::people::{Batch, record_batches};
use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::context::ImportContext;
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
        let references = || person_columns().filter(PersonColumn::is_reference);
        for column in references() {
            let condition = column.condition(statements::CONCERNED_ROW, &people);
            transaction.execute(&statements::note_concerned(column.resource, &condition))?;
        }
        let now = Timestamp::from_millisecond(context.now).unwrap_or(Timestamp::UNIX_EPOCH);
        let today = now.to_zoned(TimeZone::UTC).date();
        record_batches(transaction.executor(), references(), &people, Batch::of(today))?;
        context.deletes_people = true;
    }
    transaction.drop_table(statements::DELETED_PEOPLE)
}
