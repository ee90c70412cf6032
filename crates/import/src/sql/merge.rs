//! Statements that write the staged rows of a resource into its table, and that compute derived columns again.

use folkmoot_model::resource::columns::{ColumnType, IMPORTED_COUNTERS};
use folkmoot_model::resource::{Derived, Field, PLATFORM_DAY, Resource, Source};
use folkmoot_model::resources::DELETED_ITEMS;

use super::changes::changed_values;
use super::observed::Difference;
use super::tables::{LINE, RETAINED, changed_keys, existing_records, pending_rows};
use super::{
    CHANGED, EXISTING, NEW_VALUES, PENDING, PREVIOUS, REFERRING, STAGED, STORED, STORED_TARGET, THIS, planned,
};
use crate::context::DayChange;
use crate::shape::{Column, PARTIAL_BIT, Reference, Shape};

/// A column that a file may change.
pub struct UpdatedColumn {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: ColumnType,
    /// Whether it is computed from other records and never given.
    pub is_only_derived: bool,
    /// Its new value, over the aliases `this` and `stored`.
    pub value: String,
    /// The value that it has, over the alias `stored`.
    pub stored: String,
}

impl UpdatedColumn {
    /// The columns that the file of a resource may change.
    pub fn all(shape: &Shape) -> Vec<Self> {
        let given = shape.columns.iter().filter(|column| !column.is_derived() && !shape.identifies(column));
        let given = given.map(|column| Self::new(column.field, format!("{THIS}.{}", column.name)));
        let derived = shape.derived().map(|(field, derived)| Self::new(field, rederived(field, derived)));
        let mut columns: Vec<_> = given.chain(derived).collect();
        if shape.resource.counted().next().is_some() {
            columns.push(Self {
                name: IMPORTED_COUNTERS.to_owned(),
                kind: ColumnType::Integer,
                is_only_derived: false,
                value: format!("{THIS}.{IMPORTED_COUNTERS}"),
                stored: format!("{STORED}.{IMPORTED_COUNTERS}"),
            });
        }
        columns
    }

    /// The columns, to say what access levels observe of their changes.
    pub fn differences(columns: &[Self]) -> Vec<Difference> {
        columns.iter().map(|column| Difference { column: column.name.clone(), kind: column.kind }).collect()
    }

    fn new(field: &Field, value: String) -> Self {
        let column = field.column();
        let is_only_derived = matches!(field.source, Source::Derived(derived) if !derived.may_be_given);
        let stored = format!("{STORED}.{}", column.name);
        Self { name: column.name, kind: column.kind, is_only_derived, value, stored }
    }
}

/// A derived value of the row `this`, or the value of `stored` where that is permanent or the expression gives none.
pub fn rederived(field: &Field, derived: Derived) -> String {
    let stored = format!("{STORED}.{}", field.name);
    let value =
        if field.nullable { derived.sql.to_owned() } else { format!("COALESCE({}, {stored})", derived.sql) };
    match derived.permanent {
        Some(permanent) => format!("CASE WHEN {stored} = '{permanent}' THEN {stored} ELSE {value} END"),
        None => value,
    }
}

/// The end of a subquery whose expressions are evaluated once for each row. Otherwise both databases put them in place of every use of their
/// names, and look up the same record several times.
const EVALUATED_ONCE: &str = "LIMIT 9223372036854775807 OFFSET 0";

/// Inserts the rows that are not stored, in [`insertion_order`]. `some_exist`: whether any staged row has a stored record, so that
/// the table of pending rows has the others. `day` cuts a timestamp to the day.
pub fn insert(shape: &Shape, some_exist: bool, day: &dyn Fn(&str) -> String) -> String {
    let plural = shape.resource.names.plural;
    let mut columns: Vec<String> = Vec::new();
    let mut values: Vec<String> = Vec::new();
    for column in shape.columns.iter().filter(|column| !column.is_derived()) {
        columns.push(column.name.clone());
        values.push(format!("{THIS}.{}", column.name));
    }
    for (field, derived) in shape.derived() {
        columns.push(field.column_name());
        values.push(derived.sql.to_owned());
    }
    if let Some(bits) = planned::given_counters(shape, THIS) {
        columns.push(IMPORTED_COUNTERS.to_owned());
        values.push(bits);
    }
    let staged = format!("{} AS {THIS}", shape.staging_table());
    let new = if some_exist {
        format!(
            "{} AS {PENDING} CROSS JOIN {staged} WHERE {PENDING}.key IS NULL AND {THIS}.{LINE} = {PENDING}.{LINE}",
            pending_rows(plural)
        )
    } else {
        staged
    };
    let rows: Vec<String> =
        values.iter().zip(&columns).map(|(value, name)| format!("{value} AS {name}")).collect();
    let columns = columns.join(", ");
    format!(
        "INSERT INTO {plural} ({columns}) SELECT {columns} FROM
           (SELECT {}, {THIS}.{LINE} AS {LINE} FROM {new} {EVALUATED_ONCE}) AS {THIS} ORDER BY {}",
        rows.join(", "),
        insertion_order(shape.resource, day)
    )
}

