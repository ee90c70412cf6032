//! The overview, the sizes of the data, and the preview of a record.

use reqwest::Method;
use serde_json::{Value, json};

use super::Console;
use crate::support::Data;
use crate::support::day::begin_within_a_day;
use crate::support::fixture::{Platform, id};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";

#[test]
fn the_overview_counts_and_warns_in_words() {
    begin_within_a_day();
    let data = Data::with(&Platform::full(2, CREATED_AT));
    let client = data.client();
    let expires = jiff::ZonedDateTime::now().date().tomorrow().unwrap().to_string();
    let (expiring, _) = data.client_with(&["--expires", &expires]);
    let console = Console::start(&data, &[]);
    let token = console.token(&client);
    console.call(&token, "/areas").ok();
    console.call(&token, "/areas?nonsense=1");
    let overview = console.get("/overview");
    assert_eq!(overview["public_api_enabled"], true);
    assert_eq!(overview["clients"], json!({ "active": 2, "total": 2 }));
    assert_eq!(overview["requests"]["today"], 2);
    let days = overview["requests"]["days"].as_array().unwrap();
    assert_eq!((days.len(), &days[29]["requests"], &days[29]["errors"]), (30, &json!(2), &json!(1)));
    assert_eq!(
        overview["errors"],
        json!([{ "error_code": "unknown-parameter", "status": 400, "requests": 1 }])
    );
    assert_eq!(overview["newest_import"]["state"], "succeeded");
    assert!(
        overview["data_changed_at"].as_str() <= overview["newest_import"]["finished_at"].as_str(),
        "{overview}"
    );
    assert!(overview["data_changed_at"].is_string());
    let warnings = overview["warnings"].as_array().unwrap();
    let expiry = warnings.iter().find(|warning| warning["code"] == "client-expires").unwrap();
    assert_eq!(expiry["client_id"], json!(expiring));
    assert!(expiry["text"].as_str().unwrap().contains(&expires), "{expiry}");
    let listed = console.get("/clients?sort=-last_request_at");
    let first = &listed["clients"][0];
    assert_eq!((&first["id"], &first["requests_today"]), (&json!(client.0), &json!(2)));
    assert!(first["last_request_at"].is_string());
}

#[test]
fn the_overview_shows_the_newest_run_of_the_mirror() {
    let data = Data::with(&Platform::full(1, CREATED_AT));
    if !data.is_embedded() {
        return;
    }
    let reasons =
        json!([{ "resource": "ideas", "id": id("ideas", 1), "field": "likes_count", "reason": "odd" }]);
    data.change_database(&format!(
        "INSERT INTO mirror_run VALUES (1, 'https://a.example/api/v2', 1000, NULL, 2, '{reasons}')"
    ));
    let console = Console::start(&data, &[]);
    let overview = console.get("/overview");
    let mirror = json!({
        "source": "https://a.example/api/v2",
        "ended_at": "1970-01-01T00:00:01.000Z",
        "error": null,
        "left_out": 2,
        "reasons": reasons,
    });
    assert_eq!(overview["mirror"], mirror);
    let warnings = overview["warnings"].as_array().unwrap();
    assert!(warnings.iter().any(|warning| warning["code"] == "mirror-left-out"), "{overview}");
}

#[test]
fn data_states_records_and_sizes() {
    let data = Data::with(&Platform::full(2, CREATED_AT));
    let console = Console::start(&data, &[]);
    let sizes = console.get("/data");
    let areas = sizes["resources"].as_array().unwrap().iter().find(|entry| entry["resource"] == "areas");
    let areas = areas.unwrap();
    assert_eq!(areas["records"], 2);
    assert!(areas["newest_change"].is_string() && areas["index_bytes"].as_u64().unwrap() > 0, "{areas}");
    assert!(sizes["database_bytes"].as_u64().unwrap() > 10_000);
    assert_eq!(sizes["files"]["count"], 2);
}

#[test]
pub fn the_preview_shows_a_record_as_each_level_sees_it() {
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let (client, _) = data.client();
    let console = Console::start(&data, &[]);
    let preview = |query: &str| console.get(&format!("/preview?{query}"));
    let full = preview("resource=users&access=full");
    assert_eq!(full["record"], full["full_record"]);
    assert_eq!(full["record"]["id"], json!(id("users", 0)));
    let pseudonymous = format!("resource=users&access=pseudonymous&client_id={client}");
    let shown = preview(&pseudonymous);
    assert_ne!(shown["record"]["id"], shown["full_record"]["id"]);
    assert_eq!(shown["record"]["email"], Value::Null);
    assert_eq!(preview(&pseudonymous), shown, "a client has the same pseudonyms each time");
    let treatments = shown["fields"].as_array().unwrap();
    assert!(treatments.contains(&json!({ "field": "id", "treatment": "pseudonym" })), "{treatments:?}");
    assert!(treatments.contains(&json!({ "field": "email", "treatment": "withheld" })), "{treatments:?}");
    let public = preview("resource=users&access=public");
    assert_eq!(public["record"], Value::Null);
    assert!(public["full_record"].is_object());
    let file = preview("resource=files&access=full");
    let url = file["record"]["url"].as_str().unwrap();
    assert!(url.ends_with(&format!("/files/{}", id("files", 0))), "a URL without a signature: {url}");
    let unknown = console.request(Method::GET, "/preview?resource=users").send();
    assert_eq!((unknown.status, unknown.problem().as_str()), (400, "invalid-parameter-value-enum"));
}

#[test]
fn the_preview_samples_a_record_that_the_level_sees() {
    let mut platform = Platform::full(2, CREATED_AT);
    // The newest ballot is secret, because its vote runs.
    for (phase, end) in
        platform.records.get_mut("phases").unwrap().iter_mut().zip(["2025-03-02", "2099-12-31"])
    {
        phase["participation_method"] = json!("voting");
        phase["voting_method"] = json!("budgeting");
        phase["end_at"] = json!(end);
    }
    let data = Data::with(&platform);
    let console = Console::start(&data, &[]);
    for level in ["full", "pseudonymous", "anonymous"] {
        let preview = console.get(&format!("/preview?resource=baskets&access={level}"));
        assert!(preview["record"].is_object(), "{level}: {preview}");
    }
}
