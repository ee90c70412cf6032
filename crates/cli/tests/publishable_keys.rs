//! Keys that stand in web pages: whose pages may use them, what caches may store, and how they end.

use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};

use crate::support::admin::{Admin, admin_key};
use crate::support::fixture::{Platform, id};
use crate::support::request::Request;
use crate::support::{Data, Response, Server};

const CITY: &str = "https://www.city.example";
const OTHER: &str = "https://other.example";
const ORIGIN: &str = "access-control-allow-origin";

/// A server with the key of a city's website, and the client's id.
fn setup(settings: &[&str]) -> (Data, Server, String, String) {
    let data = Data::with(&Platform::full(30, "2025-03-18T08:15:30.250Z"));
    let (client, key) = data.publishable_client(&format!("{CITY}, http://localhost:3000"), &[]);
    let server = data.serve_with(settings);
    (data, server, client, key)
}

fn request(server: &Server, path: &str) -> Request {
    server.request(Method::GET, path)
}

fn from(server: &Server, path: &str, origin: &str) -> Response {
    request(server, path).header("origin", origin).send()
}

fn varies(headers: &HeaderMap) -> Vec<String> {
    let lines = headers.get_all("vary").iter().map(|line| line.to_str().unwrap().to_lowercase());
    lines.flat_map(|line| line.split(", ").map(str::to_owned).collect::<Vec<_>>()).collect()
}

