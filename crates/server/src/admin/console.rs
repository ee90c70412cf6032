//! Serves the console: the files that the build embedded, and its page for every path that is not a file.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::{Html, IntoResponse, Response};
use folkmoot_portal::{EmbeddedFiles, File, PortalError};
use http::{HeaderValue, StatusCode, Uri, header};

use super::CONSOLE_PATH;
use crate::portal::media_type;
use crate::precompressed::{Precompressed, compressed_variants, is_text};
use crate::problem::Problem;
use crate::problem_table::ROUTE_NOT_FOUND;
use crate::security_headers::OwnPolicy;
use crate::state::AppState;

/// The Content-Security-Policy of the console. It loads everything from this server and runs nothing inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
     connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
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
    fn response(&self, uri: &Uri, headers: &http::HeaderMap) -> Option<Response> {
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

/// `GET /admin` and every path below it that has no route of its own.
pub async fn page(State(state): State<Arc<AppState>>, request: Request) -> Response {
    let Some(console) = &state.admin.console else {
        return Html(include_str!("no_console.html")).into_response();
    };
    if let Some(mut response) = console.response(request.uri(), request.headers()) {
        let policy = HeaderValue::from_static(POLICY);
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
        response.extensions_mut().insert(OwnPolicy);
        return response;
    }
    let path: String = request.uri().path().chars().take(200).collect();
    Problem::new(&ROUTE_NOT_FOUND, format!("The console has no file at '{path}'.")).into_response()
}
