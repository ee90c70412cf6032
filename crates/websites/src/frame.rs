//! `/embed`: the elements as pages, for systems that show frames of other websites only.

use std::sync::Arc;

use aws_lc_rs::digest::{SHA256, digest};
use axum::extract::State;
use axum::response::{Html, IntoResponse as _, Response};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use folkmoot_api::path_id::PathId;
use folkmoot_api::preconditions::{enabled_platform, require_current_data};
use folkmoot_api::problem::Problem;
use folkmoot_api::publishable_keys;
use folkmoot_api::security_headers::{OwnPolicy, PUBLIC_RESOURCE};
use folkmoot_portal::Encoding;
use folkmoot_store::platform::Platform;
use http::{HeaderMap, HeaderName, HeaderValue, Uri, header};

use super::WebsiteState;
use super::components::Components;
use super::frame_parameters::{EVENTS, FrameParameters};

/// What sent the request of a page: `same-origin` if it was a page of this server (Fetch Metadata).
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Permits pages that are isolated from other origins, such as the console, to show the frame. Images are requested without cookies.
const ISOLATION: (HeaderName, HeaderValue) =
    (HeaderName::from_static("cross-origin-embedder-policy"), HeaderValue::from_static("credentialless"));

/// `GET /embed/{list}`
pub async fn page(
    State(state): State<Arc<WebsiteState>>,
    PathId(list): PathId,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, Problem> {
    let parameters = FrameParameters::read(&list, &uri)?;
    require_current_data(&state.platform).await?;
    let platform = enabled_platform(&state.platform)?;
    let origins = publishable_keys::origins(&parameters.key, &state.platform).await?;
    let components = state.components.as_ref();
    let components = components.ok_or_else(|| Problem::internal("the build has no web components"))?;
    let style = style(&parameters);
    let policy = policy(&style, &ancestors(&state, origins, &headers));
    let mut response = Html(html(&parameters, &platform.platform, components, &style)).into_response();
    let max_age = format!("public, max-age={}", state.max_age_seconds);
    for (name, value) in [(header::CONTENT_SECURITY_POLICY, policy), (header::CACHE_CONTROL, max_age)] {
        response.headers_mut().insert(name, HeaderValue::from_str(&value).map_err(Problem::internal)?);
    }
    response.headers_mut().append(header::VARY, HeaderValue::from(FETCH_SITE));
    for (name, value) in [PUBLIC_RESOURCE, ISOLATION] {
        response.headers_mut().insert(name, value);
    }
    response.extensions_mut().insert(OwnPolicy);
    Ok(response)
}

/// The origins whose pages may contain the frame: those of the key, and the console, which shows it before.
fn ancestors(state: &WebsiteState, mut origins: Vec<String>, headers: &HeaderMap) -> Vec<String> {
    let site = headers.get(FETCH_SITE).and_then(|site| site.to_str().ok());
    if matches!(site, Some("same-origin" | "same-site")) {
        origins.push("'self'".to_owned());
        origins.extend(state.console_origins.iter().cloned());
    }
    origins
}

/// Everything comes from this server but the images of records.
fn policy(style: &str, ancestors: &[String]) -> String {
    let hash = BASE64_STANDARD.encode(digest(&SHA256, style.as_bytes()));
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-{hash}'; connect-src 'self'; img-src http: https:; \
         base-uri 'none'; form-action 'none'; frame-ancestors {}",
        ancestors.join(" ")
    )
}

/// The custom properties of the page.
fn style(parameters: &FrameParameters) -> String {
    let accent = parameters.accent.as_ref();
    accent.map_or_else(String::new, |accent| format!(":root{{--folkmoot-accent:{accent}}}"))
}

/// The page. Links in it open in the window of the website.
fn html(parameters: &FrameParameters, platform: &Platform, components: &Components, style: &str) -> String {
    let element = parameters.list.element;
    let attributes = parameters.attributes.iter().fold(String::new(), |all, (name, value)| {
        all + &format!(" {}=\"{}\"", name.replace('_', "-"), escaped(value))
    });
    let theme =
        parameters.theme.as_ref().map_or_else(String::new, |theme| format!(" data-theme=\"{theme}\""));
    let locale = parameters.locale.as_deref().filter(|locale| !locale.is_empty());
    let locale = locale.unwrap_or_else(|| platform.default_locale());
    let direction = if is_right_to_left(locale) { " dir=\"rtl\"" } else { "" };
    let language = escaped(locale);
    // Events take place where the platform is, not where the visitor is.
    let chooses_zone = parameters.attributes.iter().any(|(name, _)| *name == "time_zone");
    let zone = platform.time_zone.as_ref().filter(|_| element == EVENTS && !chooses_zone);
    let zone = zone.map_or_else(String::new, |zone| format!(" time-zone=\"{}\"", escaped(zone)));
    let (name, url) = (escaped(&platform.name), escaped(&platform.url));
    let module = components.module_url();
    format!(
        r#"<!doctype html>
<html lang="{language}"{direction}{theme}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{name}</title>
<base target="_top">
<link rel="stylesheet" href="/components/embed.css">
<style>{style}</style>
<script type="module" src="{module}"></script>
<script type="module" src="/components/embed.js"></script>
</head>
<body>
<{element}{attributes}{zone}><p><a href="{url}">{name}</a></p></{element}>
</body>
</html>
"#
    )
}

/// Whether the texts of a locale are written from right to left.
fn is_right_to_left(locale: &str) -> bool {
    let language = locale.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
    ["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"].contains(&language.as_str())
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    Encoding::Html.write(text, &mut escaped);
    escaped
}
