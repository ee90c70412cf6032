//! Rows of a relation's table made from the lists of ids that records give.

use folkmoot_model::resource::{DefaultValue, Field, Relation, Resource};
use folkmoot_store::StoreError;

use crate::changes::mark_removed_rows;
use crate::context::ImportContext;
use crate::shape::{Shape, listed_relations_stored_in};
use crate::sql::merge::insertion_order;
use crate::sql::tables::LINE;
use crate::sql::{OWNER, THIS, changes, keys, relations as statements, tables};

/// Stores the lists of ids that concern a resource: with the file of the relation's own table, or at once if there is no
/// resource for that table.
pub fn merge(context: &mut ImportContext<'_>, shape: &Shape) -> Result<(), StoreError> {
    for (owner, relation) in listed_relations_stored_in(shape.resource.names.plural) {
        merge_relation(context, owner, &relation, Some(shape))?;
    }
    for shorthand in &shape.shorthands {
        if !shorthand.has_file() {
            merge_relation(context, shape.resource, &shorthand.relation, None)?;
        }
    }
    Ok(())
}

/// Makes the relation's rows of each record that gives a list exactly the rows in the list and in the
/// relation's own file. `shape` is the form of that file, if the relation's table is a resource's.
fn merge_relation(
    context: &mut ImportContext<'_>,
    owner: &Resource,
    relation: &Relation,
    shape: Option<&Shape>,
) -> Result<(), StoreError> {
    let (transaction, table) = (context.transaction, relation.table);
    if !context.has_rows(&tables::listings(table))? {
        return Ok(());
    }
    let given = shape.into_iter().flat_map(|shape| &shape.columns).filter(|column| !column.is_derived());
    let fields: Vec<&Field> = given.map(|column| column.field).collect();
    let further = fields.iter().filter(|field| field.name != relation.own && field.name != relation.other);
    let columns: Vec<_> = further.map(|field| (*field, default_value(context, &fields, field))).collect();
    let derived: Vec<_> = shape.into_iter().flat_map(Shape::derived).collect();
    let order = shape.map_or_else(
        || format!("{THIS}.{LINE}"),
        |shape| insertion_order(shape.resource, &|timestamp| transaction.day(timestamp)),
    );
    let insert = statements::insert_listed(relation, owner, &columns, &derived, &order);
    let inserted = transaction.execute(&insert)?;
    transaction.execute(&statements::create_unlisted(relation, shape))?;
    let unlisted = keys(statements::UNLISTED);
    mark_removed_rows(context, table, &unlisted)?;
    let removed = transaction.execute(&changes::delete_by_keys(table, &unlisted))?;
    transaction.drop_table(statements::UNLISTED)?;
    if let Some(shape) = shape {
        let counts = context.summary.of(shape.resource.names.plural);
        counts.inserted += inserted as u64;
        counts.removed += removed as u64;
    }
    transaction.drop_table(&tables::pairs(table))?;
    transaction.drop_table(&tables::listings(table))
}

/// The value of a column in a row made from a list, over the alias `owner`: the timestamp of the import if that is the
/// column's default, else the value of the record that gives the list.
fn default_value(context: &ImportContext<'_>, fields: &[&Field], field: &Field) -> String {
    let default = match field.default {
        DefaultValue::SameAs(of) => {
            fields.iter().find(|field| field.name == of).map_or(field.default, |of| of.default)
        }
        default => default,
    };
    match default {
        DefaultValue::Now => context.transaction.timestamp(context.now),
        _ => format!("{OWNER}.{}", field.column_name()),
    }
}
