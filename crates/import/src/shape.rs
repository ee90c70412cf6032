//! What an import file of a resource may hold, and where it goes.

use std::collections::HashMap;

use folkmoot_model::resource::facets::relations;
use folkmoot_model::resource::{Default, Derived, Field, Filter, Kind, Relation, Resource, Source, Test};
use folkmoot_store::value::Value;

use super::values;

/// The form of a resource's import file.
#[derive(Debug)]
pub struct Shape {
    /// The resource.
    pub resource: &'static Resource,
    /// What records may give, each a column; the place is the bit that marks it as given.
    pub columns: Vec<Column>,
    /// Lists of ids that stand for rows of a relation's table.
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
    /// What it holds where a record does not give it.
    pub absent: Absent,
}

/// What a column that is not given holds.
#[derive(Debug)]
pub enum Absent {
    /// It must be given.
    Wrong,
    /// This.
    Is(Value),
    /// What the column at this place holds.
    SameAs(usize),
    /// The platform's default locale.
    PlatformLocale,
    /// The moment of the import.
    Now,
}

/// A list of ids in a record that stands for rows of a relation's table.
#[derive(Debug)]
pub struct Shorthand {
    /// Its key, which is also the filter's name.
    pub name: &'static str,
    /// The relation.
    pub relation: Relation,
}

/// The keys of a file's bytes.
pub const CONTENT: [&str; 2] = ["content", "path"];
/// The key of a line that keeps the stored values of what it leaves out.
pub const PARTIAL: &str = "_partial";

impl Column {
    /// Whether every line that leaves the column out keeps the stored value, complete lines too: counters are counted
    /// again, and what follows from a file's bytes changes with these alone.
    pub fn is_kept(&self) -> bool {
        matches!(self.field.source, Source::Counted(_) | Source::Content(_))
    }
}

impl Shape {
    /// The form of a resource's file.
    pub fn of(resource: &'static Resource) -> Self {
        let fields: Vec<&'static Field> = resource.stored().filter(|field| may_be_given(field)).collect();
        let place = |name: &str| fields.iter().position(|field| field.name == name);
        let column = |field: &&'static Field| Column {
            field,
            name: field.column_name(),
            absent: absent(field, place),
        };
        let columns: Vec<Column> = fields.iter().map(column).collect();
        let shorthands: Vec<Shorthand> = resource.filters.iter().filter_map(shorthand).collect();
        let has_content = fields.iter().any(|field| matches!(field.source, Source::Content(_)));
        let mut shape = Self { resource, columns, shorthands, has_content, keys: HashMap::new() };
        shape.find_keys();
        shape
    }

    fn find_keys(&mut self) {
        let told = self.columns.iter().filter(|column| !matches!(column.field.source, Source::Content(_)));
        let names = told.flat_map(|column| [column.name.clone(), column.field.name.to_owned()]);
        let names = names.chain(self.shorthands.iter().map(|shorthand| shorthand.name.to_owned()));
        let content = if self.has_content { &CONTENT[..] } else { &[] };
        let others = content.iter().copied().chain([PARTIAL]).map(str::to_owned);
        for name in names.chain(others) {
            let next = self.keys.len();
            self.keys.entry(name).or_insert(next);
        }
    }

    /// How many keys count.
    pub fn key_count(&self) -> usize {
        self.keys.len()
    }

    /// The place of a key that counts.
    pub fn key(&self, name: &str) -> Option<usize> {
        self.keys.get(name).copied()
    }

    /// Whether a key is known and does not count: what answers show beside it.
    pub fn is_ignored(&self, name: &str) -> bool {
        self.resource.field(name).is_some()
    }

    /// The columns that tell a record from every other.
    pub fn identity(&self) -> Vec<&'static str> {
        let unique = self.resource.unique;
        match unique.iter().find(|set| set.contains(&"id")) {
            Some(set) => set.to_vec(),
            None if self.resource.has_id() => vec!["id"],
            None => unique.first().map_or_else(Vec::new, |set| set.to_vec()),
        }
    }

    /// The table that the file's rows are put in first.
    pub fn staged(&self) -> String {
        staged(self.resource)
    }

    /// Whether a column identifies a record.
    pub fn identifies(&self, column: &Column) -> bool {
        self.identity().contains(&column.name.as_str())
    }

    /// The columns that are computed when rows are merged, with how.
    pub fn derived(&self) -> impl Iterator<Item = (&'static Field, Derived)> {
        derived(self.resource)
    }
}

/// The table that the rows of a resource's file are put in first.
pub fn staged(resource: &Resource) -> String {
    format!("staged_{}", resource.names.plural)
}

/// The computed columns of a resource.
pub fn derived(resource: &'static Resource) -> impl Iterator<Item = (&'static Field, Derived)> {
    resource.fields.iter().filter_map(|field| match field.source {
        Source::Derived(derived) => Some((field, derived)),
        _ => None,
    })
}

/// The references of a resource's records that an import gives: the field, the resource referred to, and the
/// condition over the alias `row` under which it is that resource.
pub fn references(resource: &'static Resource) -> Vec<(&'static Field, &'static Resource, String)> {
    let mut found = Vec::new();
    for field in resource.stored().filter(|field| may_be_given(field)) {
        match field.kind {
            Kind::Reference(plural) => {
                found.extend(named(|names| names == plural).map(|of| (field, of, "TRUE".to_owned())));
            }
            Kind::Reactable(by) => {
                let Some(Kind::OneOf(values)) = resource.field(by).map(|field| field.kind) else { continue };
                for word in values.values() {
                    let of = folkmoot_model::resources::RESOURCES.iter().find(|of| of.names.singular == word);
                    found.extend(of.map(|of| (field, *of, format!("row.{by} = '{word}'"))));
                }
            }
            _ => {}
        }
    }
    found
}

/// The resource whose plural fits.
pub fn named(fits: impl Fn(&str) -> bool) -> Option<&'static Resource> {
    folkmoot_model::resources::RESOURCES.iter().copied().find(|resource| fits(resource.names.plural))
}

/// Whether a relation of the resource's filters has rows in this table.
pub fn relations_in(table: &str) -> impl Iterator<Item = (&'static Resource, Relation)> {
    folkmoot_model::resources::RESOURCES.iter().flat_map(move |resource| {
        relations(resource)
            .into_iter()
            .filter(move |relation| relation.table == table)
            .map(move |relation| (*resource, relation))
            .collect::<Vec<_>>()
    })
}

fn may_be_given(field: &Field) -> bool {
    match field.source {
        Source::Derived(derived) => derived.may_be_given,
        _ => field.is_stored(),
    }
}

fn absent(field: &Field, place: impl Fn(&str) -> Option<usize>) -> Absent {
    match (field.source, field.default) {
        (Source::Counted(_), _) => Absent::Is(Value::Integer(0)),
        (Source::Derived(_) | Source::Content(_), _) => Absent::Is(Value::Null),
        (_, Default::Json(json)) => values::check(field, json).map_or(Absent::Wrong, Absent::Is),
        (_, Default::SameAs(of)) => place(of).map_or(Absent::Wrong, Absent::SameAs),
        (_, Default::Now) => Absent::Now,
        (_, Default::PlatformLocale) => Absent::PlatformLocale,
        (_, Default::None) if field.nullable => Absent::Is(Value::Null),
        (_, Default::None) => Absent::Wrong,
    }
}

fn shorthand(filter: &'static Filter) -> Option<Shorthand> {
    match filter.test {
        Test::AllOf(relation) => Some(Shorthand { name: filter.name, relation }),
        _ => None,
    }
}
