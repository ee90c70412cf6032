//! Conditional requests, content codings, links between pages, rate limits and security headers.

use std::io::Read as _;
use std::process::Command;

use folkmoot_model::resources::RESOURCES;
use reqwest::Method;
use serde_json::json;

use crate::support::fixture::{Platform, id, record, resource};
use crate::support::{Caller, Data, Response, eventually, require_command};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";

/// The response to a conditional request.
fn conditional(caller: &Caller, path: &str, tags: &str) -> Response {
    let request = caller.server.request(Method::GET, &format!("/api/v2{path}")).bearer_auth(&caller.token);
    request.header("If-None-Match", tags).send()
}

/// Lists, nested lists, deleted records and items of every resource.
fn paths() -> Vec<String> {
    let mut paths = vec![
        format!("/projects/{}/phases", id("projects", 0)),
        "/ideas?locale=nl-BE&page_size=1&page_number=2".to_owned(),
        format!("/ideas?project_id={}", id("projects", 0)),
        "/files?search=notes".to_owned(),
        "/ideas?page_number=99".to_owned(),
    ];
    for resource in RESOURCES {
        let plural = resource.names.plural;
        if resource.calls.list {
            paths.push(format!("/{plural}"));
        }
        if resource.calls.deleted {
            paths.push(format!("/{plural}/deleted"));
        }
        if resource.calls.item {
            paths.push(format!("/{plural}/{}", id(plural, 0)));
        }
    }
    paths
}

#[test]
fn unchanged_content_is_not_sent_again() {
    let data = Data::with(&Platform::full(2, CREATED_AT));
    let caller = data.serve();
    let mut tags = std::collections::BTreeSet::new();
    let paths = paths();
    for path in &paths {
        let complete = caller.get(path);
        assert_eq!(complete.status, 200, "{path}: {}", complete.text);
        let tag = complete.header("etag").to_owned();
        assert!(tag.starts_with('"') && tag.ends_with('"') && tag.len() == 34, "{path}: {tag}");
        assert_eq!(complete.header("cache-control"), "private, no-cache", "{path}");
        assert_eq!(complete.header("vary"), "authorization, accept, accept-encoding", "{path}");
        for tags in [
            tag.clone(),
            format!("W/{tag}"),
            format!("\"a,b\", {tag}"),
            format!("\"{}-gzip\"", tag.trim_matches('"')),
            "*".to_owned(),
        ] {
            let unchanged = conditional(&caller, path, &tags);
            assert_eq!((unchanged.status, unchanged.text.as_str()), (304, ""), "{path}: {tags}");
            let is_exact = !tags.contains("gzip");
            assert!(!is_exact || unchanged.header("etag") == tag, "{path}: {tags}");
            for name in ["cache-control", "vary", "applied-filters", "link"] {
                assert_eq!(unchanged.header(name), complete.header(name), "{path}: {name}");
            }
        }
        let other = conditional(&caller, path, "\"other\"");
        assert_eq!((other.status, other.text.as_str()), (200, complete.text.as_str()), "{path}");
        let head = caller.call(&Method::HEAD, path);
        assert_eq!((head.status, head.text.as_str(), head.header("etag")), (200, "", tag.as_str()), "{path}");
        assert_eq!(head.header("content-length"), complete.text.len().to_string(), "{path}");
        tags.insert(tag);
    }
    assert_eq!(tags.len(), paths.len(), "each URL has its own tags");
}

#[test]
fn a_tag_of_an_unknown_url_or_an_invalid_request_does_not_hide_the_error() {
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let caller = data.serve();
    for (path, status) in [
        (format!("/ideas/{}", id("ideas", 9)), 404),
        (format!("/projects/{}/phases", id("projects", 9)), 404),
        ("/ideas?page_size=0".to_owned(), 400),
        ("/ideas?unknown=1".to_owned(), 400),
    ] {
        let response = conditional(&caller, &path, "*");
        assert_eq!(response.status, status, "{path}");
        assert_eq!(response.header("cache-control"), "no-store", "{path}");
        assert_eq!(response.header("etag"), "", "{path}");
    }
}

