//! The thread that reads the change feed: it survives a panic, and no reader gets a state before the change.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use folkmoot_index::{Feed, Listener, Lists, follow};
use folkmoot_store::{Store, StoreError};

use support::fixture::{Platform, record, resource};
use support::{Data, eventually};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";

/// Panics on its first call.
struct PanicsOnce(Arc<AtomicUsize>);

impl Listener for PanicsOnce {
    #[allow(clippy::panic, reason = "the panic under test")]
    fn changed(&self, _: &str, _: i64) -> Result<(), StoreError> {
        assert!(self.0.fetch_add(1, Ordering::SeqCst) > 0, "the first call panics");
        Ok(())
    }
}

fn follow_feed(data: &Data, listener: impl Listener) -> (Arc<Store>, Arc<Lists>, Feed) {
    let store = Arc::new(Store::open(&data.database()).unwrap());
    let since = store.newest_change().unwrap();
    let lists = Arc::new(Lists::build(&store, since, 1_000_000).unwrap());
    let feed = follow(Arc::clone(&store), &lists, since, listener).unwrap();
    (store, lists, feed)
}

fn areas(lists: &Lists) -> usize {
    lists.figures().find(|(name, _)| *name == "areas").unwrap().1.records
}

#[test]
fn the_feed_thread_survives_a_panic_without_missing_changes() {
    let data = Data::with(&Platform::full(3, CREATED_AT));
    let calls = Arc::new(AtomicUsize::new(0));
    let (_store, lists, feed) = follow_feed(&data, PanicsOnce(Arc::clone(&calls)));
    // The listener is called for the change of the clients, and in the same round or a later one for the area.
    data.client();
    let mut more = Platform::empty();
    more.add("areas", record(resource("areas"), 7, CREATED_AT));
    data.import(&more);
    eventually("the feed stops after a panic", || areas(&lists) == 4 && calls.load(Ordering::SeqCst) >= 2);
    assert!(feed.is_running());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    assert!(runtime.block_on(feed.is_followed(Duration::from_mins(1))));
}

#[test]
fn a_feed_that_has_ended_is_not_followed() {
    struct IgnoresChanges;
    impl Listener for IgnoresChanges {
        fn changed(&self, _: &str, _: i64) -> Result<(), StoreError> {
            Ok(())
        }
    }
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let (_store, lists, feed) = follow_feed(&data, IgnoresChanges);
    drop(lists);
    eventually("the thread does not end with the lists", || !feed.is_running());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    assert!(!runtime.block_on(feed.is_followed(Duration::from_millis(1))));
}

/// As if a second standby were behind the one from which the feed was read.
#[test]
fn reads_from_a_replica_behind_the_change_feed_are_rejected() {
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let store = Store::open(&data.database()).unwrap();
    let newest = store.newest_change().unwrap();
    assert!(store.platform_since(newest).unwrap().is_some());
    assert!(store.clients_since(newest).is_ok());
    assert!(matches!(store.platform_since(newest + 1), Err(StoreError::Behind)));
    assert!(matches!(store.clients_since(newest + 1), Err(StoreError::Behind)));
}

/// A page from a database that is ahead of the index is only valid if none of its records changed.
#[test]
fn records_of_a_filtered_page_match_the_filter_while_they_change() {
    let data = Data::with(&Platform::full(30, CREATED_AT));
    let (id, secret) = data.client();
    let caller = data.serve_with(&["--cache-megabytes", "0"]).caller(&id, &secret);
    let project = caller.get("/projects?page_size=1").ok()["projects"][0]["id"].clone();
    let path = format!("/ideas?page_size=24&project_id={}", project.as_str().unwrap());
    let chosen = "(SELECT id FROM projects ORDER BY created_at DESC, id DESC LIMIT 1)";
    let other = "(SELECT id FROM projects ORDER BY created_at, id LIMIT 1)";
    let stopped = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for round in 0..150 {
                let (from, to) = if round % 2 == 0 { (other, chosen) } else { (chosen, other) };
                data.change_database(&format!(
                    "BEGIN; UPDATE ideas SET project_id = {to} WHERE project_id = {from};
                     INSERT INTO changes (subject, record, happened_at)
                     SELECT 'ideas', key, {} FROM ideas WHERE project_id = {to}; COMMIT;",
                    if data.is_embedded() { "0" } else { "now()" }
                ));
            }
            stopped.store(true, Ordering::SeqCst);
        });
        while !stopped.load(Ordering::SeqCst) {
            let page = caller.get(&path).ok();
            let ideas = page["ideas"].as_array().unwrap();
            assert!(
                ideas.iter().all(|idea| idea["project_id"] == project),
                "the page does not match the filter: {page}"
            );
        }
    });
}
