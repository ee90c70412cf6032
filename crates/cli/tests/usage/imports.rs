//! Imports of uploaded files, and the record of all imports.

use std::io::{self, Read, Write as _};
use std::sync::mpsc::{Receiver, channel};

use flate2::Compression;
use flate2::write::GzEncoder;
use folkmoot_import::Mode;
use folkmoot_import::recorded::RecordedImport;
use folkmoot_store::Store;
use folkmoot_store::audit_log::Actor;
use folkmoot_store::imports::ImportSource;
use reqwest::Method;
use reqwest::blocking::Body;
use serde_json::{Value, json};

use super::Console;
use crate::import::cancellation::{areas, assert_cancelled, start};
use crate::support::fixture::{Platform, id, record, resource};
use crate::support::{Data, Response, eventually, files};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";
const BOUNDARY: &str = "limit-of-parts";

/// A file of an upload: its name and its bytes.
type File = (&'static str, Vec<u8>);

fn lines(records: &[Value]) -> Vec<u8> {
    records.iter().flat_map(|record| format!("{record}\n").into_bytes()).collect()
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn form(files: &[File]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, bytes) in files {
        let disposition = format!("Content-Disposition: form-data; name=\"files\"; filename=\"{name}\"");
        body.extend(format!("--{BOUNDARY}\r\n{disposition}\r\n\r\n").into_bytes());
        body.extend(bytes);
        body.extend(b"\r\n");
    }
    body.extend(format!("--{BOUNDARY}--\r\n").into_bytes());
    body
}

impl Console {
    fn post_import(&self, dry_run: bool, body: impl Into<Body>) -> reqwest::Result<Response> {
        self.post_import_with(&format!("dry_run={dry_run}"), body)
    }

    fn post_import_with(&self, query: &str, body: impl Into<Body>) -> reqwest::Result<Response> {
        let request = self.request(Method::POST, &format!("/imports?{query}"));
        let content_type = format!("multipart/form-data; boundary={BOUNDARY}");
        request.header("content-type", &content_type).body(body).try_send()
    }

    /// Uploads files and waits for the end of their import.
    #[track_caller]
    fn import(&self, dry_run: bool, files: &[File]) -> Value {
        self.import_with(&format!("dry_run={dry_run}"), files)
    }

    #[track_caller]
    fn import_with(&self, query: &str, files: &[File]) -> Value {
        let started = self.post_import_with(query, form(files)).unwrap();
        assert_eq!(started.status, 202, "{}", started.text);
        let id = started.json()["import"]["id"].as_str().unwrap().to_owned();
        let mut import = Value::Null;
        eventually("the import does not end", || {
            import = self.get(&format!("/imports/{id}"))["import"].clone();
            import["state"] != "running"
        });
        import
    }

    fn areas(&self) -> u64 {
        self.server.wait_for_changes();
        let data = self.get("/data");
        let areas = data["resources"].as_array().unwrap().iter().find(|entry| entry["resource"] == "areas");
        areas.unwrap()["records"].as_u64().unwrap()
    }
}

fn area(number: usize) -> Value {
    record(resource("areas"), number, CREATED_AT)
}

/// The files in the folder of uploads.
fn uploads(data: &Data) -> usize {
    std::fs::read_dir(data.path().join("imports")).map_or(0, Iterator::count)
}

#[test]
fn uploaded_files_are_imported_and_a_dry_run_changes_nothing() {
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let console = Console::start(&data, &[]);
    let files = [("areas.ndjson.gz", compressed(&lines(&[area(0), area(1), area(2)])))];
    let checked = console.import(true, &files);
    assert_eq!((&checked["state"], &checked["dry_run"]), (&json!("succeeded"), &json!(true)), "{checked}");
    assert_eq!((&checked["resources"][0]["inserted"], console.areas()), (&json!(2), 1));
    let imported = console.import(false, &files);
    assert_eq!(imported["state"], "succeeded", "{imported}");
    assert_eq!(imported["files"], json!(["areas.ndjson.gz"]));
    assert_eq!((&imported["source"], &imported["actor_name"]), (&json!("console"), &json!("Ann Example")));
    eventually("the records are not listed", || console.areas() == 3);
    eventually("the uploaded files remain", || uploads(&data) == 0);
    let imports = console.get("/imports");
    assert_eq!(imports["meta"]["total"], 3, "two uploads and the import of the fixture");
    assert_eq!(imports["imports"][0]["id"], imported["id"]);
    assert_eq!(imports["imports"][2]["source"], "command-line");
    let audit = console.get("/audit?action=imports.create");
    assert_eq!(audit["entries"].as_array().unwrap().len(), 3);
}

#[test]
fn an_uploaded_platform_removes_a_locale_only_if_the_request_says_so() {
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let console = Console::start(&data, &[]);
    let mut about = Platform::empty().about;
    let removed = about["locales"].as_array_mut().unwrap().pop().unwrap();
    let files = [("platform.json", about.to_string().into_bytes())];
    for query in ["dry_run=true", "dry_run=false", "dry_run=false&remove_locales=false"] {
        let import = console.import_with(query, &files);
        assert_eq!((&import["state"], &import["error_count"]), (&json!("failed"), &json!(1)), "{import}");
        let error = &import["errors"][0];
        assert_eq!(
            (&error["file"], &error["field"]),
            (&json!("platform.json"), &json!("locales")),
            "{import}"
        );
        let expected = error["expected"].as_str().unwrap();
        assert!(expected.contains(removed.as_str().unwrap()) && expected.contains("/changes"), "{expected}");
    }
    let import = console.import_with("dry_run=false&remove_locales=true", &files);
    assert_eq!(import["state"], "succeeded", "{import}");
    assert!(import["warnings"][0].as_str().unwrap().contains("removes locales of the platform"), "{import}");
    let audit = console.get("/audit?action=imports.create");
    let change = json!({ "field": "remove_locales", "from": null, "to": true });
    assert!(audit["entries"][0]["changes"].as_array().unwrap().contains(&change), "{audit}");
}

#[test]
fn errors_name_file_and_line_and_contain_no_values() {
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let console = Console::start(&data, &[]);
    let mut user = record(resource("users"), 7, CREATED_AT);
    user["status"] = json!("Quokka");
    user["email"] = json!(12);
    let mut with_path = record(resource("files"), 0, CREATED_AT);
    with_path.as_object_mut().unwrap().remove("content");
    with_path["path"] = json!("minutes-of-numbat.txt");
    let files = [
        ("users.ndjson", lines(&[record(resource("users"), 0, CREATED_AT), user])),
        ("files.ndjson", lines(&[with_path])),
        ("ideas.ndjson", b"Numbat\n".to_vec()),
    ];
    let import = console.import(false, &files);
    assert_eq!((&import["state"], &import["error_count"]), (&json!("failed"), &json!(4)), "{import}");
    let errors = import["errors"].as_array().unwrap();
    let at = |file: &str, line: u64| {
        let error = errors.iter().find(|error| error["file"] == file && error["line"] == line);
        error.unwrap_or_else(|| panic!("no error in {file}:{line}: {errors:?}"))
    };
    assert_eq!(at("ideas.ndjson", 1)["field"], Value::Null);
    assert_eq!(at("users.ndjson", 2)["found"], "a number");
    let path = at("files.ndjson", 1);
    assert!(path["expected"].as_str().unwrap().contains("Base64"), "{path}");
    let text = import.to_string().to_lowercase();
    assert!(!text.contains("quokka") && !text.contains("numbat"), "{text}");
    console.stop();
    let stored = format!("{:?}", data.table("SELECT report FROM imports")).to_lowercase();
    assert!(!stored.contains("quokka") && !stored.contains("numbat"), "{stored}");
}

#[test]
fn what_is_not_an_import_is_refused_and_leaves_nothing() {
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let console = Console::start(&data, &["--import-limit-megabytes", "1"]);
    let refused = |files: &[File]| {
        let response = console.post_import(false, form(files)).unwrap();
        (response.status, response.problem())
    };
    let invalid = (422, "invalid-parameters".to_owned());
    assert_eq!(refused(&[]), invalid);
    assert_eq!(refused(&[("../areas.ndjson", Vec::new())]), invalid);
    assert_eq!(refused(&[("passwords.txt", Vec::new())]), invalid);
    let twice = [("areas.ndjson", Vec::new()), ("areas.ndjson.gz", Vec::new())];
    assert_eq!(refused(&twice), invalid);
    let large = [("areas.ndjson", vec![b' '; 1_100_000])];
    assert_eq!(refused(&large), (413, "body-too-large".to_owned()));
    assert_eq!(uploads(&data), 0);
    let imports = console.get("/imports");
    assert_eq!(imports["meta"]["total"], 1, "the import of the fixture");
    assert_eq!(console.import(false, &[("areas.ndjson", lines(&[area(2)]))])["state"], "succeeded");
}

/// A body whose end is sent when the channel allows it. It fails if the sender was dropped.
struct PausedBody {
    start: io::Cursor<Vec<u8>>,
    resume: Receiver<Vec<u8>>,
    end: Option<io::Cursor<Vec<u8>>>,
}

impl Read for PausedBody {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.start.read(buffer)? {
            0 => {}
            read => return Ok(read),
        }
        if self.end.is_none() {
            self.end = Some(io::Cursor::new(self.resume.recv().map_err(io::Error::other)?));
        }
        self.end.as_mut().unwrap().read(buffer)
    }
}

