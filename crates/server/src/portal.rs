//! Serves the built portal from memory: a few megabytes of files, each with its compressed variants.
//!
//! This is our own code because `ServeDir` of tower-http has no `ETag` (a rebuilt page keeps the modification time of its
//! second), reads from the disk for every request, and redirects a directory to its path with a slash, while the server
//! serves every path with and without a slash. `memory-serve` embeds files when the server is compiled.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use axum::extract::Request;
use axum::response::{IntoResponse, Redirect, Response};
use bytes::Bytes;
use http::{HeaderName, HeaderValue, StatusCode, header};

use super::precompressed::Precompressed;

/// The files of the portal, by their path from its root, with a leading slash.
#[derive(Debug)]
pub struct Portal {
    files: HashMap<String, Precompressed>,
}

/// The files of the portal cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("failed to read the portal in {}: {cause}", folder.display())]
pub struct PortalError {
    folder: PathBuf,
    cause: std::io::Error,
}

/// Suffixes of compressed variants with their encodings, best first.
const ENCODINGS: [(&str, &str); 2] = [(".br", "br"), (".gz", "gzip")];
/// The path of files whose names contain a hash of their content.
const HASHED_PATH: &str = "/assets/";

impl Portal {
    /// Reads every file of the folder into memory.
    pub fn read(folder: &Path) -> Result<Self, PortalError> {
        let cause = |cause| PortalError { folder: folder.to_owned(), cause };
        let mut contents = HashMap::new();
        read_folder(folder, "", &mut contents).map_err(cause)?;
        if !contents.contains_key("/index.html") {
            return Err(cause(std::io::Error::other(
                "index.html is missing; build the portal with `make build`",
            )));
        }
        let is_variant = |path: &str| {
            ENCODINGS.iter().any(|(suffix, _)| {
                path.strip_suffix(suffix).is_some_and(|plain| contents.contains_key(plain))
            })
        };
        let plain = contents.iter().filter(|(path, _)| !is_variant(path));
        let files = plain.map(|(path, bytes)| (path.clone(), file(path, bytes, &contents))).collect();
        Ok(Self { files })
    }

    /// The response to a `GET` or `HEAD` request for a page or a file. If it does not exist, the response is `404.html`;
    /// `None` if the portal does not have that page.
    pub fn response(&self, request: &Request) -> Option<Response> {
        let (path, headers) = (request.uri().path(), request.headers());
        if let Some(target) = without_html(path) {
            let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
            return Some(Redirect::permanent(&format!("{target}{query}")).into_response());
        }
        match (self.find(path), self.files.get("/404.html")) {
            (Some(file), _) => Some(with_security_headers(file.response(StatusCode::OK, headers))),
            (None, Some(page)) => Some(with_security_headers(page.response(StatusCode::NOT_FOUND, headers))),
            (None, None) => None,
        }
    }

    fn find(&self, path: &str) -> Option<&Precompressed> {
        let decoded = percent_decoded(path)?;
        let bare = decoded.trim_end_matches('/');
        [decoded.clone(), format!("{bare}/index.html"), format!("{bare}.html")]
            .iter()
            .find_map(|candidate| self.files.get(candidate))
    }
}

/// A file with its compressed variants.
fn file(path: &str, bytes: &Bytes, contents: &HashMap<String, Bytes>) -> Precompressed {
    let compressed = ENCODINGS.iter().filter_map(|(suffix, encoding)| {
        let bytes = contents.get(&format!("{path}{suffix}"))?;
        Some((*encoding, bytes.clone()))
    });
    let caching =
        if path.starts_with(HASHED_PATH) { "public, max-age=31536000, immutable" } else { "no-cache" };
    Precompressed::new(bytes.clone(), compressed, media_type(path), caching)
}

fn with_security_headers(mut response: Response) -> Response {
    for (name, value) in SECURITY_HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Headers that prevent framing by other sites and guessing of the content type, and limit the `Referer` header.
const SECURITY_HEADERS: [(HeaderName, &str); 3] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "SAMEORIGIN"),
    (header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
];

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

fn media_type(path: &str) -> &'static str {
    let extension = path.rsplit('.').next().unwrap_or_default();
    match extension {
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
        "yaml" => "application/yaml; charset=utf-8",
        "atom" => "application/atom+xml; charset=utf-8",
        "zip" => "application/zip",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
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
