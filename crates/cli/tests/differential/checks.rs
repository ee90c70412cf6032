//! Comparisons of the API with the model.

use std::io::Read as _;

use flate2::read::GzDecoder;
use folkmoot_model::resource::facets::number_of_degrees;
use folkmoot_model::resource::{FieldType, Filter, FilterOperator, Resource};
use folkmoot_model::resources::{DELETED_ITEMS, RESOURCES};
use reqwest::Method;
use serde_json::Value;

use crate::differential::model::{self, Condition, Record};
use crate::differential::simulation::Simulation;
use crate::differential::steps::WORDS;
use crate::support::Caller;
use crate::support::fixture::id;
use crate::support::random::Random;

/// Compares every list without filters and with some, every list of deleted records, and some items.
pub fn compare(simulation: &Simulation, random: &mut Random) -> Result<(), String> {
    let deleted = model::read(&simulation.data, DELETED_ITEMS);
    let kind = &DELETED_ITEMS.filters.iter().find(|filter| filter.name == "type");
    for resource in RESOURCES {
        let records = model::read(&simulation.data, resource);
        let path = format!("/{}", resource.names.plural);
        for conditions in queries(resource, &records, random) {
            let listed = list(simulation, &path, resource, &records, &conditions, random)?;
            if conditions.is_empty() {
                items(simulation, resource, &listed, random)?;
            }
        }
        if resource.calls.deleted {
            let of_type = |record: &&Record| {
                kind.and_then(|filter| record.value(filter)).as_deref() == Some(resource.names.deleted_type)
            };
            let of_type: Vec<Record> = deleted.iter().filter(of_type).cloned().collect();
            list(simulation, &format!("{path}/deleted"), DELETED_ITEMS, &of_type, &[], random)?;
        }
        nested(simulation, resource, &records, random)?;
    }
    Ok(())
}

/// The queries of a list: none, each filter, some combinations, and ranges of timestamps.
fn queries(resource: &'static Resource, records: &[Record], random: &mut Random) -> Vec<Vec<Condition>> {
    let filters: Vec<&'static Filter> = resource
        .filters
        .iter()
        .filter(|filter| !matches!(filter.operator, FilterOperator::Search | FilterOperator::Within { .. }))
        .collect();
    let mut queries = vec![Vec::new()];
    queries.extend(filters.iter().map(|filter| vec![condition(filter, resource, records, random)]));
    queries.push(vec![time_range(records, random)]);
    queries.extend(ids(resource, records, random).map(|condition| vec![condition]));
    if !filters.is_empty() {
        for _ in 0..2 {
            let filter = filters[random.below(filters.len())];
            let mut conditions =
                vec![condition(filter, resource, records, random), time_range(records, random)];
            let other = filters[random.below(filters.len())];
            if other.name != filter.name {
                conditions.push(condition(other, resource, records, random));
            }
            conditions.extend(ids(resource, records, random).filter(|_| random.one_in(4)));
            queries.push(conditions);
        }
    }
    queries
}

/// A condition that usually matches a record.
fn condition(
    filter: &'static Filter,
    resource: &'static Resource,
    records: &[Record],
    random: &mut Random,
) -> Condition {
    let value = |random: &mut Random| {
        let of_record =
            (!records.is_empty()).then(|| records[random.below(records.len())].value(filter)).flatten();
        let absent = match resource.field(filter.name).map(|field| field.kind) {
            Some(FieldType::OneOf(values)) => random.choose(&values.values().collect::<Vec<_>>()).to_owned(),
            Some(FieldType::Date) => "2025-03-12".to_owned(),
            _ if matches!(filter.operator, FilterOperator::IsSet(_)) => random.one_in(2).to_string(),
            _ if matches!(filter.operator, FilterOperator::PlatformLocale(_)) => "en".to_owned(),
            _ => id("nothing", 1),
        };
        if random.one_in(6) { absent } else { of_record.unwrap_or(absent) }
    };
    if let FilterOperator::Contains(_) = filter.operator {
        return Condition::Filter(filter, vec![wanted_words(random)]);
    }
    let (one, other) = (value(random), value(random));
    match filter.operator {
        FilterOperator::Timestamps(_) => {
            let time = |text: &str| text.parse().unwrap_or(1_700_000_000_000) + [-1, 0, 0, 1][text.len() % 4];
            let (from, until) = (time(&one).min(time(&other)), time(&one).max(time(&other)));
            Condition::Timestamps(filter, Some(from), (!random.one_in(3)).then_some(until))
        }
        FilterOperator::BoundingBox(_) => {
            let point = |text: &str| {
                let (longitude, latitude) = model::point_degrees(text).unwrap_or((4.35, 50.85));
                (number_of_degrees(longitude), number_of_degrees(latitude))
            };
            let ((west, south), (east, north)) = (point(&one), point(&other));
            Condition::BoundingBox(filter, [west, south.min(north), east, north.max(south)])
        }
        FilterOperator::Days(_) => {
            let (from, until) = if one <= other { (one, other) } else { (other, one) };
            let from = (!random.one_in(3)).then_some(from);
            let until = (from.is_none() || !random.one_in(3)).then_some(until);
            Condition::Days(filter, from, until)
        }
        FilterOperator::AnyOf(_) | FilterOperator::AllOf(_) if random.one_in(2) => {
            Condition::Filter(filter, vec![one, other])
        }
        _ => Condition::Filter(filter, vec![one]),
    }
}

