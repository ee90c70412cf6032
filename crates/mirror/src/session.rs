//! The client of the source: signs in, and reads pages and streams with a token.

use std::cell::RefCell;

use reqwest::StatusCode;
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue, IF_NONE_MATCH};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::body::{Parts, json_error};
use crate::destinations::Purpose;
use crate::error::MirrorError;
use crate::http::{Failure, Http, incomplete, without_query};
use crate::source::Bound;

/// The path of the API below the URL of a platform.
const API: &str = "/api/v2";
/// The query of a stream.
pub const STREAM_FORMAT: &str = "format=ndjson";
/// The greatest length of a line of a stream, in bytes.
const MAX_LINE_BYTES: usize = 64 * 1024 * 1024;

/// The id and secret of the client.
#[derive(Clone)]
pub struct Credentials {
    /// The id.
    pub client_id: String,
    /// The secret.
    pub client_secret: String,
}

impl std::fmt::Debug for Credentials {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Credentials({})", self.client_id)
    }
}

/// A client that has signed in.
pub struct Session {
    /// Sends the requests.
    pub http: Http,
    /// The URL of the API, without a slash at the end.
    pub api: String,
    credentials: Credentials,
    token: RefCell<String>,
    /// The scope of the token, if the source reports it.
    pub scope: Option<String>,
}

/// The URL of the API of a platform; `url` is the URL of the platform or of its API.
pub fn api_url(url: &str) -> Result<String, MirrorError> {
    let invalid = || MirrorError::Url(url.to_owned());
    let parsed: http::Uri = url.parse().map_err(|_| invalid())?;
    let is_absolute = matches!(parsed.scheme_str(), Some("http" | "https")) && parsed.host().is_some();
    if !is_absolute || parsed.query().is_some() || url.contains(['#', '@']) {
        return Err(invalid());
    }
    let url = url.trim_end_matches('/');
    Ok(if url.ends_with(API) { url.to_owned() } else { format!("{url}{API}") })
}

/// A response of the sign-in, in either form.
#[derive(Debug, Deserialize)]
struct TokenResponse {
    #[serde(alias = "jwt")]
    access_token: String,
    scope: Option<String>,
}

/// The text of a response and its tag.
#[derive(Debug)]
pub struct Tagged {
    /// The text; `None` if its tag is the tag in the request.
    pub text: Option<String>,
    /// The tag.
    pub etag: Option<String>,
}

impl Session {
    /// Signs in. A source with standard sign-in reports the scope of the client; other ones have only `authenticate`.
    pub fn open(http: Http, url: &str, credentials: Credentials) -> Result<Self, MirrorError> {
        let token = RefCell::default();
        let mut session = Self { http, api: api_url(url)?, credentials, token, scope: None };
        let never = || Ok(());
        let response = session.http.retry(&never, &mut || session.request_token())?;
        session.token.replace(response.access_token);
        session.scope = response.scope;
        Ok(session)
    }

    /// The URL of the platform.
    pub fn root(&self) -> &str {
        self.api.strip_suffix(API).unwrap_or(&self.api)
    }

    fn request_token(&self) -> Result<TokenResponse, Failure> {
        let url = format!("{}/oauth/token", self.root());
        let Credentials { client_id, client_secret } = &self.credentials;
        let form = form_urlencoded::Serializer::new(String::new())
            .append_pair("grant_type", "client_credentials")
            .append_pair("client_id", client_id)
            .append_pair("client_secret", client_secret)
            .finish();
        let body = match self.post(&url, "application/x-www-form-urlencoded", &form) {
            Ok(response) => self.http.body(Purpose::SignIn, &url, response)?,
            Err(Failure::Permanent(MirrorError::Refused { status: 404 | 405 | 406 | 415 | 422, .. })) => {
                return self.authenticate();
            }
            Err(error) => return Err(rejected(error)),
        };
        match serde_json::from_str(&body.text) {
            Ok(token) => Ok(token),
            // A website that responds to every path.
            Err(_) => self.authenticate(),
        }
    }

    fn authenticate(&self) -> Result<TokenResponse, Failure> {
        let url = format!("{}/authenticate", self.api);
        let Credentials { client_id, client_secret } = &self.credentials;
        let body = json!({ "auth": { "client_id": client_id, "client_secret": client_secret } });
        let response = self.post(&url, "application/json", &body.to_string()).map_err(rejected)?;
        let body = self.http.body(Purpose::SignIn, &url, response)?;
        serde_json::from_str(&body.text).map_err(|error| {
            incomplete(&url, format!("not a token: {} in {}", json_error(&error), body.summary))
        })
    }

