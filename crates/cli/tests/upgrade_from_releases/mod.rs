//! Databases that released versions wrote: each is opened, migrated and returns what the release returned.
//!
//! `crates/cli/tests/releases/VERSION/` has the fixtures, which `scripts/release VERSION` writes before a release.

mod fixture;
mod responses;
mod write;

use folkmoot_database::migrations::MIGRATIONS;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use serde_json::{Value, json};

use fixture::Fixture;
use responses::{differences, responses};

use crate::support::Data;
use crate::support::admin::Admin;
use crate::support::fixture::{Platform, id};
use crate::support::postgres::Session;

/// The fixtures. Fails if there is none.
#[track_caller]
fn fixtures() -> Vec<Fixture> {
    let fixtures = Fixture::all();
    assert!(!fixtures.is_empty(), "crates/cli/tests/releases has no fixture");
    fixtures
}

/// The migration with which admin keys got an expiry.
const ADMIN_KEY_EXPIRY: usize = 20;

/// The number of migrations that a database has.
fn schema_version(data: &Data) -> usize {
    let version = if data.is_embedded() {
        "SELECT user_version FROM pragma_user_version"
    } else {
        "SELECT version FROM schema_version"
    };
    data.table(version).remove(0).remove(0).unwrap().parse().unwrap()
}

/// The responses with the lists without ids in one order: releases before 0.2.0 broke ties of their timestamps by the keys of rows.
fn with_sorted_ties(mut records: Value) -> Value {
    for list in ["idea_phases", "idea_topics"] {
        let rows = records[list].as_array_mut().unwrap();
        rows.sort_by_key(|row| ["idea_id", "phase_id", "topic_id"].map(|name| row[name].to_string()));
    }
    records
}

#[test]
fn a_database_of_each_release_is_migrated_and_returns_the_same() {
    for fixture in fixtures() {
        let (data, name) = (fixture.restore(), &fixture.name);
        let expected = fixture.responses();
        let text = |pointer: &str| expected.pointer(pointer).and_then(Value::as_str).unwrap().to_owned();
        // The days on which the migration may find itself, if it runs at midnight.
        let today = || Timestamp::now().to_zoned_datetime(TimeZone::UTC).date();
        let first_day = today();
        let has_key_expiry = schema_version(&data) >= ADMIN_KEY_EXPIRY;
        if has_key_expiry {
            // The fixture is read for longer than its key would be valid.
            data.change_database("UPDATE admin_keys SET expires_at = NULL");
        }
        let server = data.serve_with(&[]);
        server.wait_until_ready();
        // Secrets remain valid.
        let caller = server.caller(&text("/client/id"), &text("/client/secret"));
        let admin = Admin::sign_in(&caller.server, &text("/admin_key"));
        let records = [expected["records"].clone(), responses(&caller)];
        let [before, after] = records.map(with_sorted_ties);
        let found = differences(&before, &after);
        assert!(
            found.is_empty(),
            "{name}: {} differences, first {:?}",
            found.len(),
            &found[..found.len().min(3)]
        );
        let clients = admin.get(&caller.server, "/clients").ok();
        assert_eq!(clients["meta"]["total"], expected["clients"], "{name}");
        // Admin keys of releases without an expiry get one; others keep theirs, also none.
        let keys = admin.get(&caller.server, "/admin-keys").ok();
        let last_day = &keys["admin_keys"][0]["expires_at"];
        let proposed = [first_day, today()].map(|day| json!((day + 366.days()).to_string()));
        assert!(
            if has_key_expiry { last_day.is_null() } else { proposed.contains(last_day) },
            "{name}: {last_day}"
        );
        let audit = admin.get(&caller.server, "/audit").ok()["entries"].as_array().unwrap().len();
        assert!(audit >= usize::try_from(expected["audit_entries"].as_u64().unwrap()).unwrap(), "{name}");
        // Files have their contents, words are found, and the platform can be changed.
        let words = caller.crawl("/ideas?search=riverbank", "ideas", 24);
        assert_eq!(words.len(), 1, "{name}");
        caller.uploaded(&json!({ "project_id": id("projects", 0) }));
        let person = json!({ "with_texts": true });
        admin
            .send(
                &caller.server,
                reqwest::Method::POST,
                &format!("/people/{}/erase", id("users", 2)),
                &person,
            )
            .ok();
        drop(caller);
        let check = data.run(&["files", "check", "--read"]);
        assert!(check.status.success(), "{name}: {}", String::from_utf8_lossy(&check.stdout));
        assert_eq!(schema_version(&data), MIGRATIONS.len(), "{name}");
        if data.is_embedded() {
            for pragma in ["integrity_check", "foreign_key_check"] {
                let rows = data.table(&format!("SELECT * FROM pragma_{pragma}"));
                assert!(rows.is_empty() || rows == [[Some("ok".to_owned())]], "{name}: {rows:?}");
            }
        } else {
            // From PostgreSQL 17 on, maintenance has no search path; `pg_dump`, with which the fixture was written, never has one.
            let session = Session::open(data.database_url()).unwrap();
            session.execute("SET search_path = ''").unwrap();
            session.execute("REINDEX SCHEMA public").unwrap();
            session.execute("VACUUM ANALYZE").unwrap();
        }
    }
}

