//! Clients of HTTP/1.0, which find the end of a body by its length or by the end of the connection.

use crate::support::Data;
use crate::support::fixture::Platform;
use crate::support::raw_connection::RawConnection;

const KEEP_ALIVE: &str = "HTTP/1.0\r\nConnection: keep-alive";

#[test]
fn a_body_without_a_length_ends_with_the_connection() {
    let data = Data::with(&Platform::full(3, "2025-03-18T08:15:30.250Z"));
    let caller = data.serve();
    for path in ["/ideas?format=ndjson", "/ideas?format=csv"] {
        let mut connection = RawConnection::open(&caller.server);
        let token = &caller.token;
        connection.write(
            format!("GET /api/v2{path} {KEEP_ALIVE}\r\nAuthorization: Bearer {token}\r\n\r\n").as_bytes(),
        );
        let response = connection.rest();
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.0 200 OK"), "{head}");
        assert!(!head.to_lowercase().contains("keep-alive"), "{head}");
        assert!(!head.to_lowercase().contains("transfer-encoding"), "{head}");
        assert_eq!(body, caller.get(path).text);
    }
}

#[test]
fn a_body_with_a_length_leaves_the_connection_open() {
    let data = Data::with(&Platform::empty());
    let server = data.serve_with(&[]);
    let mut connection = RawConnection::open(&server);
    for _ in 0..2 {
        connection.write(format!("GET /health/live {KEEP_ALIVE}\r\n\r\n").as_bytes());
        let response = connection.response();
        assert_eq!((response.status, response.text.as_str()), (200, "alive\n"));
        assert_eq!(response.header("connection"), "keep-alive");
    }
    connection.write(b"GET /health/live HTTP/1.0\r\n\r\n");
    assert_eq!(connection.response().text, "alive\n");
    assert_eq!(connection.rest(), "");
}
