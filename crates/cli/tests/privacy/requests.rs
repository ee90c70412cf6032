//! Every endpoint, with canaries in every parameter, header and body.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use folkmoot_api::plan::ResourcePlans;
use reqwest::Method;
use serde_json::{Value, json};

use crate::privacy::canaries::{CREATED_AT, SECRET, VALUE, files_below, leak};
use crate::privacy::site::{Site, assert_clean};
use crate::support::admin::{API, Endpoint};
use crate::support::eventually;
use crate::support::files::upload_with;
use crate::support::fixture::{id, record, resource};
use crate::support::raw_connection::RawConnection;

const BOUNDARY: &str = "limit-of-parts";

/// Every operation of the document with every parameter.
fn call_public_operations(site: &Site) {
    let document = folkmoot_openapi::document(&ResourcePlans::build().unwrap());
    let mut calls = 0;
    for (template, methods) in document["paths"].as_object().unwrap() {
        let plural = template.trim_start_matches("/api/v2/").split('/').next().unwrap();
        for (method, operation) in methods.as_object().unwrap() {
            let method: Method = method.to_uppercase().parse().unwrap();
            // Deleted last.
            let number = usize::from(method == Method::DELETE);
            let path =
                template.replace("{project_id}", &id("projects", 0)).replace("{id}", &id(plural, number));
            let names: Vec<&str> =
                operation["parameters"].as_array().into_iter().flatten().filter_map(name_of_query).collect();
            let mut urls = vec![path.clone(), format!("{path}?unknown={VALUE}&{VALUE}={VALUE}")];
            urls.extend(names.iter().map(|name| format!("{path}?{name}={VALUE}%40mailbox.example")));
            urls.extend(["ndjson", "csv"].map(|format| format!("{path}?format={format}")));
            for url in urls {
                let request = site.server.request(method.clone(), &url).bearer_auth(&site.token);
                let request = request.header("if-none-match", &format!("\"{VALUE}\""));
                let request = request.header("cookie", &format!("session={SECRET}"));
                let request = if method == Method::GET {
                    request
                } else {
                    request.json(&json!({ "file": { "name": format!("{VALUE}.exe"), "content": VALUE }, "auth": SECRET }))
                };
                request.send_bytes();
                calls += 1;
            }
            let request = site.server.request(method.clone(), &path).bearer_auth(&format!("{SECRET}.a.b"));
            request.send_bytes();
        }
    }
    assert!(calls > 300, "{calls} calls");
}

fn name_of_query(parameter: &Value) -> Option<&str> {
    // Waiting is tested elsewhere, and takes time.
    let name = parameter["name"].as_str().filter(|name| *name != "wait")?;
    (parameter["in"] == "query").then_some(name)
}

/// Signing in, wrong secrets, and values where none belong.
fn send_secrets_to_wrong_places(site: &Site) {
    let client = "7b1c2f3a-0000-4000-8000-000000000001";
    assert_eq!(site.server.authenticate(client, SECRET).status, 401);
    assert_eq!(site.server.authenticate(SECRET, SECRET).status, 401);
    let form = [("grant_type", "client_credentials"), ("client_id", client), ("client_secret", SECRET)];
    assert_eq!(site.server.oauth_token(&form).status, 401);
    assert_ne!(site.server.oauth_token(&[("grant_type", VALUE), ("scope", SECRET)]).status, 200);
    let basic = STANDARD.encode(format!("{client}:{SECRET}"));
    let basic =
        site.server.request(Method::POST, "/oauth/token").header("authorization", &format!("Basic {basic}"));
    basic.form(&[("grant_type", "client_credentials")]).send_bytes();
    for path in [
        format!("/api/v2/users/{VALUE}@mailbox.example"),
        format!("/api/v2/users/{VALUE}"),
        format!("/api/v2/{VALUE}%40mailbox.example/1"),
        format!("/{VALUE}@mailbox.example?token={SECRET}"),
        format!("/api/v2/ideas/eyJhbGciOiJFZERTQSJ9.{SECRET}-eyJzdWIiOiIxIn0.c2lnbmF0dXJl"),
        format!("/eyJhbGciOiJFZERTQSJ9.{SECRET}-eyJzdWIiOiIxIn0.c2lnbmF0dXJl"),
        format!("/files/{}?signature={SECRET}&expires=1", id("files", 0)),
        format!("/admin/{VALUE}@mailbox.example"),
        format!("/admin/api/{VALUE}@mailbox.example"),
        format!("/admin/api/clients/{VALUE}@mailbox.example"),
        format!("/admin/sign-in/openid-connect/callback?error={VALUE}.&state={SECRET}&code={SECRET}"),
        format!("/admin/sign-in/openid-connect?return_to={VALUE}"),
        format!("/health/live?{VALUE}"),
    ] {
        site.call(&Method::GET, &path);
    }
    for bytes in [
        format!("GET /{VALUE} HTTP/1.1\r\nConnection: close\r\nHost: x\r\nBad {VALUE}\r\n\r\n"),
        format!("GET /\u{e9}{VALUE} HTTP/1.1\r\nConnection: close\r\nHost: x\r\n\r\n"),
        format!("{VALUE} {SECRET}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nConnection: close\r\nHost: {VALUE}@x y\r\n\r\n"),
    ] {
        let mut connection = RawConnection::open(&site.server);
        connection.write(bytes.as_bytes());
        connection.rest();
    }
}

