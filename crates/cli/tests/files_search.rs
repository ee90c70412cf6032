//! Searching files by words.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::files::platform;
use crate::support::fixture::id;
use crate::support::{Caller, Data};

fn found(caller: &Caller, words: &str, more: &str) -> Vec<String> {
    let words: String = form_urlencoded::byte_serialize(words.as_bytes()).collect();
    let page = caller.get(&format!("/files?page_size=24&search={words}{more}")).ok();
    page["files"].as_array().unwrap().iter().map(|file| file["name"].as_str().unwrap().to_owned()).collect()
}

fn add(caller: &Caller, name: &str, description: &Value) -> String {
    let file = caller.uploaded(&json!({ "name": name, "description_multiloc": description }));
    file["id"].as_str().unwrap().to_owned()
}

#[test]
fn a_search_finds_files_with_every_word_in_name_or_descriptions() {
    let data = Data::with(&platform());
    let caller = data.serve();
    let plan = add(
        &caller,
        "Straßen-Plan 2025.txt",
        &json!({ "en": "Crème brûlée for ÉVERYONE", "nl-BE": "Fietspad" }),
    );
    add(&caller, "budget.txt", &json!({ "en": "Money for the plan" }));
    for (words, expected) in [
        ("PLAN", &["Straßen-Plan 2025.txt", "budget.txt"][..]),
        ("plan money", &["budget.txt"]),
        ("creme everyone", &["Straßen-Plan 2025.txt"]),
        ("fietspad 2025", &["Straßen-Plan 2025.txt"]),
        ("straßen", &["Straßen-Plan 2025.txt"]),
        ("fiets", &["Straßen-Plan 2025.txt"]),
        ("plan NOT money", &[]),
        ("\"plan\" - ' \\ ) ( * ^ : {", &["Straßen-Plan 2025.txt", "budget.txt"]),
        ("name:plan", &[]),
        ("... ---", &[]),
        ("%", &[]),
        (&"plan ".repeat(2000), &["Straßen-Plan 2025.txt", "budget.txt"]),
        (&"x".repeat(10_000), &[]),
        (&(0..2000).map(|number| number.to_string()).collect::<Vec<_>>().join(" "), &[]),
    ] {
        assert_eq!(found(&caller, words, ""), expected, "{words:.60}");
    }
    assert_eq!(caller.get("/files?search=a%00b").problem(), "invalid-parameter-value");
    let change = json!({ "file": { "name": "other.txt" } }).to_string();
    assert_eq!(caller.send(Method::PATCH, &format!("/files/{plan}"), change).status, 200);
    assert_eq!(found(&caller, "plan", ""), ["budget.txt"]);
    assert_eq!(found(&caller, "other", ""), ["other.txt"]);
    assert_eq!(caller.call(&Method::DELETE, &format!("/files/{plan}")).status, 204);
    assert!(found(&caller, "other", "").is_empty());
}

#[test]
fn texts_without_spaces_are_found_by_any_part() {
    let data = Data::with(&platform());
    let caller = data.serve();
    add(&caller, "自行車道の安全.txt", &json!({ "en": "Minutes" }));
    add(&caller, "plan 1.txt", &json!({ "en": "Minutes", "nl-BE": "東京2025年の公園、自行" }));
    add(&caller, "ที่ดินสาธารณะ.txt", &json!({ "en": "Straße" }));
    for (words, expected) in [
        ("行車", &["自行車道の安全.txt"][..]),
        ("自行", &["自行車道の安全.txt", "plan 1.txt"]),
        ("安全 自行車道", &["自行車道の安全.txt"]),
        ("公園 plan", &["plan 1.txt"]),
        ("公園 minutes 自行 2025年", &["plan 1.txt"]),
        ("公園 plans", &[]),
        ("東京2025", &["plan 1.txt"]),
        ("園公", &[]),
        ("สาธารณะ", &["ที่ดินสาธารณะ.txt"]),
        ("ดิน", &["ที่ดินสาธารณะ.txt"]),
        ("STRASSE", &["ที่ดินสาธารณะ.txt"]),
        ("STRAẞE ดิน", &["ที่ดินสาธารณะ.txt"]),
        (&"園 公".repeat(2000), &["plan 1.txt"]),
        (&(0..500).map(|number| format!("園{number}")).collect::<Vec<_>>().join(" "), &[]),
        (&(0..2000).map(|number| format!("ss{number}")).collect::<Vec<_>>().join(" "), &[]),
    ] {
        assert_eq!(found(&caller, words, ""), expected, "{words:.60}");
    }
}

#[test]
fn search_results_are_filtered_counted_and_paginated() {
    let data = Data::with(&platform());
    let caller = data.serve();
    let mut names = Vec::new();
    for number in 0..30 {
        let category = if number % 3 == 0 { "report" } else { "other" };
        let name = format!("minutes {number:02}.txt");
        caller.uploaded(&json!({ "name": name, "category": category }));
        names.push(name);
    }
    names.reverse();
    let listed = caller.crawl("/files?search=minutes", "files", 7);
    let listed: Vec<&str> = listed.iter().map(|file| file["name"].as_str().unwrap()).collect();
    assert_eq!(listed, names, "equal matches are not ordered newest first");
    assert_eq!(found(&caller, "minutes", "&category=report").len(), 10);
    let elsewhere = format!("&project_id={}", id("projects", 1));
    assert!(found(&caller, "minutes", &elsewhere).is_empty());
    let page = caller.get("/files?search=minutes&category=report&page_size=4&page_number=3").ok();
    assert_eq!(page["meta"], json!({ "current_page": 3, "total_pages": 3 }));
    assert_eq!(page["files"].as_array().unwrap().len(), 2);
}