#[test]
fn a_revoked_client_gets_401_whatever_it_has_cached() {
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let (client, secret) = data.client();
    let caller = data.serve_with(&[]).caller(&client, &secret);
    let tag = caller.get("/ideas").header("etag").to_owned();
    assert_eq!(conditional(&caller, "/ideas", &tag).status, 304);
    assert!(data.run(&["clients", "revoke", &client]).status.success());
    caller.server.wait_for_changes();
    assert_eq!(conditional(&caller, "/ideas", &tag).status, 401);
}

#[test]
fn a_304_reads_no_record() {
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let caller = data.serve();
    let paths = ["/topics".to_owned(), format!("/topics/{}", id("topics", 0))];
    let tags = paths.each_ref().map(|path| caller.get(path).header("etag").to_owned());
    // Behind the back of the server: without an entry in the change feed.
    data.change_database("UPDATE topics SET title_multiloc = '{\"en\":\"Changed\"}'");
    assert!(caller.get(&paths[1]).text.contains("Changed"));
    for (path, tag) in paths.iter().zip(&tags) {
        assert_eq!(conditional(&caller, path, tag).status, 304, "{path}");
    }
}

#[test]
fn a_tag_is_valid_on_every_server_and_after_a_restart() {
    let data = Data::with(&Platform::full(2, CREATED_AT));
    let (client, secret) = data.client();
    let paths = ["/ideas", "/phases/deleted", "/files"];
    let first = data.serve_with(&["--public-url", "https://city.example"]).caller(&client, &secret);
    let tags = paths.map(|path| first.get(path).header("etag").to_owned());
    drop(first);
    let second = data.serve_with(&["--public-url", "https://city.example"]).caller(&client, &secret);
    for (path, tag) in paths.iter().zip(&tags) {
        assert_eq!(conditional(&second, path, tag).status, 304, "{path}");
    }
    drop(second);
    // Download URLs start with the URL of the server.
    let moved = data.serve_with(&["--public-url", "https://town.example"]).caller(&client, &secret);
    assert_eq!(conditional(&moved, "/ideas", &tags[0]).status, 304);
    assert_eq!(conditional(&moved, "/files", &tags[2]).status, 200);
}

#[test]
fn a_tag_of_one_client_with_download_urls_is_not_valid_for_another() {
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let caller = data.serve();
    let (client, secret) = data.client();
    let token = caller.server.authenticate(&client, &secret).json()["jwt"].as_str().unwrap().to_owned();
    for (path, expected) in [("/ideas", 304), ("/files", 200)] {
        let tag = caller.get(path).header("etag").to_owned();
        let request = caller.server.request(Method::GET, &format!("/api/v2{path}")).bearer_auth(&token);
        assert_eq!(request.header("If-None-Match", &tag).send().status, expected, "{path}");
    }
}

