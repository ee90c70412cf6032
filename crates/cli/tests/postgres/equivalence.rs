//! One platform in both databases: whatever is asked, both answer the same, byte for byte.

use reqwest::Method;
use serde_json::{Value, json};

use crate::pages::wanted;
use crate::requests::{Asked, Requests};
use crate::support::fixture::{Platform, id};
use crate::support::{Response, Caller, Data, eventually};

/// How many requests are played.
const REQUESTS: usize = 4_000;
/// What they follow from; another seed plays others.
const SEED: u64 = 20_261_120;
/// A busy second, in which order is told by ids alone.
const AT: &str = "2025-03-18T08:15:30.250Z";

/// The same platform twice, a server of each.
struct Twins {
    _data: [Data; 2],
    embedded: Caller,
    postgres: Caller,
}

impl Twins {
    fn new() -> Option<Self> {
        let data = [Data::embedded(), Data::in_postgres(&wanted()?)];
        let demo = tempfile::tempdir().unwrap();
        let demo = demo.path().to_str().unwrap();
        assert!(data[0].run(&["demo", "--ideas", "200", "--seed", "7", "--out", demo]).status.success());
        let mut fixtures = Platform::full(40, AT);
        fixtures.about =
            serde_json::from_slice(&std::fs::read(format!("{demo}/platform.json")).unwrap()).unwrap();
        strange(&mut fixtures);
        let [embedded, postgres] = data.each_ref().map(|data| {
            let imported = data.run(&["import", demo]);
            assert!(imported.status.success(), "{}", String::from_utf8_lossy(&imported.stderr));
            data.import(&fixtures);
            data.import(&deletions());
            assert!(data.run(&["access", "on"]).status.success());
            let (id, secret) = data.client();
            data.serve_with(&["--public-url", "https://testham.example/api"]).caller(&id, &secret)
        });
        Some(Self { _data: data, embedded, postgres })
    }

    /// Asks both the same.
    fn ask(&self, asked: &Asked) -> [Response; 2] {
        [&self.embedded, &self.postgres].map(|caller| {
            let request =
                caller.server.request(asked.method.clone(), &asked.path).header("x-request-id", "both-alike");
            let request = if asked.with_token { request.bearer_auth(&caller.token) } else { request };
            let answer = match &asked.body {
                Some(body) => request.header("content-type", "application/json").body(body.clone()).send(),
                None => request.send(),
            };
            shared(answer)
        })
    }
}

/// An answer without what differs between two servers: the time, and the signature of downloads.
fn shared(mut answer: Response) -> Response {
    answer.headers.remove("date");
    let mut parts = answer.text.split("?expires=");
    let mut text = parts.next().unwrap().to_owned();
    for part in parts {
        text.push_str(&part[part.find('"').unwrap()..]);
    }
    answer.headers.remove("content-length");
    answer.text = text;
    answer
}

