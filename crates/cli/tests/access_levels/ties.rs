//! The order of records of one day depends on what they show, not on the order in which they were stored.

use std::fs;

use serde_json::{Value, json};

use crate::access_levels::canary::{hidden, id, person};
use crate::access_levels::fixture_projects::{self, phase, project, text};
use crate::access_levels::rules::Level;
use crate::access_levels::site::{Client, Site};
use crate::access_levels::{fixture_people, streams};
use crate::support::fixture::Platform;

/// The number of survey responses, and of those that exist when the server starts.
const RESPONSES: usize = 9;
const EARLY: usize = 6;
/// The phase whose method is a survey.
const SURVEY: usize = 4;

/// A site whose survey responses were submitted in this order, within one day.
fn site(order: &[usize]) -> Site {
    let mut platform = Platform::empty();
    fixture_projects::add(&mut platform);
    (0..RESPONSES).for_each(|number| fixture_people::add_user(&mut platform, number));
    let (early, later) = order.split_at(EARLY);
    for (minute, number) in early.iter().enumerate() {
        submit(&mut platform, *number, minute);
    }
    let site = Site::new(&platform, &[]);
    for (minute, number) in (EARLY..).zip(later) {
        let mut platform = Platform::empty();
        submit(&mut platform, *number, minute);
        site.import(&platform);
    }
    site
}

/// Adds a survey response.
fn submit(platform: &mut Platform, number: usize, minute: usize) {
    let at = format!("2025-03-10T09:{minute:02}:37.250Z");
    let idea = hidden("ideas", number);
    platform.add("ideas", json!({
        "id": idea, "title_multiloc": text(&format!("Response{number}"), false), "body_multiloc": {}, "author_id": person(number),
        "publication_status": "published", "project_id": project(1), "creation_phase_id": phase(SURVEY),
        "submitted_at": at, "published_at": at, "created_at": at, "updated_at": at,
    }));
    let row = json!({ "idea_id": idea, "phase_id": phase(SURVEY), "created_at": at, "updated_at": at });
    platform.add("idea_phases", row);
    let row = json!({ "idea_id": idea, "topic_id": id("topics", 0), "created_at": at, "updated_at": at });
    platform.add("idea_topics", row);
}

/// A list with a row for each survey response.
struct List {
    plural: &'static str,
    /// A filter with which the list contains all of them.
    filter: String,
}

fn lists() -> [List; 2] {
    [
        List { plural: "idea_phases", filter: format!("phase_id={}", phase(SURVEY)) },
        List { plural: "idea_topics", filter: format!("topic_id={}", id("topics", 0)) },
    ]
}

/// The ideas of the rows, in their order.
fn ideas<'a>(rows: impl IntoIterator<Item = &'a Value>) -> Vec<String> {
    rows.into_iter().map(|row| row["idea_id"].as_str().unwrap().to_owned()).collect()
}

/// The ideas on the pages of a cursor walk.
fn walk(site: &Site, client: &Client, plural: &str, list: &str) -> Vec<String> {
    let mut next = Some(format!("{list}&cursor=start&page_size=2"));
    let mut found = Vec::new();
    while let Some(path) = next {
        let response = site.get(client, &path);
        found.extend(ideas(response.ok()[plural].as_array().unwrap()));
        let mut links = response.header("link").split(", ");
        let link = links.find_map(|link| link.strip_suffix(">; rel=\"next\""));
        next = link.map(|url| url.split_once("/api/v2").unwrap().1.to_owned());
    }
    found
}

