//! Attacks on tokens and on sign-in.

use std::sync::Arc;
use std::time::Duration;

use folkmoot_authentication::keys::Key;
use folkmoot_authentication::tokens::Tokens;
use folkmoot_store::clients::Holder;
use jiff::Timestamp;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::fixture::Platform;
use crate::support::{Caller, Data, Response, eventually};

fn caller() -> (Data, Caller) {
    let data = Data::with(&Platform::empty());
    let caller = data.serve();
    (data, caller)
}

fn with_header(caller: &Caller, value: &str) -> Response {
    caller.server.request(Method::GET, "/api/v2/areas").header("authorization", value).send()
}

fn decode(part: &str) -> Value {
    use base64::Engine as _;
    serde_json::from_slice(&base64::prelude::BASE64_URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap()
}

fn header_of(token: &str) -> Value {
    decode(token.split('.').next().unwrap())
}

fn encode_part(value: &Value) -> String {
    use base64::Engine as _;
    base64::prelude::BASE64_URL_SAFE_NO_PAD.encode(value.to_string())
}

#[test]
fn a_token_has_the_documented_claims_and_is_accepted_with_and_without_bearer() {
    let (_data, caller) = caller();
    let parts: Vec<&str> = caller.token.split('.').collect();
    let (header, claims) = (decode(parts[0]), decode(parts[1]));
    assert_eq!(header["alg"], "EdDSA");
    assert!(header["kid"].is_string());
    assert_eq!(claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap(), 24 * 60 * 60);
    assert!(claims["iss"].is_string() && claims["aud"].is_string() && claims["sub"].is_string());
    for form in [format!("Bearer {}", caller.token), caller.token.clone(), format!("bearer {}", caller.token)]
    {
        assert_eq!(with_header(&caller, &form).status, 200);
    }
}

#[test]
fn forged_tokens_are_rejected() {
    let (_data, caller) = caller();
    let parts: Vec<&str> = caller.token.split('.').collect();
    let (header, claims) = (decode(parts[0]), decode(parts[1]));
    let with = |key: &str, value: Value| {
        let mut header = header.clone();
        header[key] = value;
        encode_part(&header)
    };
    let mut later = claims.clone();
    later["exp"] = json!(claims["exp"].as_i64().unwrap() + 1);
    let symmetric = {
        let mut header = Header::new(Algorithm::HS256);
        header.kid = decode(parts[0])["kid"].as_str().map(str::to_owned);
        encode(&header, &claims, &EncodingKey::from_secret(b"public").unwrap()).unwrap()
    };
    let tampered_signature = format!("{}.{}.{}A", parts[0], parts[1], &parts[2][..parts[2].len() - 2]);
    for (attack, token) in [
        ("no algorithm", format!("{}.{}.", with("alg", json!("none")), parts[1])),
        (
            "no algorithm, with the signature",
            format!("{}.{}.{}", with("alg", json!("none")), parts[1], parts[2]),
        ),
        ("another algorithm", symmetric),
        ("another algorithm's name", format!("{}.{}.{}", with("alg", json!("HS256")), parts[1], parts[2])),
        ("another key's name", format!("{}.{}.{}", with("kid", json!("other")), parts[1], parts[2])),
        (
            "a path as key's name",
            format!("{}.{}.{}", with("kid", json!("../../etc/passwd")), parts[1], parts[2]),
        ),
        ("a later end", format!("{}.{}.{}", parts[0], encode_part(&later), parts[2])),
        ("a changed signature", tampered_signature),
        ("no signature", format!("{}.{}", parts[0], parts[1])),
        ("an empty signature", format!("{}.{}.", parts[0], parts[1])),
        ("32 kB", "a".repeat(32 * 1024)),
        ("32 kB more", format!("{}{}", caller.token, "a".repeat(32 * 1024))),
        ("another scheme", format!("Basic {}", caller.token)),
        ("two tokens", format!("Bearer {} {}", caller.token, caller.token)),
        ("a list", format!("Bearer {}, Bearer {}", caller.token, caller.token)),
    ] {
        let response =
            with_header(&caller, &if attack == "another scheme" { token } else { format!("Bearer {token}") });
        assert_eq!((response.status, response.problem().as_str()), (401, "invalid-token"), "{attack}");
        let challenge = response.header("www-authenticate");
        assert!(challenge.starts_with(r#"Bearer error="invalid_token", "#), "{attack}: {challenge}");
    }
    assert_eq!(with_header(&caller, &caller.token).status, 200);
}

#[test]
fn a_token_of_another_platform_is_rejected() {
    let (_data, caller) = caller();
    let (_other_data, other) = self::caller();
    assert_eq!(with_header(&other, &caller.token).problem(), "invalid-token");
}

#[test]
fn a_request_without_exactly_one_token_in_the_header_is_rejected() {
    let (_data, caller) = caller();
    let twice = caller
        .server
        .request(Method::GET, "/api/v2/areas")
        .header("authorization", &caller.token)
        .header("authorization", &caller.token);
    assert_eq!(twice.send().problem(), "invalid-token");
    for blank in ["", "Bearer", "Bearer ", "bearer   "] {
        assert_eq!(with_header(&caller, blank).problem(), "missing-token", "{blank:?}");
    }
    for elsewhere in ["access_token", "token", "jwt"] {
        let path = format!("/api/v2/areas?{elsewhere}={}", caller.token);
        assert_eq!(caller.server.request(Method::GET, &path).send().problem(), "missing-token");
    }
}

#[test]
fn a_token_signed_with_a_new_key_is_accepted_at_once() {
    let data = Data::with(&Platform::empty());
    let (id, secret) = data.client();
    let caller = data.serve_with(&[]).caller(&id, &secret);
    let (now, before) = (Timestamp::now(), data.signing_keys(Timestamp::now()));
    before.rotate(now).unwrap();
    // In PostgreSQL, a new key signs only after all servers have had time to read it: here, at once.
    let keys = data.signing_keys(now + Duration::from_secs(10));
    assert_eq!(keys.ring().keys().last().map(Key::id), Some(keys.ring().signing().id()));
    let token = Tokens::new(Arc::new(keys), "folkmoot")
        .issue(Holder { client: id.parse().unwrap(), generation: 0 }, now)
        .unwrap();
    assert_eq!(with_header(&caller, &token).status, 200);
}

#[test]
fn all_wrong_credentials_get_the_same_response() {
    let data = Data::with(&Platform::empty());
    let (id, secret) = data.client();
    let server = data.serve_with(&[]);
    let mut responses = Vec::new();
    let unknown = uuid::Uuid::new_v4().to_string();
    for (id, secret) in [
        (id.as_str(), json!("wrong")),
        (id.as_str(), json!("")),
        (id.as_str(), Value::Null),
        (unknown.as_str(), json!(secret)),
        ("not-an-id", json!(secret)),
        (id.to_uppercase().as_str(), json!(secret)),
        (id.replace('-', "").as_str(), json!(secret)),
        (format!("{{{id}}}").as_str(), json!(secret)),
        (format!("urn:uuid:{id}").as_str(), json!(secret)),
        (format!(" {id}").as_str(), json!(secret)),
        ("", json!(secret)),
    ] {
        let body = json!({ "auth": { "client_id": id, "client_secret": secret } });
        let response = server.request(Method::POST, "/api/v2/authenticate").json(&body).send();
        assert_eq!((response.status, response.problem().as_str()), (401, "invalid-credentials"));
        let mut body = response.json();
        body["request_id"] = Value::Null;
        responses.push(body);
    }
    assert!(responses.windows(2).all(|pair| pair[0] == pair[1]));
    let valid = server.authenticate(&id, &secret);
    assert_eq!((valid.status, valid.header("cache-control")), (201, "no-store"));
}

#[test]
fn a_body_without_credentials_is_malformed() {
    let (_data, caller) = caller();
    for body in [
        "",
        "{",
        "null",
        "[]",
        "\"auth\"",
        "{}",
        r#"{"auth": null}"#,
        r#"{"auth": "x"}"#,
        r#"{"auth": {}}"#,
        r#"{"auth": {"client_id": 5}}"#,
        r#"{"auth": {"client_id": null}}"#,
        r#"{"auth": {"client_secret": "x"}}"#,
        r#"{"auth": {"client_id": "x", "client_secret": 5}}"#,
        r#"{"client_id": "x", "client_secret": "y"}"#,
    ] {
        let request = caller.server.request(Method::POST, "/api/v2/authenticate");
        let response = request.header("content-type", "application/json").body(body).send();
        assert_eq!((response.status, response.problem().as_str()), (400, "malformed-body"), "{body}");
    }
    let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    let request = caller
        .server
        .request(Method::POST, "/api/v2/authenticate")
        .header("content-type", "application/json");
    assert_eq!(request.body(deep).send().problem(), "malformed-body");
    let request = caller
        .server
        .request(Method::POST, "/api/v2/authenticate")
        .header("content-type", "application/json");
    assert_eq!(request.body("x".repeat(100_000)).send().problem(), "body-too-large");
    let request =
        caller.server.request(Method::POST, "/api/v2/authenticate").header("content-type", "text/plain");
    assert_eq!(request.body("{}").send().problem(), "unsupported-media-type");
}

#[test]
fn a_new_client_gets_a_token_at_once() {
    let (data, caller) = caller();
    for _ in 0..5 {
        let (id, secret) = data.client();
        assert_eq!(caller.server.authenticate(&id, &secret).status, 201);
        let rotated = data.run(&["clients", "rotate", &id, "--json"]);
        let rotated: Value = serde_json::from_slice(&rotated.stdout).unwrap();
        let renewed = rotated["client_secret"].as_str().unwrap();
        assert_eq!(caller.server.authenticate(&id, renewed).status, 201);
    }
}

#[test]
fn rotated_secrets_and_keys_remain_valid_for_the_overlap() {
    let data = Data::with(&Platform::empty());
    let ((id, secret), (other, other_secret)) = (data.client(), data.client());
    let caller = data.serve_with(&[]).caller(&id, &secret);
    let rotated: Value =
        serde_json::from_slice(&data.run(&["clients", "rotate", &id, "--overlap", "1", "--json"]).stdout)
            .unwrap();
    let renewed = rotated["client_secret"].as_str().unwrap();
    caller.server.wait_for_changes();
    assert_eq!(caller.server.authenticate(&id, renewed).status, 201);
    assert_eq!(caller.server.authenticate(&id, &secret).status, 201);
    assert!(data.run(&["clients", "rotate", &id, "--overlap", "0"]).status.success());
    caller.server.wait_for_changes();
    assert_eq!(caller.server.authenticate(&id, renewed).problem(), "invalid-credentials");
    assert!(data.run(&["keys", "rotate"]).status.success());
    eventually("the new key is not used", || {
        let token = caller.server.authenticate(&other, &other_secret).json()["jwt"].clone();
        header_of(token.as_str().unwrap())["kid"] != header_of(&caller.token)["kid"]
    });
    assert_eq!(caller.get("/areas").status, 200, "a token signed with the previous key remains valid");
}
