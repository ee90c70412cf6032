//! Reporting the rows that a check finds.

use folkmoot_database::row_reader::RowReader;
use folkmoot_database::value::Value;
use folkmoot_model::resource::Resource;
use folkmoot_store::StoreError;
use uuid::Uuid;

use crate::context::ImportContext;
use crate::report::Problem;
use crate::sql::tables;
use crate::values::Mismatch;

/// Runs a query whose first column is a line of a resource's file. Each such line is marked as invalid; `describe` returns
/// its field and error, or `None` if the error was reported before.
pub fn report(
    context: &mut ImportContext<'_>,
    resource: &Resource,
    sql: &str,
    mut describe: impl FnMut(&dyn RowReader) -> Result<Option<(String, Mismatch)>, StoreError>,
) -> Result<(), StoreError> {
    let transaction = context.transaction;
    let mut lines = Vec::new();
    transaction.query(sql, &mut |row| {
        if context.report.is_full() {
            return Ok(());
        }
        let line = row.integer(0)?.unwrap_or(0);
        lines.push(Value::Integer(line));
        if let Some((field, mismatch)) = describe(row)? {
            context.report.add(Problem { line, field, mismatch });
        }
        Ok(())
    })?;
    if lines.is_empty() {
        return Ok(());
    }
    let table = tables::invalid_lines(resource.names.plural);
    let mut filler = transaction.distinct_bulk_writer(&table, &[tables::LINE])?;
    lines.iter().try_for_each(|line| filler.write(&mut std::iter::once(line)))?;
    filler.finish()
}

/// The hyphenated form of an id in a row.
pub fn id_text(row: &dyn RowReader, column: usize) -> Result<String, StoreError> {
    Ok(row.uuid(column)?.map_or_else(|| "nothing".to_owned(), |id| Uuid::from_bytes(id).to_string()))
}
