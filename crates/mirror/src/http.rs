//! Requests to the source: with timeouts, a maximum rate, and retries of what fails temporarily.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use reqwest::header::{HeaderMap, RETRY_AFTER};
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde_json::Value;
use tokio::runtime::Handle;
use tokio::sync::watch;

use crate::body::{Body, summary};
use crate::error::MirrorError;

/// How long a connection may take, and how long the source may send nothing.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);
const READ_TIMEOUT: Duration = Duration::from_mins(2);
/// The pause after the first failure; each further one is twice as long, up to the maximum.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const MAX_PAUSE: Duration = Duration::from_secs(30);
/// The number of failures in a row after which a request is given up, and the number of waits that the source requests.
const MAX_FAILURES: u32 = 10;
const MAX_WAITS: u32 = 1000;
/// The longest wait that the source can request.
const MAX_WAIT: Duration = Duration::from_hours(1);
/// The greatest size of a response that is read at once.
const MAX_BODY_BYTES: usize = 256 * 1024 * 1024;

/// Sends requests, one after the other.
#[derive(Debug)]
pub struct Http {
    client: Client,
    runtime: Handle,
    stop: RefCell<watch::Receiver<bool>>,
    interval: Duration,
    latest: Cell<Option<Instant>>,
    requests: Cell<u64>,
}

/// Why one attempt failed.
#[derive(Debug)]
pub enum Failure {
    /// Another attempt may succeed, after the wait that the source requested.
    Temporary(MirrorError, Option<Duration>),
    /// The token is no longer valid.
    Unauthorized(MirrorError),
    /// No attempt will succeed.
    Permanent(MirrorError),
}

impl From<MirrorError> for Failure {
    fn from(error: MirrorError) -> Self {
        Self::Permanent(error)
    }
}

