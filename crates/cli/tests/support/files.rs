//! Uploading and downloading in tests.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::collections::BTreeSet;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use folkmoot_store::Store;
use reqwest::Method;
use serde_json::{Value, json};

use super::fixture::{Platform, id, record, resource};
use super::{Answer, Caller, Data};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";

/// A platform with two projects and no file.
pub fn platform() -> Platform {
    let mut platform = Platform::empty();
    for number in 0..2 {
        for plural in ["project_folders", "projects"] {
            platform.add(plural, record(resource(plural), number, CREATED_AT));
        }
    }
    platform
}

/// An upload with which all is well, with these fields instead of its own; a null leaves a field out.
pub fn upload_with(fields: &Value) -> Value {
    let mut file = json!({
        "name": "minutes.txt",
        "project_id": id("projects", 0),
        "content": STANDARD.encode("Minutes of the meeting."),
    });
    for (name, value) in fields.as_object().unwrap() {
        if value.is_null() {
            file.as_object_mut().unwrap().remove(name);
        } else {
            file[name] = value.clone();
        }
    }
    json!({ "file": file })
}

impl Caller {
    /// A call of a path under `/api/v2` with a JSON body.
    pub fn send(&self, method: Method, path: &str, body: impl Into<reqwest::blocking::Body>) -> Answer {
        let request = self.server.request(method, &format!("/api/v2{path}")).bearer_auth(&self.token);
        request.header("content-type", "application/json").body(body).send()
    }

    /// An upload with these fields.
    pub fn upload(&self, fields: &Value) -> Answer {
        self.send(Method::POST, "/files", upload_with(fields).to_string())
    }

    /// The record of an upload with which all is well.
    pub fn uploaded(&self, fields: &Value) -> Value {
        let answer = self.upload(fields);
        assert_eq!(answer.status, 201, "{}", answer.text);
        answer.json()["file"].clone()
    }

    /// Asks for a file's bytes with these headers.
    pub fn download(&self, url: &str, headers: &[(&str, &str)]) -> Answer {
        let path = url.strip_prefix(&self.server.address).unwrap();
        let request = self.server.request(Method::GET, path);
        headers.iter().fold(request, |request, (name, value)| request.header(name, value)).send()
    }
}

/// The names of all files in a folder.
pub fn names_in(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Records and bytes must be the same files: nothing is missing and nothing left behind. Bytes that another server could
/// still be taking in are left to a later sweep where servers share a database, which knows of them.
pub fn assert_level(data: &Data) {
    let records = Store::open(&data.database()).unwrap().files().all_blobs().unwrap();
    let known: BTreeSet<String> =
        records.iter().map(|(_, content)| content.as_ref().unwrap().id.to_string()).collect();
    let mut found = names_in(&data.path().join("files"));
    if !data.is_embedded() {
        let awaited = data.rows("SELECT blob FROM unreferenced_blobs WHERE uploading");
        let is_awaited = |name: &str| awaited.iter().any(|blob| name.starts_with(blob));
        found.retain(|name| known.contains(name) || !is_awaited(name));
    }
    assert_eq!(known, found);
}
