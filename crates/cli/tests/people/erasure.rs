//! `folkmoot people erase`

use std::collections::{BTreeMap, BTreeSet};

use folkmoot_model::resources::RESOURCES;
use reqwest::Method;
use serde_json::{Value, json};

use crate::people::scan::{files_with, rows_with};
use crate::people::scenario::{CANARIES, EMAIL, PERSON, Scenario, TEXT_CANARIES, list_beside, person};
use crate::support::fixture::{Platform, id};
use crate::support::server_log;
use crate::support::{Caller, Data, eventually};

/// Fails if a file or a table contains one of the values.
#[track_caller]
fn assert_no_traces(data: &Data, values: &[&str]) {
    for value in values {
        let files = files_with(&[data.path(), &list_beside(data)], value);
        assert!(files.is_empty(), "{value} is in {files:?}");
        assert_eq!(rows_with(data, value), BTreeSet::new(), "{value}");
    }
}

/// All records, by resource and id.
fn records(caller: &Caller) -> BTreeMap<(String, String), Value> {
    let mut all = BTreeMap::new();
    for resource in RESOURCES.iter().filter(|resource| resource.calls.list) {
        let (plural, key) = (resource.names.plural, resource.names.list_key);
        for mut record in caller.crawl(&format!("/{plural}"), key, 24) {
            record.as_object_mut().unwrap().remove("url");
            let id = record["id"].as_str().unwrap_or_default().to_owned();
            all.insert((plural.to_owned(), format!("{id}{}", record["idea_id"])), record);
        }
    }
    all
}

#[test]
fn nothing_of_an_erased_person_remains_in_any_file_table_or_log() {
    let scenario = Scenario::new();
    let data = &scenario.data;
    for canary in CANARIES {
        assert!(!rows_with(data, canary).is_empty(), "the scan does not find {canary}");
        if data.is_embedded() {
            assert!(!files_with(&[data.path()], canary).is_empty(), "the search does not find {canary}");
        }
    }
    let (client, secret) = data.client();
    let (server, log) = server_log::start(&mut server_log::serve(data, &["--log-level", "trace"]));
    let caller = server.caller(&client, &secret);
    let before = records(&caller);
    let report = scenario.erase(&[]);
    assert_eq!(report["deleted"], json!({ "users": 1 }));
    assert_eq!(report["changed"]["email_campaigns"], 1);

    // A running server returns nothing any more, and changes nothing but references.
    caller.server.wait_for_changes();
    let deleted = caller.get("/users/deleted").ok()["deleted_items"].clone();
    assert!(deleted.as_array().unwrap().iter().any(|item| item["id"] == json!(person())), "{deleted}");
    let mut expected = before;
    expected.remove(&("users".to_owned(), format!("{}null", person())));
    for ((plural, _), record) in &mut expected {
        for (name, value) in record.as_object_mut().unwrap() {
            let is_person = *value == json!(person());
            let is_address =
                plural == "email_campaigns" && name == "reply_to" && *value == json!(EMAIL.to_lowercase());
            if is_person || is_address {
                *value = Value::Null;
            }
        }
    }
    let after = records(&caller);
    for (key, record) in &expected {
        assert_eq!(after.get(key), Some(record), "{key:?}");
    }
    assert_eq!(after.len(), expected.len());

    assert_no_traces(data, CANARIES);
    for value in CANARIES.iter().copied().chain([person().as_str()]) {
        assert!(!log.text().contains(value), "the log contains {value}");
    }
    // Afterwards, because the log contains the paths of requests.
    assert_eq!(caller.get(&format!("/users/{}", person())).status, 404);
    // The id remains in the tombstones only: of `/deleted`, and of `/changes`.
    let tombstones = ["deleted_items", "removed_records"].map(|table| (table.to_owned(), person()));
    assert_eq!(rows_with(data, &person()), BTreeSet::from(tombstones));
    drop(caller);
    assert_no_traces(data, CANARIES);
    if data.is_embedded() {
        let connection = rusqlite::Connection::open(data.path().join("folkmoot.sqlite")).unwrap();
        let sql = format!(
            "PRAGMA secure_delete = ON; DELETE FROM deleted_items WHERE id = X'{id}'; \
             DELETE FROM removed_records WHERE id = X'{id}'; PRAGMA wal_checkpoint(TRUNCATE)",
            id = person().replace('-', "")
        );
        connection.execute_batch(&sql).unwrap();
        drop(connection);
        assert_eq!(files_with(&[data.path()], &person()), Vec::<std::path::PathBuf>::new());
    }
}