impl Http {
    /// At most `per_minute` requests a minute. `stop` ends every wait.
    pub fn new(
        runtime: Handle,
        stop: watch::Receiver<bool>,
        per_minute: Option<u32>,
    ) -> Result<Self, MirrorError> {
        let client = Client::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .read_timeout(READ_TIMEOUT)
            .user_agent(concat!("folkmoot-mirror/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|error| MirrorError::Unknown(format!("failed to start the HTTP client: {error}")))?;
        let interval = per_minute.map_or(Duration::ZERO, |rate| Duration::from_mins(1) / rate.max(1));
        let (latest, requests) = (Cell::new(None), Cell::new(0));
        Ok(Self { client, runtime, stop: RefCell::new(stop), interval, latest, requests })
    }

    /// The number of requests so far.
    pub fn requests(&self) -> u64 {
        self.requests.get()
    }

    /// Fails if the mirror is to stop.
    pub fn check_stop(&self) -> Result<(), MirrorError> {
        if *self.stop.borrow().borrow() { Err(MirrorError::Stopped) } else { Ok(()) }
    }

    /// Waits, unless the mirror is to stop.
    pub fn wait(&self, duration: Duration) -> Result<(), MirrorError> {
        self.run(async move { tokio::time::sleep(duration).await })
    }

    /// Completes a future, unless the mirror is to stop.
    pub fn run<T>(&self, future: impl Future<Output = T>) -> Result<T, MirrorError> {
        let mut stop = self.stop.borrow().clone();
        self.runtime.block_on(async move {
            tokio::select! {
                biased;
                // A sender that is gone never requests a stop.
                Ok(_) = stop.wait_for(|stop| *stop) => Err(MirrorError::Stopped),
                done = future => Ok(done),
            }
        })
    }

    /// Repeats an attempt until it succeeds or fails permanently; `renew` requests another token.
    pub fn retry<T>(
        &self,
        renew: &dyn Fn() -> Result<(), MirrorError>,
        attempt: &mut dyn FnMut() -> Result<T, Failure>,
    ) -> Result<T, MirrorError> {
        let (mut failures, mut waits, mut is_renewed) = (0, 0, false);
        let mut pause = FIRST_PAUSE;
        loop {
            self.check_stop()?;
            match attempt() {
                Ok(done) => return Ok(done),
                Err(Failure::Permanent(error)) => return Err(error),
                Err(Failure::Unauthorized(error)) if is_renewed => return Err(error),
                Err(Failure::Unauthorized(_)) => {
                    is_renewed = true;
                    renew()?;
                }
                Err(Failure::Temporary(error, Some(wait))) => {
                    waits += 1;
                    if waits > MAX_WAITS {
                        return Err(error);
                    }
                    tracing::info!(%error, wait_ms = wait.as_millis(), "waiting as the source requested");
                    self.wait(wait.min(MAX_WAIT))?;
                }
                Err(Failure::Temporary(error, None)) => {
                    failures += 1;
                    if failures >= MAX_FAILURES {
                        return Err(error);
                    }
                    tracing::warn!(%error, "a request to the source failed; will retry");
                    self.wait(pause)?;
                    pause = (pause * 2).min(MAX_PAUSE);
                }
            }
        }
    }

    /// Sends a request, at the maximum rate, and returns a response whose status is a success or 304.
    pub fn send(
        &self,
        url: &str,
        request: impl FnOnce(&Client) -> RequestBuilder,
    ) -> Result<Response, Failure> {
        if let Some(latest) = self.latest.get() {
            let next = latest + self.interval;
            self.wait(next.saturating_duration_since(Instant::now()))?;
        }
        self.latest.set(Some(Instant::now()));
        self.requests.set(self.requests.get() + 1);
        let request = request(&self.client);
        // A request starts its timers when it is sent, which requires the runtime.
        let response =
            self.run(async move { request.send().await })?.map_err(|error| unreachable(url, &error))?;
        let status = response.status();
        if status.is_success() || status == StatusCode::NOT_MODIFIED {
            return Ok(response);
        }
        let headers = response.headers().clone();
        let wait = retry_after(&headers);
        let body = self.run(read_body(response))?.unwrap_or_default();
        let detail = detail(&body).unwrap_or_else(|| summary(body.len(), &headers));
        let error = MirrorError::Refused { url: without_query(url), status: status.as_u16(), detail };
        Err(match status {
            StatusCode::UNAUTHORIZED => Failure::Unauthorized(error),
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                Failure::Temporary(error, wait)
            }
            StatusCode::REQUEST_TIMEOUT => Failure::Temporary(error, None),
            status if status.is_server_error() => Failure::Temporary(error, None),
            _ => Failure::Permanent(error),
        })
    }

    /// The body of a response, which must be text.
    pub fn body(&self, url: &str, response: Response) -> Result<Body, Failure> {
        let headers = response.headers().clone();
        let bytes = self.run(read_body(response))?.map_err(|cause| incomplete(url, cause))?;
        let summary = summary(bytes.len(), &headers);
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Body { text, summary }),
            Err(_) => Err(incomplete(url, "the response is not UTF-8".to_owned())),
        }
    }

    /// The next part of a body; `None` at its end.
    pub fn next_part(
        &self,
        url: &str,
        response: &mut Response,
    ) -> Result<Option<impl AsRef<[u8]> + use<>>, Failure> {
        self.run(response.chunk())?.map_err(|error| unreachable(url, &error))
    }
}

async fn read_body(mut response: Response) -> Result<Vec<u8>, String> {
    let mut body = Vec::new();
    while let Some(part) = response.chunk().await.map_err(|error| with_causes(&error))? {
        if body.len() + part.len() > MAX_BODY_BYTES {
            return Err(format!("the response has more than {MAX_BODY_BYTES} bytes"));
        }
        body.extend_from_slice(&part);
    }
    Ok(body)
}

/// A failure to read a complete response, which may be temporary.
pub fn incomplete(url: &str, cause: String) -> Failure {
    Failure::Temporary(MirrorError::Unreachable { url: without_query(url), cause }, None)
}

fn unreachable(url: &str, error: &reqwest::Error) -> Failure {
    incomplete(url, with_causes(error))
}

/// An error with its causes, without the URL, which may have a signature in its query.
fn with_causes(error: &reqwest::Error) -> String {
    let mut causes: Vec<String> = Vec::new();
    let mut source: Option<&dyn std::error::Error> = std::error::Error::source(error);
    while let Some(cause) = source {
        causes.push(cause.to_string());
        source = cause.source();
    }
    if causes.is_empty() {
        causes.push(if error.is_timeout() { "timeout".to_owned() } else { "no response".to_owned() });
    }
    causes.join(": ")
}

/// A URL without its query, for errors.
pub fn without_query(url: &str) -> String {
    url.split('?').next().unwrap_or_default().to_owned()
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

/// What a problem or an error document of a source says.
fn detail(body: &[u8]) -> Option<String> {
    let problem: Value = serde_json::from_slice(body).ok()?;
    let text = |key: &str| problem.get(key)?.as_str().map(str::to_owned);
    text("detail").or_else(|| text("error_description")).or_else(|| text("error"))
}
