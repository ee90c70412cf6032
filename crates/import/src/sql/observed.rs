//! How each access level observes changes: the bits of `changes.hidden_by` that state from whom a change is
//! hidden, and who gets it on the next day. See [`folkmoot_store::audience`].

use folkmoot_model::access::{AccessLevel, Observed, observed, sees_records};
use folkmoot_model::resource::columns::ColumnType;
use folkmoot_model::resource::{Counted, Resource, THIS};
use folkmoot_model::resources::RESOURCES;
use folkmoot_store::audience::{
    DEFERRED_BY_DAY, NO_CHANGE, not_seen_by, not_seen_of_votes, results_hidden_by, unchanged_reasons,
};

use super::counters::Counter;
use super::{NEW_VALUES, STORED};

/// The table of the changed rows in which a level sees the same part of a column as before.
pub const EQUALLY_SHOWN: &str = "equally_shown_values";
/// Its columns.
pub const EQUALLY_SHOWN_COLUMNS: &str =
    "column_name {text} NOT NULL, key {integer} NOT NULL, PRIMARY KEY (column_name, key)";

/// A column with the values before and after a change, as SQL over the aliases `stored` and `new_values`.
#[derive(Debug, Clone)]
pub struct Difference {
    /// The column.
    pub column: String,
    /// Its type.
    pub kind: ColumnType,
}

/// How values are compared.
pub struct Comparison<'a> {
    /// Makes a value of a type comparable.
    pub comparable: &'a dyn Fn(ColumnType, &str) -> String,
    /// Cuts a timestamp to the day.
    pub day: &'a dyn Fn(&str) -> String,
    /// The newest key of a table before the import: whether newer records are public is not known yet.
    pub newest: &'a dyn Fn(&str) -> i64,
}

/// The bits of changes of these columns, as an SQL expression.
pub fn bits(resource: &Resource, differences: &[Difference], comparison: &Comparison<'_>) -> String {
    let levels = AccessLevel::ALL.map(|level| (level, any_differs(level, resource, differences, comparison)));
    let is_common = |difference: &&Difference| {
        let mut levels = AccessLevel::ALL.into_iter().filter(|level| sees_records(*level, resource));
        levels.all(|level| observed(level, resource, &difference.column) == Observed::Value)
    };
    let common = differences.iter().filter(is_common);
    let common = any_of(common.map(|difference| comparison.differs(difference, |value| value)));
    let hidden = levels
        .iter()
        .map(|(level, differs)| format!("(CASE WHEN {differs} THEN 0 ELSE {} END)", not_seen_by(*level)));
    let hidden: Vec<String> = hidden.collect();
    let below_full = levels.iter().filter(|(level, _)| *level < AccessLevel::Full);
    let below_full = any_of(below_full.map(|(_, differs)| differs.clone()));
    format!(
        "(CASE WHEN {common} THEN 0 ELSE {} | (CASE WHEN {below_full} THEN 0 ELSE {} END) END)",
        hidden.join(" | "),
        not_seen_of_votes()
    )
}

/// The bits of a change of one column in any way.
fn bits_of_column(resource: &Resource, column: &str) -> i64 {
    let is_unseen = |level: &AccessLevel| observed(*level, resource, column) == Observed::Nothing;
    let unseen: Vec<AccessLevel> = AccessLevel::ALL.into_iter().filter(is_unseen).collect();
    let of_votes = if unseen.len() < AccessLevel::ALL.len() - 1 { 0 } else { not_seen_of_votes() };
    unseen.into_iter().fold(of_votes, |bits, level| bits | not_seen_by(level))
}

/// The bits of any change of these columns: the bits that the changes of all of them have.
pub fn bits_of_columns<'a>(resource: &Resource, columns: impl Iterator<Item = &'a str>) -> i64 {
    columns.fold(NO_CHANGE, |bits, column| bits & bits_of_column(resource, column))
}

