//! The platform as plain SQL returns it: complete tables, filtered and sorted in memory.

use std::collections::{BTreeSet, HashMap};

use folkmoot_model::resource::{FieldType, Filter, FilterOperator, Resource};

use crate::support::Data;

/// A record of a table.
#[derive(Debug, Clone)]
pub struct Record {
    /// Orders records with equal timestamps: the id if there is one, otherwise the padded key.
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
            let tie_breaker = if resource.has_id() { ids[0].clone() } else { format!("{:020}", number(0)) };
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

fn relations(resource: &Resource) -> impl Iterator<Item = folkmoot_model::resource::Relation> + '_ {
    resource.filters.iter().filter_map(|filter| match filter.operator {
        FilterOperator::AllOf(relation) => Some(relation),
        _ => None,
    })
}

fn filter_columns(resource: &'static Resource) -> Vec<&'static str> {
    let mut columns: Vec<&'static str> = Vec::new();
    for filter in resource.filters {
        columns.extend(match filter.operator {
            FilterOperator::Equals(column)
            | FilterOperator::AnyOf(column)
            | FilterOperator::Days(column)
            | FilterOperator::Within { column, .. } => Some(column),
            FilterOperator::AllOf(relation) => relation.unless,
            FilterOperator::Search | FilterOperator::Contains(_) => None,
        });
    }
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
            | FilterOperator::Within { column, .. } => self.columns[column].clone(),
            FilterOperator::AllOf(relation) => self.related[relation.table].iter().next().cloned(),
            FilterOperator::Search | FilterOperator::Contains(_) => None,
        }
    }
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
            Self::Days(filter, from, until) => format!("{}={},{}", filter.name, day(from), day(until)),
            Self::Created(from, until) => format!("created_at={},{}", time(from), time(until)),
            Self::Updated(from, until) => format!("updated_at={},{}", time(from), time(until)),
        }
    }
}
