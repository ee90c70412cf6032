//! Every operation of the API, called with every kind of token.

use std::collections::BTreeSet;

use base64::Engine as _;
use folkmoot_api::plan::ResourcePlans;
use jiff::Timestamp;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::fixture::{Platform, id};
use crate::support::{Data, Response, Server};

/// The operations that need no token. An operation is added here only if it returns nothing about records.
const OPEN_OPERATIONS: &[&str] = &["POST /api/v2/authenticate"];

/// The further endpoints that need no token, with the status of a request.
const OPEN_ENDPOINTS: &[(&str, u16)] = &[
    ("/", 200),
    ("/api/v2/openapi.json", 200),
    ("/.well-known/api-catalog", 200),
    ("/.well-known/jwks.json", 200),
    ("/.well-known/oauth-authorization-server", 200),
    ("/.well-known/oauth-protected-resource", 200),
    ("/.well-known/oauth-protected-resource/api/v2", 200),
    ("/.well-known/security.txt", 404),
    ("/health/live", 200),
    ("/health/ready", 200),
    // It requires a token of its own.
    ("/metrics", 401),
    // It requires credentials.
    ("/oauth/token", 405),
];

/// The operations that need a token, but no permission for a certain resource.
const WITHOUT_RESOURCE: &[&str] = &["/api/v2/changes", "/api/v2/exports", "/api/v2/platform"];

/// An operation that needs a token.
struct Operation {
    method: Method,
    /// With the ids of existing records; a deletion has the id of no record.
    path: String,
    /// The permissions that it requires.
    required: Vec<String>,
}

impl Operation {
    fn writes(&self) -> bool {
        self.method != Method::GET
    }
}

/// The operations of the document: those that need a token, and the names of the others.
fn operations() -> (Vec<Operation>, BTreeSet<String>) {
    let document = folkmoot_openapi::document(&ResourcePlans::build().unwrap());
    let (mut operations, mut open) = (Vec::new(), BTreeSet::new());
    for (template, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let method: Method = method.to_uppercase().parse().unwrap();
            let security = operation["security"].as_array().unwrap();
            if security.is_empty() {
                open.insert(format!("{method} {template}"));
                continue;
            }
            let required = security[1]["oauth2"].as_array().unwrap();
            let plural = template.trim_start_matches("/api/v2/").split('/').next().unwrap();
            let number = usize::from(method == Method::DELETE);
            let path =
                template.replace("{project_id}", &id("projects", 0)).replace("{id}", &id(plural, number));
            let required = required.iter().map(|it| it.as_str().unwrap().to_owned()).collect();
            operations.push(Operation { method, path, required });
        }
    }
    (operations, open)
}

/// A token with these claims changed, signed with the key of the server.
fn signed(data: &Data, client: &str, changes: &[(&str, &str)]) -> String {
    let keys = std::fs::read_dir(data.path().join("keys")).unwrap();
    let pem = std::fs::read_to_string(keys.map(|key| key.unwrap().path()).next().unwrap()).unwrap();
    let base64: String = pem.lines().filter(|line| !line.starts_with('-')).collect();
    let key = EncodingKey::from_ed_der(&base64::prelude::BASE64_STANDARD.decode(base64).unwrap());
    let ring = data.signing_keys(Timestamp::now()).ring();
    let header = Header { kid: Some(ring.signing().id().to_owned()), ..Header::new(Algorithm::EdDSA) };
    let now = Timestamp::now().as_second();
    let mut claims = json!({
        "iss": "folkmoot", "aud": "folkmoot-api-v2", "sub": client, "iat": now, "exp": now + 3600,
    });
    for (name, value) in changes {
        claims[*name] = json!(value);
    }
    encode(&header, &claims, &key).unwrap()
}

struct Matrix {
    data: Data,
    server: Server,
    operations: Vec<Operation>,
}

impl Matrix {
    fn new() -> Self {
        let mut platform = Platform::full(1, "2025-03-18T08:15:30.250Z");
        // A vote that has ended, so that there is a file of it.
        platform.records.get_mut("phases").unwrap()[0]["participation_method"] = json!("voting");
        let data = Data::embedded().filled(&platform);
        let details =
            ["--pabulib-country", "Belgium", "--pabulib-unit", "Zwenebeke", "--pabulib-instance", "2025"];
        let server = data.serve_with(&details);
        let (operations, _) = operations();
        Self { data, server, operations }
    }

    fn send(&self, method: &Method, path: &str, token: Option<&str>) -> Response {
        let request = self.server.request(method.clone(), path);
        let request = token.iter().fold(request, |request, token| request.bearer_auth(token));
        if *method == Method::GET {
            return request.send();
        }
        request.header("content-type", "application/json").body("{").send()
    }

