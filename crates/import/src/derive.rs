//! Computing derived columns of stored records again after the records that they are derived from have changed.

use folkmoot_model::resource::{Field, PLATFORM_DAY, Resource};
use folkmoot_store::StoreError;

use crate::changes::mark_differing_rows;
use crate::context::{DayChange, ImportContext};
use crate::shape::{derived, references};
use crate::sql::merge as statements;
use crate::sql::observed::Difference;

/// Computes the derived columns of a resource's stored records again. The resources it refers to must be complete, which
/// their order ensures.
pub fn refresh(context: &ImportContext<'_>, resource: &'static Resource) -> Result<(), StoreError> {
    let (transaction, plural) = (context.transaction, resource.names.plural);
    let columns: Vec<_> = derived(resource).filter(|(_, derived)| !derived.tables.is_empty()).collect();
    if columns.is_empty() || context.newest(plural) == 0 {
        return Ok(());
    }
    let is_read = |table: &str| columns.iter().any(|(_, derived)| derived.tables.contains(&table));
    let mut references = references(resource);
    references.retain(|reference| is_read(reference.target.names.plural));
    let mut changed = Vec::new();
    for reference in references {
        if context.has_marked_rows(reference.target.names.plural)? {
            changed.push(reference);
        }
    }
    let shared = columns.iter().filter_map(|(_, derived)| derived.also).map(|(table, _)| table);
    let is_affected = !changed.is_empty()
        || context.has_marked_rows(plural)?
        || context.has_touched(&shared.collect::<Vec<_>>())?
        || (context.day_change != DayChange::None && is_read(PLATFORM_DAY));
    if !is_affected {
        return Ok(());
    }
    let newest = |table: &str| context.newest(table);
    transaction.execute(&statements::create_rederived(
        resource,
        &columns,
        &changed,
        &newest,
        context.day_change,
        context.compared.contains_key(plural),
    ))?;
    let table = statements::REDERIVED;
    let columns_of = |(field, _): &(&Field, _)| {
        let column = field.column();
        Difference { column: column.name, kind: column.kind }
    };
    mark_differing_rows(context, resource, table, &columns.iter().map(columns_of).collect::<Vec<_>>())?;
    let names = columns.iter().map(|(field, _)| field.name);
    transaction.execute(&statements::update_from(resource, table, names))?;
    transaction.drop_table(table)
}