/// The ids of some records and of none; `None` if records have no ids.
fn ids(resource: &Resource, records: &[Record], random: &mut Random) -> Option<Condition> {
    let some = (0..random.below(6)).filter_map(|_| records.get(random.below(records.len())));
    let ids = some.map(|record| record.identity.clone()).chain([id("nothing", 1)]);
    resource.has_id().then(|| Condition::Ids(ids.collect()))
}

/// A sort order of the list: a column, and whether the least value comes first; `None` for the default.
fn sort(resource: &Resource, random: &mut Random) -> Option<(&'static str, bool)> {
    let columns = [&["created_at", "updated_at"], resource.sorts].concat();
    let is_sorted = resource.is_sortable() && random.one_in(2);
    is_sorted.then(|| (random.choose(&columns), random.one_in(2)))
}

/// Some fields, those that identify a record among them; `None` for all.
fn fields(resource: &Resource, random: &mut Random) -> Option<Vec<&'static str>> {
    let is_identity = |name: &str| name == "id" || !resource.has_id() && name.ends_with("_id");
    let returned = resource.fields.iter().filter(|field| field.is_returned).map(|field| field.name);
    let is_restricted = resource.is_sortable() && random.one_in(3);
    is_restricted.then(|| returned.filter(|name| is_identity(name) || random.one_in(4)).collect())
}

/// One or two words of ideas or their beginnings, or a word that no idea contains.
fn wanted_words(random: &mut Random) -> String {
    if random.one_in(8) {
        return ["hidden", "nothing", "fietspaden"][random.below(3)].to_owned();
    }
    let mut wanted = Vec::new();
    for _ in 0..=random.below(2) {
        let word = random.choose(WORDS).to_lowercase().replace('é', "e").replace(' ', "+");
        let letters = 1 + random.below(word.len());
        wanted.push(if random.one_in(2) { word } else { word[..letters].trim_end_matches('+').to_owned() });
    }
    wanted.join("+")
}

fn time_range(records: &[Record], random: &mut Random) -> Condition {
    let time = |random: &mut Random| {
        let record = records.get(random.below(records.len()))?;
        Some(record.created + [-1, 0, 0, 1][random.below(4)])
    };
    let (one, other) = (time(random), time(random));
    let (from, until) = if one <= other { (one, other) } else { (other, one) };
    let (from, until) = (from, until.filter(|_| !random.one_in(3)));
    if from.is_none() && until.is_none() {
        return Condition::Created(Some(0), None);
    }
    if random.one_in(2) { Condition::Created(from, until) } else { Condition::Updated(from, until) }
}

