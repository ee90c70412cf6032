//! Imports that end early: because of very many errors, or because someone cancels them.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::support::fixture::{record, resource};
use crate::support::postgres::Session;
use crate::support::{Data, eventually, files, text};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";
const MANY: usize = 300_000;

/// A folder with valid areas.
pub fn areas(count: usize) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut file =
        std::io::BufWriter::new(std::fs::File::create(folder.path().join("areas.ndjson")).unwrap());
    for number in 0..count {
        writeln!(file, "{}", record(resource("areas"), number, CREATED_AT)).unwrap();
    }
    folder
}

/// Starts an import whose messages are read.
pub fn start(data: &Data, folder: &Path) -> Child {
    let mut command = data.command();
    command.arg("import").arg(folder).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

fn interrupt(import: &Child) {
    let id = rustix::process::Pid::from_child(import);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
}

/// Fails unless the import was cancelled and has stored nothing.
#[track_caller]
pub fn assert_cancelled(data: &Data, output: &Output) {
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("the import was cancelled; nothing was changed"), "{stderr}");
    assert_eq!(data.count("areas"), 0);
    let ended = data.table("SELECT state, is_cancelled FROM imports ORDER BY started_at DESC LIMIT 1");
    assert_eq!(ended[0][0].as_deref(), Some("failed"));
    assert!(matches!(ended[0][1].as_deref(), Some("1" | "t" | "true")), "{ended:?}");
}

#[test]
fn an_import_ends_after_ten_thousand_errors() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("ideas.ndjson"), "{\"id\":1}\n".repeat(MANY)).unwrap();
    std::fs::write(folder.path().join("comments.ndjson"), "never read\n").unwrap();
    let data = Data::with(&files::platform());
    let output = data.run(&["import", folder.path().to_str().unwrap()]);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr.contains("at least 10000 errors; nothing was changed"), "{stderr}");
    assert!(stderr.contains("… and at least 9900 more"), "{stderr}");
    assert_eq!(stderr.matches("ideas.ndjson:").count(), 100, "{stderr}");
    let read: usize = stderr.split(" rows read").next().unwrap().lines().last().unwrap().parse().unwrap();
    assert!(read < 20_000, "{read} of {MANY} lines were read");
}

#[test]
fn a_signal_cancels_an_import_that_reads() {
    let data = Data::with(&files::platform());
    let folder = areas(MANY);
    let import = start(&data, folder.path());
    eventually("the import does not begin", || data.count("imports WHERE state = 'running'") == 1);
    std::thread::sleep(Duration::from_millis(500));
    interrupt(&import);
    assert_cancelled(&data, &import.wait_with_output().unwrap());
    let few = areas(2);
    assert!(data.run(&["import", few.path().to_str().unwrap()]).status.success());
    assert_eq!(data.count("areas"), 2);
}

/// Holds what the final write of an import waits for, until it is dropped.
enum Held {
    Sqlite(#[allow(dead_code, reason = "held")] rusqlite::Connection),
    Postgres(#[allow(dead_code, reason = "held")] Session),
}

fn hold(data: &Data) -> Held {
    if data.is_embedded() {
        let connection = rusqlite::Connection::open(data.path().join("folkmoot.sqlite")).unwrap();
        connection.execute_batch("BEGIN IMMEDIATE").unwrap();
        return Held::Sqlite(connection);
    }
    let session = Session::open(data.database_url()).unwrap();
    session.execute("BEGIN; LOCK TABLE areas IN EXCLUSIVE MODE").unwrap();
    Held::Postgres(session)
}

#[test]
fn a_signal_cancels_an_import_that_waits_in_its_final_write() {
    let data = Data::with(&files::platform());
    let folder = areas(10);
    let held = hold(&data);
    let mut import = start(&data, folder.path());
    let mut stderr = BufReader::new(import.stderr.take().unwrap());
    let mut message = String::new();
    if data.is_embedded() {
        // The beginning is not recorded while the lock is held.
        stderr.read_line(&mut message).unwrap();
        assert!(message.contains("waiting for another process"), "{message}");
    } else {
        eventually("the import does not write", || {
            data.rows("SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND relation = 'areas'::regclass")
                == ["1"]
        });
    }
    let began = Instant::now();
    interrupt(&import);
    if data.is_embedded() {
        // Its end is recorded as soon as the lock is free.
        std::thread::sleep(Duration::from_secs(3));
        drop(held);
    } else {
        eventually("the import does not end", || import.try_wait().unwrap().is_some());
        drop(held);
    }
    let status = import.wait().unwrap();
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    let mut rest = Vec::new();
    stderr.read_to_end(&mut rest).unwrap();
    assert_cancelled(&data, &Output { status, stdout: Vec::new(), stderr: rest });
}
