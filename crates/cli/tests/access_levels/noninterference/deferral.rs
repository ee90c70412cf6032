//! Records with cut timestamps, imported in two orders, on one platform together and on the other one by one: below `full` the feed
//! contains them after the day has ended, and then in the same order.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::access_levels::assert_none;
use crate::access_levels::canary::{exact, hidden, id, person, timestamp};
use crate::access_levels::fixture_ballots::tombstone;
use crate::access_levels::fixture_ideas::{self, comment, idea};
use crate::access_levels::fixture_people;
use crate::access_levels::fixture_projects::{phase, project, text};
use crate::access_levels::noninterference::observer::{changes_after, newest, normal};
use crate::access_levels::noninterference::{Operation, platform, twins};
use crate::access_levels::rules::{Level, RULES};
use crate::access_levels::site::Site;
use crate::support::Data;
use crate::support::day::begin_within_a_day;
use crate::support::fixture::Platform;
use crate::support::level::CUT_RESOURCES;

/// The number of visits to the platform.
const VISITS: usize = 4;

/// What somebody does on one visit.
fn visit(number: usize) -> Operation {
    let at = |minute: usize| format!("2025-03-10T{:02}:{minute:02}:37.250Z", 8 + number);
    let times = |minute: usize| [("created_at", json!(at(minute))), ("updated_at", json!(at(minute)))];
    let record = |minute: usize, mut record: Value| {
        for (key, value) in times(minute) {
            record[key] = value;
        }
        record
    };
    let own = |plural: &str| hidden(plural, 700 + number);
    let mut users = Platform::empty();
    fixture_people::add_user(&mut users, 40 + number);
    let mut response = fixture_ideas::record(11);
    for key in ["submitted_at", "published_at"] {
        response[key] = json!(at(3));
    }
    response["id"] = json!(own("ideas"));
    response["slug"] = json!(null);
    response["author_id"] = json!(person(40 + number));
    let reactable = if number.is_multiple_of(2) { ("idea", idea(0)) } else { ("comment", comment(0)) };
    Operation::new(
        "a visit",
        vec![
            ("users", users.records["users"][0].clone()),
            (
                "reactions",
                record(
                    1,
                    json!({
                        "id": own("reactions"), "mode": "up", "user_id": person(40 + number), "reactable_id": reactable.1,
                        "reactable_type": reactable.0,
                    }),
                ),
            ),
            (
                "event_attendances",
                record(
                    2,
                    json!({
                        "id": own("event_attendances"), "event_id": id("events", 0), "attendee_id": person(40 + number),
                    }),
                ),
            ),
            ("ideas", record(3, response)),
            ("idea_phases", record(3, json!({ "idea_id": own("ideas"), "phase_id": phase(8) }))),
            (
                "baskets",
                record(
                    4,
                    json!({
                        "id": own("baskets"), "user_id": person(40 + number), "phase_id": phase(9), "project_id": project(6),
                        "submitted_at": at(4),
                    }),
                ),
            ),
            (
                "basket_ideas",
                record(
                    4,
                    json!({
                        "id": own("basket_ideas"), "basket_id": own("baskets"), "idea_id": idea(12), "votes": 1 + number,
                    }),
                ),
            ),
            (
                "volunteering_volunteers",
                record(
                    5,
                    json!({
                        "id": own("volunteering_volunteers"), "volunteering_cause_id": hidden("volunteering_causes", 0),
                        "user_id": person(40 + number),
                    }),
                ),
            ),
            (
                "email_campaign_deliveries",
                record(
                    6,
                    json!({
                        "id": own("email_campaign_deliveries"), "email_campaign_id": hidden("email_campaigns", 0),
                        "user_id": person(40 + number), "delivery_status": "sent", "sent_at": at(6),
                    }),
                ),
            ),
            ("deleted_items", tombstone(&hidden("reactions", 10 + number), "Reaction", &exact(number))),
        ],
    )
}

