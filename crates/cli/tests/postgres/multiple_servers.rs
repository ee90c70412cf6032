//! Several servers over one primary, a hot standby and one storage of bytes: all alike.

use reqwest::Method;
use serde_json::{Value, json};

use crate::pages::{COUNT, Pages, MAX_STALENESS, one_more_area, platform_in, wanted};
use crate::support::cluster::Cluster;
use crate::support::fixture::{Platform, id, record, resource};
use crate::support::stopwatch::{Delays, Stopwatch};
use crate::support::s3_server::S3Server;
use crate::support::{Response, Caller, Data};

struct Setup {
    primary: Cluster,
    standby: Cluster,
    storage: S3Server,
    data: Data,
    machines: Vec<Data>,
    client: (String, String),
    servers: Vec<Caller>,
    delays: Delays,
}

impl Setup {
    fn new() -> Option<Self> {
        wanted()?;
        let storage = S3Server::start()?;
        let primary = Cluster::primary();
        let data = platform_in(&primary.url());
        let standby = primary.standby();
        let client = data.client();
        let mut setup = Self {
            primary,
            standby,
            storage,
            data,
            machines: Vec::new(),
            client,
            servers: Vec::new(),
            delays: Delays::default(),
        };
        setup.add_server();
        setup.add_server();
        Some(setup)
    }

    /// Starts one more server on a machine of its own.
    fn add_server(&mut self) {
        let machine = self.data.other_host(&self.primary.url());
        let replica = self.data.database_url_on(&self.standby.url());
        let more = ["--replica-url", &replica, "--public-url", "https://testham.example/api"];
        let server = machine.serve_with(&self.storage.arguments(&more));
        self.servers.push(server.caller(&self.client.0, &self.client.1));
        self.machines.push(machine);
    }

    /// Waits until every server shows what was written when `since` began, and measures how long that took.
    #[track_caller]
    fn await_seen(
        &self,
        kind: &str,
        since: Stopwatch,
        ask: impl Fn(&Caller) -> Response,
        seen: impl Fn(&Response) -> bool,
    ) {
        for server in &self.servers {
            self.delays.measure(kind, since, || seen(&ask(server)));
        }
    }
}

fn first_area(answer: &Response) -> Value {
    answer.ok()["areas"][0]["id"].clone()
}

#[test]
fn a_write_on_one_server_shows_on_all() {
    let Some(setup) = Setup::new() else { return };
    for round in 0..3 {
        let writer = &setup.servers[round % 2];
        let file =
            writer.uploaded(&json!({ "name": format!("{round}.txt"), "project_id": id("projects", 0) }));
        let path = format!("/files/{}", file["id"].as_str().unwrap());
        let stopwatch = Stopwatch::start();
        setup.await_seen(
            "an uploaded file is listed",
            stopwatch,
            |server| server.get("/files"),
            |answer| answer.ok()["files"][0]["id"] == file["id"],
        );
        setup.await_seen(
            "an uploaded file is answered",
            stopwatch,
            |server| server.get(&path),
            |answer| answer.status == 200,
        );
        for server in &setup.servers {
            // The same everywhere, the signed address with it.
            assert_eq!(server.get(&path).ok()["file"], file);
            let address =
                file["url"].as_str().unwrap().replace("https://testham.example/api", &server.server.url);
            assert_eq!(server.download(&address, &[]).text, "Minutes of the meeting.");
        }
        let body = json!({ "file": { "category": "policy" } }).to_string();
        assert_eq!(writer.send(Method::PATCH, &path, body).status, 200);
        let stopwatch = Stopwatch::start();
        setup.await_seen(
            "a changed file is answered",
            stopwatch,
            |server| server.get(&path),
            |answer| answer.ok()["file"]["category"] == "policy",
        );
        assert_eq!(writer.call(&Method::DELETE, &path).status, 204);
        let stopwatch = Stopwatch::start();
        setup.await_seen(
            "a deleted file is gone",
            stopwatch,
            |server| server.get(&path),
            |answer| answer.status == 404,
        );
        setup.await_seen(
            "a deleted file is not listed",
            stopwatch,
            |server| server.get("/files"),
            |answer| answer.ok()["files"] == json!([]),
        );
    }
    setup.data.import(&one_more_area(0));
    let stopwatch = Stopwatch::start();
    setup.await_seen(
        "an imported area is listed",
        stopwatch,
        |server| server.get("/areas"),
        |answer| first_area(answer) == id("areas", COUNT),
    );
    assert_eq!(Pages::of(&setup.servers[0]), Pages::of(&setup.servers[1]));
    setup.delays.assert_within(MAX_STALENESS);
}