/// Uploads, downloads and searches of files.
fn use_files(site: &Site) {
    let body = upload_with(&json!({ "name": format!("{VALUE}-9.txt"), "content": STANDARD.encode(VALUE) }));
    let request = site.server.request(Method::POST, "/api/v2/files").bearer_auth(&site.token).json(&body);
    let created = request.send_bytes();
    assert_eq!(created.status, 201);
    let created: Value = serde_json::from_slice(&created.bytes).unwrap();
    let url = created["file"]["url"].as_str().unwrap().trim_start_matches(&site.server.url).to_owned();
    let (status, content) = site.call(&Method::GET, &url);
    assert_eq!((status, content.as_slice()), (200, VALUE.as_bytes()));
    for path in ["/api/v2/files", "/api/v2/ideas"] {
        assert_eq!(site.call(&Method::GET, &format!("{path}?search={VALUE}")).0, 200);
    }
    assert_eq!(
        site.call(&Method::DELETE, &format!("/api/v2/files/{}", created["file"]["id"].as_str().unwrap())).0,
        204
    );
}

/// Every endpoint of the admin API, then those that search, import and export records.
fn call_admin_api(site: &Site) {
    for endpoint in Endpoint::all().iter().filter(|endpoint| endpoint.id() != "signOut") {
        let path = endpoint.real_path().trim_start_matches(API).to_owned();
        let request = |path: &str| site.admin.request(&site.server, endpoint.method.clone(), path);
        request(&path).json(&json!({ "text": VALUE, "name": VALUE, "admin_key": SECRET })).send_bytes();
        request(&format!("{path}?search={VALUE}&from={VALUE}&{SECRET}={VALUE}")).send_bytes();
    }
    let find = json!({ "text": VALUE });
    let found = site.admin.send(&site.server, Method::POST, "/people/find", &find).ok();
    let person = found["people"][0]["id"].as_str().unwrap().to_owned();
    let export = site.admin.request(&site.server, Method::POST, &format!("/people/{person}/export"));
    assert_eq!(export.send_bytes().status, 200);
    let dry = json!({ "dry_run": true, "with_texts": true });
    site.admin.send(&site.server, Method::POST, &format!("/people/{person}/erase"), &dry).ok();
    import(site);
    let order = json!({ "access": "full", "formats": ["parquet", "csv", "ndjson", "sqlite"] });
    assert_eq!(site.admin.send(&site.server, Method::POST, "/exports", &order).status, 202);
    eventually("the export does not end", || site.read("/exports")["exports"][0]["state"] == "succeeded");
    let file = site.read("/exports")["exports"][0]["files"][0]["id"].as_str().unwrap().to_owned();
    site.admin.request(&site.server, Method::GET, &format!("/export-files/{file}")).send_bytes();
}