#[test]
fn a_dry_run_changes_nothing_and_counts_the_same() {
    let scenario = Scenario::new();
    let caller = scenario.data.serve();
    let before = records(&caller);
    let dry = scenario.erase(&["--dry-run"]);
    assert_eq!(dry["dry_run"], json!(true));
    caller.server.wait_for_changes();
    assert_eq!(records(&caller), before);
    assert!(!list_beside(&scenario.data).exists());
    let done = scenario.erase(&[]);
    assert_eq!(done["changed"], dry["changed"]);
    assert_eq!(done["deleted"], dry["deleted"]);
    assert_eq!(done["released_on"], dry["released_on"]);
    let again = scenario.people_with(&person(), &["erase", "-"]);
    assert_eq!(again.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&again.stderr).contains("the data of this person was erased before"));
}

#[test]
fn votes_of_erased_people_still_count() {
    let scenario = Scenario::new();
    let caller = scenario.data.serve();
    let counters = || {
        let phase = caller.get(&format!("/phases/{}", id("phases", PERSON))).ok()["phase"].clone();
        (phase["baskets_count"].clone(), phase["votes_count"].clone())
    };
    let before = counters();
    assert_ne!(before.0, json!(0));
    scenario.erase(&[]);
    let other = scenario.people_with(&id("users", 2), &["erase", "-"]);
    assert!(other.status.success(), "{}", String::from_utf8_lossy(&other.stderr));
    caller.server.wait_for_changes();
    assert_eq!(counters(), before);
    let baskets = caller.crawl(&format!("/baskets?phase_id={}", id("phases", PERSON)), "baskets", 24);
    assert_eq!(baskets.len(), 2, "both baskets are of the same phase");
    assert!(baskets.iter().all(|basket| basket["user_id"].is_null()));
    // Baskets without a person are not the same basket.
    let warnings = scenario.import_again();
    assert!(warnings.contains("skipped 2 lines of erased people in users.ndjson"), "{warnings}");
    caller.server.wait_for_changes();
    assert_eq!(counters(), before);
}

#[test]
fn an_import_of_earlier_files_does_not_bring_an_erased_person_back() {
    let scenario = Scenario::new();
    let caller = scenario.data.serve();
    scenario.erase(&[]);
    caller.server.wait_for_changes();
    let before = records(&caller);
    let warnings = scenario.import_again();
    for warning in [
        "skipped 1 line of erased people in users.ndjson",
        "cleared author_id in 1 line of ideas.ndjson: the person was erased",
        "cleared assignee_id in 1 line of ideas.ndjson: the person was erased",
        "cleared user_id in 1 line of baskets.ndjson: the person was erased",
        "cleared reply_to in 1 line of email_campaigns.ndjson: the person was erased",
    ] {
        assert!(warnings.contains(warning), "{warning} is not in {warnings}");
    }
    caller.server.wait_for_changes();
    assert_eq!(records(&caller), before);
    for canary in CANARIES {
        assert_eq!(rows_with(&scenario.data, canary), BTreeSet::new(), "{canary}");
    }
}