    fn post(&self, url: &str, media_type: &'static str, body: &str) -> Result<reqwest::Response, Failure> {
        let headers = HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static(media_type))]);
        self.http.send(Purpose::SignIn, url, &headers, Some(body))
    }

    fn renew(&self) -> Result<(), MirrorError> {
        let never = || Ok(());
        let response = self.http.retry(&never, &mut || self.request_token())?;
        self.token.replace(response.access_token);
        Ok(())
    }

    /// Reads a path below the API, and parses its text with `parse`, which may fail because the response is incomplete. Its error
    /// must not contain a part of the text, because it is logged.
    pub fn read<T>(
        &self,
        path: &str,
        parse: &mut dyn FnMut(&str) -> Result<T, String>,
    ) -> Result<T, MirrorError> {
        let url = format!("{}{path}", self.api);
        self.http.retry(&|| self.renew(), &mut || self.read_once(&url, parse))
    }

    fn read_once<T>(
        &self,
        url: &str,
        parse: &mut dyn FnMut(&str) -> Result<T, String>,
    ) -> Result<T, Failure> {
        let response = self.send(url, None)?;
        let body = self.http.body(Purpose::Records, url, response)?;
        parse(&body.text).map_err(|cause| incomplete(url, format!("{cause} in {}", body.summary)))
    }

    /// Reads a path below the API as JSON.
    pub fn json(&self, path: &str) -> Result<Value, MirrorError> {
        self.read(path, &mut |text| serde_json::from_str(text).map_err(|error| json_error(&error)))
    }

    /// Reads a path below the API unless it still has this tag.
    pub fn read_tagged(&self, path: &str, known: Option<&str>) -> Result<Tagged, MirrorError> {
        let url = format!("{}{path}", self.api);
        self.http.retry(&|| self.renew(), &mut || {
            let response = self.send(&url, known)?;
            let tag = response.headers().get(ETAG).and_then(|tag| tag.to_str().ok()).map(str::to_owned);
            if response.status() == StatusCode::NOT_MODIFIED {
                return Ok(Tagged { text: None, etag: known.map(str::to_owned) });
            }
            Ok(Tagged { text: Some(self.http.body(Purpose::Records, &url, response)?.text), etag: tag })
        })
    }

    /// Reads the lines of a stream. `path` is called before the first attempt and after a stream that broke off, and returns
    /// where to continue. If it returns another path than before, the stream that broke off does not count as a failure.
    pub fn stream(
        &self,
        path: &mut dyn FnMut() -> Result<String, MirrorError>,
        each: &mut dyn FnMut(&str) -> Result<(), MirrorError>,
    ) -> Result<(), MirrorError> {
        let mut current = path()?;
        let (list, mut bound) = (without_query(&current), Bound::RECORDS);
        let each = &mut |line: &str| bound.add(&list, 1).and_then(|()| each(line));
        loop {
            let done = self.http.retry(&|| self.renew(), &mut || {
                let url = format!("{}{current}", self.api);
                match self.read_lines(&url, each) {
                    Err(Failure::Temporary(error, None)) => {
                        let next = path()?;
                        if next == current {
                            return Err(Failure::Temporary(error, None));
                        }
                        tracing::warn!(%error, "a stream broke off; continuing");
                        current = next;
                        Ok(false)
                    }
                    read => read.map(|()| true),
                }
            })?;
            if done {
                return Ok(());
            }
        }
    }

    fn read_lines(
        &self,
        url: &str,
        each: &mut dyn FnMut(&str) -> Result<(), MirrorError>,
    ) -> Result<(), Failure> {
        let mut parts = Parts::new(self.send(url, None)?);
        let mut rest: Vec<u8> = Vec::new();
        let mut pass = |line: &[u8]| {
            let text = std::str::from_utf8(line).map_err(|_| incomplete(url, "not UTF-8".to_owned()))?;
            if !text.trim_start().starts_with('{') || !text.trim_end().ends_with('}') {
                return Err(incomplete(url, format!("an incomplete line of {} bytes", text.len())));
            }
            each(text).map_err(Failure::Permanent)
        };
        while let Some(part) = self.http.next_part(url, &mut parts)? {
            let mut part = part.as_ref();
            while let Some(end) = part.iter().position(|byte| *byte == b'\n') {
                rest.extend_from_slice(&part[..end]);
                part = &part[end + 1..];
                if !rest.is_empty() {
                    pass(&rest)?;
                }
                rest.clear();
            }
            rest.extend_from_slice(part);
            if rest.len() > MAX_LINE_BYTES {
                return Err(Failure::Permanent(MirrorError::Unexpected {
                    url: without_query(url),
                    expected: "lines of at most 64 MB",
                    found: "a longer one".to_owned(),
                }));
            }
        }
        if rest.is_empty() { Ok(()) } else { pass(&rest) }
    }

    fn send(&self, url: &str, etag: Option<&str>) -> Result<reqwest::Response, Failure> {
        let accepted = if url.contains(STREAM_FORMAT) { "application/x-ndjson" } else { "application/json" };
        let mut headers = HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static(accepted))]);
        let token = HeaderValue::try_from(format!("Bearer {}", self.token.borrow()));
        headers.insert(AUTHORIZATION, token.map_err(|_| incomplete(url, "an invalid token".to_owned()))?);
        headers.extend(etag.and_then(|etag| Some((IF_NONE_MATCH, HeaderValue::from_str(etag).ok()?))));
        self.http.send(Purpose::Records, url, &headers, None)
    }
}

