//! Calendars and feeds of what visitors of the platform see.

use jiff::{Timestamp, ToSpan as _};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::fixture::{Platform, id};
use crate::support::request::BytesResponse;
use crate::support::{Data, Server, eventually};

const CREATED: &str = "2025-03-18T08:15:30.250Z";
const COUNT: usize = 6;

fn days_from_now(days: i64) -> String {
    let at = Timestamp::now() + (days * 24).hours();
    format!("{at:.3}")
}

/// Events of yesterday, tomorrow, and long ago; the last project is a draft. Titles have what formats must escape.
fn platform() -> Platform {
    let mut platform = Platform::full(COUNT, CREATED);
    for (number, days) in [-1, 1, -89, -91, 400, 2].into_iter().enumerate() {
        let event = &mut platform.records.get_mut("events").unwrap()[number];
        event["start_at"] = json!(days_from_now(days));
        event["end_at"] = json!(days_from_now(days));
        event["title_multiloc"] = json!({ "en": format!("Meeting {number}; a, b\\c <&> ]]> é\u{1f4c5}") });
        event["description_multiloc"] =
            json!({ "en": "<p>One &amp; two</p><script>x</script><p>Three\u{7}</p>" });
    }
    for (number, project) in platform.records.get_mut("projects").unwrap().iter_mut().enumerate() {
        project["publication_status"] = json!(if number == COUNT - 1 { "draft" } else { "published" });
    }
    for (number, idea) in platform.records.get_mut("ideas").unwrap().iter_mut().enumerate() {
        idea["publication_status"] = json!("published");
        idea["published_at"] = json!(format!("2025-03-2{number}T12:00:00.000Z"));
        idea["title_multiloc"] = json!({ "en": "Idea ]]> <&>", "nl-BE": "Idee" });
    }
    platform
}

fn open(server: &Server, path: &str) -> BytesResponse {
    server.request(Method::GET, path).send_bytes()
}

fn text(server: &Server, path: &str) -> String {
    let response = open(server, path);
    assert_eq!(response.status, 200, "{}", String::from_utf8_lossy(&response.bytes));
    String::from_utf8(response.bytes).unwrap()
}

/// The lines of the event with this id, unfolded.
fn event(calendar: &str, id: &str) -> Option<Vec<String>> {
    let unfolded = calendar.replace("\r\n ", "");
    let found = unfolded.split("BEGIN:VEVENT").find(|event| event.contains(&format!("UID:{id}\r\n")))?;
    Some(found.lines().map(str::to_owned).collect())
}

#[test]
fn a_calendar_has_coming_recent_and_cancelled_events() {
    let data = Data::with(&platform());
    let server = data.serve_with(&["--feeds", "on"]);
    let calendar = || text(&server, "/feeds/events.ics");
    let first = calendar();
    let shown: Vec<bool> = (0..COUNT).map(|number| event(&first, &id("events", number)).is_some()).collect();
    assert_eq!(shown, [true, true, true, false, true, false], "{first}");
    assert!(first.lines().all(|line| line.len() <= 75), "{first}");
    assert_eq!(first.matches("PRODID:-//Folkmoot//Public API//EN\r\n").count(), 1, "{first}");
    let lines = event(&first, &id("events", 0)).unwrap();
    let has = |line: &str| lines.iter().any(|other| other == line);
    assert!(has("SUMMARY:Meeting 0\\; a\\, b\\\\c <&> ]]> é\u{1f4c5}"), "{lines:?}");
    assert!(has("DESCRIPTION:One & two\\nThree") && has("LOCATION:location 0"), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("URL:https://testham.example/projects/")), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("DTSTART:2") && line.ends_with('Z')), "{lines:?}");
    assert_eq!(first, calendar(), "the same bytes for the same events");

    // An event that calendars have shown is cancelled when it is deleted, and when its project is no longer public.
    eventually("the calendar is not stored", || data.count("calendar_entries") == 4);
    let mut changed = Platform::empty();
    for (plural, kind) in [("event_attendances", "EventAttendance"), ("events", "Event")] {
        let deleted = json!({ "id": id(plural, 1), "type": kind, "deleted_at": days_from_now(0) });
        changed.add("deleted_items", deleted);
    }
    let mut project = platform().records["projects"][4].clone();
    project["publication_status"] = json!("draft");
    changed.add("projects", project.clone());
    data.import(&changed);
    server.wait_for_changes();
    let is_cancelled = |number| {
        event(&calendar(), &id("events", number))
            .is_some_and(|it| it.contains(&"STATUS:CANCELLED".to_owned()))
    };
    eventually("the events are not cancelled", || is_cancelled(1) && is_cancelled(4));
    let cancelled = event(&calendar(), &id("events", 1)).unwrap();
    assert!(cancelled.iter().any(|line| line.starts_with("SUMMARY:Meeting 1")), "{cancelled:?}");
    assert!(!cancelled.iter().any(|line| line.starts_with("DESCRIPTION")), "{cancelled:?}");
    // After a restart, too, and it returns when it is public again.
    drop(server);
    let server = data.serve_with(&["--feeds", "on"]);
    let calendar = || text(&server, "/feeds/events.ics");
    assert!(event(&calendar(), &id("events", 1)).is_some());
    project["publication_status"] = json!("published");
    let mut restored = Platform::empty();
    restored.add("projects", project);
    data.import(&restored);
    server.wait_for_changes();
    eventually("the event does not return", || {
        event(&calendar(), &id("events", 4)).is_some_and(|it| !it.contains(&"STATUS:CANCELLED".to_owned()))
    });
    // It is forgotten after 30 days.
    let long_ago = if data.is_embedded() { "1" } else { "'1970-01-02'" };
    data.change_database(&format!(
        "UPDATE calendar_entries SET cancelled_at = {long_ago} WHERE cancelled_at IS NOT NULL"
    ));
    assert!(event(&calendar(), &id("events", 1)).is_none());
}

