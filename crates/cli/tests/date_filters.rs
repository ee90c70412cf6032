//! Date filters: the day precedes the month, and errors for invalid dates.

use crate::support::fixture::{Platform, record, resource};
use crate::support::{Caller, Data};

/// The timestamps of the records, oldest first.
const TIMESTAMPS: [&str; 9] = [
    "2019-12-31T23:59:59.999Z",
    "2024-02-29T12:00:00.000Z",
    "2024-12-30T23:59:59.999Z",
    "2024-12-31T00:00:00.000Z",
    "2024-12-31T10:00:00.000Z",
    "2024-12-31T23:59:59.999Z",
    "2025-01-01T00:00:00.000Z",
    "2025-02-01T00:00:00.000Z",
    "2025-11-10T08:00:00.000Z",
];

/// Values of the filter, and the indexes of the matching timestamps.
const VALID: &[(&str, &[usize])] = &[
    // One day; the day precedes the month.
    ("2024-31-12", &[3, 4, 5]),
    ("2024-30-12", &[2]),
    ("2025-01-01", &[6]),
    ("2025-01-02", &[7]),
    ("2025-02-01", &[]),
    ("2025-10-11", &[8]),
    ("2025-11-10", &[]),
    ("2024-29-02", &[1]),
    ("2019-31-12", &[0]),
    ("2018-01-01", &[]),
    ("0001-01-01", &[]),
    ("9999-31-12", &[]),
    // From one day to another, both included.
    ("2024-31-12,2024-31-12", &[3, 4, 5]),
    ("2024-30-12,2025-01-01", &[2, 3, 4, 5, 6]),
    ("2024-01-01,2024-31-12", &[1, 2, 3, 4, 5]),
    ("2000-01-01,2018-31-12", &[]),
    ("0001-01-01,9999-31-12", &[0, 1, 2, 3, 4, 5, 6, 7, 8]),
    // Open ends.
    ("2025-01-01,", &[6, 7, 8]),
    (",2024-30-12", &[0, 1, 2]),
    ("2026-01-01,", &[]),
    (",2019-30-12", &[]),
    ("9999-31-12,", &[]),
    (",9999-31-12", &[0, 1, 2, 3, 4, 5, 6, 7, 8]),
    // Timestamps are exact, and included.
    ("2024-12-31T10:00:00Z", &[4]),
    ("2024-12-31T10:00:00.000Z", &[4]),
    ("2024-12-31T11:00:00%2B01:00", &[4]),
    ("2024-12-31T11:00:00+01:00", &[4]),
    ("2024-12-31T05:00:00-05:00", &[4]),
    ("2024-12-31t10:00:00z", &[4]),
    ("2024-12-31T10:00:00.0005Z", &[]),
    ("2024-12-31T10:00:01Z", &[]),
    ("2024-12-31T10:00:00Z,", &[4, 5, 6, 7, 8]),
    (",2024-12-31T10:00:00Z", &[0, 1, 2, 3, 4]),
    ("2024-12-31T00:00:00Z,2024-12-31T23:59:59.999Z", &[3, 4, 5]),
    ("2024-12-31T00:00:00.001Z,2024-12-31T23:59:59.998Z", &[4]),
    ("2024-12-31T00:00:00Z,2024-31-12", &[3, 4, 5]),
    ("2024-31-12,2024-12-31T10:00:00Z", &[3, 4]),
    ("2025-01-01T00:00:00Z,2025-01-01T00:00:00Z", &[6]),
    // Empty values are ignored.
    ("", &[0, 1, 2, 3, 4, 5, 6, 7, 8]),
    ("%20", &[0, 1, 2, 3, 4, 5, 6, 7, 8]),
    ("%202024-31-12%20", &[3, 4, 5]),
];

/// Invalid values, and a part of their error.
const INVALID: &[(&str, &str)] = &[
    ("2024-12-31", "2024-31-12"),
    ("2025-02-28", "2025-28-02"),
    ("2024-31-12,2025-01-31", "2025-31-01"),
    ("2024-31-02", "YYYY-DD-MM"),
    ("2023-29-02", "YYYY-DD-MM"),
    ("2024-31-04", "YYYY-DD-MM"),
    ("2024-00-01", "YYYY-DD-MM"),
    ("2024-01-00", "YYYY-DD-MM"),
    ("2024-32-01", "YYYY-DD-MM"),
    ("0000-01-01", "YYYY-DD-MM"),
    ("2024-1-1", "YYYY-DD-MM"),
    ("24-01-01", "YYYY-DD-MM"),
    ("2024/01/01", "YYYY-DD-MM"),
    ("01-01-2024", "YYYY-DD-MM"),
    ("20240101", "YYYY-DD-MM"),
    ("yesterday", "YYYY-DD-MM"),
    ("2024-٠١-01", "YYYY-DD-MM"),
    ("2024-12-31T10:00:00", "YYYY-DD-MM"),
    ("2024-31-12T10:00:00Z", "YYYY-DD-MM"),
    ("2024-12-31T25:00:00Z", "YYYY-DD-MM"),
    ("2024-12-31 10:00:00Z", "YYYY-DD-MM"),
    ("2025-01-01,2024-31-12", "not after"),
    ("2024-12-31T10:00:01Z,2024-12-31T10:00:00Z", "not after"),
    ("2024-01-01,2024-02-01,2024-03-01", "separated by a comma"),
    (",", "before or after the comma"),
    (",,", "separated by a comma"),
    ("2024-01-01..2024-02-01", "YYYY-DD-MM"),
];

