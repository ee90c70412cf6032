//! One attempt to send an event.

use std::error::Error;
use std::time::Duration;

use folkmoot_store::webhooks::PauseReason;
use http::header::{CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderMap, StatusCode};
use reqwest::redirect::Policy;
use reqwest::{Client, Response};

use super::destination::Destinations;

/// How long an attempt may take.
const TIMEOUT: Duration = Duration::from_secs(15);
/// How long a connection without requests stays open.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);
/// How much of a response is read, and for how long, so that its connection can be used again.
const READ_TIMEOUT: Duration = Duration::from_secs(1);
const MAX_RESPONSE_BYTES: usize = 64_000;

/// A request with its signature.
#[derive(Debug, Clone)]
pub struct SignedRequest {
    /// The URL.
    pub url: String,
    /// The header `webhook-id`.
    pub id: String,
    /// The header `webhook-timestamp`, in seconds since 1970.
    pub timestamp: i64,
    /// The header `webhook-signature`.
    pub signatures: String,
    /// The body.
    pub body: Vec<u8>,
}

/// The result of an attempt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reply {
    /// The status of the response; `None` if there was none.
    pub status: Option<u16>,
    /// Why it failed, in words; `None` if it succeeded.
    pub error: Option<String>,
    /// The wait that the receiver requested.
    pub requested_wait: Option<Duration>,
    /// Why the endpoint is to be paused.
    pub pause: Option<PauseReason>,
}

/// Sends requests.
#[derive(Debug, Clone)]
pub struct Sender {
    destinations: Destinations,
    encrypted: Client,
    plain: Client,
}

impl Sender {
    /// Sends to these destinations.
    pub fn new(destinations: Destinations) -> Result<Self, reqwest::Error> {
        let client = |is_encrypted| {
            Client::builder()
                .redirect(Policy::none())
                .no_proxy()
                .dns_resolver(destinations.resolver(is_encrypted))
                .pool_idle_timeout(IDLE_TIMEOUT)
                .user_agent(concat!("folkmoot-webhooks/", env!("CARGO_PKG_VERSION")))
                .build()
        };
        Ok(Self { encrypted: client(true)?, plain: client(false)?, destinations })
    }

    /// Makes an attempt.
    pub async fn send(&self, request: SignedRequest) -> Reply {
        let failed = |error: String| Reply { error: Some(error), ..Reply::default() };
        match tokio::time::timeout(TIMEOUT, self.attempt(request)).await {
            Ok(Ok(reply)) => reply,
            Ok(Err(error)) => failed(error),
            Err(_) => failed(format!("no response within {} seconds", TIMEOUT.as_secs())),
        }
    }

    async fn attempt(&self, request: SignedRequest) -> Result<Reply, String> {
        let SignedRequest { url, id, timestamp, signatures, body } = request;
        let url = self.destinations.check_now(&url).await?;
        let client = if url.scheme() == "https" { &self.encrypted } else { &self.plain };
        let sent = client
            .post(url)
            .header(CONTENT_TYPE, "application/json")
            .header("webhook-id", id)
            .header("webhook-timestamp", timestamp)
            .header("webhook-signature", signatures)
            .body(body)
            .send();
        let response = sent.await.map_err(|error| in_words(&error))?;
        let (status, requested_wait) = (response.status(), retry_after(response.headers()));
        tokio::spawn(tokio::time::timeout(READ_TIMEOUT, discard(response)));
        let error = match status {
            _ if status.is_success() => None,
            StatusCode::GONE => Some("the receiver wants no more events (410)".to_owned()),
            _ if status.is_redirection() => {
                Some(format!("the receiver redirects ({}), which is not followed", status.as_u16()))
            }
            _ => Some(format!("the receiver responded with the status {}", status.as_u16())),
        };
        let asks_for_time = matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE);
        Ok(Reply {
            status: Some(status.as_u16()),
            error,
            requested_wait: requested_wait.filter(|_| asks_for_time),
            pause: (status == StatusCode::GONE).then_some(PauseReason::Gone),
        })
    }
}

/// Reads the beginning of a response, which is not stored.
async fn discard(mut response: Response) {
    let mut bytes = 0;
    while let Ok(Some(part)) = response.chunk().await {
        bytes += part.len();
        if bytes > MAX_RESPONSE_BYTES {
            return;
        }
    }
}

/// Why no response was received, without the URL, whose query may be secret.
fn in_words(error: &reqwest::Error) -> String {
    let causes = std::iter::successors(error.source(), |error| (*error).source());
    let texts: Vec<String> = causes.map(ToString::to_string).collect();
    // Without the number of the operating system, which says the same.
    let cause = texts.last().map(|text| text.split(" (os error").next().unwrap_or(text));
    match cause {
        Some(cause) if error.is_connect() => format!("no connection: {cause}"),
        Some(cause) => format!("no response: {cause}"),
        None => "no response".to_owned(),
    }
}

/// The wait that a response requests, in seconds or until a date.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?;
    if let Ok(seconds) = text.trim().parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = jiff::fmt::rfc2822::parse(text).ok()?.timestamp();
    Some(Duration::try_from(date.duration_since(jiff::Timestamp::now())).unwrap_or(Duration::ZERO))
}
