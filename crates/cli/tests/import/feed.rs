//! The change feed contains exactly what an import changes.

use std::collections::BTreeSet;

use folkmoot_model::resources::RESOURCES;
use folkmoot_store::StoreError;

use crate::import::feed_state::{Change, State, entries_after, newest};
use crate::import::scenario::{ImportScenario, PLATFORM, id, record, records, with_ids};
use crate::support::random::Random;

/// The number of steps with each seed; `FOLKMOOT_TEST_STEPS` sets the number of all of them.
const STEPS: usize = 60;
/// How many records of each resource there are, and the number of the first one.
const POOLS: &[(&str, usize, usize)] = &[
    ("areas", 1, 3),
    ("topics", 11, 3),
    ("users", 21, 5),
    ("project_folders", 31, 2),
    ("projects", 41, 3),
    ("phases", 51, 4),
    ("ideas", 101, 8),
    ("idea_topics", 0, 1),
    ("idea_phases", 0, 1),
    ("comments", 201, 6),
    ("reactions", 301, 8),
    ("baskets", 401, 4),
    ("basket_ideas", 501, 6),
    ("events", 601, 2),
    ("event_attendances", 651, 3),
    ("volunteering_causes", 701, 2),
    ("volunteering_volunteers", 751, 3),
    ("email_campaigns", 801, 3),
    ("email_campaign_deliveries", 851, 4),
    ("files", 901, 3),
];

/// The id of a record of a resource, as `$7`.
fn any(random: &mut Random, plural: &str) -> String {
    let (_, first, count) = POOLS.iter().find(|(name, ..)| *name == plural).unwrap();
    format!("\"${}\"", first + random.below(*count))
}

fn or_null(random: &mut Random, plural: &str) -> String {
    if random.one_in(4) { "null".to_owned() } else { any(random, plural) }
}

fn list(random: &mut Random, plural: &str) -> String {
    let ids: BTreeSet<String> = (0..random.below(3)).map(|_| any(random, plural)).collect();
    format!("[{}]", ids.into_iter().collect::<Vec<_>>().join(","))
}

