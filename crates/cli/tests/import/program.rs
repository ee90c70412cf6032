use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::place::{Place, record};
use crate::postgres::Session;

#[test]
fn an_import_killed_at_any_moment_is_whole_or_nothing() {
    let place = Place::full();
    place.import();
    let users: String =
        (100..20_000).map(|number| record(&format!(r#""id":"${number}","first_name":"N""#))).collect();
    let before = place.dump();
    place.put("users.ndjson", &users);
    // Ever later, so that on any machine some are killed in the middle and one comes to its end.
    let mut patience = Duration::from_millis(15);
    let mut broken = 0;
    loop {
        let mut child = program(&place).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(patience);
        child.kill().unwrap();
        child.wait().unwrap();
        let after = place.dump();
        if after != before {
            assert_eq!(place.rows("SELECT COUNT(*) FROM users"), ["19902"]);
            if place.is_embedded() {
                assert_eq!(place.rows("PRAGMA integrity_check"), ["ok"]);
            }
            place.import();
            assert_eq!(after, place.dump());
            break;
        }
        broken += 1;
        patience += patience / 4;
    }
    assert!(broken > 0, "no import was killed before its end");
}

/// The program, asked to import.
fn program(place: &Place) -> Command {
    place.program(&["import", place.folder.path().to_str().unwrap()])
}

#[test]
fn an_import_waits_for_another_program_and_says_so() {
    let place = Place::full();
    drop(place.store());
    match place.address() {
        None => {
            let other = rusqlite::Connection::open(place.data.path().join("folkmoot.sqlite")).unwrap();
            other.execute_batch("BEGIN IMMEDIATE").unwrap();
            waits_for(program(&place), || other.execute_batch("ROLLBACK").unwrap());
        }
        Some(address) => {
            let other = Session::open(&address).unwrap();
            other.execute("BEGIN; LOCK TABLE areas").unwrap();
            let mut first = program(&place).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            let begun = "SELECT 1 FROM pg_locks JOIN pg_database ON oid = database
                 WHERE datname = current_database() AND locktype = 'advisory' AND granted";
            while place.rows(begun).is_empty() {
                std::thread::sleep(Duration::from_millis(5));
            }
            let elsewhere = tempfile::tempdir().unwrap();
            let mut second = Command::new(env!("CARGO_BIN_EXE_folkmoot"));
            second.arg("import").arg(place.folder.path()).args(["--database-url", &address, "--data"]);
            second.arg(elsewhere.path());
            waits_for(second, || other.execute("ROLLBACK").unwrap());
            assert!(first.wait().unwrap().success());
        }
    }
}

/// An import begun now must say that it waits, and come to its good end once the other program lets it.
fn waits_for(mut import: Command, let_go: impl FnOnce()) {
    let mut child = import.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut told = BufReader::new(child.stderr.take().unwrap());
    let mut first = String::new();
    told.read_line(&mut first).unwrap();
    assert_eq!(first, "waiting for another process that is writing to the database\n");
    let_go();
    let told = std::io::read_to_string(told).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(String::from_utf8(output.stdout).unwrap().contains("ideas"), "{told}");
}

#[test]
fn a_wrong_import_exits_with_1_and_tells_people_why() {
    let place = Place::full();
    place.put("areas.ndjson", "{}\n");
    let output = program(&place).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("areas.ndjson:1: id: expected a UUID, found nothing\n"), "{told}");
    assert!(told.trim_end().ends_with("errors; nothing was changed"), "{told}");
}