/// A restored backup continues with the same numbers of changes and other content.
#[test]
fn a_tag_from_before_a_restored_backup_is_not_valid() {
    let data = Data::embedded().filled(&Platform::full(1, CREATED_AT));
    let (client, secret) = data.client();
    let database = data.path().join("folkmoot.sqlite");
    let topic = |title: &str| {
        let mut topic = record(resource("topics"), 0, CREATED_AT);
        topic["title_multiloc"] = json!({ "en": title });
        let mut platform = Platform::empty();
        platform.add("topics", topic);
        data.import(&platform);
    };
    let newest = || data.table("SELECT MAX(sequence) FROM changes");
    let path = format!("/topics/{}", id("topics", 0));
    let seen = |title: &str| {
        let caller = data.serve_with(&[]).caller(&client, &secret);
        let (list, item) = (caller.get("/topics"), caller.get(&path));
        assert!(list.text.contains(title) && item.text.contains(title));
        (caller, [list, item].map(|response| response.header("etag").to_owned()))
    };
    let checkpoint = || {
        rusqlite::Connection::open(&database)
            .unwrap()
            .execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")
            .unwrap();
    };
    checkpoint();
    let backup = std::fs::read(&database).unwrap();
    topic("One");
    let numbers = newest();
    let (caller, tags) = seen("One");
    drop(caller);
    checkpoint();
    for suffix in ["-wal", "-shm"] {
        _ = std::fs::remove_file(data.path().join(format!("folkmoot.sqlite{suffix}")));
    }
    std::fs::write(&database, backup).unwrap();
    topic("Two");
    assert_eq!(newest(), numbers, "the changes have the same numbers");
    let (caller, _) = seen("Two");
    assert_eq!(conditional(&caller, "/topics", &tags[0]).status, 200);
    assert_eq!(conditional(&caller, &path, &tags[1]).status, 200);
}

#[test]
fn last_modified_is_the_shown_updated_at() {
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let caller = data.serve();
    let path = format!("/ideas/{}", id("ideas", 0));
    let item = caller.get(&path);
    assert_eq!(item.header("last-modified"), "Tue, 18 Mar 2025 08:15:30 GMT");
    let request = caller.server.request(Method::GET, &format!("/api/v2{path}")).bearer_auth(&caller.token);
    let ignored = request.header("If-Modified-Since", "Tue, 18 Mar 2025 08:15:30 GMT").send();
    assert_eq!(ignored.status, 200);
    assert_eq!(caller.get("/ideas").header("last-modified"), "");
}

#[test]
fn lists_link_to_their_pages() {
    let data = Data::with(&Platform::full(3, CREATED_AT));
    let (client, secret) = data.client();
    let caller = data.serve_with(&["--public-url", "https://city.example"]).caller(&client, &secret);
    let link = |path: &str| caller.get(path).header("link").to_owned();
    let url = |path: &str, relation: &str| format!("<https://city.example/api/v2{path}>; rel=\"{relation}\"");
    let page = |number: usize| format!("/ideas?page_size=1&page_number={number}&locale=en");
    assert_eq!(
        link(&page(2)),
        [url(&page(1), "first"), url(&page(1), "prev"), url(&page(3), "next"), url(&page(3), "last")]
            .join(", ")
    );
    assert_eq!(
        link(&page(9)),
        [url(&page(1), "first"), url(&page(3), "prev"), url(&page(3), "last")].join(", "),
        "beyond the end"
    );
    assert_eq!(link("/ideas/deleted"), url("/ideas/deleted?page_number=1", "first"), "empty");
    let nested = format!("/projects/{}/phases", id("projects", 0));
    let first = format!("{nested}?page_number=1");
    assert_eq!(link(&nested), [url(&first, "first"), url(&first, "last")].join(", "));
    let encoded = link(&format!("/ideas/?topic_ids[]={}", id("topics", 0)));
    assert!(
        encoded.contains(&format!("/ideas?topic_ids%5B%5D={}&page_number=1>", id("topics", 0))),
        "{encoded}"
    );
    // Without a configured URL, the links have the URL of the request.
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let requested = data.serve();
    let link = requested.get("/ideas").header("link").to_owned();
    assert!(link.starts_with(&format!("<{}/api/v2/ideas?page_number=1>", requested.server.url)), "{link}");
}

fn decoded(coding: &str, bytes: &[u8]) -> String {
    let mut text = String::new();
    match coding {
        "gzip" => _ = flate2::read::GzDecoder::new(bytes).read_to_string(&mut text).unwrap(),
        "br" => {
            let mut plain = Vec::new();
            brotli::BrotliDecompress(&mut &*bytes, &mut plain).unwrap();
            text = String::from_utf8(plain).unwrap();
        }
        "zstd" => text = String::from_utf8(zstd::stream::decode_all(bytes).unwrap()).unwrap(),
        _ => text = String::from_utf8(bytes.to_vec()).unwrap(),
    }
    text
}

