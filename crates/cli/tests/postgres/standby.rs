//! Primaries that go and standbys that live: reads go on, and writes come back.

use reqwest::Method;
use serde_json::json;

use crate::pages::{
    COUNT, RECOVERY_TIME, Pages, MAX_STALENESS, assert_unavailable, one_more_area, platform_in, wanted,
};
use crate::support::cluster::Cluster;
use crate::support::fixture::id;
use crate::support::fault_proxy::{Fault, FaultProxy};
use crate::support::stopwatch::Stopwatch;
use crate::support::{Caller, Data, eventually};

struct Setup {
    primary: Cluster,
    standby: Cluster,
    /// Between the server and its primary.
    wire: FaultProxy,
    data: Data,
    _far: Data,
    caller: Caller,
    pages: Pages,
    uploads: usize,
}

impl Setup {
    /// A server of a primary and its hot standby, which is to take over where the primary goes.
    fn new() -> Option<Self> {
        wanted()?;
        let primary = Cluster::primary();
        let data = platform_in(&primary.url());
        let standby = primary.standby();
        standby.catch_up_with(&primary);
        let wire = FaultProxy::to(primary.port);
        let either = format!("{},127.0.0.1:{}", proxy.url(), standby.port);
        let far = data.other_host(&either);
        let (id, secret) = data.client();
        let replica = data.database_url_on(&standby.url());
        let caller =
            far.serve_with(&["--cache-megabytes", "0", "--replica-url", &replica]).caller(&id, &secret);
        let pages = Pages::of(&caller);
        let setup = Self { primary, standby, wire, data, _far: far, caller, pages, uploads: 0 };
        setup.wait_for_replica();
        Some(setup)
    }

    /// Waits until the server reads from the replica: nobody else does.
    fn wait_for_replica(&self) {
        let reads = || {
            self.standby.rows("SELECT xact_commit FROM pg_stat_database WHERE datname LIKE 'test%'").remove(0)
        };
        let before: i64 = reads().parse().unwrap();
        eventually("the replica is not read", || {
            self.pages.ask(&self.caller);
            // More than the looks at it.
            reads().parse::<i64>().unwrap() > before + 50
        });
    }

    /// Every page is answered, and is right.
    #[track_caller]
    fn assert_reads_go_on(&self) {
        for _ in 0..5 {
            assert_eq!(self.pages.ask(&self.caller).refused, 0);
        }
    }

    /// An upload comes in soon, and shows.
    fn assert_writes_soon(&mut self, since: &Stopwatch) {
        let mut file = json!(null);
        eventually("nothing can be written", || {
            let answer = self.caller.upload(&json!({ "project_id": id("projects", 0) }));
            if answer.status != 201 {
                assert_unavailable(&answer);
                return false;
            }
            file = answer.json()["file"].clone();
            true
        });
        assert!(since.elapsed() <= RECOVERY_TIME, "it took {:?}", since.elapsed());
        self.uploads += 1;
        eventually("the upload does not show", || {
            let page = self.caller.get("/files");
            page.status == 200 && page.json()["files"].as_array().unwrap().len() >= self.uploads
        });
        let shown = self.caller.get(&format!("/files/{}", file["id"].as_str().unwrap()));
        assert_eq!(shown.ok()["file"], file);
    }
}

#[test]
fn a_primary_that_is_restarted_is_missed_by_writers_alone() {
    let Some(mut setup) = Setup::new() else { return };
    setup.primary.stop();
    setup.assert_reads_go_on();
    assert_unavailable(&setup.caller.upload(&json!({ "project_id": id("projects", 0) })));
    setup.assert_reads_go_on();
    setup.primary.start();
    let stopwatch = Stopwatch::start();
    setup.assert_writes_soon(&stopwatch);
    setup.assert_reads_go_on();
}

