//! Serving the built portal from memory: a few megabytes of files, each with its compressed variants.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use aws_lc_rs::digest::{SHA256, digest};
use axum::body::Body;
use axum::extract::Request;
use axum::response::{IntoResponse, Redirect, Response};
use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};

/// The files of the portal, by their path from its root, `/` at the beginning.
#[derive(Debug)]
pub struct Portal {
    files: HashMap<String, PortalFile>,
}

#[derive(Debug)]
struct PortalFile {
    plain: Variant,
    /// Smaller first choice first.
    compressed: Vec<(&'static str, Variant)>,
    media_type: HeaderValue,
    caching: HeaderValue,
}

#[derive(Debug)]
struct Variant {
    bytes: Bytes,
    etag: HeaderValue,
}

/// The portal cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("the portal in {} cannot be served: {cause}", folder.display())]
pub struct PortalError {
    folder: PathBuf,
    cause: std::io::Error,
}

/// Endings of compressed variants, and the encodings that they are, best first.
const ENCODINGS: [(&str, &str); 2] = [(".br", "br"), (".gz", "gzip")];
/// Files under this path have the hash of their content in their name.
const HASHED: &str = "/assets/";

impl Portal {
    /// Reads every file of the folder.
    pub fn read(folder: &Path) -> Result<Self, PortalError> {
        let cause = |cause| PortalError { folder: folder.to_owned(), cause };
        let mut contents = HashMap::new();
        read_folder(folder, "", &mut contents).map_err(cause)?;
        if !contents.contains_key("/index.html") {
            return Err(cause(std::io::Error::other("it has no index.html; build it with `make build`")));
        }
        let is_variant = |path: &str| {
            ENCODINGS.iter().any(|(ending, _)| {
                path.strip_suffix(ending).is_some_and(|plain| contents.contains_key(plain))
            })
        };
        let plain = contents.iter().filter(|(path, _)| !is_variant(path));
        let files =
            plain.map(|(path, bytes)| (path.clone(), PortalFile::new(path, bytes, &contents))).collect();
        Ok(Self { files })
    }

    /// Answers a request for a page or a file; the page of `404.html`, with that status, where there is none.
    pub fn answer(self: &Arc<Self>, request: &Request) -> Response {
        let (method, path, headers) = (request.method(), request.uri().path(), request.headers());
        if method != Method::GET && method != Method::HEAD {
            return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET,HEAD")]).into_response();
        }
        if let Some(target) = without_html(path) {
            let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
            return Redirect::permanent(&format!("{target}{query}")).into_response();
        }
        match (self.find(path), self.files.get("/404.html")) {
            (Some(file), _) => file.answer(StatusCode::OK, headers),
            (None, Some(page)) => page.answer(StatusCode::NOT_FOUND, headers),
            (None, None) => StatusCode::NOT_FOUND.into_response(),
        }
    }

    fn find(&self, path: &str) -> Option<&PortalFile> {
        let decoded = percent_decoded(path)?;
        let bare = decoded.trim_end_matches('/');
        [decoded.clone(), format!("{bare}/index.html"), format!("{bare}.html")]
            .iter()
            .find_map(|candidate| self.files.get(candidate))
    }
}

impl PortalFile {
    fn new(path: &str, bytes: &Bytes, contents: &HashMap<String, Bytes>) -> Self {
        let compressed = ENCODINGS.iter().filter_map(|(ending, encoding)| {
            let bytes = contents.get(&format!("{path}{ending}"))?;
            Some((*encoding, Variant::new(bytes)))
        });
        let caching =
            if path.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
        Self {
            plain: Variant::new(bytes),
            compressed: compressed.collect(),
            media_type: media_type(path),
            caching: HeaderValue::from_static(caching),
        }
    }

    fn answer(&self, status: StatusCode, request: &HeaderMap) -> Response {
        let accepted =
            request.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let compressed = self.compressed.iter().find(|(encoding, _)| accepts(accepted, encoding));
        let variant = compressed.map_or(&self.plain, |(_, variant)| variant);
        let known = request.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        let fresh = known
            .flat_map(|value| value.split(','))
            .any(|etag| etag.trim().as_bytes() == variant.etag.as_bytes());
        let mut response = if fresh && status == StatusCode::OK {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            (status, Body::from(variant.bytes.clone())).into_response()
        };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, self.media_type.clone());
        headers.insert(header::CACHE_CONTROL, self.caching.clone());
        headers.insert(header::ETAG, variant.etag.clone());
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Some((encoding, _)) = compressed {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        for (name, value) in PROTECTIONS {
            headers.insert(name, HeaderValue::from_static(value));
        }
        response
    }
}

/// What keeps a page from being framed elsewhere or read as something that it is not.
const PROTECTIONS: [(HeaderName, &str); 3] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "SAMEORIGIN"),
    (header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
];

impl Variant {
    fn new(bytes: &Bytes) -> Self {
        let hash = hex::encode(&digest(&SHA256, bytes).as_ref()[..12]);
        let etag = HeaderValue::from_str(&format!("\"{hash}\"")).unwrap_or(HeaderValue::from_static("\"\""));
        Self { bytes: bytes.clone(), etag }
    }
}

/// Where an address that ends in `.html` leads: to the same one without.
fn without_html(path: &str) -> Option<String> {
    let bare = path.strip_suffix(".html")?;
    // Two slashes at the beginning would name another host.
    let bare = format!("/{}", bare.trim_start_matches('/'));
    Some(match bare.strip_suffix("/index") {
        Some("") => "/".to_owned(),
        Some(folder) => folder.to_owned(),
        None => bare,
    })
}

fn accepts(header: &str, encoding: &str) -> bool {
    header.split(',').any(|part| {
        let mut pieces = part.split(';').map(str::trim);
        pieces.next().is_some_and(|name| name.eq_ignore_ascii_case(encoding))
            && !pieces.any(|quality| matches!(quality, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

fn percent_decoded(path: &str) -> Option<String> {
    percent_encoding::percent_decode_str(path).decode_utf8().ok().map(std::borrow::Cow::into_owned)
}

fn read_folder(folder: &Path, prefix: &str, contents: &mut HashMap<String, Bytes>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let path = format!("{prefix}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            read_folder(&entry.path(), &path, contents)?;
        } else {
            contents.insert(path, std::fs::read(entry.path())?.into());
        }
    }
    Ok(())
}

fn media_type(path: &str) -> HeaderValue {
    let ending = path.rsplit('.').next().unwrap_or_default();
    HeaderValue::from_static(match ending {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json; charset=utf-8",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "xml" => "application/xml; charset=utf-8",
        "md" => "text/markdown; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lose_their_html_and_never_lead_to_another_host() {
        assert_eq!(without_html("/guides/a.html").as_deref(), Some("/guides/a"));
        assert_eq!(without_html("/index.html").as_deref(), Some("/"));
        assert_eq!(without_html("/blog/index.html").as_deref(), Some("/blog"));
        assert_eq!(without_html("//evil.example/a.html").as_deref(), Some("/evil.example/a"));
        assert_eq!(without_html("/guides/a"), None);
    }

    #[test]
    fn an_encoding_that_is_refused_is_not_sent() {
        assert!(accepts("gzip, br;q=0.9", "br"));
        assert!(!accepts("gzip, br;q=0", "br"));
        assert!(!accepts("", "gzip"));
    }
}
