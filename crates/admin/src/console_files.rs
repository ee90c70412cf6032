//! The files of the console that the build embedded.

use std::collections::HashMap;

use axum::response::Response;
use folkmoot_api::precompressed::{Precompressed, compressed_variants, is_text};
use folkmoot_portal::media_type;
use folkmoot_portal::{EmbeddedFiles, File, PortalError};
use http::{HeaderMap, StatusCode, Uri};

use super::CONSOLE_PATH;

/// The page that runs the console.
const PAGE: &str = "/index.html";
/// The path of files whose names contain a hash of their content.
const HASHED_PATH: &str = "/assets/";
/// The best quality for a page, which is compressed once at start.
const BROTLI_QUALITY: i32 = 9;

/// The files of the console.
pub struct Console {
    files: HashMap<String, Precompressed>,
}

impl Console {
    /// The embedded console; `None` if the program was built without one.
    pub fn open(embedded: EmbeddedFiles) -> Result<Option<Self>, PortalError> {
        let Some(files) = folkmoot_portal::Portal::embedded(embedded)? else { return Ok(None) };
        let files = files.files().map(|(path, file)| (path.to_owned(), precompressed(path, file)));
        Ok(Some(Self { files: files.collect() }))
    }

    /// The response to a request for a path below [`CONSOLE_PATH`]; `None` if it looks like a file that does not exist.
    pub fn response(&self, uri: &Uri, headers: &HeaderMap) -> Option<Response> {
        let path = uri.path().strip_prefix(CONSOLE_PATH).unwrap_or_default();
        let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
        let file = self.files.get(if is_file { path } else { PAGE })?;
        Some(file.response(StatusCode::OK, headers))
    }
}

fn precompressed(path: &str, file: &File) -> Precompressed {
    let caching =
        if path.starts_with(HASHED_PATH) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let media_type = media_type(path);
    let compressed = if file.compressed.is_empty() && is_text(media_type) {
        compressed_variants(&file.content, BROTLI_QUALITY)
    } else {
        file.compressed.clone()
    };
    Precompressed::new(file.content.clone(), compressed, media_type, caching)
}
