//! Imports that administrators upload, as multipart forms: a dry run never fails because of the server.
//!
//! An input is a line with the content type, and the body.

use std::time::Duration;

use axum::body::Body;
use http::{HeaderValue, Request, header};

use super::Target;
use crate::input::first_line;
use crate::platform::administered;
use crate::response::Response;

pub const TARGET: Target = Target {
    name: "multipart",
    run,
    dictionary: &[
        "multipart/form-data; boundary=b\n",
        "--b\r\n",
        "--b--\r\n",
        "Content-Disposition: form-data; name=\"files\"; filename=\"ideas.ndjson\"",
        "\r\n\r\n",
        "\r\n",
        "filename=\"platform.json\"",
        "filename=\"ideas.ndjson.gz\"",
        "filename*=UTF-8''ideas.ndjson",
        "../",
        "{}\n",
        "Content-Type: application/x-ndjson",
        "\"",
        ";",
    ],
    max_bytes: 3_000,
};

const IMPORTS: &str = "/admin/api/imports";
/// How long an import of one input may take.
const ATTEMPTS: usize = 5_000;
const INTERVAL: Duration = Duration::from_millis(2);

fn run(input: &[u8]) {
    let (media_type, body) = first_line(input);
    let Ok(media_type) = HeaderValue::from_bytes(media_type) else { return };
    let request = Request::post(format!("{IMPORTS}?dry_run=true")).header(header::CONTENT_TYPE, media_type);
    let response = send(request, Body::from(body.to_vec()));
    response.assert_documented();
    if response.status == 202 {
        let id = response.json()["import"]["id"].as_str().unwrap().to_owned();
        let is_over = |_: &usize| {
            let import = send(Request::get(format!("{IMPORTS}/{id}")), Body::empty()).json();
            import["import"]["status"] != "running" || {
                std::thread::sleep(INTERVAL);
                false
            }
        };
        assert!((0..ATTEMPTS).any(|attempt| is_over(&attempt)), "the import does not end");
    } else {
        assert!([400, 409, 413, 415, 422].contains(&response.status), "status {}", response.status);
    }
}

fn send(request: http::request::Builder, body: Body) -> Response {
    let platform = administered();
    let authorization = format!("Bearer {}", platform.admin_key);
    platform.send(request.header(header::AUTHORIZATION, authorization).body(body).unwrap())
}