/// A refused sign-in, as an error about the credentials.
fn rejected(failure: Failure) -> Failure {
    match failure {
        Failure::Unauthorized(MirrorError::Refused { detail, .. })
        | Failure::Permanent(MirrorError::Refused { status: 400, detail, .. }) => {
            Failure::Permanent(MirrorError::Credentials(detail))
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::time::Duration;

    use super::*;
    use crate::pages::Page;
    use crate::test_source::{Reply, TestSource};

    #[test]
    fn errors_contain_no_part_of_a_response() {
        let mut has_signed_in = false;
        let source = TestSource::serve(move |_, path| {
            let (status, body) = match path {
                "/oauth/token" if !std::mem::replace(&mut has_signed_in, true) => return None,
                "/oauth/token" | "/api/v2/authenticate" => (200, "{\"jwt\":\"canary"),
                "/api/v2/page" => (200, "{\"ideas\":[{\"title\":\"canary"),
                "/api/v2/stream" => (200, "{\"title\":\"canary"),
                _ => (502, "<html>canary"),
            };
            Some(Reply::new(status, body).header("content-type: text/html; charset=utf-8"))
        });
        let session = source.session();
        let url = |path: &str| format!("{}/{path}", session.api);
        let error = |result: Result<(), Failure>| match result.unwrap_err() {
            Failure::Temporary(error, _) => error.to_string(),
            other => panic!("{other:?}"),
        };
        let token = error(session.request_token().map(drop));
        assert!(
            token.ends_with("not a token: incomplete JSON at line 1 column 14 in 14 bytes of text/html"),
            "{token}"
        );
        let page = error(session.read_once(&url("page"), &mut Page::parse).map(drop));
        assert!(page.ends_with("incomplete JSON at line 1 column 26 in 26 bytes of text/html"), "{page}");
        let line = error(session.read_lines(&url("stream"), &mut |_| Ok(())));
        assert!(line.ends_with("an incomplete line of 16 bytes"), "{line}");
        let refused = error(session.read_once(&url("other"), &mut Page::parse).map(drop));
        assert!(refused.ends_with("12 bytes of text/html"), "{refused}");
    }

    #[test]
    fn a_stream_that_breaks_off_at_the_same_position_is_requested_again_after_pauses() {
        let line = "{\"id\":1}\n";
        let source = TestSource::serve(move |_, path| {
            path.starts_with("/api/v2/ideas").then(|| Reply::new(200, line).without_its_end())
        });
        let session = source.session();
        source.stop_after(Duration::from_secs(1));
        let read = session.stream(&mut || Ok("/ideas".to_owned()), &mut |_| Ok(()));
        assert!(matches!(read, Err(MirrorError::Stopped)));
        assert!(session.http.requests() < 8, "{} requests in a second", session.http.requests());
    }

    #[test]
    fn a_stream_that_breaks_off_often_continues_while_its_position_advances() {
        const LINES: usize = 30;
        let source = TestSource::serve(|_, path| {
            let after: usize = path.strip_prefix("/api/v2/ideas?after=")?.parse().unwrap();
            let reply = Reply::new(200, &format!("{{\"id\":{after}}}\n"));
            Some(if after + 1 < LINES { reply.without_its_end() } else { reply })
        });
        let lines = RefCell::new(Vec::new());
        let mut path = || Ok(format!("/ideas?after={}", lines.borrow().len()));
        let read = source.session().stream(&mut path, &mut |line| {
            lines.borrow_mut().push(line.to_owned());
            Ok(())
        });
        read.unwrap();
        assert_eq!(lines.borrow().len(), LINES);
    }

    #[test]
    fn a_source_is_named_by_its_url_or_that_of_its_api() {
        for url in [
            "https://a.example",
            "https://a.example/",
            "https://a.example/api/v2",
            "https://a.example/api/v2/",
        ] {
            assert_eq!(api_url(url).unwrap(), "https://a.example/api/v2");
        }
        assert_eq!(api_url("http://localhost:8080/city").unwrap(), "http://localhost:8080/city/api/v2");
        for url in
            ["a.example", "ftp://a.example", "https://me@a.example", "https://a.example?x=1", "", "/api/v2"]
        {
            assert!(api_url(url).is_err(), "{url}");
        }
    }
}