#[test]
fn feeds_have_the_newest_public_records() {
    let data = Data::with(&platform());
    let server = data.serve_with(&["--feeds", "on"]);
    let feed = |path: &str| serde_json::from_str::<Value>(&text(&server, path)).unwrap();
    let ideas = feed("/feeds/ideas.json");
    let ids: Vec<&str> =
        ideas["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap()).collect();
    let expected: Vec<String> =
        (0..COUNT - 1).rev().map(|number| format!("urn:uuid:{}", id("ideas", number))).collect();
    assert_eq!(ids, expected);
    assert_eq!(ideas["version"], "https://jsonfeed.org/version/1.1");
    assert_eq!(ideas["items"][0]["date_published"], "2025-03-24T12:00:00.000Z");
    assert!(ideas["items"][0]["url"].as_str().unwrap().starts_with("https://testham.example/ideas/"));
    let dutch = feed(&format!("/feeds/ideas.json?locale=nl-BE&project_id={}", id("projects", 2)));
    assert_eq!((dutch["items"].as_array().unwrap().len(), &dutch["items"][0]["title"]), (1, &json!("Idee")));
    assert_eq!(
        feed(&format!("/feeds/projects.json?project_id={}", id("projects", 2)))["items"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    let hidden = feed(&format!("/feeds/ideas.json?project_id={}", id("projects", COUNT - 1)));
    assert_eq!(hidden["items"], json!([]));
    let atom = open(&server, "/feeds/ideas.atom");
    assert_eq!(atom.headers["content-type"], "application/atom+xml; charset=utf-8");
    assert_eq!(atom.headers["access-control-allow-origin"], "*");
    let body = String::from_utf8(atom.bytes).unwrap();
    assert!(body.contains("<title>Idea ]]&gt; &lt;&amp;&gt;</title>"), "{body}");
    let again = server
        .request(Method::GET, "/feeds/ideas.atom")
        .header("if-none-match", atom.headers["etag"].to_str().unwrap());
    assert_eq!(again.send_bytes().status, 304);
    for (path, code) in [
        ("/feeds/users.json", "route-not-found"),
        ("/feeds/events.atom", "route-not-found"),
        ("/feeds/ideas.ics", "route-not-found"),
        ("/feeds/ideas", "route-not-found"),
        ("/feeds/ideas.json?locale=xx", "invalid-parameter-value-enum"),
        ("/feeds/ideas.json?project_id=x", "invalid-parameter-value"),
        ("/feeds/ideas.json?page=2", "unknown-parameter"),
    ] {
        assert_eq!(server.request(Method::GET, path).send().problem(), code, "{path}");
    }
    assert!(data.run(&["access", "off"]).status.success());
    server.wait_for_changes();
    assert_eq!(server.request(Method::GET, "/feeds/ideas.json").send().problem(), "public-api-disabled");
}
