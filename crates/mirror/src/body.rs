//! The body of a response, and what errors report about it: never a part of it, because logs must not contain personal data
//! or tokens.

use reqwest::header::{CONTENT_TYPE, HeaderMap};
use serde_json::error::Category;

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
    fn errors_about_json_have_a_position_and_no_values() {
        let error = |text: &str| json_error(&serde_json::from_str::<Vec<u32>>(text).unwrap_err());
        assert_eq!(error("[\"Jane\"]"), "JSON with unexpected members at line 1 column 7");
        assert_eq!(error("[1,\nJane]"), "invalid JSON at line 2 column 1");
        assert_eq!(error("[1,"), "incomplete JSON at line 1 column 3");
    }
}
