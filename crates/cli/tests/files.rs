//! Uploading, changing, deleting and downloading files.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use folkmoot_store::Store;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Data;
use crate::support::files::{assert_blobs_match_records, names_in, platform};
use crate::support::fixture::id;
use crate::support::s3_server::plain_client;

#[test]
fn an_uploaded_file_is_returned_listed_and_downloaded() {
    let data = Data::with(&platform());
    let caller = data.serve();
    let response = caller.upload(&json!({
        "category": "meeting", "ai_processing_allowed": true,
        "description_multiloc": { "en": "Minutes", "NL-be": "Verslag" },
        "size": 1, "mime_type": "text/html", "id": id("files", 9), "uploader_id": id("users", 9),
    }));
    assert_eq!(response.status, 201, "{}", response.text);
    let file = &response.json()["file"];
    for (field, expected) in [
        ("name", json!("minutes.txt")),
        ("size", json!(23)),
        ("mime_type", json!("text/plain")),
        ("category", json!("meeting")),
        ("ai_processing_allowed", json!(true)),
        ("uploader_id", Value::Null),
        ("description", json!("Minutes")),
        ("description_multiloc", json!({ "en": "Minutes", "nl-BE": "Verslag" })),
    ] {
        assert_eq!(file[field], expected, "{field}");
    }
    assert_eq!(file["created_at"], file["updated_at"]);
    assert_ne!(file["id"], json!(id("files", 9)));
    let path = format!("/files/{}", file["id"].as_str().unwrap());
    assert_eq!(&caller.get(&path).ok()["file"], file);
    assert_eq!(caller.get("/files").ok()["files"], json!([file]));
    let found = caller.get(&format!("/files?project_id={}&category=meeting,other", id("projects", 0))).ok();
    assert_eq!(found["files"][0]["id"], file["id"]);
    assert_eq!(caller.get(&format!("/files?project_id={}", id("projects", 1))).ok()["files"], json!([]));
    assert_eq!(caller.get(&format!("{path}?locale=nl")).ok()["file"]["description"], "Verslag");
    assert_eq!(caller.download(file["url"].as_str().unwrap(), &[]).text, "Minutes of the meeting.");
    assert_blobs_match_records(&data);
}

#[test]
fn a_change_of_a_file_affects_only_the_given_fields() {
    let data = Data::with(&platform());
    let caller = data.serve();
    let before = caller.uploaded(&json!({ "category": "policy", "description_multiloc": { "en": "First" } }));
    let path = format!("/files/{}", before["id"].as_str().unwrap());
    for method in [Method::PATCH, Method::PUT] {
        let body = json!({ "file": { "category": "report", "project_id": "x", "size": 0, "id": 1 } });
        let response = caller.send(method.clone(), &path, body.to_string());
        assert_eq!(response.status, 200, "{}", response.text);
        let after = &response.json()["file"];
        assert_eq!(after["category"], "report");
        for field in ["id", "name", "size", "description_multiloc", "created_at", "url"] {
            assert_eq!(after[field], before[field], "{field}");
        }
        assert!(after["updated_at"].as_str() > before["updated_at"].as_str());
        assert_eq!(&caller.get("/files?category=report").ok()["files"][0], after);
    }
    for (fields, errors) in [
        (json!({ "content": "eA==" }), json!({ "content": [{ "error": "immutable" }] })),
        (json!({ "content": null }), json!({ "content": [{ "error": "immutable" }] })),
        (json!({ "name": " " }), json!({ "name": [{ "error": "blank" }] })),
        (json!({ "name": "a.mp4" }), json!({ "name": [{ "error": "extension_not_allowed" }] })),
        (json!({ "name": "a.exe" }), json!({ "name": [{ "error": "extension_not_allowed" }] })),
        (
            json!({ "category": "x", "description_multiloc": { "de": "x" } }),
            json!({
                "category": [{ "error": "inclusion" }],
                "description_multiloc": [{ "error": "locale_not_supported" }],
            }),
        ),
    ] {
        let response = caller.send(Method::PATCH, &path, json!({ "file": fields }).to_string());
        assert_eq!((response.status, response.json()), (422, json!({ "errors": errors })));
    }
    assert_eq!(
        caller.send(Method::PATCH, &format!("/files/{}", id("files", 1)), "{\"file\":{}}").problem(),
        "record-not-found"
    );
    assert_eq!(caller.send(Method::PATCH, &path, "{}").problem(), "malformed-body");
}

