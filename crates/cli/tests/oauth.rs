//! The token endpoint of OAuth 2.0 (RFC 6749), and the scopes of its tokens.

use std::collections::BTreeSet;

use base64::Engine as _;
use folkmoot_api::plan::ResourcePlans;
use folkmoot_model::resources::RESOURCES;
use percent_encoding::AsciiSet;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::fixture::{Platform, id};
use crate::support::request::Request;
use crate::support::{Data, Response, Server};

const GRANT: (&str, &str) = ("grant_type", "client_credentials");

/// Every ASCII character.
static EVERYTHING: AsciiSet = AsciiSet::EMPTY.complement();

struct Setup {
    data: Data,
    server: Server,
    id: String,
    secret: String,
}

impl Setup {
    fn new(arguments: &[&str]) -> Self {
        let data = Data::with(&Platform::full(1, "2025-03-18T08:15:30.250Z"));
        let (id, secret) = data.client();
        let server = data.serve_with(arguments);
        Self { data, server, id, secret }
    }

    /// A request with the grant type and further parameters of the form, without credentials.
    fn request(&self, parameters: &[(&str, &str)]) -> Request {
        let request = self.server.request(Method::POST, "/oauth/token");
        request.form(&[&[GRANT], parameters].concat())
    }

    /// The same with the credentials in the form.
    fn with_form(&self, parameters: &[(&str, &str)]) -> Response {
        let credentials = [("client_id", &*self.id), ("client_secret", &*self.secret)];
        self.request(&[&credentials[..], parameters].concat()).send()
    }

    fn token(&self, scope: &str) -> String {
        self.with_form(&[("scope", scope)]).ok()["access_token"].as_str().unwrap().to_owned()
    }

    fn get(&self, token: &str, path: &str) -> Response {
        self.server.request(Method::GET, &format!("/api/v2{path}")).bearer_auth(token).send()
    }
}

fn basic(id: &str, secret: &str) -> String {
    format!("Basic {}", base64::prelude::BASE64_STANDARD.encode(format!("{id}:{secret}")))
}

/// Percent-encodes every character.
fn encoded(text: &str) -> String {
    percent_encoding::percent_encode(text.as_bytes(), &EVERYTHING).to_string()
}

fn claims(token: &str) -> Value {
    let payload = token.split('.').nth(1).unwrap();
    serde_json::from_slice(&base64::prelude::BASE64_URL_SAFE_NO_PAD.decode(payload).unwrap()).unwrap()
}

#[track_caller]
fn assert_error(response: &Response, status: u16, code: &str) {
    let body = response.json();
    assert_eq!((response.status, body["error"].as_str()), (status, Some(code)), "{body}");
    let description = body["error_description"].as_str().unwrap();
    let is_allowed = |byte: u8| matches!(byte, 0x20..=0x21 | 0x23..=0x5B | 0x5D..=0x7E);
    assert!(!description.is_empty() && description.bytes().all(is_allowed), "{description}");
    assert_eq!(body.as_object().unwrap().len(), 2);
    assert_eq!(response.header("content-type"), "application/json; charset=utf-8");
    assert_eq!((response.header("cache-control"), response.header("pragma")), ("no-store", "no-cache"));
    let is_challenged = response.header("www-authenticate").starts_with("Basic realm=\"");
    assert_eq!(is_challenged, status == 401);
}

/// The scope of every client.
fn full_scope() -> String {
    let reads: Vec<String> = RESOURCES.iter().map(|it| format!("read:{}", it.names.plural)).collect();
    format!("access:full {} write:files", reads.join(" "))
}

#[test]
fn credentials_are_accepted_with_basic_authentication_and_in_the_form() {
    let setup = Setup::new(&[]);
    let Setup { id, secret, .. } = &setup;
    let with_header =
        |header: &str, more: &[(&str, &str)]| setup.request(more).header("authorization", header).send();
    let plain = basic(id, secret);
    for response in [
        setup.with_form(&[]),
        setup.with_form(&[("audience", "x"), ("unknown", "y"), ("scope", "")]),
        with_header(&plain, &[]),
        with_header(&plain.replace("Basic", "bASIC"), &[]),
        with_header(plain.trim_end_matches('='), &[]),
        with_header(&basic(&encoded(id), &encoded(secret)), &[]),
        with_header(&plain, &[("client_id", id)]),
        with_header(&plain, &[("client_secret", "")]),
    ] {
        let body = response.ok();
        let keys: Vec<&str> = body.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, ["access_token", "token_type", "expires_in", "scope"]);
        assert_eq!((&body["token_type"], &body["expires_in"]), (&json!("Bearer"), &json!(86_400)));
        assert_eq!(body["scope"], full_scope());
        assert_eq!((response.header("cache-control"), response.header("pragma")), ("no-store", "no-cache"));
        let token = body["access_token"].as_str().unwrap();
        assert!(claims(token).get("scope").is_none(), "a token without a requested scope follows its client");
        assert_eq!(setup.get(token, "/areas").status, 200);
    }
}