/// Uploads an area; between the halves of the body, this is done with the id of the import.
fn uploaded_while(console: &Console, meanwhile: impl FnOnce(&str)) -> Response {
    let body = form(&[("areas.ndjson", lines(&[area(2)]))]);
    let (start, end) = body.split_at(body.len() / 2);
    std::thread::scope(|scope| {
        let (resume, paused) = channel();
        let body = PausedBody { start: io::Cursor::new(start.to_vec()), resume: paused, end: None };
        let upload = scope.spawn(|| console.post_import(false, Body::new(body)).unwrap());
        let newest = || console.get("/imports")["imports"][0].clone();
        eventually("the upload does not begin", || {
            newest()["state"] == "running" && newest()["progress"]["stage"] == "upload"
        });
        meanwhile(newest()["id"].as_str().unwrap());
        resume.send(end.to_vec()).unwrap();
        upload.join().unwrap()
    })
}

#[test]
fn of_two_administrators_at_once_one_gets_409() {
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let console = Console::start(&data, &[]);
    let first = uploaded_while(&console, |_| {
        let second = console.post_import(true, form(&[("areas.ndjson", lines(&[area(3)]))])).unwrap();
        assert_eq!((second.status, second.problem().as_str()), (409, "import-running"));
    });
    assert_eq!(first.status, 202);
    eventually("the import does not end", || console.areas() == 2);
}

