//! A row of each resource, written at each level by the statements that the server uses.

use std::fmt::Write as _;

use folkmoot_database::value::Value as Parameter;
use folkmoot_model::access::ResourceSet;
use folkmoot_model::resource::columns::ColumnType;
use folkmoot_model::resource::{Field, FieldType, PersonKind, Privacy};
use folkmoot_model::resources::all_resources;
use rusqlite::Connection;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::*;
use crate::access::{AccessSettings, Pseudonyms, ShareableFields, VoteResults};

/// A timestamp in the middle of a day, and the start of that day.
const TIME: i64 = 1_742_285_730_250;
const DAY: &str = "2025-03-18T00:00:00.000Z";
const PERSON: Uuid = Uuid::from_u128(0x1111_1111_1111_4111_8111_1111_1111_1111);
const RECORD: Uuid = Uuid::from_u128(0x2222_2222_2222_4222_8222_2222_2222_2222);
const CLIENT: Uuid = Uuid::from_u128(3);

fn resource(plural: &str) -> &'static Resource {
    all_resources().find(|resource| resource.names.plural == plural).unwrap()
}

fn pseudonyms() -> Pseudonyms {
    Pseudonyms::of_client(&[7; 32], CLIENT).unwrap()
}

fn settings() -> AccessSettings {
    AccessSettings {
        shareable: ShareableFields::parse("users.gender,ideas.age_group").unwrap(),
        ..AccessSettings::default()
    }
}

fn view(level: AccessLevel, settings: AccessSettings) -> View {
    let settings = Arc::new(settings);
    let access = AccessView::for_client(CLIENT, level, ResourceSet::ALL, settings, |_| Ok(pseudonyms()));
    View {
        locales: vec!["en".to_owned()],
        platform_url: "https://platform.example".to_owned(),
        downloads: Some(Arc::new(Downloads)),
        access: Arc::new(access.unwrap()),
    }
}

#[derive(Debug)]
struct Downloads;

impl DownloadUrls for Downloads {
    fn of(&self, file: Uuid) -> String {
        format!("https://platform.example/files/{file}")
    }
}