fn with_token(server: &Caller, token: &str) -> Response {
    server.server.request(Method::GET, "/api/v2/areas").bearer_auth(token).send()
}

fn token_of(answer: &Response) -> String {
    answer.json()["jwt"].as_str().unwrap().to_owned()
}

#[test]
fn tokens_revocations_and_the_switch_hold_on_all_servers() {
    let Some(setup) = Setup::new() else { return };
    let [first, second] = &setup.servers[..] else { panic!("two servers") };
    assert_eq!(with_token(second, &first.token).status, 200);
    assert_eq!(with_token(first, &second.token).status, 200);
    for _ in 0..3 {
        for (word, status) in [("off", 403), ("on", 200)] {
            assert!(setup.data.run(&["access", word]).status.success());
            let switched = Stopwatch::start();
            setup.await_seen(word, switched, |server| server.get("/areas"), |answer| answer.status == status);
        }
        let (client, secret) = setup.data.client();
        let token = token_of(&second.server.authenticate(&client, &secret));
        assert!(setup.data.run(&["clients", "revoke", &client]).status.success());
        let revoked = Stopwatch::start();
        setup.await_seen(
            "a revoked client is refused",
            revoked,
            |server| with_token(server, &token),
            |answer| answer.status == 401 && answer.problem() == "revoked-client",
        );
    }
    setup.delays.assert_within(MAX_STALENESS);
}

#[test]
fn what_one_server_issues_works_at_once_on_the_other() {
    let Some(setup) = Setup::new() else { return };
    let [first, second] = &setup.servers[..] else { panic!("two servers") };
    let file = first.uploaded(&json!({ "project_id": id("projects", 0) }));
    let path = format!("/api/v2/files/{}", file["id"].as_str().unwrap());
    let download = |server: &Caller, url: &str| {
        let url = url.replace("https://testham.example/api", &server.server.url);
        server.download(&url, &[])
    };
    for round in 0..10 {
        let (issuer, other) = if round % 2 == 0 { (first, second) } else { (second, first) };
        let (client, secret) = setup.data.client();
        let token = token_of(&issuer.server.authenticate(&client, &secret));
        let answer = issuer.server.request(Method::GET, &path).bearer_auth(&token).send();
        let url = answer.ok()["file"]["url"].as_str().unwrap().to_owned();
        assert_eq!(download(other, &url).status, 200, "round {round}");
        assert_eq!(with_token(other, &token).status, 200, "round {round}");
        let rotated = setup.data.run(&["clients", "rotate", &client, "--revoke-tokens", "--json"]);
        let rotated: Value = serde_json::from_slice(&rotated.stdout).unwrap();
        let since = Stopwatch::start();
        let renewed = issuer.server.authenticate(&client, rotated["client_secret"].as_str().unwrap());
        assert_eq!(with_token(other, &token_of(&renewed)).status, 200, "round {round}");
        let refused = |answer: &Response| answer.status == 401 && answer.problem() == "invalid-token";
        setup.await_seen("a revoked token is refused", since, |server| with_token(server, &token), refused);
        setup.await_seen(
            "a revoked URL is refused",
            since,
            |server| download(server, &url),
            |answer| answer.status == 403,
        );
    }
    setup.delays.assert_within(MAX_STALENESS);
}

#[test]
fn a_server_that_starts_while_an_import_runs_is_right() {
    let Some(mut setup) = Setup::new() else { return };
    for round in 0..4 {
        let mut more = Platform::empty();
        for number in 0..400 {
            let mut area = record(resource("areas"), 1000 + number, "2025-04-01T00:00:00.000Z");
            area["title_multiloc"] = json!({ "en": format!("round {round}") });
            more.add("areas", area);
        }
        let directory = tempfile::tempdir().unwrap();
        more.write(directory.path());
        let mut import = setup
            .data
            .command()
            .arg("import")
            .arg(directory.path())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        setup.add_server();
        assert!(import.wait().unwrap().success());
        let stopwatch = Stopwatch::start();
        let current = json!(format!("round {round}"));
        let page = "/areas?page_size=24&page_number=9";
        setup.await_seen(
            "an imported area is changed",
            stopwatch,
            |server| server.get(page),
            |answer| {
                let answer = answer.ok();
                let areas = answer["areas"].as_array().unwrap();
                areas.len() == 24 && areas.iter().all(|area| area["title"] == current)
            },
        );
        let (newest, first) = (setup.servers.pop().unwrap(), &setup.servers[0]);
        assert_eq!(newest.crawl("/areas", "areas", 24), first.crawl("/areas", "areas", 24));
    }
    setup.delays.assert_within(MAX_STALENESS);
}
