//! The queries of a list: every filter with values of visible and of hidden records, ranges of exact timestamps, boxes.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::access_levels::canary::person;
use crate::access_levels::pseudonyms::Pseudonyms;
use crate::access_levels::rules::{By, Level, Rules};
use crate::access_levels::world::{World, coordinates};

/// A query and what it selects of the records as the level sees them.
pub struct Query<'a> {
    pub text: String,
    pub matches: Box<dyn Fn(&Value) -> bool + 'a>,
}

/// The number of values of each filter.
const VALUES: usize = 9;

impl<'a> Query<'a> {
    fn new(text: String, matches: impl Fn(&Value) -> bool + 'a) -> Self {
        Self { text, matches: Box::new(matches) }
    }

    fn value(parameter: &str, key: &'a str, value: &str) -> Self {
        let expected = json!(value);
        Self::new(format!("{parameter}={value}"), move |record| record[key] == expected)
    }

    /// A range of exact timestamps, both ends included.
    fn range(parameter: &str, key: &'a str, from: Option<&str>, until: Option<&str>) -> Self {
        let (from, until) = (from.map(str::to_owned), until.map(str::to_owned));
        let text = |end: &Option<String>| end.clone().unwrap_or_default();
        Self::new(format!("{parameter}={},{}", text(&from), text(&until)), move |record| {
            record[key].as_str().is_some_and(|time| {
                from.as_deref().is_none_or(|from| from <= time)
                    && until.as_deref().is_none_or(|until| time <= until)
            })
        })
    }

    /// Both queries at once.
    pub fn and(&'a self, other: &'a Self) -> Self {
        Self::new(format!("{}&{}", self.text, other.text), |record| {
            (self.matches)(record) && (other.matches)(record)
        })
    }

    /// The name of its first parameter.
    pub fn parameter(&self) -> &str {
        self.text.split('=').next().unwrap_or_default()
    }
}

/// The queries of a resource, except those by person.
pub fn queries<'a>(world: &'a World, rules: &'static Rules, shown: &[Value]) -> Vec<Query<'a>> {
    let records = &world.records[rules.plural];
    let mut queries = Vec::new();
    for (parameter, by) in rules.filters {
        let parameter: &'static str = parameter;
        match *by {
            By::Value(key) => queries.extend(
                values(records.iter().map(|record| &record[key]))
                    .map(|value| Query::value(parameter, key, &value)),
            ),
            By::IsSet(key) => queries.extend([true, false].map(|is_set| {
                Query::new(format!("{parameter}={is_set}"), move |record| record[key].is_null() != is_set)
            })),
            By::Time(key) => queries.extend(ranges(parameter, key, records)),
            By::Day(key) => queries.extend(
                values(records.iter().map(|record| &record[key]))
                    .map(|day| Query::range(parameter, key, Some(&day), None)),
            ),
            By::Joined(table, own, other) => {
                queries.extend(joined(world, parameter, (table, own, other)));
            }
            By::Hidden(key) => {
                let ids = records.iter().map(|record| world.imported(rules.plural, &record["id"], key));
                let ids: Vec<Value> = ids.collect();
                queries.extend(values(ids.iter()).map(|value| {
                    let expected = json!(value);
                    Query::new(format!("{parameter}={value}"), move |record| {
                        world.imported(rules.plural, &record["id"], key) == expected
                    })
                }));
            }
            By::Areas => {
                let areas = values(world.records["areas"].iter().map(|area| &area["id"]));
                queries.extend(areas.map(|area| in_area(world, parameter, &area)));
            }
            By::Box => queries.extend(boxes(parameter)),
            By::Words => queries.extend(records.iter().map(words).take(VALUES * 2)),
            By::Person(_) | By::Staff(_) => {}
        }
    }
    if rules.fields().any(|(key, _)| key == "created_at") {
        queries.extend(ranges("created_at", "created_at", records));
        queries.extend(ranges("updated_at", "updated_at", records));
        // A cut timestamp is an exact bound too.
        queries.extend(ranges("created_at", "created_at", shown));
    }
    if rules.has_id() {
        queries.push(ids(records, shown));
    }
    queries
}

/// The projects of an area, and those of all areas.
fn in_area<'a>(world: &'a World, parameter: &str, area: &str) -> Query<'a> {
    let expected = json!(area);
    Query::new(format!("{parameter}={area}"), move |record| {
        let member = |key| world.imported("projects", &record["id"], key);
        member("all_areas") == true
            || member("area_ids").as_array().is_some_and(|areas| areas.contains(&expected))
    })
}

/// Some different values.
fn values<'a>(values: impl Iterator<Item = &'a Value>) -> impl Iterator<Item = String> {
    let different: BTreeSet<&str> = values.filter_map(Value::as_str).collect();
    let different: Vec<String> = different.into_iter().map(str::to_owned).collect();
    different.into_iter().take(VALUES)
}

