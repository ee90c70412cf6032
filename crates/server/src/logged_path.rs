//! The path of a request as it is logged: without values that a client put there by mistake.

use uuid::Uuid;

/// What replaces a segment.
const HIDDEN: &str = "…";
/// The maximum length of a segment that no route declares: that of an id. Tokens and secrets are longer.
const MAXIMUM_LENGTH: usize = 36;

/// The path without segments that could be a value, such as an email address in place of an id, or a token. What follows the path
/// is never logged.
pub fn logged_path(path: &str, route: Option<&str>) -> String {
    let mut declared = route.map(|route| route.split('/'));
    let mut is_declared = route.is_some();
    let mut shown = String::with_capacity(path.len());
    for (position, segment) in path.split('/').enumerate() {
        let expected = declared.as_mut().and_then(Iterator::next).unwrap_or_default();
        is_declared &= !expected.starts_with("{*");
        let is_shown = if is_declared {
            segment == expected || segment.is_empty() || Uuid::try_parse(segment).is_ok()
        } else {
            segment.len() <= MAXIMUM_LENGTH && segment.bytes().all(is_plain)
        };
        if position > 0 {
            shown.push('/');
        }
        shown.push_str(if is_shown { segment } else { HIDDEN });
    }
    shown
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "7b1c2f3a-0000-4000-8000-000000000001";

    #[test]
    fn segments_that_could_be_values_are_hidden() {
        for (path, route, shown) in [
            ("/api/v2/ideas", Some("/api/v2/ideas"), "/api/v2/ideas"),
            ("/api/v2/ideas/", Some("/api/v2/ideas"), "/api/v2/ideas/"),
            (&format!("/api/v2/users/{ID}"), Some("/api/v2/users/{id}"), &format!("/api/v2/users/{ID}")),
            ("/api/v2/users/jane-doe", Some("/api/v2/users/{id}"), "/api/v2/users/…"),
            ("/api/v2/users/jane@example.org", Some("/api/v2/users/{id}"), "/api/v2/users/…"),
            ("/admin/clients/x@y", Some("/admin/{*path}"), "/admin/clients/…"),
            ("/docs/guides/start", None, "/docs/guides/start"),
            ("/jane%40example.org", None, "/…"),
            ("/a/eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", None, "/a/…"),
            ("//metrics", None, "//metrics"),
        ] {
            assert_eq!(logged_path(path, route), shown, "{path}");
        }
    }
}
