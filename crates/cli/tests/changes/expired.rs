//! Cursors that are no longer valid.

use serde_json::json;

use crate::support::fixture::{Platform, id};
use crate::support::site::{AT, Client, Site, changed};

#[track_caller]
fn assert_expired(site: &Site, client: &Client, cursor: &str) {
    let response = site.get(client, &format!("/changes?after={cursor}"));
    assert_eq!((response.status, response.problem().as_str()), (410, "changes-expired"), "{}", response.text);
    // A new cursor is valid.
    let cursor = site.cursor(client);
    assert_eq!(site.changes(client, &cursor)["changes"], json!([]));
}

fn site() -> Site {
    Site::new(&Platform::full(2, AT))
}

#[test]
fn a_cursor_of_another_client_or_a_modified_one_is_not_a_cursor() {
    let site = site();
    let (client, other) = (site.client("full", None), site.client("full", None));
    site.server.wait_for_changes();
    let cursor = site.cursor(&client);
    let shorter = &cursor[..cursor.len() - 1];
    let modified = format!("{}{}", if cursor.starts_with('A') { 'B' } else { 'A' }, &cursor[1..]);
    for (client, cursor) in
        [(&other, cursor.as_str()), (&client, shorter), (&client, &modified), (&client, "1")]
    {
        let response = site.get(client, &format!("/changes?after={cursor}"));
        assert_eq!((response.status, response.problem().as_str()), (400, "invalid-parameter-value"));
        assert!(response.text.contains("'after'"), "{}", response.text);
    }
}

#[test]
fn cursors_expire_with_what_the_client_may_read() {
    let site = site();
    let client = site.client("full", None);
    site.server.wait_for_changes();
    for change in [&["--access", "anonymous"][..], &["--resources", "ideas,areas"]] {
        let cursor = site.cursor(&client);
        site.run(&[&["clients", "update", &client.id], change].concat());
        assert_expired(&site, &client, &cursor);
    }
    // Another name changes nothing.
    let cursor = site.cursor(&client);
    site.run(&["clients", "update", &client.id, "--expires", "2099-01-31"]);
    assert_eq!(site.changes(&client, &cursor)["changes"], json!([]));
}

#[test]
fn cursors_expire_with_the_locales_and_the_url_of_the_platform_but_not_with_its_name() {
    let site = site();
    let client = site.client("full", None);
    site.server.wait_for_changes();
    let mut platform = Platform::empty();
    for (key, value) in
        [("address", json!("https://new.example")), ("locales", json!(["nl-BE", "en", "fr-BE"]))]
    {
        let cursor = site.cursor(&client);
        platform.about[key] = value;
        site.import(&platform);
        assert_expired(&site, &client, &cursor);
    }
    let cursor = site.cursor(&client);
    platform.about["name"] = json!("Another name");
    site.import(&platform);
    assert_eq!(site.changes(&client, &cursor)["changes"], json!([]));
}

#[test]
fn cursors_expire_with_the_settings_that_decide_what_levels_see() {
    let mut site = site();
    let client = site.client("anonymous", None);
    site.server.wait_for_changes();
    let cursor = site.cursor(&client);
    site.server.kill();
    site.server = site.data.serve_with(&[]);
    assert_eq!(site.changes(&client, &cursor)["changes"], json!([]), "a restart changes nothing");
    site.server.kill();
    site.server = site.data.serve_with(&["--vote-results", "always"]);
    assert_expired(&site, &client, &cursor);
}

#[test]
fn a_cursor_expires_if_the_feed_does_not_contain_all_changes_since() {
    let site = site();
    let client = site.client("full", None);
    let public = site.client("public", None);
    site.server.wait_for_changes();
    let (now, later) = if site.data.is_embedded() {
        ("0", "happened_at + 1000")
    } else {
        ("now()", "happened_at + interval '1 second'")
    };
    let area = |number| site.import_one("areas", changed("areas", number, &[]));

    // Older entries were removed.
    let cursor = site.cursor(&client);
    area(10);
    site.sql("UPDATE change_horizon SET sequence = (SELECT MAX(sequence) FROM changes)");
    assert_expired(&site, &client, &cursor);
    // Its own entry was removed, but none after it.
    let cursor = site.cursor(&client);
    area(11);
    site.sql("UPDATE change_horizon SET sequence = (SELECT MAX(sequence) - 1 FROM changes)");
    assert_eq!(site.changes(&client, &cursor)["changes"].as_array().unwrap().len(), 1);
    site.sql("UPDATE change_horizon SET sequence = 0");

    // Another history, for example because a backup was restored.
    let cursor = site.cursor(&client);
    site.sql(&format!("UPDATE changes SET happened_at = {later}"));
    area(12);
    assert_expired(&site, &client, &cursor);
    let cursor = site.cursor(&client);
    site.sql("DELETE FROM changes WHERE sequence = (SELECT MAX(sequence) FROM changes)");
    let response = site.get(&client, &format!("/changes?after={cursor}"));
    // The server does not follow the other history yet, and has no news.
    assert!([200, 410].contains(&response.status), "{}", response.text);

    // All rows changed; readers who do not see the entry are not affected.
    area(13);
    let (cursor, of_public) = (site.cursor(&client), site.cursor(&public));
    site.sql(&format!(
        "INSERT INTO changes (subject, record, happened_at, hidden_by) VALUES ('areas', NULL, {now}, 4)"
    ));
    assert_expired(&site, &client, &cursor);
    assert_eq!(site.changes(&public, &of_public)["changes"], json!([]));

    // A row is gone, and nothing is known of it.
    let cursor = site.cursor(&client);
    site.sql(&format!("INSERT INTO changes (subject, record, happened_at) VALUES ('areas', 1000000, {now})"));
    assert_expired(&site, &client, &cursor);
    // In a range, keys may be missing.
    let cursor = site.cursor(&client);
    site.sql(&format!(
        "INSERT INTO changes (subject, record, last_record, happened_at) VALUES ('areas', 1, 1000000, {now})"
    ));
    let page = site.changes(&client, &cursor);
    assert!(page["changes"].as_array().unwrap().iter().any(|change| change["id"] == id("areas", 1)));
}