/// A value of a field that can be recognised.
fn stored(field: &Field) -> Parameter {
    match field.column().kind {
        ColumnType::Uuid if matches!(field.privacy, Privacy::Person(_)) => PERSON.into(),
        ColumnType::Uuid => RECORD.into(),
        ColumnType::Text if field.kind == FieldType::Point => "POINT (4.351949 50.850345)".into(),
        ColumnType::Text => match field.kind {
            FieldType::OneOf(values) => values.values().next().unwrap().into(),
            _ => format!("the {}", field.name).as_str().into(),
        },
        ColumnType::Integer => 5_i64.into(),
        ColumnType::Boolean => true.into(),
        ColumnType::Timestamp => TIME.into(),
        ColumnType::Date => "2025-03-18".into(),
        ColumnType::Json => match field.kind {
            FieldType::GeoPoint => r#"{"type":"Point","coordinates":[4.351949,50.850345]}"#.into(),
            FieldType::Object => r#"{"gender":"x","age_group":"35-44","income":1}"#.into(),
            FieldType::Objects => r#"[{"type":"admin"}]"#.into(),
            _ => format!(r#"{{"en":"the {}"}}"#, field.name).as_str().into(),
        },
    }
}

/// Writes a row of a resource at the level of a view. `changed` replaces values of columns.
fn written(resource: &Resource, changed: &[(&str, Parameter)], view: &View) -> (Written, Value) {
    let connection = Connection::open_in_memory().unwrap();
    let mut columns: Vec<(String, Parameter)> = vec![("key".to_owned(), 1_i64.into())];
    columns.extend(resource.stored().map(|field| (field.column_name(), stored(field))));
    if resource.names.plural == "deleted_items" {
        columns.push(("timestamp_is_cut".to_owned(), true.into()));
        columns.push(("voting".to_owned(), "none".into()));
    }
    for (name, value) in changed {
        columns.iter_mut().find(|(column, _)| column == name).unwrap().1 = value.clone();
    }
    let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
    let (names, marks) = (names.join(", "), vec!["?"; columns.len()].join(", "));
    let table = resource.names.plural;
    let mut sql = format!("CREATE TABLE {table} ({names});");
    if table != "projects" {
        sql.push_str("CREATE TABLE projects (id, title_multiloc);");
    }
    for target in ["project_folders", "phases"].into_iter().filter(|target| *target != table) {
        write!(sql, "CREATE TABLE {target} (id, is_public);").unwrap();
    }
    connection.execute_batch(&sql).unwrap();
    if table != "projects" {
        let title = r#"{"en":"the project"}"#;
        connection
            .execute("INSERT INTO projects VALUES (?1, ?2)", (RECORD.as_bytes().as_slice(), title))
            .unwrap();
    }
    let values = rusqlite::params_from_iter(columns.into_iter().map(|(_, value)| value));
    connection.execute(&format!("INSERT INTO {table} ({names}) VALUES ({marks})"), values).unwrap();

    let encoding = Encoding::new(resource, &view.access);
    let mut select = String::new();
    write!(select, "SELECT {} FROM {table} AS this{}", encoding.select, encoding.joins).unwrap();
    let mut out = Vec::new();
    let written =
        connection.query_row(&select, [], |row| Ok(encoding.write(row, view, &mut out).unwrap())).unwrap();
    let record =
        if written == Written::Nothing { Value::Null } else { serde_json::from_slice(&out).unwrap() };
    (written, record)
}

fn record(plural: &str, changed: &[(&str, Parameter)], level: AccessLevel) -> Value {
    written(resource(plural), changed, &view(level, settings())).1
}

fn pseudonym(kind: PersonKind) -> Value {
    json!(Uuid::from_bytes(pseudonyms().replace(kind, PERSON.into_bytes())))
}

fn assert_fields(record: &Value, expected: &Value) {
    let expected: &Map<String, Value> = expected.as_object().unwrap();
    for (field, value) in expected {
        assert_eq!(&record[field], value, "{field} of {record:#}");
    }
}

#[test]
fn every_record_has_the_same_keys_in_the_same_order_at_every_level() {
    for resource in all_resources() {
        let keys = |level| {
            let record = record(resource.names.plural, &[], level);
            record.as_object().unwrap().keys().cloned().collect::<Vec<_>>()
        };
        let returned = resource.fields.iter().filter(|field| field.is_returned);
        let expected: Vec<_> = returned.map(|field| field.name.to_owned()).collect();
        for level in AccessLevel::ALL {
            assert_eq!(keys(level), expected, "{} at {level}", resource.names.plural);
        }
    }
}

#[test]
fn what_a_level_withholds_is_in_no_value() {
    for resource in all_resources() {
        for level in AccessLevel::ALL {
            let text = record(resource.names.plural, &[], level).to_string();
            let personal = resource.fields.iter().filter(|field| field.is_returned && field.is_personal());
            let personal: Vec<&Field> = personal.collect();
            if level == AccessLevel::Full {
                continue;
            }
            assert!(
                !text.contains(&PERSON.to_string()) || resource.names.plural == "deleted_items",
                "{text}"
            );
            for field in personal {
                assert!(!text.contains(&format!("the {}\"", field.name)), "{} in {text}", field.name);
            }
            assert!(!text.contains("income"), "{text}");
            if resource.timestamps_cut_where == Some("TRUE") {
                assert!(!text.contains("08:15:30"), "{text}");
            }
            if level == AccessLevel::Public {
                assert!(!text.contains("4.351949"), "{text}");
            }
        }
    }
}

#[test]
fn full_access_shows_users_completely() {
    assert_fields(
        &record("users", &[], AccessLevel::Full),
        &json!({
            "id": PERSON,
            "email": "the email",
            "roles": [{ "type": "admin" }],
            "created_at": "2025-03-18T08:15:30.250Z",
            "bio": "the bio",
            "custom_field_values": { "gender": "x", "age_group": "35-44", "income": 1 },
        }),
    );
}

#[test]
fn pseudonymous_access_shows_users_without_personal_data() {
    assert_fields(
        &record("users", &[], AccessLevel::Pseudonymous),
        &json!({
            "id": pseudonym(PersonKind::Other),
            "email": null,
            "slug": null,
            "roles": [],
            "created_at": DAY,
            "first_name": null,
            "locale": "the locale",
            "bio": null,
            "email_confirmed_at": DAY,
            "verified": true,
            "custom_field_values": { "gender": "x" },
        }),
    );
}

#[test]
fn authors_of_ideas_and_survey_responses_have_pseudonyms_of_different_kinds() {
    let idea = |word: &str, authorship: &str, level| {
        record("ideas", &[("type", word.into()), ("authorship", authorship.into())], level)
    };
    assert_fields(
        &idea("idea", "public", AccessLevel::Pseudonymous),
        &json!({
            "author_id": pseudonym(PersonKind::PublicAuthorship),
            "assignee_id": null,
            "assigned_at": null,
            "created_at": "2025-03-18T08:15:30.250Z",
            "location_point": "POINT (4.351949 50.850345)",
            "custom_field_values": { "age_group": "35-44" },
        }),
    );
    assert_fields(
        &idea("survey", "secret", AccessLevel::Pseudonymous),
        &json!({ "author_id": pseudonym(PersonKind::Other), "created_at": DAY, "published_at": DAY }),
    );
    // An idea that became a survey response: both pseudonyms would tie what the person wrote to how they voted.
    assert_fields(&idea("survey", "public", AccessLevel::Pseudonymous), &json!({ "author_id": null }));
    for level in [AccessLevel::Anonymous, AccessLevel::Public] {
        for word in ["idea", "survey"] {
            assert_fields(&idea(word, "public", level), &json!({ "author_id": null, "assignee_id": null }));
        }
    }
}

#[test]
fn tombstones_of_people_have_pseudonyms_and_days() {
    let tombstone = |word: &str, is_cut: bool, level| {
        record("deleted_items", &[("type", word.into()), ("timestamp_is_cut", is_cut.into())], level)
    };
    let user = tombstone("User", true, AccessLevel::Pseudonymous);
    assert_fields(&user, &json!({ "id": pseudonym(PersonKind::Other), "deleted_at": DAY }));
    let idea = tombstone("Idea", false, AccessLevel::Pseudonymous);
    assert_fields(&idea, &json!({ "id": PERSON, "deleted_at": "2025-03-18T08:15:30.250Z" }));
    assert_fields(&tombstone("User", true, AccessLevel::Anonymous), &json!({ "id": null }));
    assert_fields(&tombstone("Idea", false, AccessLevel::Public), &json!({ "id": PERSON }));
}

#[test]
fn public_access_rounds_coordinates() {
    let rounded = json!("POINT (4.352 50.85)");
    assert_eq!(record("ideas", &[], AccessLevel::Public)["location_point"], rounded);
    assert_eq!(record("events", &[], AccessLevel::Public)["location_point"], rounded);
    assert_eq!(
        record("projects", &[], AccessLevel::Public)["map_center_geojson"],
        json!({ "type": "Point", "coordinates": [4.352, 50.85] })
    );
    assert_eq!(record("events", &[], AccessLevel::Anonymous)["location_point"], "POINT (4.351949 50.850345)");
    let none = [("location_point", Parameter::Null)];
    assert_eq!(record("events", &none, AccessLevel::Public)["location_point"], Value::Null);
}

#[test]
fn results_of_votes_are_withheld_as_the_setting_states() {
    let shown = |setting, state: &str, level| {
        let settings = AccessSettings { vote_results: setting, ..settings() };
        let (outcome, record) =
            written(resource("phases"), &[("voting", state.into())], &view(level, settings));
        let withheld = record["votes_count"].is_null();
        assert_eq!(record["baskets_count"].is_null(), withheld);
        assert_eq!(outcome, Written::Record { withholds_votes: withheld });
        assert_eq!(record["ideas_count"], 5);
        !withheld
    };
    for level in [AccessLevel::Pseudonymous, AccessLevel::Anonymous, AccessLevel::Public] {
        for (setting, state, expected) in [
            (VoteResults::AfterPhase, "none", true),
            (VoteResults::AfterPhase, "running", false),
            (VoteResults::AfterPhase, "ended", true),
            (VoteResults::Always, "running", true),
            (VoteResults::Never, "none", true),
            (VoteResults::Never, "running", false),
            (VoteResults::Never, "ended", false),
        ] {
            assert_eq!(shown(setting, state, level), expected, "{setting:?} {state} {level}");
        }
    }
    assert!(shown(VoteResults::Never, "running", AccessLevel::Full));
}

#[test]
fn results_are_shown_without_the_votes_that_are_secret() {
    let votes_count = |setting, running_votes: i64, totals: (i64, i64), level| {
        let settings = AccessSettings { vote_results: setting, ..settings() };
        let changed = [
            ("running_votes_count", running_votes.into()),
            ("ended_votes_count", 0_i64.into()),
            ("running_ballots_total", totals.0.into()),
            ("ended_ballots_total", totals.1.into()),
        ];
        written(resource("ideas"), &changed, &view(level, settings)).1["votes_count"].clone()
    };
    let (level, full) = (AccessLevel::Anonymous, AccessLevel::Full);
    assert_eq!(votes_count(VoteResults::AfterPhase, 1, (2, 1), level), Value::Null);
    assert_eq!(votes_count(VoteResults::AfterPhase, 0, (2, 1), level), 3);
    assert_eq!(votes_count(VoteResults::Never, 0, (2, 1), level), 2);
    assert_eq!(votes_count(VoteResults::Always, 1, (2, 1), level), 5);
    assert_eq!(votes_count(VoteResults::AfterPhase, 0, (9, 0), level), 0);
    assert_eq!(votes_count(VoteResults::Never, 1, (2, 1), full), 5);
}

#[test]
fn public_access_counts_public_records_and_names_no_hidden_parent() {
    let project = [("ideas_count", 9_i64.into()), ("public_ideas_count", 4_i64.into())];
    assert_eq!(record("projects", &project, AccessLevel::Public)["ideas_count"], 4);
    assert_eq!(record("projects", &project, AccessLevel::Anonymous)["ideas_count"], 9);
    let parent = |is_public: bool, level| {
        let comment = [("id", RECORD.into()), ("parent_id", RECORD.into()), ("is_public", is_public.into())];
        record("comments", &comment, level)["parent_id"].clone()
    };
    assert_eq!(parent(false, AccessLevel::Public), Value::Null);
    assert_eq!(parent(true, AccessLevel::Public), json!(RECORD));
    assert_eq!(parent(false, AccessLevel::Anonymous), json!(RECORD));
}

#[test]
fn ballots_are_not_seen_while_their_vote_runs() {
    for plural in ["baskets", "basket_ideas", "deleted_items"] {
        let outcome = |state: &str, level| {
            written(resource(plural), &[("voting", state.into())], &view(level, settings())).0
        };
        for level in [AccessLevel::Pseudonymous, AccessLevel::Anonymous] {
            assert_eq!(outcome("running", level), Written::Nothing, "{plural}");
            assert_ne!(outcome("ended", level), Written::Nothing, "{plural}");
        }
        assert_ne!(outcome("running", AccessLevel::Full), Written::Nothing, "{plural}");
    }
}

#[test]
fn values_that_a_level_does_not_see_are_not_selected() {
    let select = Encoding::at_level(resource("users"), AccessLevel::Pseudonymous).select;
    for column in ["email,", "slug", "first_name", "bio", "roles"] {
        assert!(!select.contains(column), "{select}");
    }
    let select = Encoding::at_level(resource("baskets"), AccessLevel::Anonymous).select;
    assert!(!select.contains("user_id"), "{select}");
}

#[test]
fn full_access_selects_nothing_but_the_fields() {
    for resource in all_resources() {
        let select = Encoding::at_level(resource, AccessLevel::Full).select;
        assert!(!select.contains('(') && !select.contains("timestamp_is_cut"), "{select}");
    }
}
