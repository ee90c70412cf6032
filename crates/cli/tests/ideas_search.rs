//! Searching ideas by words, in the order of the list.

use serde_json::{Value, json};

use crate::support::fixture::{Platform, id, record, resource};
use crate::support::{Caller, Data, eventually};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";

/// Ideas with these titles and bodies, oldest first.
fn platform(texts: &[(Value, Value)]) -> Platform {
    let mut platform = Platform::full(1, CREATED_AT);
    platform.records.get_mut("ideas").unwrap().clear();
    for (number, (title, body)) in texts.iter().enumerate() {
        platform.add("ideas", idea(number, title, body));
    }
    platform
}

fn idea(number: usize, title: &Value, body: &Value) -> Value {
    let mut idea = record(resource("ideas"), 0, &format!("2025-03-18T08:15:{:02}.000Z", number % 60));
    idea["id"] = json!(id("ideas", number));
    idea["slug"] = json!(format!("idea-{number}"));
    idea["title_multiloc"] = title.clone();
    idea["body_multiloc"] = body.clone();
    idea
}

/// The numbers of the ideas that a search finds, in the order of the response.
fn found(caller: &Caller, words: &str, more: &str) -> Vec<usize> {
    let words: String = form_urlencoded::byte_serialize(words.as_bytes()).collect();
    let ideas = caller.crawl(&format!("/ideas?search={words}{more}"), "ideas", 24);
    let number = |idea: &Value| idea["slug"].as_str().unwrap()["idea-".len()..].parse().unwrap();
    ideas.iter().map(number).collect()
}

#[test]
fn a_search_finds_ideas_with_every_word_in_title_or_body_in_the_order_of_the_list() {
    let data = Data::with(&platform(&[
        (
            json!({ "en": "Bicycle path" }),
            json!({ "en": "<p>Along the <b>can</b>al, l'été &amp; l'hiver</p>" }),
        ),
        (
            json!({ "nl-BE": "FIETSPAD", "en": "Path" }),
            json!({ "nl-BE": "<p class=\"canal\">Straße <!-- winter --></p>" }),
        ),
        (json!({ "en": "a < b" }), json!({})),
        (
            json!({ "en": "participatory budget 2025" }),
            json!({ "fr-BE": "<ul><li>Participation</li><li>École</li></ul>" }),
        ),
    ]));
    let caller = data.serve();
    for (words, expected) in [
        ("path", &[1, 0][..]),
        ("PATH bicycle", &[0]),
        ("canal", &[0]),
        ("ete", &[0]),
        ("Été hiver", &[0]),
        ("fiets path", &[1]),
        ("strasse", &[1]),
        ("winter", &[]),
        ("class", &[]),
        ("li", &[]),
        ("b", [2, 3, 0].as_slice()),
        ("participation", &[3]),
        ("participatio", &[3]),
        ("participat", &[3]),
        ("participationecole", &[]),
        ("ecole 2025", &[3]),
        ("participatory-budget", &[3]),
        ("path NOT bicycle", &[]),
        ("... ---", &[]),
        ("%", &[]),
        (&"path ".repeat(2000), &[1, 0]),
        (&"x".repeat(10_000), &[]),
    ] {
        let mut in_order = expected.to_vec();
        in_order.sort_unstable_by(|one, other| other.cmp(one));
        assert_eq!(found(&caller, words, ""), in_order, "{words:.60}");
    }
    assert_eq!(caller.get("/ideas?search=a%00b").problem(), "invalid-parameter-value");
    assert_eq!(caller.get("/ideas?search=").ok(), caller.get("/ideas").ok());
    let response = caller.get("/ideas?search=Bicycle+path");
    assert_eq!(response.header("applied-filters"), "search=Bicycle+path");
}

#[test]
fn search_results_are_filtered_counted_and_paginated_like_the_list() {
    let texts: Vec<_> = (0..60)
        .map(|number| {
            let word = if number % 3 == 0 { "third" } else { "other" };
            (json!({ "en": format!("Common {word} word{number}") }), json!({}))
        })
        .collect();
    let data = Data::with(&platform(&texts));
    let caller = data.serve();
    let third: Vec<usize> = (0..60).rev().filter(|number| number % 3 == 0).collect();
    assert_eq!(found(&caller, "common third", ""), third);
    let after = third.iter().copied().filter(|number| *number >= 30).collect::<Vec<_>>();
    assert_eq!(found(&caller, "third", "&created_at=2025-03-18T08:15:30Z,"), after);
    assert!(found(&caller, "third", &format!("&project_id={}", id("projects", 9))).is_empty());
    let page = caller.get("/ideas?search=common&page_size=24&page_number=3").ok();
    assert_eq!(page["meta"], json!({ "current_page": 3, "total_pages": 3 }));
    assert_eq!(page["ideas"].as_array().unwrap().len(), 12);
    let page = caller.get("/ideas?search=common&page_size=24&page_number=9").ok();
    assert_eq!((page["ideas"].clone(), page["meta"]["total_pages"].clone()), (json!([]), json!(3)));
}

