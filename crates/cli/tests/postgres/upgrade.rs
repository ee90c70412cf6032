//! Two releases of the program over one database: an upgrade that nobody has to stop for.

use serde_json::{Value, json};

use crate::pages::{Pages, one_more_area, platform_in, wanted};
use crate::support::fixture::id;
use crate::support::postgres::Session;
use crate::support::{Caller, Data, Server, eventually, program};

/// What all servers are told, so that the addresses of downloads are the same.
const ADDRESS: [&str; 2] = ["--public-url", "https://testham.example/api"];

/// Starts a server of the next release, which brings the schema up to date as it knows it.
fn serve_next(data: &Data) -> Server {
    let program = program().with_file_name("examples").join("next_release");
    assert!(program.exists(), "`cargo build --example next_release` makes {}", program.display());
    Server::start(data.command_of(&program).args(["serve", "--listen", "127.0.0.1:0"]).args(ADDRESS))
}

fn upload(caller: &Caller) -> Value {
    caller.uploaded(&json!({ "project_id": id("projects", 0) }))["id"].clone()
}

/// What is in the database now shows on every server, and the same.
#[track_caller]
fn assert_alike(servers: &[&Caller]) {
    let shown = servers.iter().map(|caller| {
        caller.server.wait_for_changes();
        (Pages::of(caller), caller.crawl("/files", "files", 24))
    });
    let shown: Vec<_> = shown.collect();
    assert!(shown.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn old_and_new_programs_work_side_by_side() {
    let Some(server) = wanted() else { return };
    let data = platform_in(&server);
    let (id, secret) = data.client();
    let old = data.serve_with(&ADDRESS).caller(&id, &secret);
    let pages = Pages::of(&old);
    let (new, uploaded) = std::thread::scope(|scope| {
        let starting = scope.spawn(|| serve_next(&data).caller(&id, &secret));
        let mut uploaded = Vec::new();
        while !starting.is_finished() {
            pages.ask(&old);
            uploaded.push(upload(&old));
        }
        (starting.join().unwrap(), uploaded)
    });
    assert_eq!(data.rows("SELECT COUNT(*) FROM moods"), ["0"], "the schema has not grown");
    new.server.wait_for_changes();
    let shown = new.crawl("/files", "files", 24);
    assert!(!uploaded.is_empty() && uploaded.iter().all(|file| shown.iter().any(|it| it["id"] == *file)));

    // Each shows what the other writes, and knows its tokens.
    let written = [upload(&old), upload(&new)];
    let with_other_token = Caller { server: old.server, token: new.token.clone() };
    assert_alike(&[&with_other_token, &new]);
    let shown = new.crawl("/files", "files", 24);
    assert!(written.iter().all(|file| shown.iter().any(|it| it["id"] == *file)));

    // The old program works on the grown schema also where it has only just begun, and brings records in.
    data.import(&one_more_area(0));
    let again = data.serve_with(&ADDRESS).caller(&id, &secret);
    assert_alike(&[&with_other_token, &new, &again]);

    // Until a later release takes away what it needs.
    data.change_database("UPDATE schema_version SET needed = version");
    let refused = data.run(&["clients", "list"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("run a newer folkmoot"));
    assert_alike(&[&serve_next(&data).caller(&id, &secret), &new]);
}

#[test]
fn a_migration_waits_for_those_who_use_its_tables_and_lets_others_go_on() {
    let Some(server) = wanted() else { return };
    let data = platform_in(&server);
    let (id, secret) = data.client();
    let old = data.serve_with(&[&ADDRESS[..], &["--cache-megabytes", "0"]].concat()).caller(&id, &secret);
    let pages = Pages::of(&old);
    let reader = Session::open(data.database_url()).unwrap();
    reader.execute("BEGIN; SELECT COUNT(*) FROM ideas").unwrap();
    std::thread::scope(|scope| {
        let starting = scope.spawn(|| serve_next(&data).caller(&id, &secret));
        let waits = "SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND relation = 'ideas'::regclass
                     AND mode = 'AccessExclusiveLock'";
        eventually("the migration does not wait", || data.rows(waits) == ["1"]);
        let mut answered = 0;
        eventually("readers wait as long as the migration", || {
            answered += pages.ask(&old).answered;
            answered > 200
        });
        assert!(!starting.is_finished());
        reader.execute("COMMIT").unwrap();
        assert_alike(&[&starting.join().unwrap(), &old]);
    });
}
