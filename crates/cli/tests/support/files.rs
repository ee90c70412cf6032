//! Uploads and downloads.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use folkmoot_store::Store;
use reqwest::Method;
use serde_json::{Value, json};

use super::fixture::{Platform, id, record, resource};
use super::{Caller, Data, Response};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";

/// A platform with two projects and no files.
pub fn platform() -> Platform {
    let mut platform = Platform::empty();
    for number in 0..2 {
        for plural in ["project_folders", "projects"] {
            platform.add(plural, record(resource(plural), number, CREATED_AT));
        }
    }
    platform
}

/// The body of a valid upload with these fields changed; `null` removes a field.
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
    /// Sends a JSON body to a path under `/api/v2`.
    pub fn send(&self, method: Method, path: &str, body: impl Into<reqwest::blocking::Body>) -> Response {
        let request = self.server.request(method, &format!("/api/v2{path}")).bearer_auth(&self.token);
        request.header("content-type", "application/json").body(body).send()
    }

    /// Uploads a file with these fields.
    pub fn upload(&self, fields: &Value) -> Response {
        self.send(Method::POST, "/files", upload_with(fields).to_string())
    }

    /// Uploads a file with these fields and returns its record. Fails if the upload is rejected.
    pub fn uploaded(&self, fields: &Value) -> Value {
        let response = self.upload(fields);
        assert_eq!(response.status, 201, "{}", response.text);
        response.json()["file"].clone()
    }

    /// Downloads a file with these request headers.
    pub fn download(&self, url: &str, headers: &[(&str, &str)]) -> Response {
        let path = url.strip_prefix(&self.server.url).unwrap();
        let request = self.server.request(Method::GET, path);
        headers.iter().fold(request, |request, (name, value)| request.header(name, value)).send()
    }
}

/// The names of the files in a directory.
pub fn names_in(directory: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(directory).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Fails unless each record has its blob and each blob its record. In PostgreSQL, where another server may still be
/// receiving an upload, blobs that the database lists as uploading are ignored; a later garbage collection deletes them.
pub fn assert_blobs_match_records(data: &Data) {
    let records = Store::open(&data.database()).unwrap().files().all_blobs().unwrap();
    let known: BTreeSet<String> =
        records.iter().map(|(_, content)| content.as_ref().unwrap().id.to_string()).collect();
    let mut found = names_in(&data.path().join("files"));
    if !data.is_embedded() {
        let uploading = data.rows("SELECT blob FROM unreferenced_blobs WHERE uploading");
        let is_uploading = |name: &str| uploading.iter().any(|blob| name.starts_with(blob));
        found.retain(|name| known.contains(name) || !is_uploading(name));
    }
    assert_eq!(known, found);
}
