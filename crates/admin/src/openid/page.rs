//! The pages of a sign-in, without scripts and styles.

use axum::response::{Html, IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};

/// Why a sign-in failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignInError {
    /// No provider is configured.
    NotConfigured,
    /// The provider does not respond as expected.
    Unavailable,
    /// The state is missing, has expired, was used, or belongs to another browser.
    Expired,
    /// The provider refused, or the user cancelled.
    Refused,
    /// What the provider returned cannot be trusted.
    Invalid,
    /// None of the groups of the account has a role.
    NoRole,
    /// Too many sign-ins have begun from the network address.
    TooMany,
    /// This server failed.
    Failed,
}

impl SignInError {
    fn status(self) -> StatusCode {
        match self {
            Self::NotConfigured => StatusCode::NOT_FOUND,
            Self::Unavailable => StatusCode::BAD_GATEWAY,
            Self::Expired => StatusCode::BAD_REQUEST,
            Self::Refused | Self::Invalid | Self::NoRole => StatusCode::FORBIDDEN,
            Self::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Self::Failed => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    fn text(self) -> &'static str {
        match self {
            Self::NotConfigured => "No OpenID provider is configured. Sign in with an admin key.",
            Self::Unavailable => {
                "The OpenID provider does not respond as expected. Try again in a few minutes, or sign in with an \
                 admin key. The log of the server has the cause."
            }
            Self::Expired => {
                "This sign-in has expired, was already used, or began in another browser. Sign in again."
            }
            Self::Refused => "The OpenID provider refused the sign-in, or you cancelled it.",
            Self::Invalid => {
                "The response of the OpenID provider is not valid, so you were not signed in. The log of the server \
                 has the cause."
            }
            Self::NoRole => {
                "You are signed in at the OpenID provider, but none of your groups may use this console. Ask an \
                 administrator to add you to a group."
            }
            Self::TooMany => "Too many sign-ins from your network address. Try again in a minute.",
            Self::Failed => "The server cannot sign you in at the moment. Try again in a few seconds.",
        }
    }
}

impl IntoResponse for SignInError {
    fn into_response(self) -> Response {
        let text = self.text();
        let page = format!(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Sign-in failed</title>\
             <h1>Sign-in failed</h1><p>{text}</p><p><a href=\"/admin\">Back to the console</a></p></html>"
        );
        without_storage((self.status(), Html(page)).into_response())
    }
}

/// A page that navigates to `path`, which is a path of the console. A redirect would be part of the navigation from the
/// provider's site, with which browsers do not send the session's cookie.
pub fn continue_to(path: &str) -> Response {
    let path = escape(path);
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Signed in</title>\
         <meta http-equiv=\"refresh\" content=\"0; url={path}\"><p><a href=\"{path}\">Continue</a></p></html>"
    );
    without_storage(Html(page).into_response())
}

fn without_storage(mut response: Response) -> Response {
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Escapes text in an attribute value with double quotes.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The path to return to: one of the console, otherwise its start.
pub fn console_path(requested: Option<&str>) -> String {
    let is_safe = |path: &&str| {
        let in_console = *path == "/admin" || path.starts_with("/admin/") || path.starts_with("/admin?");
        let is_plain = path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\' && byte != b';');
        in_console && is_plain && path.len() <= 1_000 && !path.contains("//") && !path.contains("..")
    };
    requested.filter(is_safe).unwrap_or("/admin").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_the_console_are_returned_to() {
        for path in ["/admin", "/admin/clients?status=active&page_number=2", "/admin?x=1"] {
            assert_eq!(console_path(Some(path)), path);
        }
        for path in [
            "",
            "https://evil.example",
            "//evil.example",
            "/administrators",
            "/admin//evil.example",
            "/admin/../x",
            "/admin/\\evil",
            "/admin/\u{a0}",
            "/admin/a b",
            "/admin/a;url=https://evil.example",
        ] {
            assert_eq!(console_path(Some(path)), "/admin", "{path}");
        }
        assert_eq!(console_path(None), "/admin");
    }

    #[test]
    fn the_path_cannot_end_the_attribute() {
        assert_eq!(escape("/admin?a=\"><script>&b"), "/admin?a=&quot;&gt;&lt;script&gt;&amp;b");
    }
}