/// Ranges that start and end at the exact timestamps of records, and days.
fn ranges<'a>(parameter: &'static str, key: &'static str, records: &[Value]) -> Vec<Query<'a>> {
    let mut queries = Vec::new();
    for record in records.iter().step_by(records.len() / 3 + 1) {
        let Some(time) = record[key].as_str() else { continue };
        queries.push(Query::range(parameter, key, Some(time), Some(time)));
        queries.push(Query::range(parameter, key, Some(time), None));
        queries.push(Query::range(parameter, key, None, Some(time)));
        // The API's order of a date: year, day, month.
        let (year, month, day) = (&time[..4], &time[5..7], &time[8..10]);
        let date = time[..10].to_owned();
        queries.push(Query::new(format!("{parameter}={year}-{day}-{month}"), move |record| {
            record[key].as_str().is_some_and(|time| time.starts_with(&date))
        }));
    }
    queries
}

fn joined<'a>(
    world: &'a World,
    parameter: &'static str,
    (table, own, other): (&'static str, &'static str, &'static str),
) -> Vec<Query<'a>> {
    let all: Vec<String> = values(world.records[table].iter().map(|row| &row[other])).collect();
    let mut wanted: Vec<Vec<String>> = all.iter().map(|value| vec![value.clone()]).collect();
    // Several topics select records that have all of them; a phase is one.
    if parameter.ends_with('s') {
        wanted.extend(all.windows(2).map(<[String]>::to_vec));
    }
    let query = |wanted: Vec<String>| {
        Query::new(format!("{parameter}={}", wanted.join(",")), move |record| {
            let related = world.related(table, own, other, &record["id"]);
            wanted.iter().all(|value| related.contains(value))
        })
    };
    wanted.into_iter().map(query).collect()
}

/// Boxes around exact coordinates and around rounded ones.
fn boxes<'a>(parameter: &'static str) -> Vec<Query<'a>> {
    let edges = [
        [4.351_8, 50.851_8, 4.351_95, 50.851_95],
        [4.351_95, 50.851_95, 4.352_05, 50.852_05],
        [4.4, 50.8, 4.5, 50.9],
        [4.3, 50.8, 4.6, 50.9],
    ];
    let query = |[west, south, east, north]: [f64; 4]| {
        Query::new(format!("{parameter}={west},{south},{east},{north}"), move |record| {
            record["location_point"].as_str().is_some_and(|point| {
                let [longitude, latitude] = coordinates(point);
                (west..=east).contains(&longitude) && (south..=north).contains(&latitude)
            })
        })
    };
    edges.map(query).into()
}

/// The search for the first word of an idea's title.
fn words<'a>(record: &Value) -> Query<'a> {
    let title = record["title"].as_str().unwrap_or_default();
    let word = title.split(' ').next().unwrap_or_default().to_lowercase();
    let found = word.clone();
    Query::new(format!("search={word}"), move |record| {
        record["title"]
            .as_str()
            .is_some_and(|title| title.to_lowercase().split(' ').any(|word| word == found))
    })
}

/// Ids of records, hidden ones among them.
fn ids<'a>(records: &[Value], shown: &[Value]) -> Query<'a> {
    let some = records.iter().take(12).chain(shown.iter().step_by(2).take(40));
    let ids: BTreeSet<String> = some.filter_map(|record| record["id"].as_str()).map(str::to_owned).collect();
    let list: Vec<&str> = ids.iter().map(String::as_str).collect();
    let text = format!("ids={}", list.join(","));
    Query::new(text, move |record| record["id"].as_str().is_some_and(|id| ids.contains(id)))
}

/// The queries by a member of staff.
pub fn by_staff(rules: &'static Rules) -> Vec<Query<'static>> {
    let mut queries = Vec::new();
    for (parameter, by) in rules.filters {
        let By::Staff(key) = *by else { continue };
        queries.extend([0, 1, 3].map(|number| Query::value(parameter, key, &person(number))));
    }
    queries
}

/// The queries by person: ids, and pseudonyms of both kinds.
pub fn by_person(level: Level, rules: &'static Rules, pseudonyms: &Pseudonyms) -> Vec<Query<'static>> {
    let mut queries = Vec::new();
    for (parameter, by) in rules.filters {
        let By::Person(key) = *by else { continue };
        let mut people: Vec<String> = [0, 1, 3, 9, 11].map(person).into();
        if level == Level::Pseudonymous {
            let known = [0, 1, 3, 9, 11].into_iter().flat_map(|number| {
                ["public", "other"].map(|kind| pseudonyms.shown(kind, &person(number)).map(str::to_owned))
            });
            people.extend(known.flatten());
        }
        queries.extend(people.iter().map(|person| Query::value(parameter, key, person)));
    }
    queries
}