#[test]
fn wrong_credentials_get_one_response() {
    let setup = Setup::new(&[]);
    let Setup { data, server, id, secret } = &setup;
    let unknown = uuid::Uuid::new_v4().to_string();
    let (revoked, revoked_secret) = data.client();
    assert!(data.run(&["clients", "revoke", &revoked]).status.success());
    server.wait_for_changes();
    let form = |id: &str, secret: &str| setup.request(&[("client_id", id), ("client_secret", secret)]).send();
    let header = |header: &str| setup.request(&[]).header("authorization", header).send();
    let malformed = format!("fms_{}", "0".repeat(49));
    let wrong = [
        form(id, "wrong"),
        form(id, ""),
        form(id, &malformed),
        form(id, "fms_"),
        form(&unknown, secret),
        form("x", secret),
        form(&revoked, &revoked_secret),
        form(&id.to_uppercase(), secret),
        header(&basic(id, "wrong")),
        header(&basic(id, "")),
        header(&basic(&unknown, secret)),
        header(&basic("é", "%FE%zz")),
    ];
    // The last one is not valid UTF-8 after decoding.
    let (malformed, wrong) = wrong.split_last().unwrap();
    assert_error(malformed, 400, "invalid_request");
    for response in wrong {
        assert_error(response, 401, "invalid_client");
        assert_eq!(response.text, wrong[0].text);
    }
    for (missing, code) in [
        (setup.request(&[]).send(), "invalid_client"),
        (setup.request(&[("client_secret", secret)]).send(), "invalid_client"),
        (header(&format!("Bearer {secret}")), "invalid_client"),
    ] {
        assert_error(&missing, 401, code);
    }
}

#[test]
fn malformed_requests_are_rejected_as_the_standard_defines() {
    let setup = Setup::new(&[]);
    let Setup { server, id, secret, .. } = &setup;
    let credentials = [("client_id", id.as_str()), ("client_secret", secret.as_str())];
    let send = |pairs: &[(&str, &str)]| server.oauth_token(&[&credentials[..], pairs].concat());
    let valid = basic(id, secret);
    let two_ways = setup.request(&credentials).header("authorization", &valid).send();
    let two_ids = setup.request(&[("client_id", "x")]).header("authorization", &valid).send();
    let two_headers =
        setup.request(&[]).header("authorization", &valid).header("authorization", &valid).send();
    for (response, code) in [
        (send(&[]), "invalid_request"),
        (send(&[("grant_type", "")]), "invalid_request"),
        (send(&[GRANT, GRANT]), "invalid_request"),
        (send(&[GRANT, ("x", "1"), ("x", "2")]), "invalid_request"),
        (send(&[GRANT, ("client_id", id)]), "invalid_request"),
        (send(&[("grant_type", "password")]), "unsupported_grant_type"),
        (send(&[("grant_type", "CLIENT_CREDENTIALS")]), "unsupported_grant_type"),
        (two_ways, "invalid_request"),
        (two_ids, "invalid_request"),
        (two_headers, "invalid_request"),
        (setup.request(&[]).header("authorization", "Basic !").send(), "invalid_request"),
        (setup.request(&[]).header("authorization", "Basic").send(), "invalid_request"),
        (setup.request(&[]).header("authorization", "Basic YWJj").send(), "invalid_request"),
    ] {
        assert_error(&response, 400, code);
    }
    let with_query = |query: &str| {
        let request = server.request(Method::POST, &format!("/oauth/token{query}"));
        request.form(&[&[GRANT], &credentials[..]].concat()).send()
    };
    assert_error(&with_query("?scope=read:areas"), 400, "invalid_request");
    assert_error(&with_query(&format!("?client_id={id}&client_secret={secret}")), 400, "invalid_request");
    assert_eq!((with_query("?").status, with_query("/").status), (200, 200));
    let empty = server.request(Method::POST, "/oauth/token").header("authorization", &valid).send();
    assert_error(&empty, 400, "invalid_request");
}

