//! Walks return the same records in the same order as page numbers do, on every list, at every access level.

use folkmoot_model::resources::RESOURCES;
use reqwest::Method;
use serde_json::{Value, json};

use crate::pagination::walk::{Walk, linked};
use crate::support::fixture::{Platform, id, record};
use crate::support::{Caller, Data, Response};

const ROWS: usize = 20;
const SIZE: usize = 7;

/// Timestamps on few days, so that those that are cut to the day are equal, in another order than the ids.
fn timestamp(number: usize) -> String {
    format!("2025-03-{:02}T{:02}:15:30.250Z", 10 + number % 3, number * 7 % 24)
}

fn platform() -> Platform {
    let mut platform = Platform::empty();
    for resource in RESOURCES {
        for number in 0..ROWS {
            platform.add(resource.names.plural, record(resource, number, &timestamp(number)));
        }
    }
    for number in 0..ROWS {
        for deleted_type in ["Idea", "User", "File"] {
            let id = id(deleted_type, number);
            let item = json!({ "id": id, "type": deleted_type, "deleted_at": timestamp(number) });
            platform.add("deleted_items", item);
        }
    }
    platform
}

/// The paths of lists, each with the key of its records.
fn lists() -> Vec<(String, &'static str)> {
    let mut lists = Vec::new();
    for resource in RESOURCES {
        let names = resource.names;
        lists.push((format!("/{}", names.plural), names.list_key));
        if resource.calls.deleted {
            lists.push((format!("/{}/deleted", names.plural), "deleted_items"));
        }
    }
    let ids: Vec<String> = (0..ROWS).step_by(2).map(|number| id("ideas", number)).collect();
    for query in [
        format!("ids={}", ids.join(",")),
        "bbox=4.0,50.0,5.0,51.0".to_owned(),
        "search=title".to_owned(),
        "created_at=2025-11-03,".to_owned(),
        format!("project_id={}", id("projects", 3)),
    ] {
        lists.push((format!("/ideas?{query}"), "ideas"));
    }
    lists.push(("/files?search=notes".to_owned(), "files"));
    lists.push((format!("/projects/{}/phases", id("projects", 3)), "phases"));
    lists
}

fn sorted(path: &str, sort: &str) -> String {
    let separator = if path.contains('?') { '&' } else { '?' };
    format!("{path}{separator}sort={sort}")
}

#[test]
fn a_walk_returns_the_list_in_either_direction_at_every_level() {
    let data = Data::with(&platform());
    let levels = ["full", "pseudonymous", "anonymous", "public"];
    let clients = levels.map(|level| data.client_with(&["--access", level]));
    let mut caller = data.serve();
    for (level, (client, secret)) in levels.iter().zip(clients) {
        caller = caller.server.caller(&client, &secret);
        for (path, key) in lists() {
            if *level == "public" && caller.get(&path).status == 404 {
                // The project is not public.
                continue;
            }
            let is_deleted = path.ends_with("/deleted");
            // A walk through the results of a search is not in the order of their ranks.
            let listed =
                if path.contains("/ideas?search") { sorted(&path, "-created_at") } else { path.clone() };
            let expected = caller.crawl(&listed, key, 24);
            assert_eq!(Walk::new(&path, key, SIZE).finish(&caller), expected, "{path} at {level}");
            if !is_deleted {
                let path = sorted(&path, "created_at");
                let reversed: Vec<Value> = expected.into_iter().rev().collect();
                assert_eq!(Walk::new(&path, key, SIZE).finish(&caller), reversed, "{path} at {level}");
            }
        }
    }
}

fn conditional(caller: &Caller, method: Method, path: &str, header: (&str, &str)) -> Response {
    let request = caller.server.request(method, &format!("/api/v2{path}")).bearer_auth(&caller.token);
    request.header(header.0, header.1).send()
}

#[test]
fn every_response_of_a_walk_has_its_links() {
    let mut platform = platform();
    platform
        .records
        .retain(|plural, _| ["ideas", "projects", "project_folders", "deleted_items"].contains(&&**plural));
    for idea in platform.records.get_mut("ideas").unwrap() {
        *idea = json!({
            "id": idea["id"], "created_at": idea["created_at"], "updated_at": idea["updated_at"],
            "project_id": idea["project_id"], "title_multiloc": { "en": "A title" },
            "body_multiloc": {}, "publication_status": "published",
        });
    }
    let data = Data::with(&platform);
    let caller = data.serve();
    for path in ["/ideas", "/ideas/deleted", "/ideas?search=title", "/ideas?search=nothing"] {
        let mut walk = Walk::new(path, if path.ends_with("deleted") { "deleted_items" } else { "ideas" }, 12);
        let first = walk.next.clone().unwrap();
        let is_empty = path.contains("nothing");
        let mut pages = 0;
        while let Some(current) = walk.next.clone() {
            let page = walk.advance(&caller).unwrap();
            pages += 1;
            assert_eq!(linked(&page, "first").unwrap(), first);
            assert_eq!((linked(&page, "prev"), linked(&page, "last")), (None, None));
            assert_eq!(page.ok()["meta"]["total_pages"], if is_empty { 0 } else { 2 });
            let head = caller.call(&Method::HEAD, &current);
            let unchanged =
                conditional(&caller, Method::GET, &current, ("if-none-match", page.header("etag")));
            assert_eq!((head.status, unchanged.status), (200, 304), "{current}");
            let stored = || conditional(&caller, Method::HEAD, &current, ("accept-encoding", "gzip"));
            for response in [head, unchanged, stored(), stored()] {
                assert_eq!(response.header("link"), page.header("link"), "{current}");
            }
        }
        assert_eq!(pages, if is_empty { 1 } else { 2 }, "{path}");
    }
}

#[test]
fn page_size_locale_and_fields_may_change_between_pages() {
    let data = Data::with(&platform());
    let caller = data.serve();
    let expected: Vec<Value> =
        caller.crawl("/topics", "topics", 24).into_iter().map(|topic| topic["id"].clone()).collect();
    let mut walk = Walk::new("/topics", "topics", 3);
    walk.advance(&caller);
    let next = walk.next.unwrap().replace("page_size=3", "page_size=5");
    walk.next = Some(format!("{next}&locale=nl-BE&fields=id"));
    assert_eq!(walk.advance(&caller).unwrap().ok()["topics"].as_array().unwrap().len(), 5);
    let ids: Vec<Value> = walk.finish(&caller).iter().map(|topic| topic["id"].clone()).collect();
    assert_eq!(ids, expected);
}
