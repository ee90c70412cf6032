//! Rows of a relation's table made from the lists of ids that records give.

use folkmoot_model::resource::{Default, Field, Relation, Resource};
use folkmoot_store::StoreError;

use super::changed::note_removal;
use super::check::agree;
use super::run::Run;
use super::shape::Shape;
use super::stage::{listing_table, pairs_table};

/// Makes the relation's rows of each record that gives a list exactly what the list and the relation's own file say.
/// `shape` is that of the relation's table, where it is a resource's; its file is staged.
pub fn merge(
    run: &mut Run<'_>,
    owner: &Resource,
    relation: &Relation,
    shape: Option<&Shape>,
) -> Result<(), StoreError> {
    let Relation { table, own, other, .. } = *relation;
    let (session, pairs, listing) = (run.session, pairs_table(table), listing_table(table));
    let owners = owner.names.plural;
    let fields: Vec<&Field> =
        shape.map_or_else(Vec::new, |shape| shape.columns.iter().map(|column| column.field).collect());
    let rest: Vec<&Field> =
        fields.iter().copied().filter(|field| field.name != own && field.name != other).collect();
    let names = rest.iter().map(|field| field.column_name());
    let names = [own.to_owned(), other.to_owned()].into_iter().chain(names).collect::<Vec<_>>().join(", ");
    let values = rest.iter().map(|field| filled(run, &fields, field));
    let pair = ["pair.own", "pair.other"].map(str::to_owned);
    let values = pair.into_iter().chain(values).collect::<Vec<_>>().join(", ");
    let inserted = session.execute(&format!(
        "INSERT INTO {table} ({names}) SELECT {values}
         FROM {pairs} AS pair JOIN {owners} AS owner ON owner.id = pair.own
         WHERE NOT EXISTS (SELECT 1 FROM {table} AS stored WHERE stored.{own} = pair.own AND stored.{other} = pair.other)
         ORDER BY pair.line"
    ))?;
    let in_file = shape.map_or_else(String::new, |shape| {
        let same = agree(&[own, other], "row", "stored");
        format!("AND NOT EXISTS (SELECT 1 FROM {} AS row WHERE {same})", shape.staged())
    });
    session.execute(&format!(
        "CREATE TEMP TABLE unlisted AS SELECT stored.key AS key FROM {listing} AS listing CROSS JOIN {table} AS stored
         WHERE stored.{own} = listing.own
           AND NOT EXISTS (SELECT 1 FROM {pairs} AS pair WHERE pair.own = stored.{own} AND pair.other = stored.{other})
           {in_file}"
    ))?;
    note_removal(session, table, "SELECT key FROM unlisted")?;
    let removed = session.execute(&format!("DELETE FROM {table} WHERE key IN (SELECT key FROM unlisted)"))?;
    session.drop_table("unlisted")?;
    if let Some(shape) = shape {
        let counts = run.summary.of(shape.resource.names.plural);
        counts.inserted += inserted as u64;
        counts.removed += removed as u64;
    }
    run.forget_pairs(table)
}

/// What a column of a row made from a list holds: the moment of the import, where that is what the column means if it
/// is left out; else what the record that gives the list has.
fn filled(run: &Run<'_>, fields: &[&Field], field: &Field) -> String {
    let of = match field.default {
        Default::SameAs(of) => {
            fields.iter().find(|field| field.name == of).map_or(field.default, |of| of.default)
        }
        default => default,
    };
    match of {
        Default::Now => run.session.timestamp(run.now()),
        _ => format!("owner.{}", field.column_name()),
    }
}