#[test]
fn errors_without_a_code_of_the_standard_are_problems() {
    let setup = Setup::new(&[]);
    let Setup { data, server, .. } = &setup;
    let post = || server.request(Method::POST, "/oauth/token");
    let json = post().json(&json!({ "grant_type": "client_credentials" })).send();
    assert_eq!((json.status, json.problem().as_str()), (415, "unsupported-media-type"));
    let compressed = setup.request(&[]).header("content-encoding", "gzip").send();
    assert_eq!(compressed.problem(), "unsupported-media-type");
    let charset = "application/x-www-form-urlencoded; charset=UTF-8";
    let body = format!("grant_type=client_credentials&client_id={}&client_secret={}", setup.id, setup.secret);
    assert_eq!(post().header("content-type", charset).body(body).send().status, 200);
    let large = setup.with_form(&[("x", &"x".repeat(100_000))]);
    assert_eq!((large.status, large.problem().as_str()), (413, "body-too-large"));
    let get = server.request(Method::GET, "/oauth/token").send();
    assert_eq!(
        (get.status, get.problem().as_str(), get.header("allow")),
        (405, "method-not-allowed", "POST")
    );
    assert_eq!(server.request(Method::GET, "/oauth/nothing").send().status, 404);
    assert!(data.run(&["access", "off"]).status.success());
    server.wait_for_changes();
    let off = setup.with_form(&[]);
    assert_eq!((off.status, off.problem().as_str()), (403, "public-api-disabled"));
}

#[test]
fn both_endpoints_share_the_limits() {
    let arguments = [
        "--address-failures-per-minute",
        "2",
        "--client-token-burst",
        "2",
        "--client-tokens-per-minute",
        "1",
    ];
    let setup = Setup::new(&[&arguments[..], &["--trusted-proxies", "127.0.0.1"]].concat());
    let Setup { data, server, id, secret } = &setup;
    let form = |from: &str, secret: &str| {
        setup.request(&[("client_id", id), ("client_secret", secret)]).header("x-forwarded-for", from).send()
    };
    let json = |from: &str, secret: &str| {
        let body = json!({ "auth": { "client_id": id, "client_secret": secret } });
        server
            .request(Method::POST, "/api/v2/authenticate")
            .json(&body)
            .header("x-forwarded-for", from)
            .send()
    };
    let attacker = "203.0.113.9";
    assert_eq!((form(attacker, "guess").status, json(attacker, "guess").status), (401, 401));
    for limited in [form(attacker, secret), json(attacker, secret), form(attacker, "guess")] {
        assert_eq!((limited.status, limited.problem().as_str()), (429, "too-many-requests"));
        assert!((1..=60).contains(&limited.header("retry-after").parse::<u64>().unwrap()));
    }
    let unreadable = server.request(Method::POST, "/oauth/token").header("x-forwarded-for", attacker);
    assert_eq!(unreadable.json(&json!({})).send().status, 429, "whatever it sends");
    // Failures do not affect the client from other addresses; successful sign-ins are counted by client.
    let other = "203.0.113.10";
    assert_eq!((form(other, secret).status, json(other, secret).status), (200, 201));
    assert_eq!((form(other, secret).status, json(other, secret).status), (429, 429));
    assert_eq!(form("203.0.113.11", "guess").status, 401, "the limit of tokens affected failures");
    let (id, secret) = data.client();
    let second = setup.request(&[("client_id", &id), ("client_secret", &secret)]);
    assert_eq!(second.header("x-forwarded-for", other).send().status, 200);
}

#[test]
fn a_new_client_gets_a_token_at_once() {
    let setup = Setup::new(&[]);
    let (id, secret) = setup.data.client();
    assert_eq!(setup.request(&[]).header("authorization", &basic(&id, &secret)).send().status, 200);
}