#[test]
fn bodies_are_compressed_as_the_client_accepts() {
    let data = Data::with(&Platform::full(3, CREATED_AT));
    let (client, secret) = data.client();
    for arguments in [&[][..], &["--body-cache-megabytes", "0"]] {
        let caller = data.serve_with(arguments).caller(&client, &secret);
        let plain = caller.get("/ideas");
        let page = |accepted: &str| {
            let request = caller.server.request(Method::GET, "/api/v2/ideas").bearer_auth(&caller.token);
            request.header("Accept-Encoding", accepted).send_bytes()
        };
        // Before a body is cached, a client that accepts several codings gets the one that costs least, and then the smallest body.
        let first = page("gzip, deflate, br, zstd");
        assert_eq!(first.headers["content-encoding"], "zstd");
        let codings = ["zstd", "gzip", "br"];
        let smallest = codings.into_iter().min_by_key(|coding| page(coding).bytes.len()).unwrap();
        let preferred = if arguments.is_empty() { smallest } else { "zstd" };
        for (accepted, coding) in [
            ("gzip", "gzip"),
            ("br", "br"),
            ("zstd", "zstd"),
            ("gzip, deflate, br, zstd", preferred),
            ("zstd;q=0, br;q=0.5, gzip;q=0.7", "gzip"),
            ("*;q=0.1", preferred),
            ("identity", ""),
            ("identity;q=0", ""),
            ("*;q=0", ""),
            ("", ""),
        ] {
            // The second response comes from the cache.
            for _ in 0..2 {
                let response = page(accepted);
                assert_eq!(response.status, 200, "{accepted}");
                let header =
                    |name: &str| response.headers.get(name).map_or("", |value| value.to_str().unwrap());
                assert_eq!(header("content-encoding"), coding, "{accepted}");
                assert_eq!(header("vary"), "authorization, accept, accept-encoding", "{accepted}");
                assert_eq!(header("link"), plain.header("link"));
                assert_eq!(header("content-length"), response.bytes.len().to_string());
                let suffix = if coding.is_empty() { String::new() } else { format!("-{coding}") };
                assert_eq!(
                    header("etag"),
                    format!("{}{suffix}\"", plain.header("etag").trim_end_matches('"'))
                );
                assert_eq!(decoded(coding, &response.bytes), plain.text, "{accepted}");
            }
        }
        let is_cached = caller.server.metric("folkmoot_body_cache_bytes") > 0;
        assert_eq!(is_cached, arguments.is_empty());
    }
}

/// A page as gzip.
fn gzip(caller: &Caller, path: &str) -> Vec<u8> {
    gzip_accepted_as(caller, path, "gzip")
}

/// A page as gzip, for a client that sends this `Accept-Encoding` header.
fn gzip_accepted_as(caller: &Caller, path: &str, accepted: &str) -> Vec<u8> {
    let request = caller.server.request(Method::GET, &format!("/api/v2{path}")).bearer_auth(&caller.token);
    let response = request.header("Accept-Encoding", accepted).send_bytes();
    assert_eq!((response.status, &response.headers["content-encoding"]), (200, &"gzip".parse().unwrap()));
    let has_tag_of_joined = response.headers["etag"].to_str().unwrap().ends_with("-gzip-joined\"");
    assert_eq!(has_tag_of_joined, is_joined(&response.bytes), "{path}");
    response.bytes
}

/// Whether a gzip body starts with a block that is not compressed: the start of a page that is joined from records.
fn is_joined(body: &[u8]) -> bool {
    body[10] == 0
}

