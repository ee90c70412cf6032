//! Tombstones: removing what they are of, and letting go of those whose record is there again.

use folkmoot_model::resource::Resource;
use folkmoot_model::resources::{DELETED_ITEMS, RESOURCES};
use folkmoot_store::StoreError;

use super::changed::{note, note_removal, touch};
use super::check::{find, shown_id};
use super::planned::Planned;
use super::run::Run;
use super::shape::{Shape, references};
use super::values::Wrong;

fn tombstones() -> String {
    Shape::of(DELETED_ITEMS).staged()
}

/// The resources whose records can be deleted.
pub fn mortal() -> impl Iterator<Item = &'static Resource> {
    RESOURCES.iter().copied().filter(|resource| !resource.names.deleted_type.is_empty())
}

/// Finds tombstones of records of no known type.
pub fn check_types(run: &mut Run<'_>) -> Result<(), StoreError> {
    let types: Vec<&str> = mortal().map(|resource| resource.names.deleted_type).collect();
    let quoted: Vec<String> = types.iter().map(|name| format!("'{name}'")).collect();
    let sql = format!("SELECT line, type FROM {} WHERE type NOT IN ({})", tombstones(), quoted.join(", "));
    let expected = format!("one of {}", types.join(", "));
    find(run, DELETED_ITEMS, &sql, |row| {
        let found = row.text(1)?.unwrap_or_default();
        Ok(Some(("type".to_owned(), Wrong::new(expected.clone(), found))))
    })
}

/// Removes the stored records that have a tombstone in this import.
pub fn remove(run: &mut Run<'_>) -> Result<(), StoreError> {
    if run.session.number(&format!("SELECT COUNT(*) FROM {}", tombstones()))? == 0 {
        return Ok(());
    }
    for resource in mortal() {
        remove_records(run, resource)?;
    }
    Ok(())
}

fn remove_records(run: &mut Run<'_>, resource: &'static Resource) -> Result<(), StoreError> {
    let (session, plural) = (run.session, resource.names.plural);
    session.execute(&format!(
        "CREATE TEMP TABLE removed AS SELECT stored.key AS key, stored.id AS id FROM {} AS tombstone
         CROSS JOIN {plural} AS stored WHERE tombstone.type = '{}' AND stored.id = tombstone.id",
        tombstones(),
        resource.names.deleted_type
    ))?;
    if session.number("SELECT COUNT(*) FROM removed")? > 0 {
        note_referring(run, resource)?;
        note_removal(session, plural, "SELECT key FROM removed")?;
        let rows =
            session.execute(&format!("DELETE FROM {plural} WHERE key IN (SELECT key FROM removed)"))?;
        run.summary.of(plural).removed += rows as u64;
    }
    session.forget("removed")
}

/// Notes the rows that lose their reference to what is about to be removed, or go with it.
fn note_referring(run: &mut Run<'_>, removed: &Resource) -> Result<(), StoreError> {
    let session = run.session;
    for resource in RESOURCES {
        let plural = resource.names.plural;
        for (field, _, condition) in
            references(resource).into_iter().filter(|(_, of, _)| of.names.plural == removed.names.plural)
        {
            let keys = format!(
                "SELECT row.key FROM removed CROSS JOIN {plural} AS row WHERE row.{} = removed.id AND {condition}",
                field.name
            );
            if field.nullable {
                note(session, plural, &keys)?;
            } else if !resource.has_id() {
                let rows = session.number(&format!("SELECT COUNT(*) FROM ({keys}) AS keys"))?;
                note_removal(session, plural, &keys)?;
                run.summary.of(plural).removed += u64::try_from(rows).unwrap_or(0);
            }
        }
        for relation in folkmoot_model::resource::facets::relations(resource) {
            if relation.resource == removed.names.plural {
                touch(
                    session,
                    plural,
                    &format!(
                        "SELECT owner.key FROM removed CROSS JOIN {} AS pair CROSS JOIN {plural} AS owner
                         WHERE pair.{} = removed.id AND owner.id = pair.{}",
                        relation.table, relation.other, relation.own
                    ),
                )?;
            }
        }
    }
    Ok(())
}

/// Finds tombstones of stored records that other stored records, which stay as they are, cannot be without.
pub fn check(run: &mut Run<'_>) -> Result<(), StoreError> {
    let tombstones = tombstones();
    if run.session.number(&format!("SELECT COUNT(*) FROM {tombstones}"))? == 0 {
        return Ok(());
    }
    for resource in RESOURCES.iter().filter(|resource| resource.has_id()) {
        let plural = resource.names.plural;
        for (field, of, condition) in references(resource).into_iter().filter(|(field, ..)| !field.nullable) {
            let name = field.name;
            let sql = format!(
                "SELECT tombstone.line, MIN(row.id), COUNT(*) FROM {tombstones} AS tombstone
                 CROSS JOIN {plural} AS row
                 WHERE tombstone.type = '{}' AND row.{name} = tombstone.id AND {condition} AND {}
                 GROUP BY tombstone.line",
                of.names.deleted_type,
                Planned::stays(resource, "row")
            );
            find(run, DELETED_ITEMS, &sql, |row| {
                let others = row.integer(2)?.unwrap_or(1) - 1;
                let more = if others > 0 { format!(" and {others} more") } else { String::new() };
                let found = format!("a reference in {name} of the {plural} {}{more}", shown_id(row, 1)?);
                let expected = "a record that no other record requires".into();
                Ok(Some(("id".to_owned(), Wrong { expected, found })))
            })?;
        }
    }
    Ok(())
}

/// Removes the tombstones of records that this import brings back.
pub fn forget_tombstones(run: &mut Run<'_>, shape: &Shape) -> Result<(), StoreError> {
    let deleted_type = shape.resource.names.deleted_type;
    let table = DELETED_ITEMS.names.plural;
    if deleted_type.is_empty() || run.newest(table) == 0 {
        return Ok(());
    }
    let keys = format!(
        "SELECT tombstone.key FROM {table} AS tombstone WHERE tombstone.type = '{deleted_type}'
         AND EXISTS (SELECT 1 FROM {} AS row WHERE row.id = tombstone.id)",
        shape.staged()
    );
    note_removal(run.session, table, &keys)?;
    let rows = run.session.execute(&format!("DELETE FROM {table} WHERE key IN ({keys})"))?;
    run.summary.of(table).removed += rows as u64;
    Ok(())
}
