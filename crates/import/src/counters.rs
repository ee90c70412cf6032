//! Counters: how many records of one resource belong to a record of another.

use folkmoot_model::resource::columns::IMPORTED_COUNTERS;
use folkmoot_model::resource::{Counted, Resource, Source};
use folkmoot_store::StoreError;

use super::changed::{earlier, touch, touched};
use super::run::Run;

/// Counts again whatever the import may have changed, but not what it gave.
pub fn count(run: &Run<'_>, resource: &'static Resource) -> Result<(), StoreError> {
    let (session, plural) = (run.session, resource.names.plural);
    let counters: Vec<(&str, Counted)> =
        resource.counted().filter_map(|field| counter(field.name, field.source)).collect();
    if counters.is_empty() {
        return Ok(());
    }
    let recounted = if run.newest(plural) == 0 && session.counts_in_groups() {
        in_groups(plural, &counters)
    } else {
        one_by_one(run, plural, &counters)
    };
    session.execute(&format!("CREATE TEMP TABLE recounted AS {recounted}"))?;
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
    session.update_table(
        plural,
        &format!("UPDATE {plural} SET {} FROM recounted WHERE {differs}", set.join(", ")),
    )?;
    session.drop_table("recounted")
}

fn counter(name: &'static str, source: Source) -> Option<(&'static str, Counted)> {
    match source {
        Source::Counted(counted) => Some((name, counted)),
        _ => None,
    }
}

/// The query of the records whose counters may have changed, each record counting for itself.
fn one_by_one(run: &Run<'_>, plural: &str, counters: &[(&str, Counted)]) -> String {
    let values = counters.iter().enumerate();
    let values = values.map(|(place, (name, counted))| unless_given(place, name, &counted.sql()));
    let values: Vec<String> = values.collect();
    let only = candidates(run, plural, counters);
    format!("SELECT this.key AS key, {} FROM {plural} AS this {only}", values.join(", "))
}

/// The query of all records with their counters, each table that is counted being read once.
fn in_groups(plural: &str, counters: &[(&str, Counted)]) -> String {
    let mut groups: Vec<(&Counted, Vec<String>)> = Vec::new();
    let mut values = Vec::new();
    for (place, (name, counted)) in counters.iter().enumerate() {
        let same = |(other, _): &(&Counted, Vec<String>)| {
            (other.table, other.column, other.shared) == (counted.table, counted.column, counted.shared)
        };
        let group = groups.iter().position(same).unwrap_or_else(|| {
            groups.push((counted, Vec::new()));
            groups.len() - 1
        });
        groups[group].1.push(format!("{} AS {name}", counted.aggregate()));
        values.push(unless_given(place, name, &format!("COALESCE(group_{group}.{name}, 0)")));
    }
    let joins = groups.iter().enumerate().map(|(group, (counted, aggregates))| {
        let Counted { table, column, own_column, .. } = counted;
        let shared = counted.shared.map_or_else(String::new, |shared| format!(", {shared}"));
        let agree = counted
            .shared
            .map_or_else(String::new, |shared| format!("AND group_{group}.{shared} = this.{shared}"));
        format!(
            "LEFT JOIN (SELECT {column}{shared}, {} FROM {table} GROUP BY {column}{shared}) AS group_{group}
             ON group_{group}.{column} = this.{own_column} {agree}",
            aggregates.join(", ")
        )
    });
    let joins: Vec<String> = joins.collect();
    format!("SELECT this.key AS key, {} FROM {plural} AS this {}", values.join(", "), joins.join(" "))
}

/// A counter, unless the record was given it.
fn unless_given(place: usize, name: &str, value: &str) -> String {
    let given = format!("(this.{IMPORTED_COUNTERS} & {}) <> 0", 1_i64 << place);
    format!("CASE WHEN {given} THEN this.{name} ELSE {value} END AS {name}")
}

/// The condition that picks the records whose counters may have changed.
fn candidates(run: &Run<'_>, plural: &str, counters: &[(&str, Counted)]) -> String {
    let newest = run.newest(plural);
    if newest == 0 {
        return String::new();
    }
    let mut keys = vec![
        format!("SELECT key FROM {plural} WHERE key > {newest}"),
        // A line may have taken back a counter that an earlier one gave.
        format!("SELECT key FROM {}", touched(plural)),
    ];
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
