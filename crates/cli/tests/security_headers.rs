//! Security headers: every kind of response has all of them, and pages run only scripts that belong to them.

use std::fs;

use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::json;
use tempfile::TempDir;

use crate::support::cluster::free_port;
use crate::support::proxy::{self, Proxy, SITE};
use crate::support::raw_connection::RawConnection;
use crate::support::request::Request;
use crate::support::{Caller, Data, METRICS_TOKEN, Server, eventually, files};

/// The headers of every response, and how their values begin.
const EVERYWHERE: [(&str, &[&str]); 8] = [
    ("x-content-type-options", &["nosniff"]),
    ("referrer-policy", &["no-referrer", "strict-origin-when-cross-origin"]),
    ("content-security-policy", &["default-src 'none'", "default-src 'self'"]),
    ("x-frame-options", &["DENY", "SAMEORIGIN"]),
    ("cross-origin-resource-policy", &["same-origin", "cross-origin"]),
    ("cross-origin-opener-policy", &["same-origin"]),
    ("permissions-policy", &["accelerometer=(), camera=(), geolocation=(),"]),
    ("strict-transport-security", &["max-age=31536000"]),
];
/// The sources of scripts that a policy may have: the site itself, and inline ones by their hashes.
const SCRIPT_SOURCES: [&str; 3] = ["'self'", "'none'", "'sha256-"];

/// What is wrong with the headers of a response.
fn faults(name: &str, headers: &HeaderMap) -> Vec<String> {
    let value = |name: &str| headers.get(name).map_or("", |value| value.to_str().unwrap());
    let mut faults = Vec::new();
    for (header, expected) in EVERYWHERE {
        let found = value(header);
        if headers.get_all(header).iter().count() != 1
            || !expected.iter().any(|start| found.starts_with(start))
        {
            faults.push(format!("{name}: {header}: {found}"));
        }
    }
    if value("x-request-id").is_empty() {
        faults.push(format!("{name}: no request id"));
    }
    let policy = value("content-security-policy");
    let directive = |name: &str| {
        let mut directives = policy.split(';').map(str::trim);
        directives.find_map(|directive| directive.strip_prefix(name)?.strip_prefix(' '))
    };
    let scripts = directive("script-src").or_else(|| directive("default-src")).unwrap_or("*");
    if !scripts.split(' ').all(|source| SCRIPT_SOURCES.iter().any(|allowed| source.starts_with(allowed))) {
        faults.push(format!("{name}: scripts of other sources: {policy}"));
    }
    let is_sandboxed = policy.split(';').any(|directive| directive.trim() == "sandbox");
    if !is_sandboxed && directive("frame-ancestors").is_none() {
        faults.push(format!("{name}: it can be framed: {policy}"));
    }
    faults
}

#[track_caller]
fn assert_protected(name: &str, headers: &HeaderMap) {
    assert_eq!(faults(name, headers), Vec::<String>::new());
}

/// A small portal with a page that has an inline script.
fn portal() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        ("index.html", "<p>Portal</p><script>run()</script>"),
        ("404.html", "<p>Not found</p>"),
        ("llms.txt", "# Portal\n"),
        ("assets/main.js", "run()"),
        ("provider-values.json", r#"{"defaults":{"portalUrl":"https://p.example"},"files":{"llms.txt":[]}}"#),
    ];
    fs::create_dir(folder.path().join("assets")).unwrap();
    for (path, content) in files {
        fs::write(folder.path().join(path), content).unwrap();
    }
    folder
}

