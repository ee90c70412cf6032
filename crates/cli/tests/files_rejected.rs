//! Invalid uploads: each gets an error and leaves no blob.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use folkmoot_files::file_name::safe_name;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::connection::Connection;
use crate::support::files::{assert_blobs_match_records, names_in, platform, upload_with};
use crate::support::fixture::id;
use crate::support::{Caller, Data, eventually};

const MEGABYTE: usize = 1_000_000;
const PREFIXED_SVG: &[u8] = b"<s:svg xmlns:s=\"http://www.w3.org/2000/sv&#103;\"/>";

fn encoded(bytes: &[u8]) -> Value {
    json!(STANDARD.encode(bytes))
}

/// Fails unless each upload gets 422 with this error of this field.
fn assert_rejected(caller: &Caller, field: &str, code: &str, uploads: &[Value]) {
    for fields in uploads {
        let response = caller.upload(fields);
        let body = response.json();
        assert_eq!(response.status, 422, "{fields} {}", response.text);
        assert_eq!(body["errors"][field], json!([{ "error": code }]), "{fields}");
        assert!(body["errors"].get("content").is_some(), "errors always contain content");
    }
}

#[test]
fn locales_that_differ_only_by_case_are_rejected() {
    let data = Data::with(&platform());
    let caller = data.serve();
    let descriptions = json!({ "description_multiloc": { "en": "x", "EN": "y" } });
    assert_rejected(&caller, "description_multiloc", "invalid", &[descriptions]);
}