/// The ideas of the rows, newest first, after checks that the list has one order in every form.
fn descending(site: &Site, client: &Client, list: &List) -> Vec<String> {
    let List { plural, filter } = list;
    let list = format!("/{plural}?{filter}");
    let descending = ideas(&site.crawl(client, &list, plural));
    let ascending: Vec<String> = descending.iter().rev().cloned().collect();
    assert_eq!(descending.len(), RESPONSES);
    let all = ideas(&site.crawl(client, &format!("/{plural}"), plural));
    assert_eq!(all, descending, "without filters");
    let mut orders = vec![(String::new(), true, &descending)];
    for (key, is_walked) in [("created_at", true), ("updated_at", false)] {
        orders.push((format!("&sort=-{key}"), is_walked, &descending));
        orders.push((format!("&sort={key}"), is_walked, &ascending));
    }
    for (sort, is_walked, expected) in orders {
        let list = format!("{list}{sort}");
        assert_eq!(&ideas(&site.crawl(client, &list, plural)), expected, "pages of {list}");
        let (_, _, lines) = streams::stream(site, client, &format!("{list}&format=ndjson"));
        assert_eq!(&ideas(&parsed(&lines)), expected, "the stream of {list}");
        if is_walked {
            assert_eq!(&walk(site, client, plural, &list), expected, "the walk of {list}");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let arguments =
        ["export", "--out", out, "--client", &client.id, "--format", "ndjson", "--resources", plural];
    let output = site.data.run(&arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = fs::read_to_string(folder.path().join(format!("{plural}.ndjson"))).unwrap();
    assert_eq!(ideas(&parsed(&lines)), descending, "the export");
    descending
}

fn parsed(lines: &str) -> Vec<Value> {
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn phases_and_topics_of_one_day_do_not_show_which_survey_response_was_submitted_first() {
    let order: Vec<usize> = (0..RESPONSES).map(|number| number * 4 % RESPONSES).collect();
    let reversed: Vec<usize> = order.iter().rev().copied().collect();
    let mut sites = [site(&order), site(&reversed)];
    for (site, order) in sites.iter().zip([&reversed, &order]) {
        let newest_first: Vec<String> = order.iter().map(|number| hidden("ideas", *number)).collect();
        for list in lists() {
            assert_eq!(descending(site, site.client(Level::Full), &list), newest_first, "{}", list.plural);
        }
    }
    for level in [Level::Pseudonymous, Level::Anonymous] {
        let [one, other] = &mut sites;
        let shown = lists().map(|list| descending(one, one.client(level), &list));
        let of_other = |other: &Site| lists().map(|list| descending(other, other.client(level), &list));
        assert_eq!(of_other(other), shown, "{}", level.name());
        // The index that is built at start has the order of the one that was updated.
        other.restart(&[]);
        assert_eq!(of_other(other), shown, "{} after a restart", level.name());
    }
}

#[test]
fn changes_of_one_import_do_not_show_which_survey_response_was_submitted_first() {
    let changes = |order: &[usize]| {
        let mut platform = Platform::empty();
        fixture_projects::add(&mut platform);
        (0..RESPONSES).for_each(|number| fixture_people::add_user(&mut platform, number));
        let site = Site::new(&platform, &[]);
        let levels = [Level::Pseudonymous, Level::Anonymous];
        let next = levels.map(|level| site.get(site.client(level), "/changes").ok()["meta"]["next"].clone());
        let mut platform = Platform::empty();
        for (minute, number) in order.iter().enumerate() {
            submit(&mut platform, *number, minute);
        }
        site.import(&platform);
        site.end_day();
        [0, 1].map(|reader| {
            let path = format!("/changes?after={}", next[reader].as_str().unwrap());
            let page = site.get(site.client(levels[reader]), &path).ok();
            let of_responses = page["changes"].as_array().unwrap().iter().filter_map(|change| {
                let record = &change["record"];
                let idea = if change["resource"] == "ideas" { &record["id"] } else { &record["idea_id"] };
                Some((change["resource"].to_string(), idea.as_str()?.to_owned()))
            });
            of_responses.collect::<Vec<_>>()
        })
    };
    let order: Vec<usize> = (0..RESPONSES).map(|number| number * 4 % RESPONSES).collect();
    let reversed: Vec<usize> = order.iter().rev().copied().collect();
    let shown = changes(&order);
    assert_eq!(shown[0].iter().filter(|(resource, _)| resource.contains("idea_topics")).count(), RESPONSES);
    assert_eq!(changes(&reversed), shown);
}

/// Responses do not contain the timestamps of assigned topics, but filters compare them.
#[test]
fn filters_do_not_show_the_time_at_which_the_topic_of_a_survey_response_was_assigned() {
    let mut platform = Platform::empty();
    fixture_projects::add(&mut platform);
    (0..RESPONSES).for_each(|number| fixture_people::add_user(&mut platform, number));
    for number in 0..RESPONSES {
        submit(&mut platform, number, number);
    }
    let site = Site::new(&platform, &[]);
    let count = |level: Level, filter: &str| {
        site.crawl(site.client(level), &format!("/idea_topics?{filter}"), "idea_topics").len()
    };
    let midnight = "2025-03-10T00:00:00.000Z";
    for key in ["created_at", "updated_at"] {
        assert_eq!(count(Level::Full, &format!("{key}=2025-03-10T09:03:37.250Z,")), RESPONSES - 3);
        for level in [Level::Pseudonymous, Level::Anonymous] {
            for (range, expected) in [
                (format!("{midnight},{midnight}"), RESPONSES),
                (",2025-03-09T23:59:59.999Z".to_owned(), 0),
                ("2025-03-10T00:00:00.001Z,".to_owned(), 0),
                ("2025-03-10T09:03:37.250Z,".to_owned(), 0),
                (",2025-03-10T09:03:37.250Z".to_owned(), RESPONSES),
                ("2025-10-03".to_owned(), RESPONSES),
            ] {
                assert_eq!(
                    count(level, &format!("{key}={range}")),
                    expected,
                    "{}: {key}={range}",
                    level.name()
                );
            }
        }
    }
}
