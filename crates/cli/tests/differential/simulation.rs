//! A platform, its server and a client: executes steps and compares after each of them.

use reqwest::Method;
use serde_json::json;

use crate::differential::checks;
use crate::differential::platform::{CREATED_AT, base};
use crate::differential::steps::{self, Step};
use crate::differential::tags::Tags;
use crate::support::fixture::{Platform, id, record, resource};
use crate::support::random::Random;
use crate::support::{Caller, Data, eventually};

/// Even lists of few records are stored in files.
const SETTINGS: &[&str] = &["--record-file-records", "1"];

/// Removes all but the last entries of the change feed, as when they have expired.
const PRUNE: &str = "
BEGIN;
UPDATE change_horizon SET sequence = (SELECT MAX(sequence) - 200000 FROM changes)
  WHERE sequence < (SELECT MAX(sequence) - 200000 FROM changes);
DELETE FROM changes WHERE sequence <= (SELECT sequence FROM change_horizon)
  AND sequence NOT IN (SELECT MAX(sequence) FROM changes GROUP BY subject, hidden_by);
COMMIT;";

/// A platform and its server.
pub struct Simulation {
    /// The database.
    pub data: Data,
    /// A client of the server.
    pub caller: Caller,
    client: (String, String),
    /// Ids of files that were uploaded.
    uploaded: Vec<String>,
    /// The number of rejected imports, such as those that refer to deleted records.
    rejected: usize,
    imports: usize,
    tags: Tags,
}

/// Executes the steps on a new platform. Returns the first difference between the API and the model.
pub fn run(steps: &[Step], seed: u64) -> Result<(), String> {
    let data = Data::with(&base());
    let client = data.client();
    let caller = data.serve_with(SETTINGS).caller(&client.0, &client.1);
    let mut simulation = Simulation {
        data,
        caller,
        client,
        uploaded: Vec::new(),
        rejected: 0,
        imports: 0,
        tags: Tags::default(),
    };
    let mut random = Random(seed ^ 1);
    checks::compare(&simulation, &mut random)?;
    let mut are_stored_in_files = false;
    for (number, step) in steps.iter().enumerate() {
        simulation.execute(step);
        // Before and after the server has applied the changes.
        let mut compared = simulation.tags.compare(&simulation.caller, &mut random);
        simulation.wait_for_feed();
        compared = compared
            .and_then(|()| simulation.tags.compare(&simulation.caller, &mut random))
            .and_then(|()| Tags::compare_unchanged(&simulation.caller, &mut random))
            .and_then(|()| checks::compare(&simulation, &mut random));
        compared.map_err(|mismatch| format!("after step {number}, {step:?}: {mismatch}"))?;
        are_stored_in_files |= simulation.caller.server.metric("folkmoot_record_file_bytes") > 0;
    }
    assert!(are_stored_in_files || steps.len() < 10, "no records were stored in files");
    assert!(
        simulation.imports < 20 || simulation.rejected * 2 < simulation.imports,
        "most imports are rejected"
    );
    let Tags { unchanged, changed, .. } = simulation.tags;
    assert!(steps.len() < 10 || (unchanged > 20 && changed > 5), "{unchanged} unchanged, {changed} changed");
    Ok(())
}

impl Simulation {
    fn execute(&mut self, step: &Step) {
        if let Some(platform) = steps::platform(step) {
            self.imports += 1;
            self.rejected += usize::from(!self.import(&platform));
            return;
        }
        match step {
            Step::UploadFile(number) => self.upload(*number),
            Step::UpdateFile(number) => {
                let body = json!({ "file": { "category": "report", "description_multiloc": { "en": format!("Report {number}") } } });
                self.call_uploaded(&Method::PATCH, *number, Some(&body));
            }
            Step::DeleteFile(number) => {
                if let Some(id) = self.call_uploaded(&Method::DELETE, *number, None) {
                    self.uploaded.retain(|known| *known != id);
                }
            }
            Step::Restart | Step::Stop => {
                if matches!(step, Step::Stop) {
                    self.caller.server.terminate();
                    assert!(self.caller.server.wait().success());
                } else {
                    self.caller.server.kill();
                }
                self.caller = self.data.serve_with(SETTINGS).caller(&self.client.0, &self.client.1);
            }
            Step::Suspended(steps) => {
                self.caller.server.signal("-STOP");
                for step in steps {
                    self.execute(step);
                }
                self.caller.server.signal("-CONT");
            }
            Step::Overflow(entries) => {
                self.data.change_database(&self.feed_entries(*entries));
                self.data.change_database(PRUNE);
                let mut platform = Platform::empty();
                platform.add("areas", record(resource("areas"), 0, CREATED_AT));
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
        let response = request.json(&json!({ "file": file })).send();
        assert_eq!(response.status, 201, "{}", response.text);
        self.uploaded.push(response.json()["file"]["id"].as_str().unwrap().to_owned());
    }

    /// Sends a request to an uploaded file and returns its id; `None` if there are no uploaded files.
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

    /// SQL that inserts entries into the change feed for a row that did not change.
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

    /// Waits until the server has applied all entries of the change feed.
    fn wait_for_feed(&self) {
        let newest: u64 =
            self.data.table("SELECT MAX(sequence) FROM changes")[0][0].as_ref().unwrap().parse().unwrap();
        eventually("the server does not apply the change feed", || {
            self.caller.server.feed_sequence() >= newest
        });
    }
}
