//! Servers over a shared database and one storage.

use serde_json::{Value, json};

use crate::exports::setup::{Setup, earlier, file};
use crate::support::files::platform;
use crate::support::{Data, Server, eventually};

const SCHEDULE: &[&str] =
    &["--export-at", "00:00", "--export-access", "public,full", "--export-formats", "csv,sqlite"];

/// Waits until a server with a retention of two days has searched for exports that are due: it deletes expired ones before.
fn wait_for_round(setup: &Setup) {
    let all = "SELECT id FROM exports WHERE schedule = 'expired'";
    let started_at = earlier(&setup.data, "started_at", 3);
    setup.data.change_database(&format!(
        "INSERT INTO exports (id, state, access, resources, formats, schedule, actor_name, started_at, seen_at, settings, content,
         sequence, happened_at)
         SELECT '5b0c2a3e-7d1f-4e6a-9c8b-2f4d6e8a0b1c', 'deleted', access, resources, formats, 'expired', actor_name, {started_at},
         seen_at, settings, content, sequence, happened_at FROM exports WHERE state = 'succeeded' LIMIT 1"
    ));
    eventually("an expired export is not deleted", || setup.data.table(all).is_empty());
}

fn made(server: &Server) -> u64 {
    server.metric("folkmoot_exports_total{result=\"succeeded\"}")
}

#[test]
fn one_of_two_servers_makes_the_exports_of_a_day_and_both_return_them() {
    let data = Data::with(&platform());
    if data.is_embedded() {
        return;
    }
    let folder = data.path().join("files");
    let storage = ["--file-storage", folder.to_str().unwrap()];
    let server = std::env::var("FOLKMOOT_TEST_POSTGRES").unwrap();
    let host = data.other_host(&server);
    let expiring = ["--export-keep-days", "2"];
    let setup = Setup::over(data, &[&storage[..], SCHEDULE].concat());
    let other = host.serve_with(&[&storage[..], SCHEDULE, &expiring].concat());
    let both = || (made(&setup.server), made(&other));
    eventually("the exports are not made", || both().0 + both().1 == 2);
    // The second round begins after the first has ended.
    wait_for_round(&setup);
    wait_for_round(&setup);
    assert_eq!(both().0 + both().1, 2, "{:?}", both());
    let states = setup.data.table("SELECT state FROM exports");
    assert_eq!(states, vec![vec![Some("succeeded".to_owned())]; 2]);

    for level in ["public", "full"] {
        let client = setup.client(level, "all");
        other.wait_for_changes();
        let listed = setup.listed(&client);
        let token = setup.data.token(&client, 0);
        let listed_there: Value =
            other.request(reqwest::Method::GET, "/api/v2/exports").bearer_auth(&token).send().ok();
        let exports = listed_there["exports"].as_array().unwrap();
        assert_eq!((exports.len(), &exports[0]["id"]), (1, &listed[0]["id"]), "{level}");
        let here = setup.download(&file(&listed[0], "projects.csv")["url"], &[]);
        let url = file(&exports[0], "projects.csv")["url"].as_str().unwrap();
        let there = other.request(reqwest::Method::GET, url.strip_prefix(&other.url).unwrap()).send();
        assert_eq!((there.status, &there.text), (200, &here.text), "{level}");
        assert_eq!(json!(here.text.len()), file(&listed[0], "projects.csv")["size"]);
    }
}

/// Servers report every five seconds which exports they make, and stop those that were deleted meanwhile. One that the database does
/// not contain yet was not deleted.
#[test]
fn an_export_that_begins_slowly_is_made() {
    let data = Data::with(&platform());
    if data.is_embedded() {
        return;
    }
    let setup = Setup::over(data, &["--database-timeout-seconds", "30"]);
    setup.data.change_database(
        "CREATE FUNCTION delay() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(6); RETURN NEW; END';
         CREATE TRIGGER delay BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION delay()",
    );
    setup.export(&json!({ "access": "full", "formats": ["ndjson"] }));
}