/// The bits of the loss of a reference in a column, as an SQL expression: the public sees only references to public records.
pub fn bits_of_reference(resource: &Resource, column: &str) -> String {
    let bits = bits_of_column(resource, column);
    let Observed::Reference(target, public) = observed(AccessLevel::Public, resource, column) else {
        return bits.to_string();
    };
    // PostgreSQL might read the whole table to answer `EXISTS`.
    format!(
        "(CASE WHEN (SELECT referenced.{public} FROM {target} AS referenced WHERE referenced.id = {STORED}.{column})
         THEN {bits} ELSE {} END)",
        bits | not_seen_by(AccessLevel::Public)
    )
}

/// The condition that a level observes a change of one of these columns.
fn any_differs(
    level: AccessLevel,
    resource: &Resource,
    differences: &[Difference],
    comparison: &Comparison<'_>,
) -> String {
    let seen = differences.iter().filter_map(|difference| match observed(level, resource, &difference.column) {
        Observed::Nothing => None,
        Observed::Value => Some(comparison.differs(difference, |value| value)),
        Observed::Day => Some(comparison.differs(difference, |value| {
            let cut = resource.timestamps_cut_where.unwrap_or("FALSE").replace(&format!("{THIS}."), &format!("{STORED}."));
            format!("CASE WHEN {cut} THEN {} ELSE {value} END", (comparison.day)(&value))
        })),
        Observed::Reference(target, public) => Some(format!(
            "({} AND EXISTS (SELECT 1 FROM {target} AS referenced
             WHERE referenced.id IN ({STORED}.{column}, {NEW_VALUES}.{column})
               AND (referenced.{public} OR referenced.key > {newest})))",
            comparison.differs(difference, |value| value),
            column = difference.column,
            newest = (comparison.newest)(target)
        )),
        Observed::Part(_) => Some(format!(
            "({} AND NOT EXISTS (SELECT 1 FROM {EQUALLY_SHOWN} WHERE {EQUALLY_SHOWN}.column_name = '{}' AND {EQUALLY_SHOWN}.key = {STORED}.key))",
            comparison.differs(difference, |value| value),
            part_name(resource, &difference.column)
        )),
    });
    any_of(seen)
}

/// The name of a column in [`EQUALLY_SHOWN`].
pub fn part_name(resource: &Resource, column: &str) -> String {
    format!("{}.{column}", resource.names.plural)
}

impl Comparison<'_> {
    /// The condition that what `shown` makes of a value differs.
    pub fn differs(&self, difference: &Difference, shown: impl Fn(String) -> String) -> String {
        let Difference { column, kind } = difference;
        let value = |alias: &str| (self.comparable)(*kind, &shown(format!("{alias}.{column}")));
        format!("{} IS DISTINCT FROM {}", value(STORED), value(NEW_VALUES))
    }
}

/// The condition that one of these is true.
pub fn any_of(conditions: impl Iterator<Item = String>) -> String {
    let conditions: Vec<String> = conditions.collect();
    if conditions.is_empty() { "FALSE".to_owned() } else { format!("({})", conditions.join(" OR ")) }
}

