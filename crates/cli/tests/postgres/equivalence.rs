//! The same platform in both databases: the responses to the same requests are equal, byte for byte.

use reqwest::Method;
use serde_json::{Value, json};

use crate::postgres::requests::{RequestGenerator, TestRequest};
use crate::support::fixture::{Platform, id};
use crate::support::postgres::required_server;
use crate::support::{Caller, Data, Response, eventually};

/// The number of random requests.
const REQUESTS: usize = 4_000;
/// The seed of the requests.
const SEED: u64 = 20_261_120;
/// The timestamp of most records, so that only the id determines their order.
const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";

/// Two servers of the same platform, one over each database.
struct BothDatabases {
    _data: [Data; 2],
    embedded: Caller,
    postgres: Caller,
}

impl BothDatabases {
    fn new() -> Self {
        let data = [Data::embedded(), Data::in_postgres(&required_server())];
        let demo = tempfile::tempdir().unwrap();
        let demo = demo.path().to_str().unwrap();
        assert!(data[0].run(&["demo", "--ideas", "200", "--seed", "7", "--out", demo]).status.success());
        let mut fixtures = Platform::full(40, CREATED_AT);
        fixtures.about =
            serde_json::from_slice(&std::fs::read(format!("{demo}/platform.json")).unwrap()).unwrap();
        add_unusual_values(&mut fixtures);
        let [embedded, postgres] = data.each_ref().map(|data| {
            let imported = data.run(&["import", demo]);
            assert!(imported.status.success(), "{}", String::from_utf8_lossy(&imported.stderr));
            data.import(&fixtures);
            data.import(&deletions());
            assert!(data.run(&["access", "on"]).status.success());
            let (id, secret) = data.client();
            data.serve_with(&["--public-url", "https://testham.example"]).caller(&id, &secret)
        });
        Self { _data: data, embedded, postgres }
    }

    /// Sends the same request to both servers.
    fn send(&self, test: &TestRequest) -> [Response; 2] {
        [&self.embedded, &self.postgres].map(|caller| {
            let request = caller.server.request(test.method.clone(), &test.path);
            let request = request.header("x-request-id", "same-for-both");
            let request = if test.with_token { request.bearer_auth(&caller.token) } else { request };
            without_variable_parts(match &test.body {
                Some(body) => request.header("content-type", "application/json").body(body.clone()).send(),
                None => request.send(),
            })
        })
    }
}

/// The response without the parts that differ between two databases: the date, the signatures of download URLs, the tag,
/// which depends on when the records were imported, and what is left of the quota.
fn without_variable_parts(mut response: Response) -> Response {
    for header in ["date", "etag", "ratelimit"] {
        response.headers.remove(header);
    }
    let mut parts = response.text.split("?expires=");
    let mut text = parts.next().unwrap().to_owned();
    for part in parts {
        text.push_str(&part[part.find('"').unwrap()..]);
    }
    response.headers.remove("content-length");
    response.text = text;
    response
}

/// Texts that databases are known to change.
const UNUSUAL_TEXTS: &[&str] = &[
    "Ünïcödé e\u{301} \u{1F600}\u{200D}\u{2028}",
    "\\ \" ' % _ \t",
    "",
    " padded ",
    "ﬁ İstanbul ß SS",
    "\u{1}\u{7f}",
    "null",
    "0",
    "<p>&amp;</p>",
    "日本語 العربية",
];

/// Adds texts, numbers, maps and timestamps that databases are known to change.
fn add_unusual_values(platform: &mut Platform) {
    let texts = UNUSUAL_TEXTS;
    for (number, area) in platform.records.get_mut("areas").unwrap().iter_mut().enumerate() {
        let text = texts[number % texts.len()];
        area["title_multiloc"] = json!({ "nl-BE": text, "en": text.repeat(number), "fr-BE": "" });
    }
    for (number, user) in platform.records.get_mut("users").unwrap().iter_mut().enumerate() {
        user["first_name"] = json!(texts[number % texts.len()]);
        let fields = r#"{"z": 1, "a": 1.0, "b": 1e3, "deep": [[{}]], "big": 123456789012345678901234567890, "t": "\u00e9\u2028"}"#;
        user["custom_field_values"] = serde_json::from_str(fields).unwrap();
    }
    let timestamps = [
        "0001-01-01T00:00:00Z",
        "1969-12-31T23:59:59.999Z",
        "2000-02-29T12:00:00.001Z",
        "9998-12-31T23:59:59.999Z",
    ];
    for (number, topic) in platform.records.get_mut("topics").unwrap().iter_mut().enumerate() {
        topic["created_at"] = json!(timestamps[number % timestamps.len()]);
        topic["updated_at"] = json!(timestamps[(number + 1) % timestamps.len()]);
    }
    for (number, phase) in platform.records.get_mut("phases").unwrap().iter_mut().enumerate() {
        phase["start_at"] = json!(["0001-01-01", "2024-02-29", "9999-12-31"][number % 3]);
        phase["end_at"] = json!([None, Some("9999-12-31")][number % 2]);
    }
}

