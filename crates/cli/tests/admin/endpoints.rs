//! Rules of all endpoints, generated from the document.

use reqwest::Method;

use crate::admin::Setup;
use crate::support::admin::{API, DOCUMENT, Endpoint};

#[test]
fn every_endpoint_needs_a_session() {
    let Setup { server, .. } = Setup::new(&[]);
    let open: Vec<String> = Endpoint::all()
        .into_iter()
        .filter(|endpoint| {
            let response = endpoint.request(&server).send();
            let is_refused = response.status == 401 && response.problem() == "admin-sign-in-required";
            assert_eq!(is_refused, endpoint.required_role().is_some(), "{endpoint:?}: {}", response.text);
            !is_refused
        })
        .map(|endpoint| format!("{} {}", endpoint.method, endpoint.path))
        .collect();
    assert_eq!(open, ["GET /admin/api/sign-in-methods", "POST /admin/api/session"]);
    let unknown = server.request(Method::GET, "/admin/api/nothing").send();
    assert_eq!((unknown.status, unknown.problem().as_str()), (401, "admin-sign-in-required"));
}

#[test]
fn an_auditor_can_read_everything_and_change_nothing() {
    let setup = Setup::new(&[]);
    let auditor = setup.auditor();
    let entries = || setup.data.table("SELECT action FROM audit_log").len();
    let before = entries();
    for endpoint in Endpoint::all() {
        let request = endpoint.request(&setup.server);
        let request = request.header("cookie", &auditor.cookie).header("x-csrf-token", &auditor.csrf_token);
        match endpoint.required_role() {
            Some("administrator") => {
                let response = request.send();
                assert_eq!(response.problem(), "administrator-required", "{endpoint:?}");
            }
            Some(_) if endpoint.method == Method::GET => {
                assert_ne!(request.send().status, 403, "{endpoint:?}");
            }
            _ => {}
        }
    }
    assert_eq!(entries(), before);
    let changing = |endpoint: &Endpoint| endpoint.audit_action().is_some();
    for endpoint in Endpoint::all().into_iter().filter(changing) {
        // A search for people changes nothing, but is recorded.
        let is_open = ["signIn", "signOut", "findPeople"].contains(&endpoint.id());
        assert_eq!(!is_open, endpoint.required_role() == Some("administrator"), "{endpoint:?}");
    }
}

#[test]
fn every_change_needs_the_csrf_token_of_its_session() {
    let setup = Setup::new(&[]);
    let other = setup.auditor();
    for endpoint in Endpoint::all().iter().filter(|endpoint| endpoint.method != Method::GET) {
        if endpoint.required_role().is_none() {
            continue;
        }
        for token in [None, Some(""), Some("x"), Some(&*other.csrf_token)] {
            let request = endpoint.request(&setup.server).header("cookie", &setup.admin.cookie);
            let response =
                token.into_iter().fold(request, |it, token| it.header("x-csrf-token", token)).send();
            assert_eq!(response.problem(), "invalid-csrf-token", "{endpoint:?} {token:?}");
        }
    }
    assert_eq!(setup.admin.get(&setup.server, "/session").status, 200);
}

#[test]
fn requests_of_pages_of_other_origins_are_refused() {
    let setup = Setup::new(&["--cors-origins", "https://map.example"]);
    let Setup { server, admin, .. } = &setup;
    let get = |headers: &[(&str, &str)]| {
        let request = admin.request(server, Method::GET, "/session");
        headers.iter().fold(request, |request, (name, value)| request.header(name, value)).send()
    };
    for headers in [
        [("sec-fetch-site", "cross-site")],
        [("sec-fetch-site", "same-site")],
        [("origin", "https://map.example")],
        [("origin", "null")],
    ] {
        let response = get(&headers);
        assert_eq!(
            (response.status, response.problem().as_str()),
            (403, "cross-site-request"),
            "{headers:?}"
        );
        assert_eq!(response.header("access-control-allow-origin"), "", "{headers:?}");
    }
    for headers in
        [[("sec-fetch-site", "same-origin")], [("sec-fetch-site", "none")], [("origin", &*server.url)]]
    {
        assert_eq!(get(&headers).status, 200, "{headers:?}");
    }
    let preflight = server.request(Method::OPTIONS, &format!("{API}/clients"));
    let preflight = preflight.header("origin", "https://map.example");
    let preflight = preflight.header("access-control-request-method", "POST").send_bytes();
    assert!(preflight.status >= 400);
    assert!(preflight.headers.keys().all(|name| !name.as_str().starts_with("access-control")));
}

#[test]
fn responses_are_not_stored_and_isolated_from_other_origins() {
    let setup = Setup::new(&[]);
    for path in ["/session", "/clients", "/audit.csv", "/nothing", "/clients/x"] {
        let response = setup.admin.get(&setup.server, path);
        assert_eq!(response.header("cache-control"), "no-store", "{path}");
        assert_eq!(response.header("cross-origin-opener-policy"), "same-origin", "{path}");
        assert_eq!(response.header("cross-origin-embedder-policy"), "require-corp", "{path}");
        assert_eq!(response.header("cross-origin-resource-policy"), "same-origin", "{path}");
        assert_eq!(response.header("content-security-policy"), "default-src 'none'; frame-ancestors 'none'");
    }
}

#[test]
fn unknown_parameters_and_members_are_refused() {
    let setup = Setup::new(&[]);
    let Setup { server, admin, .. } = &setup;
    for (path, code) in [
        ("/clients?serch=x", "unknown-parameter"),
        ("/clients?sort=size", "invalid-parameter-value-enum"),
        ("/clients?page_number=0", "invalid-parameter-value"),
        ("/clients?search=a&search=b", "invalid-parameter-value"),
        ("/audit?from=yesterday", "invalid-parameter-value"),
        ("/session?x=1", "unknown-parameter"),
    ] {
        assert_eq!(admin.get(server, path).problem(), code, "{path}");
    }
    for (body, name) in
        [("{\"enabled\":1}", "enabled"), ("{\"enabled\":true,\"x\":1}", "x"), ("{}", "enabled")]
    {
        let response = admin.request(server, Method::PUT, "/access").body(body).send();
        assert_eq!((response.status, response.problem().as_str()), (422, "invalid-parameters"), "{body}");
        assert_eq!(response.json()["parameter_name"], name);
    }
    for body in ["", "[]", "{"] {
        let response = admin.request(server, Method::PUT, "/access").body(body).send();
        assert_eq!((response.status, response.problem().as_str()), (400, "malformed-body"), "{body}");
    }
    let form = admin.request(server, Method::PUT, "/access").form(&[("enabled", "true")]).send();
    assert_eq!(form.problem(), "unsupported-media-type");
}

#[test]
fn the_server_returns_its_document() {
    let setup = Setup::new(&[]);
    assert_eq!(setup.admin.get(&setup.server, "/openapi.json").ok(), *DOCUMENT);
    let ids: std::collections::BTreeSet<_> = Endpoint::all().iter().map(|it| it.id().to_owned()).collect();
    assert_eq!(ids.len(), Endpoint::all().len(), "operation ids are unique");
}
