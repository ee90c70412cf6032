//! The cookies of administrators (RFC 6265).

use folkmoot_api::problem::Problem;
use http::{HeaderMap, HeaderValue, header};

/// A cookie of the console. Under TLS its name has the prefix `__Host-`, so that browsers accept it only from this host, with
/// `Secure`; a cookie without the prefix is then ignored.
#[derive(Debug, Clone, Copy)]
pub struct Cookie {
    secure_name: &'static str,
    plain_name: &'static str,
    same_site: &'static str,
}

/// The cookie with the token of the session.
pub const SESSION: Cookie =
    Cookie { secure_name: "__Host-folkmoot_admin", plain_name: "folkmoot_admin", same_site: "Strict" };

/// The cookie with the state of a sign-in at an `OpenID` provider, which redirects back from another site.
pub const SIGN_IN: Cookie = Cookie {
    secure_name: "__Host-folkmoot_admin_sign_in",
    plain_name: "folkmoot_admin_sign_in",
    same_site: "Lax",
};

impl Cookie {
    fn name(self, is_secure: bool) -> &'static str {
        if is_secure { self.secure_name } else { self.plain_name }
    }

    /// The value that a request sent; `None` if there is none or several.
    pub fn read(self, headers: &HeaderMap, is_secure: bool) -> Option<&str> {
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let mut values = pairs.filter(|(name, _)| *name == self.name(is_secure)).map(|(_, value)| value);
        let value = values.next()?;
        values.next().is_none().then_some(value)
    }

    /// The header that sets the cookie; with `max_age_seconds`, also across restarts of the browser.
    pub fn set(
        self,
        value: &str,
        is_secure: bool,
        max_age_seconds: Option<u64>,
    ) -> Result<HeaderValue, Problem> {
        let (name, same_site) = (self.name(is_secure), self.same_site);
        let secure = if is_secure { "; Secure" } else { "" };
        let max_age = max_age_seconds.map(|seconds| format!("; Max-Age={seconds}")).unwrap_or_default();
        let cookie = format!("{name}={value}; Path=/; HttpOnly; SameSite={same_site}{secure}{max_age}");
        HeaderValue::from_str(&cookie).map_err(Problem::internal)
    }

    /// The header that deletes the cookie.
    pub fn delete(self, is_secure: bool) -> Result<HeaderValue, Problem> {
        self.set("", is_secure, Some(0))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn read(lines: &[&str], is_secure: bool) -> Option<String> {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(header::COOKIE, line.parse().unwrap());
        }
        SESSION.read(&headers, is_secure).map(str::to_owned)
    }

    #[test]
    fn the_cookie_is_found_by_the_name_of_the_connection() {
        assert_eq!(read(&["a=1; folkmoot_admin=x; b=2"], false).as_deref(), Some("x"));
        assert_eq!(read(&["a=1", "__Host-folkmoot_admin=y"], true).as_deref(), Some("y"));
        assert_eq!(read(&["folkmoot_admin=x"], true), None, "a cookie that another host could have set");
        assert_eq!(read(&["folkmoot_admin=x; folkmoot_admin=y"], false), None, "ambiguous");
        assert_eq!(read(&[], false), None);
    }

    #[test]
    fn cookies_have_their_attributes() {
        assert_eq!(
            SESSION.set("x", true, None).unwrap(),
            "__Host-folkmoot_admin=x; Path=/; HttpOnly; SameSite=Strict; Secure"
        );
        assert_eq!(
            SIGN_IN.delete(false).unwrap(),
            "folkmoot_admin_sign_in=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"
        );
    }
}
