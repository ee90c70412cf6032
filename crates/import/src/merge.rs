//! Merging the rows of a file into their table: inserts new records, updates changed ones, leaves the others
//! alone.
//!
//! Rows are compared with stored ones before the write lock is taken. The final write only compares the pending rows again:
//! what it writes for one resource does not make a row of another one differ, because it computes the derived columns of
//! stored records again. After writes of others, checks are repeated, and rows compared again.

use folkmoot_model::resource::Resource;
use folkmoot_model::resources::is_tombstones;
use folkmoot_store::StoreError;

use crate::changes::mark_differing_rows;
use crate::context::{Compared, ImportContext};
use crate::load::LoadedFile;
use crate::shape::{Shape, references};
use crate::sql::merge::{self as statements, UpdatedColumn};
use crate::sql::{count_results, count_rows, planned, tables};

/// Finds the staged rows, which have no errors, that are new or differ from their stored record.
pub fn compare(context: &mut ImportContext<'_>, file: &LoadedFile) -> Result<(), StoreError> {
    let (transaction, shape) = (context.transaction, &file.shape);
    let (resource, plural) = (shape.resource, shape.resource.names.plural);
    let (existing, pending) = (tables::existing_records(plural), tables::pending_rows(plural));
    let rows = context.count(&count_rows(&shape.staging_table()))?;
    let existing_rows =
        if transaction.is_only_declared(&existing) { 0 } else { context.count(&count_rows(&existing))? };
    transaction.declare_table(pending.clone(), tables::PENDING_COLUMNS);
    if existing_rows > 0 {
        let differing = differing_rows(context, file, &existing, &UpdatedColumn::all(shape));
        transaction.add_rows(pending.clone(), &statements::add_differing(resource, &differing))?;
        if existing_rows < rows {
            transaction.add_rows(pending, &statements::add_new(shape))?;
        }
    }
    transaction.drop_table(&existing)?;
    context.compared.insert(plural, Compared { rows, existing_rows });
    Ok(())
}

/// Merges the compared rows into the table.
pub fn merge(context: &mut ImportContext<'_>, file: &LoadedFile) -> Result<(), StoreError> {
    let shape = &file.shape;
    let plural = shape.resource.names.plural;
    let Compared { mut rows, existing_rows } = context.compared(plural);
    if is_tombstones(shape.resource) {
        // The last check may have deleted some.
        rows = context.count(&count_rows(&shape.staging_table()))?;
    }
    let updated = if existing_rows > 0 { update(context, file)? } else { 0 };
    let inserted = if existing_rows < rows { insert(context, shape, existing_rows > 0)? } else { 0 };
    let counts = context.summary.of(plural);
    counts.inserted += inserted;
    counts.updated += updated;
    counts.unchanged += rows.saturating_sub(inserted + updated);
    Ok(())
}

/// Counts the staged rows, and the stored records that differ from theirs, for a dry run. Columns that only follow from
/// other records are not compared: a real import computes them in stored records before it compares.
pub fn preview(context: &ImportContext<'_>, file: &LoadedFile) -> Result<(u64, u64), StoreError> {
    let shape = &file.shape;
    let mut columns = UpdatedColumn::all(shape);
    columns.retain(|column| !column.is_only_derived);
    for column in &mut columns {
        if shape.derived().any(|(field, _)| field.name == column.name) {
            column.value = planned::column(shape, &column.name);
        }
    }
    // A reference to a record that the import removes is cleared before the comparison.
    for reference in references(shape.resource).iter().filter(|reference| reference.field.nullable) {
        for column in columns.iter_mut().filter(|column| column.name == reference.field.name) {
            let removed = planned::is_removed(reference.target, &column.stored);
            column.stored = format!("CASE WHEN {removed} THEN NULL ELSE {} END", column.stored);
        }
    }
    let rows = context.count(&count_rows(&shape.staging_table()))?;
    let existing = tables::existing_records(shape.resource.names.plural);
    Ok((rows, context.count(&count_results(&differing_rows(context, file, &existing, &columns)))?))
}

/// The query of the rows that are to change, of those in the table `rows`.
fn differing_rows(
    context: &ImportContext<'_>,
    file: &LoadedFile,
    rows: &str,
    columns: &[UpdatedColumn],
) -> String {
    let comparable = |kind, value: &str| context.transaction.comparable(kind, value);
    statements::differing_rows(&file.shape, rows, file.retained_columns, columns, &comparable)
}

fn insert(context: &ImportContext<'_>, shape: &Shape, some_exist: bool) -> Result<u64, StoreError> {
    let plural = shape.resource.names.plural;
    let insert = statements::insert(shape, some_exist, &|timestamp| context.transaction.day(timestamp));
    let rows = if context.newest(plural) == 0 {
        context.transaction.fill_table(plural, &insert)?
    } else {
        context.transaction.execute(&insert)?
    };
    Ok(rows as u64)
}

fn update(context: &ImportContext<'_>, file: &LoadedFile) -> Result<u64, StoreError> {
    let (transaction, resource) = (context.transaction, file.shape.resource);
    let pending = tables::pending_rows(resource.names.plural);
    if !context.has_rows(&pending)? {
        return Ok(0);
    }
    let table = statements::differing_table(resource);
    let columns = UpdatedColumn::all(&file.shape);
    let differing = differing_rows(context, file, &pending, &columns);
    transaction.execute(&statements::create_differing(resource, &differing))?;
    let rows = context.count(&count_rows(&table))?;
    if rows > 0 {
        mark_differing_rows(context, resource, &table, &UpdatedColumn::differences(&columns))?;
        let changed = changed_columns(context, resource, &columns)?;
        transaction.execute(&statements::update_from(resource, &table, changed.into_iter()))?;
    }
    transaction.drop_table(&table)?;
    Ok(rows)
}

/// The names of the columns that differ in any row. The others are not set: SQLite would write their indexes again.
fn changed_columns<'a>(
    context: &ImportContext<'_>,
    resource: &Resource,
    columns: &'a [UpdatedColumn],
) -> Result<Vec<&'a str>, StoreError> {
    let comparable = |kind, value: &str| context.transaction.comparable(kind, value);
    let mut changed = Vec::new();
    context.transaction.query(
        &statements::count_differences(resource, columns, &comparable),
        &mut |row| {
            for (position, column) in columns.iter().enumerate() {
                if row.required_integer(position)? > 0 {
                    changed.push(column.name.as_str());
                }
            }
            Ok(())
        },
    )?;
    Ok(changed)
}