/// A public comment of the visitor.
fn public_comment(number: usize) -> Operation {
    let comment = json!({
        "id": id("comments", 700 + number), "idea_id": idea(1), "author_id": person(40 + number),
        "body_multiloc": text("A visit", true), "created_at": timestamp(number), "updated_at": timestamp(number),
    });
    Operation::new("a comment", vec![("comments", comment)])
}

/// All records of several operations.
fn together(operations: Vec<Operation>) -> Platform {
    let mut all = Platform::empty();
    for (plural, records) in operations.into_iter().flat_map(|operation| operation.records.records) {
        for record in records {
            all.add(&plural, record);
        }
    }
    all
}

/// The changes after a cursor as text: resource, id, time and record.
fn feed(site: &Site, level: Level, cursor: &str) -> Vec<String> {
    let changes = changes_after(site, site.client(level), cursor);
    changes.iter().map(|change| normal(site, &change.to_string())).collect()
}

/// The resource and ids of each change.
fn named(changes: &[String]) -> Vec<(String, String)> {
    let name = |change: &String| {
        let change: Value = serde_json::from_str(change).unwrap();
        let ids = change["id"].as_str().map_or_else(
            || {
                format!(
                    "{} {} {}",
                    change["record"]["idea_id"], change["record"]["phase_id"], change["record"]["topic_id"]
                )
            },
            str::to_owned,
        );
        (change["resource"].as_str().unwrap().to_owned(), ids)
    };
    changes.iter().map(name).collect()
}

/// Sends all visits to two platforms, in other orders and other imports. Returns the cursors from before them.
fn sites_after_visits() -> ([Site; 2], [Vec<String>; 2]) {
    let sites = twins(&Level::ALL);
    let cursors =
        sites.each_ref().map(|site| Level::ALL.map(|level| newest(site, site.client(level))).to_vec());
    std::thread::scope(|scope| {
        // The comments follow each other in the same order: they are public.
        scope.spawn(|| {
            sites[0].import(&together((0..VISITS).map(visit).collect()));
            sites[0].import(&together((0..VISITS).map(public_comment).collect()));
        });
        scope.spawn(|| {
            for number in (0..VISITS).rev() {
                sites[1].import(&visit(number).records);
            }
            sites[1].import(&together((0..VISITS).map(public_comment).collect()));
        });
    });
    (sites, cursors)
}

#[test]
fn below_full_the_order_of_a_day_depends_on_ids_alone() {
    begin_within_a_day();
    let (sites, cursors) = sites_after_visits();
    let mut faults = Vec::new();
    let feeds = |position: usize| {
        [0, 1].map(|site: usize| feed(&sites[site], Level::ALL[position], &cursors[site][position]))
    };
    let before: Vec<[Vec<String>; 2]> = (0..4).map(feeds).collect();
    for (level, [one, other]) in Level::ALL.into_iter().zip(&before) {
        faults.extend(faults_before_the_end(level, one));
        if has_deferral(level) && one != other {
            faults.push(format!("{} before the end of the day: {one:?} is {other:?}", level.name()));
        }
    }
    faults.extend(different_lists(&sites));
    sites.iter().for_each(Site::end_day);
    for (position, level) in Level::ALL.into_iter().enumerate() {
        let [one, other] = feeds(position);
        if has_deferral(level) && one != other {
            let differing = named(&one).into_iter().zip(named(&other)).find(|(one, other)| one != other);
            faults.push(format!(
                "{}: {} and {} changes, {differing:?}",
                level.name(),
                one.len(),
                other.len()
            ));
        }
        faults.extend(faults_after_the_end(level, &before[position][0], &one));
    }
    assert_none(&faults);
}

/// Whether readers at the level get changes of records with cut timestamps on the next day.
fn has_deferral(level: Level) -> bool {
    matches!(level, Level::Pseudonymous | Level::Anonymous)
}

