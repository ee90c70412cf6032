//! Failures of a primary and of its hot standby: the server continues to read and recovers its writes.

use reqwest::Method;
use serde_json::json;

use crate::postgres::pages::{
    COUNT, MAX_STALENESS, Pages, RECOVERY_TIME, assert_unavailable, one_more_area, platform_in,
};
use crate::support::cluster::Cluster;
use crate::support::fault_proxy::{Fault, FaultProxy};
use crate::support::fixture::id;
use crate::support::postgres::required_server;
use crate::support::stopwatch::Stopwatch;
use crate::support::{Caller, Data, eventually};

struct Setup {
    primary: Cluster,
    standby: Cluster,
    /// Between the server and its primary.
    proxy: FaultProxy,
    data: Data,
    _host: Data,
    caller: Caller,
    pages: Pages,
    uploads: usize,
}

impl Setup {
    /// A server with a primary and its hot standby, which it also uses as the next primary.
    fn new() -> Self {
        required_server();
        let primary = Cluster::primary();
        let data = platform_in(&primary.url());
        let standby = primary.standby();
        standby.catch_up_with(&primary);
        let proxy = FaultProxy::to(primary.port);
        let urls = format!("{},127.0.0.1:{}", proxy.url(), standby.port);
        let host = data.other_host(&urls);
        let (id, secret) = data.client();
        let replica = data.database_url_on(&standby.url());
        let caller = host
            .serve_with(&["--cache-megabytes", "0", "--body-cache-megabytes", "0", "--replica-url", &replica])
            .caller(&id, &secret);
        let pages = Pages::of(&caller);
        let setup = Self { primary, standby, proxy, data, _host: host, caller, pages, uploads: 0 };
        setup.wait_for_replica();
        setup
    }

    /// Waits until the server reads from the replica, which has no other users.
    fn wait_for_replica(&self) {
        let reads = || {
            self.standby.rows("SELECT xact_commit FROM pg_stat_database WHERE datname LIKE 'test%'").remove(0)
        };
        let before: i64 = reads().parse().unwrap();
        eventually("the server does not read from the replica", || {
            self.pages.request(&self.caller);
            // More than the checks of its state.
            reads().parse::<i64>().unwrap() > before + 50
        });
    }

    /// Fails unless the server returns every page.
    #[track_caller]
    fn assert_reads_succeed(&self) {
        for _ in 0..5 {
            assert_eq!(self.pages.request(&self.caller).unavailable, 0);
        }
    }

    /// Fails unless an upload soon succeeds and is returned.
    fn assert_writes_recover(&mut self, since: &Stopwatch) {
        let mut file = json!(null);
        eventually("uploads fail", || {
            let response = self.caller.upload(&json!({ "project_id": id("projects", 0) }));
            if response.status != 201 {
                assert_unavailable(&response);
                return false;
            }
            file = response.json()["file"].clone();
            true
        });
        assert!(since.elapsed() <= RECOVERY_TIME, "it took {:?}", since.elapsed());
        self.uploads += 1;
        eventually("the upload is not listed", || {
            let page = self.caller.get("/files");
            page.status == 200 && page.json()["files"].as_array().unwrap().len() >= self.uploads
        });
        let returned = self.caller.get(&format!("/files/{}", file["id"].as_str().unwrap()));
        assert_eq!(returned.ok()["file"], file);
    }
}

#[test]
fn only_writes_fail_while_the_primary_restarts() {
    let mut setup = Setup::new();
    setup.primary.stop();
    setup.assert_reads_succeed();
    assert_unavailable(&setup.caller.upload(&json!({ "project_id": id("projects", 0) })));
    setup.assert_reads_succeed();
    setup.primary.start();
    let stopwatch = Stopwatch::start();
    setup.assert_writes_recover(&stopwatch);
    setup.assert_reads_succeed();
}

#[test]
fn only_writes_fail_while_the_primary_is_unresponsive() {
    let mut setup = Setup::new();
    setup.proxy.set(Fault::Stall);
    // The first request that needs the primary waits for the timeout.
    eventually("reads fail", || setup.pages.request(&setup.caller).unavailable == 0);
    setup.assert_reads_succeed();
    setup.data.import(&one_more_area(0));
    setup.standby.catch_up_with(&setup.primary);
    setup.caller.server.wait_for_changes();
    assert_eq!(setup.caller.get("/areas").ok()["areas"][0]["id"], json!(id("areas", COUNT)));
    assert_unavailable(&setup.caller.upload(&json!({ "project_id": id("projects", 0) })));
    setup.pages = Pages::of(&setup.caller);
    setup.proxy.set(Fault::None);
    let stopwatch = Stopwatch::start();
    setup.assert_writes_recover(&stopwatch);
    setup.assert_reads_succeed();
}