/// The bits of changes of counters, as an SQL expression: the bits of each counter that differs.
pub fn bits_of_counters(resource: &Resource, counters: &[Counter]) -> String {
    let mut steps: Vec<(String, String)> = Vec::new();
    for (name, counted) in counters {
        let Some(field) = resource.field(name) else { continue };
        if field.is_vote_result {
            continue;
        }
        if let Some(public) = field.public_counter {
            let deferred = deferred(counted).map_or_else(
                || "0".to_owned(),
                |always| {
                    if always {
                        return DEFERRED_BY_DAY.to_string();
                    }
                    // A record that the public does not see caused the change.
                    format!("(CASE WHEN {} THEN 0 ELSE {DEFERRED_BY_DAY} END)", differs(public))
                },
            );
            steps.push((differs(name), format!("{} | {deferred}", not_seen_by(AccessLevel::Public))));
        } else if field.is_returned {
            let deferred = if deferred(counted) == Some(true) { DEFERRED_BY_DAY } else { 0 };
            steps.push((differs(name), deferred.to_string()));
        } else if resource.fields.iter().any(|field| field.public_counter == Some(*name)) {
            let others = AccessLevel::ALL.into_iter().filter(|level| *level > AccessLevel::Public);
            let others = others.fold(0, |bits, level| bits | not_seen_by(level));
            steps.push((differs(name), others.to_string()));
        }
    }
    steps.extend(results(resource, counters));
    steps.extend(states(resource, counters));
    let steps =
        steps.iter().map(|(differs, bits)| format!("(CASE WHEN {differs} THEN {bits} ELSE {NO_CHANGE} END)"));
    let steps: Vec<String> = steps.collect();
    if steps.is_empty() { "0".to_owned() } else { format!("({})", steps.join(" & ")) }
}

/// Whether the counted records have cut timestamps: all (`true`), or some (`false`); `None` if none have.
fn deferred(counted: &Counted) -> Option<bool> {
    let resource = RESOURCES.iter().find(|resource| resource.names.plural == counted.table)?;
    resource.timestamps_cut_where.map(|cut| cut == "TRUE")
}

/// The results of votes: each audience observes them without the parts that are secret to it.
fn results(resource: &Resource, counters: &[Counter]) -> Option<(String, String)> {
    let results = resource.counted().filter(|field| field.is_vote_result);
    let results: Vec<_> =
        results.filter(|field| counters.iter().any(|(name, _)| *name == field.name)).collect();
    let hidden = results_hidden_by(resource, STORED)?;
    if results.is_empty() {
        return None;
    }
    let all = results.iter().map(|field| differs(field.name));
    let total = any_of(all.clone());
    let parts = results.iter().filter_map(|field| field.secret_parts);
    let any = any_of(all.chain(parts.flat_map(|parts| [differs(parts.running), differs(parts.ended)])));
    let shown = |is_ended_secret: bool| {
        any_of(results.iter().map(|field| {
            let value = |alias: &str| match field.secret_parts {
                Some(parts) if is_ended_secret => {
                    format!("{alias}.{} - {alias}.{} - {alias}.{}", field.name, parts.running, parts.ended)
                }
                Some(parts) => format!("{alias}.{} - {alias}.{}", field.name, parts.running),
                None => format!("{alias}.{}", field.name),
            };
            format!("{} <> {}", value(STORED), value(NEW_VALUES))
        }))
    };
    let bits = format!(
        "{DEFERRED_BY_DAY} | {hidden} | {} | (CASE WHEN {total} THEN 0 ELSE {} END)",
        unchanged_reasons(&shown(false), &shown(true)),
        not_seen_by(AccessLevel::Full)
    );
    Some((any, bits))
}

/// The counters that decide whether votes are secret: an audience observes that they become secret, or public.
fn states(resource: &Resource, counters: &[Counter]) -> Option<(String, String)> {
    let voting = resource.voting.filter(|voting| !voting.hides_records)?;
    let deciding = counters.iter().filter(|(name, _)| voting.state.contains(&format!("{THIS}.{name} ")));
    let deciding: Vec<String> = deciding.map(|(name, _)| differs(name)).collect();
    if deciding.is_empty() {
        return None;
    }
    let (before, after) = (results_hidden_by(resource, STORED)?, results_hidden_by(resource, NEW_VALUES)?);
    let changes = |bit: i64| format!("({before} & {bit}) <> ({after} & {bit})");
    let bits =
        format!("{} | {}", unchanged_reasons(&changes(1), &changes(2)), not_seen_by(AccessLevel::Full));
    Some((any_of(deciding.into_iter()), bits))
}

fn differs(counter: &str) -> String {
    format!("{STORED}.{counter} <> {NEW_VALUES}.{counter}")
}
