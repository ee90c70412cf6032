//! Somebody who reads what a level shows tries to tie what people write in public to their secret records of the same visit.
//!
//! The platform is skewed: 20 people are active on a day, each in one visit, and each visit is an import of its own. Within a day,
//! chance ties one of them on average. Nothing here is random: the ids are fixed, and so is what each attack finds.

use folkmoot_demo::Demo;
use jiff::Span;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::{Value, json};

use crate::privacy_histories::attacks::{self, Secret, Watch};
use crate::privacy_histories::site::{Level, Site};
use crate::support::fixture::{Platform, id, record, resource};

/// The days with visits, and the visits of a day.
pub const DAYS: usize = 2;
pub const VISITS: usize = 20;
const ALL: usize = DAYS * VISITS;
/// The maximum number of correct guesses by chance: five standard deviations above the mean. Each day has a mean and a variance of one.
const MOST_BY_CHANCE: usize = 9;
/// The records of the visits have other numbers than those of other tests.
const FIRST: usize = 1_000;
/// The size of the demo platform in whose data the visits are.
const DEMO_IDEAS: u64 = 20;

/// The id of a record of a visit.
pub fn of_visit(plural: &str, visit: usize) -> String {
    id(plural, FIRST + visit)
}

/// The visit on whose idea the person of a visit reacts.
pub fn liked(visit: usize) -> usize {
    (visit * 37 + 11) % ALL
}

/// The ideas of the vote, whose end is a change of all of them: no others, because that would hide when somebody liked them.
const VOTED: std::ops::Range<usize> = 2 * ALL..2 * ALL + 20;

fn phase(number: usize) -> String {
    of_visit("phases", number)
}

/// The demo platform, and a project with people and ideas for the visits, which begin on this day.
fn platform(first_day: Date) -> Platform {
    let mut platform = Platform::empty();
    let demo = Demo::new(DEMO_IDEAS, 1).unwrap();
    for plural in Demo::resources().filter(|plural| *plural != "files") {
        let mut lines = Vec::new();
        demo.write(plural, &mut lines).unwrap();
        for line in serde_json::Deserializer::from_slice(&lines).into_iter::<Value>() {
            platform.add(plural, line.unwrap());
        }
    }
    let add = |platform: &mut Platform, plural: &str, number: usize, values: Value| {
        let mut line = record(resource(plural), FIRST + number, "2025-03-18T08:15:30.250Z");
        line.as_object_mut().unwrap().extend(values.as_object().unwrap().clone());
        platform.add(plural, line);
    };
    let visible = json!({ "publication_status": "published", "visible_to": "public", "folder_id": null });
    add(&mut platform, "projects", 0, visible);
    let last_day = first_day.saturating_add(Span::new().days(1)).to_string();
    for (number, method) in ["ideation", "native_survey", "voting"].into_iter().enumerate() {
        let method = json!({
            "project_id": of_visit("projects", 0), "participation_method": method, "end_at": last_day,
            "voting_method": (method == "voting").then_some("multiple_voting"),
        });
        add(&mut platform, "phases", number, method);
    }
    for number in 0..ALL {
        add(&mut platform, "users", number, json!({}));
    }
    for number in (0..ALL).chain(VOTED) {
        let idea = json!({
            "project_id": of_visit("projects", 0), "publication_status": "published", "author_id": null, "assignee_id": null,
            "creation_phase_id": phase(0), "type": "idea", "topic_ids": [],
        });
        add(&mut platform, "ideas", number, idea);
    }
    for number in VOTED {
        let row = json!({ "idea_id": of_visit("ideas", number), "phase_id": phase(2) });
        add(&mut platform, "idea_phases", number, row);
    }
    platform
}

