//! Redirects of a sign-in: to the provider, and back to the console, which shows why a sign-in failed.

use axum::response::{IntoResponse, Redirect, Response};
use http::header;

/// Why a sign-in or a sign-out at the provider failed.
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
    /// The provider cannot be asked to end its session.
    NoSignOut,
    /// This server failed.
    Failed,
}

impl SignInError {
    /// The code, for which the console has a text: a message of the group `signInErrors`.
    fn code(self) -> &'static str {
        match self {
            Self::NotConfigured => "not-configured",
            Self::Unavailable => "unavailable",
            Self::Expired => "expired",
            Self::Refused => "refused",
            Self::Invalid => "invalid",
            Self::NoRole => "no-role",
            Self::TooMany => "too-many",
            Self::NoSignOut => "no-sign-out",
            Self::Failed => "failed",
        }
    }
}

impl IntoResponse for SignInError {
    fn into_response(self) -> Response {
        redirect_to(&format!("/admin?sign_in_error={}", self.code()))
    }
}

/// A redirect that is not stored.
pub fn redirect_to(url: &str) -> Response {
    ([(header::CACHE_CONTROL, "no-store")], Redirect::to(url)).into_response()
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
}
