//! The filterable values of each record, which the list index contains in addition to the order of the list.

use crate::resource::{FieldType, FilterOperator, Relation, Resource, SearchedField};

/// A column whose values the index contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facet {
    /// The column.
    pub column: &'static str,
    /// The type of its values.
    pub kind: FacetType,
}

/// The types of filterable values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FacetType {
    /// A UUID.
    Id,
    /// A value of an enumeration.
    Word,
    /// A day, filtered by ranges.
    Day,
    /// True or false.
    Flag,
}

/// The entry of one record in the index.
#[derive(Debug)]
pub struct Entry<'a> {
    /// The row's key.
    pub key: i64,
    /// The record's id; `None` if records of the resource have no id.
    pub id: Option<u128>,
    /// The timestamp that lists are ordered by, in milliseconds since 1970.
    pub order: i64,
    /// The timestamp of the last change, in milliseconds since 1970.
    pub changed: i64,
    /// The value of each facet, in the order of [`facets`]; `None` for null.
    pub values: &'a [Option<u128>],
}

/// The facets of a resource, each column once.
pub fn facets(resource: &Resource) -> Vec<Facet> {
    let mut facets: Vec<Facet> = Vec::new();
    for column in resource.filters.iter().filter_map(|filter| filter_column(filter.operator)) {
        if facets.iter().all(|facet| facet.column != column) {
            facets.push(Facet { column, kind: facet_kind(resource, column) });
        }
    }
    facets
}

/// The relations that a resource's filters use.
pub fn relations(resource: &Resource) -> Vec<Relation> {
    let relation =
        |operator| if let FilterOperator::AllOf(relation) = operator { Some(relation) } else { None };
    resource.filters.iter().filter_map(|filter| relation(filter.operator)).collect()
}

/// The fields whose words a resource's filters search.
pub fn searched_fields(resource: &Resource) -> &'static [SearchedField] {
    let fields = |operator| if let FilterOperator::Contains(fields) = operator { Some(fields) } else { None };
    resource.filters.iter().find_map(|filter| fields(filter.operator)).unwrap_or_default()
}

fn filter_column(operator: FilterOperator) -> Option<&'static str> {
    match operator {
        FilterOperator::Equals(column)
        | FilterOperator::AnyOf(column)
        | FilterOperator::Days(column)
        | FilterOperator::Within { column, .. } => Some(column),
        FilterOperator::AllOf(relation) => relation.unless,
        FilterOperator::Search | FilterOperator::Contains(_) => None,
    }
}

fn facet_kind(resource: &Resource, column: &str) -> FacetType {
    match resource.field(column).map(|field| field.kind) {
        Some(FieldType::Date) => FacetType::Day,
        Some(FieldType::Boolean) => FacetType::Flag,
        Some(FieldType::OneOf(_) | FieldType::Text) => FacetType::Word,
        _ => FacetType::Id,
    }
}

/// The value of a word in the index: its 128-bit FNV-1a hash. Words come from small enumerations.
pub fn value_of_word(word: &str) -> u128 {
    const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    word.bytes().fold(OFFSET, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME))
}

/// The value of a day `YYYY-MM-DD` in the index: its digits as one number, so that later days are greater.
pub fn value_of_day(day: &str) -> u128 {
    day.bytes().filter(u8::is_ascii_digit).fold(0, |number, digit| number * 10 + u128::from(digit - b'0'))
}