#[test]
fn writes_continue_on_a_promoted_standby() {
    let mut setup = Setup::new();
    setup.data.import(&one_more_area(0));
    setup.caller.server.wait_for_changes();
    setup.pages = Pages::of(&setup.caller);
    setup.standby.catch_up_with(&setup.primary);
    setup.primary.kill();
    setup.assert_reads_succeed();
    setup.standby.promote();
    let stopwatch = Stopwatch::start();
    setup.assert_writes_recover(&stopwatch);
    setup.assert_reads_succeed();
}

#[test]
fn requests_succeed_without_the_standby_and_use_it_after_its_return() {
    let mut setup = Setup::new();
    setup.standby.kill();
    setup.assert_reads_succeed();
    setup.data.import(&one_more_area(0));
    setup.caller.server.wait_for_changes();
    setup.pages = Pages::of(&setup.caller);
    setup.standby.start();
    setup.wait_for_replica();
    setup.primary.stop();
    setup.assert_reads_succeed();
}

#[test]
fn a_standby_that_has_not_replayed_all_changes_does_not_replace_the_primary() {
    let mut setup = Setup::new();
    setup.standby.pause_replay(true);
    setup.proxy.set(Fault::Disconnect);
    setup.data.import(&one_more_area(0));
    let stopwatch = Stopwatch::start();
    eventually("the server returns stale data", || {
        let requested_at = stopwatch.elapsed();
        let response = setup.caller.get("/areas");
        assert!(
            response.status == 503 || requested_at <= MAX_STALENESS * 2,
            "the page is {requested_at:?} old"
        );
        response.status == 503
    });
    for _ in 0..3 {
        assert_unavailable(&setup.caller.get("/areas"));
    }
    setup.standby.pause_replay(false);
    let newest = || setup.caller.get("/areas");
    eventually("the standby does not replace the primary", || newest().status == 200);
    assert_eq!(newest().ok()["areas"][0]["id"], json!(id("areas", COUNT)));
    setup.pages = Pages::of(&setup.caller);
    setup.assert_reads_succeed();
}

#[test]
fn a_standby_that_lacks_a_change_that_was_returned_does_not_replace_the_primary() {
    let mut setup = Setup::new();
    setup.standby.stop();
    let file = setup.caller.uploaded(&json!({ "project_id": id("projects", 0) }));
    let is_listed = |setup: &Setup| {
        let page = setup.caller.get("/files");
        assert!(page.status == 503 || page.json()["files"][0] == file, "{}", page.text);
        page.status == 200
    };
    assert!(is_listed(&setup));
    setup.primary.stop();
    setup.standby.start();
    let stopwatch = Stopwatch::start();
    // Longer than a server waits until it follows another history.
    while stopwatch.elapsed() < RECOVERY_TIME {
        is_listed(&setup);
    }
    setup.primary.start();
    eventually("the server does not recover", || is_listed(&setup));
}

#[test]
fn a_standby_that_falls_behind_is_not_read_until_it_has_caught_up() {
    let setup = Setup::new();
    setup.standby.pause_replay(true);
    for number in 0..10 {
        let response =
            setup.caller.upload(&json!({ "name": format!("{number}.txt"), "project_id": id("projects", 0) }));
        assert_eq!(response.status, 201, "{}", response.text);
        let file = response.json()["file"].clone();
        // At once, from whichever database the server reads.
        assert_eq!(setup.caller.get("/files").ok()["files"][0], file);
        let path = format!("/files/{}", file["id"].as_str().unwrap());
        assert_eq!(setup.caller.get(&path).ok()["file"], file);
        let removed = setup.caller.call(&Method::DELETE, &path);
        assert_eq!(removed.status, 204);
        assert_eq!(setup.caller.get(&path).status, 404);
        assert_eq!(setup.caller.get("/files").ok()["files"], json!([]));
    }
    setup.assert_reads_succeed();
    setup.standby.pause_replay(false);
    setup.standby.catch_up_with(&setup.primary);
    setup.wait_for_replica();
    setup.assert_reads_succeed();
}
