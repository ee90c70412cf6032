//! The change feed: its thread survives a panic, and no reader gets a state that is older than the change.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use folkmoot_index::{ChangeListener, Feed, ListIndexes, follow};
use folkmoot_store::{Store, StoreError};

use crate::support::fixture::{Platform, record, resource};
use crate::support::{Data, eventually};

const AT: &str = "2025-03-18T08:15:30.250Z";

/// Panics when it is called for the first time.
struct PanicsOnce(Arc<AtomicUsize>);

impl ChangeListener for PanicsOnce {
    #[allow(clippy::panic, reason = "what the test is about")]
    fn changed(&self, _: &str, _: i64) -> Result<(), StoreError> {
        assert!(self.0.fetch_add(1, Ordering::SeqCst) > 0, "the first call panics");
        Ok(())
    }
}

fn followed(data: &Data, listener: impl ChangeListener) -> (Arc<Store>, Arc<ListIndexes>, Feed) {
    let store = Arc::new(Store::open(&data.database()).unwrap());
    let since = store.changes().newest().unwrap();
    let indexes = Arc::new(ListIndexes::build(&store, since.sequence, 1_000_000).unwrap());
    let feed = follow(Arc::clone(&store), &indexes, since, listener).unwrap();
    (store, indexes, feed)
}

fn areas(indexes: &ListIndexes) -> usize {
    indexes.sizes().find(|(name, _)| *name == "areas").unwrap().1.records
}

#[test]
fn after_a_panic_the_feed_continues_and_no_change_is_lost() {
    let data = Data::with(&Platform::full(3, AT));
    let calls = Arc::new(AtomicUsize::new(0));
    let (_store, indexes, feed) = followed(&data, PanicsOnce(Arc::clone(&calls)));
    // A change of the clients, for which the listener is called, and a new area in the same round or a later one.
    data.client();
    let mut more = Platform::empty();
    more.add("areas", record(resource("areas"), 7, AT));
    data.import(&more);
    eventually("the feed stops after a panic", || areas(&indexes) == 4 && calls.load(Ordering::SeqCst) >= 2);
    assert!(feed.is_running());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    assert!(runtime.block_on(feed.is_followed(Duration::from_mins(1))));
}

#[test]
fn a_feed_whose_thread_has_ended_is_not_followed() {
    struct NoListener;
    impl ChangeListener for NoListener {
        fn changed(&self, _: &str, _: i64) -> Result<(), StoreError> {
            Ok(())
        }
    }
    let data = Data::with(&Platform::full(1, AT));
    let (_store, indexes, feed) = followed(&data, NoListener);
    drop(indexes);
    eventually("the thread does not end with the indexes", || !feed.is_running());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    assert!(!runtime.block_on(feed.is_followed(Duration::from_millis(1))));
}

/// A second standby may lag behind the one from which the feed was read.
#[test]
fn platform_and_clients_are_not_read_from_a_state_before_the_change() {
    let data = Data::with(&Platform::full(1, AT));
    let store = Store::open(&data.database()).unwrap();
    let newest = store.changes().newest().unwrap().sequence;
    assert!(store.platform().read_since(newest).unwrap().is_some());
    assert!(store.clients().all_since(newest).is_ok());
    assert!(matches!(store.platform().read_since(newest + 1), Err(StoreError::Behind)));
    assert!(matches!(store.clients().all_since(newest + 1), Err(StoreError::Behind)));
}

/// A page is accepted from a database that is ahead of the index only where none of its records changed.
#[test]
fn records_of_a_filtered_page_match_the_filter_while_they_change() {
    let data = Data::with(&Platform::full(30, AT));
    let (id, secret) = data.client();
    let caller =
        data.serve_with(&["--cache-megabytes", "0", "--body-cache-megabytes", "0"]).caller(&id, &secret);
    let project = caller.get("/projects?page_size=1").ok()["projects"][0]["id"].clone();
    let path = format!("/ideas?page_size=24&project_id={}", project.as_str().unwrap());
    let chosen = "(SELECT id FROM projects ORDER BY created_at DESC, id DESC LIMIT 1)";
    let other = "(SELECT id FROM projects ORDER BY created_at, id LIMIT 1)";
    let stopped = AtomicUsize::new(0);
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
            stopped.store(1, Ordering::SeqCst);
        });
        while stopped.load(Ordering::SeqCst) == 0 {
            let page = caller.get(&path).ok();
            let ideas = page["ideas"].as_array().unwrap();
            assert!(
                ideas.iter().all(|idea| idea["project_id"] == project),
                "a page of another state: {page}"
            );
        }
    });
}