#[test]
fn a_requested_scope_can_equal_or_narrow_that_of_the_client() {
    let setup = Setup::new(&[]);
    let full = full_scope();
    let backwards = full.split(' ').rev().collect::<Vec<_>>().join(" ");
    let without_level = full.strip_prefix("access:full ").unwrap();
    for (requested, granted) in [
        (full.as_str(), full.as_str()),
        (&backwards, &full),
        (without_level, &full),
        ("access:full", "access:full"),
        ("read:ideas", "access:full read:ideas"),
        ("write:files  read:ideas read:ideas", "access:full read:ideas write:files"),
        (" access:full read:users", "access:full read:users"),
        ("access:public read:ideas", "access:public read:ideas"),
        ("access:pseudonymous", "access:pseudonymous"),
    ] {
        let body = setup.with_form(&[("scope", requested)]).ok();
        // Libraries compare both sets of values.
        assert_eq!(values(body["scope"].as_str().unwrap()), values(requested));
        assert_eq!(claims(body["access_token"].as_str().unwrap())["scope"], granted, "{requested}");
    }
    for unknown in [
        "read:all",
        "access:all",
        "access:public access:full",
        "access:public write:files",
        "read:Ideas",
        "write:ideas",
        "read:ideas,read:users",
        "openid",
        "read:ideas\tx",
    ] {
        let response = setup.with_form(&[("scope", unknown)]);
        assert_error(&response, 400, "invalid_scope");
        assert!(response.json()["error_description"].as_str().unwrap().contains(&full), "{unknown}");
    }
    let wrong = setup.request(&[("client_id", &setup.id), ("client_secret", "x"), ("scope", "openid")]);
    assert_error(&wrong.send(), 401, "invalid_client");
}

fn values(scope: &str) -> BTreeSet<&str> {
    scope.split(' ').filter(|value| !value.is_empty()).collect()
}

/// The operations of the document that need a token: method, path, and the scope that they require.
fn operations() -> Vec<(Method, String, Vec<String>)> {
    let document = folkmoot_openapi::document(&ResourcePlans::build().unwrap());
    let mut found = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let Some(required) = operation["security"][1]["oauth2"].as_array() else { continue };
            let plural = path.trim_start_matches("/api/v2/").split('/').next().unwrap();
            let path = path.replace("{project_id}", &id("projects", 0)).replace("{id}", &id(plural, 0));
            let method = method.to_uppercase().parse().unwrap();
            found.push((method, path, required.iter().map(|it| it.as_str().unwrap().to_owned()).collect()));
        }
    }
    assert!(found.len() > RESOURCES.len() * 2);
    found
}

#[test]
fn a_narrowed_token_is_restricted_to_its_scope_on_every_operation() {
    let setup = Setup::new(&[]);
    let full = full_scope();
    let all: Vec<&str> = full.split(' ').collect();
    for (method, path, required) in operations() {
        let send = |token: &str| {
            let request = setup.server.request(method.clone(), &path).bearer_auth(token);
            request.header("content-type", "application/json").body("{").send()
        };
        // With exactly the required scope, the request gets past the check: a body that is not JSON is refused later.
        let sufficient = send(&setup.token(&required.join(" ")));
        let expected: &[u16] = match method {
            // A phase of another method has no votes.
            Method::GET if path.ends_with("/pabulib") => &[404],
            Method::GET => &[200],
            _ => &[400, 204],
        };
        assert!(expected.contains(&sufficient.status), "{method} {path}: {}", sufficient.text);
        for missing in &required {
            let others: Vec<&str> = all.iter().copied().filter(|value| value != missing).collect();
            let response = send(&setup.token(&others.join(" ")));
            assert_eq!(
                (response.status, response.problem().as_str()),
                (403, "insufficient-access"),
                "{method} {path}"
            );
            assert!(
                response.json()["detail"].as_str().unwrap().contains(missing.as_str()),
                "{method} {path}"
            );
            let scope = required.join(" ");
            let challenge = format!(r#"Bearer error="insufficient_scope", scope="{scope}", "#);
            assert!(response.header("www-authenticate").starts_with(&challenge), "{method} {path}");
        }
    }
}

#[test]
fn a_narrowed_token_is_refused_before_its_parameters_are_read() {
    let setup = Setup::new(&[]);
    let token = setup.token("read:areas");
    for path in [
        "/ideas?unknown=1",
        "/ideas/x",
        "/ideas/deleted?page_size=0",
        "/projects/x/phases",
        "/files?search=notes",
    ] {
        assert_eq!(setup.get(&token, path).problem(), "insufficient-access", "{path}");
    }
    assert_eq!(setup.get(&token, "/areas?unknown=1").problem(), "unknown-parameter");
    let head = setup.server.request(Method::HEAD, "/api/v2/ideas").bearer_auth(&token).send();
    assert_eq!(head.status, 403);
}
