//! Statements that count the stored records that become visible to readers who do not see them now.
//!
//! A dry run finds them without writing: for each resource, after the resources that it refers to, it
//! computes the columns on which visibility depends in the rows that the import changes or whose referenced
//! records change. The declarations determine these columns.

use std::collections::{BTreeMap, BTreeSet};

use folkmoot_model::resource::{Derived, Field, PLATFORM_DAY, Resource, Source};
use folkmoot_model::resources::{DELETED_ITEMS, RESOURCES};
use folkmoot_store::audience::{RECORD_REASONS, record_reasons};

use super::planned::{is_removed, with_table_renamed};
use super::tables::{LINE, RETAINED, changed_keys, staging_table};
use super::{CHANGED, PREVIOUS, REFERRING, STAGED, STORED, STORED_TARGET, THIS, TOMBSTONE, withdrawn_votes};
use crate::shape::{Reference, Shape, derived, references, resource_named};

/// The columns on which visibility depends, by the plural of the resource.
pub type DecidingColumns = BTreeMap<&'static str, BTreeSet<String>>;

/// All columns on which the visibility of records depends: their own columns, or the columns from which these
/// are derived.
pub fn deciding_columns() -> DecidingColumns {
    let own = RESOURCES.iter().map(|resource| {
        let columns = members(&record_reasons(resource, THIS), THIS);
        (resource.names.plural, columns)
    });
    let mut columns: DecidingColumns = own.collect();
    for resource in RESOURCES.iter().rev() {
        for (_, derived) in deciding_derived(resource, &columns) {
            for table in derived.tables {
                columns.entry(table).or_default().extend(members(derived.sql, table));
            }
            if let Some((table, column)) = derived.also {
                columns.entry(table).or_default().insert(column.to_owned());
            }
        }
    }
    columns
}

fn deciding_derived(
    resource: &'static Resource,
    columns: &DecidingColumns,
) -> Vec<(&'static Field, Derived)> {
    let is_deciding = |field: &Field| columns[resource.names.plural].contains(&field.column_name());
    derived(resource).filter(|(field, _)| is_deciding(field)).collect()
}

/// The columns of an alias or a table that SQL reads.
fn members(sql: &str, of: &str) -> BTreeSet<String> {
    let is_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let prefix = format!("{of}.");
    let found = sql.match_indices(&prefix).filter(|(start, _)| !sql[..*start].ends_with(is_word));
    found
        .map(|(start, _)| {
            sql[start + prefix.len()..].chars().take_while(|&character| is_word(character)).collect()
        })
        .collect()
}

/// The planned values of the deciding columns of one resource.
pub struct PlannedVisibility<'a> {
    shape: &'a Shape,
    resource: &'static Resource,
    /// The deciding columns but the id, each with its value over the alias `this`.
    values: Vec<(String, String)>,
    derived: Vec<(&'static Field, Derived)>,
    /// The columns of the record itself that the values are computed from.
    inputs: BTreeSet<String>,
    references: Vec<Reference>,
}

impl<'a> PlannedVisibility<'a> {
    /// The planned visibility of a resource; `None` if nothing depends on it.
    pub fn new(shape: &'a Shape, columns: &DecidingColumns) -> Option<Self> {
        let resource = shape.resource;
        let names = columns.get(resource.names.plural)?.iter().filter(|name| *name != "id");
        let derived = deciding_derived(resource, columns);
        let mut inputs = BTreeSet::new();
        let value = |name: &String| {
            let derived = derived.iter().find(|(field, _)| field.column_name() == *name);
            let own = || (format!("{THIS}.{name}"), BTreeSet::from([name.clone()]));
            let (value, read) =
                derived.map_or_else(own, |(_, derived)| (planned(*derived), members(derived.sql, THIS)));
            inputs.extend(read);
            (name.clone(), value)
        };
        let values: Vec<_> = names.map(value).collect();
        let references = references(resource);
        (!values.is_empty()).then_some(Self { shape, resource, values, derived, inputs, references })
    }

    /// The table of the stored rows whose deciding columns change, with their new values.
    pub fn table(&self) -> String {
        planned_table(self.resource.names.plural)
    }

    /// The columns of [`Self::table`], with placeholders of types.
    pub fn table_columns(&self) -> String {
        let columns = self.values.iter().map(|(name, _)| format!("{name} {}", self.kind(name)));
        format!("key {{integer}} PRIMARY KEY, id {{uuid}} UNIQUE{}", further(columns))
    }

