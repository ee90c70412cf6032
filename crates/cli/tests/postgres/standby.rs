//! Primaries that go and standbys that live: reads go on, and writes come back.

use reqwest::Method;
use serde_json::json;

use crate::pages::{
    COUNT, HEALTHY_AGAIN, Pages, SEEN, assert_unavailable, one_more_area, platform_in, wanted,
};
use crate::support::cluster::Cluster;
use crate::support::fixture::id;
use crate::support::proxy::{Proxy, Wire};
use crate::support::stopwatch::Stopwatch;
use crate::support::{Caller, Data, eventually};

struct Scene {
    primary: Cluster,
    standby: Cluster,
    /// Between the server and its primary.
    wire: Proxy,
    data: Data,
    _far: Data,
    caller: Caller,
    pages: Pages,
    uploads: usize,
}

impl Scene {
    /// A server of a primary and its hot standby, which is to take over where the primary goes.
    fn new() -> Option<Self> {
        wanted()?;
        let primary = Cluster::primary();
        let data = platform_in(&primary.address());
        let standby = primary.standby();
        standby.catch_up_with(&primary);
        let wire = Proxy::to(primary.port);
        let either = format!("{},127.0.0.1:{}", wire.address(), standby.port);
        let far = data.beside(&either);
        let (id, secret) = data.client();
        let replica = data.database_in(&standby.address());
        let caller =
            far.serve_with(&["--cache-megabytes", "0", "--replica-url", &replica]).caller(&id, &secret);
        let pages = Pages::of(&caller);
        let scene = Self { primary, standby, wire, data, _far: far, caller, pages, uploads: 0 };
        scene.wait_for_replica();
        Some(scene)
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
        assert!(since.elapsed() <= HEALTHY_AGAIN, "it took {:?}", since.elapsed());
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
    let Some(mut scene) = Scene::new() else { return };
    scene.primary.stop();
    scene.assert_reads_go_on();
    assert_unavailable(&scene.caller.upload(&json!({ "project_id": id("projects", 0) })));
    scene.assert_reads_go_on();
    scene.primary.start();
    let stopwatch = Stopwatch::start();
    scene.assert_writes_soon(&stopwatch);
    scene.assert_reads_go_on();
}

#[test]
fn a_primary_that_hangs_is_missed_by_writers_alone() {
    let Some(mut scene) = Scene::new() else { return };
    scene.wire.set(Wire::Hangs);
    // The first that asks for the primary has to find out.
    eventually("reads do not go on", || scene.pages.ask(&scene.caller).refused == 0);
    scene.assert_reads_go_on();
    scene.data.import(&one_more_area(0));
    scene.standby.catch_up_with(&scene.primary);
    scene.caller.server.look_for_changes();
    assert_eq!(scene.caller.get("/areas").ok()["areas"][0]["id"], json!(id("areas", COUNT)));
    assert_unavailable(&scene.caller.upload(&json!({ "project_id": id("projects", 0) })));
    scene.pages = Pages::of(&scene.caller);
    scene.wire.set(Wire::Whole);
    let stopwatch = Stopwatch::start();
    scene.assert_writes_soon(&stopwatch);
    scene.assert_reads_go_on();
}

#[test]
fn a_standby_that_takes_over_is_written_to() {
    let Some(mut scene) = Scene::new() else { return };
    scene.data.import(&one_more_area(0));
    scene.caller.server.look_for_changes();
    scene.pages = Pages::of(&scene.caller);
    scene.standby.catch_up_with(&scene.primary);
    scene.primary.kill();
    scene.assert_reads_go_on();
    scene.standby.promote();
    let stopwatch = Stopwatch::start();
    scene.assert_writes_soon(&stopwatch);
    scene.assert_reads_go_on();
}

#[test]
fn a_standby_that_goes_is_missed_by_nobody_and_comes_back() {
    let Some(mut scene) = Scene::new() else { return };
    scene.standby.kill();
    scene.assert_reads_go_on();
    scene.data.import(&one_more_area(0));
    scene.caller.server.look_for_changes();
    scene.pages = Pages::of(&scene.caller);
    scene.standby.start();
    scene.wait_for_replica();
    scene.primary.stop();
    scene.assert_reads_go_on();
}

#[test]
fn a_standby_that_lacks_what_it_was_sent_does_not_stand_in_for_the_primary() {
    let Some(mut scene) = Scene::new() else { return };
    scene.standby.pause_replay(true);
    scene.wire.set(Wire::Cut);
    scene.data.import(&one_more_area(0));
    let stopwatch = Stopwatch::start();
    eventually("it shows another time", || {
        let asked = stopwatch.elapsed();
        let answer = scene.caller.get("/areas");
        assert!(answer.status == 503 || asked <= SEEN * 2, "the page is {asked:?} old");
        answer.status == 503
    });
    for _ in 0..3 {
        assert_unavailable(&scene.caller.get("/areas"));
    }
    scene.standby.pause_replay(false);
    let newest = || scene.caller.get("/areas");
    eventually("the standby does not stand in", || newest().status == 200);
    assert_eq!(newest().ok()["areas"][0]["id"], json!(id("areas", COUNT)));
    scene.pages = Pages::of(&scene.caller);
    scene.assert_reads_go_on();
}

#[test]
fn a_standby_that_falls_behind_is_left_out_until_it_has_caught_up() {
    let Some(scene) = Scene::new() else { return };
    scene.standby.pause_replay(true);
    for number in 0..10 {
        let answer =
            scene.caller.upload(&json!({ "name": format!("{number}.txt"), "project_id": id("projects", 0) }));
        assert_eq!(answer.status, 201, "{}", answer.text);
        let file = answer.json()["file"].clone();
        // At once, wherever the server reads it.
        assert_eq!(scene.caller.get("/files").ok()["files"][0], file);
        let path = format!("/files/{}", file["id"].as_str().unwrap());
        assert_eq!(scene.caller.get(&path).ok()["file"], file);
        let removed = scene.caller.call(&Method::DELETE, &path);
        assert_eq!(removed.status, 204);
        assert_eq!(scene.caller.get(&path).status, 404);
        assert_eq!(scene.caller.get("/files").ok()["files"], json!([]));
    }
    scene.assert_reads_go_on();
    scene.standby.pause_replay(false);
    scene.standby.catch_up_with(&scene.primary);
    scene.wait_for_replica();
    scene.assert_reads_go_on();
}
