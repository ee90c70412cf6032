//! The token of a request.

use http::HeaderMap;
use http::header::AUTHORIZATION;

use super::problem::Problem;
use super::problem_table::{INVALID_TOKEN, MISSING_TOKEN};

/// The token of `Authorization: Bearer <jwt>` or `Authorization: <jwt>`.
pub fn token(headers: &HeaderMap) -> Result<&str, Problem> {
    let mut headers = headers.get_all(AUTHORIZATION).iter();
    let Some(header) = headers.next() else { return Err(missing()) };
    if headers.next().is_some() {
        return Err(invalid("The request has more than one Authorization header. Send exactly one."));
    }
    // Tokens are long, and `HeaderValue::to_str` compares byte by byte.
    let text = Some(header.as_bytes()).filter(|bytes| bytes.is_ascii()).map(str::from_utf8);
    let Some(Ok(text)) = text else {
        return Err(invalid("The Authorization header must be plain text: Bearer <token>."));
    };
    let value = text.trim();
    let token = match value.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => token.trim_start(),
        None if value.eq_ignore_ascii_case("bearer") => "",
        _ => value,
    };
    if token.is_empty() { Err(missing()) } else { Ok(token) }
}

fn missing() -> Problem {
    let detail =
        "The request has no Authorization header. Get a token and send it as Authorization: Bearer <token>.";
    Problem::new(&MISSING_TOKEN, detail)
}

/// The problem of a token that is not accepted.
pub fn invalid(detail: &str) -> Problem {
    Problem::new(&INVALID_TOKEN, detail)
}
