//! A platform with a person whose every personal value is recognisable.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Output, Stdio};

use serde_json::{Value, json};

use crate::support::Data;
use crate::support::fixture::{Platform, id, resource};

pub const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";
/// The number of records of each resource.
pub const COUNT: usize = 3;
/// The position of the person who is erased.
pub const PERSON: usize = 1;
pub const EMAIL: &str = "Quillon.Vantreight@canary-mailbox.example";

/// The personal values of the record of the person.
pub const CANARIES: &[&str] = &[
    "Quillon.Vantreight@canary-mailbox.example",
    "canary-slug-4c1f",
    "Quillonfirstcanary",
    "Vantreightlastcanary",
    "Canarybiography of a gardener",
    "canaryanswer-5817",
];
/// Words of what the person wrote.
pub const TEXT_CANARIES: &[&str] = &[
    "Canarytitle",
    "canarybody",
    "canaryidea-slug",
    "canarystreet",
    "canarysurveyanswer",
    "canarycomment",
    "canaryimage",
];

/// A platform with the person, and its database.
pub struct Scenario {
    pub data: Data,
    pub platform: Platform,
}

impl Scenario {
    /// A new one over the database of the tests.
    pub fn new() -> Self {
        Self::over(Data::new())
    }

    pub fn over(data: Data) -> Self {
        let platform = platform();
        Self { data: data.filled(&platform), platform }
    }

    /// Runs `folkmoot people` with the email address of the person on standard input.
    pub fn people(&self, arguments: &[&str]) -> Output {
        self.people_with(EMAIL, arguments)
    }

    /// Runs `folkmoot people` with a text on standard input.
    pub fn people_with(&self, input: &str, arguments: &[&str]) -> Output {
        let mut command = self.data.command();
        command.arg("people").args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().unwrap();
        process.stdin.take().unwrap().write_all(format!("{input}\n").as_bytes()).unwrap();
        process.wait_with_output().unwrap()
    }

    /// Erases the person. Returns the report.
    #[track_caller]
    pub fn erase(&self, arguments: &[&str]) -> Value {
        let output = self.people(&[&["erase", "-", "--json"], arguments].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(!String::from_utf8_lossy(&output.stderr).contains("warning"));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// Imports the platform again as it was before. Returns the warnings.
    #[track_caller]
    pub fn import_again(&self) -> String {
        let directory = tempfile::tempdir().unwrap();
        self.platform.write(directory.path());
        let output = self.data.run(&["import", directory.path().to_str().unwrap()]);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{stderr}");
        stderr
    }
}

impl Drop for Scenario {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(list_beside(&self.data));
    }
}

/// The copy of the list of erased people beside the data folder.
pub fn list_beside(data: &Data) -> PathBuf {
    let folder = data.path().canonicalize().unwrap();
    let name = format!("{}.erased-people.ndjson", folder.file_name().unwrap().to_str().unwrap());
    folder.with_file_name(name)
}

/// The id of the person.
pub fn person() -> String {
    id("users", PERSON)
}

/// Every resource has [`COUNT`] records. The n-th records refer to the n-th person.
fn platform() -> Platform {
    let mut platform = Platform::full(COUNT, CREATED_AT);
    let mut set = |plural: &str, fields: Value| {
        let record = &mut platform.records.get_mut(plural).unwrap()[PERSON];
        for (name, value) in fields.as_object().unwrap() {
            record[name] = value.clone();
        }
    };
    set(
        "users",
        json!({
            "email": EMAIL,
            "slug": "canary-slug-4c1f",
            "first_name": "Quillonfirstcanary",
            "last_name": "Vantreightlastcanary",
            "bio_multiloc": { "en": "<p>Canarybiography of a gardener</p>" },
            "custom_field_values": { "question": "canaryanswer-5817" },
        }),
    );
    set(
        "ideas",
        json!({
            "title_multiloc": { "en": "Canarytitle of an idea" },
            "body_multiloc": { "en": "<p>Some canarybody text</p>" },
            "slug": "canaryidea-slug",
            "location_description": "canarystreet 7",
            "custom_field_values": { "question": "canarysurveyanswer" },
            "images": [{ "small": "https://images.example/canaryimage.png" }],
        }),
    );
    set("comments", json!({ "body_multiloc": { "en": "<p>A canarycomment</p>" } }));
    set("email_campaigns", json!({ "reply_to": EMAIL.to_lowercase() }));
    let voting = json!({ "participation_method": "voting", "voting_method": "multiple_voting", "end_at": "2025-03-31" });
    for phase in platform.records.get_mut("phases").unwrap() {
        for (name, value) in voting.as_object().unwrap() {
            phase[name] = value.clone();
        }
    }
    // Two people vote in one phase, and both are erased in a test.
    let mut baskets = platform.records["baskets"].clone();
    baskets[2]["phase_id"] = json!(id("phases", PERSON));
    baskets[2].as_object_mut().unwrap().remove("project_id");
    platform.records.insert("baskets".to_owned(), baskets);
    assert!(resource("baskets").unique.iter().any(|set| set.contains(&"user_id")));
    platform
}