/// The order in which new rows are stored, over the alias `this` with the columns of the resource and the
/// number of the line. It is the order of lists, so that the rows of a page are stored together. The keys of
/// rows whose timestamps are cut must not show which row of a day was first: the change feed lists rows of
/// one write in the order of keys. `day` cuts a timestamp to the day.
pub fn insertion_order(resource: &Resource, day: &dyn Fn(&str) -> String) -> String {
    let at = format!("{THIS}.{}", resource.order_column());
    // The feed does not contain tombstones.
    let cut = resource.timestamps_cut_where.filter(|_| resource.names.plural != DELETED_ITEMS.names.plural);
    let Some(cut) = cut else { return format!("{at}, {THIS}.{LINE}") };
    let ids = resource.identity().iter().map(|id| format!("{THIS}.{id}"));
    if cut == "TRUE" {
        return [day(&at)].into_iter().chain(ids).collect::<Vec<_>>().join(", ");
    }
    let if_cut = |value: &str, other: &str| format!("CASE WHEN {cut} THEN {value} ELSE {other} END");
    // The databases sort null differently.
    let mut order = vec![if_cut(&day(&at), &at), if_cut("1", "0")];
    order.extend(ids.map(|id| if_cut(&id, "NULL")));
    order.push(format!("{THIS}.{LINE}"));
    order.join(", ")
}

/// The table of the stored rows that are to change, each with its key and its new values.
pub fn differing_table(resource: &Resource) -> String {
    format!("differing_{}", resource.names.plural)
}

/// Creates [`differing_table`] from the query [`differing_rows`].
pub fn create_differing(resource: &Resource, query: &str) -> String {
    format!("CREATE TEMP TABLE {} AS {query}", differing_table(resource))
}

/// Adds the rows that are not stored to the pending ones.
pub fn add_new(shape: &Shape) -> String {
    let plural = shape.resource.names.plural;
    format!(
        "INSERT INTO {} ({LINE}) SELECT {THIS}.{LINE} FROM {} AS {THIS} WHERE {}",
        pending_rows(plural),
        shape.staging_table(),
        planned::is_new(&existing_records(plural))
    )
}

/// Adds the rows of the query [`differing_rows`] to the pending ones.
pub fn add_differing(resource: &Resource, query: &str) -> String {
    let pending = pending_rows(resource.names.plural);
    format!("INSERT INTO {pending} ({LINE}, key) SELECT {LINE}, key FROM ({query}) AS differing")
}

