//! Metadata at well-known URLs: OAuth 2.0, public keys, the catalogue of APIs and the security contact.

use folkmoot_authentication::tokens::AUDIENCE;
use folkmoot_model::resources::RESOURCES;
use jiff::{SignedDuration, Timestamp};
use jsonwebtoken::jwk::JwkSet;
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::fixture::Platform;
use crate::support::{Data, Response, Server, eventually};

const AUTHORIZATION_SERVER: &str = "/.well-known/oauth-authorization-server";
const PROTECTED_RESOURCE: &str = "/.well-known/oauth-protected-resource";
const KEYS: &str = "/.well-known/jwks.json";
const CATALOG: &str = "/.well-known/api-catalog";
const SECURITY_TXT: &str = "/.well-known/security.txt";

const PORTAL: &str = "https://docs.example";

fn get(server: &Server, path: &str) -> Response {
    server.request(Method::GET, path).send()
}

/// The metadata of a server at a path, as a client behind a proxy gets it.
fn proxied(server: &Server, path: &str) -> Response {
    let request = server.request(Method::GET, path).header("host", "City.example");
    request.header("x-forwarded-proto", "https").send()
}

fn varies_by_host(response: &Response) -> bool {
    response.headers.get_all("vary").iter().any(|line| line.to_str().unwrap().contains("host"))
}

fn scopes() -> Value {
    let reads = RESOURCES.iter().map(|resource| json!(format!("read:{}", resource.names.plural)));
    let levels =
        ["full", "pseudonymous", "anonymous", "public"].map(|level| json!(format!("access:{level}")));
    levels.into_iter().chain(reads).chain([json!("write:files")]).collect()
}

/// Fails unless the OAuth metadata is that of a server with this URL.
fn assert_metadata(get: &dyn Fn(&str) -> Response, url: &str) {
    let portal = format!("{PORTAL}/guides/start-first-request");
    assert_eq!(
        get(AUTHORIZATION_SERVER).ok(),
        json!({
            "issuer": url,
            "token_endpoint": format!("{url}/oauth/token"),
            "jwks_uri": format!("{url}/.well-known/jwks.json"),
            "scopes_supported": scopes(),
            "response_types_supported": [],
            "grant_types_supported": ["client_credentials"],
            "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
            "protected_resources": [format!("{url}/api/v2"), format!("{url}/mcp")],
            "service_documentation": portal,
        })
    );
    for path in ["", "/api/v2", "/mcp"] {
        let metadata = json!({
            "resource": format!("{url}{path}"),
            "authorization_servers": [url],
            "scopes_supported": scopes(),
            "bearer_methods_supported": ["header"],
            "resource_name": "Folkmoot API",
            "resource_documentation": portal,
        });
        assert_eq!(get(&format!("{PROTECTED_RESOURCE}{path}")).ok(), metadata);
    }
}

#[test]
fn metadata_has_the_url_of_the_request_or_the_configured_one() {
    let data = Data::with(&Platform::empty());
    let server = data.serve_with(&["--trusted-proxies", "127.0.0.1", "--portal-url", PORTAL]);
    assert_metadata(&|path| get(&server, path), &server.url);
    assert_metadata(&|path| proxied(&server, path), "https://city.example");
    for path in
        [AUTHORIZATION_SERVER, PROTECTED_RESOURCE, "/.well-known/oauth-protected-resource/api/v2", CATALOG]
    {
        let response = proxied(&server, path);
        assert!(response.text.contains("https://city.example"), "{path}");
        assert!(!response.text.contains("127.0.0.1"), "{path}");
        assert_eq!(
            (response.header("cache-control"), varies_by_host(&response)),
            ("no-cache", true),
            "{path}"
        );
        assert_eq!(get(&server, &format!("{path}/")).text, get(&server, path).text, "{path}");
    }
    drop(server);
    let configured = data.serve_with(&["--portal-url", PORTAL, "--public-url", "https://api.example/"]);
    assert_metadata(&|path| proxied(&configured, path), "https://api.example");
    let response = proxied(&configured, AUTHORIZATION_SERVER);
    assert_eq!(
        (response.header("cache-control"), varies_by_host(&response)),
        ("public, max-age=3600", false)
    );
}

#[test]
fn metadata_is_available_while_the_public_api_is_disabled() {
    let data = Data::with(&Platform::empty());
    assert!(data.run(&["access", "off"]).status.success());
    let server = data.serve_with(&["--security-contact", "mailto:security@testham.example"]);
    assert_eq!(get(&server, "/api/v2/areas").problem(), "public-api-disabled");
    for path in [AUTHORIZATION_SERVER, PROTECTED_RESOURCE, KEYS, CATALOG, SECURITY_TXT] {
        assert_eq!(get(&server, path).status, 200, "{path}");
        let post = server.request(Method::POST, path).send();
        assert_eq!(
            (post.problem().as_str(), post.header("allow")),
            ("method-not-allowed", "GET,HEAD"),
            "{path}"
        );
    }
}

