//! What a page of changes contains.

use serde_json::{Value, json};

use crate::support::fixture::{Platform, id, record, resource};
use crate::support::site::{AT, Client, LEVELS, Site, actions, changed, next, published};

/// A platform with some records of every resource.
fn platform() -> Platform {
    published(3)
}

/// The same platform, whose phases are votes until a day.
fn with_votes(end_at: &str) -> Platform {
    let mut platform = platform();
    for phase in platform.records.get_mut("phases").unwrap() {
        phase["participation_method"] = json!("voting");
        phase["voting_method"] = json!("budgeting");
        phase["end_at"] = json!(end_at);
    }
    platform
}

fn upsert(plural: &str, number: usize) -> (String, Value, String) {
    (plural.to_owned(), json!(id(plural, number)), "upsert".to_owned())
}

fn delete(plural: &str, number: usize) -> (String, Value, String) {
    (plural.to_owned(), json!(id(plural, number)), "delete".to_owned())
}

/// The tombstone of a record.
fn tombstone(plural: &str, number: usize) -> Value {
    json!({ "id": id(plural, number), "type": resource(plural).names.deleted_type, "deleted_at": AT })
}

/// The change of a record on a page.
#[track_caller]
fn change_of<'a>(page: &'a Value, plural: &str, id: &Value) -> &'a Value {
    let mut changes = page["changes"].as_array().unwrap().iter();
    let found = changes.find(|change| change["resource"] == plural && change["id"] == *id);
    found.unwrap_or_else(|| panic!("no change of {plural} {id}: {page}"))
}