/// A server that has stored ideas as JSON and deflated. No page with a `page_size` from 30 on was requested.
fn with_deflated_ideas(data: &Data) -> Caller {
    let (client, secret) = data.client();
    let caller = data.serve_with(&["--record-file-records", "1"]).caller(&client, &secret);
    // A page that was compressed is cached, so each is requested once.
    let mut paths = (1..=2)
        .flat_map(|page| (2..30).map(move |size| format!("/ideas?page_size={size}&page_number={page}")));
    eventually("no page is joined from deflated records", || {
        std::thread::sleep(std::time::Duration::from_millis(100));
        is_joined(&gzip(&caller, &paths.next().unwrap()))
    });
    caller
}

#[test]
fn a_page_is_joined_from_deflated_records_at_its_first_request() {
    let data = Data::with(&Platform::full(40, CREATED_AT));
    let caller = with_deflated_ideas(&data);
    for (path, is_first_joined) in [
        ("/ideas?page_size=30", true),
        ("/ideas?page_size=1&page_number=40&sort=-likes_count", true),
        ("/ideas?page_size=100&sort=likes_count", true),
        ("/ideas?page_size=30&fields=id,title", false),
    ] {
        let bodies = [1, 2, 3].map(|_| gzip(&caller, path));
        assert_eq!(bodies.each_ref().map(|body| is_joined(body)), [is_first_joined, false, false], "{path}");
        assert_eq!(bodies[1], bodies[2], "{path}: cached");
        let plain = caller.get(path);
        assert!(bodies.iter().all(|body| decoded("gzip", body) == plain.text), "{path}");
        let tag = plain.header("etag").replacen('"', "", 1).replace('"', "-gzip-joined\"");
        let request =
            caller.server.request(Method::GET, &format!("/api/v2{path}")).bearer_auth(&caller.token);
        assert_eq!(request.header("If-None-Match", &format!("\"{tag}")).send_bytes().status, 304, "{path}");
    }
    // It costs less than any coding that the client accepts besides.
    for (size, accepted) in [(31, "gzip, deflate, br"), (32, "gzip, deflate, br, zstd"), (33, "*")] {
        let path = format!("/ideas?page_size={size}");
        let body = gzip_accepted_as(&caller, &path, accepted);
        assert!(is_joined(&body), "{accepted}");
        assert_eq!(decoded("gzip", &body), caller.get(&path).text, "{accepted}");
    }
    let mut changed = Platform::empty();
    let mut idea = record(resource("ideas"), 7, CREATED_AT);
    idea["title_multiloc"] = json!({ "en": "A changed title" });
    changed.add("ideas", idea);
    data.import(&changed);
    caller.server.wait_for_changes();
    let mut text = String::new();
    for path in ["/ideas?page_size=20&page_number=1", "/ideas?page_size=20&page_number=2"] {
        let body = decoded("gzip", &gzip(&caller, path));
        assert_eq!(body, caller.get(path).text, "{path}");
        text.push_str(&body);
    }
    assert!(text.contains("A changed title"));
}

#[test]
fn clients_decode_joined_pages() {
    let data = Data::with(&Platform::full(40, CREATED_AT));
    let caller = with_deflated_ideas(&data);
    let authorization = format!("Authorization: Bearer {}", caller.token);
    let python = "import sys, urllib.request as r, zlib; \
        q = r.Request(sys.argv[1], headers={'Authorization': sys.argv[2][15:], 'Accept-Encoding': 'gzip'}); \
        sys.stdout.buffer.write(zlib.decompress(r.urlopen(q).read(), 31))";
    let node = "fetch(process.argv[1], { headers: { Authorization: process.argv[2].slice(15), 'Accept-Encoding': 'gzip' } }) \
        .then((response) => response.text()).then((text) => process.stdout.write(text))";
    let clients: [(&str, &[&str]); 3] = [
        ("curl", &["--silent", "--compressed", "--header", "Accept-Encoding: gzip"]),
        ("python3", &["-c", python]),
        ("node", &["--eval", node]),
    ];
    for (number, (program, arguments)) in clients.into_iter().enumerate() {
        require_command(program);
        // The client is the first to request its page, like this one.
        assert!(is_joined(&gzip(&caller, &format!("/ideas?page_size={}", 40 + number))));
        let path = format!("/ideas?page_size={}", 30 + number);
        let mut command = Command::new(program);
        command.args(arguments).arg(format!("{}/api/v2{path}", caller.server.url));
        if program == "curl" {
            command.arg("--header");
        }
        let output = command.arg(&authorization).output().unwrap();
        assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8(output.stdout).unwrap(), caller.get(&path).text, "{program}");
    }
}

