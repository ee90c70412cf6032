//! What stored records derive from others that the import has changed.

use folkmoot_model::resource::Resource;
use folkmoot_store::StoreError;

use super::changed::{note, touched};
use super::merge::rederived;
use super::run::Run;
use super::shape::{derived, references};

/// Computes again what stored records of the resource derive from records that the import has changed so far. Each
/// resource stands after those that it refers to, so that these are done.
pub fn refresh(run: &Run<'_>, resource: &'static Resource) -> Result<(), StoreError> {
    let (session, plural) = (run.session, resource.names.plural);
    let columns: Vec<_> = derived(resource).filter(|(_, derived)| !derived.tables.is_empty()).collect();
    if columns.is_empty() || run.newest(plural) == 0 {
        return Ok(());
    }
    let read = |table: &str| columns.iter().any(|(_, derived)| derived.tables.contains(&table));
    // What was noted of the resource itself lost a reference to something removed.
    let mut keys = vec![format!("SELECT key FROM {}", touched(plural))];
    for (field, of, condition) in references(resource) {
        let table = of.names.plural;
        if read(table) {
            keys.push(format!(
                "SELECT row.key FROM {} AS touched CROSS JOIN {table} AS parent CROSS JOIN {plural} AS row
                 WHERE parent.key = touched.key AND row.{} = parent.id AND {condition}",
                touched(table),
                field.name
            ));
        }
    }
    let values: Vec<_> =
        columns.iter().map(|(field, derived)| (field.name, rederived(field, *derived))).collect();
    let selected: Vec<String> = values.iter().map(|(name, value)| format!("{value} AS {name}")).collect();
    let differs: Vec<String> =
        values.iter().map(|(name, value)| format!("stored.{name} IS DISTINCT FROM {value}")).collect();
    session.execute(&format!(
        "CREATE TEMP TABLE rederived AS SELECT this.key AS key, {} FROM {plural} AS this
         CROSS JOIN {plural} AS stored
         WHERE this.key IN ({}) AND stored.key = this.key AND ({})",
        selected.join(", "),
        keys.join(" UNION "),
        differs.join(" OR ")
    ))?;
    note(session, plural, "SELECT key FROM rederived")?;
    let set: Vec<String> = values.iter().map(|(name, _)| format!("{name} = rederived.{name}")).collect();
    session.execute(&format!(
        "UPDATE {plural} SET {} FROM rederived WHERE rederived.key = {plural}.key",
        set.join(", ")
    ))?;
    session.drop_table("rederived")
}
