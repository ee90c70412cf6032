//! Checks of the staged rows of a file against the other files and the stored records.
//!
//! A check writes nothing but tables of the import's own: it reads the state that the import will produce, staged rows
//! before stored ones. So all checks run before the write lock is taken, and can be repeated.

use std::collections::BTreeSet;

use folkmoot_database::row_reader::RowReader;
use folkmoot_model::resource::facets::relations;
use folkmoot_model::resource::{Field, Resource};
use folkmoot_store::StoreError;

use crate::context::ImportContext;
use crate::cycles;
use crate::left_out;
use crate::load::LoadedFile;
use crate::prepare;
use crate::shape::{Absent, Reference, Shape, derived, references, resource_named};
use crate::sql::{checks, count_results, tables};
use crate::values::{Mismatch, expected};
use crate::violations::{self, id_text};

/// Reports the errors of a file's rows and removes the rows that have one. A repeated check starts from the rows that the
/// first one left.
pub fn check(context: &mut ImportContext<'_>, file: &LoadedFile) -> Result<(), StoreError> {
    let shape = &file.shape;
    let (resource, plural) = (shape.resource, shape.resource.names.plural);
    prepare::prepare(context, file)?;
    check_duplicates(context, shape)?;
    let references = references(resource);
    for reference in &references {
        check_reference(context, shape, reference)?;
    }
    check_lists(context, shape)?;
    find_existing(context, shape)?;
    check_required(context, file)?;
    remove_invalid(context, shape)?;
    for reference in &references {
        if let Some(shared) = reference.field.shares {
            check_shared(context, shape, reference, shared)?;
        }
        if reference.target.names.plural == plural {
            cycles::check(context, shape, reference)?;
        }
    }
    for columns in resource.unique.iter().filter(|columns| **columns != shape.identity()) {
        check_unique(context, shape, columns)?;
    }
    if context.report.leaves_out() {
        remove_invalid(context, shape)?;
    }
    tracing::debug!(resource = plural, "checked rows");
    Ok(())
}