#[test]
fn changed_partial_and_deleted_ideas_are_found_by_their_current_texts_only() {
    let title = |text: &str| json!({ "en": text });
    let data = Data::with(&platform(&[(title("first"), json!({})), (title("second"), title("shared"))]));
    let caller = data.serve();
    let mut changes = Platform::empty();
    changes.add("ideas", idea(0, &title("changed"), &json!({})));
    changes
        .add("ideas", json!({ "_partial": true, "id": id("ideas", 1), "title_multiloc": title("partial") }));
    changes.add("ideas", idea(2, &title("added shared"), &json!({})));
    data.import(&changes);
    caller.server.wait_for_changes();
    for (words, expected) in
        [("first", &[][..]), ("second", &[]), ("changed", &[0]), ("partial", &[1]), ("shared", &[2, 1])]
    {
        assert_eq!(found(&caller, words, ""), expected, "{words}");
    }
    let mut deletions = Platform::empty();
    let deleted = json!({ "id": id("ideas", 1), "type": "Idea", "deleted_at": CREATED_AT });
    deletions.add("deleted_items", deleted);
    data.import(&deletions);
    caller.server.wait_for_changes();
    assert_eq!(found(&caller, "shared", ""), [2]);
    assert!(found(&caller, "partial", "").is_empty());
    assert_eq!(data.table("SELECT COUNT(*) FROM ideas_earlier_texts")[0][0].as_deref(), Some("0"));
}

#[test]
fn a_search_that_is_repeated_after_changes_takes_no_more_memory() {
    let title = |text: &str| json!({ "en": text });
    let data = Data::with(&platform(&[(title("path"), json!({})), (title("street"), json!({}))]));
    let caller = data.serve();
    let memory = || caller.server.metric("folkmoot_list_cache_bytes{cache=\"word-matches\"}");
    assert_eq!(memory(), 0);
    assert_eq!(found(&caller, "path", ""), [0]);
    let of_one_search = memory();
    assert!(of_one_search > 0);
    for text in ["square", "bridge", "park"] {
        let mut changes = Platform::empty();
        changes.add("ideas", idea(1, &title(text), &json!({})));
        data.import(&changes);
        caller.server.wait_for_changes();
        assert_eq!(found(&caller, "path", ""), [0]);
    }
    assert_eq!(memory(), of_one_search);
}

#[test]
fn without_a_cache_of_lists_searches_filters_and_sort_orders_work() {
    let title = |text: &str| json!({ "en": text });
    let data = Data::with(&platform(&[(title("path"), json!({})), (title("path"), json!({}))]));
    let (id, secret) = data.client();
    let caller = data.serve_with(&["--list-cache-megabytes", "0"]).caller(&id, &secret);
    for more in ["", "&created_at=2025-01-01T00:00:00Z,", "&sort=-created_at"] {
        assert_eq!(found(&caller, "path", more), [1, 0], "{more}");
    }
    assert_eq!(
        caller.crawl("/ideas?sort=likes_count&created_at=2025-01-01T00:00:00Z,", "ideas", 24).len(),
        2
    );
    let metrics = caller.server.metrics();
    let caches: Vec<_> =
        metrics.lines().filter(|line| line.starts_with("folkmoot_list_cache_bytes{")).collect();
    assert_eq!(caches.len(), 5);
    assert!(caches.iter().all(|line| line.ends_with("} 0")), "{caches:?}");
}

#[test]
fn texts_without_spaces_are_found_by_any_two_letters() {
    let texts = [
        "自行車道の安全",
        "東京2025年の公園",
        "公園中国人",
        "ที่ดินสาธารณะ",
        "STRAẞE",
        "<p>自<b>行</b></p><p>車</p>",
    ];
    let ideas: Vec<_> = texts.iter().map(|text| (json!({ "en": "x" }), json!({ "en": text }))).collect();
    let data = Data::with(&platform(&ideas));
    // As the index of an earlier release is.
    data.change_database("DELETE FROM ideas_words; UPDATE indexed_words SET rules = 1");
    let caller = data.serve();
    for (words, expected) in [
        ("行車", &[0][..]),
        ("自行", &[5, 0]),
        ("自行車", &[0]),
        ("車", &[5, 0]),
        ("全", &[0]),
        ("安全 自行車道", &[0]),
        ("公園", &[2, 1]),
        ("2025", &[1]),
        ("東京2025", &[1]),
        ("中人", &[]),
        ("สาธารณะ", &[3]),
        ("ดิน", &[3]),
        ("straße", &[4]),
        ("strasse", &[4]),
        ("Straẞe", &[4]),
    ] {
        assert_eq!(found(&caller, words, ""), expected, "{words}");
    }
}

/// A release from before the word index changes ideas beside this one: its writes are copied by triggers.
#[test]
fn ideas_written_without_the_word_index_are_indexed_at_the_next_start() {
    let title = |text: &str| json!({ "en": text });
    let data = Data::with(&platform(&[(title("first"), json!({})), (title("second"), json!({}))]));
    data.change_database(
        "DELETE FROM ideas_words; DELETE FROM indexed_words;
         UPDATE ideas SET title_multiloc = '{\"en\":\"third\"}' WHERE slug = 'idea-1'",
    );
    let caller = data.serve();
    for (words, expected) in [("first", &[0][..]), ("second", &[]), ("third", &[1])] {
        assert_eq!(found(&caller, words, ""), expected, "{words}");
    }
    // The server may index the words of a write before the next request.
    let is_refused = (0..10).any(|number| {
        let title = format!(
            "UPDATE ideas SET title_multiloc = '{{\"en\":\"fourth {number}\"}}' WHERE slug = 'idea-0'"
        );
        data.change_database(&title);
        let response = caller.get("/ideas?search=fourth");
        if response.status == 200 {
            return false;
        }
        assert_eq!((response.status, response.problem().as_str()), (503, "unavailable"));
        assert!(!response.header("retry-after").is_empty());
        true
    });
    assert!(is_refused, "a search never states that the words are not indexed");
    assert_eq!(caller.get("/ideas").status, 200);
    eventually("the words are not indexed", || caller.get("/ideas?search=fourth").status == 200);
    // The change feed has no entry for this write, so that another text is searched than before.
    assert_eq!(found(&caller, "firs", ""), [0; 0]);
}
