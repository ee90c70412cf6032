//! Erased people in the files of an import: their lines are skipped, and references to them are cleared.

use std::collections::BTreeMap;

use folkmoot_database::value::Value;
use folkmoot_model::people::{PersonColumn, person_columns, written_by};
use folkmoot_model::resources::USERS;
use folkmoot_store::StoreError;
use folkmoot_store::people::{ErasedList, Rows, address_condition, addresses_of};
use uuid::Uuid;

use crate::context::ImportContext;
use crate::load::LoadedFile;
use crate::sql::{erased as statements, tables};

/// Skips the lines of erased people and clears references to them, each with a counted warning. Takes no time if no person
/// was ever erased.
pub fn skip(context: &mut ImportContext<'_>, files: &[LoadedFile]) -> Result<(), StoreError> {
    let list = ErasedList::read(context.transaction.executor())?;
    if list.is_empty() {
        return Ok(());
    }
    let erased = find(context, &list)?;
    if erased.is_empty() {
        return Ok(());
    }
    fill_table(context, &erased)?;
    for column in person_columns().filter(PersonColumn::is_given) {
        clear(context, files, &column)?;
    }
    let lines = context.transaction.execute(&statements::delete_people())?;
    if lines > 0 {
        let lines = if lines == 1 { "1 line".to_owned() } else { format!("{lines} lines") };
        let name = file_name(files, USERS.names.plural);
        context.report.add_warning(format!("skipped {lines} of erased people in {name}"));
    }
    context.transaction.drop_table(statements::ERASED)
}

/// The erased people that the files name, with whether their texts were erased, too.
fn find(context: &ImportContext<'_>, list: &ErasedList) -> Result<BTreeMap<Uuid, bool>, StoreError> {
    let mut erased = BTreeMap::new();
    let references = person_columns().filter(|column| column.is_given() && column.is_reference());
    for query in [statements::named_people()].into_iter().chain(references.map(|column| {
        // A person who is stored, or who has a line, is not looked up again for each reference.
        statements::unknown_people(&column)
    })) {
        context.transaction.query(&query, &mut |row| {
            let Some(person) = row.uuid(0)?.map(Uuid::from_bytes) else { return Ok(()) };
            if let Some(with_texts) = list.find(person) {
                erased.insert(person, with_texts);
            }
            Ok(())
        })?;
    }
    Ok(erased)
}

fn fill_table(context: &ImportContext<'_>, erased: &BTreeMap<Uuid, bool>) -> Result<(), StoreError> {
    let transaction = context.transaction;
    transaction.create_table(statements::ERASED, statements::ERASED_COLUMNS)?;
    let mut writer = transaction.bulk_writer(statements::ERASED, &["id", "with_texts"])?;
    for (person, with_texts) in erased {
        writer.write(&mut [Value::from(*person), Value::from(*with_texts)].iter())?;
    }
    writer.finish()
}

/// Clears a column that concerns an erased person, and what that person wrote if it was erased, too.
fn clear(
    context: &mut ImportContext<'_>,
    files: &[LoadedFile],
    column: &PersonColumn,
) -> Result<(), StoreError> {
    let (resource, field) = (column.resource, column.field);
    if !files.iter().any(|file| file.exists && file.shape.resource.names.plural == resource.names.plural) {
        return Ok(());
    }
    let written = written_by(resource, field.name);
    if column.is_reference() && !written.is_empty() {
        let table = tables::staging_table(resource);
        context.transaction.execute(&statements::clear_texts(&table, &written, field.name))?;
    }
    let lines =
        context.transaction.execute(&statements::clear_column(column, &condition(context, column)?))?;
    if lines > 0 {
        let lines = if lines == 1 { "1 line".to_owned() } else { format!("{lines} lines") };
        let name = file_name(files, resource.names.plural);
        let warning = format!("cleared {} in {lines} of {name}: the person was erased", field.name);
        context.report.add_warning(warning);
    }
    Ok(())
}

/// The condition that a staged row concerns an erased person through a column. Their email addresses are only known from their
/// own lines, which still exist.
fn condition(context: &ImportContext<'_>, column: &PersonColumn) -> Result<String, StoreError> {
    let (table, people) = (tables::staging_table(column.resource), statements::skipped_people());
    if column.is_reference() {
        return Ok(column.condition(&table, people));
    }
    let executor = context.transaction.executor();
    let known = addresses_of(executor, people, &[], &tables::staging_table(USERS))?;
    let rows = Rows { table: &table, alias: &table, number: tables::LINE };
    address_condition(executor, &known, rows, column.field.name)
}

fn file_name(files: &[LoadedFile], plural: &str) -> String {
    let file = files.iter().find(|file| file.shape.resource.names.plural == plural);
    file.map_or_else(|| plural.to_owned(), |file| file.name.clone())
}
