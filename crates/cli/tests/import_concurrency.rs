//! Imports into the database of a running server: until its final write, an import blocks nobody, and it respects what
//! others write meanwhile.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use folkmoot_import::blob_sink::MeasuringSink;
use folkmoot_import::{ImportError, Mode, Options, Progress, Summary, import, input};
use folkmoot_store::Store;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::fixture::{Platform, record, resource};
use crate::support::{Caller, Data, files};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";
const AREAS: usize = 50;

/// Pauses an import when a step first begins, until it is resumed.
struct Pause {
    step: &'static str,
    is_over: AtomicBool,
    reached: Mutex<Sender<()>>,
    resume: Mutex<Receiver<()>>,
}

impl Progress for Pause {
    fn begin(&self, what: &str) {
        if what == self.step && !self.is_over.swap(true, Ordering::Relaxed) {
            self.reached.lock().unwrap().send(()).unwrap();
            self.resume.lock().unwrap().recv().unwrap();
        }
    }

    fn advance(&self, _: u64) {}

    fn waiting(&self) {}
}

/// Imports a folder and runs `meanwhile` while the import pauses at the beginning of a step.
fn import_with(
    data: &Data,
    folder: &Path,
    dry_run: bool,
    step: &'static str,
    meanwhile: impl FnOnce(),
) -> Result<Summary, ImportError> {
    let ((reached, is_reached), (resume, is_resumed)) = (channel(), channel());
    let pause = Pause {
        step,
        is_over: AtomicBool::new(false),
        reached: Mutex::new(reached),
        resume: Mutex::new(is_resumed),
    };
    std::thread::scope(move |scope| {
        // A test that fails drops it, which ends the import.
        let resume = resume;
        let import = scope.spawn(move || {
            let store = Store::open(&data.database()).unwrap();
            let now = "2025-06-01T12:00:00Z".parse().unwrap();
            let options = Options {
                mode: Mode { dry_run, ..Mode::default() },
                now,
                progress: &pause,
                blobs: &MeasuringSink,
            };
            import(&store, &input::open(folder).unwrap(), &options)
        });
        is_reached.recv().unwrap();
        meanwhile();
        resume.send(()).unwrap();
        import.join().unwrap()
    })
}

/// A platform with two projects, served to a client; and a folder of areas to import.
fn served() -> (Data, Caller, (String, String), tempfile::TempDir) {
    let data = Data::with(&files::platform());
    let client = data.client();
    let caller = data.serve_with(&[]).caller(&client.0, &client.1);
    let mut more = Platform::empty();
    for number in 0..AREAS {
        more.add("areas", record(resource("areas"), number, CREATED_AT));
    }
    let folder = tempfile::tempdir().unwrap();
    more.write(folder.path());
    (data, caller, client, folder)
}

/// The lines of a file to import.
fn put(folder: &Path, name: &str, lines: &[Value]) {
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    std::fs::write(folder.join(name), lines.join("\n")).unwrap();
}

fn count(data: &Data, table: &str) -> i64 {
    let counts = folkmoot_store::copy::row_counts(&Store::open(&data.database()).unwrap()).unwrap();
    counts.into_iter().find(|(name, _)| *name == table).unwrap().1
}

#[test]
fn uploads_and_sign_ins_succeed_while_an_import_reads_and_checks() {
    let (data, caller, (id, secret), folder) = served();
    let mut uploaded = 0;
    for (dry_run, step) in [
        (true, "areas.ndjson"),
        (true, "checks"),
        (false, "areas.ndjson"),
        (false, "checks"),
        (false, "writing"),
    ] {
        let done = import_with(&data, folder.path(), dry_run, step, || {
            let file = caller.uploaded(&json!({}));
            let path = format!("/files/{}", file["id"].as_str().unwrap());
            let change = json!({ "file": { "category": "report" } }).to_string();
            assert_eq!(caller.send(Method::PATCH, &path, change).status, 200, "{step}");
            assert_eq!(caller.server.authenticate(&id, &secret).status, 201, "{step}");
        });
        uploaded += 1;
        assert_eq!(done.unwrap().locked.is_some(), !dry_run);
        assert_eq!(count(&data, "files"), uploaded, "{step}");
        assert_eq!(count(&data, "areas"), if dry_run { 0 } else { i64::try_from(AREAS).unwrap() });
    }
}