    /// The table of the keys of rows whose deciding columns may change.
    pub fn candidates_table(&self) -> String {
        format!("visibility_candidates_{}", self.resource.names.plural)
    }

    /// Fills [`Self::candidates_table`]: with stored rows of which the file changes an input, that refer to a changed or
    /// removed record, that share a value with one, or that depend on the day. `None` if `filled`, the tables of the import
    /// that have rows, allow none of these.
    pub fn find_candidates(&self, filled: &BTreeSet<String>, day_changes: bool) -> Option<String> {
        let plural = self.resource.names.plural;
        let staging = staging_table(self.resource);
        let mut keys = Vec::new();
        if filled.contains(&staging) {
            let differs =
                |name: &String| format!("{} IS DISTINCT FROM {PREVIOUS}.{name}", self.composed(name));
            keys.push(format!(
                "SELECT {PREVIOUS}.key FROM {staging} AS {STAGED} CROSS JOIN {plural} AS {PREVIOUS}
                 WHERE {PREVIOUS}.id = {STAGED}.id AND ({})",
                self.inputs.iter().map(differs).collect::<Vec<_>>().join(" OR ")
            ));
        }
        let referring = |values: &str, column: &str, condition: &str| {
            format!(
                "SELECT {REFERRING}.key FROM ({values}) AS {CHANGED} CROSS JOIN {plural} AS {REFERRING}
                 WHERE {REFERRING}.{column} = {CHANGED}.value AND {condition}"
            )
        };
        for reference in self.references.iter().filter(|reference| self.inputs.contains(reference.field.name))
        {
            let (table, column) = (planned_table(reference.target.names.plural), reference.field.name);
            let condition = reference.condition(REFERRING);
            if self.reads(reference.target) && filled.contains(&table) {
                keys.push(referring(&format!("SELECT id AS value FROM {table}"), column, &condition));
            }
            if reference.field.nullable && filled.contains(&staging_table(DELETED_ITEMS)) {
                keys.push(referring(&removed_values(reference.target, "id"), column, &condition));
            }
        }
        for (_, derived) in &self.derived {
            if let Some((table, column)) = derived.also {
                let values = shared_values(table, column, filled);
                keys.extend(values.iter().map(|values| referring(values, column, "TRUE")));
            }
            if day_changes && derived.tables.contains(&PLATFORM_DAY) {
                keys.push(format!("SELECT key FROM {plural}"));
            }
        }
        let insert = || format!("INSERT INTO {} (key) {}", self.candidates_table(), keys.join(" UNION "));
        (!keys.is_empty()).then(insert)
    }

    fn reads(&self, resource: &Resource) -> bool {
        self.derived.iter().any(|(_, derived)| derived.tables.contains(&resource.names.plural))
    }

