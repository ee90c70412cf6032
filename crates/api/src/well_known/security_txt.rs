//! The contacts for reports of vulnerabilities: `security.txt` (RFC 9116), from the settings.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use folkmoot_settings::Settings;
use http::{HeaderValue, header};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};

use super::DiscoveryState;
use crate::problem::Problem;
use crate::problem_table::ROUTE_NOT_FOUND;

/// The path of the file.
pub const PATH: &str = "/.well-known/security.txt";
/// How long a file without a configured expiry is valid. The standard recommends less than a year.
const VALID_DAYS: i64 = 180;

/// `GET /.well-known/security.txt`; 404 if no contact is configured.
pub async fn security_txt(State(state): State<Arc<DiscoveryState>>) -> Result<Response, Problem> {
    let text = text(&state.settings, (state.clock)());
    let text =
        text.ok_or_else(|| Problem::new(&ROUTE_NOT_FOUND, "This platform has no security contact."))?;
    let caching = HeaderValue::from_static("public, max-age=3600");
    let media_type = HeaderValue::from_static("text/plain; charset=utf-8");
    Ok(([(header::CONTENT_TYPE, media_type), (header::CACHE_CONTROL, caching)], text).into_response())
}

/// The file; `None` if no contact is configured.
fn text(settings: &Settings, now: Timestamp) -> Option<String> {
    if settings.security_contact.is_empty() {
        return None;
    }
    let expires = settings.security_expires.or_else(|| expiry(now))?;
    let mut text = String::new();
    let mut add = |name: &str, value: &str| {
        let _ = writeln!(text, "{name}: {value}");
    };
    for contact in &settings.security_contact {
        add("Contact", contact);
    }
    add("Expires", &expires.to_string());
    let optional = [("Encryption", &settings.security_encryption), ("Policy", &settings.security_policy)];
    for (name, value) in optional {
        if let Some(value) = value {
            add(name, value);
        }
    }
    if !settings.security_languages.is_empty() {
        add("Preferred-Languages", &settings.security_languages.join(", "));
    }
    // The standard requires HTTPS here, and the URL must not be taken from a request.
    if let Some(url) = settings.public_url.as_deref().filter(|url| url.starts_with("https://")) {
        add("Canonical", &format!("{url}{PATH}"));
    }
    Some(text)
}

/// The end of the day [`VALID_DAYS`] from now, so that the file changes once a day.
fn expiry(now: Timestamp) -> Option<Timestamp> {
    let today = now.to_zoned_datetime(TimeZone::UTC).start_of_day().ok()?;
    Some(today.checked_add(VALID_DAYS.days()).ok()?.timestamp())
}
