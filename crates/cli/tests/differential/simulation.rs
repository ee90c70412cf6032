//! A platform, its server and a client: taking steps and comparing after each.

use reqwest::Method;
use serde_json::json;

use crate::checks;
use crate::platform::base;
use crate::steps::{self, Step};
use crate::support::random::Random;
use crate::support::fixture::{Platform, id, record, resource};
use crate::support::{Caller, Data, eventually};

/// A platform and its server.
pub struct World {
    /// The database.
    pub data: Data,
    /// A client of the server.
    pub caller: Caller,
    client: (String, String),
    /// Ids of files that were uploaded.
    uploaded: Vec<String>,
    /// How many imports were refused, as those are that refer to records which are gone.
    refused: usize,
    imports: usize,
}

/// Takes the steps on a platform of its own; after each of them the API must equal the model.
pub fn run(steps: &[Step], seed: u64) -> Result<(), String> {
    let data = Data::with(&base());
    let client = data.client();
    let caller = data.serve_with(&[]).caller(&client.0, &client.1);
    let mut world = World { data, caller, client, uploaded: Vec::new(), refused: 0, imports: 0 };
    let mut chance = Random(seed ^ 1);
    checks::compare(&world, &mut chance)?;
    for (number, step) in steps.iter().enumerate() {
        world.take(step);
        world.wait_for_feed();
        checks::compare(&world, &mut chance)
            .map_err(|mismatch| format!("after step {number}, {step:?}: {mismatch}"))?;
    }
    assert!(world.imports < 20 || world.refused * 2 < world.imports, "most imports are refused");
    Ok(())
}

impl World {
    fn take(&mut self, step: &Step) {
        if let Some(platform) = steps::platform(step) {
            self.imports += 1;
            self.refused += usize::from(!self.import(&platform));
            return;
        }
        match step {
            Step::Upload(number) => self.upload(*number),
            Step::Describe(number) => {
                let body = json!({ "file": { "category": "report", "description_multiloc": { "en": format!("Report {number}") } } });
                self.call_uploaded(&Method::PATCH, *number, Some(&body));
            }
            Step::Remove(number) => {
                if let Some(id) = self.call_uploaded(&Method::DELETE, *number, None) {
                    self.uploaded.retain(|known| *known != id);
                }
            }
            Step::Restart => {
                self.caller.server.kill();
                self.caller = self.data.serve_with(&[]).caller(&self.client.0, &self.client.1);
            }
            Step::Suspended(steps) => {
                self.caller.server.signal("-STOP");
                for step in steps {
                    self.take(step);
                }
                self.caller.server.signal("-CONT");
            }
            Step::Overflow(entries) => {
                self.data.change_database(&self.feed_entries(*entries));
                let mut platform = Platform::empty();
                platform.add("areas", record(resource("areas"), 0, crate::platform::BASE));
                self.import(&platform);
            }
            _ => {}
        }
    }

    fn import(&self, platform: &Platform) -> bool {
        let directory = tempfile::tempdir().unwrap();
        platform.write(directory.path());
        let output = self.data.run(&["import", directory.path().to_str().unwrap()]);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&output.stderr));
        output.status.success()
    }

    fn upload(&mut self, number: usize) {
        let file = json!({
            "name": format!("file-{number}.txt"), "project_id": id("projects", number % 6), "content": "Tm90ZXMgb2YgdGhlIG1lZXRpbmcu",
        });
        let request =
            self.caller.server.request(Method::POST, "/api/v2/files").bearer_auth(&self.caller.token);
        let answer = request.json(&json!({ "file": file })).send();
        assert_eq!(answer.status, 201, "{}", answer.text);
        self.uploaded.push(answer.json()["file"]["id"].as_str().unwrap().to_owned());
    }

    /// Calls a file that was uploaded, if there is one; its id.
    fn call_uploaded(
        &self,
        method: &Method,
        number: usize,
        body: Option<&serde_json::Value>,
    ) -> Option<String> {
        let id = self.uploaded.get(number % self.uploaded.len().max(1))?.clone();
        let request = self
            .caller
            .server
            .request(method.clone(), &format!("/api/v2/files/{id}"))
            .bearer_auth(&self.caller.token);
        let request = if let Some(body) = body { request.json(body) } else { request };
        let status = request.send().status;
        assert!(status == 200 || status == 204, "{method} of a file: {status}");
        Some(id)
    }

    /// Entries of the feed that ask to look again at a row which did not change.
    fn feed_entries(&self, count: usize) -> String {
        let (numbers, now) = if self.data.is_embedded() {
            (
                format!(
                    "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {count})"
                ),
                "1",
            )
        } else {
            (format!("WITH numbers (n) AS (SELECT generate_series(1, {count}))"), "now()")
        };
        let insert = "INSERT INTO changes (subject, record, happened_at)";
        if self.data.is_embedded() {
            format!("{insert} {numbers} SELECT 'areas', 1, {now} FROM numbers")
        } else {
            format!("{numbers} {insert} SELECT 'areas', 1, {now} FROM numbers")
        }
    }

    /// Waits until the server has applied all that was written.
    fn wait_for_feed(&self) {
        let newest: u64 =
            self.data.table("SELECT MAX(sequence) FROM changes")[0][0].as_ref().unwrap().parse().unwrap();
        eventually("the server does not apply the change feed", || {
            self.caller.server.feed_sequence() >= newest
        });
    }
}
