//! Reading all pages of every list: each record once, at any page size.

use std::collections::HashSet;

use folkmoot_model::resources::RESOURCES;

use crate::support::Data;
use crate::support::fixture::{Platform, id};

const ROWS: usize = 1000;
const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";

#[test]
fn every_list_returns_each_record_once_at_any_page_size() {
    let data = Data::with(&Platform::full(ROWS, CREATED_AT));
    let caller = data.serve();
    for resource in RESOURCES {
        let plural = resource.names.plural;
        let own = |record: &serde_json::Value| match record.get("id") {
            Some(id) => id.as_str().unwrap().to_owned(),
            None => record.to_string(),
        };
        let mut first_order: Vec<String> = Vec::new();
        for size in [24, 12, 7, 1] {
            let listed: Vec<String> =
                caller.crawl(&format!("/{plural}"), resource.names.list_key, size).iter().map(own).collect();
            assert_eq!(listed.len(), ROWS, "{plural} at {size} a page");
            assert_eq!(listed.iter().collect::<HashSet<_>>().len(), ROWS, "{plural} at {size} a page");
            if first_order.is_empty() {
                first_order.clone_from(&listed);
            }
            assert_eq!(listed, first_order, "{plural} is in another order at {size} a page");
        }
        if resource.has_id() {
            let mut expected: Vec<String> = (0..ROWS).map(|number| id(plural, number)).collect();
            expected.sort_unstable_by(|one, other| other.cmp(one));
            assert_eq!(first_order, expected, "{plural} with equal created_at is not in order of id");
        }
    }
}

#[test]
fn pages_after_the_last_are_empty_and_page_sizes_are_limited() {
    let data = Data::with(&Platform::full(30, CREATED_AT));
    let caller = data.serve();
    let page = caller.get("/ideas?page_number=99").ok();
    assert_eq!(page["ideas"].as_array().unwrap().len(), 0);
    assert_eq!(page["meta"], serde_json::json!({ "current_page": 99, "total_pages": 3 }));
    for (requested, actual, pages) in
        [("", 12, 3), ("100", 24, 2), ("99999999999999999999999999", 24, 2), ("1", 1, 30)]
    {
        let page = caller.get(&format!("/ideas?page_size={requested}")).ok();
        assert_eq!(page["ideas"].as_array().unwrap().len(), actual, "page_size={requested}");
        assert_eq!(page["meta"]["total_pages"], pages, "page_size={requested}");
    }
    assert_eq!(caller.get("/ideas?page_number=2147483648").status, 200);
    for invalid in [
        "page_size=0",
        "page_size=-1",
        "page_size=1.5",
        "page_size=ten",
        "page_size=%2B5",
        "page_number=0",
        "page_number=-3",
        "page_number=2147483649",
        "page_number=1e3",
        "page_number=٣",
    ] {
        let response = caller.get(&format!("/ideas?{invalid}"));
        assert_eq!(
            (response.status, response.problem().as_str()),
            (400, "invalid-parameter-value"),
            "{invalid}"
        );
    }
}

#[test]
fn an_empty_list_has_no_pages() {
    let data = Data::with(&Platform::empty());
    let caller = data.serve();
    for resource in RESOURCES {
        let page = caller.get(&format!("/{}", resource.names.plural)).ok();
        assert_eq!(page["meta"], serde_json::json!({ "current_page": 1, "total_pages": 0 }));
    }
}
