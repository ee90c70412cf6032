//! Several servers over one primary, a hot standby and one file storage.

use reqwest::Method;
use serde_json::{Value, json};

use crate::postgres::pages::{COUNT, MAX_STALENESS, Pages, one_more_area, platform_in};
use crate::support::cluster::Cluster;
use crate::support::fixture::{Platform, id, record, resource};
use crate::support::postgres::required_server;
use crate::support::s3_server::S3Server;
use crate::support::stopwatch::{Delays, Stopwatch};
use crate::support::{Caller, Data, Response};

struct Setup {
    primary: Cluster,
    standby: Cluster,
    storage: S3Server,
    data: Data,
    hosts: Vec<Data>,
    client: (String, String),
    servers: Vec<Caller>,
    delays: Delays,
}

impl Setup {
    fn new() -> Self {
        required_server();
        let storage = S3Server::start();
        let primary = Cluster::primary();
        let data = platform_in(&primary.url());
        let standby = primary.standby();
        let client = data.client();
        let mut setup = Self {
            primary,
            standby,
            storage,
            data,
            hosts: Vec::new(),
            client,
            servers: Vec::new(),
            delays: Delays::default(),
        };
        setup.add_server();
        setup.add_server();
        setup
    }

    /// Starts one more server on its own host.
    fn add_server(&mut self) {
        let host = self.data.other_host(&self.primary.url());
        let replica = self.data.database_url_on(&self.standby.url());
        let more = ["--replica-url", &replica, "--public-url", "https://testham.example"];
        let server = host.serve_with(&self.storage.arguments(&more));
        self.servers.push(server.caller(&self.client.0, &self.client.1));
        self.hosts.push(host);
    }

    /// Waits until the responses of all servers match, and measures the time since `since`.
    #[track_caller]
    fn measure(
        &self,
        kind: &str,
        since: Stopwatch,
        request: impl Fn(&Caller) -> Response,
        matches: impl Fn(&Response) -> bool,
    ) {
        for server in &self.servers {
            self.delays.measure(kind, since, || matches(&request(server)));
        }
    }
}

fn first_area(response: &Response) -> Value {
    response.ok()["areas"][0]["id"].clone()
}

#[test]
fn all_servers_return_a_write_within_a_second() {
    let setup = Setup::new();
    for round in 0..3 {
        let writer = &setup.servers[round % 2];
        let file =
            writer.uploaded(&json!({ "name": format!("{round}.txt"), "project_id": id("projects", 0) }));
        let path = format!("/files/{}", file["id"].as_str().unwrap());
        let stopwatch = Stopwatch::start();
        setup.measure(
            "an uploaded file is listed",
            stopwatch,
            |server| server.get("/files"),
            |response| response.ok()["files"][0]["id"] == file["id"],
        );
        setup.measure(
            "an uploaded file is returned",
            stopwatch,
            |server| server.get(&path),
            |response| response.status == 200,
        );
        for server in &setup.servers {
            // All servers return the same record, with the same download URL.
            assert_eq!(server.get(&path).ok()["file"], file);
            let url = file["url"].as_str().unwrap().replace("https://testham.example", &server.server.url);
            assert_eq!(server.download(&url, &[]).text, "Minutes of the meeting.");
        }
        let body = json!({ "file": { "category": "policy" } }).to_string();
        assert_eq!(writer.send(Method::PATCH, &path, body).status, 200);
        let stopwatch = Stopwatch::start();
        setup.measure(
            "a changed file is returned",
            stopwatch,
            |server| server.get(&path),
            |response| response.ok()["file"]["category"] == "policy",
        );
        assert_eq!(writer.call(&Method::DELETE, &path).status, 204);
        let stopwatch = Stopwatch::start();
        setup.measure(
            "a deleted file gets 404",
            stopwatch,
            |server| server.get(&path),
            |response| response.status == 404,
        );
        setup.measure(
            "a deleted file is not listed",
            stopwatch,
            |server| server.get("/files"),
            |response| response.ok()["files"] == json!([]),
        );
    }
    setup.data.import(&one_more_area(0));
    let stopwatch = Stopwatch::start();
    setup.measure(
        "an imported area is listed",
        stopwatch,
        |server| server.get("/areas"),
        |response| first_area(response) == id("areas", COUNT),
    );
    assert_eq!(Pages::of(&setup.servers[0]), Pages::of(&setup.servers[1]));
    setup.delays.assert_within(MAX_STALENESS);
}

#[test]
fn a_list_does_not_contradict_a_record_that_the_same_server_returned_before() {
    let setup = Setup::new();
    let [writer, reader] = &setup.servers[..] else { panic!("two servers") };
    for round in 0..10 {
        let file = writer.uploaded(&json!({ "project_id": id("projects", 0) }));
        let path = format!("/files/{}", file["id"].as_str().unwrap());
        // The list is cached with the previous file or without one.
        reader.get("/files").ok();
        if reader.get(&path).status == 200 {
            assert_eq!(reader.get("/files").ok()["files"][0]["id"], file["id"], "round {round}");
        }
        reader.server.wait_for_changes();
        reader.get("/files").ok();
        assert_eq!(writer.call(&Method::DELETE, &path).status, 204);
        if reader.get(&path).status == 404 {
            assert_eq!(reader.get("/files").ok()["files"], json!([]), "round {round}");
            assert_eq!(reader.get("/files/deleted").ok()["deleted_items"][0]["id"], file["id"]);
        }
    }
}

