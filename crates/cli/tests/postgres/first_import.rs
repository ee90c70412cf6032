//! The first import of a platform, which locks all tables.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use crate::postgres::pages::COUNT;
use crate::support::fixture::Platform;
use crate::support::postgres::{Session, required_server};
use crate::support::{Data, Server, eventually};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";

#[test]
fn a_server_that_starts_during_the_first_import_returns_all_of_it() {
    let server = required_server();
    let data = Data::in_postgres(&server);
    assert!(data.run(&["migrate"]).status.success());
    let (id, secret) = data.client();
    let mut platform = Platform::full(COUNT, CREATED_AT);
    platform.records.remove("files");
    let directory = tempfile::tempdir().unwrap();
    platform.write(directory.path());
    // The lock delays the last step of the import until the test releases it.
    let feed = Session::open(data.database_url()).unwrap();
    feed.execute("BEGIN; LOCK TABLE changes IN SHARE ROW EXCLUSIVE MODE").unwrap();
    let mut import =
        data.command().arg("import").arg(directory.path()).stdout(Stdio::null()).spawn().unwrap();
    let waits = "SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND relation = 'changes'::regclass";
    eventually("the import does not reach its last step", || data.rows(waits) == ["1"]);

    let mut command = data.command();
    command.args(["serve", "--listen", "127.0.0.1:0"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn().unwrap();
    let mut log = BufReader::new(process.stderr.take().unwrap()).lines();
    let waits = log.find(|line| line.as_ref().unwrap().contains("waiting for a running import"));
    assert!(waits.is_some(), "the server did not wait");
    std::thread::spawn(move || log.for_each(drop));
    feed.execute("COMMIT").unwrap();
    assert!(import.wait().unwrap().success());
    let starting = Server::started(process);
    assert!(data.run(&["access", "on"]).status.success());
    starting.wait_for_changes();
    let early = starting.caller(&id, &secret);
    let late = data.serve_with(&[]).caller(&id, &secret);
    for plural in ["areas", "ideas", "reactions", "comments"] {
        let path = format!("/{plural}");
        let listed = early.crawl(&path, plural, 24);
        assert_eq!(listed.len(), COUNT, "{plural}");
        assert_eq!(listed, late.crawl(&path, plural, 24), "{plural}");
    }
}
