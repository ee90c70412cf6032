//! Running votes are secret: a ballot changes nothing that a client below `full` observes until the vote has ended.

use std::collections::BTreeMap;

use reqwest::Method;
use serde_json::{Value, json};

use crate::access_levels::canary::{ballot, exact, person};
use crate::access_levels::check::Check;
use crate::access_levels::clock::seconds_until;
use crate::access_levels::fixture_ideas::idea;
use crate::access_levels::fixture_projects::{phase, project};
use crate::access_levels::rules::{Level, RULES};
use crate::access_levels::site::Site;
use crate::access_levels::world::World;
use crate::access_levels::{assert_none, fixture, fixture_ballots};
use crate::support::day::begin_within_a_day;
use crate::support::eventually;
use crate::support::fixture::Platform;

/// Headers that differ between equal requests.
const VARYING: &[&str] = &["date", "x-request-id", "ratelimit"];
/// The levels that must not see ballots.
const BELOW_FULL: [Level; 3] = [Level::Pseudonymous, Level::Anonymous, Level::Public];

/// What a request returns: status, headers, body.
type Observation = (u16, BTreeMap<String, String>, String);

/// The URLs at which a ballot in the third phase of the first project could show.
fn paths() -> Vec<String> {
    let (voted, voting) = (idea(1), phase(2));
    let mut paths = vec![
        format!("/ideas/{voted}"),
        format!("/ideas/{}", idea(15)),
        format!("/phases/{voting}"),
        format!("/projects/{}", project(0)),
        format!("/projects/{}/phases", project(0)),
        format!("/ideas?phase_id={voting}"),
        format!("/ideas?phase_id={voting}&sort=-updated_at"),
        format!("/ideas?ids={voted},{}&fields=id,votes_count", idea(2)),
        "/ideas?sort=likes_count&page_size=2".to_owned(),
        "/ideas?search=wordidea0001".to_owned(),
        format!("/idea_phases?idea_id={voted}"),
        format!("/idea_phases?phase_id={voting}"),
        format!("/baskets?phase_id={voting}"),
        "/baskets?submitted=true".to_owned(),
        "/baskets?submitted=false&page_size=1".to_owned(),
        format!("/basket_ideas?idea_id={voted}"),
        format!("/basket_ideas?basket_id={}", ballot("baskets", 700)),
        format!("/baskets/{}", ballot("baskets", 700)),
        format!("/basket_ideas/{}", ballot("basket_ideas", 700)),
        "/baskets/deleted?page_size=1".to_owned(),
    ];
    for rules in RULES {
        paths.push(format!("/{}", rules.plural));
        if rules.has_id() {
            paths.push(format!("/{}/deleted", rules.plural));
        }
    }
    paths
}

/// Everything that a level observes, and the responses to conditional requests with the tags of `before`.
fn observe(
    site: &Site,
    level: Level,
    before: Option<&BTreeMap<String, Observation>>,
) -> BTreeMap<String, Observation> {
    let client = site.client(level);
    let mut observed = BTreeMap::new();
    let mut add = |name: String, response: crate::support::Response| {
        // A problem contains the id of the request, which gets longer.
        let is_problem = response.status >= 400;
        let is_stable = |name: &str| {
            let varies = VARYING.iter().any(|varying| name.starts_with(varying));
            !(varies || is_problem && name == "content-length")
        };
        let headers = response.headers.iter().filter(|(name, _)| is_stable(name.as_str()));
        let headers = headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()));
        let text = if is_problem { String::new() } else { response.text.clone() };
        observed.insert(name, (response.status, headers.collect(), text));
    };
    for path in paths() {
        add(path.clone(), site.get(client, &path));
        // Without a tag of before, the same request: so both observations have the same names.
        let tag = before.and_then(|before| before.get(&path)?.1.get("etag").cloned());
        let tag = tag.or_else(|| Some(site.get(client, &path).header("etag").to_owned()));
        add(format!("{path} if changed"), site.get_if_changed(client, &path, &tag.unwrap_or_default()));
        let request = site.server.request(Method::HEAD, &format!("/api/v2{path}"));
        add(format!("{path} HEAD"), request.bearer_auth(&client.token).send());
    }
    let document = site.server.request(Method::GET, "/api/v2/openapi.json").send();
    add("document".to_owned(), document);
    observed
}

