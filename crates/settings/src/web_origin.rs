//! Origins of websites (RFC 6454).

use http::Uri;

/// Maximum number of origins of a publishable key.
const MAX_ORIGINS_OF_KEY: usize = 50;

/// An origin as browsers send it: `https://map.example.org`, or with a port that is not the scheme's default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebOrigin(String);

impl WebOrigin {
    /// Parses an origin, without a path or a slash at its end; `None` if it is invalid.
    pub fn parse(text: &str) -> Option<Self> {
        let origin = Self::of_url(text)?;
        let (_, authority) = text.split_once("://")?;
        (!authority.contains(['/', '?', '#'])).then_some(origin)
    }

    /// The origin of an absolute URL with HTTP or HTTPS; `None` for any other URL.
    pub fn of_url(url: &str) -> Option<Self> {
        let uri: Uri = url.parse().ok()?;
        let scheme = uri.scheme_str().map(str::to_ascii_lowercase)?;
        let default_port = match scheme.as_str() {
            "http" => 80,
            "https" => 443,
            _ => return None,
        };
        let authority = uri.authority().filter(|authority| !authority.as_str().contains(['@', '*']))?;
        let host = Some(authority.host().to_ascii_lowercase()).filter(|host| !host.is_empty())?;
        // A port that is missing after its colon, or too large.
        if authority.port_u16().is_none() && authority.as_str() != authority.host() {
            return None;
        }
        let port = authority.port_u16().filter(|port| *port != default_port);
        let port = port.map(|port| format!(":{port}")).unwrap_or_default();
        Some(Self(format!("{scheme}://{host}{port}")))
    }

    /// The origins of a publishable key, without repetitions. Fails with what was expected if there are none or too many, or if
    /// one is invalid.
    pub fn of_key<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Vec<String>, String> {
        let mut origins: Vec<String> = Vec::new();
        for text in texts {
            let origin = Self::parse(text.trim()).ok_or_else(|| {
                let shown: String = text.chars().take(100).collect();
                format!("'{shown}' is not an origin; expected each as in a page's URL up to the host or the port, such as https://www.city.example")
            })?;
            if !origins.contains(&origin.0) {
                origins.push(origin.0);
            }
        }
        if (1..=MAX_ORIGINS_OF_KEY).contains(&origins.len()) {
            return Ok(origins);
        }
        Err(format!("expected 1 to {MAX_ORIGINS_OF_KEY} origins, such as https://www.city.example"))
    }

    /// The text of the origin.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Option<String> {
        WebOrigin::parse(text).map(|origin| origin.0)
    }

    #[test]
    fn origins_are_written_as_browsers_send_them() {
        for (text, expected) in [
            ("https://map.example.org", "https://map.example.org"),
            ("HTTPS://Map.Example.org:443", "https://map.example.org"),
            ("http://localhost:3000", "http://localhost:3000"),
            ("http://localhost:80", "http://localhost"),
            ("https://example.org:80", "https://example.org:80"),
            ("http://[::1]:8080", "http://[::1]:8080"),
        ] {
            assert_eq!(parsed(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn other_texts_are_not_origins() {
        for text in [
            "",
            "*",
            "null",
            "map.example.org",
            "https://",
            "https://*",
            "https://*.example.org",
            "https://map.example.org/",
            "https://map.example.org/path",
            "https://map.example.org?x",
            "https://map.example.org#x",
            "https://user@map.example.org",
            "https://map.example.org:",
            "https://map.example.org:99999",
            "ftp://map.example.org",
            "file:///map",
            "https://map example.org",
            "https://bücher.example",
        ] {
            assert_eq!(parsed(text), None, "{text}");
        }
    }

    #[test]
    fn the_origins_of_a_key_are_one_or_more() {
        let origins = |texts: &[&str]| WebOrigin::of_key(texts.iter().copied());
        let two = Ok(vec!["https://a.example".to_owned(), "https://b.example".to_owned()]);
        assert_eq!(origins(&["https://A.example", " https://b.example", "https://a.example:443"]), two);
        for wrong in [&[][..], &[""], &["*"], &["null"], &["https://a.example", "a.example"]] {
            assert!(origins(wrong).is_err(), "{wrong:?}");
        }
        let many: Vec<String> = (0..51).map(|number| format!("https://{number}.example")).collect();
        assert!(WebOrigin::of_key(many.iter().map(String::as_str)).is_err());
    }

    #[test]
    fn the_origin_of_a_url_has_no_path() {
        assert_eq!(
            WebOrigin::of_url("https://Example.org:443/part").map(|it| it.0).as_deref(),
            Some("https://example.org")
        );
    }
}
