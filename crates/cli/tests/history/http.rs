//! Requests whose responses may be lost.

use std::time::Duration;

use reqwest::Method;
use reqwest::blocking::Client;
use serde_json::Value;

/// Longer than the timeouts of the server.
const TIMEOUT: Duration = Duration::from_secs(40);

/// Sends requests.
pub struct Http {
    client: Client,
}

/// A response other than 503.
#[derive(Debug)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The body as JSON; null if it is not JSON.
    pub body: Value,
    /// The body.
    pub text: String,
    /// The cursor of the next page of a walk.
    pub next_cursor: Option<String>,
}

impl Http {
    /// A client with its own connections.
    pub fn new() -> Self {
        Self { client: Client::builder().timeout(TIMEOUT).no_proxy().no_gzip().build().unwrap() }
    }

    /// Sends a request with a token or an admin key. `None` if the connection is lost or the server is unavailable.
    pub fn send(&self, method: Method, url: &str, token: &str, body: Option<&Value>) -> Option<Reply> {
        let mut request = self.client.request(method, url).bearer_auth(token);
        if let Some(body) = body {
            request = request.header("content-type", "application/json").body(body.to_string());
        }
        let response = request.send().ok()?;
        let status = response.status().as_u16();
        let links = response.headers().get("link").and_then(|value| value.to_str().ok());
        let next_cursor = links.and_then(next_cursor);
        let text = response.text().ok()?;
        let body = serde_json::from_str(&text).unwrap_or_default();
        (status != 503).then_some(Reply { status, body, text, next_cursor })
    }
}

/// The cursor in the link to the next page.
fn next_cursor(links: &str) -> Option<String> {
    let next = links.split(", <").find(|link| link.ends_with("rel=\"next\""))?;
    let (_, rest) = next.split_once("cursor=")?;
    Some(rest.split(['&', '>']).next()?.to_owned())
}
