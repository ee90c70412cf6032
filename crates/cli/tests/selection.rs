//! The parameters `fields`, `sort`, `ids` and `bbox`: what they return and what they refuse.

use serde_json::{Value, json};

use crate::support::fixture::{Platform, id};
use crate::support::{Caller, Data};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";

/// Five ideas with likes and points; ideas 1 and 3 have equally many likes.
fn platform() -> (Data, Caller) {
    let mut platform = Platform::full(5, CREATED_AT);
    let points = ["POINT (4.35 50.85)", "POINT (4.36 50.86)", "POINT (179.5 -17)", "POINT (-179.5 -17.5)"];
    for (number, idea) in platform.records.get_mut("ideas").unwrap().iter_mut().enumerate() {
        idea["likes_count"] = json!([4, 7, 0, 7, 2][number]);
        idea["location_point"] = points.get(number).map_or(Value::Null, |point| json!(point));
    }
    let data = Data::with(&platform);
    let caller = data.serve();
    (data, caller)
}

fn ids(page: &Value) -> Vec<&str> {
    page["ideas"].as_array().unwrap().iter().map(|idea| idea["id"].as_str().unwrap()).collect()
}

#[test]
fn a_response_contains_only_the_requested_fields_in_the_documented_order() {
    let (_data, caller) = platform();
    let complete = caller.get("/ideas").ok()["ideas"][0].clone();
    for form in [
        "fields=likes_count,title,id",
        "fields=id&fields=title&fields=likes_count",
        "fields[]=title,id,likes_count",
    ] {
        let page = caller.get(&format!("/ideas?{form}"));
        let record = &page.ok()["ideas"][0];
        let expected: Vec<&str> = vec!["id", "title", "likes_count"];
        assert!(record.as_object().unwrap().keys().eq(&expected), "{form}: {record}");
        assert!(expected.iter().all(|field| record[field] == complete[field]), "{form}: {record}");
        let path = format!("/ideas/{}?{form}", record["id"].as_str().unwrap());
        assert_eq!(caller.get(&path).ok()["idea"], *record, "{path}");
    }
    assert_eq!(caller.get("/ideas?fields=").ok(), caller.get("/ideas").ok(), "a blank value is no value");
}

#[test]
fn unknown_fields_and_orders_are_answered_with_the_nearest() {
    let (_data, caller) = platform();
    for (path, nearest) in [
        ("/ideas?fields=id,titel", "title"),
        ("/ideas?sort=-like_count", "-likes_count"),
        ("/users?sort=updatedat", "updated_at"),
        ("/ideas/deleted?delete_at=2025-01-01", "deleted_at"),
    ] {
        let response = caller.get(path);
        assert_eq!(response.status, 400, "{path}");
        let detail = response.json()["detail"].to_string();
        assert!(detail.contains(&format!("Did you mean '{nearest}'?")), "{path}: {detail}");
    }
    assert_eq!(caller.get("/users?sort=likes_count").problem(), "invalid-parameter-value-enum");
    assert_eq!(caller.get("/ideas/deleted?sort=created_at").problem(), "unknown-parameter");
    assert_eq!(caller.get("/idea_topics?ids=").problem(), "unknown-parameter");
}

#[test]
fn a_list_is_sorted_and_ties_are_broken_by_id_in_the_same_direction() {
    let (_data, caller) = platform();
    let mut ties = [id("ideas", 1), id("ideas", 3)];
    ties.sort();
    let ascending = [id("ideas", 2), id("ideas", 4), id("ideas", 0), ties[0].clone(), ties[1].clone()]
        .map(|id| json!(id));
    let sorted = |sort: &str| -> Vec<Value> {
        let walked = caller.crawl(&format!("/ideas?sort={sort}"), "ideas", 2);
        walked.iter().map(|idea| idea["id"].clone()).collect()
    };
    assert_eq!(sorted("likes_count"), ascending);
    assert!(sorted("-likes_count").iter().eq(ascending.iter().rev()));
    assert_eq!(caller.get("/ideas?sort=-created_at").text, caller.get("/ideas").text, "the default order");
}

#[test]
fn records_are_selected_by_id() {
    let (_data, caller) = platform();
    let (one, other, unknown) = (id("ideas", 1), id("ideas", 4), id("unknown", 1));
    let page = caller.get(&format!("/ideas?ids={other},{unknown},{one},{other}&sort=likes_count"));
    assert_eq!(page.header("applied-filters"), format!("ids={other},{unknown},{one}"));
    let page = page.ok();
    assert_eq!(ids(&page), [&other, &one]);
    assert_eq!(page["meta"]["total_pages"], 1);
    let of_type = caller.get(&format!("/ideas?ids={one}&type=survey&ids={other}")).ok();
    let all = caller.get("/ideas?type=survey&page_size=24").ok();
    assert!(ids(&of_type).iter().all(|id| ids(&all).contains(id)), "filters are combined with AND");
    let many = |count: usize| (0..count).map(|number| id("ideas", number)).collect::<Vec<_>>().join(",");
    assert_eq!(ids(&caller.get(&format!("/ideas?ids={}", many(100))).ok()).len(), 5);
    let refused = caller.get(&format!("/ideas?ids={}", many(101)));
    assert!(refused.json()["detail"].to_string().contains("at most 100 values"), "{}", refused.text);
}

#[test]
fn ideas_are_found_in_a_bounding_box() {
    let (_data, caller) = platform();
    let found = |edges: &str| {
        let page = caller.get(&format!("/ideas?bbox={edges}")).ok();
        let mut found: Vec<String> = ids(&page).into_iter().map(str::to_owned).collect();
        found.sort();
        found
    };
    let ideas = |numbers: &[usize]| {
        let mut ideas: Vec<String> = numbers.iter().map(|number| id("ideas", *number)).collect();
        ideas.sort();
        ideas
    };
    assert_eq!(found("4.35,50.85,4.355,50.855"), ideas(&[0]), "edges are included");
    assert_eq!(found("4.3500001,50.8,4.4,50.9"), ideas(&[1]));
    assert_eq!(found("-180,-90,180,90"), ideas(&[0, 1, 2, 3]), "an idea without a location is in no box");
    assert_eq!(found("179,-20,-179,-16"), ideas(&[2, 3]), "the box crosses the antimeridian");
    for edges in [
        "4,50,5",
        "4,50,5,51,6",
        "4,51,5,50",
        "-181,0,0,1",
        "0,-91,1,0",
        "a,b,c,d",
        "nan,0,1,1",
        "1e400,0,1,1",
    ] {
        let response = caller.get(&format!("/ideas?bbox={edges}"));
        assert_eq!(response.problem(), "invalid-parameter-value", "{edges}");
    }
}