#[test]
fn requests_of_a_client_are_limited() {
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let (client, secret) = data.client();
    let caller = data.serve_with(&["--client-requests-per-minute", "3"]).caller(&client, &secret);
    for left in ["\"requests\";r=2;t=20", "\"requests\";r=1;t=40", "\"requests\";r=0;t=60"] {
        // Failed requests count too.
        let response = caller.get("/ideas?page_size=0");
        assert_eq!(response.status, 400);
        assert_eq!(response.header("ratelimit-policy"), "\"requests\";q=3;w=60");
        assert_eq!(response.header("ratelimit"), left);
    }
    let refused = caller.get("/ideas");
    assert_eq!((refused.status, refused.problem().as_str()), (429, "too-many-requests"));
    assert!((1..=20).contains(&refused.header("retry-after").parse::<u64>().unwrap()));
    assert_eq!(refused.header("ratelimit"), "\"requests\";r=0;t=60");
    let (other, secret) = data.client();
    let token = caller.server.authenticate(&other, &secret).json()["jwt"].as_str().unwrap().to_owned();
    let other = caller.server.request(Method::GET, "/api/v2/ideas").bearer_auth(&token).send();
    assert_eq!((other.status, other.header("ratelimit")), (200, "\"requests\";r=2;t=20"));
    let anonymous = caller.server.request(Method::GET, "/api/v2/ideas").send();
    assert_eq!((anonymous.status, anonymous.header("ratelimit")), (401, ""));
}

#[test]
fn every_response_has_security_headers() {
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let (client, secret) = data.client();
    for public_url in ["https://city.example", "http://city.example"] {
        let caller =
            data.serve_with(&["--public-url", public_url, "--portal", "off"]).caller(&client, &secret);
        let url = caller.get("/files").json()["files"][0]["url"].as_str().unwrap().to_owned();
        let download = url.strip_prefix(public_url).unwrap().to_owned();
        let requests = [
            ("/", 200),
            ("/api/v2/ideas", 200),
            ("/api/v2/nothing", 404),
            ("/nothing", 404),
            ("/api/v2/openapi.json", 200),
            ("/health/live", 200),
            ("/metrics", 401),
            (download.as_str(), 200),
            ("/files/x", 403),
            ("/api/v2/ideas?page_size=0", 400),
        ];
        for (path, status) in requests {
            let response = caller.server.request(Method::GET, path).bearer_auth(&caller.token).send_bytes();
            assert_eq!(response.status, status, "{path}");
            let header = |name: &str| response.headers.get(name).map_or("", |value| value.to_str().unwrap());
            assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
            assert_eq!(header("referrer-policy"), "no-referrer", "{path}");
            assert_eq!(header("x-frame-options"), "DENY", "{path}");
            assert!(header("content-security-policy").starts_with("default-src 'none'"), "{path}");
            let is_download = path == download;
            let policy = if is_download { "cross-origin" } else { "same-origin" };
            assert_eq!(header("cross-origin-resource-policy"), policy, "{path}");
            let transport = if public_url.starts_with("https") { "max-age=31536000" } else { "" };
            assert_eq!(header("strict-transport-security"), transport, "{path}");
            if status >= 400 {
                assert_eq!(header("cache-control"), "no-store", "{path}");
            }
        }
    }
}