#[test]
fn a_rejected_token_leads_to_the_metadata() {
    let data = Data::with(&Platform::empty());
    let server = data.serve_with(&["--trusted-proxies", "127.0.0.1"]);
    let url = format!("{}/.well-known/oauth-protected-resource/api/v2", server.url);
    let missing = get(&server, "/api/v2/areas");
    assert_eq!(missing.header("www-authenticate"), format!(r#"Bearer resource_metadata="{url}""#));
    let invalid = server.request(Method::GET, "/api/v2/areas").bearer_auth("x").send();
    let challenge = format!(r#"Bearer error="invalid_token", resource_metadata="{url}""#);
    assert_eq!(invalid.header("www-authenticate"), challenge);
    let metadata = get(&server, url.strip_prefix(&server.url).unwrap()).ok();
    assert_eq!(metadata["resource"], format!("{}/api/v2", server.url));
    let behind = proxied(&server, "/api/v2/areas").header("www-authenticate").to_owned();
    assert!(behind.contains(r#"resource_metadata="https://city.example/.well-known/"#), "{behind}");
    let guess = server.authenticate("x", "y");
    assert_eq!(guess.header("www-authenticate"), "");
}

/// The claims of a token, verified with the published keys alone.
fn verified(server: &Server, token: &str) -> Value {
    let keys: JwkSet = serde_json::from_str(&get(server, KEYS).text).unwrap();
    let id = decode_header(token).unwrap().kid.unwrap();
    let key = DecodingKey::from_jwk(keys.find(&id).unwrap()).unwrap();
    let mut validation = Validation::new(Algorithm::EdDSA);
    validation.set_audience(&[AUDIENCE]);
    decode::<Value>(token, &key, &validation).unwrap().claims
}

#[test]
fn the_published_keys_verify_tokens_of_all_valid_keys() {
    let data = Data::with(&Platform::empty());
    let (id, secret) = data.client();
    let server = data.serve_with(&[]);
    let token = || server.authenticate(&id, &secret).json()["jwt"].as_str().unwrap().to_owned();
    let before = token();
    assert_eq!(verified(&server, &before)["sub"], json!(id));
    let response = get(&server, KEYS);
    assert_eq!(response.header("cache-control"), "public, max-age=300");
    let key = &response.ok()["keys"][0];
    let members: Vec<&str> = key.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(members, ["kty", "crv", "use", "alg", "kid", "x"], "a private member must never be published");
    assert_eq!((&key["kty"], &key["crv"], &key["alg"]), (&json!("OKP"), &json!("Ed25519"), &json!("EdDSA")));
    assert!(data.run(&["keys", "rotate"]).status.success());
    eventually("the new key is not published", || {
        get(&server, KEYS).ok()["keys"].as_array().unwrap().len() == 2
    });
    eventually("the new key does not sign", || {
        decode_header(token()).unwrap().kid != decode_header(&before).unwrap().kid
    });
    assert_eq!(verified(&server, &token())["sub"], json!(id));
    assert_eq!(verified(&server, &before)["sub"], json!(id), "tokens of the previous key are still valid");
}

#[test]
fn the_catalogue_links_to_the_description_of_the_api() {
    let data = Data::with(&Platform::empty());
    let server = data.serve_with(&["--portal-url", "https://docs.example"]);
    let url = server.url.clone();
    let response = get(&server, CATALOG);
    let profile = r#"application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727""#;
    assert_eq!(response.header("content-type"), profile);
    let body = response.json();
    let sets = body["linkset"].as_array().unwrap();
    let item = json!([{ "href": format!("{url}/api/v2") }]);
    assert_eq!(sets[0], json!({ "anchor": format!("{url}{CATALOG}"), "item": item }));
    assert_eq!(sets[1]["anchor"], format!("{url}/api/v2"));
    for relation in ["service-desc", "service-meta", "status"] {
        let link = sets[1][relation][0]["href"].as_str().unwrap();
        assert_eq!(get(&server, link.strip_prefix(&url).unwrap()).status, 200, "{relation}: {link}");
    }
    assert_eq!(sets[1]["service-doc"][0]["href"], "https://docs.example/api");
    let head = server.request(Method::HEAD, CATALOG).send();
    let link = format!(r#"<{url}{CATALOG}>; rel="api-catalog""#);
    assert_eq!((head.status, head.text.as_str(), head.header("link")), (200, "", link.as_str()));
}

#[test]
fn security_txt_has_the_configured_fields() {
    let data = Data::with(&Platform::empty());
    let without = data.serve_with(&[]);
    let missing = get(&without, SECURITY_TXT);
    drop(without);
    assert_eq!((missing.status, missing.problem().as_str()), (404, "route-not-found"));
    let server = data.serve_with(&["--security-contact", "mailto:security@testham.example"]);
    let response = get(&server, SECURITY_TXT);
    assert_eq!(response.header("content-type"), "text/plain; charset=utf-8");
    let (contact, expires) = response.text.trim_end().split_once('\n').unwrap();
    assert_eq!(contact, "Contact: mailto:security@testham.example");
    let expires: Timestamp = expires.strip_prefix("Expires: ").unwrap().parse().unwrap();
    let valid = expires.duration_since(Timestamp::now());
    assert!(
        valid > SignedDuration::from_hours(24 * 178) && valid < SignedDuration::from_hours(24 * 366),
        "{expires}"
    );
    drop(server);
    let all = data.serve_with(&[
        "--security-contact",
        "mailto:security@testham.example, https://testham.example/report",
        "--security-expires",
        "2030-01-31T12:00:00Z",
        "--security-policy",
        "https://testham.example/policy",
        "--security-encryption",
        "https://testham.example/key.txt",
        "--security-languages",
        "en, nl-BE",
        "--public-url",
        "https://testham.example",
    ]);
    let expected = "Contact: mailto:security@testham.example\nContact: https://testham.example/report\n\
                    Expires: 2030-01-31T12:00:00Z\nEncryption: https://testham.example/key.txt\n\
                    Policy: https://testham.example/policy\nPreferred-Languages: en, nl-BE\n\
                    Canonical: https://testham.example/.well-known/security.txt\n";
    assert_eq!(get(&all, SECURITY_TXT).text, expected);
}