/// The values of a record, without the id. The project of a phase follows from its number, so that most are valid.
fn members(random: &mut Random, plural: &str, number: usize) -> String {
    let text = random.below(3);
    match plural {
        "areas" | "topics" => format!(r#""title":"T{text}""#),
        "users" => format!(r#""first_name":"N{text}""#),
        "project_folders" => format!(
            r#""slug":"f{number}","title":"F{text}","publication_status":"{}""#,
            random.choose(&["published", "draft"])
        ),
        "projects" => format!(
            r#""slug":"p{number}","title":"P{text}","folder_id":{},"topic_ids":{},"area_ids":{},"visible_to":"{}""#,
            or_null(random, "project_folders"),
            list(random, "topics"),
            list(random, "areas"),
            random.choose(&["public", "public", "groups"])
        ),
        "phases" => format!(
            r#""title":"S{text}","project_id":"${}","start_at":"2025-01-01","participation_method":"{}","end_at":{}"#,
            41 + number % 3,
            random.choose(&["voting", "voting", "ideation"]),
            random.choose(&["null", r#""2025-05-31""#, r#""2025-06-01""#])
        ),
        "ideas" => format!(
            r#""title":"I{text}","project_id":{},"author_id":{},"topic_ids":{},"publication_status":"{}"{}"#,
            any(random, "projects"),
            or_null(random, "users"),
            list(random, "topics"),
            random.choose(&["published", "published", "draft"]),
            random.choose(&["", "", r#","likes_count":7"#])
        ),
        "idea_topics" => {
            format!(r#""idea_id":{},"topic_id":{}"#, any(random, "ideas"), any(random, "topics"))
        }
        "idea_phases" => {
            format!(r#""idea_id":{},"phase_id":{}"#, any(random, "ideas"), any(random, "phases"))
        }
        "comments" => format!(
            r#""idea_id":{},"body":"C{text}","author_id":{},"publication_status":"{}""#,
            any(random, "ideas"),
            or_null(random, "users"),
            random.choose(&["published", "published", "deleted"])
        ),
        "reactions" => {
            let (kind, target) = if random.one_in(3) { ("comment", "comments") } else { ("idea", "ideas") };
            format!(
                r#""mode":"{}","user_id":{},"reactable_id":{},"reactable_type":"{kind}""#,
                random.choose(&["up", "down"]),
                or_null(random, "users"),
                any(random, target)
            )
        }
        "baskets" => format!(
            r#""user_id":{},"phase_id":{},"submitted_at":{}"#,
            or_null(random, "users"),
            any(random, "phases"),
            random.choose(&["null", r#""2025-02-03T00:00:00Z""#])
        ),
        "basket_ideas" => format!(
            r#""basket_id":{},"idea_id":{},"votes":{}"#,
            any(random, "baskets"),
            any(random, "ideas"),
            text + 1
        ),
        "events" => format!(
            r#""project_id":{},"title":"E{text}","start_at":"2025-03-01T10:00:00Z","end_at":"2025-03-01T12:00:00Z""#,
            any(random, "projects")
        ),
        "event_attendances" => {
            format!(r#""event_id":{},"attendee_id":{}"#, any(random, "events"), any(random, "users"))
        }
        "volunteering_causes" => format!(r#""phase_id":{},"title":"V{text}""#, any(random, "phases")),
        "volunteering_volunteers" => format!(
            r#""volunteering_cause_id":{},"user_id":{}"#,
            any(random, "volunteering_causes"),
            any(random, "users")
        ),
        "email_campaigns" => {
            format!(r#""sender":"author","subject":"M{text}","manual":{}"#, random.choose(&["true", "false"]))
        }
        "email_campaign_deliveries" => format!(
            r#""email_campaign_id":{},"user_id":{},"delivery_status":"{}""#,
            any(random, "email_campaigns"),
            any(random, "users"),
            random.choose(&["sent", "opened"])
        ),
        _ => format!(
            r#""name":"a{text}.pdf","project_id":{},"uploader_id":{},"content":"JVBERi0xLjcK""#,
            any(random, "projects"),
            or_null(random, "users")
        ),
    }
}

fn line(random: &mut Random, (plural, first, count): (&str, usize, usize), position: usize) -> String {
    let number = first + position % count;
    let values = members(random, plural, number);
    let id = if first == 0 { String::new() } else { format!("\"id\":\"${number}\",") };
    record(&format!("{id}{values}"))
}

/// Replaces the folder by a few random records or tombstones.
fn write_step(scenario: &ImportScenario, random: &mut Random) {
    scenario.only("platform.json", &[]);
    scenario.put("platform.json", PLATFORM);
    for _ in 0..=random.below(2) {
        let pool = POOLS[random.below(POOLS.len())];
        if random.one_in(4) {
            let resource = RESOURCES.iter().find(|resource| resource.names.plural == pool.0).unwrap();
            let kind = resource.names.deleted_type;
            let number = pool.1 + random.below(pool.2);
            if !kind.is_empty() {
                let tombstone = format!(
                    "{{\"id\":\"${number}\",\"type\":\"{kind}\",\"deleted_at\":\"2025-03-01T00:00:00Z\"}}\n"
                );
                scenario.put("deleted_items.ndjson", &with_ids(&tombstone));
            }
            continue;
        }
        let start = random.below(pool.2);
        let lines = (0..=random.below(pool.2.min(3))).map(|position| line(random, pool, start + position));
        let lines: BTreeSet<String> = lines.collect();
        scenario.put(&format!("{}.ndjson", pool.0), &lines.into_iter().collect::<String>());
    }
}

/// Imports, a file that is deleted and a day that begins, in a random order.
fn run(seed: u64) {
    let scenario = ImportScenario::new();
    let mut random = Random(seed);
    for pool in POOLS {
        let lines: BTreeSet<String> =
            (0..pool.2).map(|position| line(&mut random, *pool, position)).collect();
        scenario.put(&format!("{}.ndjson", pool.0), &lines.into_iter().collect::<String>());
        // A random record may be invalid; the others are tried one resource after the other.
        if scenario.try_import(false).is_err() {
            scenario.only("platform.json", &[]);
            scenario.put("platform.json", PLATFORM);
        }
    }
    let (mut before, mut imports, mut changes) = (State::read(&scenario), 0, Vec::new());
    for step in 0..STEPS {
        let published = newest(&scenario);
        match step {
            20 => {
                let file = scenario.rows("SELECT id FROM files ORDER BY key LIMIT 1");
                if let Some(file) = file.first() {
                    let deleted = scenario.store().files().delete(file.parse().unwrap(), 1_748_779_200_000);
                    assert!(deleted.unwrap().is_ok());
                }
            }
            40 => {
                // The next import takes the day back.
                let now = "2025-06-02T12:00:00Z".parse().unwrap();
                folkmoot_import::day::begin(&scenario.store(), now, None).unwrap();
            }
            _ => {
                write_step(&scenario, &mut random);
                let is_valid = scenario.try_import(false).is_ok();
                imports += usize::from(is_valid);
                assert!(is_valid || newest(&scenario) == published, "a rejected import is in the feed");
            }
        }
        let after = State::read(&scenario);
        let entries = entries_after(&scenario, published);
        let context = format!("seed {seed}, step {step}");
        changes.extend(after.compare(&before, &entries, &context));
        after.check_removed(&before, &scenario, &context);
        before = after;
    }
    assert!(imports >= 25, "{imports} of the imports are valid");
    for change in [Change::Inserted, Change::Updated, Change::Removed] {
        assert!(changes.iter().filter(|found| **found == change).count() > 10, "{change:?}");
    }
}

#[test]
fn the_feed_names_every_changed_record_and_no_other_one() {
    let steps = std::env::var("FOLKMOOT_TEST_STEPS").map_or(STEPS, |text| text.parse().unwrap());
    for seed in (15..).take((steps / STEPS).max(1)) {
        run(seed);
    }
}

#[test]
fn a_record_is_in_the_feed_if_a_shown_value_of_another_one_changes() {
    let scenario = ImportScenario::full();
    scenario.import();
    let rename = |members: &str| {
        let published = scenario.feed_length();
        scenario.only("projects.ndjson", &[]);
        scenario
            .put("projects.ndjson", &with_ids(&format!("{{\"id\":\"$8\",{members},\"_partial\":true}}\n")));
        scenario.import();
        scenario.feed_after(published)
    };
    // The ideas 1 and 3, of which one is public, and both phases belong to the project.
    assert_eq!(rename(r#""title":"Garden""#), ["projects|1", "phases|1-2", "ideas|1", "ideas|3"]);
    assert_eq!(rename(r#""description_preview":"New""#), ["projects|1"]);
    assert_eq!(rename(r#""title":"Garden""#), [""; 0]);
}

#[test]
fn every_counter_is_in_the_feed_and_results_are_hidden_like_their_votes() {
    let scenario = ImportScenario::full();
    scenario.import();
    // What is added, and the records whose counters change, with the reasons to hide that; a vote is running. 384: readers at the
    // levels `pseudonymous` and `anonymous` get the change on the next day.
    let cases: &[(&str, &str, &[&str])] = &[
        (
            "reactions",
            r#""id":"$60","mode":"up","reactable_id":"$12","reactable_type":"idea""#,
            &["ideas|1|384"],
        ),
        (
            "reactions",
            r#""id":"$61","mode":"down","reactable_id":"$15","reactable_type":"comment""#,
            &["comments|2|384"],
        ),
        (
            "comments",
            r#""id":"$62","idea_id":"$12","parent_id":"$15","body":"No""#,
            &["projects|1|0", "ideas|1|0", "comments|2|0"],
        ),
        ("ideas", r#""id":"$63","title":"Pond","project_id":"$8""#, &["projects|1|0"]),
        ("idea_phases", r#""idea_id":"$63","phase_id":"$11""#, &["phases|2|0", "ideas|4|0"]),
        (
            "baskets",
            r#""id":"$64","phase_id":"$11","submitted_at":"2025-02-02T00:00:00Z""#,
            &["phases|2|387"],
        ),
        (
            "basket_ideas",
            r#""id":"$65","basket_id":"$64","idea_id":"$12","votes":2"#,
            &["phases|2|387", "ideas|1|387", "idea_phases|1|391"],
        ),
        ("event_attendances", r#""id":"$66","event_id":"$23","attendee_id":"$6""#, &["events|1|384"]),
        (
            "volunteering_volunteers",
            r#""id":"$67","volunteering_cause_id":"$25","user_id":"$5""#,
            &["volunteering_causes|1|388"],
        ),
        (
            "email_campaign_deliveries",
            r#""id":"$68","email_campaign_id":"$27","user_id":"$6","delivery_status":"sent""#,
            &["email_campaigns|1|388"],
        ),
    ];
    for (file, members, expected) in cases {
        let published = newest(&scenario);
        scenario.only(&format!("{file}.ndjson"), &[members]);
        scenario.import();
        let counted = scenario.rows(&format!(
            "SELECT subject, record, hidden_by FROM changes WHERE sequence > {published} AND last_record IS NULL ORDER BY sequence"
        ));
        assert_eq!(&counted, expected, "{members}");
    }
}

#[test]
fn new_records_have_few_entries() {
    let scenario = ImportScenario::new();
    scenario.put("projects.ndjson", &record(r#""id":"$1","slug":"a","title":"A""#));
    let mut random = Random(3);
    let ideas: Vec<String> = (0..3_000)
        .map(|number| {
            let status = random.choose(&["published", "draft"]);
            format!(
                r#""id":"${}","title":"I","project_id":"$1","publication_status":"{status}""#,
                100 + number
            )
        })
        .collect();
    scenario.put("ideas.ndjson", &records(&ideas.iter().map(String::as_str).collect::<Vec<_>>()));
    scenario.import();
    let entries = "SELECT hidden_by, CASE WHEN is_insertion THEN 1 ELSE 0 END, CASE WHEN last_record - record > 2900 THEN 1 ELSE 0 END
         FROM changes WHERE subject = 'ideas' ORDER BY sequence";
    assert_eq!(scenario.rows(entries), ["0|1|1", "4|1|1"]);
    // All of them change: consecutive keys with the same reasons are one entry.
    let published = newest(&scenario);
    scenario.only("projects.ndjson", &[r#""id":"$1","slug":"a","title":"B","visible_to":"groups""#]);
    let before = State::read(&scenario);
    scenario.import();
    let entries = entries_after(&scenario, published);
    assert!(entries.len() > 1_000, "{}", entries.len());
    State::read(&scenario).compare(&before, &entries, "a renamed project");
    let published = scenario.feed_length();
    scenario.only("projects.ndjson", &[r#""id":"$1","slug":"a","title":"C","visible_to":"groups""#]);
    scenario.import();
    assert_eq!(scenario.feed_after(published), ["projects|1", "ideas|1-3000"]);
}

#[test]
fn expired_entries_are_deleted_with_what_they_need() {
    let scenario = ImportScenario::full();
    scenario.import();
    scenario.only("deleted_items.ndjson", &[]);
    let tombstone = |number: u32, at: &str| {
        format!("{{\"id\":\"{}\",\"type\":\"Reaction\",\"deleted_at\":\"{at}\"}}\n", id(number))
    };
    scenario.put("deleted_items.ndjson", &tombstone(18, "2025-03-01T00:00:00Z"));
    scenario.import();
    scenario.release_deferred();
    let store = scenario.store();
    let day = 86_400_000;
    // The first entry is about the platform and has the time of the test.
    let now = jiff::Timestamp::now().as_millisecond();
    let prune = |now: i64| -> Result<(), StoreError> { store.changes().prune(now, 30) };
    let horizon = || scenario.rows("SELECT sequence FROM change_horizon");
    prune(now + 29 * day).unwrap();
    assert_eq!(horizon(), ["0"]);
    assert_eq!(scenario.rows("SELECT subject, record FROM removed_records"), ["reactions|2"]);
    let kept = scenario.rows("SELECT MAX(sequence) FROM changes GROUP BY subject, hidden_by ORDER BY 1");
    let newest = newest(&scenario);
    prune(now + 31 * day).unwrap();
    assert_eq!(horizon(), [newest.to_string()]);
    assert_eq!(scenario.rows("SELECT sequence FROM changes ORDER BY 1"), kept);
    assert!(scenario.rows("SELECT record FROM removed_records").is_empty());
    // What follows is retained, and what it replaces is not.
    scenario.put("deleted_items.ndjson", &tombstone(17, "2025-03-01T00:00:00Z"));
    scenario.import();
    prune(now + 31 * day).unwrap();
    let count = scenario.rows("SELECT COUNT(*), COUNT(DISTINCT subject || hidden_by) FROM changes");
    let [entries, distinct] = count[0].split('|').collect::<Vec<_>>()[..] else { panic!("{count:?}") };
    assert_eq!(entries, distinct);
}
