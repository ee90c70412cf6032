use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::import::scenario::{ImportScenario, record};
use crate::support::postgres::Session;

#[test]
fn a_killed_import_is_complete_or_has_no_effect() {
    let scenario = ImportScenario::full();
    scenario.import();
    scenario.release_deferred();
    let users: String =
        (100..20_000).map(|number| record(&format!(r#""id":"${number}","first_name":"N""#))).collect();
    let before = scenario.dump();
    scenario.put("users.ndjson", &users);
    // The delay grows, so that on any machine some imports are killed and one completes.
    let mut delay = Duration::from_millis(15);
    let mut killed = 0;
    loop {
        let mut child = program(&scenario).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(delay);
        child.kill().unwrap();
        child.wait().unwrap();
        let after = scenario.dump();
        if after != before {
            assert_eq!(scenario.rows("SELECT COUNT(*) FROM users"), ["19902"]);
            if scenario.is_embedded() {
                assert_eq!(scenario.rows("PRAGMA integrity_check"), ["ok"]);
            }
            scenario.import();
            assert_eq!(after, scenario.dump());
            break;
        }
        killed += 1;
        delay += delay / 4;
    }
    assert!(killed > 0, "no import was killed before its end");
}

/// The command that imports the scenario's folder.
fn program(scenario: &ImportScenario) -> Command {
    scenario.program(&["import", scenario.folder.path().to_str().unwrap()])
}

#[test]
fn an_import_reports_that_it_waits_for_another_program() {
    let scenario = ImportScenario::full();
    drop(scenario.store());
    match scenario.address() {
        None => {
            let other = rusqlite::Connection::open(scenario.data.path().join("folkmoot.sqlite")).unwrap();
            other.execute_batch("BEGIN IMMEDIATE").unwrap();
            waits_for(program(&scenario), || other.execute_batch("ROLLBACK").unwrap());
        }
        Some(address) => {
            let other = Session::open(&address).unwrap();
            other.execute("BEGIN; LOCK TABLE areas").unwrap();
            let mut first = program(&scenario).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            let begun = "SELECT 1 FROM pg_locks JOIN pg_database ON oid = database
                 WHERE datname = current_database() AND locktype = 'advisory' AND granted";
            while scenario.rows(begun).is_empty() {
                std::thread::sleep(Duration::from_millis(5));
            }
            let elsewhere = tempfile::tempdir().unwrap();
            let mut second = Command::new(env!("CARGO_BIN_EXE_folkmoot"));
            second.arg("import").arg(scenario.folder.path()).args(["--database-url", &address, "--data"]);
            second.arg(elsewhere.path());
            waits_for(second, || other.execute("ROLLBACK").unwrap());
            assert!(first.wait().unwrap().success());
        }
    }
}

/// Asserts that an import reports that it waits, and succeeds after `release` lets it continue.
fn waits_for(mut import: Command, release: impl FnOnce()) {
    let mut child = import.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut first = String::new();
    stderr.read_line(&mut first).unwrap();
    assert_eq!(first, "waiting for another process that is writing to the database\n");
    release();
    let stderr = std::io::read_to_string(stderr).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    assert!(String::from_utf8(output.stdout).unwrap().contains("ideas"), "{stderr}");
}

#[test]
fn an_import_with_errors_exits_with_1_and_reports_them() {
    let scenario = ImportScenario::full();
    scenario.put("areas.ndjson", "{}\n");
    let output = program(&scenario).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("areas.ndjson:1: id: expected a UUID, found nothing\n"), "{stderr}");
    assert!(stderr.trim_end().ends_with("errors; nothing was changed"), "{stderr}");
}