fn printed(data: &Data, arguments: &[&str]) -> Value {
    let output = data.run(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_key_is_created_shown_and_changed_by_commands() {
    let data = Data::with(&Platform::empty());
    let create = ["clients", "create", "City", "--json", "--publishable", "--origins"];
    let origins = format!("{CITY}:443,http://LOCALHOST:3000,{CITY}");
    let created = printed(&data, &[&create[..], &[&origins, "--resources", "ideas,projects"]].concat());
    let (client, key) =
        (created["client_id"].as_str().unwrap(), created["publishable_key"].as_str().unwrap());
    assert_eq!(created["origins"], json!([CITY, "http://localhost:3000"]));
    assert_eq!(
        (&created["access"], &created["resources"]),
        (&json!("public"), &json!(["projects", "ideas"]))
    );
    assert!(
        key.starts_with("fmp_") && key.len() == 53 && created.get("client_secret").is_none(),
        "{created}"
    );
    let shown = printed(&data, &["clients", "show", client, "--json"]);
    assert_eq!(
        (&shown["publishable_key"], &shown["origins"]),
        (&created["publishable_key"], &created["origins"])
    );
    let text = String::from_utf8(data.run(&["clients", "show", client]).stdout).unwrap();
    assert!(text.contains(key) && text.contains(CITY), "{text}");

    assert!(data.run(&["clients", "update", client, "--origins", OTHER]).status.success());
    assert_eq!(printed(&data, &["clients", "show", client, "--json"])["origins"], json!([OTHER]));
    let (secret_client, _) = data.client();
    for (refused, reason) in [
        (&["clients", "update", client, "--access", "full"][..], "always has the access level public"),
        (&["clients", "rotate", client], "has no secret"),
        (&["clients", "update", &secret_client, "--origins", CITY], "has origins"),
    ] {
        let output = data.run(refused);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && error.contains(reason), "{refused:?}: {error}");
    }
    let audit = String::from_utf8(data.run(&["audit", "--json"]).stdout).unwrap();
    assert!(audit.contains(OTHER), "{audit}");
}

#[test]
fn administrators_create_keys_and_change_their_origins() {
    let (data, server, ..) = setup(&[]);
    let admin = Admin::sign_in(&server, &admin_key(&data, "administrator").1);
    let send = |method, path: &str, body: &Value| admin.send(&server, method, path, body);
    let day = (jiff::Timestamp::now() + jiff::SignedDuration::from_hours(240)).to_string()[..10].to_owned();
    let new = |access: &str, origins: Value| json!({ "name": "City", "access": access, "resources": null, "expires_at": day, "origins": origins });
    let created = send(Method::POST, "/clients", &new("public", json!([CITY])));
    assert_eq!(created.status, 201, "{}", created.text);
    let created = created.json();
    let client = &created["client"];
    assert_eq!((&created["client_secret"], &client["origins"]), (&Value::Null, &json!([CITY])));
    let path = format!("/clients/{}", client["id"].as_str().unwrap());
    let changed = send(Method::PATCH, &path, &json!({ "version": 1, "origins": [OTHER] })).ok();
    assert_eq!(changed["client"]["origins"], json!([OTHER]));
    assert_eq!(changed["client"]["publishable_key"], client["publishable_key"]);
    for (access, origins, member) in [
        ("full", json!([CITY]), "access"),
        ("public", json!([]), "origins"),
        ("public", json!(["*"]), "origins"),
        ("public", json!([CITY, 7]), "origins"),
        ("public", json!("https://www.city.example"), "origins"),
    ] {
        let refused = send(Method::POST, "/clients", &new(access, origins));
        assert_eq!(
            (refused.status, &refused.json()["parameter_name"]),
            (422, &json!(member)),
            "{}",
            refused.text
        );
    }
    for (path, body) in
        [(path.clone(), json!({ "version": 2, "access": "full" })), (format!("{path}/rotate"), json!({}))]
    {
        let method = if path.ends_with("rotate") { Method::POST } else { Method::PATCH };
        assert_eq!(send(method, &path, &body).problem(), "edit-conflict", "{path}");
    }
}

#[test]
fn a_key_is_sent_in_the_url_or_in_the_header_and_nothing_else_in_the_url() {
    let (data, server, _, key) = setup(&[]);
    let (id, secret) = data.client();
    let token = data.token(&id, 0);
    let in_header = request(&server, "/api/v2/areas?page_size=2").bearer_auth(&key).send();
    let in_url = request(&server, &format!("/api/v2/areas?key={key}&page_size=2")).send();
    assert_eq!((in_header.status, in_url.status, &in_header.text), (200, 200, &in_url.text));
    assert_eq!(in_header.header("etag"), in_url.header("etag"));
    let links = in_url.header("link");
    assert_eq!(links.matches(&format!("?key={key}&page_size=2&page_number=")).count(), 3, "{links}");
    assert!(!in_header.header("link").contains("key="));
    let next = links.split(['<', '>']).find(|link| link.ends_with("page_number=2")).unwrap();
    let next = request(&server, next.trim_start_matches(&*server.url)).send();
    assert_eq!(next.ok()["meta"]["current_page"], 2);
    let (_, admin) = admin_key(&data, "auditor");
    for wrong in [&*token, &*secret, &*admin, &"9f86d081".repeat(8)] {
        let refused = request(&server, &format!("/api/v2/areas?key={wrong}")).send();
        assert_eq!((refused.status, refused.problem().as_str()), (400, "invalid-parameter-value"));
        assert!(!refused.text.contains(wrong), "{}", refused.text);
    }
    for damaged in ["", "x", &key[4..], &key[..52]] {
        let refused = request(&server, &format!("/api/v2/areas?key={damaged}")).send();
        assert_eq!((refused.status, refused.problem().as_str()), (401, "invalid-token"), "{damaged}");
    }
    let twice = format!("/api/v2/areas?key={key}");
    assert_eq!(request(&server, &format!("{twice}&key={key}")).send().problem(), "invalid-token");
    assert_eq!(request(&server, &twice).bearer_auth(&token).send().problem(), "invalid-token");
    let head = server.request(Method::HEAD, &twice).send();
    assert_eq!(head.status, 200);
}

#[test]
fn only_pages_of_the_listed_origins_can_use_a_key() {
    let (_data, server, _, key) = setup(&["--cors-origins", OTHER]);
    let path = format!("/api/v2/ideas?key={key}");
    for origin in [CITY, "http://localhost:3000"] {
        let response = from(&server, &path, origin);
        assert_eq!((response.status, response.header(ORIGIN)), (200, origin));
        let bearer = request(&server, "/api/v2/ideas").bearer_auth(&key).header("origin", origin).send();
        assert_eq!((bearer.status, bearer.header(ORIGIN)), (200, origin));
    }
    // The setting permits pages to call the API with a token, not with somebody's key.
    for origin in
        [OTHER, "https://city.example", "http://www.city.example", "null", "https://www.city.example.evil"]
    {
        let response = from(&server, &path, origin);
        assert_eq!((response.status, response.problem().as_str()), (403, "origin-not-allowed"), "{origin}");
        assert!(response.headers.get(ORIGIN).is_none(), "{origin}");
    }
    let two = request(&server, &path).header("origin", CITY).header("origin", OTHER).send();
    assert_eq!(two.problem(), "origin-not-allowed");
    let without = request(&server, &path).send();
    assert_eq!((without.status, without.headers.get(ORIGIN)), (200, None));
    let preflight = |origin: &str| {
        let request = server.request(Method::OPTIONS, &path).header("origin", origin);
        request.header("access-control-request-method", "GET").send_bytes().header(ORIGIN).to_owned()
    };
    assert_eq!([CITY, OTHER, "https://evil.example"].map(preflight), [CITY, OTHER, ""]);
    // A page can read why its key is of no use.
    let unknown = from(&server, &format!("/api/v2/ideas?key={key}A"), CITY);
    assert_eq!((unknown.problem().as_str(), unknown.header(ORIGIN)), ("invalid-token", CITY));
    let unlisted = from(&server, &format!("/api/v2/ideas?key={key}A"), "https://evil.example");
    assert_eq!((unlisted.status, unlisted.headers.get(ORIGIN)), (401, None));
}

#[test]
fn a_key_ends_within_a_second_and_its_origin_with_it() {
    let (data, server, client, key) = setup(&[]);
    let (_, other_key) = data.publishable_client(CITY, &[]);
    server.wait_for_changes();
    let path = format!("/api/v2/ideas?key={key}");
    assert_eq!(from(&server, &path, CITY).status, 200);
    for (command, status) in [
        (&["clients", "disable", &client][..], 401),
        (&["clients", "enable", &client], 200),
        (&["clients", "update", &client, "--origins", "http://localhost:3000"], 403),
        (&["clients", "update", &client, "--origins", CITY], 200),
        (&["clients", "update", &client, "--expires", "2020-01-31"], 401),
        (&["clients", "update", &client, "--expires", "never"], 200),
        (&["clients", "update", &client, "--resources", "projects"], 403),
        (&["clients", "update", &client, "--resources", "all"], 200),
        (&["clients", "revoke", &client], 401),
    ] {
        assert!(data.run(command).status.success(), "{command:?}");
        server.wait_for_changes();
        let response = from(&server, &path, CITY);
        assert_eq!(response.status, status, "{command:?}: {}", response.text);
        if status == 401 {
            assert_eq!((response.problem().as_str(), response.header(ORIGIN)), ("revoked-client", CITY));
        }
    }
    assert_eq!(from(&server, &format!("/api/v2/ideas?key={other_key}"), CITY).status, 200);
    assert!(data.run(&["access", "off"]).status.success());
    server.wait_for_changes();
    let disabled = from(&server, &format!("/api/v2/ideas?key={other_key}"), CITY);
    assert_eq!((disabled.problem().as_str(), disabled.header(ORIGIN)), ("public-api-disabled", CITY));
}

#[test]
fn responses_to_keys_are_for_everybody_and_others_are_not() {
    let (data, server, _, key) = setup(&["--publishable-key-max-age-seconds", "90"]);
    let (client, _) = data.client();
    let token = data.token(&client, 0);
    let item = format!("/api/v2/areas/{}", id("areas", 0));
    for path in ["/api/v2/areas", &item, "/api/v2/platform"] {
        let keyed = request(&server, &format!("{path}?key={key}")).send();
        assert_eq!((keyed.status, keyed.header("cache-control")), (200, "public, max-age=90"), "{path}");
        let tag = keyed.header("etag");
        assert!(tag.starts_with('"') && keyed.headers.get_all("vary").iter().count() == 1, "{path}");
        for name in ["authorization", "origin"] {
            assert!(varies(&keyed.headers).contains(&name.to_owned()), "{path}: {:?}", keyed.headers);
        }
        let again = request(&server, &format!("{path}?key={key}")).header("if-none-match", tag).send_bytes();
        assert_eq!((again.status, again.header("cache-control")), (304, "public, max-age=90"), "{path}");
        assert!(varies(&again.headers).contains(&"origin".to_owned()), "{path}");
        let private = request(&server, path).bearer_auth(&token).send();
        assert!(private.header("cache-control").starts_with("private"), "{path}");
    }
    for path in ["/api/v2/users/deleted", "/api/v2/nothing", "/api/v2/areas/x", "/api/v2/areas"] {
        let failed = request(&server, &format!("{path}?key={key}&format=csv")).send();
        assert_eq!(failed.header("cache-control"), "no-store", "{path}");
    }
}

#[test]
fn each_visitor_of_a_website_has_a_limit_of_their_own() {
    let (data, server, _, key) =
        setup(&["--publishable-key-requests-per-minute", "3", "--trusted-proxies", "127.0.0.1"]);
    let (_, other_key) = data.publishable_client(CITY, &[]);
    server.wait_for_changes();
    let visit = |address: &str, key: &str| {
        let request = request(&server, &format!("/api/v2/ideas?key={key}")).header("origin", CITY);
        request.header("x-forwarded-for", address).send()
    };
    for _ in 0..3 {
        assert_eq!(visit("203.0.113.9", &key).status, 200);
    }
    let limited = visit("203.0.113.9", &key);
    assert_eq!((limited.problem().as_str(), limited.header(ORIGIN)), ("too-many-requests", CITY));
    assert!(limited.header("retry-after").parse::<u64>().unwrap() > 0);
    assert_eq!(visit("203.0.113.10", &key).status, 200);
    assert_eq!(visit("203.0.113.9", &other_key).status, 200);
    assert_eq!(visit("2001:db8::1", &key).status, 200);
}

#[test]
fn requests_with_a_key_are_counted_as_usage_of_its_client() {
    let (data, mut server, client, key) = setup(&[]);
    assert_eq!(request(&server, &format!("/api/v2/ideas?key={key}")).send().status, 200);
    assert_eq!(request(&server, &format!("/api/v2/changes?key={key}")).send().status, 403);
    server.terminate();
    server.wait();
    let usage = printed(&data, &["usage", "--client", &client, "--json"]).to_string();
    assert!(usage.contains("listIdeas") && usage.contains("listChanges"), "{usage}");
}

mod requires_tools {
    use reqwest::blocking::Client;

    use super::*;
    use crate::support::proxy::{self, Proxy};

    /// A shared cache stores pages, and gives none of them to a request that the server would refuse.
    #[test]
    fn a_shared_cache_gives_a_page_only_to_those_who_may_see_it() {
        let (data, server, client, key) = setup(&["--publishable-key-max-age-seconds", "1"]);
        let (full, _) = data.client();
        let token = data.token(&full, 0);
        let cache = Proxy::caching_nginx(&server);
        let visitor: Client = proxy::client("127.0.0.1");
        let get = |query: &str, headers: &[(&str, &str)]| {
            let request = visitor.get(cache.url(&format!("/api/v2/ideas{query}")));
            let request =
                headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
            let response = request.send().unwrap();
            let header = |name: &str| {
                response.headers().get(name).map_or("", |value| value.to_str().unwrap()).to_owned()
            };
            let (cached, origin) = (header("x-cache"), header(ORIGIN));
            (response.status().as_u16(), cached, origin, response.text().unwrap())
        };
        let keyed = format!("?key={key}");
        let city = [("origin", CITY)];
        let first = get(&keyed, &city);
        let second = get(&keyed, &city);
        assert_eq!((first.0, first.1.as_str(), second.1.as_str()), (200, "MISS", "HIT"), "{first:?}");
        assert_eq!((&first.3, second.2.as_str()), (&second.3, CITY));
        assert_eq!(get(&keyed, &[("origin", OTHER)]).0, 403);
        assert_eq!(get(&keyed, &[]).2, "");
        let bearer = format!("Bearer {key}");
        let by_header = get("", &[("authorization", &bearer)]);
        assert_eq!((by_header.0, &by_header.3), (200, &first.3));
        assert_eq!(get("", &[]).0, 401);
        assert_eq!(get("", &[("authorization", "Bearer x")]).0, 401);
        let complete = get("", &[("authorization", &format!("Bearer {token}"))]);
        assert_ne!(
            (complete.0, &complete.3),
            (200, &first.3),
            "a client of the level full got the public page"
        );
        assert_ne!(get("", &[("authorization", &format!("Bearer {token}"))]).1, "HIT");
        assert_eq!(get(&keyed, &city).3, first.3);
        assert!(data.run(&["clients", "revoke", &client]).status.success());
        server.wait_for_changes();
        crate::support::eventually("the cache keeps a page of a revoked key", || get(&keyed, &city).0 == 401);
    }
}
