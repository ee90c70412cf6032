//! Random changes, restarts and new clients: after each, copies at all levels equal a walk of all lists.
//!
//! `FOLKMOOT_TEST_STEPS` sets the number of steps and `FOLKMOOT_TEST_SEED` their seed.

use reqwest::Method;
use serde_json::{Value, json};

use crate::changes::copy::DataCopy;
use crate::differential::platform::{BASE_RECORDS, base, renumber, timestamp};
use crate::differential::steps::{self, Step};
use crate::support::fixture::{Platform, id};
use crate::support::random::{Random, number, seed};
use crate::support::site::{AT, LEVELS, Site, changed};
use crate::support::{Data, eventually};

/// The default number of steps; `make test-long` takes hundreds.
const STEPS: usize = 16;
/// The resources of the client that may not read all.
const SOME: &[&str] = &["ideas", "comments", "idea_phases", "baskets", "users"];

/// A change of the platform.
#[derive(Debug)]
enum Change {
    /// A step of the comparison of lists.
    Step(Step),
    /// A vote that runs, has ended, or has no end.
    Vote(usize, Option<&'static str>),
    /// Ballots, some of which are not submitted.
    Ballots(usize),
    /// Who sees a project.
    Visibility(usize, &'static str, &'static str),
    /// The status of an idea.
    IdeaStatus(usize, &'static str),
    /// Many ideas at once.
    Many(usize, usize),
    /// The erasure of a person.
    Erase(usize),
    /// Another level of a client.
    Level(usize, &'static str),
}

fn random_change(random: &mut Random) -> Change {
    match random.below(16) {
        0..=6 => Change::Step(step(random)),
        7 | 8 => Change::Vote(
            random.below(BASE_RECORDS),
            [None, Some("2025-04-01"), Some("2099-12-31")][random.below(3)],
        ),
        9 | 10 => Change::Ballots(random.below(1_000)),
        11 => Change::Visibility(
            random.below(BASE_RECORDS),
            random.choose(&["draft", "published", "archived"]),
            random.choose(&["public", "groups", "admins"]),
        ),
        12 => Change::IdeaStatus(random.below(40), random.choose(&["draft", "submitted", "published"])),
        13 => Change::Many(random.below(3), 20 + random.below(150)),
        14 => Change::Erase(random.below(40)),
        _ => Change::Level(random.below(4), LEVELS[random.below(4)]),
    }
}

fn step(random: &mut Random) -> Step {
    loop {
        match steps::random_step(random) {
            // Entries without a change, which no program writes.
            Step::Overflow(_) | Step::Suspended(_) => {}
            step => return step,
        }
    }
}

struct Simulation {
    site: Site,
    copies: Vec<DataCopy>,
    /// Ids of files that were uploaded.
    uploaded: Vec<String>,
    rejected: usize,
}

impl Simulation {
    fn new() -> Self {
        let site = Site::new(&base());
        let clients = LEVELS.map(|level| (level, None)).into_iter().chain([("pseudonymous", Some(SOME))]);
        let clients: Vec<_> = clients.map(|(level, resources)| site.client(level, resources)).collect();
        site.server.wait_for_changes();
        let locales = ["en", "nl-BE", "fr-BE", "en", "en"];
        let copies = clients.into_iter().zip(locales);
        let copies = copies.map(|(client, locale)| DataCopy::new(&site, client, locale)).collect();
        Self { site, copies, uploaded: Vec::new(), rejected: 0 }
    }

    fn execute(&mut self, change: &Change) {
        match change {
            Change::Step(step) => self.step(step),
            Change::Vote(number, end) => self.import_one(
                "phases",
                changed(
                    "phases",
                    *number,
                    &[
                        ("participation_method", json!("voting")),
                        ("voting_method", json!("budgeting")),
                        ("end_at", json!(end)),
                    ],
                ),
            ),
            Change::Ballots(number) => self.ballots(*number),
            Change::Visibility(number, status, visible_to) => {
                let values = [("publication_status", json!(status)), ("visible_to", json!(visible_to))];
                self.import_one("projects", changed("projects", *number, &values));
            }
            Change::IdeaStatus(number, status) => {
                let mut idea =
                    changed("ideas", number % BASE_RECORDS, &[("publication_status", json!(status))]);
                renumber(&mut idea, "ideas", *number);
                self.import_one("ideas", idea);
            }
            Change::Many(first, count) => {
                let step = Step::ImportMany { first: 2_000 + first * 100, count: *count, time: *first };
                self.step(&step);
            }
            Change::Erase(number) => self.erase(*number),
            Change::Level(number, level) => {
                let copy = &mut self.copies[*number];
                (*level).clone_into(&mut copy.client.level);
                self.site.run(&["clients", "update", &copy.client.id, "--access", level]);
            }
        }
    }

    fn step(&mut self, step: &Step) {
        if let Some(platform) = steps::platform(step) {
            self.import(&platform);
            return;
        }
        match step {
            Step::UploadFile(number) => {
                let file = json!({ "name": format!("file-{number}.txt"), "project_id": id("projects", number % 6), "content": "Tm90ZXM=" });
                let response = self.write(Method::POST, "/files", Some(&json!({ "file": file })));
                self.uploaded.extend(response["file"]["id"].as_str().map(str::to_owned));
            }
            Step::UpdateFile(number) | Step::DeleteFile(number) => {
                let position = number % self.uploaded.len().max(1);
                let Some(file) = self.uploaded.get(position).cloned() else { return };
                if matches!(step, Step::DeleteFile(_)) {
                    self.uploaded.remove(position);
                    self.write(Method::DELETE, &format!("/files/{file}"), None);
                } else {
                    let body = json!({ "file": { "category": "report", "description_multiloc": { "en": format!("Report {number}") } } });
                    self.write(Method::PATCH, &format!("/files/{file}"), Some(&body));
                }
            }
            Step::Restart => {
                self.site.server.kill();
                self.site.server = self.site.data.serve_with(&[]);
            }
            _ => {}
        }
    }

    /// Writes with a new client of the level full.
    fn write(&self, method: Method, path: &str, body: Option<&Value>) -> Value {
        let client = self.site.client("full", None);
        self.site.server.wait_for_changes();
        let request = self.site.server.request(method, &format!("/api/v2{path}")).bearer_auth(&client.token);
        let request = if let Some(body) = body { request.json(body) } else { request };
        let response = request.send();
        // A file, or its project, may have been deleted by an import.
        assert!([200, 201, 204, 404, 422].contains(&response.status), "{}", response.text);
        serde_json::from_str(&response.text).unwrap_or_default()
    }

    fn ballots(&mut self, number: usize) {
        let phase = number % BASE_RECORDS;
        let mut platform = Platform::empty();
        let has_phase = !number.is_multiple_of(3);
        platform.add("baskets", json!({
            "id": id("baskets", 500 + number), "user_id": id("users", number % 40), "project_id": id("projects", phase),
            "phase_id": has_phase.then(|| id("phases", phase)), "created_at": AT, "updated_at": timestamp(number % 15),
            "submitted_at": (!number.is_multiple_of(4)).then_some(AT),
        }));
        for vote in 0..=number % 3 {
            platform.add("basket_ideas", json!({
                "id": id("basket_ideas", 500 + number * 3 + vote), "basket_id": id("baskets", 500 + number),
                "idea_id": id("ideas", (number + vote) % 40), "votes": 1 + vote, "created_at": AT, "updated_at": AT,
            }));
        }
        self.import(&platform);
    }

    fn erase(&mut self, number: usize) {
        let person = id("users", number);
        let output = self.site.data.run(&["people", "erase", &person]);
        if !output.status.success() {
            self.rejected += 1;
            return;
        }
        self.release();
    }

    /// Ends the day, after which readers below the level full get the changes that were deferred.
    fn release(&mut self) {
        let are_released =
            |data: &Data| data.table("SELECT COUNT(*) FROM deferred_changes")[0][0].as_deref() == Some("0");
        if are_released(&self.site.data) {
            return;
        }
        self.site.data.change_database("UPDATE deferred_changes SET released_on = '2020-01-01'");
        // A server looks for it when it starts.
        self.step(&Step::Restart);
        eventually("the deferred changes are not released", || are_released(&self.site.data));
    }

    fn import_one(&mut self, plural: &str, record: Value) {
        let mut platform = Platform::empty();
        platform.add(plural, record);
        self.import(&platform);
    }

    fn import(&mut self, platform: &Platform) {
        let directory = tempfile::tempdir().unwrap();
        platform.write(directory.path());
        let output = self.site.data.run(&["import", directory.path().to_str().unwrap()]);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&output.stderr));
        self.rejected += usize::from(!output.status.success());
        // What readers below the level full get on the next day.
        self.release();
    }

    /// Applies the changes to all copies, first some pages while the server follows the change feed.
    fn synchronise(&mut self, random: &mut Random) -> Result<(), String> {
        let Self { site, copies, .. } = self;
        for copy in copies.iter_mut() {
            if random.one_in(2) {
                let pages = 1 + random.below(3);
                copy.apply_pages(site, random, pages)?;
            }
        }
        site.server.wait_for_changes();
        for copy in copies.iter_mut() {
            let applied = copy.apply_pages(site, random, usize::MAX).and_then(|is_complete| {
                if is_complete { copy.compare(site) } else { Err("there are always more changes".to_owned()) }
            });
            if let Err(error) = applied {
                return Err(format!("{} {:?}: {error}", copy.client.level, copy.client.resources));
            }
        }
        Ok(())
    }
}

#[test]
fn copies_at_all_levels_equal_the_lists_after_random_changes() {
    let count = number("FOLKMOOT_TEST_STEPS").map_or(STEPS, |steps| usize::try_from(steps).unwrap());
    let seed = seed();
    let mut random = Random(seed);
    let mut simulation = Simulation::new();
    let mut history = Vec::new();
    for _ in 0..count {
        let change = random_change(&mut random);
        simulation.execute(&change);
        history.push(format!("{change:?}"));
        // Several changes between two polls.
        if random.one_in(3) {
            simulation.site.server.wait_for_changes();
            let Simulation { site, copies, .. } = &mut simulation;
            for copy in copies {
                copy.look(site);
            }
            continue;
        }
        if let Err(error) = simulation.synchronise(&mut random) {
            panic!("seed {seed}: {error}\nafter:\n{}", history.join("\n"));
        }
    }
    assert!(count < 20 || simulation.rejected * 2 < count, "most changes were rejected");
    let restarts: usize = simulation.copies.iter().map(|copy| copy.restarts).sum();
    eprintln!("{} rejected changes, {restarts} expired cursors", simulation.rejected);
}