/// Compares all pages of a list and the page after the last one. Returns the listed records.
fn list(
    simulation: &Simulation,
    path: &str,
    resource: &'static Resource,
    records: &[Record],
    conditions: &[Condition],
    random: &mut Random,
) -> Result<Vec<Value>, String> {
    let mut selected: Vec<&Record> = records
        .iter()
        .filter(|record| conditions.iter().all(|condition| record.matches(condition)))
        .collect();
    let mut query: Vec<String> = conditions.iter().map(Condition::query).collect();
    if let Some((column, is_ascending)) = sort(resource, random) {
        selected.sort_by_key(|record| record.sort_key(column));
        if !is_ascending {
            selected.reverse();
        }
        query.push(format!("sort={}{column}", if is_ascending { "" } else { "-" }));
    }
    let fields = fields(resource, random).filter(|_| !conditions.is_empty());
    query.extend(fields.iter().map(|fields| format!("fields={}", fields.join(","))));
    let expected: Vec<&str> = selected.iter().map(|record| record.identity.as_str()).collect();
    let size = [7, 12, 24][random.below(3)];
    let path = format!("{path}?{}&page_size={size}", query.join("&"));
    let pages = expected.len().div_ceil(size);
    // Of a long list, the first and last pages and some between.
    let numbers: Vec<usize> = if pages <= 12 {
        (1..=pages + 1).collect()
    } else {
        [1, 2, pages - 1, pages, pages + 1]
            .into_iter()
            .chain((0..8).map(|_| 1 + random.below(pages)))
            .collect()
    };
    let mut listed = Vec::new();
    for number in numbers {
        let response = simulation.caller.get(&format!("{path}&page_number={number}"));
        if response.status != 200 {
            return Err(format!("{path}, page {number}: {} {}", response.status, response.text));
        }
        if random.one_in(2)
            && gzip_text(simulation, &format!("{path}&page_number={number}"))? != response.text
        {
            return Err(format!("{path}, page {number}: another body as gzip"));
        }
        let page = response.json();
        let found = page[resource.names.list_key].as_array().ok_or_else(|| format!("{path}: no list"))?;
        let returned: Vec<String> = found.iter().map(|record| identity(resource, record)).collect();
        let expected_here: Vec<&str> =
            expected.iter().skip((number - 1) * size).take(size).copied().collect();
        if returned != expected_here || page["meta"]["total_pages"] != pages {
            let total = &page["meta"]["total_pages"];
            return Err(format!(
                "{path}, page {number} of {pages}: total_pages {total}, records {returned:?}, expected {expected_here:?}"
            ));
        }
        if let Some(fields) = &fields {
            let differing =
                found.iter().find(|record| record.as_object().is_none_or(|record| !record.keys().eq(fields)));
            if let Some(record) = differing {
                return Err(format!("{path}, page {number}: expected only {fields:?}, got {record}"));
            }
        }
        listed.extend(found.iter().cloned());
    }
    Ok(listed)
}

/// The body of a response that is requested as gzip, decoded. Pages are joined from records that are stored deflated.
fn gzip_text(simulation: &Simulation, path: &str) -> Result<String, String> {
    let Caller { server, token } = &simulation.caller;
    let request = server.request(Method::GET, &format!("/api/v2{path}")).bearer_auth(token);
    let body = request.header("Accept-Encoding", "gzip").send_bytes();
    if !body.headers.contains_key("content-encoding") {
        return Ok(String::from_utf8_lossy(&body.bytes).into_owned());
    }
    let mut text = String::new();
    let read = GzDecoder::new(&*body.bytes).read_to_string(&mut text);
    read.map(|_| text).map_err(|error| format!("{path}: {error}"))
}

fn identity(resource: &Resource, record: &Value) -> String {
    if resource.has_id() {
        return record["id"].as_str().unwrap_or_default().to_owned();
    }
    let references = resource.fields.iter().filter(|field| matches!(field.kind, FieldType::Reference(_)));
    references.map(|field| record[field.name].as_str().unwrap_or_default()).collect::<Vec<_>>().join("|")
}

/// Compares some records with the items of the same ids, which are read without the index and the record cache.
fn items(
    simulation: &Simulation,
    resource: &Resource,
    listed: &[Value],
    random: &mut Random,
) -> Result<(), String> {
    if !resource.calls.item || listed.is_empty() {
        return Ok(());
    }
    for _ in 0..3 {
        let record = &listed[random.below(listed.len())];
        let path = format!("/{}/{}", resource.names.plural, record["id"].as_str().unwrap_or_default());
        let item = &simulation.caller.get(&path).ok()[resource.names.item_key];
        if item != record {
            return Err(format!("{path}: the list contains {record}, the item is {item}"));
        }
    }
    Ok(())
}

/// Compares the nested list of a record of the parent resource, if there is one.
fn nested(
    simulation: &Simulation,
    resource: &'static Resource,
    records: &[Record],
    random: &mut Random,
) -> Result<(), String> {
    for filter in resource.filters {
        let FilterOperator::Within { resource: parents, .. } = filter.operator else { continue };
        let Some(parent) = records.get(random.below(records.len())).and_then(|record| record.value(filter))
        else {
            continue;
        };
        let of_parent: Vec<Record> =
            records.iter().filter(|record| record.value(filter).as_ref() == Some(&parent)).cloned().collect();
        let path = format!("/{parents}/{parent}/{}", resource.names.plural);
        list(simulation, &path, resource, &of_parent, &[], random)?;
    }
    Ok(())
}
