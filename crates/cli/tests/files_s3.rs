//! Files in S3-compatible storage, against a real server of that kind.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod support;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::Method;
use serde_json::json;
use support::Data;
use support::files::platform;
use support::s3_server::{KEY, Storage, plain_client};

#[test]
fn files_are_kept_in_s3_compatible_storage() {
    let Some(storage) = S3Server::start() else { return };
    let data = Data::with(&platform());
    let (id, secret) = data.client();
    let caller = data.serve_with(&storage.arguments(&[])).caller(&id, &secret);
    // More than one part of a multipart upload.
    let large = "Minutes of the meeting.\n".repeat(500_000);
    let file = caller.uploaded(&json!({ "content": STANDARD.encode(&large) }));
    let small = caller.uploaded(&json!({}));
    assert_eq!(file["size"], large.len());
    let url = file["url"].as_str().unwrap();
    assert_eq!(caller.download(url, &[]).text, large);
    let part = caller.download(url, &[("range", "bytes=6000000-6000009")]);
    assert_eq!((part.status, part.text.as_str()), (206, &large[6_000_000..6_000_010]));
    assert_eq!(caller.upload(&json!({ "content": STANDARD.encode("MZ\u{1}") })).status, 422);
    let checked = data.run(&storage.arguments(&["files", "check", "--read"]));
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
    let path = format!("/files/{}", file["id"].as_str().unwrap());
    assert_eq!(caller.call(&Method::DELETE, &path).status, 204);
    drop(caller);
    let checked = data.run(&storage.arguments(&["files", "check", "--read"]));
    let told = String::from_utf8_lossy(&checked.stdout);
    assert_eq!((checked.status.code(), told.trim()), (Some(0), "1 files, all with their bytes"));

    let caller = data.serve_with(&storage.arguments(&["--s3-downloads", "redirect"])).caller(&id, &secret);
    let small = caller.get(&format!("/files/{}", small["id"].as_str().unwrap())).ok();
    let answer = caller.download(small["file"]["url"].as_str().unwrap(), &[]);
    let address = answer.header("location");
    assert!(answer.status == 307 && address.starts_with(&storage.url), "{answer:?}");
    let stored = plain_client().get(address).send().unwrap();
    let disposition = stored.headers()["content-disposition"].to_str().unwrap();
    assert!(disposition.starts_with("attachment; filename=\"minutes.txt\""), "{disposition}");
    assert_eq!(stored.text().unwrap(), "Minutes of the meeting.");
}

#[test]
fn a_storage_that_does_not_answer_is_no_fault_of_the_request() {
    let data = Data::with(&platform());
    let (id, secret) = data.client();
    let nowhere = ["--s3-endpoint", "http://127.0.0.1:9"];
    let caller = data.serve_with(&[&KEY[..], &nowhere].concat()).caller(&id, &secret);
    assert_eq!(caller.upload(&json!({})).problem(), "unavailable");
    assert_eq!(caller.get("/files").ok()["files"], json!([]));
}