/// One import that succeeds, and one whose lines have every kind of error.
fn import(site: &Site) {
    let mut user = record(resource("users"), 7, CREATED_AT);
    user["email"] = json!(format!("{VALUE}-new@mailbox.example"));
    user["slug"] = json!(format!("{VALUE}-new"));
    let mut wrong = user.clone();
    wrong["status"] = json!(VALUE);
    wrong["created_at"] = json!(VALUE);
    wrong["unknown"] = json!(VALUE);
    let mut unknown = record(resource("comments"), 7, CREATED_AT);
    unknown["author_id"] = json!(VALUE);
    let wrong = format!("{wrong}\n{VALUE}\n");
    for (users, comments, state) in
        [(user.to_string(), String::new(), "succeeded"), (wrong, unknown.to_string(), "failed")]
    {
        let part = |name: &str, content: &str| {
            let head = format!("Content-Disposition: form-data; name=\"files\"; filename=\"{name}.ndjson\"");
            format!("--{BOUNDARY}\r\n{head}\r\n\r\n{content}\r\n")
        };
        let body = format!("{}{}--{BOUNDARY}--\r\n", part("users", &users), part("comments", &comments));
        let request = site.admin.request(&site.server, Method::POST, "/imports?dry_run=false");
        let content_type = format!("multipart/form-data; boundary={BOUNDARY}");
        let started = request.header("content-type", &content_type).body(body).send();
        let id =
            started.json()["import"]["id"].as_str().unwrap_or_else(|| panic!("{}", started.text)).to_owned();
        eventually("the import does not end", || {
            site.read(&format!("/imports/{id}"))["import"]["state"] == state
        });
    }
}

/// Reports of what was done. They contain names that administrators chose, and ids, but no values.
fn reports(site: &Site) -> Vec<(String, Vec<u8>)> {
    let mut reports = Vec::new();
    reports.push(("/metrics".to_owned(), site.server.metrics().into_bytes()));
    for path in ["/health/live", "/health/ready"] {
        reports.push((path.to_owned(), site.call(&Method::GET, path).1));
    }
    for path in [
        "/audit",
        "/audit.csv",
        "/usage",
        "/usage.csv",
        "/overview",
        "/imports",
        "/exports",
        "/settings",
        "/data",
    ] {
        let response = site.admin.request(&site.server, Method::GET, path).send_bytes();
        assert_eq!(response.status, 200, "{path}");
        reports.push((path.to_owned(), response.bytes));
    }
    reports
}

fn exercise(site: &Site) {
    call_public_operations(site);
    send_secrets_to_wrong_places(site);
    use_files(site);
    call_admin_api(site);
    // Everything that was counted is stored before it is read.
    for (path, report) in reports(site) {
        assert_eq!(leak(&report, &site.needles), None, "{path}");
    }
    site.assert_log_is_clean();
}

#[test]
fn no_value_or_secret_is_in_logs_metrics_or_reports() {
    let mut site = Site::new("json", &["--record-file-records", "1"]);
    exercise(&site);
    let log = site.log();
    let lines: Vec<Value> = log
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| {
            serde_json::from_slice(line).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(line)))
        })
        .collect();
    // The search has something to find: events of all levels, and the requests with canaries.
    for level in ["TRACE", "DEBUG", "INFO", "ERROR"] {
        assert!(lines.iter().any(|line| line["level"] == level), "no event of level {level}");
    }
    assert!(lines.iter().filter(|line| line["message"] == "served request").count() > 400);
    site.server.terminate();
    assert!(site.server.wait().success());
    assert_clean(&site.printed(), &site.needles);
    let left = files_below(site.temporary.path());
    assert!(left.is_empty(), "temporary files remain: {left:?}");
}

#[test]
fn the_log_as_text_contains_the_same() {
    let site = Site::new("text", &[]);
    send_secrets_to_wrong_places(&site);
    use_files(&site);
    call_admin_api(&site);
    site.assert_log_is_clean();
}

/// A control: the needles are found if they are logged. The search of the response to an ordinary request finds them.
#[test]
fn the_search_finds_what_it_searches_for() {
    let site = Site::new("text", &[]);
    let (_, users) = site.call(&Method::GET, "/api/v2/users");
    assert!(leak(&users, &site.needles).is_some());
    for needle in &site.needles {
        assert!(
            leak(format!("x{}x", needle.to_uppercase()).as_bytes(), std::slice::from_ref(needle)).is_some()
        );
    }
}