#[test]
fn texts_remain_unless_they_are_erased_too() {
    let scenario = Scenario::new();
    let caller = scenario.data.serve();
    let idea = || caller.get(&format!("/ideas/{}", id("ideas", PERSON))).ok()["idea"].clone();
    let found = || caller.crawl("/ideas?search=canarybody", "ideas", 24).len();
    let updated_at = idea()["updated_at"].clone();
    assert_eq!(found(), 1);
    scenario.erase(&["--with-texts"]);
    caller.server.wait_for_changes();
    let check = || {
        let idea = idea();
        assert_eq!((&idea["title"], &idea["body"]), (&json!(""), &json!("")));
        assert_eq!(idea["custom_field_values"], json!({}));
        assert_eq!((&idea["slug"], &idea["location_point"]), (&Value::Null, &Value::Null));
        assert_eq!(idea["updated_at"], updated_at);
        assert_eq!(found(), 0);
        let comment = caller.get(&format!("/comments/{}", id("comments", PERSON))).ok()["comment"].clone();
        assert_eq!((&comment["body"], &comment["publication_status"]), (&json!(""), &json!("published")));
        for canary in TEXT_CANARIES {
            assert_eq!(rows_with(&scenario.data, canary), BTreeSet::new(), "{canary}");
        }
    };
    check();
    assert_no_traces(&scenario.data, TEXT_CANARIES);
    scenario.import_again();
    caller.server.wait_for_changes();
    check();
}

/// A scenario whose first import was released on an earlier day.
fn scenario_of_an_earlier_day() -> Scenario {
    let scenario = Scenario::new();
    scenario.data.change_database("DELETE FROM deferred_changes");
    scenario
}

#[test]
fn changes_are_released_together_with_all_erasures_of_a_day() {
    let scenario = scenario_of_an_earlier_day();
    let report = scenario.erase(&[]);
    let other = scenario.people_with(&id("users", 0), &["erase", "-"]);
    assert!(other.status.success(), "{}", String::from_utf8_lossy(&other.stderr));
    let rows = scenario.data.table("SELECT DISTINCT released_on, readers, subject FROM deferred_changes");
    let day = report["released_on"].as_str().unwrap();
    assert!(rows.iter().all(|row| row[0].as_deref() == Some(day)), "{rows:?}");
    let subjects: BTreeSet<String> = rows.iter().map(|row| row[2].clone().unwrap()).collect();
    for subject in ["comments", "ideas", "users", "baskets", "basket_ideas", "reactions"] {
        assert!(subjects.contains(subject), "{subject}: {rows:?}");
    }
}

/// The entries of changes that all levels below full get later, if they see them at all.
const DEFERRED: &str = "hidden_by & 896 = 896 AND hidden_by & 52 <> 52";

/// The rows that entries of the change feed name, except new ones.
fn named(data: &Data, condition: &str) -> BTreeSet<(String, i64)> {
    let rows = data.table(&format!(
        "SELECT subject, record, COALESCE(last_record, record) FROM changes WHERE NOT is_insertion AND {condition}"
    ));
    let mut named = BTreeSet::new();
    for row in rows {
        let [Some(subject), Some(first), Some(last)] = &row[..] else { panic!("{row:?}") };
        for key in first.parse::<i64>().unwrap()..=last.parse().unwrap() {
            named.insert((subject.clone(), key));
        }
    }
    named
}

#[test]
fn the_deletion_of_a_person_by_an_import_is_published_like_an_erasure() {
    let scenario = scenario_of_an_earlier_day();
    let data = &scenario.data;
    let before = data.table("SELECT MAX(sequence) FROM changes")[0][0].clone().unwrap();
    let mut changes = Platform::empty();
    for (id, kind) in [(person(), "User"), (id("comments", PERSON), "Comment")] {
        changes.add("deleted_items", json!({ "id": id, "type": kind, "deleted_at": "2026-01-01T00:00:00Z" }));
    }
    let mut area = scenario.platform.records["areas"][0].clone();
    area["title_multiloc"] = json!({ "en": "Another title" });
    changes.add("areas", area);
    data.import(&changes);
    let ordinary = named(data, &format!("sequence > {before} AND hidden_by & 896 <> 896"));
    let subjects: BTreeSet<&str> = ordinary.iter().map(|(subject, _)| subject.as_str()).collect();
    // The project counts the comment.
    assert_eq!(subjects, BTreeSet::from(["areas", "comments", "projects", "users"]));
    let erased = named(data, &format!("sequence > {before} AND {DEFERRED}"));
    for resource in ["ideas", "baskets", "basket_ideas", "reactions", "event_attendances"] {
        assert!(erased.iter().any(|(subject, _)| subject == resource), "{resource}: {erased:?}");
    }
    // The deletion of the comment is not reported again.
    assert!(data.table("SELECT record FROM deferred_changes WHERE subject = 'comments'").is_empty());
    let released = data.table("SELECT DISTINCT subject, record FROM deferred_changes");
    for (subject, record) in erased {
        assert!(released.contains(&vec![Some(subject), Some(record.to_string())]));
    }
}

