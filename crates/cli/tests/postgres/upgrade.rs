//! Two releases of the program over one database: upgrades without downtime.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::postgres::pages::{Pages, one_more_area, platform_in};
use crate::support::fixture::id;
use crate::support::postgres::{Session, required_server};
use crate::support::{Caller, Data, Server, eventually, program};

/// The same public URL for all servers, so that their download URLs are equal.
const PUBLIC_URL: [&str; 2] = ["--public-url", "https://testham.example"];

/// The program of the next release. Fails if it was not built.
#[track_caller]
fn next_release() -> PathBuf {
    let program = program().with_file_name("examples").join("next_release");
    let path = program.display();
    assert!(program.exists(), "{path} is missing: build it with `cargo build --example next_release`");
    program
}

/// Starts a server of the next release, which migrates the schema.
fn serve_next(data: &Data) -> Server {
    let mut command = data.command_of(&next_release());
    Server::start(command.args(["serve", "--listen", "127.0.0.1:0"]).args(PUBLIC_URL))
}

fn upload(caller: &Caller) -> Value {
    caller.uploaded(&json!({ "project_id": id("projects", 0) }))["id"].clone()
}

/// Fails unless all servers return the same current data.
#[track_caller]
fn assert_equal_data(servers: &[&Caller]) {
    let listed = servers.iter().map(|caller| {
        caller.server.wait_for_changes();
        (Pages::of(caller), caller.crawl("/files", "files", 24))
    });
    let listed: Vec<_> = listed.collect();
    assert!(listed.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn two_releases_share_a_database() {
    let server = required_server();
    next_release();
    let data = platform_in(&server);
    let (id, secret) = data.client();
    let old = data.serve_with(&PUBLIC_URL).caller(&id, &secret);
    let pages = Pages::of(&old);
    let (new, uploaded) = std::thread::scope(|scope| {
        let starting = scope.spawn(|| serve_next(&data).caller(&id, &secret));
        let mut uploaded = Vec::new();
        while !starting.is_finished() {
            pages.request(&old);
            uploaded.push(upload(&old));
        }
        (starting.join().unwrap(), uploaded)
    });
    assert_eq!(data.rows("SELECT COUNT(*) FROM moods"), ["0"], "the schema was not migrated");
    new.server.wait_for_changes();
    let listed = new.crawl("/files", "files", 24);
    assert!(!uploaded.is_empty() && uploaded.iter().all(|file| listed.iter().any(|it| it["id"] == *file)));

    // Each returns what the other writes and accepts its tokens.
    let written = [upload(&old), upload(&new)];
    let with_other_token = Caller { server: old.server, token: new.token.clone() };
    assert_equal_data(&[&with_other_token, &new]);
    let listed = new.crawl("/files", "files", 24);
    assert!(written.iter().all(|file| listed.iter().any(|it| it["id"] == *file)));

    // The old program also starts and imports with the new schema.
    data.import(&one_more_area(0));
    let again = data.serve_with(&PUBLIC_URL).caller(&id, &secret);
    assert_equal_data(&[&with_other_token, &new, &again]);

    // Until a later release removes what it needs.
    data.change_database("UPDATE schema_version SET min_compatible = version");
    let rejected = data.run(&["clients", "list"]);
    assert_eq!(rejected.status.code(), Some(1));
    assert!(String::from_utf8(rejected.stderr).unwrap().contains("run a newer folkmoot"));
    assert_equal_data(&[&serve_next(&data).caller(&id, &secret), &new]);
}

#[test]
fn a_migration_waits_for_open_transactions_without_blocking_readers() {
    let server = required_server();
    next_release();
    let data = platform_in(&server);
    let (id, secret) = data.client();
    let old = data
        .serve_with(&[&PUBLIC_URL[..], &["--cache-megabytes", "0", "--body-cache-megabytes", "0"]].concat())
        .caller(&id, &secret);
    let pages = Pages::of(&old);
    let reader = Session::open(data.database_url()).unwrap();
    reader.execute("BEGIN; SELECT COUNT(*) FROM ideas").unwrap();
    std::thread::scope(|scope| {
        let starting = scope.spawn(|| serve_next(&data).caller(&id, &secret));
        let waits = "SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND relation = 'ideas'::regclass
                     AND mode = 'AccessExclusiveLock'";
        eventually("the migration does not wait", || data.rows(waits) == ["1"]);
        let mut succeeded = 0;
        eventually("the migration blocks readers", || {
            succeeded += pages.request(&old).succeeded;
            succeeded > 200
        });
        assert!(!starting.is_finished());
        reader.execute("COMMIT").unwrap();
        assert_equal_data(&[&starting.join().unwrap(), &old]);
    });
}
