//! Rows of a relation's table made from the lists of ids that records give.

use std::collections::BTreeSet;

use folkmoot_model::resource::{DefaultValue, Field, Relation, Resource};
use folkmoot_store::StoreError;

use crate::changes::mark_removed_rows;
use crate::context::ImportContext;
use crate::shape::{Shape, listed_relations_stored_in};
use crate::sql::merge::insertion_order;
use crate::sql::tables::LINE;
use crate::sql::{OWNER, THIS, changes, keys, relations as statements, tables};

/// The relations whose lists are stored with a resource: those in its own table, and those in tables that have no resource.
/// Each has the resource of the records that give the lists, and the form of the file of its table.
fn listed_with(shape: &Shape) -> impl Iterator<Item = (&'static Resource, Relation, Option<&Shape>)> {
    let own = listed_relations_stored_in(shape.resource.names.plural);
    let without_file = shape.shorthands.iter().filter(|shorthand| !shorthand.has_file());
    own.map(move |(owner, relation)| (owner, relation, Some(shape)))
        .chain(without_file.map(|shorthand| (shape.resource, shorthand.relation, None)))
}

/// Finds the lists of ids that [`merge`] stores for a resource which differ from the stored rows, if its rows or those with the
/// lists are in a file of `compared`.
pub fn compare(
    context: &ImportContext<'_>,
    shape: &Shape,
    compared: &BTreeSet<&str>,
) -> Result<(), StoreError> {
    let plural = shape.resource.names.plural;
    for (owner, relation, shape) in listed_with(shape) {
        let is_outdated = compared.contains(plural) || compared.contains(owner.names.plural);
        if is_outdated && context.has_rows(&tables::listings(relation.table))? {
            compare_relation(context, &relation, shape)?;
        }
    }
    Ok(())
}

fn compare_relation(
    context: &ImportContext<'_>,
    relation: &Relation,
    shape: Option<&Shape>,
) -> Result<(), StoreError> {
    let (transaction, table) = (context.transaction, relation.table);
    let (new, unlisted) = (tables::new_pairs(table), tables::unlisted(table));
    for (name, columns) in [(&new, tables::PAIR_COLUMNS), (&unlisted, tables::UNLISTED_COLUMNS)] {
        transaction.execute(&format!("DROP TABLE IF EXISTS {name}"))?;
        transaction.create_table(name, columns)?;
    }
    if context.newest(table) > 0 {
        transaction.add_rows(new, &statements::find_new(relation))?;
        transaction.add_rows(unlisted, &statements::find_unlisted(relation, shape))?;
    }
    Ok(())
}

/// Stores the lists of ids that concern a resource: with the file of the relation's own table, or at once if there is no
/// resource for that table.
pub fn merge(context: &mut ImportContext<'_>, shape: &Shape) -> Result<(), StoreError> {
    listed_with(shape)
        .try_for_each(|(owner, relation, shape)| merge_relation(context, owner, &relation, shape))
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
    let pairs = if context.newest(table) > 0 { tables::new_pairs(table) } else { tables::pairs(table) };
    let insert = statements::insert_listed(relation, &pairs, owner, &columns, &derived, &order);
    let inserted = transaction.execute(&insert)?;
    let unlisted = keys(&tables::unlisted(table));
    mark_removed_rows(context, table, &unlisted)?;
    let removed = transaction.execute(&changes::delete_by_keys(table, &unlisted))?;
    if let Some(shape) = shape {
        let counts = context.summary.of(shape.resource.names.plural);
        counts.inserted += inserted as u64;
        counts.removed += removed as u64;
    }
    Ok(())
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