#[test]
fn below_full_nothing_changes_in_a_file_whose_uploader_is_erased() {
    let scenario = scenario_of_an_earlier_day();
    let data = &scenario.data;
    scenario.erase(&[]);
    let released = || data.table("SELECT record FROM deferred_changes WHERE subject = 'files'").len();
    assert_eq!(released(), 0);
    let response =
        data.serve().send(Method::DELETE, &format!("/files/{}", id("files", PERSON)), String::new());
    assert_eq!(response.status, 204, "{}", response.text);
    assert_eq!(released(), 0);
}

#[test]
fn readers_below_full_get_the_changes_of_an_erasure_when_its_day_has_come() {
    let scenario = scenario_of_an_earlier_day();
    let data = &scenario.data;
    let column = |sql: &str| -> Vec<String> {
        data.table(sql).into_iter().map(|mut row| row.remove(0).unwrap()).collect()
    };
    let newest = || column("SELECT MAX(sequence) FROM changes").remove(0);
    let before = newest();
    scenario.erase(&[]);
    let erased = named(data, &format!("sequence > {before} AND {DEFERRED}"));
    assert_eq!(named(data, &format!("sequence > {before} AND hidden_by & 896 <> 896")), BTreeSet::new());
    for resource in ["users", "ideas", "comments", "baskets", "reactions", "event_attendances"] {
        assert!(erased.iter().any(|(subject, _)| subject == resource), "{resource}: {erased:?}");
    }
    let batches = data.table("SELECT DISTINCT subject, record FROM deferred_changes");
    let batches: BTreeSet<(String, i64)> = batches
        .iter()
        .map(|row| (row[0].clone().unwrap(), row[1].as_ref().unwrap().parse().unwrap()))
        .collect();
    assert_eq!(batches, erased);

    let after = newest();
    data.change_database("UPDATE deferred_changes SET released_on = '2026-01-01'");
    let mut server = data.serve_with(&[]);
    eventually("the changes are not released", || column("SELECT record FROM deferred_changes").is_empty());
    assert_eq!(named(data, &format!("sequence > {after} AND hidden_by & 896 <> 896")), erased);
    let retained = "SELECT sequence FROM removed_records ORDER BY sequence";
    let is_newer = |sequence: &String| sequence.parse::<i64>().unwrap() > after.parse().unwrap();
    assert!(column(retained).iter().all(is_newer));
    server.kill();

    // The server deletes what has expired.
    assert!(!column(retained).is_empty());
    let long_ago = if data.is_embedded() { "1" } else { "'epoch'" };
    data.change_database(&format!("UPDATE changes SET happened_at = {long_ago}"));
    let _server = data.serve_with(&["--changes-days", "1"]);
    eventually("expired changes are not deleted", || column(retained).is_empty());
    assert_eq!(column("SELECT sequence FROM change_horizon"), [newest()]);
}

#[test]
fn the_audit_log_names_people_by_a_keyed_hash() {
    let scenario = Scenario::new();
    scenario.people(&["find", "-"]);
    scenario.erase(&[]);
    let rows = scenario.data.table("SELECT action, subject_kind, subject_id FROM audit_log ORDER BY key");
    let people: Vec<_> =
        rows.iter().filter(|row| row[0].as_deref().unwrap().starts_with("people.")).collect();
    assert_eq!(people.len(), 2, "{rows:?}");
    assert_eq!(people[1][0].as_deref(), Some("people.erase"));
    let hash = people[1][2].as_deref().unwrap();
    assert_eq!(hash.len(), 64);
    let listed = scenario.data.table("SELECT hash FROM erased_people");
    assert_eq!(listed, [[Some(hash.to_owned())]]);
}