#[test]
fn a_primary_that_hangs_is_missed_by_writers_alone() {
    let Some(mut setup) = Setup::new() else { return };
    setup.wire.set(Fault::Stall);
    // The first that asks for the primary has to find out.
    eventually("reads do not go on", || setup.pages.ask(&setup.caller).refused == 0);
    setup.assert_reads_go_on();
    setup.data.import(&one_more_area(0));
    setup.standby.catch_up_with(&setup.primary);
    setup.caller.server.wait_for_changes();
    assert_eq!(setup.caller.get("/areas").ok()["areas"][0]["id"], json!(id("areas", COUNT)));
    assert_unavailable(&setup.caller.upload(&json!({ "project_id": id("projects", 0) })));
    setup.pages = Pages::of(&setup.caller);
    setup.wire.set(Fault::None);
    let stopwatch = Stopwatch::start();
    setup.assert_writes_soon(&stopwatch);
    setup.assert_reads_go_on();
}

#[test]
fn a_standby_that_takes_over_is_written_to() {
    let Some(mut setup) = Setup::new() else { return };
    setup.data.import(&one_more_area(0));
    setup.caller.server.wait_for_changes();
    setup.pages = Pages::of(&setup.caller);
    setup.standby.catch_up_with(&setup.primary);
    setup.primary.kill();
    setup.assert_reads_go_on();
    setup.standby.promote();
    let stopwatch = Stopwatch::start();
    setup.assert_writes_soon(&stopwatch);
    setup.assert_reads_go_on();
}

#[test]
fn a_standby_that_goes_is_missed_by_nobody_and_comes_back() {
    let Some(mut setup) = Setup::new() else { return };
    setup.standby.kill();
    setup.assert_reads_go_on();
    setup.data.import(&one_more_area(0));
    setup.caller.server.wait_for_changes();
    setup.pages = Pages::of(&setup.caller);
    setup.standby.start();
    setup.wait_for_replica();
    setup.primary.stop();
    setup.assert_reads_go_on();
}

#[test]
fn a_standby_that_lacks_what_it_was_sent_does_not_stand_in_for_the_primary() {
    let Some(mut setup) = Setup::new() else { return };
    setup.standby.pause_replay(true);
    setup.wire.set(Fault::Disconnect);
    setup.data.import(&one_more_area(0));
    let stopwatch = Stopwatch::start();
    eventually("it shows another time", || {
        let asked = stopwatch.elapsed();
        let answer = setup.caller.get("/areas");
        assert!(answer.status == 503 || asked <= MAX_STALENESS * 2, "the page is {asked:?} old");
        answer.status == 503
    });
    for _ in 0..3 {
        assert_unavailable(&setup.caller.get("/areas"));
    }
    setup.standby.pause_replay(false);
    let newest = || setup.caller.get("/areas");
    eventually("the standby does not stand in", || newest().status == 200);
    assert_eq!(newest().ok()["areas"][0]["id"], json!(id("areas", COUNT)));
    setup.pages = Pages::of(&setup.caller);
    setup.assert_reads_go_on();
}

#[test]
fn a_standby_that_falls_behind_is_left_out_until_it_has_caught_up() {
    let Some(setup) = Setup::new() else { return };
    setup.standby.pause_replay(true);
    for number in 0..10 {
        let answer =
            setup.caller.upload(&json!({ "name": format!("{number}.txt"), "project_id": id("projects", 0) }));
        assert_eq!(answer.status, 201, "{}", answer.text);
        let file = answer.json()["file"].clone();
        // At once, wherever the server reads it.
        assert_eq!(setup.caller.get("/files").ok()["files"][0], file);
        let path = format!("/files/{}", file["id"].as_str().unwrap());
        assert_eq!(setup.caller.get(&path).ok()["file"], file);
        let removed = setup.caller.call(&Method::DELETE, &path);
        assert_eq!(removed.status, 204);
        assert_eq!(setup.caller.get(&path).status, 404);
        assert_eq!(setup.caller.get("/files").ok()["files"], json!([]));
    }
    setup.assert_reads_go_on();
    setup.standby.pause_replay(false);
    setup.standby.catch_up_with(&setup.primary);
    setup.wait_for_replica();
    setup.assert_reads_go_on();
}
