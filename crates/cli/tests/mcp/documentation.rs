//! The tools that need no token.

use reqwest::Method;
use serde_json::{Value, json};

use super::assistant::Assistant;
use crate::support::fixture::Platform;
use crate::support::{Data, root};

/// A portal with two pages, one of which is longer than a result.
fn portal() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("guides")).unwrap();
    let long = "A paragraph about changes, é.\n\n".repeat(3_000);
    let section = |url: &str, title: &str, text: &str| json!({ "url": url, "title": title, "page": "Guide", "text": text, "group": "guides", "weight": 1 });
    let mut operation = section("/api/changes/list", "List changes", "What changed since a cursor.");
    operation["operation"] = json!({ "method": "GET", "path": "/api/v2/changes" });
    let index = json!([
        section("/guides/lists", "Lists", "Pages of records, filtered and sorted."),
        section("/guides/sync#deletions", "Deletions", "A tombstone of each record."),
        operation,
    ]);
    for (path, content) in [
        ("index.html", "<h1>Portal</h1>".to_owned()),
        ("index.md", "# Portal".to_owned()),
        ("guides/lists.md", "# Lists\n\nPages of records.".to_owned()),
        ("guides/sync.md", long.clone()),
        ("search.json", index.to_string()),
    ] {
        std::fs::write(folder.path().join(path), content).unwrap();
    }
    (folder, long)
}

#[test]
fn the_documentation_is_searched_and_read_without_a_token() {
    let (folder, long) = portal();
    let data = Data::with(&Platform::empty());
    let server = data.serve_with(&["--portal", folder.path().to_str().unwrap()]);
    let assistant = Assistant { server: &server, token: None };
    let search = |query: &str| assistant.ok("search_docs", &json!({ "query": query }))["results"].take();
    assert_eq!(search("how do I sort a list of records")[0]["path"], "/guides/lists");
    assert_eq!(search("deletion")[0]["path"], "/guides/sync#deletions");
    assert_eq!(search("changes since")[0]["operation"], "GET /api/v2/changes");
    assert_eq!(search("zzz"), json!([]));
    for path in [
        "/guides/lists",
        "/guides/lists/",
        "/guides/lists.md",
        "/guides/lists#sorting",
        "https://x.example/guides/lists?a=1",
    ] {
        let page = assistant.ok("read_page", &json!({ "path": path }));
        assert_eq!(
            (&page["markdown"], &page["next_cursor"]),
            (&json!("# Lists\n\nPages of records."), &Value::Null),
            "{path}"
        );
    }
    assert_eq!(assistant.ok("read_page", &json!({ "path": "/" }))["markdown"], "# Portal");
    let (mut arguments, mut text) = (json!({ "path": "/guides/sync" }), String::new());
    loop {
        let mut page = assistant.ok("read_page", &arguments);
        text.push_str(page["markdown"].as_str().unwrap());
        arguments["cursor"] = page["next_cursor"].take();
        if arguments["cursor"].is_null() {
            break;
        }
    }
    assert_eq!(text, long);
    for cursor in ["999999", "x", "-1"] {
        let failure = assistant.failure("read_page", &json!({ "path": "/guides/sync", "cursor": cursor }));
        assert!(failure.contains("not of this page"), "{failure}");
    }
}

#[test]
fn every_operation_is_described_within_a_result() {
    let data = Data::with(&Platform::empty());
    let server = data.serve_with(&["--portal", "off"]);
    let assistant = Assistant { server: &server, token: None };
    let document = std::fs::read_to_string(root().join("openapi.json")).unwrap();
    let document: Value = serde_json::from_str(&document).unwrap();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let Some(id) = operation["operationId"].as_str() else { continue };
            let described = assistant.ok("describe_operation", &json!({ "operation": id }));
            let request = format!("{} {path}", method.to_uppercase());
            assert_eq!(
                format!("{} {}", described["method"].as_str().unwrap(), described["path"].as_str().unwrap()),
                request
            );
            assert_eq!(assistant.ok("describe_operation", &json!({ "operation": request })), described);
        }
    }
    assert!(
        assistant.failure("describe_operation", &json!({ "operation": "dropTables" })).contains("listIdeas")
    );
    assert!(assistant.failure("search_docs", &json!({ "query": "lists" })).contains("no documentation"));
}

#[test]
fn pages_have_the_url_under_which_the_platform_is_reached() {
    const DEFAULT: &str = "https://api.default.example";
    let folder = tempfile::tempdir().unwrap();
    let slot = json!([5, DEFAULT.len(), "apiUrl", "text"]);
    let manifest = json!({ "defaults": { "apiUrl": DEFAULT }, "files": { "start.md": [slot] } });
    for (path, content) in [
        ("index.html", "<h1>Portal</h1>".to_owned()),
        ("start.md", format!("curl {DEFAULT}/api/v2")),
        ("provider-values.json", manifest.to_string()),
    ] {
        std::fs::write(folder.path().join(path), content).unwrap();
    }
    let data = Data::with(&Platform::empty());
    let server =
        data.serve_with(&["--portal", folder.path().to_str().unwrap(), "--trusted-proxies", "127.0.0.1"]);
    let call = json!({
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": { "name": "read_page", "arguments": { "path": "/start" } },
    });
    let request = server.request(Method::POST, "/mcp").json(&call);
    let request = request.header("accept", "application/json, text/event-stream");
    let response = request.header("host", "localhost:8443").header("x-forwarded-proto", "https").send();
    let page = &response.json()["result"]["structuredContent"]["markdown"];
    assert_eq!(page, "curl https://localhost:8443/api/v2");
}
