//! How a client authenticates at the token endpoint: HTTP Basic or parameters of the form (RFC 6749, section 2.3.1).

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use http::{HeaderMap, header};

use super::error::{INVALID_CLIENT, OAuthError};
use super::form::{TokenForm, decode};
use crate::sign_in::Credentials;

/// Base64 with or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The credentials of a request. Fails if it has none, or more than one kind.
pub fn credentials(headers: &HeaderMap, form: &TokenForm) -> Result<Credentials, OAuthError> {
    let mut lines = headers.get_all(header::AUTHORIZATION).iter();
    let Some(line) = lines.next() else { return form_credentials(form) };
    if lines.next().is_some() {
        return Err(OAuthError::invalid_request("The request has more than one Authorization header."));
    }
    let credentials = basic_credentials(line.as_bytes())?;
    if form.client_secret.is_some() {
        let detail =
            "The request has credentials in the Authorization header and in the form. Send only one.";
        return Err(OAuthError::invalid_request(detail));
    }
    // A client may identify itself in the form in addition (RFC 6749, section 3.2.1).
    if form.client_id.as_ref().is_some_and(|id| *id != credentials.client_id) {
        let detail = "The client_id of the form is not that of the Authorization header.";
        return Err(OAuthError::invalid_request(detail));
    }
    Ok(credentials)
}

fn form_credentials(form: &TokenForm) -> Result<Credentials, OAuthError> {
    let TokenForm { client_id, client_secret, .. } = form;
    let client_id = client_id.clone().ok_or_else(|| {
        let detail = "The request has no client credentials. Send them with HTTP Basic authentication, or as client_id \
                      and client_secret in the form.";
        OAuthError::new(INVALID_CLIENT, detail)
    })?;
    Ok(Credentials { client_id, client_secret: client_secret.clone() })
}

/// Reads `Basic`, and the id and the secret as form values, joined by a colon, in Base64.
fn basic_credentials(header: &[u8]) -> Result<Credentials, OAuthError> {
    let header = header.trim_ascii();
    let end = header.iter().position(|byte| *byte == b' ').unwrap_or(header.len());
    let (scheme, encoded) = header.split_at(end);
    if !scheme.eq_ignore_ascii_case(b"basic") {
        let detail = "The authentication scheme is not supported. Use HTTP Basic authentication, or send the credentials \
                      in the form.";
        return Err(OAuthError::new(INVALID_CLIENT, detail));
    }
    let malformed = || {
        let detail = "The Authorization header is malformed. Expected Basic and the Base64 encoding of \
                      client_id:client_secret.";
        OAuthError::invalid_request(detail)
    };
    let decoded = BASE64.decode(encoded.trim_ascii()).map_err(|_| malformed())?;
    let colon = decoded.iter().position(|byte| *byte == b':').ok_or_else(malformed)?;
    let (id, secret) = (decode(&decoded[..colon]), decode(&decoded[colon + 1..]));
    let (client_id, client_secret) = id.zip(secret).ok_or_else(malformed)?;
    Ok(Credentials { client_id, client_secret: Some(client_secret) })
}
