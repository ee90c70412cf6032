//! Requests to the source: with timeouts, a maximum rate, maximum sizes, and retries of temporary failures.

use std::cell::{Cell, RefCell};
use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use reqwest::header::{HeaderMap, LOCATION, RETRY_AFTER};
use reqwest::{Method, Request, Response, StatusCode, Url};
use serde_json::Value;
use tokio::runtime::Handle;
use tokio::sync::watch;

use crate::body::{Body, Parts, summary};
use crate::destinations::{Destinations, Purpose, refused};
use crate::error::MirrorError;
use crate::transport::{ForbiddenAddress, Transport};

/// The longest pause after a failure.
const MAX_PAUSE: Duration = Duration::from_secs(30);
/// The number of failures in a row after which a request is given up, and the number of waits that the source requests.
const MAX_FAILURES: u32 = 10;
const MAX_WAITS: u32 = 1000;
/// The longest wait that the source can request, and the longest of all waits for one response.
const MAX_WAIT: Duration = Duration::from_hours(1);
const MAX_TOTAL_WAIT: Duration = Duration::from_hours(24);
/// The greatest number of redirects of one request.
const MAX_REDIRECTS: usize = 5;
/// The maximum size in bytes of a page or a document, and of a token response or an error.
const MAX_BODY_BYTES: u64 = 128_000_000;
const MAX_SHORT_BODY_BYTES: u64 = 100_000;

/// Sends requests, one after the other.
pub struct Http {
    transport: Arc<dyn Transport>,
    destinations: Arc<Destinations>,
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
        destinations: Arc<Destinations>,
        transport: Arc<dyn Transport>,
    ) -> Self {
        let interval = per_minute.map_or(Duration::ZERO, |rate| Duration::from_mins(1) / rate.max(1));
        let (stop, latest, requests) = (RefCell::new(stop), Cell::new(None), Cell::new(0));
        Self { transport, destinations, runtime, stop, interval, latest, requests }
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
        let (mut pause, mut waited) = (self.transport.first_pause(), Duration::ZERO);
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
                    waited += wait.min(MAX_WAIT);
                    if waits > MAX_WAITS || waited > MAX_TOTAL_WAIT {
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

    /// Sends a request, which has a body if it is a `POST`, and follows permitted redirects. Returns a response whose status is a
    /// success or 304.
    pub fn send(
        &self,
        purpose: Purpose,
        url: &str,
        headers: &HeaderMap,
        body: Option<&str>,
    ) -> Result<Response, Failure> {
        let mut target = self.destinations.check(purpose, url)?;
        for _ in 0..=MAX_REDIRECTS {
            let method = if body.is_some() { Method::POST } else { Method::GET };
            let mut request = Request::new(method, target.clone());
            request.headers_mut().clone_from(headers);
            *request.body_mut() = body.map(|body| body.to_owned().into());
            let response = self.send_once(&target, request)?;
            match redirect_location(&response) {
                Some(location) => target = self.destinations.redirect(purpose, &target, location)?,
                None => return self.successful(url, response),
            }
        }
        Err(refused(url, format!("it redirects more than {MAX_REDIRECTS} times")).into())
    }

    /// Sends one request, at the maximum rate.
    fn send_once(&self, url: &Url, request: Request) -> Result<Response, Failure> {
        if let Some(latest) = self.latest.get() {
            let next = latest + self.interval;
            self.wait(next.saturating_duration_since(Instant::now()))?;
        }
        self.latest.set(Some(Instant::now()));
        self.requests.set(self.requests.get() + 1);
        // A request starts its timers when it is sent, which requires the runtime.
        let sent = self.run(async { self.transport.send(request).await })?;
        sent.map_err(|error| unreachable(url.as_str(), &*error))
    }

    /// The response, if it is a success or 304.
    fn successful(&self, url: &str, response: Response) -> Result<Response, Failure> {
        let status = response.status();
        if status.is_success() || status == StatusCode::NOT_MODIFIED {
            return Ok(response);
        }
        let headers = response.headers().clone();
        let wait = retry_after(&headers);
        let body = match self.read_body(url, response, MAX_SHORT_BODY_BYTES) {
            Err(Failure::Permanent(MirrorError::Stopped)) => return Err(MirrorError::Stopped.into()),
            body => body.unwrap_or_default(),
        };
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
    pub fn body(&self, purpose: Purpose, url: &str, response: Response) -> Result<Body, Failure> {
        let max_bytes = if purpose == Purpose::SignIn { MAX_SHORT_BODY_BYTES } else { MAX_BODY_BYTES };
        let headers = response.headers().clone();
        let bytes = self.read_body(url, response, max_bytes)?;
        let summary = summary(bytes.len(), &headers);
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Body { text, summary }),
            Err(_) => Err(incomplete(url, "the response is not UTF-8".to_owned())),
        }
    }

    fn read_body(&self, url: &str, response: Response, max_bytes: u64) -> Result<Vec<u8>, Failure> {
        let (mut body, mut parts) = (Vec::new(), Parts::new(response));
        while let Some(part) = self.next_part(url, &mut parts)? {
            if parts.received_bytes() > max_bytes {
                return Err(too_long(url, format!("more than {max_bytes} bytes")).into());
            }
            body.extend_from_slice(part.as_ref());
        }
        Ok(body)
    }

    /// The next part of a body; `None` at its end.
    pub fn next_part(
        &self,
        url: &str,
        parts: &mut Parts,
    ) -> Result<Option<impl AsRef<[u8]> + use<>>, Failure> {
        let part = self.run(parts.next())?.map_err(|error| unreachable(url, &error))?;
        if parts.is_too_slow() {
            let cause = "the source sends less than 10 kB per second".to_owned();
            return Err(MirrorError::Unreachable { url: without_query(url), cause }.into());
        }
        Ok(part)
    }
}

/// Where a response redirects to.
fn redirect_location(response: &Response) -> Option<&str> {
    let is_redirect = matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308);
    response.headers().get(LOCATION).filter(|_| is_redirect)?.to_str().ok()
}

/// The error about a response that may have no end.
pub fn too_long(url: &str, found: String) -> MirrorError {
    MirrorError::Unexpected { url: without_query(url), expected: "a response of a limited size", found }
}

/// A failure to read a complete response, which may be temporary.
pub fn incomplete(url: &str, cause: String) -> Failure {
    Failure::Temporary(MirrorError::Unreachable { url: without_query(url), cause }, None)
}

fn unreachable(url: &str, error: &(dyn Error + 'static)) -> Failure {
    let causes: Vec<&(dyn Error + 'static)> =
        std::iter::successors(error.source(), |error| (*error).source()).collect();
    if let Some(cause) = causes.iter().find(|cause| cause.is::<ForbiddenAddress>()) {
        return refused(url, cause.to_string()).into();
    }
    // Without the error itself, which contains the URL, whose query may have a signature.
    let texts: Vec<String> = causes.iter().map(ToString::to_string).collect();
    let is_timeout = error.downcast_ref::<reqwest::Error>().is_some_and(reqwest::Error::is_timeout);
    let cause = match texts.is_empty() {
        true if is_timeout => "timeout".to_owned(),
        true => "no response".to_owned(),
        false => texts.join(": "),
    };
    incomplete(url, cause)
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

/// The text of a problem or an error document of a source.
fn detail(body: &[u8]) -> Option<String> {
    let problem: Value = serde_json::from_slice(body).ok()?;
    let text = |key: &str| problem.get(key)?.as_str().map(str::to_owned);
    text("detail").or_else(|| text("error_description")).or_else(|| text("error"))
}
