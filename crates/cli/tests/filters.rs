//! Every filter of every list, alone and combined, compared with the records.

use std::collections::BTreeSet;

use folkmoot_model::resource::{Filter, FilterOperator};
use folkmoot_model::resources::RESOURCES;
use serde_json::{Value, json};

use crate::support::fixture::{Platform, id, record, resource};
use crate::support::{Caller, Data};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";

fn demo() -> (Data, Caller) {
    let data = Data::new();
    assert!(data.run(&["demo", "--ideas", "300", "--seed", "4"]).status.success());
    let caller = data.serve();
    (data, caller)
}

fn ids(records: &[Value]) -> Vec<String> {
    records.iter().map(|record| record.get("id").unwrap_or(record).to_string()).collect()
}

/// The field that a filter compares, if responses contain it.
fn shown_column(plural: &str, filter: &Filter) -> Option<&'static str> {
    let (FilterOperator::Equals(column) | FilterOperator::AnyOf(column)) = filter.operator else {
        return None;
    };
    resource(plural).field(column).filter(|field| field.is_returned).map(|field| field.name)
}

#[test]
fn each_filter_returns_exactly_the_matching_records() {
    let (_data, caller) = demo();
    for resource in RESOURCES {
        let (plural, key) = (resource.names.plural, resource.names.list_key);
        let all = caller.crawl(&format!("/{plural}"), key, 24);
        for filter in resource.filters {
            let Some(column) = shown_column(plural, filter) else { continue };
            let values: BTreeSet<&str> = all.iter().filter_map(|record| record[column].as_str()).collect();
            assert!(!values.is_empty(), "the demo has no {column} of {plural}");
            for value in values.iter().take(12) {
                let expected: Vec<Value> =
                    all.iter().filter(|record| record[column] == *value).cloned().collect();
                let found = caller.crawl(&format!("/{plural}?{}={value}", filter.name), key, 7);
                assert_eq!(ids(&found), ids(&expected), "{plural}?{}={value}", filter.name);
            }
        }
    }
}

/// Whether the values of the filter are ids, or words of an enumeration.
fn takes_ids(filter: &Filter) -> bool {
    let operator = filter.operator;
    matches!(
        operator,
        FilterOperator::Equals(_)
            | FilterOperator::AnyOf(_)
            | FilterOperator::AllOf(_)
            | FilterOperator::RelatedTo(_)
    )
}

#[test]
fn every_filter_rejects_invalid_values_and_finds_nothing_for_unknown_ids() {
    let (_data, caller) = demo();
    let unknown = id("unknown", 0);
    for resource in RESOURCES {
        let (plural, key) = (resource.names.plural, resource.names.list_key);
        for filter in resource.filters.iter().filter(|filter| {
            !matches!(
                filter.operator,
                FilterOperator::Within { .. } | FilterOperator::Search | FilterOperator::Contains(_)
            )
        }) {
            let response = caller.get(&format!("/{plural}?{}=%2A", filter.name));
            assert_eq!(response.status, 400, "{plural}?{}=*", filter.name);
            let code = response.problem();
            let response = caller.get(&format!("/{plural}?{}={unknown}", filter.name));
            let expects_other_values = code == "invalid-parameter-value-enum" || !takes_ids(filter);
            if expects_other_values {
                assert_eq!(response.status, 400);
            } else {
                assert_eq!(code, "invalid-parameter-value", "{plural}?{}=*", filter.name);
                let page = response.ok();
                let count = page[key].as_array().unwrap().len();
                let in_every_area =
                    matches!(filter.operator, FilterOperator::AllOf(relation) if relation.unless.is_some());
                assert!(count == 0 || in_every_area, "{plural}?{}={unknown}", filter.name);
            }
            let blank = caller.get(&format!("/{plural}?{}=", filter.name)).ok();
            assert_eq!(blank, caller.get(&format!("/{plural}")).ok(), "{plural}?{}=", filter.name);
        }
    }
}

