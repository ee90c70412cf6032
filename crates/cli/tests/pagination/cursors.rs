//! Cursors are bound to what they were issued for; others are refused.

use crate::pagination::walk::linked;
use crate::support::Data;
use crate::support::fixture::{Platform, id};
use crate::support::{Caller, Response};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";

/// The cursor of the second page of the list with this path and query.
fn cursor(caller: &Caller, list: &str) -> String {
    let separator = if list.contains('?') { '&' } else { '?' };
    let page = caller.get(&format!("{list}{separator}page_size=1&cursor=start"));
    assert_eq!(page.status, 200, "{}", page.text);
    linked(&page, "next").unwrap().split_once("cursor=").unwrap().1.to_owned()
}

#[track_caller]
fn assert_refused(response: &Response, code: &str, expected: &str) {
    assert_eq!((response.status, response.problem().as_str()), (400, code), "{}", response.text);
    let detail = response.json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.contains(expected), "{detail}");
}

#[test]
fn a_cursor_is_accepted_only_where_it_was_issued() {
    let mut platform = Platform::full(4, CREATED_AT);
    let phases = platform.records.get_mut("phases").unwrap();
    for (number, phase) in phases.iter_mut().enumerate() {
        phase["project_id"] = serde_json::json!(id("projects", number / 2));
    }
    let data = Data::with(&platform);
    let (client, secret) = data.client();
    let (other, other_secret) = data.client();
    let mut caller = data.serve_with(&[]).caller(&client, &secret);
    let (one, two) = (id("projects", 0), id("projects", 1));
    let ids = |order: [usize; 2]| order.map(|number| id("topics", number)).join(",");
    let (forwards, backwards) = (ids([0, 1]), ids([1, 0]));

    for (issued, used, expected) in [
        ("/ideas", "/comments", "of the list '/comments'"),
        ("/ideas", "/ideas/deleted", "of the list '/ideas/deleted'"),
        (&*format!("/projects/{one}/phases"), &*format!("/projects/{two}/phases"), "of the list '/projects/"),
        ("/phases", &*format!("/projects/{one}/phases"), "of the list '/projects/"),
        ("/ideas", &*format!("/ideas?project_id={one}"), "the same filters"),
        ("/ideas?type=idea", "/ideas", "the same filters"),
        ("/ideas?search=title", "/ideas?search=titles", "the same filters"),
        ("/ideas", "/ideas?sort=created_at", "the same 'sort'"),
        ("/ideas?sort=created_at", "/ideas?sort=-created_at", "the same 'sort'"),
    ] {
        let separator = if used.contains('?') { '&' } else { '?' };
        let response = caller.get(&format!("{used}{separator}cursor={}", cursor(&caller, issued)));
        assert_refused(&response, "invalid-parameter-value", expected);
    }
    for (issued, used) in [
        ("/ideas", "/ideas?sort=-created_at"),
        (&*format!("/topics?ids={forwards}"), &*format!("/topics?ids={backwards}")),
        ("/ideas?type=idea&created_at=2025-18-03", "/ideas/?created_at=2025-18-03&type=idea"),
        (&*format!("/projects/{one}/phases"), &*format!("/projects/{}/phases", one.to_uppercase())),
    ] {
        let separator = if used.contains('?') { '&' } else { '?' };
        let response = caller.get(&format!("{used}{separator}cursor={}", cursor(&caller, issued)));
        assert_eq!(response.status, 200, "{used}: {}", response.text);
    }

    let good = cursor(&caller, "/ideas");
    let mut damaged = good.clone().into_bytes();
    damaged[10] = if damaged[10] == b'A' { b'B' } else { b'A' };
    let damaged = String::from_utf8(damaged).unwrap();
    for cursor in [&*damaged, "Start", "1", &good[1..], &"A".repeat(5_000)] {
        assert_refused(
            &caller.get(&format!("/ideas?cursor={cursor}")),
            "invalid-parameter-value",
            "Expected 'start', or the cursor in a 'next' link",
        );
    }
    for cursor in ["start", &good] {
        let numbered = caller.get(&format!("/ideas?page_number=1&cursor={cursor}"));
        assert_refused(&numbered, "invalid-parameter-value", "together with 'cursor'");
        for sort in ["updated_at", "-likes_count"] {
            let response = caller.get(&format!("/ideas?cursor={cursor}&sort={sort}"));
            assert_refused(&response, "invalid-parameter-value-enum", "created_at, -created_at");
        }
    }
    let blank = caller.get("/ideas?page_number=2&page_size=1&cursor=");
    assert_eq!(blank.ok()["meta"]["current_page"], 2);

    assert_eq!(caller.get(&format!("/ideas?cursor={good}")).status, 200);
    let same = data.client_with(&[]);
    assert_ne!(same.0, client);
    caller = caller.server.caller(&other, &other_secret);
    let foreign = caller.get(&format!("/ideas?cursor={good}"));
    assert_refused(&foreign, "invalid-parameter-value", "that this client got at the access level 'full'");
    caller = caller.server.caller(&client, &secret);
    assert!(data.run(&["clients", "update", &client, "--access", "pseudonymous"]).status.success());
    caller.server.wait_for_changes();
    let lower = caller.get(&format!("/ideas?cursor={good}"));
    assert_refused(&lower, "invalid-parameter-value", "at the access level 'pseudonymous'");
}
