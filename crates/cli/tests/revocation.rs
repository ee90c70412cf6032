//! Revocations apply within a second, and new tokens are accepted at once.

use std::time::Duration;

use reqwest::Method;
use serde_json::Value;

use crate::support::files::platform;
use crate::support::stopwatch::{Delays, Stopwatch};
use crate::support::{Caller, Data, Response, Server};

const LIMIT: Duration = Duration::from_secs(1);
const ROUNDS: usize = 3;

fn areas(server: &Server, token: &str) -> Response {
    server.request(Method::GET, "/api/v2/areas").bearer_auth(token).send()
}

fn token(server: &Server, id: &str, secret: &str) -> String {
    let response = server.authenticate(id, secret);
    assert_eq!(response.status, 201, "{}", response.text);
    response.json()["jwt"].as_str().unwrap().to_owned()
}

fn rotate(data: &Data, id: &str, arguments: &[&str]) -> String {
    let output = data.run(&[&["clients", "rotate", id, "--json"], arguments].concat());
    let rotated: Value = serde_json::from_slice(&output.stdout).unwrap();
    rotated["client_secret"].as_str().unwrap().to_owned()
}

/// The download URL of the only file, in the list and in the item, for this token.
fn url(caller: &Caller, token: &str) -> String {
    let get = |path: &str| caller.server.request(Method::GET, path).bearer_auth(token).send().ok();
    let listed = get("/api/v2/files")["files"][0].clone();
    let item = get(&format!("/api/v2/files/{}", listed["id"].as_str().unwrap()));
    assert_eq!(item["file"]["url"], listed["url"]);
    listed["url"].as_str().unwrap().to_owned()
}

#[test]
fn only_a_revoked_client_is_rejected_within_a_second() {
    let data = Data::with(&platform());
    let server = data.serve_with(&[]);
    let (other_id, other_secret) = data.client();
    let other = token(&server, &other_id, &other_secret);
    let delays = Delays::default();
    for _ in 0..ROUNDS {
        let (id, secret) = data.client();
        let tokens = [token(&server, &id, &secret), token(&server, &id, &secret)];
        assert!(tokens.iter().all(|token| areas(&server, token).status == 200));
        assert!(data.run(&["clients", "revoke", &id]).status.success());
        let revoked = Stopwatch::start();
        for token in &tokens {
            delays.measure("a token is rejected", revoked, || areas(&server, token).status == 401);
            assert_eq!(areas(&server, token).problem(), "revoked-client");
        }
        assert_eq!(server.authenticate(&id, &secret).problem(), "invalid-credentials");
        assert_eq!(areas(&server, &other).status, 200);
    }
    delays.assert_within(LIMIT);
}

#[test]
fn access_is_turned_off_and_on_within_a_second() {
    let data = Data::with(&platform());
    let caller = data.serve();
    let (id, secret) = data.client();
    let delays = Delays::default();
    for _ in 0..ROUNDS {
        assert!(data.run(&["access", "off"]).status.success());
        let off = Stopwatch::start();
        delays.measure("off", off, || caller.get("/areas").status == 403);
        assert_eq!(caller.get("/areas").problem(), "public-api-disabled");
        assert_eq!(caller.server.authenticate(&id, &secret).problem(), "public-api-disabled");
        // Whatever else is wrong with the request.
        for (method, path) in [(Method::POST, "/api/v2/authenticate?x=1"), (Method::GET, "/api/v2/areas?x=1")]
        {
            let response = caller.server.request(method, path).header("accept", "text/html").send();
            assert_eq!(response.problem(), "public-api-disabled", "{path}");
        }
        assert!(data.run(&["access", "on"]).status.success());
        let on = Stopwatch::start();
        delays.measure("on", on, || caller.get("/areas").status == 200);
    }
    delays.assert_within(LIMIT);
}

#[test]
fn a_token_of_another_server_is_accepted_at_once() {
    let data = Data::with(&platform());
    let server = data.serve_with(&[]);
    for round in 0..10 {
        let (id, _) = data.client();
        let token = data.token(&id, 0);
        assert_eq!(areas(&server, &token).status, 200, "round {round}: a new client");
        rotate(&data, &id, &["--revoke-tokens"]);
        let token = data.token(&id, 1);
        assert_eq!(areas(&server, &token).status, 200, "round {round}: after a revocation of tokens");
    }
    let unknown = data.token(&uuid::Uuid::new_v4().to_string(), 0);
    assert_eq!(areas(&server, &unknown).problem(), "invalid-token");
}

#[test]
fn tokens_are_revoked_within_a_second_and_new_ones_are_accepted_at_once() {
    let data = Data::with(&platform());
    let server = data.serve_with(&[]);
    let delays = Delays::default();
    let (id, mut secret) = data.client();
    for round in 0..5 {
        let before = token(&server, &id, &secret);
        assert_eq!(areas(&server, &before).status, 200);
        secret = rotate(&data, &id, &["--revoke-tokens"]);
        let revoked = Stopwatch::start();
        // Within the same second of the clock as the revoked token.
        let after = token(&server, &id, &secret);
        assert_eq!(areas(&server, &after).status, 200, "round {round}");
        delays.measure("a token is rejected", revoked, || areas(&server, &before).status == 401);
        assert_eq!(areas(&server, &before).problem(), "invalid-token");
        assert_eq!(areas(&server, &after).status, 200, "round {round}");
    }
    delays.assert_within(LIMIT);
    let before = token(&server, &id, &secret);
    rotate(&data, &id, &[]);
    server.wait_for_changes();
    assert_eq!(areas(&server, &before).status, 200, "without --revoke-tokens");
}

#[test]
fn a_download_url_is_revoked_with_its_client() {
    let data = Data::with(&platform());
    let caller = data.serve();
    caller.uploaded(&serde_json::json!({}));
    let clients: Vec<_> = (0..2 + ROUNDS).map(|_| data.client()).collect();
    let tokens: Vec<_> = clients.iter().map(|(id, secret)| token(&caller.server, id, secret)).collect();
    // Requested twice, so that the second response comes from the cache.
    let urls: Vec<_> = tokens.iter().map(|token| url(&caller, token)).collect();
    for (token, expected) in tokens.iter().zip(&urls) {
        assert_eq!(&url(&caller, token), expected);
        assert_eq!(&url(&caller, token), expected);
    }
    for (number, one) in urls.iter().enumerate() {
        assert!(urls[..number].iter().all(|other| other != one), "two clients have the same URL");
        assert_eq!(caller.download(one, &[]).status, 200);
    }
    let exchanged = urls[0].replace(&clients[0].0, &clients[1].0);
    assert_eq!(caller.download(&exchanged, &[]).problem(), "invalid-signature");

    let delays = Delays::default();
    for ((id, _), url) in clients.iter().zip(&urls).skip(2) {
        assert!(data.run(&["clients", "revoke", id]).status.success());
        let revoked = Stopwatch::start();
        delays.measure("a URL is rejected", revoked, || caller.download(url, &[]).status == 403);
        assert_eq!(caller.download(url, &[]).problem(), "invalid-signature");
    }
    let (id, _) = &clients[1];
    let secret = rotate(&data, id, &["--revoke-tokens"]);
    let revoked = Stopwatch::start();
    delays.measure("a URL of a revoked token is rejected", revoked, || {
        caller.download(&urls[1], &[]).status == 403
    });
    delays.assert_within(LIMIT);
    let renewed = url(&caller, &token(&caller.server, id, &secret));
    assert_eq!(caller.download(&renewed, &[]).status, 200);
    assert_eq!(caller.download(&urls[0], &[]).status, 200, "the others are not affected");
}
