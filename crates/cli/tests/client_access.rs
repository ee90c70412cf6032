//! What clients may do: their level, resources and expiry, for new tokens and for those that were issued before a change.

use std::time::Duration;

use base64::Engine as _;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::files::upload_with;
use crate::support::fixture::{Platform, id};
use crate::support::stopwatch::{Delays, Stopwatch};
use crate::support::{Data, Response, Server};

const LIMIT: Duration = Duration::from_secs(1);
const LEVELS: [&str; 4] = ["full", "pseudonymous", "anonymous", "public"];

/// A platform with a record of every resource, and a server.
struct Setup {
    data: Data,
    server: Server,
}

/// A client and its tokens.
struct Client {
    id: String,
    secret: String,
}

impl Setup {
    fn new() -> Self {
        let data = Data::with(&Platform::full(1, "2025-03-18T08:15:30.250Z"));
        let server = data.serve_with(&[]);
        Self { data, server }
    }

    fn client(&self, arguments: &[&str]) -> Client {
        let (id, secret) = self.data.client_with(arguments);
        Client { id, secret }
    }

    /// Runs `folkmoot clients COMMAND ID` and returns the time since.
    fn change(&self, client: &Client, command: &str, arguments: &[&str]) -> Stopwatch {
        let output = self.data.run(&[&["clients", command, &client.id], arguments].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Stopwatch::start()
    }

    fn sign_in(&self, client: &Client) -> Response {
        self.server.authenticate(&client.id, &client.secret)
    }

    fn token(&self, client: &Client) -> String {
        let response = self.sign_in(client);
        assert_eq!(response.status, 201, "{}", response.text);
        response.json()["jwt"].as_str().unwrap().to_owned()
    }

    fn oauth(&self, client: &Client, scope: &str) -> Response {
        let form = [
            ("grant_type", "client_credentials"),
            ("client_id", &client.id),
            ("client_secret", &client.secret),
            ("scope", scope),
        ];
        self.server.oauth_token(&form)
    }

    fn oauth_token(&self, client: &Client, scope: &str) -> String {
        self.oauth(client, scope).ok()["access_token"].as_str().unwrap().to_owned()
    }

    fn get(&self, token: &str, path: &str) -> Response {
        self.server.request(Method::GET, &format!("/api/v2{path}")).bearer_auth(token).send()
    }

    fn upload(&self, token: &str) -> Response {
        let request = self.server.request(Method::POST, "/api/v2/files").bearer_auth(token);
        request.json(&upload_with(&json!({}))).send()
    }

    /// The download URL of the only file.
    fn download_url(&self, token: &str) -> String {
        let file = self.get(token, "/files").ok()["files"][0].clone();
        file["url"].as_str().unwrap().to_owned()
    }

    fn download(&self, url: &str) -> Response {
        self.server.request(Method::GET, url.strip_prefix(&self.server.url).unwrap()).send()
    }
}

/// What a token may do now, as the scope of a request shows it: its level, if the votes of ideas and their authors can be
/// compared, and the resources.
fn effect(setup: &Setup, token: &str) -> String {
    let status = |path: &str| {
        let response = setup.get(token, path);
        match response.status {
            200 => "200".to_owned(),
            _ => response.problem(),
        }
    };
    let author = format!("/ideas?author_id={}", id("users", 0));
    format!("{} {} {}", status("/ideas?sort=votes_count"), status(&author), status("/users"))
}

const FULL: &str = "200 200 200";
const FULL_IDEAS: &str = "200 200 insufficient-access";
const PSEUDONYMOUS: &str = "insufficient-access 200 200";
const PUBLIC: &str = "insufficient-access insufficient-access 200";
const REVOKED: &str = "revoked-client revoked-client revoked-client";

#[test]
fn changes_of_a_client_apply_within_a_second_to_issued_tokens() {
    let setup = Setup::new();
    let delays = Delays::default();
    for _ in 0..2 {
        let client = setup.client(&[]);
        let other = setup.token(&setup.client(&[]));
        let following = [setup.token(&client), setup.oauth_token(&client, "")];
        let narrowed = setup.oauth_token(&client, "access:pseudonymous read:ideas read:users");
        let complete = setup.oauth(&client, "").ok()["scope"].as_str().unwrap().to_owned();
        let complete = setup.oauth_token(&client, &complete);
        assert_eq!(effect(&setup, &complete), FULL);
        for (command, arguments, expected, with_narrowed, with_complete) in [
            ("update", &["--access", "public"][..], PUBLIC, PUBLIC, PUBLIC),
            ("update", &["--access", "pseudonymous"], PSEUDONYMOUS, PSEUDONYMOUS, PSEUDONYMOUS),
            ("update", &["--access", "full"], FULL, PSEUDONYMOUS, FULL),
            (
                "update",
                &["--resources", "ideas"],
                FULL_IDEAS,
                "insufficient-access 200 insufficient-access",
                FULL_IDEAS,
            ),
            ("update", &["--resources", "all"], FULL, PSEUDONYMOUS, FULL),
            ("update", &["--expires", "2020-01-31"], REVOKED, REVOKED, REVOKED),
            ("update", &["--expires", "never"], FULL, PSEUDONYMOUS, FULL),
            ("disable", &[], REVOKED, REVOKED, REVOKED),
            ("enable", &[], FULL, PSEUDONYMOUS, FULL),
        ] {
            let kind = format!("{command} {}", arguments.join(" "));
            let changed = setup.change(&client, command, arguments);
            delays.measure(&kind, changed, || effect(&setup, &following[0]) == expected);
            assert_eq!(effect(&setup, &following[1]), expected, "{kind}");
            assert_eq!(effect(&setup, &narrowed), with_narrowed, "{kind}, a narrowed token");
            assert_eq!(effect(&setup, &complete), with_complete, "{kind}, a token that requested everything");
            assert_eq!(effect(&setup, &other), FULL, "{kind}, another client");
        }
    }
    delays.assert_within(LIMIT);
}

#[test]
fn a_token_gets_more_with_its_client_unless_it_requested_a_scope() {
    let setup = Setup::new();
    let client = setup.client(&["--access", "public", "--resources", "ideas"]);
    assert_eq!(setup.oauth(&client, "").ok()["scope"], "access:public read:ideas");
    let (following, requested) = (setup.oauth_token(&client, ""), setup.oauth_token(&client, "read:ideas"));
    setup.change(&client, "update", &["--access", "full", "--resources", "ideas,users"]);
    setup.server.wait_for_changes();
    assert_eq!(effect(&setup, &following), FULL);
    assert_eq!(effect(&setup, &requested), "insufficient-access insufficient-access insufficient-access");
    assert_eq!(setup.get(&requested, "/ideas").status, 200);
    assert_eq!(setup.oauth(&client, "").ok()["scope"], "access:full read:users read:ideas");
}

#[test]
fn inactive_clients_cannot_sign_in() {
    let setup = Setup::new();
    let expired = setup.client(&["--expires", "2020-01-31"]);
    let [disabled, revoked] = [(); 2].map(|()| setup.client(&[]));
    setup.change(&disabled, "disable", &[]);
    setup.change(&revoked, "revoke", &[]);
    setup.server.wait_for_changes();
    for client in [&expired, &disabled, &revoked] {
        let refused = setup.sign_in(client);
        assert_eq!((refused.status, refused.problem().as_str()), (401, "invalid-credentials"));
        assert_eq!(refused.json()["detail"], "The client ID or the client secret is wrong.");
        let refused = setup.oauth(client, "");
        assert_eq!((refused.status, &refused.json()["error"]), (401, &json!("invalid_client")));
        // A token that has expired does not change the reason.
        for token in [setup.data.token(&client.id, 0), setup.data.expired_token(&client.id)] {
            assert_eq!(setup.get(&token, "/ideas").problem(), "revoked-client");
        }
    }
    setup.change(&disabled, "enable", &[]);
    setup.change(&expired, "update", &["--expires", "never"]);
    setup.server.wait_for_changes();
    for client in [&expired, &disabled] {
        assert_eq!(setup.sign_in(client).status, 201);
        assert_eq!(setup.get(&setup.data.expired_token(&client.id), "/ideas").problem(), "expired-token");
    }
}

#[test]
fn a_token_is_not_valid_longer_than_its_client() {
    let setup = Setup::new();
    let claims = |token: &str| -> Value {
        let payload = token.split('.').nth(1).unwrap();
        serde_json::from_slice(&base64::prelude::BASE64_URL_SAFE_NO_PAD.decode(payload).unwrap()).unwrap()
    };
    // In the last minute of a day, the client expires at the end of the next one.
    let day = (Timestamp::now() + Duration::from_mins(1)).to_zoned_datetime(TimeZone::UTC).date();
    let end = day.tomorrow().unwrap().to_zoned_datetime(TimeZone::UTC).unwrap().timestamp().as_second();
    for (expires, end) in
        [(day.to_string(), end), ("2099-01-31".to_owned(), i64::MAX), ("never".to_owned(), i64::MAX)]
    {
        let client = setup.client(&["--expires", &expires]);
        let by_oauth = setup.oauth(&client, "").ok();
        let issued = claims(by_oauth["access_token"].as_str().unwrap());
        let lifetime = |claims: &Value| claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap();
        assert_eq!(by_oauth["expires_in"], lifetime(&issued), "{expires}");
        for claims in [issued, claims(&setup.token(&client))] {
            let expected = end.min(claims["iat"].as_i64().unwrap() + 24 * 60 * 60);
            assert_eq!(claims["exp"], expected, "{expires}");
        }
    }
}

#[test]
fn download_urls_stop_when_their_client_may_no_longer_read_files() {
    let setup = Setup::new();
    let client = setup.client(&[]);
    let url = setup.download_url(&setup.token(&client));
    let other = setup.download_url(&setup.token(&setup.client(&[])));
    assert_eq!(setup.download(&url).status, 200);
    let delays = Delays::default();
    for (stop, start) in [
        (("update", &["--resources", "ideas,projects"][..]), ("update", &["--resources", "files"][..])),
        (("update", &["--access", "public"]), ("update", &["--access", "anonymous"])),
        (("update", &["--expires", "2020-01-31"]), ("update", &["--expires", "2099-01-31"])),
        (("disable", &[]), ("enable", &[])),
    ] {
        let stopped = setup.change(&client, stop.0, stop.1);
        delays.measure(&format!("{stop:?}"), stopped, || setup.download(&url).status == 403);
        assert_eq!(setup.download(&url).problem(), "invalid-signature", "{stop:?}");
        assert_eq!(setup.download(&other).status, 200, "{stop:?}: another client");
        let started = setup.change(&client, start.0, start.1);
        delays.measure(&format!("{start:?}"), started, || setup.download(&url).status == 200);
    }
    delays.assert_within(LIMIT);
}

#[test]
fn only_clients_of_level_full_with_files_change_files() {
    let setup = Setup::new();
    for level in LEVELS {
        for (resources, has_files) in [("all", true), ("files,ideas", true), ("ideas", false)] {
            let token = setup.token(&setup.client(&["--access", level, "--resources", resources]));
            let call = |method: Method, path: &str, body: &str| {
                let request =
                    setup.server.request(method, &format!("/api/v2/files{path}")).bearer_auth(&token);
                request.header("content-type", "application/json").body(body.to_owned()).send()
            };
            let uploaded = setup.upload(&token);
            if level == "full" && has_files {
                assert_eq!(uploaded.status, 201, "{}", uploaded.text);
                let path = format!("/{}", uploaded.json()["file"]["id"].as_str().unwrap());
                let changed = r#"{"file": {"category": "policy"}}"#;
                assert_eq!(call(Method::PATCH, &path, changed).status, 200);
                assert_eq!(call(Method::DELETE, &path, "").status, 204);
                continue;
            }
            let path = format!("/{}", id("files", 0));
            for refused in [
                uploaded,
                call(Method::POST, "", "{"),
                call(Method::PATCH, &path, "{}"),
                call(Method::PUT, &path, "{}"),
                call(Method::DELETE, &path, ""),
            ] {
                assert_eq!((refused.status, refused.problem().as_str()), (403, "insufficient-access"));
                let detail = refused.json()["detail"].as_str().unwrap().to_owned();
                assert!(
                    detail.contains("write:files") && detail.contains(&format!("access:{level}")),
                    "{detail}"
                );
            }
        }
    }
    let files = setup.get(&setup.token(&setup.client(&[])), "/files").ok()["files"].clone();
    assert_eq!(files.as_array().unwrap().len(), 1, "a refused request changed a file: {files}");
}

#[test]
fn a_resource_outside_of_the_list_is_refused_with_the_reason() {
    let setup = Setup::new();
    for level in LEVELS {
        let token = setup.token(&setup.client(&["--access", level, "--resources", "phases,topics"]));
        let phases = format!("/projects/{}/phases", id("projects", 0));
        for path in ["/phases", "/phases/deleted", "/topics", "/topics/deleted"] {
            assert_eq!(setup.get(&token, path).status, 200, "{level} {path}");
        }
        if level != "public" {
            assert_eq!(setup.get(&token, &phases).status, 200, "{level}");
        }
        for path in
            ["/projects", "/areas", "/users/deleted", "/idea_topics", &format!("/areas/{}", id("areas", 0))]
        {
            let refused = setup.get(&token, path);
            assert_eq!((refused.status, refused.problem().as_str()), (403, "insufficient-access"), "{path}");
            let plural = path.split('/').nth(1).unwrap();
            let detail = refused.json()["detail"].as_str().unwrap().to_owned();
            assert!(detail.contains(&format!("read:{plural}")), "{detail}");
            assert!(detail.contains(&format!("access:{level} read:topics read:phases")), "{detail}");
        }
    }
}

#[test]
fn parameters_that_reveal_what_a_level_hides_are_refused() {
    let setup = Setup::new();
    let person = id("users", 0);
    for level in LEVELS {
        let token = setup.token(&setup.client(&["--access", level]));
        let filters = ["ideas?author_id", "comments?author_id", "reactions?user_id", "baskets?user_id"];
        for filter in filters {
            let blank = setup.get(&token, &format!("/{filter}="));
            assert_eq!(blank.status, 200, "{level} {filter}: a blank value counts as absent");
            let response = setup.get(&token, &format!("/{filter}={person}"));
            assert_refused(&response, ["anonymous", "public"].contains(&level), level, "pseudonymous");
        }
        let response = setup.get(&token, &format!("/files?uploader={person}"));
        assert_refused(&response, level != "full", level, "full");
        for order in ["votes_count", "-votes_count"] {
            let response = setup.get(&token, &format!("/ideas?sort={order}"));
            assert_refused(&response, level != "full", level, "full");
        }
        assert_eq!(setup.get(&token, "/ideas?sort=-likes_count").status, 200, "{level}");
    }
}

/// Fails unless the response is refused exactly if `is_refused`, because the request has a level and requires another.
#[track_caller]
fn assert_refused(response: &Response, is_refused: bool, level: &str, required: &str) {
    if !is_refused {
        assert_eq!(response.status, 200, "{}", response.text);
        return;
    }
    assert_eq!((response.status, response.problem().as_str()), (403, "insufficient-access"));
    let detail = response.json()["detail"].as_str().unwrap().to_owned();
    let states =
        format!("requires the access level {required}. The access level of this request is {level}.");
    assert!(detail.ends_with(&states), "{detail}");
    let challenge = format!(r#"Bearer error="insufficient_scope", scope="access:{required}", "#);
    assert!(response.header("www-authenticate").starts_with(&challenge));
}
