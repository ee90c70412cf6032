//! Queries of counters: how many rows of one table belong to each record of another.

use folkmoot_model::resource::Counted;
use folkmoot_model::resource::columns::IMPORTED_COUNTERS;

use super::THIS;
use super::changes::{changed_values, read_keys};

/// The table of the records whose counters may have changed, each with its key and its counters.
pub const RECOUNTED: &str = "recounted_rows";

/// A counter: the name of its field, and what it counts.
pub type Counter = (&'static str, Counted);

/// The table of the keys of those records, unless all may have changed.
pub const CANDIDATES: &str = "candidate_rows";

/// Creates [`CANDIDATES`] from the query [`candidates`].
pub fn create_candidates(query: &str) -> String {
    format!("CREATE TEMP TABLE {CANDIDATES} AS {query}")
}

/// Creates [`RECOUNTED`] for all records, or for those in [`CANDIDATES`]. Each counted table is read once, however many counters
/// count its rows.
pub fn create_recounted(resource: &str, counters: &[Counter], are_all: bool) -> String {
    let mut groups: Vec<(&Counted, Vec<String>)> = Vec::new();
    let mut values = Vec::new();
    for (position, (name, counted)) in counters.iter().enumerate() {
        let is_same = |(other, _): &(&Counted, Vec<String>)| {
            (other.table, other.column, other.own_column, other.shared)
                == (counted.table, counted.column, counted.own_column, counted.shared)
        };
        let group = groups.iter().position(is_same).unwrap_or_else(|| {
            groups.push((counted, Vec::new()));
            groups.len() - 1
        });
        groups[group].1.push(format!("{} AS {name}", counted.aggregate()));
        values.push(unless_given(position, name, &format!("COALESCE(group_{group}.{name}, 0)")));
    }
    let joins = groups.iter().enumerate().map(|(group, (counted, aggregates))| {
        let Counted { column, own_column, .. } = counted;
        let is_shared = counted
            .shared
            .map_or_else(String::new, |shared| format!("AND group_{group}.{shared} = {THIS}.{shared}"));
        format!(
            "LEFT JOIN ({}) AS group_{group} ON group_{group}.{column} = {THIS}.{own_column} {is_shared}",
            counted_rows(resource, counted, aggregates, are_all)
        )
    });
    let joins: Vec<String> = joins.collect();
    let (candidates, only) = if are_all {
        (String::new(), String::new())
    } else {
        (format!("{CANDIDATES} CROSS JOIN "), format!("WHERE {THIS}.key = {CANDIDATES}.key"))
    };
    format!(
        "CREATE TEMP TABLE {RECOUNTED} AS SELECT {THIS}.key AS key, {}
         FROM {candidates}{resource} AS {THIS} {} {only}",
        values.join(", "),
        joins.join(" ")
    )
}

/// The aggregates of the rows that count for all records, or for those in [`CANDIDATES`].
fn counted_rows(resource: &str, counted: &Counted, aggregates: &[String], are_all: bool) -> String {
    let Counted { table, column, own_column, .. } = counted;
    let column = [Some(*column), counted.shared].into_iter().flatten();
    let columns: Vec<String> = column.map(|column| format!("{table}.{column}")).collect();
    let columns = columns.join(", ");
    let rows = if are_all {
        (*table).to_owned()
    } else {
        format!(
            "(SELECT DISTINCT {resource}.{own_column} AS value FROM {CANDIDATES} CROSS JOIN {resource}
              WHERE {resource}.key = {CANDIDATES}.key) AS named
             CROSS JOIN {table} WHERE {table}.{} = named.value",
            counted.column
        )
    };
    format!("SELECT {columns}, {} FROM {rows} GROUP BY {columns}", aggregates.join(", "))
}

/// The stored value of a counter that the record's line gave, else `value`; the bit at `position` marks it as given.
fn unless_given(position: usize, name: &str, value: &str) -> String {
    let is_given = format!("({THIS}.{IMPORTED_COUNTERS} & {}) <> 0", 1_i64 << position);
    format!("CASE WHEN {is_given} THEN {THIS}.{name} ELSE {value} END AS {name}")
}

/// The keys of the records of a resource whose counters may have changed. `newest` returns the greatest key of a table
/// before the import.
pub fn candidates(resource: &str, counters: &[Counter], newest: &dyn Fn(&str) -> i64) -> String {
    let mut keys = vec![
        format!("SELECT key FROM {resource} WHERE key > {}", newest(resource)),
        // A line may leave out a counter that an earlier import gave.
        read_keys(resource),
    ];
    let mut seen = Vec::new();
    for (_, Counted { table, column, own_column, .. }) in counters {
        if seen.contains(&(table, column)) {
            continue;
        }
        seen.push((table, column));
        keys.push(format!(
            "SELECT {resource}.key FROM ({}) AS named CROSS JOIN {resource} WHERE {resource}.{own_column} = named.value",
            changed_values(table, column, newest(table))
        ));
    }
    keys.join(" UNION ")
}

/// The keys of the records up to the key `newest` whose counters differ from the counters in [`RECOUNTED`].
pub fn differing_keys(resource: &str, counters: &[Counter], newest: i64) -> String {
    let differs = differs(resource, counters);
    format!(
        "SELECT {resource}.key FROM {RECOUNTED} CROSS JOIN {resource} WHERE {differs} AND {resource}.key <= {newest}"
    )
}

/// Stores the counters of [`RECOUNTED`] that differ.
pub fn update(resource: &str, counters: &[Counter]) -> String {
    let set: Vec<String> = counters.iter().map(|(name, _)| format!("{name} = {RECOUNTED}.{name}")).collect();
    let differs = differs(resource, counters);
    format!("UPDATE {resource} SET {} FROM {RECOUNTED} WHERE {differs}", set.join(", "))
}

fn differs(resource: &str, counters: &[Counter]) -> String {
    let differs: Vec<String> =
        counters.iter().map(|(name, _)| format!("{resource}.{name} <> {RECOUNTED}.{name}")).collect();
    format!("{RECOUNTED}.key = {resource}.key AND ({})", differs.join(" OR "))
}