#[test]
fn an_upload_that_breaks_off_leaves_nothing() {
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let console = Console::start(&data, &[]);
    let body = form(&[("areas.ndjson", lines(&[area(2)]))]);
    std::thread::scope(|scope| {
        let (resume, paused) = channel();
        let start = io::Cursor::new(body[..body.len() / 2].to_vec());
        let body = PausedBody { start, resume: paused, end: None };
        let upload = scope.spawn(|| console.post_import(false, Body::new(body)));
        eventually("the upload does not begin", || uploads(&data) == 1);
        drop(resume);
        let _ = upload.join().unwrap();
    });
    eventually("the import remains", || console.get("/imports")["meta"]["total"] == 1 && uploads(&data) == 0);
    assert_eq!(console.import(false, &[("areas.ndjson", lines(&[area(2)]))])["state"], "succeeded");
}

#[test]
fn an_import_of_a_killed_server_fails_at_the_next_start() {
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let actor = Actor { kind: "admin-key".into(), id: "7".into(), name: "Ann".into(), address: None };
    let now = jiff::Timestamp::now();
    let killed = RecordedImport::new(ImportSource::Console, actor, Mode::default(), Vec::new(), now);
    assert!(killed.reserve(&Store::open(&data.database()).unwrap()).unwrap());
    let folder = data.path().join("imports").join(killed.import.id.to_string());
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("areas.ndjson"), lines(&[area(2)])).unwrap();
    let console = Console::start(&data, &[]);
    let path = format!("/imports/{}", killed.import.id);
    eventually("the import is still running", || console.get(&path)["import"]["state"] == "failed");
    let reason = console.get(&path)["import"]["reason"].as_str().unwrap().to_owned();
    assert!(reason.contains("stopped"), "{reason}");
    eventually("the uploaded files remain", || uploads(&data) == 0);
    assert_eq!(console.import(false, &[("areas.ndjson", lines(&[area(2)]))])["state"], "succeeded");
    assert_eq!(console.areas(), 2);
}

