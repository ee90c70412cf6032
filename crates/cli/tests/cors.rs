//! Requests from websites: the rules of browsers for other origins (CORS).

use reqwest::Method;
use serde_json::json;

use crate::support::fixture::Platform;
use crate::support::{Data, Response, Server};

const SITE: &str = "https://map.testham.example";
const EXPOSED: &str = "Link, ETag, Total-Count, Applied-Filters, Withheld, Content-Disposition, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id";

/// A response of a request from an origin.
fn from(server: &Server, method: Method, path: &str, origin: &str, token: &str) -> Response {
    server.request(method, path).header("origin", origin).bearer_auth(token).send()
}

/// The response to a preflight request.
fn preflight(server: &Server, path: &str, origin: &str) -> crate::support::request::BytesResponse {
    let request = server.request(Method::OPTIONS, path).header("origin", origin);
    let request = request.header("access-control-request-method", "POST");
    request.header("access-control-request-headers", "authorization,content-type").send_bytes()
}

/// The headers of a response that belong to CORS.
fn headers(response: &reqwest::header::HeaderMap) -> Vec<&str> {
    response
        .keys()
        .map(reqwest::header::HeaderName::as_str)
        .filter(|name| name.starts_with("access-control"))
        .collect()
}

fn varies_by_origin(headers: &reqwest::header::HeaderMap) -> bool {
    headers.get_all("vary").iter().any(|line| line.to_str().unwrap().to_lowercase().contains("origin"))
}

#[test]
fn responses_to_listed_origins_can_be_read() {
    let data = Data::with(&Platform::empty());
    let (id, secret) = data.client();
    let arguments = [
        "--cors-origins",
        "http://localhost:3000, https://map.testham.example",
        "--address-failures-per-minute",
        "1",
    ];
    let caller = data.serve_with(&arguments).caller(&id, &secret);
    let server = &caller.server;
    let readable = |response: &Response, origin: &str| {
        assert_eq!(response.header("access-control-allow-origin"), origin, "{}", response.text);
        assert_eq!(response.header("access-control-expose-headers"), EXPOSED);
        assert_eq!(headers(&response.headers).len(), 2, "{:?}", response.headers);
        assert!(varies_by_origin(&response.headers));
    };
    for origin in [SITE, "http://localhost:3000"] {
        for path in [
            "/api/v2/areas",
            "/api/v2/areas/",
            "/api/v2/openapi.json",
            "/api/v2/areas?x=1",
            "/api/v2/nothing",
            "/api/v2",
        ] {
            readable(&from(server, Method::GET, path, origin, &caller.token), origin);
        }
        readable(&from(server, Method::GET, "/api/v2/areas", origin, "x"), origin);
        readable(&from(server, Method::DELETE, "/api/v2/areas", origin, &caller.token), origin);
        // Without the headers of a preflight request, OPTIONS is a method like any other.
        readable(&from(server, Method::OPTIONS, "/api/v2/areas", origin, &caller.token), origin);
    }
    let credentials =
        [("grant_type", "client_credentials"), ("client_id", &*id), ("client_secret", &*secret)];
    let token = server.request(Method::POST, "/oauth/token").header("origin", SITE).form(&credentials).send();
    assert_eq!(token.status, 200);
    readable(&token, SITE);
    let guess = || server.request(Method::POST, "/oauth/token").header("origin", SITE);
    let wrong = guess().form(&[credentials[0], credentials[1], ("client_secret", "x")]).send();
    assert_eq!(wrong.status, 401);
    readable(&wrong, SITE);
    let limited = guess().form(&credentials).send();
    assert_eq!(limited.status, 429);
    readable(&limited, SITE);
}