/// At once, `full` gets everything, `public` its counters, and the others nothing but the comments.
fn faults_before_the_end(level: Level, changes: &[String]) -> Vec<String> {
    let named: BTreeSet<(String, String)> = named(changes).into_iter().collect();
    let has = |plural: &str, id: &str| named.contains(&(plural.to_owned(), id.to_owned()));
    let mut faults = Vec::new();
    let mut expect = |is_expected: bool, plural: &str, id: &str| {
        if has(plural, id) != is_expected {
            faults.push(format!("{} before the end: {plural} {id}: {}", level.name(), !is_expected));
        }
    };
    for number in 0..VISITS {
        expect(true, "comments", &id("comments", 700 + number));
        for plural in CUT_RESOURCES.iter().filter(|plural| **plural != "users").chain(&["ideas"]) {
            expect(level == Level::Full, plural, &hidden(plural, 700 + number));
        }
        expect(level == Level::Full, "reactions", &hidden("reactions", 10 + number));
    }
    let is_immediate = !has_deferral(level);
    for (plural, id) in [("ideas", idea(0)), ("comments", comment(0)), ("events", id("events", 0))] {
        expect(is_immediate, plural, &id);
    }
    faults
}

/// After the end, the levels between have everything that they see; `full` and `public` get nothing twice.
fn faults_after_the_end(level: Level, before: &[String], after: &[String]) -> Vec<String> {
    if !has_deferral(level) {
        let is_equal = named(before) == named(after);
        return if is_equal { Vec::new() } else { vec![format!("{} gets changes twice", level.name())] };
    }
    let after = named(after);
    let mut faults = Vec::new();
    for number in 0..VISITS {
        let cut = CUT_RESOURCES.iter().filter(|plural| **plural != "users").chain(&["ideas"]);
        for plural in cut {
            if !after.contains(&((*plural).to_owned(), hidden(plural, 700 + number))) {
                faults.push(format!("{}: {plural} {number} is not released", level.name()));
            }
        }
        if !after.contains(&("reactions".to_owned(), hidden("reactions", 10 + number))) {
            faults.push(format!("{}: the deletion {number} is not released", level.name()));
        }
    }
    for (plural, id) in [("ideas", idea(0)), ("comments", comment(0)), ("events", id("events", 0))] {
        if !after.contains(&(plural.to_owned(), id)) {
            faults.push(format!("{}: the counter of {plural} is not released", level.name()));
        }
    }
    let users = after.iter().filter(|(plural, _)| plural == "users").count();
    if users != if level == Level::Pseudonymous { VISITS } else { 0 } {
        faults.push(format!("{}: {users} users are released", level.name()));
    }
    faults
}

/// Lists contain everything at once, in the same order on both platforms.
fn different_lists(sites: &[Site; 2]) -> Vec<String> {
    let mut faults = Vec::new();
    for level in [Level::Pseudonymous, Level::Anonymous, Level::Public] {
        for rules in RULES {
            let [one, other] = sites.each_ref().map(|site| {
                let records = site.crawl(site.client(level), &format!("/{}", rules.plural), rules.list_key);
                records.iter().map(|record| normal(site, &record.to_string())).collect::<Vec<_>>()
            });
            if one != other {
                faults.push(format!("{} {}: other records or another order", level.name(), rules.plural));
            }
        }
    }
    faults
}

/// Who waits for changes over the end of a day gets those of the day.
#[test]
fn a_request_that_waits_over_the_end_of_a_day_returns_the_released_changes() {
    begin_within_a_day();
    let site = Site::with_clients(Data::with(&platform()), &[], [Level::Anonymous]);
    let client = site.client(Level::Anonymous);
    let cursor = newest(&site, client);
    site.import(&visit(0).records);
    assert_eq!(changes_after(&site, client, &cursor), Vec::<Value>::new());
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| site.get(client, &format!("/changes?after={cursor}&wait=60")).ok());
        crate::support::eventually("nobody waits", || site.server.metric("folkmoot_change_polls") == 1);
        site.end_day();
        let page = waiting.join().unwrap();
        let changes = page["changes"].as_array().unwrap();
        assert!(changes.iter().any(|change| change["id"] == hidden("reactions", 700)), "{page}");
    });
}
