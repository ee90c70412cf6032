//! The platform as plain SQL returns it: complete tables, filtered and sorted in memory.

use std::collections::{BTreeSet, HashMap};

use aws_lc_rs::digest::{SHA256, digest};
use folkmoot_model::resource::facets::{coordinates, number_of_degrees};
use folkmoot_model::resource::{FieldType, Filter, FilterOperator, Resource};
use uuid::Uuid;

use crate::support::Data;

/// A record of a table.
#[derive(Debug, Clone)]
pub struct Record {
    /// Orders records with equal timestamps: the id if there is one, otherwise a digest of the joined ids if timestamps are
    /// cut at some level, otherwise the padded key.
    tie_breaker: String,
    /// How the API identifies it: its id, or the ids that it joins.
    pub identity: String,
    /// The timestamp of its creation or deletion, in milliseconds.
    pub created: i64,
    /// The timestamp of its last change, in milliseconds.
    pub updated: i64,
    columns: HashMap<&'static str, Option<String>>,
    /// The related ids of each relation that has a filter, by its table.
    related: HashMap<&'static str, BTreeSet<String>>,
}

/// A condition of a query string.
#[derive(Debug, Clone)]
pub enum Condition {
    /// A declared filter with these values.
    Filter(&'static Filter, Vec<String>),
    /// A range of timestamps, both ends included.
    Timestamps(&'static Filter, Option<i64>, Option<i64>),
    /// A bounding box, by its edges in units of 10⁻⁷ degrees: west, south, east, north.
    BoundingBox(&'static Filter, [i64; 4]),
    /// The ids of records.
    Ids(Vec<String>),
    /// A range of days of phases, both ends included.
    Days(&'static Filter, Option<String>, Option<String>),
    /// `created_at`, both ends included.
    Created(Option<i64>, Option<i64>),
    /// `updated_at`, both ends included.
    Updated(Option<i64>, Option<i64>),
}

/// Reads a table, newest first.
pub fn read(data: &Data, resource: &'static Resource) -> Vec<Record> {
    let table = resource.names.plural;
    let (order, changed) = (resource.order_column(), resource.change_column());
    let columns = filter_columns(resource);
    let joined = resource.fields.iter().filter(|field| matches!(field.kind, FieldType::Reference(_)));
    let references: Vec<&str> =
        if resource.has_id() { vec!["id"] } else { joined.map(|field| field.name).collect() };
    let mut selected = vec!["key", order, changed];
    selected.extend(&references);
    selected.extend(&columns);
    let condition = resource.only_where.map_or(String::new(), |column| format!(" WHERE {column}"));
    let rows = data.table(&format!("SELECT {} FROM {table}{condition}", selected.join(", ")));
    let mut related: HashMap<&'static str, HashMap<String, BTreeSet<String>>> = HashMap::new();
    for relation in relations(resource) {
        let pairs =
            data.table(&format!("SELECT {}, {} FROM {}", relation.own, relation.other, relation.table));
        let by_own = related.entry(relation.table).or_default();
        for pair in pairs {
            by_own.entry(pair[0].clone().unwrap()).or_default().insert(pair[1].clone().unwrap());
        }
    }
    let mut records: Vec<Record> = rows
        .into_iter()
        .map(|row| {
            let number = |column: usize| row[column].as_ref().unwrap().parse::<i64>().unwrap();
            let ids: Vec<String> =
                (3..3 + references.len()).map(|column| row[column].clone().unwrap()).collect();
            let tie_breaker = match (resource.has_id(), resource.timestamps_cut_where) {
                (true, _) => ids[0].clone(),
                (false, Some(_)) => digest_of(&ids),
                (false, None) => format!("{:020}", number(0)),
            };
            let own =
                |pairs: &HashMap<String, BTreeSet<String>>| pairs.get(&ids[0]).cloned().unwrap_or_default();
            Record {
                tie_breaker,
                created: number(1),
                updated: number(2),
                columns: columns.iter().copied().zip(row[3 + references.len()..].iter().cloned()).collect(),
                related: related.iter().map(|(table, pairs)| (*table, own(pairs))).collect(),
                identity: ids.join("|"),
            }
        })
        .collect();
    records.sort_by(|one, other| (other.created, &other.tie_breaker).cmp(&(one.created, &one.tie_breaker)));
    records
}

/// The first half of the SHA-256 digest of ids, one after the other.
fn digest_of(ids: &[String]) -> String {
    let bytes: Vec<u8> = ids.iter().flat_map(|id| Uuid::parse_str(id).unwrap().into_bytes()).collect();
    hex::encode(&digest(&SHA256, &bytes).as_ref()[..16])
}

fn relations(resource: &Resource) -> impl Iterator<Item = folkmoot_model::resource::Relation> + '_ {
    resource.filters.iter().filter_map(|filter| match filter.operator {
        FilterOperator::AllOf(relation) | FilterOperator::RelatedTo(relation) => Some(relation),
        _ => None,
    })
}

/// The columns that filters compare or by which the list can be sorted.
fn filter_columns(resource: &'static Resource) -> Vec<&'static str> {
    let mut columns: Vec<&'static str> = Vec::new();
    for filter in resource.filters {
        columns.extend(match filter.operator {
            FilterOperator::Equals(column)
            | FilterOperator::AnyOf(column)
            | FilterOperator::Days(column)
            | FilterOperator::Timestamps(column)
            | FilterOperator::IsSet(column)
            | FilterOperator::PlatformLocale(column)
            | FilterOperator::BoundingBox(column)
            | FilterOperator::Within { column, .. } => Some(column),
            FilterOperator::AllOf(relation) => relation.unless,
            FilterOperator::RelatedTo(_) | FilterOperator::Search | FilterOperator::Contains(_) => None,
        });
    }
    columns.extend(resource.sorts);
    if resource.filters.iter().any(|filter| matches!(filter.operator, FilterOperator::Contains(_))) {
        columns.extend(SEARCHED);
    }
    columns.sort_unstable();
    columns.dedup();
    columns
}

/// The searched columns.
const SEARCHED: [&str; 2] = ["title_multiloc", "body_multiloc"];

/// The words of a localised text, without tags, in lower case and without the accents that the steps use.
fn words_of(multiloc: &str) -> Vec<String> {
    let texts: HashMap<String, String> = serde_json::from_str(multiloc).unwrap();
    let mut words = Vec::new();
    for text in texts.values() {
        let visible = text.split('<').map(|part| part.rsplit('>').next().unwrap_or_default());
        let visible = visible.collect::<Vec<_>>().join(" ").to_lowercase().replace('é', "e");
        words.extend(visible.split(|letter: char| !letter.is_alphanumeric()).map(str::to_owned));
    }
    words
}

impl Record {
    /// Whether the record matches the condition.
    pub fn matches(&self, condition: &Condition) -> bool {
        let inside = |time: i64, from: Option<i64>, until: Option<i64>| {
            from.is_none_or(|from| from <= time) && until.is_none_or(|until| time <= until)
        };
        match condition {
            Condition::Created(from, until) => inside(self.created, *from, *until),
            Condition::Updated(from, until) => inside(self.updated, *from, *until),
            Condition::Timestamps(filter, from, until) => {
                self.value(filter).is_some_and(|time| inside(time.parse().unwrap(), *from, *until))
            }
            Condition::BoundingBox(filter, edges) => {
                self.value(filter).is_some_and(|point| is_in_box(&point, edges))
            }
            Condition::Ids(ids) => ids.contains(&self.identity),
            Condition::Days(filter, from, until) => self.value(filter).is_some_and(|day| {
                from.as_ref().is_none_or(|from| *from <= day)
                    && until.as_ref().is_none_or(|until| day <= *until)
            }),
            Condition::Filter(filter, values) => match filter.operator {
                FilterOperator::AllOf(relation) => {
                    let always =
                        relation.unless.is_some_and(|column| self.columns[column].as_deref() == Some("1"));
                    always || values.iter().all(|value| self.related[relation.table].contains(value))
                }
                FilterOperator::RelatedTo(relation) => {
                    values.iter().all(|value| self.related[relation.table].contains(value))
                }
                FilterOperator::Contains(_) => {
                    let texts: Vec<_> =
                        SEARCHED.iter().filter_map(|column| self.columns[column].clone()).collect();
                    let words: Vec<String> = texts.iter().flat_map(|text| words_of(text)).collect();
                    values[0].split('+').all(|wanted| words.iter().any(|word| word.starts_with(wanted)))
                }
                _ => self.value(filter).is_some_and(|value| values.contains(&value)),
            },
        }
    }

    /// The value that the filter compares.
    pub fn value(&self, filter: &Filter) -> Option<String> {
        match filter.operator {
            FilterOperator::Equals(column)
            | FilterOperator::AnyOf(column)
            | FilterOperator::Days(column)
            | FilterOperator::Timestamps(column)
            | FilterOperator::PlatformLocale(column)
            | FilterOperator::BoundingBox(column)
            | FilterOperator::Within { column, .. } => self.columns[column].clone(),
            FilterOperator::IsSet(column) => Some(self.columns[column].is_some().to_string()),
            FilterOperator::AllOf(relation) | FilterOperator::RelatedTo(relation) => {
                self.related[relation.table].iter().next().cloned()
            }
            FilterOperator::Search | FilterOperator::Contains(_) => None,
        }
    }

    /// The position of the record in a list that is sorted in ascending order of the column.
    pub fn sort_key(&self, column: &str) -> (i64, &str) {
        let value = match column {
            "created_at" => self.created,
            "updated_at" => self.updated,
            _ => self.columns[column].as_ref().unwrap().parse().unwrap(),
        };
        (value, &self.tie_breaker)
    }
}

/// The longitude and latitude of a point as text or as `GeoJSON`.
pub fn point_degrees(point: &str) -> Option<(f64, f64)> {
    let geo = || {
        let point: serde_json::Value = serde_json::from_str(point).ok()?;
        Some((point["coordinates"][0].as_f64()?, point["coordinates"][1].as_f64()?))
    };
    coordinates(point).or_else(geo)
}

fn is_in_box(point: &str, [west, south, east, north]: &[i64; 4]) -> bool {
    let (longitude, latitude) = point_degrees(point).unwrap();
    let (longitude, latitude) = (number_of_degrees(longitude), number_of_degrees(latitude));
    let is_between = if west <= east {
        (west..=east).contains(&&longitude)
    } else {
        longitude >= *west || longitude <= *east
    };
    is_between && (south..=north).contains(&&latitude)
}

impl Condition {
    /// The condition as a query string.
    pub fn query(&self) -> String {
        let time = |time: &Option<i64>| {
            time.map_or(String::new(), |time| jiff::Timestamp::from_millisecond(time).unwrap().to_string())
        };
        let day = |day: &Option<String>| day.clone().unwrap_or_default();
        match self {
            Self::Filter(filter, values) => format!("{}={}", filter.name, values.join(",")),
            Self::Timestamps(filter, from, until) => {
                format!("{}={},{}", filter.name, time(from), time(until))
            }
            Self::BoundingBox(filter, edges) => {
                format!("{}={}", filter.name, edges.map(degrees).join(","))
            }
            Self::Ids(ids) => format!("ids={}", ids.join(",")),
            Self::Days(filter, from, until) => format!("{}={},{}", filter.name, day(from), day(until)),
            Self::Created(from, until) => format!("created_at={},{}", time(from), time(until)),
            Self::Updated(from, until) => format!("updated_at={},{}", time(from), time(until)),
        }
    }
}

/// A number of 10⁻⁷ degrees in degrees.
fn degrees(number: i64) -> String {
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}{}.{:07}", number.abs() / 10_000_000, number.abs() % 10_000_000)
}