#[test]
fn a_deleted_file_gets_404_and_its_blob_is_deleted() {
    let data = Data::with(&platform());
    let caller = data.serve();
    let file = caller.uploaded(&json!({}));
    caller.uploaded(&json!({}));
    let path = format!("/files/{}", file["id"].as_str().unwrap());
    let response = caller.call(&Method::DELETE, &path);
    assert_eq!((response.status, response.text.as_str()), (204, ""));
    assert_blobs_match_records(&data);
    assert_eq!(caller.call(&Method::DELETE, &path).problem(), "record-not-found");
    assert_eq!(caller.get(&path).problem(), "record-not-found");
    assert_eq!(caller.get("/files").ok()["files"].as_array().unwrap().len(), 1);
    let deleted = caller.get("/files/deleted").ok();
    assert_eq!(deleted["deleted_items"][0]["id"], file["id"]);
    assert_eq!(deleted["deleted_items"][0]["type"], "File");
    assert_eq!(caller.download(file["url"].as_str().unwrap(), &[]).status, 404);
}

#[test]
fn a_content_that_the_storage_has_lost_is_an_internal_error() {
    let data = Data::with(&platform());
    let caller = data.serve();
    let file = caller.uploaded(&json!({}));
    let blob = names_in(&data.path().join("files")).pop_first().unwrap();
    let content = data.path().join("files").join(blob);
    for damage in [|path: &Path| std::fs::write(path, ""), |path: &Path| std::fs::remove_file(path)] {
        damage(&content).unwrap();
        let response = caller.download(file["url"].as_str().unwrap(), &[]);
        assert_eq!((response.status, response.problem().as_str()), (500, "internal-error"));
        assert_eq!(response.header("retry-after"), "");
    }
}

#[test]
fn a_content_that_has_changed_is_never_served_completely() {
    let data = Data::with(&platform());
    let caller = data.serve();
    let folder = data.path().join("files");
    let large = "Minutes of the meeting.\n".repeat(50_000);
    for content in ["Minutes of the meeting.", &large] {
        let before = names_in(&folder);
        let file = caller.uploaded(&json!({ "content": STANDARD.encode(content) }));
        let url = file["url"].as_str().unwrap();
        assert_eq!(caller.download(url, &[]).text, content);
        let start = content.len() - 10;
        let end = caller.download(url, &[("range", &format!("bytes={start}-"))]);
        assert_eq!((end.status, end.text.as_str()), (206, &content[start..]));
        let blob = folder.join(names_in(&folder).difference(&before).next().unwrap());
        std::fs::write(blob, content.replacen('M', "N", 1)).unwrap();
        if content == large {
            let range = |range| plain_client().get(url).header("range", range).send().unwrap().bytes();
            assert!(range("bytes=0-").is_err() && range("bytes=1100000-").is_err(), "its end was sent");
            assert_eq!(range("bytes=8-9").unwrap(), "of");
            assert!(plain_client().get(url).send().unwrap().bytes().is_err(), "the response is complete");
            continue;
        }
        for headers in [&[][..], &[("range", "bytes=8-9")]] {
            assert_eq!(caller.download(url, headers).problem(), "internal-error");
        }
    }
}

#[test]
fn a_deletion_does_not_wait_for_the_garbage_collection_of_other_blobs() {
    let data = Data::with(&platform());
    let caller = data.serve();
    let file = caller.uploaded(&json!({}));
    // So many that their collection takes seconds, added after the first garbage collection.
    let orphaned = if data.is_embedded() {
        "INSERT INTO unreferenced_blobs (blob, uploading, created_at)
         WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 20000)
         SELECT randomblob(16), FALSE, 0 FROM number"
    } else {
        "INSERT INTO unreferenced_blobs (blob, uploading, created_at)
         SELECT gen_random_uuid(), FALSE, now() FROM generate_series(1, 20000)"
    };
    data.change_database(orphaned);
    let path = format!("/files/{}", file["id"].as_str().unwrap());
    assert_eq!(caller.call(&Method::DELETE, &path).status, 204);
    assert!(names_in(&data.path().join("files")).is_empty(), "its own blob is still there");
    let left = Store::open(&data.database()).unwrap().blobs().orphaned().unwrap();
    assert!(!left.is_empty(), "the request deleted other blobs");
}

