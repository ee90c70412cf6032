//! Token requests of OAuth 2.0: a token is only issued for the credentials of a client, and errors are those of RFC 6749.
//!
//! An input is a line with the `Authorization` header, which may be blank, and the body, a form. `$ID` and `$SECRET` are the
//! credentials of a client, `$BASIC` both in Base64.

use axum::body::Body;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::{HeaderValue, Request, header};
use jiff::Timestamp;
use percent_encoding::percent_decode;

use super::Target;
use crate::edits::expanded;
use crate::input::first_line;
use crate::platform::api;
use crate::response::Response;

pub const TARGET: Target = Target {
    name: "oauth",
    run,
    dictionary: &[
        "Basic $BASIC\n",
        "Bearer ",
        "grant_type=client_credentials",
        "&scope=read:ideas",
        "&client_id=$ID",
        "&client_secret=$SECRET",
        "&",
        "=",
        "+",
        "%20",
        "%3D",
        "%FF",
        "%00",
        "scope=",
        "full",
        "write:files",
        "$ID:$SECRET",
    ],
    max_bytes: 2_000,
};

/// The codes of RFC 6749, section 5.2.
const CODES: &[&str] = &[
    "invalid_request",
    "invalid_client",
    "invalid_grant",
    "unauthorized_client",
    "unsupported_grant_type",
    "invalid_scope",
];

fn run(input: &[u8]) {
    let platform = api();
    let (id, secret) = &platform.credentials;
    let basic = STANDARD.encode(format!("{id}:{secret}"));
    let mut values = platform.values();
    values.insert(0, ("BASIC", &basic));
    let (authorization, body) = first_line(input);
    let (authorization, body) = (expanded(authorization, &values), expanded(body, &values));
    let mut request =
        Request::post("/oauth/token").header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
    if !authorization.is_empty() {
        let Ok(value) = HeaderValue::from_bytes(&authorization) else { return };
        request = request.header(header::AUTHORIZATION, value);
    }
    let response = platform.send(request.body(Body::from(body.clone())).unwrap());
    match response.status {
        200 => {
            assert!(has_credentials(&authorization, &body), "a token without credentials");
            check_token(&response);
        }
        400 | 401 if response.header(header::CONTENT_TYPE).starts_with("application/json") => {
            check_error(&response);
        }
        _ => response.assert_documented(),
    }
}

/// Whether a request contains the credentials of the client, in the header or in the form.
fn has_credentials(authorization: &[u8], body: &[u8]) -> bool {
    let (id, secret) = &api().credentials;
    let is_pair = |one: &[u8], other: &[u8]| one == id.as_bytes() && other == secret.as_bytes();
    let decode = |text: &[u8]| {
        let text: Vec<u8> = text.iter().map(|byte| if *byte == b'+' { b' ' } else { *byte }).collect();
        percent_decode(&text).collect::<Vec<u8>>()
    };
    let mut form = form_urlencoded::parse(body).into_owned();
    let value = |name: &str| {
        form_urlencoded::parse(body).find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
    };
    let is_grant = form.any(|(key, value)| key == "grant_type" && value == "client_credentials");
    let text = String::from_utf8_lossy(authorization);
    let credentials = if authorization.is_empty() {
        is_pair(
            value("client_id").unwrap_or_default().as_bytes(),
            value("client_secret").unwrap_or_default().as_bytes(),
        )
    } else {
        let encoded = text.trim().get(5..).unwrap_or_default().trim().trim_end_matches('=');
        let decoded = base64::engine::general_purpose::STANDARD_NO_PAD.decode(encoded).unwrap_or_default();
        let colon = decoded.iter().position(|byte| *byte == b':').unwrap_or_default();
        is_pair(&decode(&decoded[..colon]), &decode(decoded.get(colon + 1..).unwrap_or_default()))
    };
    is_grant && credentials
}

fn check_token(response: &Response) {
    let body = response.json();
    assert_eq!(body["token_type"], "Bearer");
    let claims = api()
        .state
        .api
        .authentication
        .tokens
        .verify(body["access_token"].as_str().unwrap(), Timestamp::now())
        .unwrap();
    assert_eq!(claims.holder.client.to_string(), api().credentials.0);
    let granted = body["scope"].as_str().unwrap();
    // The response repeats the requested values; the token also has a level.
    let is_granted = |scope: &str| granted.split(' ').all(|value| scope.split(' ').any(|own| own == value));
    assert!(
        claims.scope.is_none_or(|scope| is_granted(&scope)),
        "the token has another scope than the response"
    );
    assert_eq!(response.header(header::CACHE_CONTROL), "no-store");
}

fn check_error(response: &Response) {
    let body = response.json();
    let text = |key: &str| body[key].as_str().unwrap_or_default().to_owned();
    assert!(CODES.contains(&text("error").as_str()), "{body}");
    let permitted = |byte: u8| matches!(byte, 0x20 | 0x21 | 0x23..=0x5b | 0x5d..=0x7e);
    assert!(
        !text("error_description").is_empty() && text("error_description").bytes().all(permitted),
        "{body}"
    );
    assert_eq!(response.status == 401, text("error") == "invalid_client", "{body}");
    assert_eq!(response.status == 401, response.headers.contains_key(header::WWW_AUTHENTICATE));
}
