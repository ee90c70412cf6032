//! Views that show the names of the records that a record refers to, such as `ideas_with_names`.

use std::sync::Arc;

use folkmoot_model::access::{AccessLevel, are_people};

use super::super::references::{Reference, references};
use super::super::table::Table;
use super::Details;
use super::schema::quoted;

/// The separator of several names.
const SEPARATOR: &str = "; ";

/// A column that a view adds.
struct Added {
    name: String,
    expression: String,
    join: String,
}

/// The statements that create the views.
pub(super) fn all(tables: &[Arc<Table>], details: &Details) -> Vec<String> {
    tables.iter().filter_map(|table| view(table, tables, details)).collect()
}

fn view(table: &Table, tables: &[Arc<Table>], details: &Details) -> Option<String> {
    let single = references(table, details.level, &details.resources).into_iter();
    let single =
        single.enumerate().filter_map(|(number, reference)| named(number, &reference, tables, details));
    let added: Vec<Added> = single
        .chain(several(table, tables, details))
        .filter(|added| table.column(&added.name).is_none())
        .collect();
    if added.is_empty() {
        return None;
    }
    let name = table.name();
    let columns: Vec<String> =
        added.iter().map(|added| format!("{} AS {}", added.expression, quoted(&added.name))).collect();
    let joins: String = added.iter().map(|added| added.join.as_str()).collect();
    Some(format!(
        "CREATE VIEW {} AS\nSELECT this.*,\n  {}\nFROM {} AS this{joins};",
        quoted(&format!("{name}_with_names")),
        columns.join(",\n  "),
        quoted(name),
    ))
}

/// The name of the record that a column refers to.
fn named(number: usize, reference: &Reference, tables: &[Arc<Table>], details: &Details) -> Option<Added> {
    let target = find(tables, reference.target.names.plural)?;
    let alias = format!("other{number}");
    let (suffix, expression) = name_of(target, &alias, details.level)?;
    let column = reference.column;
    let name = format!("{}_{suffix}", column.strip_suffix("_id").unwrap_or(column));
    let (table, column) = (quoted(target.name()), quoted(column));
    let join = format!("\n  LEFT JOIN {table} AS {alias} ON {alias}.id = this.{column}");
    Some(Added { name, expression, join })
}

/// The names of the records that are joined to a record by tables without an id, such as the topics of an idea.
fn several<'a>(
    table: &'a Table,
    tables: &'a [Arc<Table>],
    details: &'a Details,
) -> impl Iterator<Item = Added> + 'a {
    let joining = tables.iter().filter(|joining| !joining.resource.has_id());
    joining.filter_map(move |joining| {
        let references = references(joining, details.level, &details.resources);
        let is_own = |reference: &&Reference| std::ptr::eq(reference.target, table.resource);
        let own = references.iter().find(is_own)?;
        let other = references.iter().find(|reference| !is_own(reference))?;
        let target = find(tables, other.target.names.plural)?;
        let (suffix, expression) = name_of(target, "other", details.level)?;
        let [joins, others] = [joining.name(), target.name()].map(quoted);
        let [own, key] = [own.column, other.column].map(quoted);
        let expression = format!(
            "(SELECT group_concat(name, '{SEPARATOR}') FROM (SELECT {expression} AS name FROM {joins} AS joined \
             JOIN {others} AS other ON other.id = joined.{key} WHERE joined.{own} = this.id ORDER BY name))"
        );
        let name = format!("{}_{suffix}s", target.resource.names.singular);
        Some(Added { name, expression, join: String::new() })
    })
}

/// The column with the name of a record, and its expression over an alias; `None` if the level sees no name.
fn name_of(table: &Table, alias: &str, level: AccessLevel) -> Option<(&'static str, String)> {
    if are_people(table.resource) {
        let name =
            format!("trim(coalesce({alias}.first_name, '') || ' ' || coalesce({alias}.last_name, ''))");
        return (level == AccessLevel::Full).then_some(("name", name));
    }
    let column = ["title", "name", "subject"].into_iter().find(|name| table.column(name).is_some())?;
    Some((column, format!("{alias}.{column}")))
}

fn find<'a>(tables: &'a [Arc<Table>], name: &str) -> Option<&'a Table> {
    tables.iter().map(|table| &**table).find(|table| table.name() == name)
}
