//! Counters, the latest requests and their retention.

use std::time::Duration;

use folkmoot_store::Store;
use folkmoot_store::usage::{Activity, CounterKey, Counts, UsageBatch, day_of, hour_of};
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use super::Console;
use crate::support::day::begin_within_a_day;
use crate::support::fixture::{Platform, id};
use crate::support::{Data, eventually};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";
const RECORDS: usize = 3;

/// What a client should have been counted for.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sum {
    requests: u64,
    errors: u64,
    records: u64,
    bytes: u64,
}

impl Sum {
    /// Of a report of the admin API or of the command line.
    fn of(report: &Value) -> Self {
        let total = |member: &str| {
            report["days"].as_array().unwrap().iter().map(|day| day[member].as_u64().unwrap()).sum()
        };
        Self {
            requests: total("requests"),
            errors: total("errors"),
            records: total("records"),
            bytes: total("bytes"),
        }
    }
}

/// Sends requests of all kinds, and adds what they should be counted for.
fn use_api(console: &Console, token: &str, sum: &mut Sum) {
    let get = |path: &str, headers: &[(&str, &str)]| {
        let request = console.server.request(Method::GET, &format!("/api/v2{path}")).bearer_auth(token);
        headers.iter().fold(request, |request, (name, value)| request.header(name, value)).send_bytes()
    };
    let mut count = |response: &crate::support::request::BytesResponse, status: u16, records: usize| {
        assert_eq!(response.status, status, "{}", String::from_utf8_lossy(&response.bytes));
        sum.requests += 1;
        sum.errors += u64::from(status >= 400);
        sum.records += records as u64;
        sum.bytes += response.bytes.len() as u64;
    };
    let list = get("/areas", &[]);
    count(&list, 200, RECORDS);
    count(&get("/areas", &[("if-none-match", list.header("etag"))]), 304, 0);
    // Twice, because the second body comes from the cache of compressed bodies.
    for _ in 0..2 {
        count(&get("/topics?page_size=2", &[("accept-encoding", "gzip")]), 200, 2);
    }
    count(&get(&format!("/areas/{}", id("areas", 0)), &[]), 200, 1);
    count(&get("/areas/deleted", &[]), 200, 0);
    count(&get(&format!("/areas/{}", Uuid::from_u128(9)), &[]), 404, 0);
    count(&get("/areas?colour=blue", &[]), 400, 0);
    let head = console.server.request(Method::HEAD, "/api/v2/areas").bearer_auth(token).send_bytes();
    count(&head, 200, 0);
    count(&get("/areas?format=ndjson", &[]), 200, RECORDS);
    count(&get("/topics?format=csv", &[("accept-encoding", "gzip")]), 200, RECORDS);
    let file = get("/files", &[]);
    count(&file, 200, RECORDS);
}

#[test]
fn counters_are_exact_after_restarts_and_over_several_servers() {
    let data = Data::with(&Platform::full(RECORDS, CREATED_AT));
    let client = data.client();
    let mut sum = Sum::default();
    let first = Console::start(&data, &[]);
    let token = first.token(&client);
    use_api(&first, &token, &mut sum);
    // The report of the server that counted is complete at once.
    let report = first.get(&format!("/clients/{}/usage?days=2", client.0));
    assert_eq!(Sum::of(&report), sum);
    use_api(&first, &token, &mut sum);
    let host;
    if let Ok(postgres) = std::env::var("FOLKMOOT_TEST_POSTGRES") {
        host = data.other_host(&postgres);
        let second = Console::start(&host, &[]);
        std::thread::scope(|scope| {
            let of_first = scope.spawn(|| {
                let mut counted = Sum::default();
                use_api(&first, &token, &mut counted);
                counted
            });
            use_api(&second, &token, &mut sum);
            let counted = of_first.join().unwrap();
            sum.requests += counted.requests;
            sum.errors += counted.errors;
            sum.records += counted.records;
            sum.bytes += counted.bytes;
        });
        second.stop();
    }
    first.stop();
    let printed = data.run(&["usage", "--client", &client.0, "--json"]);
    let printed: Value = serde_json::from_slice(&printed.stdout).unwrap();
    assert_eq!(Sum::of(&printed), sum);
    let again = Console::start(&data, &[]);
    use_api(&again, &token, &mut sum);
    assert_eq!(Sum::of(&again.get(&format!("/clients/{}/usage?days=2", client.0))), sum);
    assert_eq!(Sum::of(&again.get("/usage?days=2")), sum, "there is only one client");
    let operations = again.get(&format!("/clients/{}/usage?days=2", client.0));
    let operations = operations["operations"].as_array().unwrap();
    let areas = operations.iter().find(|operation| operation["operation"] == "listDeletedAreas").unwrap();
    assert_eq!(areas["resource"], "areas");
}

