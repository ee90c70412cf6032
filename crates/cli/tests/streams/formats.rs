//! Which format a request selects, the headers of a stream, and its content codings.

use std::io::Read as _;

use reqwest::Method;

use crate::streams::{accepting, ideas, ids, serve};
use crate::support::stream::rows;

#[test]
fn the_format_is_negotiated_and_a_stream_has_the_headers_of_a_list() {
    let (_data, caller) = serve(&ideas(30, 100), &[]);
    for (accept, media_type) in [
        ("*/*", "application/json; charset=utf-8"),
        ("text/csv, application/json", "application/json; charset=utf-8"),
        ("application/x-ndjson", "application/x-ndjson"),
        ("application/json;q=0.5, application/x-ndjson", "application/x-ndjson"),
        ("text/csv", "text/csv; charset=utf-8; header=present"),
        ("text/csv, */*;q=0.1", "text/csv; charset=utf-8; header=present"),
    ] {
        assert_eq!(accepting(&caller, "/ideas", accept).header("content-type"), media_type, "{accept}");
    }
    // The parameter wins over the header.
    let csv = accepting(&caller, "/ideas?format=csv", "image/png");
    assert_eq!((csv.status, rows(&csv.text).len()), (200, 31));
    assert_eq!(
        accepting(&caller, "/ideas?format=json", "text/csv").ok()["ideas"].as_array().unwrap().len(),
        12
    );
    for path in ["/ideas", "/ideas/deleted"] {
        assert_eq!(accepting(&caller, path, "image/png").problem(), "not-acceptable");
    }
    let item = format!("/ideas/{}", ids(&caller.get("/ideas?format=ndjson").text)[0]);
    assert_eq!(accepting(&caller, &item, "text/csv").problem(), "not-acceptable");

    assert_eq!(csv.header("total-count"), "30");
    assert_eq!(csv.header("cache-control"), "no-store");
    assert_eq!(csv.header("vary"), "authorization, accept, accept-encoding");
    let name = csv.header("content-disposition").strip_prefix("attachment; filename=\"ideas-20").unwrap();
    assert!(name.ends_with(".csv\""), "{name}");
    let filtered = caller.get("/ideas?format=ndjson&created_at=2025-18-03,&fields=id");
    assert_eq!(filtered.header("applied-filters"), "created_at=2025-03-18T00:00:00.000Z..");
    assert!(filtered.text.starts_with("{\"id\":\"") && filtered.text.lines().all(|line| line.len() == 45));
    let none = caller.get("/ideas?format=ndjson&created_at=,2020-18-03");
    assert_eq!((none.header("total-count"), none.text.as_str()), ("0", ""));
    let dutch = caller.get("/ideas?format=csv&locale=nl&fields=title");
    assert!(dutch.text.starts_with("\u{feff}title\r\nIdee 29\r\n"), "{}", dutch.text);
}

#[test]
fn a_stream_has_no_pages() {
    let (_data, caller) = serve(&ideas(1, 10), &[]);
    for (query, parameter) in [
        ("page_number=1&format=csv", "page_number"),
        ("page_size=5&format=ndjson", "page_size"),
        ("cursor=start&format=ndjson", "cursor"),
    ] {
        let refused = caller.get(&format!("/ideas?{query}"));
        assert_eq!(refused.problem(), "invalid-parameter-value", "{query}");
        assert!(refused.json()["detail"].as_str().unwrap().contains(&format!("'{parameter}'")), "{query}");
    }
    assert_eq!(accepting(&caller, "/ideas?page_number=1", "text/csv").status, 400);
    assert_eq!(accepting(&caller, "/ideas?page_number=1", "*/*").status, 200);
    let wrong = caller.get("/ideas?format=xml");
    assert_eq!(wrong.problem(), "invalid-parameter-value-enum");
    assert_eq!(wrong.json()["allowed_values"], serde_json::json!(["json", "ndjson", "csv", "geojson"]));
    let missing = "/projects/00000000-0000-4000-8000-000000000000/phases?format=csv";
    assert_eq!(caller.get(missing).problem(), "record-not-found");
}

#[test]
fn a_compressed_stream_contains_the_plain_one() {
    let (_data, caller) = serve(&ideas(2000, 1000), &[]);
    let body = |coding: &str| {
        let request = caller.server.request(Method::GET, "/api/v2/ideas?format=ndjson");
        let response = request.bearer_auth(&caller.token).header("accept-encoding", coding).send_bytes();
        assert_eq!(response.header("content-encoding"), coding);
        response.bytes
    };
    let plain = caller.get("/ideas?format=ndjson").text.into_bytes();
    assert_eq!(ids(std::str::from_utf8(&plain).unwrap()).len(), 2000);
    let mut gzip = Vec::new();
    flate2::read::GzDecoder::new(&*body("gzip")).read_to_end(&mut gzip).unwrap();
    assert!(gzip == plain);
    let mut brotli = Vec::new();
    brotli::BrotliDecompress(&mut &*body("br"), &mut brotli).unwrap();
    assert!(brotli == plain);
    assert!(zstd::stream::decode_all(&*body("zstd")).unwrap() == plain);
}