#[test]
fn a_page_lists_each_changed_record_once_as_the_list_returns_it() {
    let site = Site::new(&platform());
    let client = site.client("full", None);
    site.server.wait_for_changes();
    let start = site.get(&client, "/changes");
    let cursor = next(&start.ok());
    assert_eq!(start.ok(), json!({ "changes": [], "meta": { "next": cursor, "more": false } }));
    assert_eq!(start.header("cache-control"), "private, no-store");

    for title in ["one", "two"] {
        site.import_one(
            "areas",
            changed("areas", 1, &[("title_multiloc", json!({ "en": title, "nl-BE": "nl" }))]),
        );
    }
    site.import_one("areas", changed("areas", 7, &[]));
    let response = site.get(&client, &format!("/changes?after={cursor}&locale=nl"));
    let page = response.ok();
    assert_eq!(actions(&page), [upsert("areas", 1), upsert("areas", 7)]);
    for change in page["changes"].as_array().unwrap() {
        let item = site.get(&client, &format!("/areas/{}?locale=nl", change["id"].as_str().unwrap())).ok();
        assert_eq!(change["record"], item["area"]);
        assert!(change["changed_at"].as_str().unwrap() > "2026");
    }
    assert_eq!(page["changes"][0]["record"]["title"], "nl");
    let keys: Vec<&String> = page["changes"][0].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["resource", "id", "action", "changed_at", "record"]);
    assert!(response.text.starts_with(r#"{"changes":[{"resource":"areas","id":""#), "{}", response.text);

    // Without news.
    let empty = site.changes(&client, &next(&page));
    assert_eq!((&empty["changes"], &empty["meta"]["more"]), (&json!([]), &json!(false)));
    assert_ne!(next(&empty), next(&page), "cursors of the same position differ");
    // An earlier cursor returns the same again.
    assert_eq!(actions(&site.changes(&client, &cursor)), actions(&page));
}

#[test]
fn a_new_import_is_read_page_by_page() {
    let site = Site::new(&Platform::full(2, AT));
    let client = site.client("full", None);
    site.server.wait_for_changes();
    let mut cursor = site.cursor(&client);
    let mut many = Platform::empty();
    for number in 100..1_400 {
        many.add("areas", changed("areas", number, &[]));
    }
    site.import(&many);
    let mut sizes = Vec::new();
    let mut ids = std::collections::BTreeSet::new();
    loop {
        let page = site.get(&client, &format!("/changes?after={cursor}&limit=500")).ok();
        cursor = next(&page);
        sizes.push(page["changes"].as_array().unwrap().len());
        ids.extend(actions(&page).into_iter().map(|(_, id, action)| (id.to_string(), action)));
        if page["meta"]["more"] == false {
            break;
        }
    }
    assert_eq!((sizes.iter().sum::<usize>(), ids.len()), (1_300, 1_300), "{sizes:?}");
    assert_eq!(sizes, [500, 500, 300]);
    assert!(ids.iter().all(|(_, action)| action == "upsert"));
}

#[test]
fn counters_and_texts_of_other_records_change_records() {
    let site = Site::new(&platform());
    let client = site.client("full", None);
    site.server.wait_for_changes();
    let cursor = site.cursor(&client);
    let mut like = Platform::empty();
    let of_idea = [("reactable_id", json!(id("ideas", 1))), ("user_id", json!(id("users", 2)))];
    like.add("reactions", changed("reactions", 10, &of_idea));
    site.import(&like);
    let page = site.changes(&client, &cursor);
    let idea = change_of(&page, "ideas", &json!(id("ideas", 1)));
    assert_eq!(idea["record"]["likes_count"], 2, "{idea}");
    assert_eq!(idea["record"]["updated_at"], AT);

    let cursor = next(&page);
    site.import_one("projects", changed("projects", 1, &[("title_multiloc", json!({ "en": "Renamed" }))]));
    let page = site.changes(&client, &cursor);
    for plural in ["ideas", "phases"] {
        let changed = change_of(&page, plural, &json!(id(plural, 1)));
        assert_eq!(changed["record"]["project_title"], "Renamed");
    }
    let others = actions(&page).into_iter().filter(|(plural, found, _)| {
        ["ideas", "phases"].contains(&plural.as_str()) && *found != json!(id(plural, 1))
    });
    assert_eq!(others.count(), 0, "records of other projects did not change: {page}");
}

#[test]
fn deleted_records_and_relations_are_deleted() {
    let site = Site::new(&platform());
    let client = site.client("full", None);
    site.server.wait_for_changes();
    let cursor = site.cursor(&client);
    let mut deletions = Platform::empty();
    for plural in ["reactions", "topics"] {
        deletions.add("deleted_items", tombstone(plural, 2));
    }
    site.import(&deletions);
    let page = site.changes(&client, &cursor);
    for plural in ["reactions", "topics"] {
        let change = change_of(&page, plural, &json!(id(plural, 2)));
        assert_eq!((&change["action"], &change["record"]), (&json!("delete"), &Value::Null));
    }
    for (plural, owner) in [("idea_topics", "idea"), ("project_topics", "project")] {
        let change = change_of(&page, plural, &Value::Null);
        let owners = format!("{owner}s");
        let ids = json!({ format!("{owner}_id"): id(&owners, 2), "topic_id": id("topics", 2) });
        assert_eq!((&change["action"], &change["record"]), (&json!("delete"), &ids));
    }
    assert!(!page.to_string().contains("deleted_items"));

    // Stored again: what exists now counts.
    let mut again = Platform::empty();
    again.add("topics", record(resource("topics"), 2, AT));
    again.add("idea_topics", record(resource("idea_topics"), 2, AT));
    site.import(&again);
    for cursor in [&cursor, &next(&page)] {
        let page = site.changes(&client, cursor);
        assert_eq!(change_of(&page, "topics", &json!(id("topics", 2)))["action"], "upsert");
        let join = change_of(&page, "idea_topics", &Value::Null);
        assert_eq!(
            (&join["action"], &join["record"]["topic_id"]),
            (&json!("upsert"), &json!(id("topics", 2)))
        );
    }
}

#[test]
fn what_a_level_cannot_see_any_more_is_deleted_for_it_and_what_it_never_saw_is_not() {
    let mut platform = platform();
    platform.records.get_mut("projects").unwrap()[2]["visible_to"] = json!("admins");
    let site = Site::new(&platform);
    let clients = LEVELS.map(|level| site.client(level, None));
    site.server.wait_for_changes();
    let cursors = || clients.iter().map(|client| site.cursor(client)).collect::<Vec<_>>();
    let pages = |cursors: &[String]| {
        let both = clients.iter().zip(cursors);
        both.map(|(client, cursor)| site.changes(client, cursor)).collect::<Vec<Value>>()
    };

    // Hidden at the level public before and after.
    let before = cursors();
    site.import_one(
        "ideas",
        changed("ideas", 2, &[("project_id", json!(id("projects", 2))), ("slug", json!("new-slug"))]),
    );
    let after = pages(&before);
    assert!(after[..3].iter().all(|page| actions(page).contains(&upsert("ideas", 2))));
    assert_eq!(after[3]["changes"], json!([]));

    // A project and its ideas leave the view of the level public.
    let before = cursors();
    site.import_one("projects", changed("projects", 1, &[("visible_to", json!("admins"))]));
    let after = pages(&before);
    assert!(after[..3].iter().all(|page| actions(page).contains(&upsert("projects", 1))));
    for plural in ["projects", "ideas", "phases", "events", "comments"] {
        assert!(actions(&after[3]).contains(&delete(plural, 1)), "{plural}: {}", after[3]);
    }
    assert!(actions(&after[3]).iter().all(|(_, _, action)| action == "delete"), "{}", after[3]);

    // Its further changes, and its deletion, are hidden.
    let before = cursors();
    site.import_one("ideas", changed("ideas", 1, &[("slug", json!("other-slug"))]));
    let mut deletions = Platform::empty();
    deletions.add("deleted_items", tombstone("comments", 1));
    site.import(&deletions);
    let after = pages(&before);
    assert!(after[..3].iter().all(|page| actions(page).contains(&delete("comments", 1))));
    assert_eq!(after[3]["changes"], json!([]), "{}", after[3]);
}

/// Entries about new records name those that are hidden as they were at first: what changes that must be reported to every level.
#[test]
fn a_new_record_is_reported_although_another_import_hides_it_from_other_levels() {
    let platform = with_votes("2025-12-31");
    let site = Site::new(&platform);
    let clients = ["full", "pseudonymous", "anonymous"].map(|level| site.client(level, None));
    site.server.wait_for_changes();
    let before = clients.each_ref().map(|client| site.cursor(client));
    let new = |plural: &str| {
        let mut record = platform.records[plural][1].clone();
        record["id"] = json!(id(plural, 9));
        record
    };
    site.import_one("ideas", new("ideas"));
    let mut basket = new("baskets");
    basket["user_id"] = json!(id("users", 2));
    site.import_one("baskets", basket);

    // The idea is hidden from the level public, and the ballot is one of a vote that runs.
    site.import_one("projects", changed("projects", 1, &[("visible_to", json!("admins"))]));
    let mut phase = platform.records["phases"][1].clone();
    phase["end_at"] = json!("2099-12-31");
    site.import_one("phases", phase);
    let pages = clients.iter().zip(&before).map(|(client, cursor)| actions(&site.changes(client, cursor)));
    let pages: Vec<_> = pages.collect();
    assert!(pages.iter().all(|page| page.contains(&upsert("ideas", 9))), "{pages:?}");
    assert!(pages[0].contains(&upsert("baskets", 9)), "{:?}", pages[0]);
}

#[test]
fn records_that_an_import_hides_are_deleted_at_once_and_show_nothing_of_a_deleted_person() {
    let mut platform = published(4);
    let idea = |number: usize, status: &str, author: Value| {
        changed("ideas", number, &[("publication_status", json!(status)), ("author_id", author)])
    };
    // The second idea and the last two are of the person.
    let author = |number: usize| json!(id("users", if number % 2 == 1 { 3 } else { 0 }));
    let ideas = platform.records.get_mut("ideas").unwrap();
    *ideas = (0..4).map(|number| idea(number, "published", author(number))).collect();
    // Nothing refers to this one.
    let last = |status: &str, author: Value| {
        let ids = [("id", json!(id("ideas", 5))), ("slug", json!("slug-5"))];
        let values = [("publication_status", json!(status)), ("author_id", author)];
        changed("ideas", 3, &[&ids[..], &values].concat())
    };
    ideas.push(last("published", author(3)));
    let site = Site::new(&platform);
    let clients = LEVELS.map(|level| site.client(level, Some(&["ideas"])));
    site.server.wait_for_changes();
    let cursors = clients.each_ref().map(|client| site.cursor(client));
    let of_all = site.client("anonymous", None);
    let start = site.cursor(&of_all);

    let mut deletion = Platform::empty();
    deletion.add("deleted_items", tombstone("users", 3));
    deletion.add("ideas", idea(0, "draft", author(0)));
    deletion.add("ideas", idea(1, "draft", Value::Null));
    deletion.add("ideas", idea(2, "draft", author(2)));
    deletion.add("ideas", last("draft", Value::Null));
    site.import(&deletion);
    let upserts =
        |numbers: &[usize]| numbers.iter().map(|number| upsert("ideas", *number)).collect::<Vec<_>>();
    let expected = [
        ("full", upserts(&[0, 1, 2, 3, 5])),
        ("pseudonymous", upserts(&[0, 2])),
        ("anonymous", upserts(&[0, 2])),
        ("public", [0, 1, 2, 5].map(|number| delete("ideas", number)).to_vec()),
    ];
    for ((client, cursor), (level, expected)) in clients.iter().zip(&cursors).zip(expected) {
        assert_eq!(client.level, level);
        assert_eq!(actions(&site.changes(client, cursor)), expected, "{level}");
    }
    // What changes with them, such as their phases, does not name them either.
    let page = site.changes(&of_all, &start);
    let hidden = json!(id("ideas", 1));
    assert!(
        !page["changes"].as_array().unwrap().iter().any(|change| change["record"]["idea_id"] == hidden),
        "{page}"
    );

    // A copy that reads the changes only after the hidden record was removed deletes it too.
    let mut removal = Platform::empty();
    removal.add("deleted_items", tombstone("ideas", 5));
    site.import(&removal);
    assert!(actions(&site.changes(&clients[3], &cursors[3])).contains(&delete("ideas", 5)));
}

/// The id of the only changed user.
fn changed_user(page: &Value) -> &Value {
    let change = page["changes"].as_array().unwrap().iter().find(|change| change["resource"] == "users");
    change.unwrap()
}

#[test]
fn people_have_the_ids_that_the_level_shows_and_their_changes_have_a_day() {
    let site = Site::new(&platform());
    let [full, pseudonymous, anonymous, public] = LEVELS.map(|level| site.client(level, None));
    let other = site.client("pseudonymous", None);
    site.end_day();
    let cursor = |client: &Client| site.cursor(client);
    let cursors = [&full, &pseudonymous, &anonymous, &public, &other].map(cursor);
    let shown = site.get(&pseudonymous, "/users?page_size=24").ok();
    site.import_one("users", changed("users", 1, &[("locale", json!("fr-BE"))]));
    assert_eq!(site.changes(&pseudonymous, &cursors[1])["changes"], json!([]), "before the day ends");
    site.end_day();
    let page = site.changes(&pseudonymous, &cursors[1]);
    let upserted = changed_user(&page);
    assert!(shown["users"].as_array().unwrap().iter().any(|user| user["id"] == upserted["id"]));
    assert_eq!(upserted["record"]["id"], upserted["id"]);
    assert_eq!(upserted["record"]["email"], Value::Null);
    let day = |change: &Value| change["changed_at"].as_str().unwrap().ends_with("T00:00:00.000Z");
    assert!(day(upserted));
    assert!(!day(changed_user(&site.changes(&full, &cursors[0]))));

    let mut deletions = Platform::empty();
    deletions.add("deleted_items", tombstone("reactions", 1));
    deletions.add("deleted_items", tombstone("users", 1));
    site.import(&deletions);
    site.end_day();
    let page = site.changes(&pseudonymous, &cursors[1]);
    let deleted = changed_user(&page);
    assert_eq!((&deleted["id"], &deleted["action"]), (&upserted["id"], &json!("delete")));
    assert!(day(deleted) && day(change_of(&page, "reactions", &json!(id("reactions", 1)))));
    assert!(!page.to_string().contains(&id("users", 1)), "{page}");
    assert_ne!(changed_user(&site.changes(&other, &cursors[4]))["id"], deleted["id"]);
    assert_eq!(changed_user(&site.changes(&full, &cursors[0]))["id"], json!(id("users", 1)));
    for (client, cursor) in [(&anonymous, &cursors[2]), (&public, &cursors[3])] {
        let page = site.changes(client, cursor);
        assert!(actions(&page).iter().all(|(plural, ..)| plural != "users"), "{page}");
    }
}

#[test]
fn changes_of_the_topics_of_survey_responses_have_a_day() {
    let mut platform = platform();
    platform.records.get_mut("phases").unwrap()[1]["participation_method"] = json!("native_survey");
    let ideas = platform.records.get_mut("ideas").unwrap();
    for (number, idea) in ideas.iter_mut().enumerate() {
        idea["creation_phase_id"] = if number == 1 { json!(id("phases", 1)) } else { Value::Null };
    }
    let site = Site::new(&platform);
    let [full, anonymous] = ["full", "anonymous"].map(|level| site.client(level, None));
    site.server.wait_for_changes();
    let start = [&full, &anonymous].map(|client| site.cursor(client));
    let assign = |topics: Value| {
        let mut changes = Platform::empty();
        for number in [1, 2] {
            let idea = json!({ "id": id("ideas", number), "topic_ids": topics, "_partial": true });
            changes.add("ideas", idea);
        }
        site.import(&changes);
        site.end_day();
    };
    let has_day = |client: &Client, cursor: &str, number: usize, action: &str| {
        let page = site.changes(client, cursor);
        let mut changes = page["changes"].as_array().unwrap().iter();
        let change = changes.find(|change| {
            change["resource"] == "idea_topics"
                && change["action"] == action
                && change["record"]["idea_id"] == id("ideas", number)
        });
        change.unwrap_or_else(|| panic!("{page}"))["changed_at"].as_str().unwrap().ends_with("T00:00:00.000Z")
    };
    for (topics, action) in
        [(json!([id("topics", 0), id("topics", 1), id("topics", 2)]), "upsert"), (json!([]), "delete")]
    {
        assign(topics);
        assert!(has_day(&anonymous, &start[1], 1, action), "{action}");
        assert!(!has_day(&anonymous, &start[1], 2, action), "{action} of another idea");
        assert!(!has_day(&full, &start[0], 1, action), "{action} at the level full");
    }
}

#[test]
fn ballots_and_results_of_a_running_vote_are_hidden_below_full_until_it_ends() {
    let platform = with_votes("2099-12-31");
    let site = Site::new(&platform);
    let clients = LEVELS.map(|level| site.client(level, None));
    site.server.wait_for_changes();
    let cursors: Vec<String> = clients.iter().map(|client| site.cursor(client)).collect();
    let page = |level: usize| site.get(&clients[level], &format!("/changes?after={}", cursors[level]));
    let mut votes = Platform::empty();
    votes.add(
        "baskets",
        changed(
            "baskets",
            9,
            &[
                ("user_id", json!(id("users", 0))),
                ("phase_id", json!(id("phases", 1))),
                ("project_id", json!(id("projects", 1))),
            ],
        ),
    );
    votes.add(
        "basket_ideas",
        changed(
            "basket_ideas",
            9,
            &[("basket_id", json!(id("baskets", 9))), ("idea_id", json!(id("ideas", 1)))],
        ),
    );
    site.import(&votes);
    let of_full = page(0).ok();
    for plural in ["baskets", "basket_ideas"] {
        change_of(&of_full, plural, &json!(id(plural, 9)));
    }
    change_of(&of_full, "ideas", &json!(id("ideas", 1)));
    for (level, name) in LEVELS.iter().enumerate().skip(1) {
        assert_eq!(page(level).ok()["changes"], json!([]), "{name}");
    }

    // Another change of the idea: the results are withheld from it.
    site.import_one("ideas", changed("ideas", 1, &[("slug", json!("new-slug"))]));
    let response = page(1);
    let idea = response.ok();
    let idea = &change_of(&idea, "ideas", &json!(id("ideas", 1)))["record"];
    assert_eq!((&idea["votes_count"], &idea["baskets_count"]), (&Value::Null, &Value::Null));
    assert_eq!(response.header("withheld"), "baskets_count, votes_count");
    assert_eq!(page(0).header("withheld"), "");

    // The vote ends.
    site.import_one(
        "phases",
        changed(
            "phases",
            1,
            &[
                ("participation_method", json!("voting")),
                ("voting_method", json!("budgeting")),
                ("end_at", json!("2025-04-01")),
            ],
        ),
    );
    for level in 1..3 {
        let page = page(level).ok();
        let idea = change_of(&page, "ideas", &json!(id("ideas", 1)));
        assert!(idea["record"]["votes_count"].is_u64(), "{idea}");
        assert!(actions(&page).iter().all(|(plural, ..)| plural != "baskets"), "before the day ends: {page}");
    }
    site.end_day();
    for level in 1..3 {
        let page = page(level).ok();
        for plural in ["baskets", "basket_ideas"] {
            let ballot = change_of(&page, plural, &json!(id(plural, 9)));
            assert!(ballot["changed_at"].as_str().unwrap().ends_with("T00:00:00.000Z"));
        }
    }
    let page = page(3).ok();
    assert!(change_of(&page, "ideas", &json!(id("ideas", 1)))["record"]["votes_count"].is_u64());
    assert!(!page.to_string().contains("baskets\","), "{page}");
}

#[test]
fn only_requested_resources_are_returned_and_only_those_that_the_client_may_read() {
    let site = Site::new(&platform());
    let full = site.client("full", None);
    let some = site.client("full", Some(&["areas", "topics"]));
    site.server.wait_for_changes();
    let (of_full, of_some) = (site.cursor(&full), site.cursor(&some));
    let mut changes = Platform::empty();
    for plural in ["areas", "topics", "events"] {
        let title = [("title_multiloc", json!({ "en": "New" }))];
        changes.add(plural, changed(plural, 1, &title));
    }
    site.import(&changes);
    let requested = |client: &Client, cursor: &str, query: &str| {
        let page = site.get(client, &format!("/changes?after={cursor}&{query}")).ok();
        let mut plurals: Vec<String> = actions(&page).into_iter().map(|(plural, ..)| plural).collect();
        plurals.sort();
        plurals
    };
    assert_eq!(requested(&full, &of_full, ""), ["areas", "events", "topics"]);
    assert_eq!(requested(&full, &of_full, "resources=events,areas"), ["areas", "events"]);
    assert_eq!(requested(&full, &of_full, "resources[]=events"), ["events"]);
    assert_eq!(requested(&some, &of_some, ""), ["areas", "topics"]);
    assert_eq!(requested(&some, &of_some, "resources=topics"), ["topics"]);
    let refused = site.get(&some, &format!("/changes?after={of_some}&resources=topics,events"));
    assert_eq!((refused.status, refused.problem().as_str()), (403, "insufficient-access"));
    assert!(refused.text.contains("read:events"), "{}", refused.text);
}
