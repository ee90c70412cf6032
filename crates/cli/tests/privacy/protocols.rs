//! The log of libraries for other protocols: HTTP/2, and S3-compatible storage.

/// Tests that need curl and moto.
mod requires_tools {
    use std::process::Command;

    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use reqwest::Method;
    use serde_json::json;

    use crate::privacy::canaries::{SECRET, VALUE};
    use crate::privacy::site::Site;
    use crate::support::files::upload_with;
    use crate::support::require_command;
    use crate::support::s3_server::S3Server;

    #[test]
    fn headers_and_bodies_of_http_2_are_not_logged() {
        require_command("curl");
        let site = Site::new("json", &[]);
        let request = |arguments: &[&str], path: &str| {
            let mut curl = Command::new("curl");
            curl.args([
                "--silent",
                "--show-error",
                "--http2-prior-knowledge",
                "--write-out",
                "%{http_version}",
            ]);
            let output = curl.args(arguments).arg(format!("{}{path}", site.server.url)).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8(output.stdout).unwrap()
        };
        let authorization = format!("authorization: Bearer {}", site.token);
        let cookie = format!("cookie: session={SECRET}; other={VALUE}");
        let listed = request(
            &["--header", &authorization, "--header", &cookie],
            &format!("/api/v2/users?locale=en&email={VALUE}"),
        );
        assert!(listed.ends_with('2'), "{listed}");
        let body = upload_with(&json!({ "name": format!("{VALUE}.txt"), "content": STANDARD.encode(VALUE) }))
            .to_string();
        let uploading =
            ["--header", &*authorization, "--header", "content-type: application/json", "--data", &*body];
        assert!(request(&uploading, "/api/v2/files").contains(VALUE));
        site.assert_log_is_clean();
    }

    #[test]
    fn neither_keys_of_the_storage_nor_contents_are_logged() {
        let storage = S3Server::start();
        let arguments =
            ["--s3-access-key-id", "test", "--file-storage", "s3://minutes/of/files", "--s3-endpoint"];
        let site = Site::new("json", &[&arguments[..], &[storage.url.as_str()]].concat());
        let content = STANDARD.encode(VALUE.repeat(1_000_000));
        let body = upload_with(&json!({ "name": format!("{VALUE}.txt"), "content": content }));
        let upload = site.server.request(Method::POST, "/api/v2/files").bearer_auth(&site.token).json(&body);
        let created: serde_json::Value = serde_json::from_slice(&upload.send_bytes().bytes).unwrap();
        let url = created["file"]["url"].as_str().unwrap().trim_start_matches(&site.server.url).to_owned();
        assert_eq!(site.call(&Method::GET, &url).0, 200);
        drop(storage);
        // The error of the storage, whose requests are signed.
        assert!(site.call(&Method::GET, &url).0 >= 500);
        let log = String::from_utf8(site.log()).unwrap();
        assert!(!log.contains("AWS4-HMAC-SHA256") && !log.contains("X-Amz-Signature"));
        site.assert_log_is_clean();
    }
}