#[test]
fn preflight_requests_are_answered_on_every_path() {
    let data = Data::with(&Platform::empty());
    let server = data.serve_with(&["--cors-origins", SITE]);
    for path in [
        "/api/v2/areas",
        "/api/v2/files/x",
        "/api/v2/nothing/at/all",
        "/api/v2",
        "/api/v2/authenticate",
        "/oauth/token",
        "/oauth/token/",
    ] {
        let allowed = preflight(&server, path, SITE);
        assert_eq!((allowed.status, allowed.bytes.len()), (204, 0), "{path}");
        assert_eq!(allowed.header("access-control-allow-origin"), SITE, "{path}");
        let methods: Vec<&str> = allowed.header("access-control-allow-methods").split(", ").collect();
        assert_eq!(methods, ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"], "{path}");
        let names = allowed.header("access-control-allow-headers").to_lowercase();
        for name in ["authorization", "content-type", "if-none-match", "x-request-id"] {
            assert!(names.split(", ").any(|allowed| allowed == name), "{name}: {names}");
        }
        assert!(allowed.header("access-control-max-age").parse::<u32>().unwrap() >= 600);
        assert_eq!(headers(&allowed.headers).len(), 4, "{:?}", allowed.headers);
        assert!(varies_by_origin(&allowed.headers) && !allowed.header("x-request-id").is_empty(), "{path}");
        for other in [
            "https://evil.example",
            "null",
            "https://map.testham.example.evil.example",
            "http://map.testham.example",
            "https://map.testham.example:8443",
        ] {
            let refused = preflight(&server, path, other);
            assert_eq!((refused.status, headers(&refused.headers)), (204, Vec::new()), "{path} {other}");
            assert!(varies_by_origin(&refused.headers), "{path} {other}");
        }
    }
    let without_origin = server.request(Method::OPTIONS, "/api/v2/areas").send();
    assert_eq!((without_origin.status, without_origin.header("allow")), (405, "GET,HEAD"));
}

#[test]
fn responses_to_other_origins_and_of_other_paths_have_no_headers() {
    let data = Data::with(&Platform::empty());
    let (id, secret) = data.client();
    let caller = data.serve_with(&["--cors-origins", SITE]).caller(&id, &secret);
    let server = &caller.server;
    for origin in ["https://evil.example", "null", ""] {
        let response = from(server, Method::GET, "/api/v2/areas", origin, &caller.token);
        assert_eq!((response.status, headers(&response.headers)), (200, Vec::new()), "{origin}");
        assert!(varies_by_origin(&response.headers), "{origin}");
    }
    assert!(varies_by_origin(&caller.get("/areas").headers), "a request without an origin");
    let twice = server.request(Method::GET, "/api/v2/areas").header("origin", SITE).header("origin", SITE);
    assert!(headers(&twice.send().headers).is_empty());
    for path in
        ["/health/live", "/.well-known/jwks.json", "/", "/api", "/api/v2x", "/oauth/tokens", "/metrics"]
    {
        let response = from(server, Method::GET, path, SITE, &caller.token);
        assert!(headers(&response.headers).is_empty(), "{path}");
        assert_ne!(preflight(server, path, SITE).status, 204, "{path}");
    }
}

#[test]
fn it_is_off_by_default_and_own_urls_are_allowed() {
    let data = Data::with(&Platform::empty());
    let server = data.serve_with(&[]);
    for origin in [SITE, &server.url] {
        let response = from(&server, Method::GET, "/api/v2/areas", origin, "x");
        assert!(headers(&response.headers).is_empty() && !varies_by_origin(&response.headers), "{origin}");
        let refused = preflight(&server, "/api/v2/areas", origin);
        assert_eq!((refused.status, headers(&refused.headers)), (204, Vec::new()), "{origin}");
    }
    drop(server);
    let urls =
        ["--public-url", "https://API.testham.example", "--portal-url", "https://docs.testham.example:443"];
    let server = data.serve_with(&urls);
    for origin in ["https://api.testham.example", "https://docs.testham.example"] {
        assert_eq!(preflight(&server, "/api/v2/areas", origin).header("access-control-allow-origin"), origin);
    }
    assert!(headers(&preflight(&server, "/api/v2/areas", SITE).headers).is_empty());
}

#[test]
fn errors_of_a_starting_or_overloaded_server_can_be_read() {
    let data = Data::with(&Platform::empty());
    let (id, secret) = data.client();
    let limits = ["--maximum-connections-per-address", "1", "--keep-alive-seconds", "60"];
    let caller = data.serve_with(&[&["--cors-origins", SITE], &limits[..]].concat()).caller(&id, &secret);
    let mut busy = crate::support::raw_connection::RawConnection::open(&caller.server);
    // A request in progress keeps its connection, so that the next one is refused.
    busy.write(b"POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n");
    crate::support::eventually("no connection is refused", || {
        let mut second = crate::support::raw_connection::RawConnection::open(&caller.server);
        second.write(format!("GET /api/v2/areas HTTP/1.1\r\nHost: x\r\nOrigin: {SITE}\r\n\r\n").as_bytes());
        let text = second.rest().to_lowercase();
        text.starts_with("http/1.1 503") && text.contains(&format!("access-control-allow-origin: {SITE}\r\n"))
    });
}

#[test]
fn invalid_origins_are_reported_at_start() {
    let data = Data::new();
    for invalid in [
        "*",
        "null",
        "https://map.testham.example/",
        "https://map.testham.example/x",
        "map.testham.example",
        "https://a.example,",
    ] {
        let output = data.run(&["serve", "--listen", "127.0.0.1:0", "--cors-origins", invalid]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{invalid}");
        let expected = json!(invalid);
        assert!(
            message.contains(&format!("invalid value {expected} for the flag --cors-origins")),
            "{message}"
        );
        assert!(message.contains("without a path or a slash at its end"), "{message}");
    }
}