/// The query of the stored rows that are to change, each with its line, its key and its new values. `rows` is the table of
/// the lines and keys that are compared.
///
/// `retained_columns` has the bits of all columns that some line leaves out; `comparable` makes a value of a type
/// comparable.
pub fn differing_rows(
    shape: &Shape,
    rows: &str,
    retained_columns: i64,
    columns: &[UpdatedColumn],
    comparable: &dyn Fn(ColumnType, &str) -> String,
) -> String {
    let (plural, staging) = (shape.resource.names.plural, shape.staging_table());
    let composed = shape.columns.iter().enumerate();
    let composed = composed.map(|(position, column)| composed_value(retained_columns, position, column));
    let mut composed: Vec<String> = composed.collect();
    if let Some(bits) = planned::given_counters(shape, STAGED) {
        let is_partial = format!("({STAGED}.{RETAINED} & {PARTIAL_BIT}) <> 0");
        composed.push(format!(
            "CASE WHEN {is_partial} THEN {PREVIOUS}.{IMPORTED_COUNTERS} | {bits} ELSE {bits} END AS {IMPORTED_COUNTERS}"
        ));
    }
    let selected = columns.iter().map(|column| format!("{} AS {}", column.value, column.name));
    let selected: Vec<String> = selected.collect();
    let differs = columns.iter().map(|UpdatedColumn { kind, value, stored, .. }| {
        format!("{} IS DISTINCT FROM {}", comparable(*kind, stored), comparable(*kind, value))
    });
    let differs: Vec<String> = differs.collect();
    format!(
        "SELECT {THIS}.{LINE} AS {LINE}, {THIS}.key AS key, {}
         FROM (SELECT {EXISTING}.{LINE} AS {LINE}, {EXISTING}.key AS key, {} FROM {rows} AS {EXISTING} CROSS JOIN {staging} AS {STAGED}
               CROSS JOIN {plural} AS {PREVIOUS}
               WHERE {STAGED}.{LINE} = {EXISTING}.{LINE} AND {PREVIOUS}.key = {EXISTING}.key) AS {THIS}
         CROSS JOIN {plural} AS {STORED} WHERE {STORED}.key = {THIS}.key AND ({})",
        selected.join(", "),
        composed.join(", "),
        differs.join(" OR ")
    )
}

/// The value that a record will have in a column: what its line gives or means, or the stored value that it retains.
fn composed_value(retained_columns: i64, position: usize, column: &Column) -> String {
    let (bit, name) = (1_i64 << position, &column.name);
    let mut value = format!("{STAGED}.{name}");
    if retained_columns & bit != 0 {
        value =
            format!("CASE WHEN ({STAGED}.{RETAINED} & {bit}) <> 0 THEN {PREVIOUS}.{name} ELSE {value} END");
    }
    if let Source::Derived(Derived { permanent: Some(permanent), .. }) = column.field.source {
        value =
            format!("CASE WHEN {PREVIOUS}.{name} = '{permanent}' THEN {PREVIOUS}.{name} ELSE {value} END");
    }
    format!("{value} AS {name}")
}

/// In how many rows of [`differing_table`] each column differs from the stored value.
pub fn count_differences(
    resource: &Resource,
    columns: &[UpdatedColumn],
    comparable: &dyn Fn(ColumnType, &str) -> String,
) -> String {
    let counts = columns.iter().map(|UpdatedColumn { name, kind, stored, .. }| {
        let new = comparable(*kind, &format!("{NEW_VALUES}.{name}"));
        format!("COUNT(CASE WHEN {} IS DISTINCT FROM {new} THEN 1 END)", comparable(*kind, stored))
    });
    let counts: Vec<String> = counts.collect();
    format!(
        "SELECT {} FROM {} AS {NEW_VALUES} CROSS JOIN {} AS {STORED} WHERE {STORED}.key = {NEW_VALUES}.key",
        counts.join(", "),
        differing_table(resource),
        resource.names.plural
    )
}

/// Updates a resource's rows with the values of a table that has their keys and the columns of these names.
pub fn update_from<'a>(resource: &Resource, source: &str, columns: impl Iterator<Item = &'a str>) -> String {
    let plural = resource.names.plural;
    let set: Vec<String> = columns.map(|name| format!("{name} = {source}.{name}")).collect();
    format!("UPDATE {plural} SET {} FROM {source} WHERE {source}.key = {plural}.key", set.join(", "))
}

/// The table of the stored rows whose derived columns change, each with its key and its new values.
pub const REDERIVED: &str = "rederived_rows";

/// The rows whose derived state of votes may change with the day. A vote that has ended does not begin again
/// on a later day. Where other tables decide the state too, most rows follow from these.
fn keys_of_day(resource: &Resource, field: &Field, derived: Derived, change: DayChange) -> Option<String> {
    let (plural, name) = (resource.names.plural, field.name);
    match change {
        DayChange::None => None,
        DayChange::Forward if derived.tables.len() > 1 => {
            Some(format!("SELECT key FROM {plural} WHERE {name} = 'running'"))
        }
        DayChange::Forward | DayChange::Back => Some(format!("SELECT key FROM {plural}")),
    }
}