#[test]
fn imports_of_the_command_line_are_recorded_with_their_errors() {
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let folder = tempfile::tempdir().unwrap();
    let mut idea = record(resource("ideas"), 0, CREATED_AT);
    idea["project_id"] = json!(id("projects", 9));
    std::fs::write(folder.path().join("ideas.ndjson"), lines(&[idea])).unwrap();
    assert!(!data.run(&["import", folder.path().to_str().unwrap()]).status.success());
    let console = Console::start(&data, &[]);
    let import = console.get("/imports")["imports"][0].clone();
    assert_eq!((&import["state"], &import["source"]), (&json!("failed"), &json!("command-line")));
    assert_eq!(import["files"], json!(["ideas.ndjson"]));
    let errors = import["errors"].as_array().unwrap();
    let error = errors.iter().find(|error| error["field"] == "project_id").unwrap();
    assert_eq!((&error["file"], &error["line"]), (&json!("ideas.ndjson"), &json!(1)), "{import}");
    assert_eq!(error["found"], json!(id("projects", 9)), "ids of records without a person are shown");
}

/// The entries of the audit log that cancel an import.
fn cancellations(console: &Console) -> usize {
    console.get("/audit?action=imports.cancel")["entries"].as_array().unwrap().len()
}

fn cancel(console: &Console, id: &str) -> Response {
    console.request(Method::POST, &format!("/imports/{id}/cancel")).send()
}

#[test]
fn an_administrator_cancels_an_import_of_uploaded_files() {
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let console = Console::start(&data, &[]);
    let folder = areas(200_000);
    let many = std::fs::read(folder.path().join("areas.ndjson")).unwrap();
    let started = console.post_import(false, form(&[("areas.ndjson.gz", compressed(&many))])).unwrap();
    let id = started.json()["import"]["id"].as_str().unwrap().to_owned();
    let cancelled = cancel(&console, &id);
    assert_eq!(cancelled.status, 202, "{}", cancelled.text);
    assert_eq!(cancelled.json()["import"]["id"], json!(id));
    let path = format!("/imports/{id}");
    eventually("the import is not cancelled", || console.get(&path)["import"]["state"] == "cancelled");
    let reason = console.get(&path)["import"]["reason"].as_str().unwrap().to_owned();
    assert!(reason.contains("was cancelled; nothing was changed"), "{reason}");
    assert_eq!((console.areas(), cancellations(&console)), (1, 1));
    eventually("the uploaded files remain", || uploads(&data) == 0);
    let again = cancel(&console, &id);
    assert_eq!((again.status, again.problem().as_str()), (409, "edit-conflict"));
    assert_eq!(cancel(&console, &id.replace('-', "")).status, 404);
    assert_eq!(cancel(&console, "00000000-0000-4000-8000-000000000000").status, 404);
    let overview = console.get("/overview");
    assert!(!overview["warnings"].to_string().contains("import"), "{overview}");
    assert_eq!(console.import(false, &[("areas.ndjson", lines(&[area(2)]))])["state"], "succeeded");
    assert_eq!(cancellations(&console), 1);
}

#[test]
fn an_administrator_cancels_an_upload_and_the_import_remains_in_the_list() {
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let console = Console::start(&data, &[]);
    let mut path = String::new();
    let upload = uploaded_while(&console, |id| {
        assert_eq!(cancel(&console, id).status, 202);
        path = format!("/imports/{id}");
    });
    assert_eq!(upload.problem(), "edit-conflict");
    eventually("the import is not cancelled", || console.get(&path)["import"]["state"] == "cancelled");
    assert_eq!(console.areas(), 1);
}

#[test]
fn a_server_cancels_an_import_that_another_program_runs() {
    let data = Data::with(&files::platform());
    let console = Console::start(&data, &[]);
    let folder = areas(1_000_000);
    let import = start(&data, folder.path());
    eventually("the import does not begin", || console.get("/imports")["imports"][0]["state"] == "running");
    let id = console.get("/imports")["imports"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(cancel(&console, &id).status, 202);
    assert_cancelled(&data, &import.wait_with_output().unwrap());
    assert_eq!(console.get(&format!("/imports/{id}"))["import"]["state"], "cancelled");
}

#[test]
fn very_many_errors_end_an_import_of_uploaded_files() {
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let console = Console::start(&data, &[]);
    let import =
        console.import(false, &[("ideas.ndjson.gz", compressed("{\"id\":1}\n".repeat(300_000).as_bytes()))]);
    assert_eq!((&import["state"], &import["error_count"]), (&json!("failed"), &json!(10_000)));
    assert_eq!(import["has_more_errors"], json!(true));
    assert_eq!(import["errors"].as_array().unwrap().len(), 100);
}