fn deletions() -> Platform {
    let mut platform = Platform::empty();
    for (plural, kind) in
        [("reactions", "Reaction"), ("event_attendances", "EventAttendance"), ("areas", "Area")]
    {
        for number in 30..34 {
            let deleted_at = format!("2025-04-0{}T00:00:00.000Z", number - 29);
            platform.add(
                "deleted_items",
                json!({ "id": id(plural, number), "type": kind, "deleted_at": deleted_at }),
            );
        }
    }
    platform
}

#[test]
fn both_databases_give_equal_responses() {
    let both = BothDatabases::new();
    println!("seed {SEED}");
    let mut requests = RequestGenerator::new(SEED, &both.embedded);
    let mut statuses = std::collections::BTreeMap::new();
    for number in 0..REQUESTS {
        let request = requests.next();
        let [embedded, postgres] = both.send(&request);
        assert_eq!(
            embedded.status, postgres.status,
            "request {number} of seed {SEED}: {request:?}\n{postgres:?}"
        );
        assert_eq!(embedded.headers, postgres.headers, "request {number} of seed {SEED}: {request:?}");
        assert!(
            embedded.text == postgres.text,
            "request {number} of seed {SEED}: {request:?}\nembedded {}\npostgres {}",
            embedded.text,
            postgres.text
        );
        *statuses.entry(embedded.status).or_insert(0) += 1;
    }
    println!("{statuses:?}");
    for (status, minimum) in
        [(200, REQUESTS / 4), (400, REQUESTS / 20), (401, 10), (404, REQUESTS / 50), (405, 10)]
    {
        assert!(
            statuses.get(&status).is_some_and(|count| *count >= minimum),
            "too few {status}: {statuses:?}"
        );
    }
    for plural in RequestGenerator::plurals() {
        let [embedded, postgres] = [&both.embedded, &both.postgres].map(|caller| {
            let records = caller.crawl(&format!("/{plural}"), RequestGenerator::key_of(plural), 24);
            without_signatures(records)
        });
        assert!(embedded == postgres, "the lists of {plural} differ");
    }
}

#[test]
fn both_databases_find_the_same_files() {
    let both = BothDatabases::new();
    for words in [
        "minutes",
        "MINUTES notes",
        "plan",
        "a",
        "o",
        "2024",
        "verslag",
        "Procès-verbal",
        "proces",
        "budget.pdf",
        "the and",
        "report meeting",
        "notes-1",
        "notes 1",
        "\"notes\"",
        "nothing-like-this",
        "é",
        "note*",
        "x' OR 1=1 --",
        "( & | ! :",
        "%",
        "\\",
        "日本",
        "本語",
        "notes 本語",
        "STRASSE",
        "straẞe",
    ] {
        let words: String = form_urlencoded::byte_serialize(words.as_bytes()).collect();
        for more in ["", "&category=meeting,report", "&created_at=2025-01-01,"] {
            let [embedded, postgres] = [&both.embedded, &both.postgres].map(|caller| {
                // The databases rank matches differently, so the order is not compared.
                let mut found =
                    without_signatures(caller.crawl(&format!("/files?search={words}{more}"), "files", 24));
                found.sort_by_key(|file| file["id"].to_string());
                found
            });
            assert_eq!(embedded, postgres, "{words}{more}");
        }
    }
}

#[test]
fn both_databases_have_equal_word_indexes() {
    let data = [Data::embedded(), Data::in_postgres(&required_server())];
    let demo = tempfile::tempdir().unwrap();
    let demo = demo.path().to_str().unwrap();
    assert!(data[0].run(&["demo", "--ideas", "300", "--seed", "9", "--out", demo]).status.success());
    let mut changes = Platform::full(6, CREATED_AT);
    changes.about = serde_json::from_slice(&std::fs::read(format!("{demo}/platform.json")).unwrap()).unwrap();
    for (number, text) in UNUSUAL_TEXTS.iter().enumerate() {
        let mut idea = changes.records["ideas"][number % 6].clone();
        idea["id"] = json!(id("ideas", 100 + number));
        idea["slug"] = json!(format!("unusual-{number}"));
        idea["title_multiloc"] = json!({ "en": text, "fr-BE": text.to_uppercase() });
        idea["body_multiloc"] = json!({ "nl-BE": format!("<p>{text}</p>{text}") });
        changes.add("ideas", idea);
    }
    let deleted = json!({ "id": id("ideas", 101), "type": "Idea", "deleted_at": CREATED_AT });
    let mut deletions = Platform::empty();
    deletions.about = changes.about.clone();
    deletions.add("deleted_items", deleted);
    let [embedded, postgres] = data.each_ref().map(|data| {
        let imported = data.run(&["import", demo]);
        assert!(imported.status.success(), "{}", String::from_utf8_lossy(&imported.stderr));
        data.import(&changes);
        data.import(&deletions);
        let hex = |column: &str| {
            if data.is_embedded() {
                format!("lower(hex({column}))")
            } else {
                format!("encode({column}, 'hex')")
            }
        };
        let sql =
            format!("SELECT {}, block, {} FROM ideas_words ORDER BY word, block", hex("word"), hex("keys"));
        data.table(&sql)
    });
    assert!(embedded.len() > 1_000, "{} lists", embedded.len());
    assert!(embedded == postgres, "the word indexes differ");
}

