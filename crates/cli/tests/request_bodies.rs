//! JSON bodies in other encodings than UTF-8: the error names what was sent.

use reqwest::Method;

use crate::support::Data;
use crate::support::admin::API;
use crate::support::files::platform;

/// Texts of a JSON body, and what their errors name.
fn encodings(json: &str) -> Vec<(Vec<u8>, &'static str)> {
    let utf16 = |order: fn(u16) -> [u8; 2]| json.encode_utf16().flat_map(order).collect::<Vec<u8>>();
    let latin1 = json.chars().map(|character| u8::try_from(u32::from(character)).unwrap()).collect();
    vec![
        (
            [b"\xef\xbb\xbf", json.as_bytes()].concat(),
            "it begins with a byte order mark; use UTF-8 without one",
        ),
        (latin1, "the byte 0xE9 is not UTF-8, but perhaps Latin-1 (ISO 8859-1) or Windows-1252; use UTF-8"),
        (utf16(u16::to_le_bytes), "it is in UTF-16; use UTF-8"),
        (utf16(u16::to_be_bytes), "it is in UTF-16; use UTF-8"),
        ([b"\xff\xfe", &utf16(u16::to_le_bytes)[..]].concat(), "it is in UTF-16; use UTF-8"),
        (json.replace('}', "").into_bytes(), "EOF while parsing an object"),
    ]
}

#[test]
fn the_error_names_the_encoding_of_the_body() {
    let data = Data::with(&platform());
    let caller = data.serve();
    let upload = r#"{"file": {"name": "é.txt", "content": "YQ=="}}"#;
    let update = r#"{"file": {"name": "é.txt"}}"#;
    let file = format!("/api/v2/files/{}", caller.uploaded(&serde_json::json!({}))["id"].as_str().unwrap());
    for (method, path, json) in [
        (Method::POST, "/api/v2/authenticate", r#"{"auth": {"client_id": "é"}}"#),
        (Method::POST, "/api/v2/files", upload),
        (Method::PATCH, file.as_str(), update),
        (Method::POST, &format!("{API}/session"), r#"{"key": "é"}"#),
    ] {
        for (body, expected) in encodings(json) {
            let request = caller.server.request(method.clone(), path).bearer_auth(&caller.token);
            let response = request.header("content-type", "application/json").body(body).send();
            assert_eq!(response.problem(), "malformed-body", "{path}: {expected}");
            let detail = response.json()["detail"].as_str().unwrap().to_owned();
            assert!(detail.contains(&format!("The body is not valid JSON: {expected}")), "{path}: {detail}");
        }
    }
}