/// The comparison finds one changed value and one missing record, and permits fields that a later release adds.
#[test]
fn a_changed_value_is_found() {
    let fixture = fixtures().pop().unwrap();
    let expected = fixture.responses();
    let mut changed = expected["records"].clone();
    assert!(differences(&expected["records"], &changed).is_empty());
    changed["topics"][0]["title"] = json!("another");
    assert_eq!(differences(&expected["records"], &changed).len(), 1);
    changed["topics"].as_array_mut().unwrap().pop();
    assert_eq!(differences(&expected["records"], &changed).len(), 2);
    // A later release may add fields.
    changed = expected["records"].clone();
    changed["topics"][0]["colour"] = json!("red");
    assert!(differences(&expected["records"], &changed).is_empty());
}

/// Undoes migration 16 and all later ones.
const WITHOUT_SURVEYS: &str = "
    DROP TABLE withdrawn_votes;
    DROP TABLE access_settings;
    DROP TABLE deferred_changes;
    DROP TABLE platform_clock;
    CREATE TABLE erasure_batches (released_on date, kind text, subject text, record bigint);
    ALTER TABLE projects DROP COLUMN public_ideas_count;
    ALTER TABLE projects DROP COLUMN public_comments_count;
    ALTER TABLE phases DROP COLUMN public_ideas_count;
    ALTER TABLE comments DROP COLUMN public_children_count;
    ALTER TABLE idea_phases DROP COLUMN is_public;
    ALTER TABLE ideas DROP COLUMN running_ballots_total;
    ALTER TABLE ideas DROP COLUMN ended_ballots_total;
    ALTER TABLE imports DROP COLUMN is_cancelled;
    ALTER TABLE admin_keys DROP COLUMN expires_at;
    ALTER TABLE admin_sessions DROP COLUMN provider_tokens;
    ALTER TABLE admin_sessions DROP COLUMN recheck_at;
    ALTER TABLE indexed_words DROP COLUMN rules;
    ALTER TABLE ideas DROP COLUMN authorship;
    ALTER TABLE clients DROP COLUMN owner;
    ALTER TABLE clients DROP COLUMN contact;
    ALTER TABLE clients DROP COLUMN purpose;
    ALTER TABLE clients DROP COLUMN legal_basis;
    ALTER TABLE clients DROP COLUMN note;
    ALTER TABLE clients DROP COLUMN mcp;
    ALTER TABLE export_files DROP COLUMN contents;
    DROP TABLE usage_reads;
    DROP TABLE usage_refusals;
    DROP TABLE calendar_entries;
    DROP TABLE client_senders;
    DROP INDEX recent_requests_id;
    ALTER TABLE recent_requests DROP COLUMN request_id;
    DROP TABLE notices;
    DROP TABLE webhook_endpoints;
    DROP TABLE webhook_events;
    DROP TABLE webhook_attempts;
    ALTER TABLE changes DROP COLUMN earlier_hidden_by;
    ALTER TABLE removed_records DROP COLUMN project_id;
    DROP TABLE mirror_run;
    DROP TABLE component_modules;
    ALTER TABLE clients DROP COLUMN publishable_key;
    ALTER TABLE clients DROP COLUMN origins;
    DROP INDEX idea_topics_list;
    ALTER TABLE idea_topics DROP COLUMN is_survey;
    CREATE INDEX idea_topics_list ON idea_topics (created_at, key, updated_at, idea_id, topic_id);
    UPDATE removed_records SET timestamp_is_cut = FALSE;
";

#[test]
fn topics_of_survey_responses_are_found_by_the_migration() {
    let mut platform = Platform::full(3, "2025-03-18T08:15:30.250Z");
    platform.records.get_mut("phases").unwrap()[1]["participation_method"] = json!("native_survey");
    for (number, idea) in platform.records.get_mut("ideas").unwrap().iter_mut().enumerate() {
        idea["creation_phase_id"] = json!(id("phases", number));
    }
    let data = Data::with(&platform);
    let mut removal = Platform::empty();
    removal.add("ideas", json!({ "id": id("ideas", 2), "topic_ids": [], "_partial": true }));
    data.import(&removal);
    let types = "SELECT ideas.type, CASE WHEN idea_topics.is_survey THEN 'survey' ELSE 'idea' END
                 FROM idea_topics JOIN ideas ON ideas.id = idea_topics.idea_id ORDER BY ideas.type";
    let cut = "SELECT CASE WHEN timestamp_is_cut THEN 'cut' ELSE 'exact' END FROM removed_records WHERE subject = 'idea_topics'";
    let row = |columns: &[&str]| columns.iter().map(|column| Some((*column).to_owned())).collect::<Vec<_>>();
    let expected = [row(&["idea", "idea"]), row(&["survey", "survey"])];
    assert_eq!(data.table(types), expected);
    assert_eq!(data.table(cut), [row(&["exact"])]);
    let version = if data.is_embedded() {
        "PRAGMA user_version = 15"
    } else {
        "UPDATE schema_version SET version = 15"
    };
    data.change_database(&format!("{WITHOUT_SURVEYS}{version}"));
    data.serve_with(&[]).wait_until_ready();
    assert_eq!(data.table(types), expected);
    assert_eq!(data.table(cut), [row(&["cut"])]);
}
