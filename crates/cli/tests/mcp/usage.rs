//! Each call counts as the request that it makes.

use std::thread;

use reqwest::Method;
use serde_json::{Value, json};

use super::assistant::{Assistant, token};
use crate::exports::setup::Setup;
use crate::support::Data;
use crate::support::day::begin_within_a_day;
use crate::support::fixture::Platform;

const AT: &str = "2025-03-18T08:15:30.250Z";

fn shown(setup: &Setup, client: &str) -> Value {
    setup.admin.get(&setup.server, &format!("/clients/{client}")).ok()["client"].take()
}

#[test]
fn usage_states_the_requests_behind_the_tools() {
    begin_within_a_day();
    let setup = Setup::over(Data::with(&Platform::full(30, AT)), &[]);
    let (client, _) = setup.data.client_with(&["--access", "full", "--mcp"]);
    let (other, _) = setup.data.client_with(&["--access", "full"]);
    setup.server.wait_for_changes();
    let assistant = Assistant::new(&setup.server, &setup.data.token(&client, 0));
    assistant.ok("list_records", &json!({ "resource": "ideas", "page_size": 7 }));
    assistant
        .ok("get_record", &json!({ "resource": "users", "id": crate::support::fixture::id("users", 1) }));
    assistant.ok("count_records", &json!({ "resource": "ideas", "by": "project_id" }));
    assistant.failure("list_records", &json!({ "resource": "ideas", "created_at": "yesterday" }));
    assistant.ok("describe_operation", &json!({ "operation": "listIdeas" }));
    assert_eq!(
        Assistant::new(&setup.server, &setup.data.token(&other, 0))
            .respond("what_is_here", &json!({}))
            .status,
        403
    );
    let shown_client = shown(&setup, &client);
    assert_eq!(shown_client["requests_today"], 4, "{shown_client}");
    assert_eq!(shown_client["mcp"], true);
    let reads = shown_client["reads_30_days"].as_array().unwrap();
    let read = |plural: &str| reads.iter().find(|entry| entry["resource"] == plural).unwrap().clone();
    assert_eq!((&read("ideas")["lists"], &read("users")["lists"]), (&json!(7), &json!(1)), "{reads:?}");

    let refusals = &shown(&setup, &other)["refusals_30_days"];
    assert_eq!((&refusals[0]["reason"], &refusals[0]["requests"]), (&json!("not-for-assistants"), &json!(1)));
}

#[test]
fn limits_are_those_of_the_api() {
    let data = Data::with(&Platform::full(3, AT));
    let server = data.serve_with(&["--client-requests-per-minute", "5"]);
    let assistant = Assistant::new(&server, &token(&data, &["--access", "full"]));
    let outcomes = (0..40).map(|_| assistant.call("what_is_here", &json!({})));
    let limited = outcomes.filter(|outcome| outcome.text.contains("too-many-requests")).count();
    assert!(limited > 0);
    drop(server);
    let server = data.serve_with(&["--publishable-key-requests-per-minute", "5"]);
    let nobody = Assistant { server: &server, token: None };
    let described = (0..20).map(|_| nobody.call("describe_operation", &json!({ "operation": "listIdeas" })));
    assert!(described.filter(|outcome| outcome.text.contains("too-many-requests")).count() > 0);
}

#[test]
fn two_hundred_calls_beside_a_crawl() {
    let data = Data::with(&Platform::full(60, AT));
    let server = data.serve_with(&[]);
    let token = token(&data, &["--access", "full"]);
    let assistant = Assistant::new(&server, &token);
    let expected = assistant.ok("list_records", &json!({ "resource": "ideas", "sort": "-likes_count" }));
    thread::scope(|scope| {
        let crawl = scope.spawn(|| {
            for _ in 0..20 {
                for page in 1..=3 {
                    let path = format!("/api/v2/ideas?page_size=24&page_number={page}");
                    assert_eq!(server.request(Method::GET, &path).bearer_auth(&token).send().status, 200);
                }
            }
        });
        let calls: Vec<_> = (0..200)
            .map(|_| {
                scope.spawn(|| {
                    let result =
                        assistant.ok("list_records", &json!({ "resource": "ideas", "sort": "-likes_count" }));
                    assert_eq!(result, expected);
                })
            })
            .collect();
        for call in calls {
            call.join().unwrap();
        }
        crawl.join().unwrap();
    });
}
