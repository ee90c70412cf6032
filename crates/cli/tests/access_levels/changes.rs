//! Random changes: after each of them, every level lists exactly what the model says. A failure prints the seed and the changes.

use serde_json::{Value, json};

use crate::access_levels::canary::{ballot, exact, person};
use crate::access_levels::check::Check;
use crate::access_levels::pseudonyms::Pseudonyms;
use crate::access_levels::rules::{Level, rules};
use crate::access_levels::site::Site;
use crate::access_levels::world::World;
use crate::access_levels::{assert_none, fixture, fixture_ballots, fixture_people};
use crate::support::fixture::Platform;
use crate::support::random::{Random, number, seed};

/// The default number of changes; `make test-long` takes hundreds.
const STEPS: usize = 14;
/// Resources of which nothing depends.
const LEAVES: &[&str] = &[
    "reactions",
    "event_attendances",
    "volunteering_volunteers",
    "email_campaign_deliveries",
    "basket_ideas",
];
const LEVELS: [Level; 3] = [Level::Pseudonymous, Level::Anonymous, Level::Public];

/// An imported record with other values.
fn changed(world: &World, plural: &str, random: &mut Random, values: &[(&str, Value)]) -> Platform {
    let mut platform = Platform::empty();
    let imported: Vec<&Value> = world.imported[plural]
        .values()
        .filter(|record| world.find(plural, &record["id"]).is_some())
        .collect();
    let mut record = (*imported[random.below(imported.len())]).clone();
    for (key, value) in values {
        record[*key] = value.clone();
    }
    platform.add(plural, record);
    platform
}

fn any(random: &mut Random, values: &[Value]) -> Value {
    values[random.below(values.len())].clone()
}

/// A basket of a random person, with an idea.
fn new_basket(world: &World, random: &mut Random) -> Platform {
    let mut platform = Platform::empty();
    let number = 2000 + random.below(100_000);
    let phases: Vec<&Value> =
        world.records["phases"].iter().filter(|phase| phase["participation_method"] == "voting").collect();
    let phase = phases[random.below(phases.len())];
    let rows: Vec<&Value> =
        world.records["idea_phases"].iter().filter(|row| row["phase_id"] == phase["id"]).collect();
    let Some(row) = rows.get(random.below(rows.len())) else { return platform };
    let has_phase = !random.one_in(3);
    platform.add("baskets", json!({
        "id": ballot("baskets", number), "user_id": person(random.below(30)), "project_id": phase["project_id"],
        "phase_id": if has_phase { phase["id"].clone() } else { Value::Null },
        "submitted_at": (!random.one_in(3)).then(|| exact(number)), "created_at": exact(number), "updated_at": exact(number + 1),
    }));
    platform.add("basket_ideas", json!({
        "id": ballot("basket_ideas", number), "basket_id": ballot("baskets", number), "idea_id": row["idea_id"],
        "votes": 1 + random.below(9), "created_at": exact(number), "updated_at": exact(number),
    }));
    platform
}

/// The tombstone of a record that nothing refers to.
fn deletion(world: &World, random: &mut Random) -> Platform {
    let mut platform = Platform::empty();
    let plural = random.choose(LEAVES);
    let records = &world.records[plural];
    if let Some(record) = records.get(random.below(records.len())) {
        let id = record["id"].as_str().unwrap();
        let at = exact(random.below(40));
        platform.add("deleted_items", fixture_ballots::tombstone(id, rules(plural).deleted_type, &at));
    }
    platform
}

/// What is imported by a random step, and what it is.
fn step(world: &World, random: &mut Random) -> (&'static str, Platform) {
    let statuses = ["draft", "published", "archived"].map(Value::from);
    match random.below(9) {
        0 => {
            let visible_to = any(random, &["public", "groups", "admins"].map(Value::from));
            let values = [("publication_status", any(random, &statuses)), ("visible_to", visible_to)];
            ("the visibility of a project", changed(world, "projects", random, &values))
        }
        1 => {
            let status = any(random, &["draft", "submitted", "published"].map(Value::from));
            ("the status of an idea", changed(world, "ideas", random, &[("publication_status", status)]))
        }
        2 => {
            let status = any(random, &["deleted", "published"].map(Value::from));
            ("the status of a comment", changed(world, "comments", random, &[("publication_status", status)]))
        }
        3 | 4 => {
            let end = any(random, &[Value::Null, json!("2025-03-01"), json!("2099-12-31")]);
            ("the end of a phase", changed(world, "phases", random, &[("end_at", end)]))
        }
        5 => ("a basket", new_basket(world, random)),
        6 => ("a deletion", deletion(world, random)),
        7 => {
            let mut platform = Platform::empty();
            fixture_people::add_user(&mut platform, random.below(fixture_people::PEOPLE));
            platform.records.get_mut("users").unwrap()[0]["created_at"] = json!(exact(random.below(40)));
            ("a user", platform)
        }
        _ => {
            let at = json!(exact(random.below(40)));
            let status = any(random, &statuses);
            if random.one_in(2) {
                ("a folder", changed(world, "project_folders", random, &[("publication_status", status)]))
            } else {
                ("a reaction", changed(world, "reactions", random, &[("created_at", at)]))
            }
        }
    }
}

/// Imports the platform if it is valid, and reads what the server has then.
fn apply(site: &Site, world: &mut World, platform: &Platform) -> bool {
    let directory = tempfile::tempdir().unwrap();
    platform.write(directory.path());
    let output = site.data.run(&["import", directory.path().to_str().unwrap()]);
    if output.status.success() {
        world.note_deletions(platform);
        world.note_import(platform);
    }
    site.wait();
    world.refresh(site);
    output.status.success()
}

#[test]
fn each_level_lists_exactly_what_it_may_see_after_random_changes() {
    let seed = seed();
    let steps = number("FOLKMOOT_TEST_STEPS").map_or(STEPS, |steps| usize::try_from(steps).unwrap());
    let (mut site, mut world) = fixture(&[]);
    let mut random = Random(seed);
    // Learned before the first change, which may delete the only record that shows a person's pseudonym.
    let mut pseudonyms =
        LEVELS.map(|level| Check::with(&site, &world, site.client(level), Pseudonyms::default()).pseudonyms);
    let mut history = Vec::new();
    let mut imported = 0;
    for position in 0..steps {
        let (what, platform) = step(&world, &mut random);
        let is_applied = apply(&site, &mut world, &platform);
        imported += usize::from(is_applied);
        history.push(format!("{what}, applied: {is_applied}: {:?}", platform.records));
        if position % 6 == 5 {
            history.push("a restart".to_owned());
            site.restart(&[]);
        }
        for (level, known) in LEVELS.into_iter().zip(&mut pseudonyms) {
            let mut check = Check::with(&site, &world, site.client(level), known.clone());
            check.lists();
            let Check { faults, pseudonyms, .. } = check;
            *known = pseudonyms;
            if !faults.is_empty() {
                eprintln!("seed {seed}, after:\n{}", history.join("\n"));
            }
            assert_none(&faults);
        }
    }
    assert!(imported * 2 > steps, "most changes were rejected");
}