#[test]
fn a_server_that_was_suspended_returns_no_outdated_list() {
    let setup = Setup::new();
    let [writer, suspended] = &setup.servers[..] else { panic!("two servers") };
    for _ in 0..3 {
        suspended.get("/files").ok();
        suspended.server.signal("-STOP");
        let file = writer.uploaded(&json!({ "project_id": id("projects", 0) }));
        std::thread::sleep(MAX_STALENESS * 3 / 2);
        let page = std::thread::scope(|scope| {
            let page = scope.spawn(|| suspended.get("/files"));
            // The request waits for the server.
            std::thread::sleep(MAX_STALENESS / 4);
            suspended.server.signal("-CONT");
            page.join().unwrap()
        });
        assert_eq!(page.ok()["files"][0]["id"], file["id"]);
    }
}

fn with_token(server: &Caller, token: &str) -> Response {
    server.server.request(Method::GET, "/api/v2/areas").bearer_auth(token).send()
}

fn token_of(response: &Response) -> String {
    response.json()["jwt"].as_str().unwrap().to_owned()
}

#[test]
fn tokens_revocations_and_access_apply_to_all_servers_within_a_second() {
    let setup = Setup::new();
    let [first, second] = &setup.servers[..] else { panic!("two servers") };
    assert_eq!(with_token(second, &first.token).status, 200);
    assert_eq!(with_token(first, &second.token).status, 200);
    for _ in 0..3 {
        for (state, status) in [("off", 403), ("on", 200)] {
            assert!(setup.data.run(&["access", state]).status.success());
            let switched = Stopwatch::start();
            setup.measure(
                state,
                switched,
                |server| server.get("/areas"),
                |response| response.status == status,
            );
        }
        let (client, secret) = setup.data.client();
        let token = token_of(&second.server.authenticate(&client, &secret));
        assert!(setup.data.run(&["clients", "revoke", &client]).status.success());
        let revoked = Stopwatch::start();
        setup.measure(
            "a revoked client is rejected",
            revoked,
            |server| with_token(server, &token),
            |response| response.status == 401 && response.problem() == "revoked-client",
        );
    }
    setup.delays.assert_within(MAX_STALENESS);
}

#[test]
fn changes_of_a_client_apply_to_issued_tokens_on_all_servers_within_a_second() {
    let setup = Setup::new();
    for _ in 0..3 {
        let (client, secret) = setup.data.client();
        let token = token_of(&setup.servers[0].server.authenticate(&client, &secret));
        for (arguments, status, code) in [
            (&["update", "--resources", "ideas"][..], 403, "insufficient-access"),
            (&["update", "--resources", "all", "--access", "public"], 200, ""),
            (&["update", "--expires", "2020-01-31"], 401, "revoked-client"),
            (&["update", "--expires", "never"], 200, ""),
            (&["disable"], 401, "revoked-client"),
            (&["enable"], 200, ""),
        ] {
            assert!(setup.data.run(&[&["clients"], arguments, &[&*client]].concat()).status.success());
            let changed = Stopwatch::start();
            setup.measure(
                &arguments.join(" "),
                changed,
                |server| with_token(server, &token),
                |response| response.status == status && (status == 200 || response.problem() == code),
            );
        }
    }
    setup.delays.assert_within(MAX_STALENESS);
}

#[test]
fn tokens_and_download_urls_of_one_server_are_valid_on_the_other_at_once() {
    let setup = Setup::new();
    let [first, second] = &setup.servers[..] else { panic!("two servers") };
    let file = first.uploaded(&json!({ "project_id": id("projects", 0) }));
    let path = format!("/api/v2/files/{}", file["id"].as_str().unwrap());
    let download = |server: &Caller, url: &str| {
        let url = url.replace("https://testham.example", &server.server.url);
        server.download(&url, &[])
    };
    for round in 0..10 {
        let (issuer, other) = if round % 2 == 0 { (first, second) } else { (second, first) };
        let (client, secret) = setup.data.client();
        let token = token_of(&issuer.server.authenticate(&client, &secret));
        let response = issuer.server.request(Method::GET, &path).bearer_auth(&token).send();
        let url = response.ok()["file"]["url"].as_str().unwrap().to_owned();
        assert_eq!(download(other, &url).status, 200, "round {round}");
        assert_eq!(with_token(other, &token).status, 200, "round {round}");
        let rotated = setup.data.run(&["clients", "rotate", &client, "--revoke-tokens", "--json"]);
        let rotated: Value = serde_json::from_slice(&rotated.stdout).unwrap();
        let since = Stopwatch::start();
        let renewed = issuer.server.authenticate(&client, rotated["client_secret"].as_str().unwrap());
        assert_eq!(with_token(other, &token_of(&renewed)).status, 200, "round {round}");
        let is_rejected =
            |response: &Response| response.status == 401 && response.problem() == "invalid-token";
        setup.measure("a revoked token is rejected", since, |server| with_token(server, &token), is_rejected);
        setup.measure(
            "a revoked URL is rejected",
            since,
            |server| download(server, &url),
            |response| response.status == 403,
        );
    }
    setup.delays.assert_within(MAX_STALENESS);
}

#[test]
fn a_server_that_starts_during_an_import_returns_current_data() {
    let mut setup = Setup::new();
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
        setup.measure(
            "an imported area is changed",
            stopwatch,
            |server| server.get(page),
            |response| {
                let response = response.ok();
                let areas = response["areas"].as_array().unwrap();
                areas.len() == 24 && areas.iter().all(|area| area["title"] == current)
            },
        );
        let (newest, first) = (setup.servers.pop().unwrap(), &setup.servers[0]);
        assert_eq!(newest.crawl("/areas", "areas", 24), first.crawl("/areas", "areas", 24));
    }
    setup.delays.assert_within(MAX_STALENESS);
}
