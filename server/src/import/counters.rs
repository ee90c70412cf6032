//! Counters: how many records of one resource belong to a record of another.

use super::changed::{earlier, touch, touched};
use super::run::Run;
use crate::resource::{Counted, Resource, Source};
use crate::store::StoreError;
use crate::store::columns::COUNTERS_GIVEN;

/// Counts again whatever the import may have changed, but not what it gave.
pub fn count(run: &Run<'_>, resource: &'static Resource) -> Result<(), StoreError> {
    let (session, plural) = (run.session, resource.names.plural);
    let counters: Vec<(&str, Counted)> =
        resource.counted().filter_map(|field| counter(field.name, field.source)).collect();
    if counters.is_empty() {
        return Ok(());
    }
    let only = candidates(run, plural, &counters);
    let values = counters.iter().enumerate().map(|(place, (name, counted))| {
        let given = format!("(this.{COUNTERS_GIVEN} & {}) <> 0", 1_i64 << place);
        format!("CASE WHEN {given} THEN this.{name} ELSE {} END AS {name}", counted.sql)
    });
    let values: Vec<String> = values.collect();
    session.execute(&format!(
        "CREATE TEMP TABLE recounted AS SELECT this.key AS key, {} FROM {plural} AS this {only}",
        values.join(", ")
    ))?;
    let differs: Vec<String> =
        counters.iter().map(|(name, _)| format!("{plural}.{name} <> recounted.{name}")).collect();
    let differs = format!("recounted.key = {plural}.key AND ({})", differs.join(" OR "));
    let old = run.newest(plural);
    touch(
        session,
        plural,
        &format!(
            "SELECT {plural}.key FROM recounted CROSS JOIN {plural} WHERE {differs} AND {plural}.key <= {old}"
        ),
    )?;
    let set: Vec<String> = counters.iter().map(|(name, _)| format!("{name} = recounted.{name}")).collect();
    session.execute(&format!("UPDATE {plural} SET {} FROM recounted WHERE {differs}", set.join(", ")))?;
    session.forget("recounted")
}

fn counter(name: &'static str, source: Source) -> Option<(&'static str, Counted)> {
    match source {
        Source::Counted(counted) => Some((name, counted)),
        _ => None,
    }
}

/// The condition that picks the records whose counters may have changed.
fn candidates(run: &Run<'_>, plural: &str, counters: &[(&str, Counted)]) -> String {
    let newest = run.newest(plural);
    if newest == 0 {
        return String::new();
    }
    let mut keys = vec![format!("SELECT key FROM {plural} WHERE key > {newest}")];
    let mut seen = Vec::new();
    for (_, Counted { table, column, own_column, .. }) in counters {
        if seen.contains(&(table, column)) {
            continue;
        }
        seen.push((table, column));
        let (counted, touched, earlier) = (run.newest(table), touched(table), earlier(table, column));
        keys.push(format!(
            "SELECT {plural}.key FROM (SELECT {column} AS value FROM {table} WHERE key > {counted}
                 UNION SELECT {table}.{column} FROM {touched} AS touched CROSS JOIN {table} WHERE {table}.key = touched.key
                 UNION SELECT value FROM {earlier}) AS named
             CROSS JOIN {plural} WHERE {plural}.{own_column} = named.value"
        ));
    }
    format!("WHERE this.key IN ({})", keys.join(" UNION "))
}