#[test]
fn each_invalid_field_gets_its_error() {
    let data = Data::with(&platform());
    let caller = data.serve();
    let content = |bytes: &[u8]| json!({ "content": encoded(bytes) });
    let named = |name: &str| json!({ "name": name });
    assert_rejected(&caller, "name", "blank", &[json!({ "name": null }), named(" \t")]);
    assert_rejected(
        &caller,
        "name",
        "invalid",
        &[
            json!({ "name": 7 }),
            named("a\0b.txt"),
            named("a\nb.txt"),
            named(&format!("{}.txt", "n".repeat(300))),
        ],
    );
    assert_rejected(
        &caller,
        "name",
        "extension_not_allowed",
        &[named("a.exe"), named("a.html"), named("a.svg"), named("a.txt.js"), named("README"), named("a.")],
    );
    assert_rejected(
        &caller,
        "files_projects",
        "invalid",
        &[
            json!({ "project_id": null }),
            json!({ "project_id": "x" }),
            json!({ "project_id": 1 }),
            json!({ "project_id": id("projects", 99) }),
        ],
    );
    assert_rejected(
        &caller,
        "category",
        "inclusion",
        &[json!({ "category": "secret" }), json!({ "category": 1 })],
    );
    assert_rejected(
        &caller,
        "ai_processing_allowed",
        "invalid",
        &[json!({ "ai_processing_allowed": "true" })],
    );
    assert_rejected(
        &caller,
        "description_multiloc",
        "invalid",
        &[json!({ "description_multiloc": "x" }), json!({ "description_multiloc": { "en": 1 } })],
    );
    assert_rejected(
        &caller,
        "description_multiloc",
        "locale_not_supported",
        &[json!({ "description_multiloc": { "de": "x" } })],
    );
    assert_rejected(
        &caller,
        "content",
        "blank",
        &[
            json!({ "content": null }),
            json!({ "content": "" }),
            json!({ "content": "data:text/plain;base64," }),
        ],
    );
    assert_rejected(
        &caller,
        "content",
        "invalid",
        &[
            json!({ "content": "a*b" }),
            json!({ "content": "YWJ" .to_owned() + "=x" }),
            json!({ "content": 5 }),
            json!({ "content": ["YWJj"] }),
            json!({ "content": "data:text/plain,abc" }),
        ],
    );
    assert_rejected(
        &caller,
        "content",
        "content_type_not_allowed",
        &[
            content(b"MZ\x90\0\x03\0\0\0\x04"),
            content(b"\x7fELF\x02\x01\x01\0\0"),
            content(b"<!DOCTYPE html><script>1</script>"),
            content(b"<svg xmlns='http://www.w3.org/2000/svg'/>"),
            content(b"#!/bin/sh\necho"),
            content(b"%PDF-1.7 but called txt"),
            json!({ "name": "a.pdf", "content": encoded(b"no pdf") }),
            json!({ "name": "a.pdf", "content": encoded(b"<html><script>1</script>\n%PDF-1.7") }),
            json!({ "name": "a.gif", "content": encoded(b"GIF89a\x01/*<script>alert(1)</script>*/") }),
            json!({ "name": "a.jpg", "content": encoded(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR") }),
        ],
    );
    let response = caller.upload(&json!({ "project_id": null }));
    assert_eq!(response.text, r#"{"errors":{"files_projects":[{"error":"invalid"}],"content":null}}"#);
    assert_blobs_match_records(&data);
    assert_eq!(caller.get("/files").ok()["files"], json!([]));
}

#[test]
fn an_unknown_project_is_reported_beside_other_errors() {
    let data = Data::with(&platform());
    let caller = data.serve();
    let response = caller.upload(&json!({ "project_id": id("projects", 99), "name": "", "content": "" }));
    assert_eq!(
        response.text,
        r#"{"errors":{"name":[{"error":"blank"}],"files_projects":[{"error":"invalid"}],"content":[{"error":"blank"}]}}"#
    );
}

#[test]
fn xml_and_archives_are_validated_by_content() {
    let data = Data::with(&platform());
    let caller = data.serve();
    let hidden_svg = format!("<!--{}--><svg xmlns='http://www.w3.org/2000/svg'/>", "x".repeat(9_000));
    let mut shell_script_in_tar = vec![0; 1024];
    shell_script_in_tar[..10].copy_from_slice(b"#!/bin/sh\n");
    shell_script_in_tar[257..265].copy_from_slice(b"ustar\x0000");
    assert_rejected(
        &caller,
        "content",
        "content_type_not_allowed",
        &[
            json!({ "name": "a.xml", "content": encoded(hidden_svg.as_bytes()) }),
            json!({ "name": "a.txt", "content": encoded(hidden_svg.as_bytes()) }),
            json!({ "name": "a.xml", "content": encoded(PREFIXED_SVG) }),
            json!({ "name": "a.gml", "content": encoded(b"<a><h:p xmlns:h='http://www.w3.org/1999/xhtml'/></a>") }),
            json!({ "name": "a.xml", "content": encoded(b"<!DOCTYPE a [<!ENTITY s '<svg/>'>]><a>&s;</a>") }),
            json!({ "name": "a.xml", "content": encoded(b"<a><b></a>") }),
            json!({ "name": "a.kml", "content": encoded(b"<!-- <kml> --><gpx/>") }),
            json!({ "name": "a.tar", "content": encoded(&shell_script_in_tar) }),
        ],
    );
    assert_blobs_match_records(&data);
}

#[test]
fn file_names_may_look_like_paths() {
    let data = Data::with(&platform());
    let caller = data.serve();
    for name in [
        "../../../etc/passwd.txt",
        "/tmp/x.txt",
        "..\\x.txt",
        "a\u{202e}fdp.txt",
        "\u{200f}\u{5e9}.txt",
        "con.txt",
        &format!("{}.txt", "é".repeat(251)),
    ] {
        assert_eq!(caller.uploaded(&json!({ "name": name }))["name"], safe_name(name));
    }
    assert_eq!(caller.uploaded(&json!({ "name": "  a.txt " }))["name"], "a.txt");
    let named = |name: &str| json!({ "name": name });
    assert_rejected(&caller, "name", "extension_not_allowed", &[named("../.."), named("/")]);
    assert_blobs_match_records(&data);
}

#[test]
fn a_malformed_body_gets_a_problem() {
    let data = Data::with(&platform());
    let caller = data.serve();
    let deep = format!("{{\"file\":{}", "[".repeat(10_000));
    let deep_within = format!("{{\"file\":{{\"x\":{}", "{\"a\":".repeat(10_000));
    for body in [
        "",
        "x",
        "[]",
        "{}",
        "null",
        "{\"file\":\"x\"}",
        "{\"file\":null}",
        "{\"file\":[]}",
        &deep,
        &deep_within,
        "{\"file\":{\"content\":\"YWJj",
    ] {
        let response = caller.send(Method::POST, "/files", body.to_owned());
        assert_eq!((response.status, response.problem().as_str()), (400, "malformed-body"), "{body:.40}");
    }
    let response = caller.send(Method::POST, "/files", vec![b'{', 0xff, 0xfe]);
    assert_eq!(response.problem(), "malformed-body");
    let request = caller.server.request(Method::POST, "/api/v2/files").bearer_auth(&caller.token);
    let form = request.header("content-type", "multipart/form-data").body("x");
    assert_eq!(form.send().problem(), "unsupported-media-type");
    assert_eq!(caller.send(Method::POST, "/files?x=1", "{}").problem(), "unknown-parameter");
    assert_blobs_match_records(&data);
}

#[test]
fn a_file_larger_than_the_limit_gets_413() {
    let data = Data::with(&platform());
    let (id, secret) = data.client();
    let caller = data.serve_with(&["--upload-limit-megabytes", "1"]).caller(&id, &secret);
    assert_eq!(caller.uploaded(&json!({ "content": encoded(&vec![b'a'; MEGABYTE]) }))["size"], MEGABYTE);
    for size in [MEGABYTE + 1, 3 * MEGABYTE, 20 * MEGABYTE] {
        let response = caller.upload(&json!({ "content": encoded(&vec![b'a'; size]) }));
        assert_eq!((response.status, response.problem().as_str()), (413, "body-too-large"), "{size}");
    }
    let response = caller.upload(&json!({ "name": "n".repeat(2 * MEGABYTE) }));
    assert_eq!(response.problem(), "body-too-large");
    assert_blobs_match_records(&data);
}

#[test]
fn an_interrupted_upload_leaves_no_blob() {
    let data = Data::with(&platform());
    let caller = data.serve();
    let body = upload_with(&json!({ "content": encoded(&vec![b'a'; MEGABYTE]) })).to_string();
    for part in [10, body.len() / 2, body.len() - 1] {
        let mut connection = Connection::open(&caller.server);
        let length = body.len().to_string();
        let headers = [("Authorization", caller.token.as_str()), ("Content-Length", &length)];
        connection.begin(&Method::POST, "/api/v2/files", &headers);
        connection.write(&body.as_bytes()[..part]);
        if part > 10 {
            eventually("the upload has no blob", || !names_in(&data.path().join("files")).is_empty());
        }
        drop(connection);
        eventually("the blob of the upload is not deleted", || {
            names_in(&data.path().join("files")).is_empty()
        });
    }
    assert_eq!(caller.get("/files").ok()["files"], json!([]));
    assert_blobs_match_records(&data);
}

#[test]
fn an_upload_is_rejected_as_soon_as_it_is_too_large() {
    let data = Data::with(&platform());
    let (id, secret) = data.client();
    let caller = data.serve_with(&["--upload-limit-megabytes", "1"]).caller(&id, &secret);
    let mut connection = Connection::open(&caller.server);
    let headers = [("Authorization", caller.token.as_str()), ("Transfer-Encoding", "chunked")];
    connection.begin(&Method::POST, "/api/v2/files", &headers);
    connection.write_chunk(b"{\"file\":{\"content\":\"");
    for _ in 0..30 {
        connection.write_chunk("YWFh".repeat(0x4000).as_bytes());
    }
    let response = connection.response(&Method::POST, "/api/v2/files");
    assert_eq!((response.status, response.problem().as_str()), (413, "body-too-large"));
    eventually("the blob of the upload is not deleted", || names_in(&data.path().join("files")).is_empty());
}

/// Tests that mount a file system.
mod requires_root {
    use super::*;
    use crate::support::small_disk::SmallDisk;

    #[test]
    fn an_upload_gets_503_on_a_full_disk() {
        let data = Data::with(&platform());
        let disk = SmallDisk::mount();
        let path = disk.path();
        let (id, secret) = data.client();
        let caller = data.serve_with(&["--file-storage", path.to_str().unwrap()]).caller(&id, &secret);
        let response = caller.upload(&json!({ "content": encoded(&vec![b'a'; 5 * MEGABYTE]) }));
        assert_eq!((response.status, response.problem().as_str()), (503, "unavailable"));
        assert_eq!(names_in(path).len(), 0, "{:?}", names_in(path));
        let small = caller.upload(&json!({}));
        drop(caller);
        assert_eq!(small.status, 201);
    }
}
