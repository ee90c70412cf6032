//! Servers that are killed while they deliver: every event is received, each with one id.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde_json::json;

use crate::support::fixture::{Platform, id};
use crate::support::random::{Random, seed};
use crate::support::site::{changed, published};
use crate::support::{Data, Server, eventually};
use crate::webhooks::receiver::Receiver;
use crate::webhooks::site::ALLOW;

/// Endpoints, and new records of each import: about 10,000 events.
const ENDPOINTS: usize = 20;
const RECORDS: usize = 500;
/// Kills during the deliveries of an import.
const KILLS: usize = 3;

/// The number of imports; `make test-long` sets `FOLKMOOT_TEST_WEBHOOK_IMPORTS` to 20.
fn imports() -> usize {
    std::env::var("FOLKMOOT_TEST_WEBHOOK_IMPORTS").map_or(2, |count| count.parse().unwrap())
}

fn areas(numbers: std::ops::Range<usize>) -> Platform {
    let mut platform = Platform::empty();
    for number in numbers {
        platform.add("areas", changed("areas", number, &[("title_multiloc", json!({ "en": "new" }))]));
    }
    platform
}

/// A range that is imported with a record that is refused, so that nothing of it is stored.
fn import_in_vain(data: &Data, numbers: std::ops::Range<usize>) {
    let mut platform = areas(numbers);
    platform
        .add("project_topics", json!({ "project_id": id("projects", 4_711), "topic_id": id("topics", 0) }));
    let folder = tempfile::tempdir().unwrap();
    platform.write(folder.path());
    assert!(!data.run(&["import", folder.path().to_str().unwrap()]).status.success());
}

#[test]
fn killed_servers_lose_no_event_and_send_none_for_an_import_that_failed() {
    let mut random = Random(seed());
    let data = Data::with(&published(1));
    let (client, _) = data.client_with(&[]);
    let mut servers: Vec<Server> =
        (0..if data.is_embedded() { 1 } else { 2 }).map(|_| data.serve_with(&ALLOW)).collect();
    let receiver = Receiver::new();
    for number in 0..ENDPOINTS {
        let url = format!("{}&endpoint={number}", receiver.url);
        let created =
            data.run(&[&["webhooks", "create", &client, &url, "--events", "area.*"][..], &ALLOW].concat());
        assert!(created.status.success(), "{}", String::from_utf8_lossy(&created.stderr));
    }
    for import in 0..imports() {
        let numbers = 1_000 + import * RECORDS..1_000 + (import + 1) * RECORDS;
        import_in_vain(&data, 1_000_000..1_000_100);
        receiver.clear();
        data.import(&areas(numbers.clone()));
        for _ in 0..KILLS {
            std::thread::sleep(Duration::from_millis(random.below(2_000) as u64));
            let number = random.below(servers.len());
            servers[number].kill();
            servers[number] = data.serve_with(&ALLOW);
        }
        let mut ids: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
        eventually("an event was lost", || {
            for received in receiver.all() {
                let (kind, record) = received.event();
                assert_eq!(kind, "area.created");
                ids.entry((received.path.clone(), record)).or_default().insert(received.id().to_owned());
            }
            ids.len() >= ENDPOINTS * RECORDS
        });
        let expected: BTreeSet<String> = numbers.map(|number| id("areas", number)).collect();
        assert!(ids.keys().all(|(_, record)| expected.contains(record)), "an event of another record");
        assert!(ids.values().all(|ids| ids.len() == 1), "an event has several ids");
    }
}
