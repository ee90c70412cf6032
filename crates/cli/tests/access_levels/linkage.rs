//! Within one copy at `pseudonymous`, nothing ties what somebody wrote in public to what they did otherwise; and nothing ties
//! the copies of two clients to each other, except the ids of records.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::access_levels::canary::person;
use crate::access_levels::check::Check;
use crate::access_levels::fixture;
use crate::access_levels::rules::{Level, RULES, Treatment};
use crate::access_levels::site::{Client, Site};

/// The values of a copy: identifiers of people, timestamps, and texts.
#[derive(Debug, Default)]
struct Values {
    people: BTreeSet<String>,
    timestamps: BTreeSet<String>,
    texts: BTreeSet<String>,
}

/// The values of public authorship, and those of everything else about people.
fn copy(site: &Site, client: &Client) -> [Values; 2] {
    let mut values = [Values::default(), Values::default()];
    let surveys: BTreeSet<String> = site
        .crawl(client, "/ideas?type=survey", "ideas")
        .iter()
        .map(|idea| idea["id"].as_str().unwrap().to_owned())
        .collect();
    for rules in RULES {
        for record in site.crawl(client, &format!("/{}", rules.plural), rules.list_key) {
            let is_survey = surveys.contains(record["id"].as_str().unwrap_or_default())
                || surveys.contains(record["idea_id"].as_str().unwrap_or_default())
                    && rules.plural == "idea_phases";
            let is_public = ["ideas", "comments"].contains(&rules.plural) && !is_survey;
            let about_people = rules.is_cut(&record) || is_survey || is_public;
            if !about_people {
                continue;
            }
            for (key, treatment) in rules.fields() {
                let found = &mut values[usize::from(!is_public)];
                match (treatment, &record[key]) {
                    (Treatment::Writer | Treatment::Person | Treatment::Author, Value::String(id)) => {
                        found.people.insert(id.clone());
                    }
                    (Treatment::Time, Value::String(time)) => {
                        found.timestamps.insert(time.clone());
                    }
                    (_, Value::String(text))
                        if ["title", "body", "bio", "slug", "first_name", "last_name", "email"]
                            .contains(&key) =>
                    {
                        found.texts.insert(text.clone());
                    }
                    _ => {}
                }
            }
        }
    }
    values
}

#[test]
fn no_identifier_text_or_exact_timestamp_ties_public_authorship_to_anything_else() {
    let (site, _) = fixture(&[]);
    let [public, other] = copy(&site, site.client(Level::Pseudonymous));
    assert!(public.people.len() > 5 && other.people.len() > 20, "the copy is empty");
    let common = |one: &BTreeSet<String>, other: &BTreeSet<String>| {
        one.intersection(other).filter(|text| !text.is_empty()).cloned().collect::<Vec<_>>()
    };
    assert_eq!(common(&public.people, &other.people), Vec::<String>::new());
    assert_eq!(common(&public.timestamps, &other.timestamps), Vec::<String>::new());
    assert_eq!(common(&public.texts, &other.texts), Vec::<String>::new());
    let exact: Vec<_> = other.timestamps.iter().filter(|time| !time.ends_with("T00:00:00.000Z")).collect();
    assert!(exact.is_empty(), "exact timestamps: {exact:?}");
    assert!(public.timestamps.iter().any(|time| !time.ends_with("T00:00:00.000Z")));
}

fn bits(id: &str) -> u128 {
    u128::from_str_radix(&id.replace('-', ""), 16).unwrap()
}

#[test]
fn pseudonyms_of_kinds_and_clients_are_unrelated() {
    let (site, world) = fixture(&[]);
    let clients = [site.client(Level::Pseudonymous), site.other_client(Level::Pseudonymous)];
    let learned = clients.map(|client| Check::new(&site, &world, client).pseudonyms);
    let mut tables: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for (number, pseudonyms) in learned.iter().enumerate() {
        for kind in ["public", "other"] {
            let of_kind = pseudonyms.of_kind(kind);
            let table = of_kind.map(|(person, shown)| (person.to_owned(), shown.to_owned())).collect();
            tables.insert(format!("{kind} of client {number}"), table);
        }
    }
    let all: Vec<&String> = tables.values().flat_map(BTreeMap::values).collect();
    let different: BTreeSet<&String> = all.iter().copied().collect();
    assert_eq!(all.len(), different.len(), "a pseudonym has two meanings");
    assert!(all.iter().all(|shown| uuid::Uuid::parse_str(shown).is_ok_and(|id| id.to_string() == **shown)));
    for (name, table) in &tables {
        assert!(table.len() >= 10, "{name}: only {} people", table.len());
        // Neither the order of ids nor a difference to them survives.
        let shown: Vec<u128> = table.values().map(|shown| bits(shown)).collect();
        assert!(!shown.is_sorted() && !shown.iter().rev().is_sorted(), "{name} keeps the order of people");
        for (other_name, other) in tables.iter().filter(|(other_name, _)| *other_name != name) {
            let both: Vec<(u128, u128)> = table
                .iter()
                .filter_map(|(person, shown)| Some((bits(shown), bits(other.get(person)?))))
                .collect();
            let exclusive: BTreeSet<u128> = both.iter().map(|(one, other)| one ^ other).collect();
            let differences: BTreeSet<u128> =
                both.iter().map(|(one, other)| one.wrapping_sub(*other)).collect();
            assert_eq!(
                (exclusive.len(), differences.len()),
                (both.len(), both.len()),
                "{name} and {other_name}"
            );
        }
        let exclusive: BTreeSet<u128> =
            table.iter().map(|(person, shown)| bits(person) ^ bits(shown)).collect();
        assert_eq!(exclusive.len(), table.len(), "{name} and the ids of people");
    }
    let author = learned[0].shown("public", &person(1)).unwrap();
    let other = site.crawl(clients[1], &format!("/comments?author_id={author}"), "comments");
    assert!(other.is_empty(), "a pseudonym of another client selects records");
}

/// The same request of the same client always selects exactly the records of one person.
#[test]
fn author_id_of_ideas_accepts_both_kinds_each_for_its_type() {
    let (site, world) = fixture(&[]);
    let client = site.client(Level::Pseudonymous);
    let pseudonyms = Check::new(&site, &world, client).pseudonyms;
    // The ninth person wrote a survey response and ideas.
    let author = world.records["ideas"]
        .iter()
        .find(|idea| idea["type"] == "survey" && idea["author_id"].is_string())
        .unwrap()["author_id"]
        .as_str()
        .unwrap()
        .to_owned();
    for (kind, idea_type) in [("public", "idea"), ("other", "survey")] {
        let shown = pseudonyms.shown(kind, &author).unwrap();
        let found = site.crawl(client, &format!("/ideas?author_id={shown}"), "ideas");
        let expected = world.records["ideas"]
            .iter()
            .filter(|idea| idea["author_id"] == author && idea["type"] == idea_type);
        let expected: BTreeSet<_> = expected.map(|idea| idea["id"].to_string()).collect();
        let found_ids: BTreeSet<_> = found.iter().map(|idea| idea["id"].to_string()).collect();
        assert!(!expected.is_empty());
        assert_eq!(found_ids, expected, "{kind}");
        let none = site.crawl(
            client,
            &format!("/ideas?author_id={shown}&type={}", if idea_type == "idea" { "survey" } else { "idea" }),
            "ideas",
        );
        assert!(none.is_empty(), "{kind} selects the other type");
    }
}
