//! The state that an import will produce, as conditions and expressions over staged and stored rows.

use folkmoot_model::resource::{Derived, Field, FieldType, Resource};
use folkmoot_model::resources::DELETED_ITEMS;

use super::tables::{GIVEN, LINE, RETAINED, staging_table};
use super::{EXISTING, INVALID, STAGED, STAGED_TARGET, STORED, THIS, TOMBSTONE, equal_columns};
use crate::shape::{Column, PARTIAL_BIT, Shape, resource_named};

/// The condition that the row `alias` of a resource with ids stays as it is: no staged row replaces it, and no tombstone
/// of the import removes it.
pub fn is_untouched(resource: &Resource, alias: &str) -> String {
    format!(
        "NOT EXISTS (SELECT 1 FROM {} AS {STAGED_TARGET} WHERE {STAGED_TARGET}.id = {alias}.id) AND NOT {}",
        staging_table(resource),
        is_removed(resource, &format!("{alias}.id"))
    )
}

/// The condition that a tombstone of the import removes the record with this id.
pub fn is_removed(resource: &Resource, id: &str) -> String {
    format!(
        "EXISTS (SELECT 1 FROM {} AS {TOMBSTONE} WHERE {TOMBSTONE}.type = '{}' AND {TOMBSTONE}.id = {id})",
        staging_table(DELETED_ITEMS),
        resource.names.deleted_type
    )
}

/// The ids of the records of a resource that tombstones of the import remove.
pub fn removed_ids(resource: &Resource) -> String {
    format!(
        "(SELECT id FROM {} WHERE type = '{}')",
        staging_table(DELETED_ITEMS),
        resource.names.deleted_type
    )
}

/// The value of a derived column of the staged row `this`, read from planned records; needs the views of
/// [`create_view`].
pub fn derived(derived: Derived) -> String {
    let tables = derived.tables.iter().filter_map(|table| resource_named(table));
    tables.fold(derived.sql.to_owned(), |sql, resource| {
        with_table_renamed(&sql, resource.names.plural, &view_name(resource))
    })
}

/// The value that a column of the staged row `this` will have.
pub fn column(shape: &Shape, name: &str) -> String {
    match shape.derived().find(|(field, derived)| field.name == name && derived.may_be_given) {
        Some((_, expression)) => format!("({})", derived(expression)),
        None => format!("{THIS}.{name}"),
    }
}

/// Creates the view of a resource's planned records: its staged rows, and the stored ones that stay.
pub fn create_view(resource: &'static Resource) -> String {
    let columns = Shape::new(resource).columns;
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let names = names.join(", ");
    format!(
        "CREATE TEMP VIEW {} AS SELECT {names} FROM {} UNION ALL
         SELECT {names} FROM {} AS {STORED} WHERE {}",
        view_name(resource),
        staging_table(resource),
        resource.names.plural,
        is_untouched(resource, STORED)
    )
}

fn view_name(resource: &Resource) -> String {
    format!("planned_{}", resource.names.plural)
}

/// SQL in which a table has another name.
pub fn with_table_renamed(sql: &str, table: &str, name: &str) -> String {
    let is_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let mut out = String::with_capacity(sql.len());
    let mut rest = sql;
    while let Some(start) = rest.find(table) {
        let (before, after) = (&rest[..start], &rest[start + table.len()..]);
        let whole = !before.ends_with(is_word) && !after.starts_with(is_word);
        out.push_str(before);
        out.push_str(if whole { name } else { table });
        rest = after;
    }
    out + rest
}

/// Copies the stored values of retained columns into the staged rows whose lines omit them; `None` if checks read no such column.
/// `retained_columns` has the bits of all columns that some line omits.
pub fn complete_rows(shape: &Shape, retained_columns: i64) -> Option<String> {
    let has_partial_lines = retained_columns & PARTIAL_BIT != 0;
    let is_completed = |(position, column): &(usize, &Column)| {
        let is_read =
            column.is_retained_by_declaration() || has_partial_lines && !column.is_always_retained();
        retained_columns & 1 << position != 0 && is_read && !shape.identifies(column)
    };
    let set = shape.columns.iter().enumerate().filter(is_completed).map(|(position, column)| {
        let (name, bit) = (&column.name, 1_i64 << position);
        format!("{name} = CASE WHEN ({STAGED}.{RETAINED} & {bit}) <> 0 THEN {STORED}.{name} ELSE {STAGED}.{name} END")
    });
    let (set, staging): (Vec<String>, _) = (set.collect(), shape.staging_table());
    // The cross join makes SQLite look the stored rows up; it would read all of a table with fewer rows than it expects
    // here.
    (!set.is_empty()).then(|| {
        format!(
            "UPDATE {staging} AS {STAGED} SET {} FROM {staging} AS {THIS} CROSS JOIN {} AS {STORED}
             WHERE {THIS}.{LINE} = {STAGED}.{LINE} AND {}",
            set.join(", "),
            shape.resource.names.plural,
            equal_columns(&shape.identity(), THIS, STORED)
        )
    })
}

/// Clears the column at this position in staged rows that must not have a value in it, such as the text of a deleted
/// comment. A partial line no longer retains the stored value.
pub fn clear_column(shape: &Shape, position: usize, column: &Column, field: &str, word: &str) -> String {
    let others = !(1_i64 << position);
    format!(
        "UPDATE {} SET {} = {}, {RETAINED} = {RETAINED} & ({others}) WHERE {field} = '{word}'",
        shape.staging_table(),
        column.name,
        empty_value(column.field)
    )
}

/// The SQL of the value of a cleared field.
pub fn empty_value(field: &Field) -> &'static str {
    match field.kind {
        _ if field.nullable => "NULL",
        FieldType::Text => "''",
        FieldType::Objects => "'[]'",
        _ => "'{}'",
    }
}

/// The bits of the counters that the staged row `alias` gives; `None` if the resource has no counters.
pub fn given_counters(shape: &Shape, alias: &str) -> Option<String> {
    let counted = shape.columns.iter().enumerate().filter(|(_, column)| column.is_counted());
    let bits = counted
        .enumerate()
        .map(|(counter, (position, _))| format!("((({alias}.{GIVEN} >> {position}) & 1) << {counter})"));
    let bits: Vec<String> = bits.collect();
    (!bits.is_empty()).then(|| format!("({})", bits.join(" | ")))
}

/// The condition that the line of the row `this` has no error; `invalid_lines` is that table of the resource.
pub fn is_valid(invalid_lines: &str) -> String {
    format!("NOT EXISTS (SELECT 1 FROM {invalid_lines} AS {INVALID} WHERE {INVALID}.{LINE} = {THIS}.{LINE})")
}

/// The condition that the record of the staged row `this` is not stored; `existing_records` is that table of the resource.
pub fn is_new(existing_records: &str) -> String {
    format!(
        "NOT EXISTS (SELECT 1 FROM {existing_records} AS {EXISTING} WHERE {EXISTING}.{LINE} = {THIS}.{LINE})"
    )
}

#[cfg(test)]
mod tests {
    use super::with_table_renamed;

    #[test]
    fn only_whole_names_are_replaced() {
        let sql = "SELECT phases.id FROM phases WHERE phases.x = this.phases_count AND idea_phases.y";
        assert_eq!(
            with_table_renamed(sql, "phases", "planned"),
            "SELECT planned.id FROM planned WHERE planned.x = this.phases_count AND idea_phases.y"
        );
    }
}
