//! `POST /authenticate`: a token is only issued for the credentials of a client.
//!
//! An input is the body. `$ID` and `$SECRET` are the credentials of a client.

use axum::body::Body;
use http::{Request, header};
use serde_json::Value;

use super::Target;
use crate::edits::expanded;
use crate::platform::{API, api};

pub const TARGET: Target = Target {
    name: "sign_in",
    run,
    dictionary: &[
        "{\"auth\":{\"client_id\":\"$ID\",\"client_secret\":\"$SECRET\"}}",
        "\"auth\":",
        "null",
        "{}",
        "[",
        "]",
        "\\u0000",
        "\\u0024",
        "$ID",
        "$SECRET",
        "1e999",
        "\\ud800",
    ],
    max_bytes: 2_000,
};

fn run(input: &[u8]) {
    let platform = api();
    let body = expanded(input, &platform.values());
    let request =
        Request::post(format!("{API}/authenticate")).header(header::CONTENT_TYPE, "application/json");
    let response = platform.send(request.body(Body::from(body.clone())).unwrap());
    response.assert_documented();
    assert!([201, 400, 401].contains(&response.status), "status {}", response.status);
    let parsed: Option<Value> = serde_json::from_slice(&body).ok();
    let auth = parsed.as_ref().map(|body| &body["auth"]);
    let (id, secret) = &platform.credentials;
    let is_valid = auth.is_some_and(|auth| auth["client_id"] == **id && auth["client_secret"] == **secret);
    assert_eq!(response.status == 201, is_valid, "status {}", response.status);
    assert_eq!(response.status == 400, !is_understood(auth), "status {}", response.status);
}

/// Whether a body has credentials, valid or not.
fn is_understood(auth: Option<&Value>) -> bool {
    auth.is_some_and(|auth| {
        let secret = &auth["client_secret"];
        auth.is_object() && auth["client_id"].is_string() && (secret.is_null() || secret.is_string())
    })
}
