//! Checks that no record refers, directly or through others of its resource, to itself.

use folkmoot_store::StoreError;

use crate::context::ImportContext;
use crate::shape::{Reference, Shape};
use crate::sql::{self, cycles as queries};
use crate::values::Mismatch;
use crate::violations::{self, id_text};

/// Reports the rows of the file that are in a cycle. Every cycle has one, because there was none before.
pub fn check(
    context: &mut ImportContext<'_>,
    shape: &Shape,
    reference: &Reference,
) -> Result<(), StoreError> {
    let transaction = context.transaction;
    transaction.execute(&queries::create_edges(shape, reference))?;
    if context.has_rows(queries::EDGES)? {
        let paths = create_paths(context)?;
        report_cycles(context, shape, reference, &paths)?;
        transaction.drop_table(&paths)?;
    }
    transaction.drop_table(queries::EDGES)
}

/// Follows the edges from which no walk ends for as many steps as there are edges, twice as far each time. A walk that
/// long ends in a cycle, and at each record of a cycle one ends. Returns the table of where each ends, in `next`.
fn create_paths(context: &ImportContext<'_>) -> Result<String, StoreError> {
    let transaction = context.transaction;
    for statement in queries::create_endless() {
        transaction.execute(&statement)?;
    }
    let edges = context.count(&sql::count_rows(queries::ENDLESS))?;
    let mut paths = queries::ENDLESS.to_owned();
    for doubling in 0..=edges.checked_ilog2().unwrap_or(0) {
        let doubled = format!("{}_{doubling}", queries::ENDLESS);
        for statement in queries::create_doubled_paths(&paths, &doubled) {
            transaction.execute(&statement)?;
        }
        transaction.drop_table(&paths)?;
        paths = doubled;
    }
    Ok(paths)
}

fn report_cycles(
    context: &mut ImportContext<'_>,
    shape: &Shape,
    reference: &Reference,
    paths: &str,
) -> Result<(), StoreError> {
    let (table, name) = (shape.resource.names.plural, reference.field.name);
    let sql = queries::lines_in_cycles(shape, reference, paths);
    violations::report(context, shape.resource, &sql, |row| {
        let expected = format!("the id of one of the {table} that does not lead back to this record");
        Ok(Some((name.to_owned(), Mismatch::described(expected, id_text(row, 1)?))))
    })
}