#[test]
fn a_server_that_stops_stores_usage_after_a_short_write() {
    let data = Data::embedded().filled(&Platform::full(RECORDS, CREATED_AT));
    let client = data.client();
    let mut console = Console::start(&data, &[]);
    let token = console.token(&client);
    let mut sum = Sum::default();
    use_api(&console, &token, &mut sum);
    let other = rusqlite::Connection::open(data.path().join("folkmoot.sqlite")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    console.server.terminate();
    std::thread::sleep(Duration::from_millis(50));
    other.execute_batch("COMMIT").unwrap();
    assert!(console.server.wait().success());
    let console = Console::start(&data, &[]);
    let path = format!("/clients/{}", client.0);
    assert_eq!(Sum::of(&console.get(&format!("{path}/usage?days=2"))), sum);
    assert!(console.get(&path)["client"]["last_authenticated_at"].is_string());
}

#[test]
fn the_latest_requests_contain_no_values() {
    let data = Data::with(&Platform::full(RECORDS, CREATED_AT));
    let client = data.client();
    let console = Console::start(&data, &[]);
    let token = console.token(&client);
    let user = id("users", 0);
    console.call(&token, &format!("/ideas?author_id={user}&search=Quokka"));
    console.call(&token, &format!("/users/{user}"));
    console.call(&token, "/ideas?Numbat=1");
    console.call(&token, &format!("/users/{}", Uuid::from_u128(9)));
    let path = format!("/clients/{}/requests", client.0);
    let requests = console.get(&path)["requests"].as_array().unwrap().clone();
    let seen: Vec<Value> = requests
        .iter()
        .map(|request| json!([request["operation"], request["status"], request["error_code"]]))
        .collect();
    let expected = [
        json!(["getUser", 404, "record-not-found"]),
        json!(["listIdeas", 400, "unknown-parameter"]),
        json!(["getUser", 200, null]),
        json!(["listIdeas", 200, null]),
    ];
    assert_eq!(seen, expected);
    console.stop();
    let stored = data.table("SELECT operation, error_code FROM recent_requests");
    let text = format!("{requests:?} {stored:?}").to_lowercase();
    assert_eq!(stored.len(), 4);
    for value in [user.as_str(), "quokka", "numbat", "?", "/users"] {
        assert!(!text.contains(value), "{value}: {text}");
    }
}

#[test]
fn usage_is_stored_for_the_days_of_the_setting() {
    begin_within_a_day();
    let data = Data::with(&Platform::empty());
    let client: Uuid = data.client().0.parse().unwrap();
    let now = jiff::Timestamp::now().as_millisecond();
    let counted = |days_ago: i64| {
        let key = CounterKey {
            hour: hour_of(now) - days_ago * 24,
            client,
            operation: "listAreas",
            status: 200,
            error_code: "",
        };
        (key, Counts { requests: 1, records: 1, bytes: 1 })
    };
    let batch = UsageBatch {
        id: Uuid::new_v4(),
        counters: (0..40).map(counted).collect(),
        activity: [(client, Activity { first: now, last: now })].into(),
        ..UsageBatch::default()
    };
    let store = Store::open(&data.database()).unwrap();
    store.usage().add(&batch, now).unwrap();
    let console = Console::start(&data, &["--usage-days", "10"]);
    let today = day_of(now);
    eventually("usage is not deleted", || {
        let stored = store.usage().of_client(client, today - 50..=today).unwrap();
        let totals = store.usage().of_all(today - 50..=today).unwrap();
        stored.days.len() == 10 && totals.days.len() == 10
    });
    assert_eq!(store.usage().of_client(client, today - 50..=today).unwrap().days.len(), 10);
    let report = console.get(&format!("/clients/{client}/usage?days=40"));
    assert_eq!(Sum::of(&report).requests, 10);
    assert_eq!(report["days"].as_array().unwrap().len(), 40, "days without requests are listed");
}

#[test]
fn reports_are_available_as_csv_and_in_words() {
    begin_within_a_day();
    let mut platform = Platform::full(RECORDS, CREATED_AT);
    platform.about["name"] = json!("Our town");
    let data = Data::with(&platform);
    let (id, secret) = data.client();
    let console = Console::start(&data, &[]);
    let token = console.token(&(id.clone(), secret));
    console.call(&token, "/areas").ok();
    console.call(&token, "/areas").ok();
    let summary = console.get(&format!("/clients/{id}/summary"));
    let text = summary["text"].as_str().unwrap();
    for part in ["“Test”", "“Our town”", "2 requests", "6 records of areas", "full"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(
        summary["resources"],
        json!([{ "resource": "areas", "lists": 6, "changes": 0, "exports": 0 }])
    );
    for path in [format!("/clients/{id}/usage.csv"), "/usage.csv?days=1".to_owned()] {
        let response = console.request(Method::GET, &path).send();
        assert_eq!(response.status, 200, "{}", response.text);
        let mut lines = response.text.lines();
        let header = "\u{feff}date,client_id,client_name,operation,status,error_code,requests,records,bytes";
        assert_eq!(lines.next(), Some(header));
        let line = lines.next().unwrap();
        assert!(line.contains(&format!(",{id},Test,listAreas,200,,2,6,")), "{line}");
        assert_eq!(lines.next(), None);
    }
    let text = String::from_utf8(data.run(&["usage"]).stdout).unwrap();
    assert!(text.contains("listAreas") && text.contains(&id), "{text}");
}
