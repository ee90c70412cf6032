//! The form of a resource's import file: the keys that its records may have, and the columns that these fill.

use std::collections::HashMap;

use folkmoot_database::value::Value;
use folkmoot_model::resource::facets::relations;
use folkmoot_model::resource::{
    DefaultValue, Derived, Field, FieldType, Filter, FilterOperator, Relation, Resource, Source,
};
use folkmoot_model::resources::RESOURCES;

use crate::values;

/// The form of a resource's import file.
#[derive(Debug)]
pub struct Shape {
    /// The resource.
    pub resource: &'static Resource,
    /// The columns that records may give; the position is the bit that marks a column as given.
    pub columns: Vec<Column>,
    /// The lists of ids from which rows of a relation's table are made.
    pub shorthands: Vec<Shorthand>,
    /// Whether the records have bytes.
    pub has_content: bool,
    keys: HashMap<String, usize>,
}

/// A column that records may give.
#[derive(Debug)]
pub struct Column {
    /// Its field.
    pub field: &'static Field,
    /// Its name.
    pub name: String,
    /// Its value if a record does not give it.
    pub absent: Absent,
}

/// The value of a column that a record does not give.
#[derive(Debug)]
pub enum Absent {
    /// None: it must be given.
    Required,
    /// This value.
    Is(Value),
    /// The value of the column at this position.
    SameAs(usize),
    /// The platform's default locale.
    PlatformLocale,
    /// The timestamp of the import.
    Now,
}

/// A list of ids in a record, from which rows of a relation's table are made.
#[derive(Debug)]
pub struct Shorthand {
    /// Its key, which is also the filter's name.
    pub name: &'static str,
    /// The relation.
    pub relation: Relation,
}

impl Shorthand {
    /// Whether the rows of the relation can also be imported with a file of their own.
    pub fn has_file(&self) -> bool {
        resource_named(self.relation.table).is_some()
    }
}

/// A reference of a resource's records that an import gives.
#[derive(Debug, Clone, Copy)]
pub struct Reference {
    /// The field with the id.
    pub field: &'static Field,
    /// The resource of the record that it names.
    pub target: &'static Resource,
    /// The column that decides of which resource the record is, and its value for this target.
    type_column: Option<(&'static str, &'static str)>,
}

impl Reference {
    /// The condition that the row `alias` refers to a record of the target, if it refers to any.
    pub fn condition(&self, alias: &str) -> String {
        match self.type_column {
            None => "TRUE".to_owned(),
            Some((column, word)) => format!("{alias}.{column} = '{word}'"),
        }
    }
}

/// The keys of a file's bytes.
pub const CONTENT_KEYS: [&str; 2] = ["content", "path"];
/// The field with the name of a file.
pub const FILE_NAME: &str = "name";
/// The key of a line that retains the stored values of fields that it omits.
pub const PARTIAL_KEY: &str = "_partial";
/// The bit of the retained columns that marks a line with `"_partial": true`.
pub const PARTIAL_BIT: i64 = 1 << 62;

impl Column {
    /// Whether every line that leaves the column out retains the stored value, even a complete line: the field is declared so,
    /// counters are counted again, columns that are computed from a file's bytes change only with them, the time of the first
    /// import remains, and records as the API returns them lack what it does not return.
    pub fn is_always_retained(&self) -> bool {
        match self.absent {
            Absent::Now => true,
            Absent::Required => !self.field.is_returned,
            _ => self.is_retained_by_declaration() || self.is_counted() || self.is_content(),
        }
    }

    /// Whether its default is for new records only.
    pub fn is_retained_by_declaration(&self) -> bool {
        matches!(self.field.default, DefaultValue::NewRecord(_))
    }

    /// Whether the column repeats another one that a row retains.
    pub fn repeats_retained(&self, retained_columns: i64) -> bool {
        matches!(self.absent, Absent::SameAs(position) if retained_columns & (1 << position) != 0)
    }

    /// Whether the column is a counter.
    pub fn is_counted(&self) -> bool {
        matches!(self.field.source, Source::Counted(_))
    }

    /// Whether the column is computed from a file's bytes.
    pub fn is_content(&self) -> bool {
        matches!(self.field.source, Source::Content(_))
    }

    /// Whether the column is computed by an SQL expression.
    pub fn is_derived(&self) -> bool {
        matches!(self.field.source, Source::Derived(_))
    }
}

impl Shape {
    /// The form of a resource's file.
    pub fn new(resource: &'static Resource) -> Self {
        let fields: Vec<&'static Field> = resource.stored().filter(|field| may_be_given(field)).collect();
        let position = |name: &str| fields.iter().position(|field| field.name == name);
        let column = |field: &&'static Field| Column {
            field,
            name: field.column_name(),
            absent: absent(field, position),
        };
        let columns: Vec<Column> = fields.iter().map(column).collect();
        let shorthands: Vec<Shorthand> = resource.filters.iter().filter_map(shorthand).collect();
        let has_content = columns.iter().any(Column::is_content);
        let keys = positions_of_keys(&columns, &shorthands, has_content);
        Self { resource, columns, shorthands, has_content, keys }
    }

    /// The number of keys that are read.
    pub fn key_count(&self) -> usize {
        self.keys.len()
    }

    /// The position of a key that is read.
    pub fn key(&self, name: &str) -> Option<usize> {
        self.keys.get(name).copied()
    }

    /// Whether a key is known but not read, because responses contain it.
    pub fn is_ignored(&self, name: &str) -> bool {
        self.resource.field(name).is_some()
    }

    /// The columns that identify a record.
    pub fn identity(&self) -> Vec<&'static str> {
        let unique = self.resource.unique;
        match unique.iter().find(|set| set.contains(&"id")) {
            Some(set) => set.to_vec(),
            None if self.resource.has_id() => vec!["id"],
            None => unique.first().map_or_else(Vec::new, |set| set.to_vec()),
        }
    }

    /// The table into which the file is read.
    pub fn staging_table(&self) -> String {
        staging_table(self.resource)
    }

    /// Whether a column is a part of a record's identity.
    pub fn identifies(&self, column: &Column) -> bool {
        self.identity().contains(&column.name.as_str())
    }

    /// The columns that are computed when rows are merged, with their expressions.
    pub fn derived(&self) -> impl Iterator<Item = (&'static Field, Derived)> {
        derived(self.resource)
    }
}

