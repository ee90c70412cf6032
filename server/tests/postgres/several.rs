//! Several servers over one primary, a hot standby and one storage of bytes: all alike.

use reqwest::Method;
use serde_json::{Value, json};

use crate::pages::{COUNT, Pages, SEEN, one_more_area, platform_in, wanted};
use crate::support::cluster::Cluster;
use crate::support::fixture::{Platform, id, record, resource};
use crate::support::stopwatch::Stopwatch;
use crate::support::storage::Storage;
use crate::support::{Answer, Caller, Data, eventually};

struct Scene {
    primary: Cluster,
    standby: Cluster,
    storage: Storage,
    data: Data,
    machines: Vec<Data>,
    client: (String, String),
    servers: Vec<Caller>,
}

impl Scene {
    fn new() -> Option<Self> {
        wanted()?;
        let storage = Storage::start()?;
        let primary = Cluster::primary();
        let data = platform_in(&primary.address());
        let standby = primary.standby();
        let client = data.client();
        let mut scene =
            Self { primary, standby, storage, data, machines: Vec::new(), client, servers: Vec::new() };
        scene.add_server();
        scene.add_server();
        Some(scene)
    }

    /// Starts one more server on a machine of its own.
    fn add_server(&mut self) {
        let machine = self.data.beside(&self.primary.address());
        let replica = self.data.database_in(&self.standby.address());
        let more = ["--replica-url", &replica, "--public-address", "https://testham.example/api"];
        let server = machine.serve_with(&self.storage.arguments(&more));
        self.servers.push(server.caller(&self.client.0, &self.client.1));
        self.machines.push(machine);
    }

    /// Waits until every server answers so; no longer than a write may take to be seen everywhere.
    #[track_caller]
    fn assert_seen(
        &self,
        since: &Stopwatch,
        ask: impl Fn(&Caller) -> Answer,
        seen: impl Fn(&Answer) -> bool,
    ) {
        for server in &self.servers {
            eventually("it is not seen", || seen(&ask(server)));
        }
        assert!(since.elapsed() <= SEEN, "it took {:?}", since.elapsed());
    }
}

fn first_area(answer: &Answer) -> Value {
    answer.ok()["areas"][0]["id"].clone()
}

#[test]
fn a_write_on_one_server_shows_on_all() {
    let Some(scene) = Scene::new() else { return };
    for round in 0..3 {
        let writer = &scene.servers[round % 2];
        let file =
            writer.uploaded(&json!({ "name": format!("{round}.txt"), "project_id": id("projects", 0) }));
        let path = format!("/files/{}", file["id"].as_str().unwrap());
        let stopwatch = Stopwatch::start();
        scene.assert_seen(
            &stopwatch,
            |server| server.get("/files"),
            |answer| answer.ok()["files"][0]["id"] == file["id"],
        );
        scene.assert_seen(&stopwatch, |server| server.get(&path), |answer| answer.status == 200);
        for server in &scene.servers {
            // The same everywhere, the signed address with it.
            assert_eq!(server.get(&path).ok()["file"], file);
            let address =
                file["url"].as_str().unwrap().replace("https://testham.example/api", &server.server.address);
            assert_eq!(server.download(&address, &[]).text, "Minutes of the meeting.");
        }
        let body = json!({ "file": { "category": "policy" } }).to_string();
        assert_eq!(writer.send(Method::PATCH, &path, body).status, 200);
        let stopwatch = Stopwatch::start();
        scene.assert_seen(
            &stopwatch,
            |server| server.get(&path),
            |answer| answer.ok()["file"]["category"] == "policy",
        );
        assert_eq!(writer.call(&Method::DELETE, &path).status, 204);
        let stopwatch = Stopwatch::start();
        scene.assert_seen(&stopwatch, |server| server.get(&path), |answer| answer.status == 404);
        scene.assert_seen(
            &stopwatch,
            |server| server.get("/files"),
            |answer| answer.ok()["files"] == json!([]),
        );
    }
    scene.data.import(&one_more_area(0));
    let stopwatch = Stopwatch::start();
    scene.assert_seen(
        &stopwatch,
        |server| server.get("/areas"),
        |answer| first_area(answer) == id("areas", COUNT),
    );
    assert_eq!(Pages::of(&scene.servers[0]), Pages::of(&scene.servers[1]));
}

#[test]
fn tokens_revocations_and_the_switch_hold_on_all_servers() {
    let Some(scene) = Scene::new() else { return };
    let [first, second] = &scene.servers[..] else { panic!("two servers") };
    let with_token = |server: &Caller, token: &str| {
        server.server.request(Method::GET, "/api/v2/areas").bearer_auth(token).send()
    };
    assert_eq!(with_token(second, &first.token).status, 200);
    assert_eq!(with_token(first, &second.token).status, 200);
    assert!(scene.data.run(&["access", "off"]).status.success());
    let stopwatch = Stopwatch::start();
    scene.assert_seen(&stopwatch, |server| server.get("/areas"), |answer| answer.status == 403);
    assert!(scene.data.run(&["access", "on"]).status.success());
    let stopwatch = Stopwatch::start();
    scene.assert_seen(&stopwatch, |server| server.get("/areas"), |answer| answer.status == 200);
    // A client made a moment ago is known everywhere; to ask too early would count as guessing.
    let (other, secret) = scene.data.client();
    for server in &scene.servers {
        server.server.look_for_changes();
        assert_eq!(server.server.authenticate(&other, &secret).status, 201);
    }
    assert!(scene.data.run(&["clients", "revoke", &scene.client.0]).status.success());
    let stopwatch = Stopwatch::start();
    scene.assert_seen(&stopwatch, |server| server.get("/areas"), |answer| answer.status == 401);
    assert_eq!(with_token(second, &first.token).problem(), "revoked-client");
}

#[test]
fn a_server_that_starts_while_an_import_runs_is_right() {
    let Some(mut scene) = Scene::new() else { return };
    for round in 0..4 {
        let mut more = Platform::empty();
        for number in 0..400 {
            let mut area = record(resource("areas"), 1000 + number, "2025-04-01T00:00:00.000Z");
            area["title_multiloc"] = json!({ "en": format!("round {round}") });
            more.add("areas", area);
        }
        let folder = tempfile::tempdir().unwrap();
        more.write(folder.path());
        let mut import = scene
            .data
            .command()
            .arg("import")
            .arg(folder.path())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        scene.add_server();
        assert!(import.wait().unwrap().success());
        let stopwatch = Stopwatch::start();
        let current = json!(format!("round {round}"));
        let page = "/areas?page_size=24&page_number=9";
        scene.assert_seen(
            &stopwatch,
            |server| server.get(page),
            |answer| answer.ok()["areas"].as_array().unwrap().iter().all(|area| area["title"] == current),
        );
        let (newest, first) = (scene.servers.pop().unwrap(), &scene.servers[0]);
        assert_eq!(newest.crawl("/areas", "areas", 24), first.crawl("/areas", "areas", 24));
    }
}