/// Creates [`REDERIVED`]: the stored rows of a resource whose derived `columns` are different now. Considered
/// are rows that refer by `references` to a changed row or share a value with a row that they also read, and
/// changed rows; if the day changed, all rows, for columns that the current day decides. `newest` returns the
/// greatest key of a table before the import. `is_pending`: whether lines of a file wait in [`pending_rows`]. What is permanent
/// in their records follows from these lines alone: a record that leaves its phase does not follow it.
pub fn create_rederived(
    resource: &Resource,
    columns: &[(&Field, Derived)],
    references: &[Reference],
    newest: &dyn Fn(&str) -> i64,
    day_change: DayChange,
    is_pending: bool,
) -> String {
    let plural = resource.names.plural;
    // A row of the resource itself that is marked as changed has lost a reference to a removed record.
    let mut keys = vec![format!("SELECT key FROM {}", changed_keys(plural))];
    keys.extend(references.iter().map(|reference| {
        let table = reference.target.names.plural;
        format!(
            "SELECT {REFERRING}.key FROM {} AS {CHANGED} CROSS JOIN {table} AS {STORED_TARGET}
             CROSS JOIN {plural} AS {REFERRING}
             WHERE {STORED_TARGET}.key = {CHANGED}.key AND {CHANGED}.is_read AND {REFERRING}.{} = {STORED_TARGET}.id AND {}",
            changed_keys(table),
            reference.field.name,
            reference.condition(REFERRING)
        )
    }));
    for (field, derived) in columns {
        if derived.tables.contains(&PLATFORM_DAY) {
            keys.extend(keys_of_day(resource, field, *derived, day_change));
        }
        if let Some((table, column)) = derived.also {
            keys.push(format!(
                "SELECT {REFERRING}.key FROM ({}) AS named
                 CROSS JOIN {plural} AS {REFERRING} WHERE {REFERRING}.{column} = named.value",
                changed_values(table, column, newest(table))
            ));
        }
    }
    // A join would read all pending rows for each row.
    let awaits_line =
        format!("{THIS}.key IN (SELECT key FROM {} WHERE key IS NOT NULL)", pending_rows(plural));
    let awaits_lines = is_pending && columns.iter().any(|(_, derived)| derived.permanent.is_some());
    let value = |(field, derived): &(&Field, Derived)| {
        let mut value = rederived(field, *derived);
        if awaits_lines && derived.permanent.is_some() {
            value = format!("CASE WHEN {awaits_line} THEN {STORED}.{} ELSE {value} END", field.name);
        }
        (field.name, value)
    };
    let values: Vec<_> = columns.iter().map(value).collect();
    let selected: Vec<String> = values.iter().map(|(name, value)| format!("{value} AS {name}")).collect();
    let differs: Vec<String> =
        values.iter().map(|(name, value)| format!("{STORED}.{name} IS DISTINCT FROM {value}")).collect();
    format!(
        "CREATE TEMP TABLE {REDERIVED} AS SELECT {THIS}.key AS key, {} FROM {plural} AS {THIS}
         CROSS JOIN {plural} AS {STORED}
         WHERE {THIS}.key IN ({}) AND {STORED}.key = {THIS}.key AND ({})",
        selected.join(", "),
        keys.join(" UNION "),
        differs.join(" OR ")
    )
}

#[cfg(test)]
mod tests {
    use folkmoot_model::resource::Derived;
    use folkmoot_model::resources::RESOURCES;

    use crate::shape::derived;

    /// A stored row that was not pending is not compared again after the records change from which its columns are derived. What
    /// is derived from its stored value must be the same as what is derived from a line without this value: the project of
    /// a basket's phase comes first, and a survey remains one.
    #[test]
    fn columns_that_lines_may_give_are_derived_from_other_records_only_where_that_makes_no_difference() {
        let is_read = |derived: &Derived| derived.may_be_given && !derived.tables.is_empty();
        let found = RESOURCES.iter().flat_map(|resource| {
            let found = derived(resource).filter(move |(_, derived)| is_read(derived));
            found.map(|(field, _)| format!("{} {}", resource.names.plural, field.name))
        });
        assert_eq!(found.collect::<Vec<_>>(), ["ideas type", "baskets project_id"]);
    }
}
