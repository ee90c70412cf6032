//! What a mirror refuses, and how an interrupted one continues.

use serde_json::json;

use crate::mirror::world::{Source, command, report, round, serve};
use crate::support::{Data, eventually};

#[test]
fn a_mirror_refuses_partial_clients_own_records_and_wrong_secrets_and_continues_after_a_kill() {
    let (source, mirror) = (Source::demo(), Data::new());
    let error = |data: &Data, client: &(String, String), arguments: &[&str]| {
        let output = command(data, source.url(), client, arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let partial = source.data.client_with(&["--access", "public"]);
    assert!(error(&mirror, &partial, &[]).contains("its access level is public"));
    let some = source.data.client_with(&["--resources", "ideas,topics"]);
    assert!(error(&mirror, &some, &[]).contains("may not read areas"));
    let wrong = (source.client.0.clone(), "wrong".to_owned());
    assert!(error(&mirror, &wrong, &[]).contains("rejected the client ID or the client secret"));

    // A platform with records of its own is replaced only on request.
    let other = Data::new();
    assert!(other.run(&["demo", "--ideas", "3", "--seed", "9"]).status.success());
    assert!(error(&other, &source.client, &[]).contains("add --replace"));

    // Killed while it waits between two requests; the next run continues.
    let mut running =
        command(&mirror, source.url(), &source.client, &["--requests-per-minute", "300"]).spawn().unwrap();
    let database = mirror.path().join("mirror/staging.sqlite");
    eventually("the mirror does not begin", || {
        database.exists()
            && rusqlite::Connection::open(&database).is_ok_and(|database| {
                let walks = database
                    .query_row("SELECT COUNT(*) FROM walks WHERE is_done", [], |row| row.get::<_, i64>(0));
                walks.is_ok_and(|walks| walks >= 3)
            })
    });
    assert!(error(&mirror, &source.client, &[]).contains("another mirror is running"));
    running.kill().unwrap();
    running.wait().unwrap();
    assert!(
        mirror.table("SELECT name FROM platform").is_empty(),
        "nothing is imported before the round is complete"
    );
    let output = command(&mirror, source.url(), &source.client, &["--json"])
        .env("FOLKMOOT_LOG", "info")
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("continuing an interrupted round"));
    assert_eq!(report(&output)["read"], "everything");

    let public = Data::new();
    round(&public, source.url(), &partial, &["--accept-partial"]);
    let copy = serve(&public);
    assert_eq!(copy.get("/users").ok()["users"], json!([]));
    assert!(!copy.get("/ideas").ok()["ideas"].as_array().unwrap().is_empty());
}