/// A comment, a reaction, a survey response and a ballot of one person, in one minute.
fn visit(number: usize, day: Date) -> Platform {
    let mut platform = Platform::empty();
    let minute = number % VISITS;
    let at = |second: usize| format!("{day}T10:{minute:02}:{second:02}.{:03}Z", 100 + number);
    let person = of_visit("users", number);
    let mut add = |plural: &str, values: Value| {
        let mut line = json!({ "created_at": at(40), "updated_at": at(40) });
        line.as_object_mut().unwrap().extend(values.as_object().unwrap().clone());
        platform.add(plural, line);
    };
    add(
        "comments",
        json!({
            "id": of_visit("comments", number), "body": "Yes", "author_id": person, "idea_id": of_visit("ideas", number),
            "created_at": at(10), "updated_at": at(10),
        }),
    );
    add(
        "reactions",
        json!({
            "id": of_visit("reactions", number), "mode": "up", "user_id": person, "reactable_type": "idea",
            "reactable_id": of_visit("ideas", liked(number)),
        }),
    );
    let response = of_visit("ideas", ALL + number);
    add(
        "ideas",
        json!({
            "id": response, "title": "Response", "author_id": person, "project_id": of_visit("projects", 0),
            "creation_phase_id": phase(1), "published_at": at(20), "submitted_at": at(20),
        }),
    );
    add("idea_phases", json!({ "idea_id": response, "phase_id": phase(1) }));
    add(
        "baskets",
        json!({
            "id": of_visit("baskets", number), "user_id": person, "phase_id": phase(2), "project_id": of_visit("projects", 0),
            "submitted_at": at(50),
        }),
    );
    add(
        "basket_ideas",
        json!({
            "id": of_visit("basket_ideas", number), "basket_id": of_visit("baskets", number),
            "idea_id": of_visit("ideas", VOTED.start + number * 7 % VOTED.len()), "votes": 1,
        }),
    );
    platform
}

/// What each level has seen in each way.
fn watch() -> Vec<(Level, Vec<Watch>)> {
    let today = jiff::Timestamp::now().to_zoned_datetime(TimeZone::UTC).date();
    let first_day = today.saturating_add(Span::new().days(400));
    let mut site = Site::new(&platform(first_day), first_day);
    site.server.wait_for_changes();
    let mut levels: Vec<(Level, Vec<Watch>)> =
        Level::BELOW_FULL.into_iter().map(|level| (level, Watch::all(&site, site.client(level)))).collect();
    for day in 0..DAYS {
        for number in day * VISITS..(day + 1) * VISITS {
            assert!(site.import_at(&visit(number, site.day), number % VISITS), "the visit is not valid");
            for (level, watches) in &mut levels {
                for watch in watches.iter_mut() {
                    watch.after_visit(&site, site.client(*level));
                }
            }
        }
        let next = site.day.tomorrow().unwrap();
        site.begin_day(next, next, false);
        for (level, watches) in &mut levels {
            for watch in watches.iter_mut() {
                watch.after_day(&site, site.client(*level));
            }
        }
    }
    for (level, watches) in &mut levels {
        for watch in watches.iter_mut() {
            watch.at_the_end(&site, site.client(*level));
        }
    }
    levels
}

/// A client that requests lists every minute sees each visit, which this test does not forbid: docs/linkage.md says so. Nor does it
/// forbid that the changes at level `public` show when the likes of an idea changed, because counters are immediate there.
#[test]
fn nobody_ties_public_texts_to_secret_records_better_than_by_chance_within_the_day() {
    let mut faults = Vec::new();
    eprintln!(
        "| Reader | Level | Secret record | Tied to the right text, of {ALL} | Attack |\n|---|---|---|---|---|"
    );
    for (level, watches) in watch() {
        for watch in &watches {
            for secret in Secret::seen_by(level) {
                let best = attacks::best(level, watch, *secret);
                let (reader, secret) = (watch.name(), secret.name());
                eprintln!("| {reader} | {} | {secret} | {} | {} |", level.name(), best.right, best.attack);
                let is_forbidden = !(watch.is_poll() || watch.is_feed() && level == Level::Public);
                if is_forbidden && best.right > MOST_BY_CHANCE {
                    faults.push(format!("{}, {reader}, {secret}: {}", level.name(), best.attack));
                }
                // Or the attacks would prove nothing. Ballots appear together, when their vote ends.
                let sees_all = watch.is_poll() && secret != Secret::Ballot.name();
                assert!(!sees_all || best.right == ALL, "a poll each minute does not tie every {secret}");
            }
        }
    }
    assert!(faults.is_empty(), "better than chance: {faults:?}");
}
