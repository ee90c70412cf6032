//! Responses, and what is true of each of them.

use folkmoot_api::problem_table::{PAGE, PROBLEMS};
use http::{HeaderMap, header};
use serde_json::Value;

/// A response.
#[derive(Debug, Clone)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Vec<u8>,
    /// Whether the request was `HEAD`.
    pub is_head: bool,
}

impl Response {
    /// The value of a header that is text; blank if there is none.
    pub fn header(&self, name: impl header::AsHeaderName) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&self.body)))
    }

    /// Fails unless the response is one that a client can rely on: not an error of the server, and a valid problem
    /// document if it is an error.
    #[track_caller]
    pub fn assert_documented(&self) {
        let body = String::from_utf8_lossy(&self.body);
        assert!((200..500).contains(&self.status), "status {}: {body}", self.status);
        assert!(!self.header("x-request-id").is_empty(), "no request id");
        if self.status >= 400 {
            self.assert_problem();
        } else if self.header(header::CONTENT_TYPE).starts_with("application/json") && !self.is_head {
            self.json();
        }
    }

    #[track_caller]
    fn assert_problem(&self) {
        let media_type = self.header(header::CONTENT_TYPE);
        assert_eq!(media_type, "application/problem+json; charset=utf-8", "status {}", self.status);
        if self.is_head {
            return;
        }
        let problem = self.json();
        let text = |key: &str| problem[key].as_str().unwrap_or_default();
        let (_, code) = text("type").rsplit_once('#').expect("a problem has a type");
        let kind = PROBLEMS.iter().find(|kind| kind.code == code).expect("a problem is in the table");
        assert!(text("type").contains(PAGE), "{problem}");
        assert_eq!(
            (kind.status, problem["status"].as_u64()),
            (self.status, Some(self.status.into())),
            "{problem}"
        );
        assert_eq!(text("title"), kind.title);
        assert!(!text("detail").is_empty(), "{problem}");
        assert_eq!(text("request_id"), self.header("x-request-id"));
    }
}