/// Requests of every kind, and the status of their responses. The first one is a list with a tag.
fn requests(caller: &Caller, id: &str, secret: &str) -> Vec<(&'static str, Request, u16)> {
    let server = &caller.server;
    let plain = |method: Method, path: &str| server.request(method, path);
    let get = |path: &str| plain(Method::GET, path);
    let own = |path: &str| get(path).bearer_auth(&caller.token);
    let send = |method: Method, path: &str| plain(method, path).bearer_auth(&caller.token);
    let tag = own("/api/v2/projects").send().header("etag").to_owned();
    let file = caller.uploaded(&json!({}));
    let url = file["url"].as_str().unwrap();
    let download = url[url.find("/files/").unwrap()..].to_owned();
    let file = format!("/api/v2/files/{}", file["id"].as_str().unwrap());
    let credentials = |secret: &str| json!({ "auth": { "client_id": id, "client_secret": secret } });
    let grant = |secret: &str| {
        plain(Method::POST, "/oauth/token").form(&[
            ("grant_type", "client_credentials"),
            ("client_id", id),
            ("client_secret", secret),
        ])
    };
    vec![
        ("a page of the portal", get("/"), 200),
        ("the head of a page", plain(Method::HEAD, "/"), 200),
        ("a page that does not exist", get("/nothing"), 404),
        ("a redirect of the portal", get("/index.html"), 308),
        ("a script of the portal", get("/assets/main.js"), 200),
        ("a text of the portal", get("/llms.txt"), 200),
        ("another method of the portal", plain(Method::POST, "/"), 405),
        ("the console", get("/admin"), 200),
        ("a page of the console", get("/admin/clients"), 200),
        ("the admin API without a session", get("/admin/api/clients"), 401),
        (
            "a request from another site",
            plain(Method::POST, "/admin/api/session").header("origin", "https://evil.example"),
            403,
        ),
        ("a list", own("/api/v2/projects"), 200),
        ("a compressed list", own("/api/v2/projects").header("accept-encoding", "gzip"), 200),
        ("an unchanged list", own("/api/v2/projects").header("if-none-match", &tag), 304),
        ("the head of a list", send(Method::HEAD, "/api/v2/projects"), 200),
        ("a stream of records", own("/api/v2/projects?format=ndjson"), 200),
        ("a table of records", own("/api/v2/projects?format=csv"), 200),
        ("changes", own("/api/v2/changes"), 200),
        ("exports", own("/api/v2/exports"), 200),
        ("the platform", own("/api/v2/platform"), 200),
        ("a search", own("/api/v2/files?search=minutes"), 200),
        ("an invalid parameter", own("/api/v2/projects?page_size=0"), 400),
        ("a missing token", get("/api/v2/projects"), 401),
        ("a record that does not exist", own("/api/v2/projects/x"), 404),
        ("an endpoint that does not exist", own("/api/v2/nothing"), 404),
        ("another method", send(Method::POST, "/api/v2/projects"), 405),
        ("another media type", own("/api/v2/projects/x").header("accept", "image/png"), 406),
        (
            "a body of another type",
            send(Method::POST, "/api/v2/files").header("content-type", "text/plain").body("x"),
            415,
        ),
        (
            "an invalid body",
            send(Method::POST, "/api/v2/files").header("content-type", "application/json").body("{"),
            400,
        ),
        ("an invalid file", send(Method::POST, "/api/v2/files").json(&json!({ "file": {} })), 422),
        (
            "a body that is too large",
            plain(Method::POST, "/api/v2/authenticate")
                .header("content-type", "application/json")
                .body("x".repeat(20_000)),
            413,
        ),
        ("a changed file", send(Method::PATCH, &file).json(&json!({ "file": { "name": "a.txt" } })), 200),
        ("a download", get(&download), 200),
        ("a part of a download", get(&download).header("range", "bytes=0-1"), 206),
        ("a part that does not exist", get(&download).header("range", "bytes=900-"), 416),
        ("a download without a signature", get("/files/x"), 403),
        (
            "a preflight",
            plain(Method::OPTIONS, "/api/v2/projects")
                .header("origin", "https://city.example")
                .header("access-control-request-method", "GET"),
            204,
        ),
        ("a sign-in", plain(Method::POST, "/api/v2/authenticate").json(&credentials(secret)), 201),
        ("a failed sign-in", plain(Method::POST, "/api/v2/authenticate").json(&credentials("x")), 401),
        ("a sign-in with OAuth", grant(secret), 200),
        ("a failed sign-in with OAuth", grant("x"), 401),
        ("metadata", get("/.well-known/oauth-authorization-server"), 200),
        ("keys", get("/.well-known/jwks.json"), 200),
        ("security.txt", get("/.well-known/security.txt"), 404),
        ("the document of the API", get("/api/v2/openapi.json"), 200),
        ("liveness", get("/health/live"), 200),
        ("readiness", get("/health/ready"), 200),
        ("metrics", get("/metrics").bearer_auth(METRICS_TOKEN), 200),
        ("metrics without a token", get("/metrics"), 401),
    ]
}

fn serve(data: &Data, settings: &[&str]) -> Server {
    let public = ["--public-url", "https://city.example", "--log-level", "error"];
    data.serve_with(&[&public[..], settings].concat())
}

