//! Serves the developer portal under the provider's names and URLs.
//!
//! This is our own code because `ServeDir` of tower-http has no `ETag` (a rebuilt page keeps the modification time of its
//! second), reads from the disk for every request, and redirects a directory to its path with a slash, while the server
//! serves every path with and without a slash.

mod export;
mod provider;
mod rendered;

use std::collections::HashMap;
use std::sync::Arc;

use axum::response::{IntoResponse, Redirect, Response};
use folkmoot_portal::media_type;
use folkmoot_portal::{EmbeddedFiles, File, IMAGE_POLICY, Provider};
use folkmoot_runtime::blocking::{BlockingError, BlockingPool};
use folkmoot_settings::{PortalSource, Settings, UnusableSetting};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};

pub use export::{ExportError, export};
use folkmoot_api::security_headers::{OwnPolicy, PUBLIC_RESOURCE};
use folkmoot_api::server_urls::RequestUrls;
use folkmoot_codings::precompressed::Precompressed;
pub use provider::provider;
use rendered::{Rendered, RenderedCache, RenderedKey};

/// The path of files whose names contain a hash of their content.
const HASHED_PATH: &str = "/assets/";
/// The page for paths that do not exist.
const NOT_FOUND_PAGE: &str = "/404.html";

/// The portal and its provider.
pub struct Portal {
    files: folkmoot_portal::Portal,
    provider: Provider,
    /// Files that are the same under every provider, and the provider's images.
    fixed: HashMap<String, Fixed>,
    rendered: RenderedCache,
    rendering: BlockingPool,
}

/// Maximum files that are rendered concurrently, and that wait for it.
const MAX_RENDERING: usize = 2;
const MAX_QUEUED: usize = 1000;

/// A file that is not rendered.
struct Fixed {
    content: Precompressed,
    policy: &'static str,
}

/// Headers that prevent framing by other sites and guessing of the content type, and limit the `Referer` header.
const SECURITY_HEADERS: [(HeaderName, &str); 3] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "SAMEORIGIN"),
    (header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
];
/// The Content-Security-Policy of other files. It matters for those that are opened as a page, and for scripts of workers.
const ASSET_POLICY: &str = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'self'";

impl Portal {
    /// The portal according to the settings, which may be the embedded one; `None` if none is to be served.
    pub fn open(
        settings: &Settings,
        embedded: EmbeddedFiles,
        provider: Provider,
    ) -> Result<Option<Self>, UnusableSetting> {
        let Some(files) = files(settings, embedded)? else { return Ok(None) };
        let mut fixed: HashMap<_, _> = files
            .files()
            .filter(|(path, file)| !is_rendered(path, file))
            .map(|(path, file)| (path.to_owned(), Fixed { content: fixed(path, file), policy: ASSET_POLICY }))
            .collect();
        for (path, image) in provider.images() {
            let content = Precompressed::new(image.content.clone(), [], media_type(&path), "no-cache");
            fixed.insert(path, Fixed { content, policy: IMAGE_POLICY });
        }
        let rendering = BlockingPool::new("portal pages", MAX_RENDERING, MAX_QUEUED);
        Ok(Some(Self { files, provider, fixed, rendered: rendered::cache(), rendering }))
    }

    /// The response to a `GET` or `HEAD` request for a page or a file; `None` if it does not exist. Fails if too many files are
    /// being rendered.
    pub async fn response(
        self: &Arc<Self>,
        uri: &Uri,
        headers: &HeaderMap,
        urls: &RequestUrls<'_>,
    ) -> Result<Option<Response>, BlockingError> {
        let path = uri.path();
        if let Some(target) = without_html(path) {
            let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
            return Ok(Some(Redirect::permanent(&format!("{target}{query}")).into_response()));
        }
        for candidate in candidates(path) {
            if let Some(fixed) = self.fixed.get(&candidate) {
                return Ok(Some(fixed.response(headers)));
            }
            if self.files.file(&candidate).is_some() {
                let rendered = self.rendered(candidate, urls).await?;
                return Ok(Some(rendered.response(StatusCode::OK, headers)));
            }
        }
        Ok(None)
    }