/// The differences between two observations.
fn differences(
    what: &str,
    level: Level,
    before: &BTreeMap<String, Observation>,
    after: &BTreeMap<String, Observation>,
) -> Vec<String> {
    let differing = before.iter().filter(|(path, observation)| after[*path] != **observation);
    differing
        .map(|(path, (status, headers, body))| {
            let (later_status, later_headers, later_body) = &after[path];
            let differing_headers: Vec<_> =
                headers.iter().filter(|(name, value)| later_headers.get(*name) != Some(value)).collect();
            let body = if body == later_body { "the same body" } else { "another body" };
            format!("{what}: {} {path}: {status} {later_status}, {body}, {differing_headers:?}", level.name())
        })
        .collect()
}

fn basket(number: usize, in_phase: Option<usize>, is_submitted: bool) -> Value {
    json!({
        "id": ballot("baskets", number), "user_id": person(15 + number % 10), "phase_id": in_phase.map(phase), "project_id": project(0),
        "submitted_at": is_submitted.then(|| exact(number)), "created_at": exact(number), "updated_at": exact(number + 1),
    })
}

fn choice(number: usize, of_basket: usize, of_idea: usize, votes: u32) -> Value {
    json!({
        "id": ballot("basket_ideas", number), "basket_id": ballot("baskets", of_basket), "idea_id": idea(of_idea), "votes": votes,
        "created_at": exact(number), "updated_at": exact(number),
    })
}

fn import_of(records: &[(&str, Value)]) -> Platform {
    let mut platform = Platform::empty();
    for (plural, record) in records {
        platform.add(plural, record.clone());
    }
    platform
}

fn deleted(plural: &str, deleted_type: &str, number: usize) -> (&'static str, Value) {
    ("deleted_items", fixture_ballots::tombstone(&ballot(plural, number), deleted_type, &exact(number)))
}

/// What happens during a vote, in order.
fn events() -> Vec<(&'static str, Platform)> {
    vec![
        (
            "an unsubmitted basket",
            import_of(&[("baskets", basket(700, Some(2), false)), ("basket_ideas", choice(700, 700, 1, 7))]),
        ),
        ("a submission", import_of(&[("baskets", basket(700, Some(2), true))])),
        ("other votes", import_of(&[("basket_ideas", choice(700, 700, 1, 9))])),
        ("another idea", import_of(&[("basket_ideas", choice(701, 700, 2, 2))])),
        ("an idea outside the phase", import_of(&[("basket_ideas", choice(702, 700, 15, 2))])),
        (
            "a basket without a phase",
            import_of(&[("baskets", basket(701, None, true)), ("basket_ideas", choice(703, 701, 15, 3))]),
        ),
        ("a withdrawal", import_of(&[("baskets", basket(700, Some(2), false))])),
        ("a second submission", import_of(&[("baskets", basket(700, Some(2), true))])),
        ("a deleted choice", import_of(&[deleted("basket_ideas", "BasketIdea", 701)])),
        ("a deleted basket", {
            let of_basket = [deleted("basket_ideas", "BasketIdea", 703), deleted("baskets", "Basket", 701)];
            import_of(&of_basket)
        }),
    ]
}

#[test]
fn a_ballot_of_a_running_vote_changes_nothing_below_full_until_the_vote_ends() {
    let (site, mut world) = fixture(&[]);
    let mut faults = Vec::new();
    let before: Vec<_> = BELOW_FULL.iter().map(|level| observe(&site, *level, None)).collect();
    let full = ["/phases", "/ideas", "/idea_phases", "/baskets", "/basket_ideas"];
    for (what, platform) in events() {
        let tags = full.map(|path| site.get(site.client(Level::Full), path).header("etag").to_owned());
        world.note_deletions(&platform);
        site.import(&platform);
        world.refresh(&site);
        for (level, before) in BELOW_FULL.into_iter().zip(&before) {
            let after = observe(&site, level, Some(before));
            faults.extend(differences(what, level, before, &after));
        }
        let later = full.map(|path| site.get(site.client(Level::Full), path).header("etag").to_owned());
        if tags == later {
            faults.push(format!("{what}: nothing changes at full"));
        }
    }
    assert_none(&faults);
    // The end of the vote is a change for everybody who sees its phase.
    let mut ended = world.imported["phases"][&phase(2)].clone();
    ended["end_at"] = json!("2025-06-30");
    let mut later_ended = world.imported["phases"][&phase(5)].clone();
    later_ended["end_at"] = json!("2099-07-01");
    site.import(&import_of(&[("phases", ended), ("phases", later_ended)]));
    world.refresh(&site);
    for (level, before) in BELOW_FULL.into_iter().zip(&before) {
        let after = observe(&site, level, Some(before));
        let visible = if level == Level::Public {
            &["/phases"][..]
        } else {
            &["/phases", "/idea_phases", "/baskets", "/basket_ideas", "/basket_ideas/deleted"]
        };
        for path in visible {
            if before[*path] == after[*path] || after[&format!("{path} if changed")].0 != 200 {
                faults.push(format!("{} {path} does not change when the vote ends", level.name()));
            }
        }
        let mut check = Check::new(&site, &world, site.client(level));
        check.everything();
        faults.append(&mut check.faults);
    }
    assert_none(&faults);
}