#[test]
fn a_download_is_an_attachment_with_ranges_and_an_etag() {
    let data = Data::with(&platform());
    let caller = data.serve();
    let name = "Straße \"2\" – 会議 \u{200f}نص.txt";
    let file = caller.uploaded(&json!({ "name": name }));
    let url = file["url"].as_str().unwrap();
    let complete = caller.download(url, &[]);
    let disposition = complete.header("content-disposition");
    let (_, encoded) = disposition.split_once("filename*=UTF-8''").unwrap();
    assert_eq!(
        percent_encoding::percent_decode_str(encoded).decode_utf8().unwrap(),
        name.replace('\u{200f}', "")
    );
    assert!(disposition.starts_with("attachment; filename=\"Stra_e _2_ "));
    assert_eq!(complete.header("x-content-type-options"), "nosniff");
    assert_eq!(complete.header("content-security-policy"), "default-src 'none'; sandbox");
    assert!(complete.header("cache-control").starts_with("private, max-age="));
    let tag = complete.header("etag");
    assert_eq!(caller.download(url, &[("if-none-match", tag)]).status, 304);
    let part = caller.download(url, &[("range", "bytes=8-9")]);
    assert_eq!((part.status, part.header("content-range")), (206, "bytes 8-9/23"));
    assert_eq!(part.text, "of");
    assert_eq!(caller.download(url, &[("range", "bytes=8-9"), ("if-range", "\"x\"")]).status, 200);
    assert_eq!(caller.download(url, &[("range", "bytes=23-")]).status, 416);
    let path = url.strip_prefix(&caller.server.url).unwrap();
    let head = caller.server.request(Method::HEAD, path).send();
    assert_eq!((head.header("content-length"), head.header("etag")), ("23", tag));
    let (bare, _) = path.split_once('?').unwrap();
    let other = path.replace(file["id"].as_str().unwrap(), &id("files", 1));
    let later = path.replace("expires=1", "expires=2");
    for changed in [bare, &other, &later, &path[..path.len() - 4], &format!("{path}&x=1")] {
        let response = caller.server.request(Method::GET, changed).send();
        assert_eq!((response.status, response.problem().as_str()), (403, "invalid-signature"), "{changed}");
    }
}

#[test]
fn file_names_contain_no_path_or_direction_marks() {
    let data = Data::with(&platform());
    let caller = data.serve();
    for (name, saved) in [
        ("../../../etc/cron.d/x.txt", "etc_cron.d_x.txt"),
        ("..\\..\\x.txt", "x.txt"),
        ("/tmp/x.txt", "tmp_x.txt"),
        ("invoice\u{202e}fdp.txt", "invoicefdp.txt"),
        ("\u{2066}x\u{2069}.txt", "x.txt"),
    ] {
        let file = caller.uploaded(&json!({ "name": name }));
        assert_eq!(file["name"], saved);
        let path = format!("/files/{}", file["id"].as_str().unwrap());
        let change = |name: &str| {
            let body = json!({ "file": { "name": name } }).to_string();
            caller.send(Method::PATCH, &path, body).ok()["file"]["name"].clone()
        };
        assert_eq!((change("b.txt"), change(name)), (json!("b.txt"), json!(saved)));
        let response = caller.download(file["url"].as_str().unwrap(), &[]);
        let expected = format!("attachment; filename=\"{saved}\"; filename*=UTF-8''{saved}");
        assert_eq!(response.header("content-disposition"), expected, "{name:?}");
    }
    // Earlier releases stored names as they were uploaded.
    let file = caller.uploaded(&json!({}));
    data.change_database("UPDATE files SET name = '../old.txt'");
    let response = caller.download(file["url"].as_str().unwrap(), &[]);
    assert!(response.header("content-disposition").contains("filename=\"old.txt\""));
}

#[test]
fn content_may_be_a_data_uri_have_line_breaks_and_precede_other_fields() {
    let data = Data::with(&platform());
    let caller = data.serve();
    let lines: Vec<String> = STANDARD
        .encode("%PDF-1.7 and so on")
        .as_bytes()
        .chunks(5)
        .map(|line| String::from_utf8_lossy(line).into_owned())
        .collect();
    for content in
        [lines.join("\n"), format!("data:text/html;base64,{}", lines.concat().trim_end_matches('='))]
    {
        let body =
            json!({ "file": { "content": content, "name": "a.pdf", "project_id": id("projects", 0) } });
        let response = caller.send(Method::POST, "/files/", body.to_string().replace('/', "\\/"));
        assert_eq!(response.status, 201, "{}", response.text);
        assert_eq!(response.json()["file"]["mime_type"], "application/pdf");
        assert_eq!(response.json()["file"]["size"], 18);
    }
}

#[test]
fn every_write_needs_a_token() {
    let data = Data::with(&platform());
    let server = data.serve_with(&[]);
    let one = format!("/api/v2/files/{}", id("files", 0));
    for (method, path) in
        [(Method::POST, "/api/v2/files"), (Method::PATCH, &one), (Method::PUT, &one), (Method::DELETE, &one)]
    {
        let response = server.request(method, path).body("{}").send();
        assert_eq!(response.problem(), "missing-token");
    }
}
