//! The challenges of responses to requests without a sufficient token (RFC 6750, section 3).

use http::{HeaderMap, HeaderValue, header};

use super::paths::{BASE_PATH, MCP_PATH, PROTECTED_RESOURCE_PATH};
use super::server_urls::RequestUrls;

/// Adds the URL of the metadata to a challenge for a token (RFC 9728, section 5.1), which standard clients read to find out
/// where they get one. `path` is that of the request.
pub fn add_metadata_url(headers: &mut HeaderMap, urls: &RequestUrls<'_>, path: &str) {
    let challenge = headers.get(header::WWW_AUTHENTICATE).and_then(|value| value.to_str().ok());
    let Some(parameters) = challenge.and_then(|challenge| challenge.strip_prefix("Bearer")) else { return };
    let separator = if parameters.is_empty() { "" } else { "," };
    let resource = if path.trim_end_matches('/') == MCP_PATH { MCP_PATH } else { BASE_PATH };
    let url = format!("{}{PROTECTED_RESOURCE_PATH}{resource}", urls.api);
    let challenge = format!(r#"Bearer{parameters}{separator} resource_metadata="{url}""#);
    if let Ok(challenge) = HeaderValue::from_str(&challenge) {
        headers.insert(header::WWW_AUTHENTICATE, challenge);
    }
}