/// The table into which a resource's file is read.
pub fn staging_table(resource: &Resource) -> String {
    format!("staged_{}", resource.names.plural)
}

fn positions_of_keys(
    columns: &[Column],
    shorthands: &[Shorthand],
    has_content: bool,
) -> HashMap<String, usize> {
    let given = columns.iter().filter(|column| !column.is_content());
    let names = given.flat_map(|column| [column.name.clone(), column.field.name.to_owned()]);
    let names = names.chain(shorthands.iter().map(|shorthand| shorthand.name.to_owned()));
    let content = if has_content { &CONTENT_KEYS[..] } else { &[] };
    let others = content.iter().copied().chain([PARTIAL_KEY]).map(str::to_owned);
    let mut keys = HashMap::new();
    for name in names.chain(others) {
        let next = keys.len();
        keys.entry(name).or_insert(next);
    }
    keys
}

/// The derived columns of a resource, with their expressions.
pub fn derived(resource: &'static Resource) -> impl Iterator<Item = (&'static Field, Derived)> {
    resource.fields.iter().filter_map(|field| match field.source {
        Source::Derived(derived) => Some((field, derived)),
        _ => None,
    })
}

/// The references of a resource's records that an import gives.
pub fn references(resource: &'static Resource) -> Vec<Reference> {
    let mut found = Vec::new();
    for field in resource.stored().filter(|field| may_be_given(field)) {
        match field.kind {
            FieldType::Reference(plural) => {
                let target = resource_named(plural);
                found.extend(target.map(|target| Reference { field, target, type_column: None }));
            }
            FieldType::Reactable(by) => {
                let Some(FieldType::OneOf(values)) = resource.field(by).map(|field| field.kind) else {
                    continue;
                };
                for word in values.values() {
                    let target = RESOURCES.iter().find(|target| target.names.singular == word);
                    let type_column = Some((by, word));
                    found.extend(target.map(|target| Reference { field, target, type_column }));
                }
            }
            _ => {}
        }
    }
    found
}

/// The resource with this plural.
pub fn resource_named(plural: &str) -> Option<&'static Resource> {
    RESOURCES.iter().copied().find(|resource| resource.names.plural == plural)
}

/// The resources whose records can be deleted.
pub fn deletable_resources() -> impl Iterator<Item = &'static Resource> {
    RESOURCES.iter().copied().filter(|resource| !resource.names.deleted_type.is_empty())
}

/// The relations whose rows are in this table, each with the resource whose filters use it.
pub fn relations_stored_in(table: &str) -> impl Iterator<Item = (&'static Resource, Relation)> {
    RESOURCES.iter().flat_map(move |resource| {
        relations(resource)
            .into_iter()
            .filter(move |relation| relation.table == table)
            .map(move |relation| (*resource, relation))
            .collect::<Vec<_>>()
    })
}

/// Like [`relations_stored_in`], but only relations whose rows records may list.
pub fn listed_relations_stored_in(table: &str) -> impl Iterator<Item = (&'static Resource, Relation)> {
    let is_listed = |resource: &Resource, relation: Relation| {
        resource.filters.iter().any(|filter| filter.operator == FilterOperator::AllOf(relation))
    };
    relations_stored_in(table).filter(move |(resource, relation)| is_listed(resource, *relation))
}

fn may_be_given(field: &Field) -> bool {
    match field.source {
        Source::Derived(derived) => derived.may_be_given,
        Source::Counted(_) => field.is_returned,
        _ => field.is_stored(),
    }
}

fn absent(field: &Field, position: impl Fn(&str) -> Option<usize>) -> Absent {
    match (field.source, field.default) {
        (Source::Counted(_), _) => Absent::Is(Value::Integer(0)),
        (Source::Derived(_) | Source::Content(_), _) => Absent::Is(Value::Null),
        (_, DefaultValue::Json(json) | DefaultValue::NewRecord(json)) => {
            values::parse(field, json, &[], &mut |_| {}).map_or(Absent::Required, Absent::Is)
        }
        (_, DefaultValue::SameAs(of)) => position(of).map_or(Absent::Required, Absent::SameAs),
        (_, DefaultValue::Now) => Absent::Now,
        (_, DefaultValue::PlatformLocale) => Absent::PlatformLocale,
        (_, DefaultValue::None) if field.nullable => Absent::Is(Value::Null),
        (_, DefaultValue::None) => Absent::Required,
    }
}

fn shorthand(filter: &'static Filter) -> Option<Shorthand> {
    match filter.operator {
        FilterOperator::AllOf(relation) => Some(Shorthand { name: filter.name, relation }),
        _ => None,
    }
}
