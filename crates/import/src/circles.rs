//! Records that refer to one of their own kind, and by it come back to themselves.

use folkmoot_model::resource::Field;
use folkmoot_store::StoreError;

use super::check;
use super::planned::Planned;
use super::run::Run;
use super::shape::Shape;
use super::values::Wrong;

/// What refers to a record that refers to another, and everything above it: each with the next one above.
const ABOVE: &str = "above";
/// Those of them above which there is no end.
const ENDLESS: &str = "endless";

/// Finds rows of the file that are above themselves. Every circle has one, because there was none before.
pub fn find(run: &mut Run<'_>, shape: &Shape, field: &Field) -> Result<(), StoreError> {
    if climb(run, shape, field)? {
        let endless = keep_endless(run)?;
        let circles = run_in_circles(run, endless)?;
        report(run, shape, field, &circles)?;
        run.session.forget(&circles)?;
    }
    run.session.forget(ABOVE)
}

/// Follows the references upwards from the file's rows; whether there is anything that could be in a circle.
fn climb(run: &Run<'_>, shape: &Shape, field: &Field) -> Result<bool, StoreError> {
    let (session, staged, table, name) =
        (run.session, shape.staged(), shape.resource.names.plural, field.name);
    // The record above another one is its staged row, else the stored one unless the import removes it.
    let above = |id: &str| {
        format!(
            "LEFT JOIN {staged} AS beside ON beside.id = {id}
             LEFT JOIN {table} AS parent ON parent.id = {id} AND beside.id IS NULL AND NOT {}",
            Planned::is_removed(shape.resource, "parent.id")
        )
    };
    let next = format!("CASE WHEN beside.id IS NULL THEN parent.{name} ELSE beside.{name} END");
    // What is in a circle refers to what refers to something, which spares most rows.
    session.execute(&format!(
        "CREATE TEMP TABLE {ABOVE} AS
         WITH RECURSIVE climbed (id, next) AS (
             SELECT row.id, row.{name} FROM {staged} AS row {} WHERE row.{name} IS NOT NULL AND {next} IS NOT NULL
             UNION
             SELECT COALESCE(beside.id, parent.id), {next} FROM climbed {}
             WHERE climbed.next IS NOT NULL AND (beside.id IS NOT NULL OR parent.id IS NOT NULL)
         )
         SELECT id, next FROM climbed",
        above(&format!("row.{name}")),
        above("climbed.next")
    ))?;
    Ok(session.number(&format!("SELECT COUNT(*) FROM {ABOVE}"))? > 0)
}

/// Goes down again from what refers to nothing. What that does not come to is in a circle, or under one; how many
/// there are.
fn keep_endless(run: &Run<'_>) -> Result<i64, StoreError> {
    let session = run.session;
    session.execute(&format!("CREATE INDEX {ABOVE}_next ON {ABOVE} (next)"))?;
    session.execute(&format!(
        "CREATE TEMP TABLE {ENDLESS} AS
         WITH RECURSIVE descended (id) AS (
             SELECT id FROM {ABOVE} WHERE next IS NULL
             UNION ALL
             SELECT child.id FROM descended CROSS JOIN {ABOVE} AS child WHERE child.next = descended.id
         )
         SELECT id, next FROM {ABOVE} WHERE id NOT IN (SELECT id FROM descended)"
    ))?;
    session.number(&format!("SELECT COUNT(*) FROM {ENDLESS}"))
}

/// Goes up as many steps as there are records, twice as far each time. Whoever does that without an end ends in a
/// circle, and each record of a circle is where one ends; the table of where each does, in the column `next`.
fn run_in_circles(run: &Run<'_>, endless: i64) -> Result<String, StoreError> {
    let (session, mut here) = (run.session, ENDLESS.to_owned());
    for doubling in 0..=endless.checked_ilog2().unwrap_or(0) {
        session.execute(&format!("CREATE INDEX {here}_id ON {here} (id)"))?;
        let farther = format!("{ENDLESS}_{doubling}");
        session.execute(&format!(
            "CREATE TEMP TABLE {farther} AS SELECT near.id AS id, far.next AS next
             FROM {here} AS near CROSS JOIN {here} AS far WHERE far.id = near.next"
        ))?;
        session.forget(&here)?;
        here = farther;
    }
    Ok(here)
}

fn report(run: &mut Run<'_>, shape: &Shape, field: &Field, circles: &str) -> Result<(), StoreError> {
    let (staged, table, name) = (shape.staged(), shape.resource.names.plural, field.name);
    let sql = format!(
        "SELECT line, {name} FROM {staged} WHERE {name} IS NOT NULL AND id IN (SELECT next FROM {circles})"
    );
    check::find(run, shape.resource, &sql, |row| {
        let expected = format!("the id of one of the {table} that does not lead back to this record").into();
        Ok(Some((name.to_owned(), Wrong { expected, found: check::shown_id(row, 1)? })))
    })
}