/// Texts, numbers and maps that databases are known to change.
fn strange(platform: &mut Platform) {
    let texts = [
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
    for (number, area) in platform.records.get_mut("areas").unwrap().iter_mut().enumerate() {
        let text = texts[number % texts.len()];
        area["title_multiloc"] = json!({ "nl-BE": text, "en": text.repeat(number), "fr-BE": "" });
    }
    for (number, user) in platform.records.get_mut("users").unwrap().iter_mut().enumerate() {
        user["first_name"] = json!(texts[number % texts.len()]);
        let fields = r#"{"z": 1, "a": 1.0, "b": 1e3, "deep": [[{}]], "big": 123456789012345678901234567890, "t": "\u00e9\u2028"}"#;
        user["custom_field_values"] = serde_json::from_str(fields).unwrap();
    }
    let moments = [
        "0001-01-01T00:00:00Z",
        "1969-12-31T23:59:59.999Z",
        "2000-02-29T12:00:00.001Z",
        "9998-12-31T23:59:59.999Z",
    ];
    for (number, topic) in platform.records.get_mut("topics").unwrap().iter_mut().enumerate() {
        topic["created_at"] = json!(moments[number % moments.len()]);
        topic["updated_at"] = json!(moments[(number + 1) % moments.len()]);
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
fn both_databases_answer_alike() {
    let Some(twins) = Twins::new() else { return };
    println!("seed {SEED}");
    let mut requests = Requests::new(SEED, &twins.embedded);
    let mut statuses = std::collections::BTreeMap::new();
    for number in 0..REQUESTS {
        let asked = requests.next();
        let [embedded, postgres] = twins.ask(&asked);
        assert_eq!(
            embedded.status, postgres.status,
            "request {number} of seed {SEED}: {asked:?}\n{postgres:?}"
        );
        assert_eq!(embedded.headers, postgres.headers, "request {number} of seed {SEED}: {asked:?}");
        assert!(
            embedded.text == postgres.text,
            "request {number} of seed {SEED}: {asked:?}\nembedded {}\npostgres {}",
            embedded.text,
            postgres.text
        );
        *statuses.entry(embedded.status).or_insert(0) += 1;
    }
    println!("{statuses:?}");
    for (status, least) in
        [(200, REQUESTS / 4), (400, REQUESTS / 20), (401, 10), (404, REQUESTS / 50), (405, 10)]
    {
        assert!(statuses.get(&status).is_some_and(|count| *count >= least), "too few {status}: {statuses:?}");
    }
    for plural in Requests::plurals() {
        let [embedded, postgres] = [&twins.embedded, &twins.postgres].map(|caller| {
            let records = caller.crawl(&format!("/{plural}"), Requests::key_of(plural), 24);
            shared_records(records)
        });
        assert!(embedded == postgres, "the lists of {plural} differ");
    }
}

#[test]
fn both_databases_find_the_same_files() {
    let Some(twins) = Twins::new() else { return };
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
    ] {
        let words: String = form_urlencoded::byte_serialize(words.as_bytes()).collect();
        for more in ["", "&category=meeting,report", "&created_at=2025-01-01,"] {
            let [embedded, postgres] = [&twins.embedded, &twins.postgres].map(|caller| {
                // How well a file fits is the database's own judgement, so that the order is not compared.
                let mut found =
                    shared_records(caller.crawl(&format!("/files?search={words}{more}"), "files", 24));
                found.sort_by_key(|file| file["id"].to_string());
                found
            });
            assert_eq!(embedded, postgres, "{words}{more}");
        }
    }
}

fn shared_records(mut records: Vec<Value>) -> Vec<Value> {
    for record in &mut records {
        if let Some(url) = record.get("url").and_then(Value::as_str) {
            record["url"] = json!(url.split('?').next());
        }
    }
    records
}

#[test]
fn both_databases_take_and_change_files_alike() {
    let Some(twins) = Twins::new() else { return };
    let [embedded, postgres] = [&twins.embedded, &twins.postgres].map(|caller| {
        let mut told = Vec::new();
        let mut files = Vec::new();
        for (turn, fields) in uploads().iter().enumerate() {
            let answer = caller.upload(fields);
            told.push(without_ids(&answer));
            if answer.status == 201 {
                files.push(answer.json()["file"]["id"].as_str().unwrap().to_owned());
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
                told.push(without_ids(&caller.send(
                    Method::PATCH,
                    &path,
                    json!({ "file": change }).to_string(),
                )));
                told.push(without_ids(&caller.get(&path)));
            }
            if turn % 3 == 2 {
                for _ in 0..2 {
                    told.push(without_ids(&caller.call(&Method::DELETE, &path)));
                }
                eventually("the removal does not show", || {
                    caller.get("/files/deleted").ok()["deleted_items"][0]["id"] == json!(file)
                });
            }
        }
        told.push(without_ids(&caller.get("/files?page_size=24")));
        told
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

/// Status and body without what is new for each upload: ids, moments and signatures.
fn without_ids(answer: &Response) -> (u16, String) {
    let mut text = String::new();
    // An id and a moment are long words of few signs; nothing else here is.
    for word in answer.text.split_inclusive(['"', '/', '?', '=', '&', '\'']) {
        let (body, end) = word.split_at(word.len() - word.chars().last().map_or(0, char::len_utf8));
        let moment = body.len() == 24 && body.ends_with('Z') && body.contains('T');
        let chance = uuid::Uuid::try_parse(body).is_ok()
            || (body.len() >= 16
                && body.contains('-')
                && body[..16].chars().all(|sign| sign.is_ascii_hexdigit()));
        text.push_str(if moment || chance { "…" } else { body });
        text.push_str(end);
    }
    (answer.status, text.split("expires=").map(|part| part.trim_start_matches(|sign| sign != '"')).collect())
}