#[test]
fn every_kind_of_response_has_all_security_headers() {
    let (data, portal) = (Data::with(&files::platform()), portal());
    let (id, secret) = data.client();
    let caller = serve(&data, &["--portal", portal.path().to_str().unwrap()]).caller(&id, &secret);
    let mut found = Vec::new();
    for (name, request, status) in requests(&caller, &id, &secret) {
        let response = request.send_bytes();
        if response.status != status {
            found.push(format!("{name}: {}: {}", response.status, String::from_utf8_lossy(&response.bytes)));
        }
        found.extend(faults(name, &response.headers));
    }
    assert_eq!(found, Vec::<String>::new());
    for (name, bytes) in [
        ("no HTTP", &b"GET\r\n\r\n"[..]),
        ("a URL with a quotation mark", b"GET /\" HTTP/1.1\r\nHost: x\r\n\r\n"),
        ("a large header", &[b"GET / HTTP/1.1\r\nX-Large: ", &vec![b'a'; 300_000][..], b"\r\n\r\n"].concat()),
        ("no host", b"GET / HTTP/1.1\r\n\r\n"),
        ("HTTP/1.0", b"GET /health/live HTTP/1.0\r\nHost: x\r\n\r\n"),
    ] {
        let mut connection = RawConnection::open(&caller.server);
        connection.write(bytes);
        assert_protected(name, &connection.response().headers);
    }
    let mut connection = RawConnection::open(&caller.server);
    connection.write(
        b"POST /api/v2/authenticate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n",
    );
    assert_eq!(connection.interim(), "HTTP/1.1 100 Continue");
    connection.write(b"{");
    assert_protected("after 100 Continue", &connection.response().headers);
    let deleted =
        caller.server.request(Method::DELETE, "/api/v2/files/x").bearer_auth(&caller.token).send_bytes();
    assert_protected("a deletion", &deleted.headers);
}

#[test]
fn refusals_and_other_listeners_have_all_security_headers() {
    let data = Data::with(&files::platform());
    let (id, _) = data.client();
    let [administration, metrics] = [(); 2].map(|()| format!("127.0.0.1:{}", free_port()));
    let server = serve(
        &data,
        &[
            "--portal",
            "off",
            "--admin-url",
            "https://admin.example",
            "--admin-listen",
            &administration,
            "--metrics-listen",
            &metrics,
            "--address-failures-per-minute",
            "1",
            "--maximum-connections-per-address",
            "4",
        ],
    );
    let get = |address: &str, path: &str| {
        let mut connection = RawConnection::to(address, [127, 0, 0, 9]);
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: identity\r\nConnection: close\r\n\r\n"
        );
        connection.write(head.as_bytes());
        connection.response()
    };
    for (address, path, status) in [
        (&administration, "/admin", 200),
        (&administration, "/admin/api/session", 401),
        (&administration, "/api/v2/projects", 404),
        (&metrics, "/metrics", 200),
        (&metrics, "/", 404),
        (&server.url, "/", 200),
        (&server.url, "/admin", 404),
    ] {
        let response = get(address, path);
        assert_eq!(response.status, status, "{path} of {address}");
        assert_protected(path, &response.headers);
    }
    let limited = || server.authenticate(&id, "guess");
    eventually("sign-ins are not limited", || limited().status == 429);
    assert_protected("a limited sign-in", &limited().headers);
    // The connections of requests in progress are not closed for others.
    let busy: Vec<RawConnection> = (0..4)
        .map(|_| {
            let mut connection = RawConnection::from(&server, [127, 0, 0, 8]);
            connection.write(b"POST /api/v2/authenticate HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
            connection.interim();
            connection
        })
        .collect();
    let mut refused = RawConnection::from(&server, [127, 0, 0, 8]);
    refused.write(b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n");
    let response = refused.response();
    assert_eq!(response.status, 503);
    assert_protected("a refused connection", &response.headers);
    drop(busy);
}

/// Tests that need the web servers of the deployment guide.
mod requires_tools {
    use super::*;

    /// Fails unless responses of the server and of the web server in front of it make browsers use TLS.
    fn assert_strict(start: impl Fn(&Server) -> Proxy) -> Proxy {
        let data = Data::with(&files::platform());
        let server = data.serve_with(&["--public-url", &format!("https://{SITE}")]);
        let proxy = start(&server);
        for (path, status) in [("/health/ready", 200), ("/api/v2/ideas", 401), ("/metrics", 404)] {
            let response = proxy::client("127.0.0.1").get(proxy.url(path)).send().unwrap();
            assert_eq!(response.status(), status, "{path}");
            let values: Vec<_> = response.headers().get_all("strict-transport-security").iter().collect();
            assert_eq!(values, ["max-age=31536000"], "{path}");
        }
        proxy
    }

    #[test]
    fn nginx_makes_browsers_use_tls() {
        let proxy = assert_strict(Proxy::nginx);
        let response = proxy::client("127.0.0.1").get(proxy.redirected_url("/api?x=1")).send().unwrap();
        assert_eq!(response.status(), 301);
        assert_eq!(response.headers()["location"], *format!("https://{SITE}/api?x=1"));
    }

    #[test]
    fn caddy_makes_browsers_use_tls() {
        assert_strict(Proxy::caddy);
    }
}
