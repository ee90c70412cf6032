//! The body of a response, and what errors report about it: never a part of it, because logs must not contain personal data
//! or tokens.

use std::time::{Duration, Instant};

use reqwest::Response;
use reqwest::header::{CONTENT_TYPE, HeaderMap};
use serde_json::error::Category;

/// The delay that a response may have in all, besides a second for each of these bytes. So a response ends, however slow its
/// source is.
const MAX_DELAY: Duration = Duration::from_mins(5);
const MIN_BYTES_PER_SECOND: u64 = 10_000;

/// The body of a response that is read in parts.
pub struct Parts {
    response: Response,
    received_bytes: u64,
    /// The time spent waiting for the source.
    waited: Duration,
}

impl Parts {
    /// The parts of a response.
    pub fn new(response: Response) -> Self {
        Self { response, received_bytes: 0, waited: Duration::ZERO }
    }

    /// The next part; `None` at the end.
    pub async fn next(&mut self) -> reqwest::Result<Option<impl AsRef<[u8]> + use<>>> {
        let started = Instant::now();
        let part = self.response.chunk().await?;
        self.waited += started.elapsed();
        self.received_bytes += part.as_ref().map_or(0, |part| part.len() as u64);
        Ok(part)
    }

    /// The number of bytes so far, after decompression.
    pub fn received_bytes(&self) -> u64 {
        self.received_bytes
    }

    /// Whether the source is slower than the minimum.
    pub fn is_too_slow(&self) -> bool {
        self.waited > MAX_DELAY + Duration::from_secs(self.received_bytes / MIN_BYTES_PER_SECOND)
    }
}

/// The body of a response.
pub struct Body {
    /// Its text.
    pub text: String,
    /// Its size and media type.
    pub summary: String,
}

/// The size and the media type of a body.
pub fn summary(size_bytes: usize, headers: &HeaderMap) -> String {
    let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let media_type = content_type.and_then(|value| value.split(';').next());
    format!("{size_bytes} bytes of {}", media_type.unwrap_or("an unknown media type"))
}

/// Why JSON cannot be read, and where. The message of the parser is omitted, because it can contain values.
pub fn json_error(error: &serde_json::Error) -> String {
    let problem = match error.classify() {
        Category::Eof => "incomplete JSON",
        Category::Data => "JSON with unexpected members",
        Category::Syntax | Category::Io => "invalid JSON",
    };
    format!("{problem} at line {} column {}", error.line(), error.column())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn a_source_that_sends_a_byte_now_and_then_is_too_slow() {
        let parts = |received_bytes, minutes| {
            let response = http::Response::new("").into();
            Parts { response, received_bytes, waited: Duration::from_mins(minutes) }.is_too_slow()
        };
        assert!(parts(4, 6), "a byte every 90 seconds");
        assert!(!parts(4, 4));
        assert!(!parts(100_000_000, 60));
        assert!(parts(100_000_000, 180));
    }

    #[test]
    fn errors_about_json_have_a_position_and_no_values() {
        let error = |text: &str| json_error(&serde_json::from_str::<Vec<u32>>(text).unwrap_err());
        assert_eq!(error("[\"Jane\"]"), "JSON with unexpected members at line 1 column 7");
        assert_eq!(error("[1,\nJane]"), "invalid JSON at line 2 column 1");
        assert_eq!(error("[1,"), "incomplete JSON at line 1 column 3");
    }
}