#[test]
fn a_vote_ends_with_its_last_day() {
    begin_within_a_day();
    let (mut site, mut world) = fixture(&[]);
    let now = jiff::Timestamp::now().to_zoned_datetime(jiff::tz::TimeZone::UTC);
    let (today, midnight) = (now.date().to_string(), now.tomorrow().unwrap().start_of_day().unwrap());
    let mut last_day = world.imported["phases"][&phase(2)].clone();
    last_day["end_at"] = json!(today);
    site.import(&import_of(&[("phases", last_day)]));
    world.refresh(&site);
    let compare = |site: &Site, world: &World| {
        let mut faults = Vec::new();
        for level in BELOW_FULL {
            let mut check = Check::new(site, world, site.client(level));
            check.everything();
            faults.append(&mut check.faults);
        }
        assert_none(&faults);
    };
    compare(&site, &world);
    let path = format!("/baskets?phase_id={}", phase(2));
    let count = |site: &Site| site.crawl(site.client(Level::Pseudonymous), &path, "baskets").len();
    assert_eq!(count(&site), 0);
    // Less than a day later, so that tokens are valid.
    site.data.set_clock(seconds_until(&midnight) + 1);
    site.restart(&[]);
    eventually("the vote does not end", || count(&site) > 0);
    "2090-01-01".clone_into(&mut world.today);
    world.refresh(&site);
    compare(&site, &world);
}

#[test]
fn metrics_do_not_count_ballots_of_a_running_vote() {
    let (site, _) = fixture(&[]);
    let values = || {
        let metrics = site.server.metrics();
        let about_ballots =
            |line: &&str| line.contains("basket") && !line.starts_with('#') && !line.contains("duration");
        let mut lines: Vec<String> = metrics.lines().filter(about_ballots).map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    let before = values();
    for (what, platform) in events().into_iter().take(3) {
        site.import(&platform);
        assert_eq!(values(), before, "{what}");
    }
}

#[test]
fn withheld_results_are_named_whether_or_not_there_are_ballots() {
    let (site, _) = fixture(&[]);
    let lists = ["phases", "ideas", "idea_phases"].map(|plural| format!("/{plural}?page_size=24"));
    // Nobody has voted in the sixth phase.
    let items =
        [format!("/phases/{}", phase(2)), format!("/phases/{}", phase(5)), format!("/ideas/{}", idea(14))];
    for level in BELOW_FULL {
        for path in lists.iter().chain(&items) {
            let response = site.get(site.client(level), path);
            let withholds = response.text.contains("\"votes_count\":null");
            let expected = if withholds { "baskets_count, votes_count" } else { "" };
            assert_eq!(response.header("withheld"), expected, "{} {path}", level.name());
            // A cached body has the same header.
            assert_eq!(site.get(site.client(level), path).header("withheld"), expected);
            assert!(withholds || path.starts_with("/idea_phases"), "{} {path}", level.name());
        }
        let narrow = site.get(site.client(level), &format!("/phases/{}?fields=id,votes_count", phase(2)));
        assert_eq!(narrow.header("withheld"), "votes_count");
        let without = site.get(site.client(level), &format!("/phases/{}?fields=id", phase(2)));
        assert_eq!(without.header("withheld"), "");
    }
    for path in lists.iter().chain(&items) {
        assert_eq!(site.get(site.client(Level::Full), path).header("withheld"), "", "{path}");
    }
}

/// The model alone: it must find secret ballots in the fixture, or the tests above would prove nothing.
#[test]
fn the_fixture_has_secret_ballots() {
    let (_, world) = fixture(&[]);
    let count = |level: Level, plural: &str| {
        let rules = RULES.iter().find(|rules| rules.plural == plural).unwrap();
        world.shown(level, rules).len()
    };
    for plural in ["baskets", "basket_ideas"] {
        let (some, all) = (count(Level::Pseudonymous, plural), count(Level::Full, plural));
        assert!(0 < some && some < all, "{some} of {all} {plural}");
    }
}