#[test]
fn a_dry_run_does_not_wait_for_writers() {
    let (data, _caller, _, folder) = served();
    let dry_run = || data.run(&["import", "--dry-run", folder.path().to_str().unwrap()]);
    let output = if data.is_embedded() {
        let other = rusqlite::Connection::open(data.path().join("folkmoot.sqlite")).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        let output = dry_run();
        other.execute_batch("ROLLBACK").unwrap();
        output
    } else {
        // Another import, at the end of its write.
        let other = crate::support::postgres::Session::open(data.database_url()).unwrap();
        let lock = "BEGIN; SELECT pg_advisory_xact_lock(7381237522936852340); LOCK TABLE changes IN SHARE ROW EXCLUSIVE MODE";
        other.execute(lock).unwrap();
        let output = dry_run();
        other.execute("ROLLBACK").unwrap();
        output
    };
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{stderr}");
    assert!(!stderr.contains("waiting") && !stderr.contains("write lock held"), "{stderr}");
}

#[test]
fn an_import_reports_the_duration_of_its_write() {
    let (data, _caller, _, folder) = served();
    let output = data.run(&["import", folder.path().to_str().unwrap()]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && stderr.contains("write lock held for "), "{stderr}");
    assert!(stderr.contains("write_lock_ms="), "{stderr}");
}

#[test]
fn a_file_deleted_after_the_checks_is_reported() {
    let (data, caller, _, folder) = served();
    let file = caller.uploaded(&json!({}));
    let id = file["id"].as_str().unwrap();
    put(folder.path(), "files.ndjson", &[json!({ "id": id, "category": "report", "_partial": true })]);
    let done = import_with(&data, folder.path(), false, "writing", || {
        assert_eq!(caller.call(&Method::DELETE, &format!("/files/{id}")).status, 204);
    });
    let Err(ImportError::Invalid(problems)) = done else { panic!("the import reported no error") };
    assert!(problems.reported[0].to_string().starts_with("files.ndjson:1: "), "{problems}");
    assert_eq!((count(&data, "files"), count(&data, "areas")), (0, 0));
}

#[test]
fn a_change_of_a_file_after_the_checks_is_retained() {
    let (data, caller, _, folder) = served();
    let file = caller.uploaded(&json!({}));
    let path = format!("/files/{}", file["id"].as_str().unwrap());
    put(
        folder.path(),
        "files.ndjson",
        &[json!({ "id": file["id"], "category": "report", "_partial": true })],
    );
    let done = import_with(&data, folder.path(), false, "writing", || {
        let change = json!({ "file": { "name": "renamed.txt" } }).to_string();
        assert_eq!(caller.send(Method::PATCH, &path, change).status, 200);
    });
    done.unwrap();
    caller.server.wait_for_changes();
    let shown = caller.get(&path).ok()["file"].clone();
    assert_eq!((&shown["name"], &shown["category"]), (&json!("renamed.txt"), &json!("report")));
}

#[test]
fn an_import_repeats_checks_after_other_writes() {
    let (data, caller, _, folder) = served();
    let project = crate::support::fixture::id("projects", 1);
    put(folder.path(), "files.ndjson", &[]);
    let event = json!({
        "id": crate::support::fixture::id("events", 0), "project_id": project, "title": "Walk", "created_at": CREATED_AT,
        "start_at": CREATED_AT, "end_at": CREATED_AT,
    });
    put(folder.path(), "events.ndjson", &[event]);
    let other = tempfile::tempdir().unwrap();
    let tombstone = json!({ "id": project, "type": "Project", "deleted_at": CREATED_AT });
    put(other.path(), "deleted_items.ndjson", &[tombstone]);
    let write = || {
        // In PostgreSQL imports wait for each other, so another import cannot write first.
        if data.is_embedded() {
            assert!(data.run(&["import", other.path().to_str().unwrap()]).status.success());
        } else {
            data.change_database(&format!(
                "DELETE FROM projects WHERE id = '{project}';
                 INSERT INTO changes (subject, record, happened_at) VALUES ('projects', NULL, now())"
            ));
        }
    };
    let done = import_with(&data, folder.path(), false, "writing", write);
    let Err(ImportError::Invalid(problems)) = done else { panic!("the import reported no error") };
    assert_eq!(
        problems.reported.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [format!("events.ndjson:1: project_id: expected the id of one of the projects, found {project}")]
    );
    assert_eq!((count(&data, "events"), count(&data, "areas")), (0, 0));
    drop(caller);
}