fn caller() -> (Data, Caller) {
    let mut platform = Platform::empty();
    for (number, timestamp) in TIMESTAMPS.iter().enumerate() {
        let mut area = record(resource("areas"), number, timestamp);
        area["title_multiloc"] = serde_json::json!({ "en": number.to_string() });
        platform.add("areas", area.clone());
        platform.add(
            "deleted_items",
            serde_json::json!({ "id": crate::support::fixture::id("deleted", number), "type": "Topic", "deleted_at": timestamp }),
        );
    }
    let data = Data::with(&platform);
    let caller = data.serve();
    (data, caller)
}

#[test]
fn valid_dates_find_the_records_of_these_days() {
    let (_data, caller) = caller();
    for (value, expected) in VALID {
        let mut expected: Vec<String> = expected.iter().map(ToString::to_string).collect();
        expected.reverse();
        for name in ["created_at", "updated_at"] {
            let response = caller.get(&format!("/areas?page_size=24&{name}={value}")).ok();
            let found: Vec<&str> = response["areas"]
                .as_array()
                .unwrap()
                .iter()
                .map(|area| area["title"].as_str().unwrap())
                .collect();
            assert_eq!(found, expected, "{name}={value}");
        }
        let response = caller.get(&format!("/topics/deleted?page_size=24&deleted_at={value}")).ok();
        assert_eq!(response["deleted_items"].as_array().unwrap().len(), expected.len(), "deleted_at={value}");
    }
}

#[test]
fn invalid_dates_get_an_error_with_the_expected_format() {
    let (_data, caller) = caller();
    for (value, expected) in INVALID {
        for (path, name) in
            [("areas", "created_at"), ("areas", "updated_at"), ("topics/deleted", "deleted_at")]
        {
            let response = caller.get(&format!("/{path}?{name}={value}"));
            assert_eq!(response.status, 400, "{name}={value}");
            assert_eq!(response.problem(), "invalid-parameter-value", "{name}={value}");
            let detail = response.json()["detail"].as_str().unwrap().to_owned();
            assert!(detail.contains(expected) && detail.contains(name), "{name}={value}: {detail}");
        }
    }
}

#[test]
fn the_response_contains_the_interpreted_range_of_dates() {
    let (_data, caller) = caller();
    for (value, applied) in [
        ("created_at=2024-31-12", "created_at=2024-12-31T00:00:00.000Z..2025-01-01T00:00:00.000Z"),
        ("updated_at=2025-01-02,", "updated_at=2025-02-01T00:00:00.000Z.."),
        ("created_at=,2024-12-31T10:00:00Z", "created_at=..2024-12-31T10:00:00.001Z"),
    ] {
        assert_eq!(caller.get(&format!("/areas?{value}")).header("applied-filters"), applied);
    }
}

#[test]
fn filters_of_phases_accept_iso_dates() {
    let mut platform = Platform::full(1, TIMESTAMPS[1]);
    for (number, (start_at, end_at)) in
        [("2025-01-31", Some("2025-03-01")), ("2025-02-01", None), ("2025-03-01", Some("2025-03-31"))]
            .iter()
            .enumerate()
    {
        let mut phase = record(resource("phases"), number + 1, TIMESTAMPS[1]);
        phase["project_id"] = serde_json::json!(crate::support::fixture::id("projects", 0));
        phase["title_multiloc"] = serde_json::json!({ "en": start_at });
        phase["start_at"] = serde_json::json!(start_at);
        phase["end_at"] = serde_json::json!(end_at);
        platform.add("phases", phase);
    }
    platform.records.get_mut("phases").unwrap()[0]["start_at"] = serde_json::json!("2020-01-01");
    platform.records.get_mut("phases").unwrap()[0]["end_at"] = serde_json::json!("2020-01-02");
    let data = Data::with(&platform);
    let caller = data.serve();
    let nested = format!("/projects/{}/phases", crate::support::fixture::id("projects", 0));
    for (value, found) in [
        ("start_at=2025-01-31", 1),
        ("start_at=2025-01-31,2025-02-01", 2),
        ("start_at=2025-02-01,", 2),
        ("start_at=,2025-02-01", 3),
        ("end_at=2025-01-01,", 2),
        ("end_at=,2025-03-30", 2),
        ("end_at=2025-03-31&start_at=2025-03-01", 1),
    ] {
        for path in ["/phases", nested.as_str()] {
            let phases = caller.get(&format!("{path}?{value}")).ok();
            assert_eq!(phases["phases"].as_array().unwrap().len(), found, "{path}?{value}");
        }
    }
    let swapped = caller.get("/phases?start_at=2025-31-01");
    assert_eq!(swapped.problem(), "invalid-parameter-value");
    assert!(swapped.text.contains("2025-01-31"), "{}", swapped.text);
}