#[test]
fn lists_of_values_are_equal_in_every_form_and_combined_with_and() {
    let mut platform = Platform::full(6, CREATED_AT);
    let topic = |number| id("topics", number);
    for (idea, topics) in [(0, vec![1, 2]), (1, vec![2]), (2, vec![0, 1])] {
        for number in topics {
            platform.add("idea_topics", json!({ "idea_id": id("ideas", idea), "topic_id": topic(number) }));
            platform.add(
                "project_topics",
                json!({ "project_id": id("projects", idea), "topic_id": topic(number), "created_at": CREATED_AT, "updated_at": CREATED_AT }),
            );
        }
    }
    let data = Data::with(&platform);
    let caller = data.serve();
    let found = |path: &str, key: &str| {
        let page = caller.get(path).ok();
        ids(page[key].as_array().unwrap()).into_iter().collect::<BTreeSet<_>>()
    };
    for (plural, key) in [("ideas", "ideas"), ("projects", "projects")] {
        let expected: BTreeSet<String> =
            [0, 2].iter().map(|number| json!(id(plural, *number)).to_string()).collect();
        let (one, other) = (topic(1), topic(2));
        for form in [
            format!("topic_ids[]={one}&topic_ids[]={other}&topic_ids[]={}", topic(0)),
            format!("topic_ids={one}&topic_ids={other}&topic_ids={}", topic(0)),
            format!("topic_ids={one},{other},{}", topic(0)),
            format!("topic_ids%5B%5D={one},{other}&topic_ids={},{one}", topic(0)),
        ] {
            assert_eq!(found(&format!("/{plural}?{form}"), key), expected, "{plural}?{form}");
        }
        let with_two = found(&format!("/{plural}?topic_ids={}", topic(2)), key);
        assert_eq!(with_two.len(), 3, "records 0, 1 and 2 have topic 2");
        assert_eq!(found(&format!("/{plural}?topic_ids={},{}", topic(4), topic(5)), key).len(), 0);
    }
}

#[test]
fn a_project_for_all_areas_matches_every_area() {
    let mut platform = Platform::full(3, CREATED_AT);
    for (number, project) in platform.records.get_mut("projects").unwrap().iter_mut().enumerate() {
        project["all_areas"] = json!(number == 0);
        project["area_ids"] = if number == 1 { json!([id("areas", 0), id("areas", 1)]) } else { json!([]) };
    }
    let data = Data::with(&platform);
    let caller = data.serve();
    let found = |areas: &str| {
        let page = caller.get(&format!("/projects?area_ids={areas}")).ok();
        ids(page["projects"].as_array().unwrap()).len()
    };
    let area = |number| id("areas", number);
    assert_eq!(found(&area(0)), 2);
    assert_eq!(found(&format!("{},{}", area(0), area(1))), 2);
    assert_eq!(found(&format!("{},{}", area(0), area(2))), 1);
    assert_eq!(found(&area(2)), 1);
}

#[test]
fn filters_are_combined_with_and() {
    let (_data, caller) = demo();
    let all = caller.crawl("/ideas", "ideas", 24);
    let project = all[0]["project_id"].as_str().unwrap();
    for kind in ["idea", "survey"] {
        let path =
            format!("/ideas?project_id={project}&type={kind}&created_at=2020-01-01,&updated_at=,2030-01-01");
        let expected: Vec<Value> = all
            .iter()
            .filter(|idea| idea["project_id"] == project && idea["type"] == kind)
            .cloned()
            .collect();
        assert_eq!(ids(&caller.crawl(&path, "ideas", 5)), ids(&expected), "{path}");
    }
    let surveys = caller.crawl("/ideas?type=survey", "ideas", 24).len();
    let ideas = caller.crawl("/ideas?type=idea", "ideas", 24).len();
    assert_eq!(surveys + ideas, all.len());
    assert!(surveys > 0 && ideas > 0);
    let applied =
        caller.get(&format!("/ideas?project_id={project}&type=idea")).header("applied-filters").to_owned();
    assert_eq!(applied, format!("project_id={project}; type=idea"));
}

#[test]
fn automatic_campaigns_are_not_returned() {
    let mut platform = Platform::full(2, CREATED_AT);
    let mut hidden = record(resource("email_campaigns"), 7, CREATED_AT);
    hidden["manual"] = json!(false);
    platform.add("email_campaigns", hidden);
    let data = Data::with(&platform);
    let caller = data.serve();
    assert_eq!(caller.get("/email_campaigns").ok()["email_campaigns"].as_array().unwrap().len(), 2);
    assert_eq!(
        caller.get(&format!("/email_campaigns/{}", id("email_campaigns", 7))).problem(),
        "record-not-found"
    );
    let mut deletions = Platform::empty();
    for number in [0, 7] {
        deletions.add(
            "deleted_items",
            json!({ "id": id("email_campaigns", number), "type": "EmailCampaign", "deleted_at": CREATED_AT }),
        );
    }
    data.import(&deletions);
    caller.server.wait_for_changes();
    let deleted = caller.get("/email_campaigns/deleted").ok();
    let listed = ids(deleted["deleted_items"].as_array().unwrap());
    assert_eq!(listed, [json!(id("email_campaigns", 0)).to_string()]);
}
