//! Uploads and updates of files: the response does not depend on how the body is divided, and an update can be repeated.
//!
//! An input is a line with the method and a digit for the client, and the body.

use std::convert::Infallible;

use axum::body::Body;
use futures_util::stream;
use http::{Method, Request, header};
use serde_json::Value;

use super::Target;
use crate::edits::expanded;
use crate::input::{digit, first_line};
use crate::platform::{API, api};
use crate::response::Response;

pub const TARGET: Target = Target {
    name: "file_requests",
    run,
    dictionary: &[
        "POST 0\n",
        "PATCH 0\n",
        "PUT 0\n",
        "POST 1\n",
        "{\"file\":{",
        "\"project_id\":\"$PROJECT\"",
        "\"name\":\"a.txt\"",
        "\"content\":\"SGVsbG8=\"",
        "\"category\":\"other\"",
        "\"ai_processing_allowed\":true",
        "\"description_multiloc\":{\"en\":\"a\"}",
        "null",
        "\\u0000",
        "\\ud800",
        "\"a\\u202e.txt\"",
        "}}",
    ],
    max_bytes: 3_000,
};

fn run(input: &[u8]) {
    let platform = api();
    let (line, body) = first_line(input);
    let Some(space) = line.iter().position(|byte| *byte == b' ') else { return };
    let (level, _) = digit(&line[space + 1..]);
    let body = expanded(body, &platform.values());
    let file = &platform.ids[2];
    match &line[..space] {
        b"POST" => {
            let send = |chunk_bytes| send(&Method::POST, &format!("{API}/files"), level, &body, chunk_bytes);
            let (complete, divided) = (send(body.len().max(1)), send(5));
            compare(&complete, &divided);
            assert!([201, 400, 403, 413, 422].contains(&complete.status), "status {}", complete.status);
            [complete, divided].iter().filter(|response| response.status == 201).for_each(delete);
        }
        method @ (b"PATCH" | b"PUT") => {
            let method = if method == b"PUT" { Method::PUT } else { Method::PATCH };
            let send = || send(&method, &format!("{API}/files/{file}"), level, &body, body.len().max(1));
            let (first, second) = (send(), send());
            compare(&first, &second);
            assert!([200, 400, 403, 413, 422].contains(&first.status), "status {}", first.status);
            check_update(&first, &body);
        }
        _ => {}
    }
}

fn send(method: &Method, path: &str, level: usize, body: &[u8], chunk_bytes: usize) -> Response {
    let chunks: Vec<_> = body.chunks(chunk_bytes).map(|chunk| Ok::<_, Infallible>(chunk.to_vec())).collect();
    let mut request = Request::new(Body::from_stream(stream::iter(chunks)));
    *request.method_mut() = method.clone();
    *request.uri_mut() = path.parse().unwrap();
    *request.headers_mut() = api().headers(level);
    request.headers_mut().insert(header::CONTENT_TYPE, "application/json".parse().unwrap());
    let response = api().send(request);
    if response.status == 422 {
        // The errors of the fields are a document of their own.
        assert!(response.json().is_object());
        return response;
    }
    response.assert_documented();
    response
}

/// The response without what differs each time.
fn compare(one: &Response, other: &Response) {
    let stable = |response: &Response| {
        let mut body = response.json();
        if let Some(file) = body.get_mut("file").and_then(Value::as_object_mut) {
            for key in ["id", "url", "created_at", "updated_at"] {
                file.remove(key);
            }
        }
        if let Some(body) = body.as_object_mut() {
            body.remove("request_id");
        }
        body
    };
    assert_eq!((one.status, stable(one)), (other.status, stable(other)));
}

fn check_update(response: &Response, body: &[u8]) {
    if response.status != 200 {
        return;
    }
    let body: Value = serde_json::from_slice(body).unwrap();
    if let Some(name) = body["file"]["name"].as_str() {
        assert_eq!(response.json()["file"]["name"], name.trim());
    }
}

fn delete(response: &Response) {
    let id = response.json()["file"]["id"].as_str().unwrap().to_owned();
    let mut request = Request::delete(format!("{API}/files/{id}")).body(Body::empty()).unwrap();
    *request.headers_mut() = api().headers(0);
    assert!((200..300).contains(&api().send(request).status));
}