    /// Fills [`Self::table`].
    pub fn find_changed(&self) -> String {
        let plural = self.resource.names.plural;
        let inputs = self.inputs.iter().filter(|name| *name != "id");
        let composed = further(inputs.map(|name| format!("{} AS {name}", self.composed(name))));
        let is_derived =
            |name: &str| self.derived.iter().any(|(field, _)| field.name == name && !field.nullable);
        let value = |(name, value): &(String, String)| {
            let or_stored = || format!("COALESCE({value}, {STORED}.{name})");
            (name.clone(), if is_derived(name) { or_stored() } else { value.clone() })
        };
        let values: Vec<(String, String)> = self.values.iter().map(value).collect();
        let selected = further(values.iter().map(|(name, value)| format!("{value} AS {name}")));
        let differ = values.iter().map(|(name, value)| format!("{STORED}.{name} IS DISTINCT FROM {value}"));
        format!(
            "INSERT INTO {} (key, id{}) SELECT {THIS}.key, {THIS}.id{selected} FROM (
               SELECT {PREVIOUS}.key AS key, {PREVIOUS}.id AS id{composed} FROM {} AS {CHANGED}
               CROSS JOIN {plural} AS {PREVIOUS} LEFT JOIN {} AS {STAGED} ON {STAGED}.id = {PREVIOUS}.id
               WHERE {PREVIOUS}.key = {CHANGED}.key) AS {THIS}
             CROSS JOIN {plural} AS {STORED} WHERE {STORED}.key = {THIS}.key AND ({}) AND NOT {}",
            self.table(),
            self.names(),
            self.candidates_table(),
            staging_table(self.resource),
            differ.collect::<Vec<_>>().join(" OR "),
            is_removed(self.resource, &format!("{STORED}.id"))
        )
    }

    /// Creates the view of the deciding columns of all records after the import: changed, unchanged and new
    /// rows. Has placeholders of types: SQLite uses an index through the view only if its parts have the same
    /// types.
    pub fn create_view(&self) -> String {
        let (plural, table, names) = (self.resource.names.plural, self.table(), self.names());
        let new =
            self.values.iter().map(|(name, value)| format!("CAST({value} AS {}) AS {name}", self.kind(name)));
        let new = further(new);
        format!(
            "CREATE TEMP VIEW {} AS SELECT id{names} FROM {table}
             UNION ALL SELECT id{names} FROM {plural} AS {STORED}
               WHERE NOT EXISTS (SELECT 1 FROM {table} AS {CHANGED} WHERE {CHANGED}.key = {STORED}.key) AND NOT {}
             UNION ALL SELECT id{new} FROM {} AS {THIS}
               WHERE NOT EXISTS (SELECT 1 FROM {plural} AS {STORED} WHERE {STORED}.id = {THIS}.id)",
            future(plural),
            is_removed(self.resource, &format!("{STORED}.id")),
            staging_table(self.resource)
        )
    }

    /// Counts the rows of [`Self::table`], see [`count_changed`].
    pub fn count(&self) -> String {
        let now = record_reasons(self.resource, CHANGED);
        count_by_reasons(self.resource, &self.table(), &record_reasons(self.resource, STORED), &now)
    }

    /// The placeholder of the type of a deciding column.
    fn kind(&self, name: &str) -> &'static str {
        let column = self.resource.columns().into_iter().find(|column| column.name == name);
        column.map_or("{text}", |column| column.kind.placeholder())
    }

    /// The names of the deciding columns but the id, each after a comma.
    fn names(&self) -> String {
        further(self.values.iter().map(|(name, _)| name.clone()))
    }

    /// The value that a record will have in one of its own columns, over the aliases `previous` and `staged`, which may have no
    /// row.
    fn composed(&self, name: &str) -> String {
        let mut retained = format!("{PREVIOUS}.{name}");
        let mut nullable = self.references.iter().filter(|reference| reference.field.nullable);
        if let Some(reference) = nullable.find(|reference| reference.field.name == name) {
            let removed = is_removed(reference.target, &retained);
            retained = format!("CASE WHEN {removed} THEN NULL ELSE {retained} END");
        }
        let position = self.shape.columns.iter().position(|column| column.name == name);
        position.map_or_else(|| retained.clone(), |position| {
            let is_retained = format!("({STAGED}.{RETAINED} & {}) <> 0", 1_i64 << position);
            let is_permanent = match self.shape.columns[position].field.source {
                Source::Derived(Derived { permanent: Some(value), .. }) => {
                    format!(" OR {PREVIOUS}.{name} = '{value}'")
                }
                _ => String::new(),
            };
            format!(
                "CASE WHEN {STAGED}.{LINE} IS NULL OR {is_retained}{is_permanent} THEN {retained} ELSE {STAGED}.{name} END"
            )
        })
    }
}

/// Further columns of a list, each after a comma.
fn further(columns: impl Iterator<Item = String>) -> String {
    columns.fold(String::new(), |list, column| list + ", " + &column)
}

/// Creates the view of the planned day, of which `query` is the query.
pub fn create_day_view(query: &str) -> String {
    format!("CREATE TEMP VIEW {} AS {query}", future(PLATFORM_DAY))
}

/// Creates the table of the votes that no phase will be any more. Has placeholders of types.
pub fn create_withdrawn_table() -> [String; 4] {
    withdrawn_votes::create_planned(&future(withdrawn_votes::WITHDRAWN))
}

/// Counts the days that change: one or none.
pub fn count_changed_days() -> String {
    let planned = future(PLATFORM_DAY);
    format!(
        "SELECT COUNT(*) FROM {PLATFORM_DAY} CROSS JOIN {planned} WHERE {PLATFORM_DAY}.day <> {planned}.day"
    )
}