    /// The response with the page for paths that do not exist; `None` if the portal does not have it. Fails like
    /// [`Self::response`].
    pub async fn not_found(
        self: &Arc<Self>,
        headers: &HeaderMap,
        urls: &RequestUrls<'_>,
    ) -> Result<Option<Response>, BlockingError> {
        if self.files.file(NOT_FOUND_PAGE).is_none() {
            return Ok(None);
        }
        let rendered = self.rendered(NOT_FOUND_PAGE.to_owned(), urls).await?;
        Ok(Some(rendered.response(StatusCode::NOT_FOUND, headers)))
    }

    /// A file under the URLs of a request, from the cache or rendered now.
    async fn rendered(
        self: &Arc<Self>,
        path: String,
        urls: &RequestUrls<'_>,
    ) -> Result<Arc<Rendered>, BlockingError> {
        let key = RenderedKey {
            path,
            portal_url: urls.portal.to_string(),
            api_url: urls.api.to_string(),
            depends_on_host: urls.depend_on_host(),
        };
        let (portal, rendered_key) = (Arc::clone(self), key.clone());
        let render = self.rendering.run(move || portal.render(&rendered_key));
        self.rendered.get_or_insert_async(&key, render).await
    }

    fn render(&self, key: &RenderedKey) -> Arc<Rendered> {
        let values = self.provider.values(&key.portal_url, &key.api_url);
        let content = self.files.file(&key.path).map(|file| file.rendered(&values)).unwrap_or_default();
        Arc::new(Rendered::new(content, key))
    }
}

impl Fixed {
    fn response(&self, headers: &HeaderMap) -> Response {
        let mut response = self.content.response(StatusCode::OK, headers);
        let policy = HeaderValue::from_static(self.policy);
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
        with_security_headers(response)
    }
}

impl std::fmt::Debug for Portal {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Portal").field("provider", &self.provider.name).finish_non_exhaustive()
    }
}

/// The files of the portal that the settings name; `None` if there is none.
fn files(
    settings: &Settings,
    embedded: EmbeddedFiles,
) -> Result<Option<folkmoot_portal::Portal>, UnusableSetting> {
    let portal = match &settings.portal {
        PortalSource::Embedded => folkmoot_portal::Portal::embedded(embedded),
        PortalSource::Folder(folder) => folkmoot_portal::Portal::read(folder).map(Some),
        PortalSource::Off => Ok(None),
    };
    portal.map_err(|error| UnusableSetting::new("portal", error))
}

/// Whether a file contains values of the provider or needs a Content-Security-Policy.
fn is_rendered(path: &str, file: &File) -> bool {
    file.is_template() || media_type(path).starts_with("text/html")
}

/// A file that is the same under every provider, with its compressed variants.
fn fixed(path: &str, file: &File) -> Precompressed {
    let caching =
        if path.starts_with(HASHED_PATH) { "public, max-age=31536000, immutable" } else { "no-cache" };
    Precompressed::new(file.content.clone(), file.compressed.iter().cloned(), media_type(path), caching)
}

/// The paths of the files that a request path can mean.
fn candidates(path: &str) -> [String; 3] {
    let decoded = percent_encoding::percent_decode_str(path).decode_utf8_lossy();
    let bare = decoded.trim_end_matches('/');
    [decoded.to_string(), format!("{bare}/index.html"), format!("{bare}.html")]
}

fn with_security_headers(mut response: Response) -> Response {
    for (name, value) in SECURITY_HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    let (name, value) = PUBLIC_RESOURCE;
    response.headers_mut().insert(name, value);
    response.extensions_mut().insert(OwnPolicy);
    response
}

/// The path to redirect to if a path ends in `.html`: the same path without the suffix.
fn without_html(path: &str) -> Option<String> {
    let bare = path.strip_suffix(".html")?;
    // A redirect to a path with two leading slashes would lead to another host.
    let bare = format!("/{}", bare.trim_start_matches('/'));
    Some(match bare.strip_suffix("/index") {
        Some("") => "/".to_owned(),
        Some(folder) => folder.to_owned(),
        None => bare,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_with_html_redirect_within_the_same_host() {
        assert_eq!(without_html("/guides/a.html").as_deref(), Some("/guides/a"));
        assert_eq!(without_html("/index.html").as_deref(), Some("/"));
        assert_eq!(without_html("/blog/index.html").as_deref(), Some("/blog"));
        assert_eq!(without_html("//evil.example/a.html").as_deref(), Some("/evil.example/a"));
        assert_eq!(without_html("/guides/a"), None);
    }
}