fn without_signatures(mut records: Vec<Value>) -> Vec<Value> {
    for record in &mut records {
        if let Some(url) = record.get("url").and_then(Value::as_str) {
            record["url"] = json!(url.split('?').next());
        }
    }
    records
}

#[test]
fn both_databases_give_equal_responses_to_writes_of_files() {
    let both = BothDatabases::new();
    let [embedded, postgres] = [&both.embedded, &both.postgres].map(|caller| {
        let mut responses = Vec::new();
        let mut files = Vec::new();
        for (turn, fields) in uploads().iter().enumerate() {
            let response = caller.upload(fields);
            responses.push(without_ids(&response));
            if response.status == 201 {
                files.push(response.json()["file"]["id"].as_str().unwrap().to_owned());
            }
            let Some(file) = files.get(turn / 2) else { continue };
            let path = format!("/files/{file}");
            for change in [
                json!({ "category": "policy" }),
                json!({ "category": "x" }),
                json!({ "name": "ß \u{1F600}.txt" }),
                json!({ "description_multiloc": { "en": "Ünï \"'\\" } }),
                json!({ "content": "eA==" }),
                json!({ "name": "" }),
            ] {
                responses.push(without_ids(&caller.send(
                    Method::PATCH,
                    &path,
                    json!({ "file": change }).to_string(),
                )));
                responses.push(without_ids(&caller.get(&path)));
            }
            if turn % 3 == 2 {
                for _ in 0..2 {
                    responses.push(without_ids(&caller.call(&Method::DELETE, &path)));
                }
                eventually("the deletion is not listed", || {
                    caller.get("/files/deleted").ok()["deleted_items"][0]["id"] == json!(file)
                });
            }
        }
        responses.push(without_ids(&caller.get("/files?page_size=24")));
        responses
    });
    for (embedded, postgres) in embedded.iter().zip(&postgres) {
        assert_eq!(embedded, postgres);
    }
    assert_eq!(embedded.len(), postgres.len());
}

fn uploads() -> Vec<Value> {
    vec![
        json!({ "project_id": id("projects", 0) }),
        json!({ "project_id": id("projects", 1), "name": "Ünïcödé e\u{301}.txt", "description_multiloc": { "en": "\u{2028}" } }),
        json!({ "project_id": id("projects", 999) }),
        json!({ "project_id": null }),
        json!({ "project_id": id("projects", 0), "category": "meeting", "ai_processing_allowed": true }),
        json!({ "project_id": id("projects", 0), "name": "a.exe" }),
        json!({ "project_id": id("projects", 0), "name": "with\u{0}zero.txt" }),
        json!({ "project_id": id("projects", 0), "description_multiloc": { "en": "with\u{0}zero" } }),
        json!({ "project_id": id("projects", 0), "description_multiloc": { "de": "x" } }),
        json!({ "project_id": id("projects", 0), "content": "%" }),
    ]
}

/// Status and body without what differs for each upload: ids, timestamps and signatures.
fn without_ids(response: &Response) -> (u16, String) {
    let mut text = String::new();
    for word in response.text.split_inclusive(['"', '/', '?', '=', '&', '\'']) {
        let (body, end) = word.split_at(word.len() - word.chars().last().map_or(0, char::len_utf8));
        let is_timestamp = body.len() == 24 && body.ends_with('Z') && body.contains('T');
        let is_id = uuid::Uuid::try_parse(body).is_ok()
            || (body.len() >= 16
                && body.contains('-')
                && body[..16].chars().all(|character| character.is_ascii_hexdigit()));
        text.push_str(if is_timestamp || is_id { "…" } else { body });
        text.push_str(end);
    }
    (
        response.status,
        text.split("expires=").map(|part| part.trim_start_matches(|character| character != '"')).collect(),
    )
}
