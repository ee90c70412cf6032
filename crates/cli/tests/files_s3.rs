//! Files in S3-compatible storage.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use folkmoot_store::Store;
use reqwest::Method;
use serde_json::json;

use crate::support::files::platform;
use crate::support::s3_server::{S3Server, SETTINGS, plain_client};
use crate::support::{Data, text};

#[test]
fn an_upload_gets_503_while_the_bucket_is_unavailable() {
    let data = Data::with(&platform());
    let (id, secret) = data.client();
    let unreachable = ["--s3-endpoint", "http://127.0.0.1:9"];
    let caller = data.serve_with(&[&SETTINGS[..], &unreachable].concat()).caller(&id, &secret);
    assert_eq!(caller.upload(&json!({})).problem(), "unavailable");
    assert_eq!(caller.get("/files").ok()["files"], json!([]));
}

/// Tests that need moto.
mod requires_tools {
    use super::*;

    #[test]
    fn files_are_stored_in_an_s3_bucket() {
        let storage = S3Server::start();
        let data = Data::with(&platform());
        let (id, secret) = data.client();
        let caller = data.serve_with(&storage.arguments(&[])).caller(&id, &secret);
        // Longer than one part of a multipart upload.
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
        let stdout = String::from_utf8_lossy(&checked.stdout);
        assert_eq!((checked.status.code(), stdout.trim()), (Some(0), "verified 1 files"));

        let caller =
            data.serve_with(&storage.arguments(&["--s3-downloads", "redirect"])).caller(&id, &secret);
        let small = caller.get(&format!("/files/{}", small["id"].as_str().unwrap())).ok();
        let response = caller.download(small["file"]["url"].as_str().unwrap(), &[]);
        let location = response.header("location");
        assert!(response.status == 307 && location.starts_with(&storage.url), "{response:?}");
        let stored = plain_client().get(location).send().unwrap();
        let disposition = stored.headers()["content-disposition"].to_str().unwrap();
        assert!(disposition.starts_with("attachment; filename=\"minutes.txt\""), "{disposition}");
        assert_eq!(stored.text().unwrap(), "Minutes of the meeting.");
    }

    #[test]
    fn changed_and_lost_contents_of_a_bucket_are_found() {
        let storage = S3Server::start();
        let data = Data::with(&platform());
        let (id, secret) = data.client();
        let caller = data.serve_with(&storage.arguments(&[])).caller(&id, &secret);
        let large = "Minutes of the meeting.\n".repeat(50_000);
        let mut objects = Vec::new();
        for content in ["Minutes of the meeting.", &large] {
            let file = caller.uploaded(&json!({ "content": STANDARD.encode(content) }));
            let url = file["url"].as_str().unwrap();
            assert_eq!(caller.download(url, &[]).text, content);
            let blobs = Store::open(&data.database()).unwrap().files().all_blobs().unwrap();
            let blob = blobs.last().unwrap().1.as_ref().unwrap().id;
            objects.push(format!("/minutes/of/files/{blob}"));
            let changed = content.replacen('M', "N", 1);
            let put = storage.request(Method::PUT, objects.last().unwrap()).body(changed).send().unwrap();
            assert!(put.status().is_success());
            match plain_client().get(url).send().unwrap() {
                response if content == large => {
                    assert!(response.bytes().is_err(), "the response is complete");
                }
                response => assert_eq!(response.status(), 500),
            }
        }
        let doctor = || data.run(&storage.arguments(&["doctor"]));
        assert!(text(&doctor().stdout).contains("ok       file-contents"), "{}", text(&doctor().stdout));
        storage.request(Method::DELETE, &objects[0]).send().unwrap();
        let found = text(&doctor().stdout);
        assert!(found.contains("problem  file-contents") && found.contains("1 of 2 contents"), "{found}");
    }
}
