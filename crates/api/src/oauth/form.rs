//! The form of a token request: `application/x-www-form-urlencoded`.

use super::error::OAuthError;

/// The only supported grant type.
pub const GRANT_TYPE: &str = "client_credentials";

/// The parameters of a token request. Unknown parameters are ignored, and a blank parameter counts as absent (RFC 6749,
/// section 3.2).
#[derive(Debug, Default, PartialEq, Eq)]
pub struct TokenForm {
    /// `grant_type`
    pub grant_type: Option<String>,
    /// `scope`
    pub scope: Option<String>,
    /// `client_id`
    pub client_id: Option<String>,
    /// `client_secret`
    pub client_secret: Option<String>,
}

impl TokenForm {
    /// Parses a body. Fails if a parameter occurs twice or is not valid UTF-8.
    pub fn parse(body: &[u8]) -> Result<Self, OAuthError> {
        let mut form = Self::default();
        let mut names = Vec::new();
        for pair in body.split(|byte| *byte == b'&').filter(|pair| !pair.is_empty()) {
            let mut parts = pair.splitn(2, |byte| *byte == b'=');
            let mut next = || decode(parts.next().unwrap_or_default());
            let (Some(name), Some(value)) = (next(), next()) else {
                return Err(OAuthError::invalid_request("The body is not valid UTF-8."));
            };
            if names.contains(&name) {
                return Err(OAuthError::invalid_request("A parameter occurs more than once."));
            }
            let value = (!value.is_empty()).then_some(value);
            match name.as_str() {
                "grant_type" => form.grant_type = value,
                "scope" => form.scope = value,
                "client_id" => form.client_id = value,
                "client_secret" => form.client_secret = value,
                _ => {}
            }
            names.push(name);
        }
        Ok(form)
    }
}

/// Decodes a name or a value of a form; `None` if it is not valid UTF-8.
pub fn decode(encoded: &[u8]) -> Option<String> {
    let spaced: Vec<u8> = encoded.iter().map(|byte| if *byte == b'+' { b' ' } else { *byte }).collect();
    percent_encoding::percent_decode(&spaced).decode_utf8().ok().map(std::borrow::Cow::into_owned)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn parameters_are_decoded_and_unknown_ones_are_ignored() {
        let form =
            TokenForm::parse(b"grant%5Ftype=client+credentials&x&=y&&client_secret=%2B%C3%A9%3D=&scope=");
        let form = form.unwrap();
        assert_eq!(form.grant_type.as_deref(), Some("client credentials"));
        assert_eq!(form.client_secret.as_deref(), Some("+é=="));
        assert_eq!((form.scope, form.client_id), (None, None));
        assert_eq!(TokenForm::parse(b"").unwrap(), TokenForm::default());
    }

    #[test]
    fn repeated_and_undecodable_parameters_are_errors() {
        for body in ["scope=a&scope=a", "scope=&scope=a", "x=1&y=2&%78=3", "x=%FF", "%FF=x"] {
            assert!(TokenForm::parse(body.as_bytes()).is_err(), "{body}");
        }
    }
}
