//! What an import makes visible: nothing without saying so, and the report counts the rest before it happens.

use std::collections::{BTreeMap, BTreeSet};

use folkmoot_model::access::AccessLevel;
use folkmoot_model::resources::RESOURCES;
use folkmoot_store::imports::VisibilityReport;

use crate::import::scenario::{ImportScenario, record, records};
use crate::support::random::{Random, number};

/// The number of random imports; `FOLKMOOT_TEST_STEPS` sets another one.
const STEPS: usize = 12;
const LEVELS: [AccessLevel; 3] = [AccessLevel::Full, AccessLevel::Anonymous, AccessLevel::Public];

/// The ids of the records that each level sees, by resource.
type Visible = BTreeMap<(&'static str, String), BTreeSet<String>>;

/// Exports what each level sees. The level `pseudonymous`, which needs a client, sees the records of `anonymous`.
fn visible(scenario: &ImportScenario) -> Visible {
    let mut found = Visible::new();
    for level in LEVELS {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().to_str().unwrap();
        let mut export =
            scenario.program(&["export", "--format", "ndjson", "--access", level.name(), "--out", out]);
        let output = export.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        for resource in RESOURCES.iter().filter(|resource| resource.has_id()) {
            let plural = resource.names.plural;
            let text = std::fs::read_to_string(folder.path().join(format!("{plural}.ndjson")));
            let lines = text.unwrap_or_default();
            let ids = lines.lines().map(|line| {
                let record: serde_json::Value = serde_json::from_str(line).unwrap();
                record["id"].as_str().unwrap().to_owned()
            });
            found.insert((level.name(), plural.to_owned()), ids.collect());
        }
    }
    found
}

fn stored(scenario: &ImportScenario, plural: &str) -> BTreeSet<String> {
    scenario.rows(&format!("SELECT id FROM {plural}")).into_iter().collect()
}

type Counts = BTreeSet<(String, String, u64)>;

fn counts(reports: &[VisibilityReport]) -> Counts {
    let of_levels = reports.iter().filter(|report| report.access != AccessLevel::Pseudonymous.name());
    of_levels.map(|report| (report.access.clone(), report.resource.clone(), report.records)).collect()
}

/// Imports the folder, after a dry run with the same report. Returns what it reports to become visible, and what does.
#[track_caller]
fn reported_and_true(scenario: &ImportScenario) -> (Counts, Counts) {
    let before = visible(scenario);
    let plurals = RESOURCES.iter().filter(|resource| resource.has_id()).map(|resource| resource.names.plural);
    let stored: BTreeMap<String, _> =
        plurals.map(|plural| (plural.to_owned(), stored(scenario, plural))).collect();
    let previewed = scenario.try_import(true).unwrap();
    let summary = scenario.try_import(false).unwrap();
    assert_eq!(previewed.becoming_visible, summary.becoming_visible, "the dry run reports other counts");
    let truth = visible(scenario).into_iter().filter_map(|((level, plural), ids)| {
        let seen = &before[&(level, plural.clone())];
        let became = ids.difference(seen).filter(|id| stored[&plural].contains(*id)).count() as u64;
        (became > 0).then(|| (level.to_owned(), plural, became))
    });
    (counts(&summary.becoming_visible), truth.collect())
}

fn expected(counts: &[(&str, &str, u64)]) -> Counts {
    counts.iter().map(|(level, plural, count)| ((*level).to_owned(), (*plural).to_owned(), *count)).collect()
}

/// A platform on which a visitor sees nothing of the project 8, and no draft.
fn hidden() -> ImportScenario {
    let scenario = ImportScenario::full();
    scenario.put(
        "projects.ndjson",
        &records(&[
            r#""id":"$8","slug":"park","title":"Park","folder_id":"$7","visible_to":"groups""#,
            r#""id":"$9","slug":"pool","title":"Pool","publication_status":"draft""#,
        ]),
    );
    scenario.put(
        "project_folders.ndjson",
        &record(r#""id":"$7","slug":"plan","title":"Plan","publication_status":"draft""#),
    );
    scenario.put(
        "ideas.ndjson",
        &records(&[
            r#""id":"$12","title":"Trees","project_id":"$8""#,
            r#""id":"$13","title":"Answers","project_id":"$8","creation_phase_id":"$10""#,
            r#""id":"$14","title":"Slide","project_id":"$8","publication_status":"draft""#,
        ]),
    );
    scenario.put(
        "comments.ndjson",
        &records(&[
            r#""id":"$15","idea_id":"$12","body":"Good""#,
            r#""id":"$16","idea_id":"$12","body":"Bad","publication_status":"deleted""#,
        ]),
    );
    scenario.put(
        "email_campaigns.ndjson",
        &record(r#""id":"$27","sender":"author","subject":"Hello","manual":false"#),
    );
    scenario.import();
    scenario
}

#[test]
fn complete_lines_without_a_publication_publish_nothing() {
    let scenario = hidden();
    let statuses = || {
        let queries = [
            "SELECT visible_to, publication_status FROM projects ORDER BY id",
            "SELECT publication_status FROM project_folders",
            "SELECT publication_status FROM ideas ORDER BY id",
            "SELECT publication_status, body_multiloc FROM comments ORDER BY id",
            "SELECT manual FROM email_campaigns",
        ];
        queries.map(|sql| scenario.rows(sql)).concat()
    };
    let before = (statuses(), visible(&scenario));
    let lines: [(&str, &[&str]); 5] = [
        (
            "projects",
            &[r#""id":"$8","slug":"park","title":"Park 2""#, r#""id":"$9","slug":"pool","title":"Pool 2""#],
        ),
        ("project_folders", &[r#""id":"$7","slug":"plan","title":"Plan 2""#]),
        (
            "ideas",
            &[
                r#""id":"$12","title":"Trees 2","project_id":"$8""#,
                r#""id":"$14","title":"Slide 2","project_id":"$8""#,
            ],
        ),
        ("comments", &[r#""id":"$16","idea_id":"$12","body":"It is back""#]),
        ("email_campaigns", &[r#""id":"$27","sender":"author","subject":"Hello 2""#]),
    ];
    for (plural, members) in lines {
        scenario.only(&format!("{plural}.ndjson"), members);
        let summary = scenario.import();
        assert_eq!(counts(&summary.becoming_visible), Counts::new(), "{plural}");
        assert_eq!((statuses(), visible(&scenario)), before, "{plural}");
    }
    assert_eq!(
        scenario.rows("SELECT title_multiloc FROM projects ORDER BY id"),
        [r#"{"en":"Park 2"}"#, r#"{"en":"Pool 2"}"#],
        "other fields are stored"
    );
    scenario.only("projects.ndjson", &[r#""id":"$8","slug":"park","title":"Park","visible_to":null"#]);
    assert_eq!(
        scenario.errors(),
        ["projects.ndjson:1: visible_to: expected one of public, groups, admins, found null"]
    );
    scenario.only("projects.ndjson", &[r#""id":"$90","slug":"new","title":"New""#]);
    scenario.import();
    assert_eq!(
        scenario.rows("SELECT visible_to, publication_status FROM projects ORDER BY id DESC LIMIT 1"),
        ["public|published"],
        "a new record gets its default"
    );
}

/// Lines that show the hidden projects to everybody.
const SHOWN_PROJECTS: [&str; 2] = [
    r#""id":"$8","slug":"park","title":"Park","visible_to":"public""#,
    r#""id":"$9","slug":"pool","title":"Pool","publication_status":"published""#,
];

#[test]
fn the_report_counts_what_becomes_visible_and_what_follows_from_it() {
    let scenario = hidden();
    scenario.only("projects.ndjson", &SHOWN_PROJECTS);
    scenario.put("ideas.ndjson", &record(r#""id":"$91","title":"New","project_id":"$8""#));
    let projects = &[("public", "projects", 2), ("public", "phases", 2), ("public", "ideas", 1)][..];
    let all = [projects, &[("public", "comments", 1), ("public", "events", 1)]].concat();
    let (reported, truth) = reported_and_true(&scenario);
    assert_eq!((reported, truth), (expected(&all), expected(&all)), "the new idea is not counted");

    scenario.only(
        "phases.ndjson",
        &[r#""id":"$11","title":"Vote","participation_method":"voting","project_id":"$8","start_at":"2025-02-01","end_at":"2025-05-31""#],
    );
    let ballots = [("anonymous", "baskets", 2), ("anonymous", "basket_ideas", 2)];
    let (reported, truth) = reported_and_true(&scenario);
    assert_eq!((reported, truth), (expected(&ballots), expected(&ballots)), "the vote ends");

    scenario
        .only("email_campaigns.ndjson", &[r#""id":"$27","sender":"author","subject":"Hello","manual":true"#]);
    let campaigns = [("full", "email_campaigns", 1), ("anonymous", "email_campaigns", 1)];
    let (reported, truth) = reported_and_true(&scenario);
    assert_eq!((reported, truth), (expected(&campaigns), expected(&campaigns)));
}

#[test]
fn an_idea_that_leaves_its_phase_does_not_become_a_survey_response_with_it() {
    let scenario = ImportScenario::full();
    scenario.import();
    let moved = r#""id":"$12","title":"Trees","project_id":"$8","creation_phase_id":"$11""#;
    scenario.only(
        "ideas.ndjson",
        &[moved, r#""id":"$14","title":"Slide","project_id":"$9","creation_phase_id":"$11""#],
    );
    scenario.import();
    scenario.only(
        "phases.ndjson",
        &[r#""id":"$11","title":"Ask","participation_method":"native_survey","project_id":"$8","start_at":"2025-02-01""#],
    );
    scenario.put("ideas.ndjson", &record(r#""id":"$12","title":"Trees","project_id":"$9""#));
    let (reported, truth) = reported_and_true(&scenario);
    assert_eq!((reported, truth), (Counts::new(), Counts::new()));
    assert_eq!(
        scenario.rows("SELECT type, authorship FROM ideas ORDER BY id"),
        ["idea|public", "survey|secret", "survey|public"],
        "only the idea that is left in the phase becomes one"
    );
}

#[test]
fn a_vote_that_was_withdrawn_before_keeps_its_end_when_the_phase_moves() {
    let scenario = ImportScenario::full();
    scenario.import();
    let phase = |method: &str, project: u32, end: &str| {
        let line = format!(
            r#""id":"$11","title":"Vote","participation_method":"{method}","project_id":"${project}","start_at":"2025-02-01"{end}"#
        );
        scenario.only("phases.ndjson", &[&line]);
    };
    // A vote of the project 8 that ends, and one of the project 9 that does not, so that the ballots stay secret.
    let ended = r#","end_at":"2025-05-31""#;
    for (method, project, end) in [
        ("voting", 8, ended),
        ("ideation", 8, ""),
        ("voting", 9, ""),
        ("ideation", 9, ""),
        ("ideation", 8, ""),
    ] {
        phase(method, project, end);
        scenario.import();
    }
    phase("ideation", 9, "");
    scenario.put("baskets.ndjson", &record(r#""id":"$19","project_id":"$8""#));
    let (reported, truth) = reported_and_true(&scenario);
    assert_eq!(reported, truth);
    assert!(truth.contains(&("anonymous".to_owned(), "baskets".to_owned(), 1)), "{truth:?}");
}

#[test]
fn the_program_prints_and_records_what_becomes_visible() {
    let scenario = hidden();
    scenario.only("projects.ndjson", &SHOWN_PROJECTS);
    let sentence = "2 projects, 2 phases, 1 idea, 1 comment and 1 event become visible at the level public\n";
    for dry_run in [true, false] {
        let mut arguments = vec!["import", scenario.folder.path().to_str().unwrap()];
        arguments.extend(dry_run.then_some("--dry-run"));
        let output = scenario.program(&arguments).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains(sentence), "{text}");
        let newest = "SELECT report FROM imports ORDER BY started_at DESC LIMIT 1";
        let report: serde_json::Value = serde_json::from_str(&scenario.rows(newest)[0]).unwrap();
        let first = serde_json::json!({ "access": "public", "resource": "projects", "records": 2 });
        assert_eq!(report["becoming_visible"][0], first, "{report}");
    }
}

#[test]
fn random_imports_report_exactly_what_becomes_visible() {
    let seed = number("FOLKMOOT_TEST_SEED").unwrap_or(7);
    let steps = number("FOLKMOOT_TEST_STEPS").unwrap_or(STEPS as u64);
    let mut random = Random(seed);
    let scenario = ImportScenario::full();
    scenario.import();
    let mut total = 0;
    for step in 0..steps {
        let mut deleted = String::new();
        let files = scenario.folder.path();
        scenario.only("areas.ndjson", &[]);
        for (plural, line) in mixture(&mut random, &mut deleted) {
            let path = files.join(format!("{plural}.ndjson"));
            let lines = std::fs::read_to_string(&path).unwrap_or_default();
            std::fs::write(&path, lines + &record(&line)).unwrap();
        }
        scenario.put("deleted_items.ndjson", &deleted);
        if scenario.try_import(true).is_err() {
            continue;
        }
        let (reported, truth) = reported_and_true(&scenario);
        assert_eq!(reported, truth, "seed {seed}, step {step}");
        total += truth.len();
    }
    assert!(total > 3, "only {total} resources became visible");
}

/// Lines of some records, with random states, and tombstones of others.
fn mixture(random: &mut Random, deleted: &mut String) -> Vec<(&'static str, String)> {
    const PUBLIC: &[&str] = &[
        "",
        r#","visible_to":"public""#,
        r#","visible_to":"groups""#,
        r#","publication_status":"draft""#,
        r#","publication_status":"published","visible_to":"public""#,
    ];
    const STATUS: &[&str] =
        &["", "", r#","publication_status":"draft""#, r#","publication_status":"published""#];
    let mut lines = Vec::new();
    for id in [8, 9, 92] {
        let state = random.choose(PUBLIC);
        lines.push(("projects", format!(r#""id":"${id}","slug":"p{id}","title":"P"{state}"#)));
    }
    for id in [10, 11, 93, 94] {
        let method = random.choose(&["voting", "voting", "native_survey", "ideation"]);
        let end = random.choose(&["", r#","end_at":"2025-05-31""#, r#","end_at":"2025-06-01""#]);
        let project = [8, 9, 92][random.below(3)];
        if random.one_in(6) && id != 11 {
            *deleted +=
                &record(&format!(r#""id":"${id}","type":"Phase","deleted_at":"2025-03-01T00:00:00Z""#));
            continue;
        }
        lines.push(("phases", format!(r#""id":"${id}","title":"V","participation_method":"{method}","project_id":"${project}","start_at":"2025-01-01"{end}"#)));
    }
    for id in [12, 13, 14, 95, 96] {
        let (state, project) = (random.choose(STATUS), [8, 9, 92][random.below(3)]);
        let phase = random.choose(&["", r#","creation_phase_id":"$10""#, r#","creation_phase_id":"$11""#]);
        lines.push(("ideas", format!(r#""id":"${id}","title":"I","project_id":"${project}"{state}{phase}"#)));
    }
    for id in [15, 16, 97] {
        let (idea, state) = (
            [12, 13, 14][random.below(3)],
            random.choose(&[
                "",
                r#","publication_status":"deleted""#,
                r#","publication_status":"published""#,
            ]),
        );
        lines.push(("comments", format!(r#""id":"${id}","idea_id":"${idea}","body":"C"{state}"#)));
    }
    for id in [19, 20, 98] {
        let phase = random.choose(&["$10", "$11", ""]);
        let phase = if phase.is_empty() { String::new() } else { format!(r#","phase_id":"{phase}""#) };
        let project = [8, 9][random.below(2)];
        lines.push(("baskets", format!(r#""id":"${id}","project_id":"${project}"{phase}"#)));
    }
    let manual = random.choose(&["", r#","manual":true"#, r#","manual":false"#]);
    lines.push(("email_campaigns", format!(r#""id":"$27","sender":"author","subject":"M"{manual}"#)));
    lines.push(("events", format!(r#""id":"$23","project_id":"${}","title":"E","start_at":"2025-03-01T10:00:00Z","end_at":"2025-03-01T12:00:00Z""#, [8, 9][random.below(2)])));
    lines.retain(|_| !random.one_in(3));
    lines
}