/// The subjects of the change feed whose records the checks of a resource's file read.
pub fn subjects(resource: &'static Resource) -> BTreeSet<&'static str> {
    let own = [resource.names.plural].into_iter();
    let referred = references(resource).into_iter().map(|reference| reference.target.names.plural);
    let listed = relations(resource).into_iter().map(|relation| relation.resource);
    let derived = derived(resource).flat_map(|(_, derived)| derived.tables.iter().copied());
    own.chain(referred).chain(listed).chain(derived).collect()
}

fn check_duplicates(context: &mut ImportContext<'_>, shape: &Shape) -> Result<(), StoreError> {
    let columns = shape.identity().join(", ");
    violations::report(context, shape.resource, &checks::duplicates(shape), |row| {
        let found = format!("the same as in line {}", row.integer(1)?.unwrap_or(0));
        Ok(Some((columns.clone(), Mismatch::described("a value that no other line has", found))))
    })
}

fn check_reference(
    context: &mut ImportContext<'_>,
    shape: &Shape,
    reference: &Reference,
) -> Result<(), StoreError> {
    let (name, table) = (reference.field.name, reference.target.names.plural);
    let sql = checks::dangling_references(shape, reference);
    if context.report.leaves_out() {
        return hold_back(context, shape, reference, &sql);
    }
    violations::report(context, shape.resource, &sql, |row| describe_dangling(row, name, table))
}

/// Clears references to records that will not exist, or holds back the rows if they need a value.
fn hold_back(
    context: &mut ImportContext<'_>,
    shape: &Shape,
    reference: &Reference,
    dangling: &str,
) -> Result<(), StoreError> {
    let plural = shape.resource.names.plural;
    let rows = context.count(&count_results(dangling))?;
    if rows == 0 {
        return Ok(());
    }
    let counts = context.held_back.entry(plural.to_owned()).or_default();
    if reference.field.nullable {
        counts.1 += rows;
        return context.transaction.execute(&checks::clear_dangling(shape, reference)).map(drop);
    }
    counts.0 += rows;
    let expected = format!("the id of one of the {}", reference.target.names.plural);
    violations::report(context, shape.resource, dangling, |row| {
        let mismatch = Mismatch::described(expected.clone(), id_text(row, 1)?);
        Ok(Some((reference.field.name.to_owned(), mismatch)))
    })
}

fn check_lists(context: &mut ImportContext<'_>, shape: &Shape) -> Result<(), StoreError> {
    for shorthand in &shape.shorthands {
        let table = shorthand.relation.resource;
        let Some(target) = resource_named(table) else { continue };
        let sql = checks::dangling_pairs(&shorthand.relation, target);
        if context.report.leaves_out() {
            let rows =
                context.transaction.execute(&checks::delete_dangling_pairs(&shorthand.relation, target))?;
            if rows > 0 {
                context.held_back.entry(shape.resource.names.plural.to_owned()).or_default().1 += rows as u64;
            }
            continue;
        }
        violations::report(context, shape.resource, &sql, |row| {
            describe_dangling(row, shorthand.name, table)
        })?;
    }
    Ok(())
}

/// Describes a reference to a record of `table` that will not exist, unless an error of that record's line is reported.
fn describe_dangling(
    row: &dyn RowReader,
    field: &str,
    table: &str,
) -> Result<Option<(String, Mismatch)>, StoreError> {
    if row.uuid(2)?.is_some() {
        return Ok(None);
    }
    let id = id_text(row, 1)?;
    let found = match row.integer(3)? {
        Some(line) => format!("{id}, which line {line} of deleted_items deletes"),
        None => id,
    };
    Ok(Some((field.to_owned(), Mismatch::described(format!("the id of one of the {table}"), found))))
}

fn find_existing(context: &ImportContext<'_>, shape: &Shape) -> Result<(), StoreError> {
    let plural = shape.resource.names.plural;
    context.transaction.declare_table(tables::existing_records(plural), tables::EXISTING_COLUMNS);
    if context.newest(plural) > 0 {
        context.transaction.execute(&checks::find_existing(shape))?;
    }
    Ok(())
}

/// Reports rows without a value that they need and that nothing else gives: new records, and complete lines of stored
/// ones.
fn check_required(context: &mut ImportContext<'_>, file: &LoadedFile) -> Result<(), StoreError> {
    let shape = &file.shape;
    let missing = |field: &Field| Mismatch::described(expected(field.kind), "nothing");
    let mut partial_lines = BTreeSet::new();
    for (position, column) in shape.columns.iter().enumerate() {
        if matches!(column.absent, Absent::Required) && file.retained_columns & (1 << position) != 0 {
            let sql = checks::missing_in_new_records(shape, position);
            let problem = missing(column.field);
            violations::report(context, shape.resource, &sql, |row| {
                if !shape.resource.has_id() || row.uuid(1)?.is_none() {
                    return Ok(Some((column.name.clone(), problem.clone())));
                }
                // One error instead of one for each field that a complete record needs.
                let is_first = partial_lines.insert(row.integer(0)?);
                Ok(is_first.then_some(("id".to_owned(), not_stored(&id_text(row, 1)?))))
            })?;
        }
    }
    for (field, derived) in shape.derived().filter(|(field, derived)| derived.may_be_given && !field.nullable)
    {
        let sql = checks::missing_derived(shape, derived);
        let problem = missing(field);
        violations::report(context, shape.resource, &sql, |_| {
            Ok(Some((field.name.to_owned(), problem.clone())))
        })?;
    }
    if let Some(column) = shape.columns.iter().find(|column| column.is_content()) {
        let sql = checks::missing_content(shape, column);
        let problem = Mismatch::described("the content of the file, as content or path", "nothing");
        violations::report(context, shape.resource, &sql, |_| {
            Ok(Some(("content".to_owned(), problem.clone())))
        })?;
    }
    Ok(())
}

/// The error of a partial line whose record is not stored.
fn not_stored(id: &str) -> Mismatch {
    let expected = "the id of a stored record or a complete record, because the line is partial";
    Mismatch::described(expected, format!("{id}; no such record is stored"))
}

/// Removes the rows that have an error, and remembers the ids of their records.
pub fn remove_invalid(context: &mut ImportContext<'_>, shape: &Shape) -> Result<(), StoreError> {
    if !context.has_rows(&tables::invalid_lines(shape.resource.names.plural))? {
        return Ok(());
    }
    if context.report.leaves_out() {
        left_out::note(context, shape)?;
    }
    if shape.resource.has_id() {
        context.transaction.execute(&checks::remember_rejected(shape))?;
    }
    for statement in checks::delete_invalid(shape) {
        context.transaction.execute(&statement)?;
    }
    Ok(())
}

fn check_shared(
    context: &mut ImportContext<'_>,
    shape: &Shape,
    reference: &Reference,
    shared: &str,
) -> Result<(), StoreError> {
    let (name, table) = (reference.field.name, reference.target.names.plural);
    let sql = checks::unshared_references(shape, reference, shared);
    violations::report(context, shape.resource, &sql, |row| {
        let expected = format!("the id of one of the {table} with the same {shared}");
        Ok(Some((name.to_owned(), Mismatch::described(expected, id_text(row, 1)?))))
    })
}

/// Reports rows that share the values of these columns with another record.
fn check_unique(context: &mut ImportContext<'_>, shape: &Shape, columns: &[&str]) -> Result<(), StoreError> {
    let plural = shape.resource.names.plural;
    for statement in checks::create_unique_values(shape, columns) {
        context.transaction.execute(&statement)?;
    }
    let sql = checks::shared_unique_values(shape, columns);
    violations::report(context, shape.resource, &sql, |row| {
        let found = match row.integer(1)? {
            Some(line) => format!("the same as in line {line}"),
            None => format!("the same as in {}", id_text(row, 2)?),
        };
        Ok(Some((
            columns.join(", "),
            Mismatch::described(format!("a value that none of the other {plural} has"), found),
        )))
    })?;
    context.transaction.drop_table(&checks::unique_values_table(shape.resource))
}