    /// Whether the list of a resource contains its first record for this token.
    fn lists(&self, plural: &str, token: &str) -> bool {
        let list = self.send(&Method::GET, &format!("/api/v2/{plural}"), Some(token));
        assert_eq!(list.status, 200, "{}", list.text);
        list.text.contains(&format!(r#""id":"{}""#, id(plural, 0)))
    }

    /// The id of a new client and its token.
    fn client(&self, arguments: &[&str]) -> (String, String) {
        let (id, _) = self.data.client_with(arguments);
        let token = self.data.token(&id, 0);
        (id, token)
    }

    /// Fails unless every operation returns this status and code.
    fn assert_all(&self, kind: &str, token: Option<&str>, status: u16, code: &str) {
        for Operation { method, path, .. } in &self.operations {
            let response = self.send(method, path, token);
            let found = (response.status, response.problem());
            assert_eq!(found, (status, code.to_owned()), "{method} {path} with {kind}");
        }
    }
}

#[test]
fn the_operations_without_a_token_are_listed() {
    let (operations, open) = operations();
    assert!(operations.len() > 60);
    assert_eq!(open, OPEN_OPERATIONS.iter().map(|&operation| operation.to_owned()).collect());
    let matrix = Matrix::new();
    for (path, status) in OPEN_ENDPOINTS {
        let response = matrix.send(&Method::GET, path, None);
        assert_eq!(response.status, *status, "{path}");
    }
    let unsigned = matrix.send(&Method::GET, &format!("/files/{}", id("files", 0)), None);
    assert_eq!((unsigned.status, unsigned.problem().as_str()), (403, "invalid-signature"));
}

#[test]
fn no_operation_accepts_an_invalid_token() {
    let matrix = Matrix::new();
    let (id, token) = matrix.client(&[]);
    let [(revoked, of_revoked), (disabled, of_disabled), (expired, of_expired)] =
        [(); 3].map(|()| matrix.client(&[]));
    let run = |arguments: &[&str]| assert!(matrix.data.run(arguments).status.success());
    run(&["clients", "revoke", &revoked]);
    run(&["clients", "disable", &disabled]);
    run(&["clients", "update", &expired, "--expires", "2020-01-31"]);
    let [(revoked, revoked_key), (disabled, disabled_key), (expired, expired_key)] =
        [(); 3].map(|()| matrix.data.publishable_client("https://www.city.example", &[]));
    run(&["clients", "revoke", &revoked]);
    run(&["clients", "disable", &disabled]);
    run(&["clients", "update", &expired, "--expires", "2020-01-31"]);
    matrix.server.wait_for_changes();
    let foreign = Data::embedded().filled(&Platform::empty());
    let by_foreign_key = foreign.token(&id, 0);
    let valid = signed(&matrix.data, &id, &[]);
    assert_eq!(matrix.send(&Method::GET, "/api/v2/areas", Some(&valid)).status, 200, "{valid}");
    for (kind, token, code) in [
        ("no token", None, "missing-token"),
        ("a blank token", Some(""), "missing-token"),
        ("garbage", Some("x"), "invalid-token"),
        ("a modified token", Some(&*format!("{token}A")), "invalid-token"),
        ("an expired token", Some(&matrix.data.expired_token(&id)), "expired-token"),
        ("a token of another key", Some(&by_foreign_key), "invalid-token"),
        ("another audience", Some(&signed(&matrix.data, &id, &[("aud", "folkmoot-admin")])), "invalid-token"),
        ("another issuer", Some(&signed(&matrix.data, &id, &[("iss", "other")])), "invalid-token"),
        ("another client", Some(&matrix.data.token(&uuid::Uuid::nil().to_string(), 0)), "invalid-token"),
        ("a later generation", Some(&matrix.data.token(&id, 1)), "invalid-token"),
        ("a revoked client", Some(&of_revoked), "revoked-client"),
        ("a disabled client", Some(&of_disabled), "revoked-client"),
        ("an expired client", Some(&of_expired), "revoked-client"),
        ("an unknown key", Some("fmp_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg37cCQ0"), "invalid-token"),
        ("a damaged key", Some(&format!("{revoked_key}A")), "invalid-token"),
        ("a revoked key", Some(&revoked_key), "revoked-client"),
        ("a disabled key", Some(&disabled_key), "revoked-client"),
        ("an expired key", Some(&expired_key), "revoked-client"),
    ] {
        matrix.assert_all(kind, token, 401, code);
    }
}

#[test]
fn every_operation_requires_its_resource_and_writing_requires_the_level_full() {
    let mut matrix = Matrix::new();
    for level in ["full", "pseudonymous", "anonymous", "public"] {
        let (_, token) = matrix.client(&["--access", level]);
        for operation in &matrix.operations {
            let Operation { method, path, required } = operation;
            let response = matrix.send(method, path, Some(&token));
            let call = format!("{method} {path} at {level}");
            match (operation.writes(), level) {
                (false, "full") => assert_eq!(response.status, 200, "{call}"),
                (false, "anonymous" | "public") if has_ballots(path) => {
                    assert_eq!((response.status, response.problem().as_str()), (403, "insufficient-access"));
                }
                // An item, and the list below it, exists exactly if the level lists it.
                (false, _) if path.contains(&id(of(path), 0)) && !matrix.lists(of(path), &token) => {
                    assert_eq!(
                        (response.status, response.problem().as_str()),
                        (404, "record-not-found"),
                        "{call}"
                    );
                }
                (false, _) => assert_eq!(response.status, 200, "{call}"),
                (true, "full") if *method == Method::DELETE => assert_eq!(response.status, 404, "{call}"),
                (true, "full") => assert_eq!(response.problem(), "malformed-body", "{call}"),
                (true, _) => assert_missing(&response, "write:files", level),
            }
            // Operations on several resources return those that the client may read.
            if required.is_empty() {
                assert!(WITHOUT_RESOURCE.contains(&path.as_str()), "{call}");
            } else {
                let mut plurals = required.iter().map(|permission| permission.split_once(':').unwrap().1);
                let is_named = plurals.any(|plural| path.contains(&format!("/{plural}")));
                assert!(is_named, "{call} requires {required:?}");
            }
        }
    }
    matrix.operations.retain(|operation| !operation.required.is_empty());
    let plurals: BTreeSet<&str> = matrix.operations.iter().map(plural).collect();
    for (plural, level) in plurals.iter().zip(["full", "public"].into_iter().cycle()) {
        let others: Vec<&str> = plurals.iter().copied().filter(|other| other != plural).collect();
        let (_, token) = matrix.client(&["--access", level, "--resources", &others.join(",")]);
        for operation in matrix.operations.iter().filter(|operation| self::plural(operation) == *plural) {
            let response = matrix.send(&operation.method, &operation.path, Some(&token));
            assert_missing(&response, &operation.required[0], level);
        }
    }
}

/// What a request with a publishable key reads: pages of lists, records and the platform, as the level `public` sees them.
#[test]
fn a_publishable_key_reads_what_the_public_sees_and_nothing_else() {
    let matrix = Matrix::new();
    let (_, token) = matrix.client(&["--access", "public"]);
    let (_, key) = matrix.data.publishable_client("https://www.city.example", &[]);
    matrix.server.wait_for_changes();
    let mut permitted = 0;
    for operation in &matrix.operations {
        let Operation { method, path, .. } = operation;
        let is_closed = operation.writes()
            || path.ends_with("/deleted")
            || has_ballots(path)
            || ["/api/v2/changes", "/api/v2/exports"].contains(&path.as_str());
        for (place, response) in [
            ("header", matrix.send(method, path, Some(&key))),
            ("URL", matrix.send(method, &format!("{path}?key={key}"), None)),
        ] {
            let call = format!("{method} {path} with a key in the {place}");
            if is_closed {
                assert_eq!(
                    (response.status, response.problem().as_str()),
                    (403, "insufficient-access"),
                    "{call}"
                );
                continue;
            }
            let seen = matrix.send(method, path, Some(&token));
            let without_id = |response: &Response| {
                let mut body = response.json();
                body.as_object_mut().unwrap().remove("request_id");
                body
            };
            assert_eq!((response.status, without_id(&response)), (seen.status, without_id(&seen)), "{call}");
            permitted += 1;
        }
        for format in ["ndjson", "csv"] {
            let response = matrix.send(method, &format!("{path}?format={format}"), Some(&key));
            assert_ne!(response.status, 200, "{method} {path} as {format}");
        }
    }
    assert!(permitted > 60, "{permitted}");
}

/// The resource at the beginning of a path.
fn of(path: &str) -> &str {
    path.split('/').nth(3).unwrap()
}

/// Whether an operation returns what people voted for, which not every level sees.
fn has_ballots(path: &str) -> bool {
    path.ends_with("/pabulib") || path.contains("/polis/")
}

/// The resource whose records an operation returns or changes.
fn plural(operation: &Operation) -> &str {
    operation.required[0].split_once(':').unwrap().1
}

#[track_caller]
fn assert_missing(response: &Response, permission: &str, level: &str) {
    assert_eq!((response.status, response.problem().as_str()), (403, "insufficient-access"));
    let detail: Value = response.json()["detail"].clone();
    let detail = detail.as_str().unwrap();
    assert!(detail.contains(permission) && detail.contains(&format!("access:{level}")), "{detail}");
}