/// Counts the rows of a resource up to the key `newest` that the import has changed, by the reasons to hide
/// them before and now.
pub fn count_changed(resource: &Resource, newest: i64) -> String {
    let changed = format!("(SELECT * FROM {} WHERE key <= {newest})", changed_keys(resource.names.plural));
    count_by_reasons(resource, &changed, &format!("{CHANGED}.hidden_by"), &record_reasons(resource, STORED))
}

fn count_by_reasons(resource: &Resource, changed: &str, before: &str, now: &str) -> String {
    format!(
        "SELECT before, after, COUNT(*) FROM (
           SELECT {before} & {RECORD_REASONS} AS before, {now} & {RECORD_REASONS} AS after
           FROM {changed} AS {CHANGED} CROSS JOIN {} AS {STORED} WHERE {STORED}.key = {CHANGED}.key) AS reasons
         WHERE before <> after GROUP BY before, after",
        resource.names.plural
    )
}

/// The SQL of a derived column over planned records; needs the views of the tables that it reads.
fn planned(derived: Derived) -> String {
    let renamed = |sql: String, table: &&str| with_table_renamed(&sql, table, &future(table));
    let tables = derived.tables.iter().chain(&[withdrawn_votes::WITHDRAWN]);
    format!("({})", tables.fold(derived.sql.to_owned(), renamed))
}

fn planned_table(plural: &str) -> String {
    format!("visibility_{plural}")
}

fn future(table: &str) -> String {
    format!("future_{table}")
}

/// The values (`value`) of a column of the stored records that tombstones of the import remove.
fn removed_values(resource: &Resource, column: &str) -> String {
    format!(
        "SELECT {STORED_TARGET}.{column} AS value FROM {} AS {TOMBSTONE} CROSS JOIN {} AS {STORED_TARGET}
         WHERE {TOMBSTONE}.type = '{}' AND {STORED_TARGET}.id = {TOMBSTONE}.id",
        staging_table(DELETED_ITEMS),
        resource.names.plural,
        resource.names.deleted_type
    )
}

/// Queries of the values (`value`) of a column in changed, new and removed rows, before and after the import, from the tables
/// that have rows.
fn shared_values(plural: &str, column: &str, filled: &BTreeSet<String>) -> Vec<String> {
    let Some(resource) = resource_named(plural) else { return Vec::new() };
    let (planned, staging) = (planned_table(plural), staging_table(resource));
    let tombstones = staging_table(DELETED_ITEMS);
    let queries = [
        (&planned, format!("SELECT {column} AS value FROM {planned}")),
        (
            &planned,
            format!(
                "SELECT {STORED_TARGET}.{column} AS value FROM {planned} AS planned CROSS JOIN {plural} AS {STORED_TARGET}
                 WHERE {STORED_TARGET}.key = planned.key"
            ),
        ),
        (
            &staging,
            format!(
                "SELECT {STAGED}.{column} AS value FROM {staging} AS {STAGED}
                 WHERE NOT EXISTS (SELECT 1 FROM {plural} AS {STORED_TARGET} WHERE {STORED_TARGET}.id = {STAGED}.id)"
            ),
        ),
        (&tombstones, removed_values(resource, column)),
    ];
    queries.into_iter().filter(|(table, _)| filled.contains(*table)).map(|(_, query)| query).collect()
}

#[cfg(test)]
mod tests {
    use folkmoot_model::resource::DefaultValue;

    use super::*;

    #[test]
    fn stored_records_retain_what_decides_who_sees_them() {
        let columns = deciding_columns();
        let mut retained = Vec::new();
        for shape in RESOURCES.iter().map(|resource| Shape::new(resource)) {
            let Some(planned) = PlannedVisibility::new(&shape, &columns) else { continue };
            for field in shape.resource.fields.iter().filter(|field| planned.inputs.contains(field.name)) {
                let name = format!("{} {}", shape.resource.names.plural, field.name);
                assert!(!matches!(field.default, DefaultValue::Json(_)), "{name} may show a stored record");
                retained.extend(matches!(field.default, DefaultValue::NewRecord(_)).then_some(name));
            }
        }
        retained.sort_unstable();
        let expected = [
            "comments publication_status",
            "email_campaigns manual",
            "ideas publication_status",
            "project_folders publication_status",
            "projects publication_status",
            "projects visible_to",
        ];
        assert_eq!(retained, expected);
    }
}
