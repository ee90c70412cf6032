//! The files of the console: those that the build embedded, and those of the provider.

use std::collections::HashMap;

use axum::response::Response;
use folkmoot_codings::precompressed::Precompressed;
use folkmoot_portal::media_type;
use folkmoot_portal::{EmbeddedFiles, File, PortalError, Provider};
use http::{HeaderMap, StatusCode, Uri};

use super::{CONSOLE_PATH, console_provider};

/// The page that runs the console.
const PAGE: &str = "/index.html";
/// The path of files whose names contain a hash of their content.
const HASHED_PATH: &str = "/assets/";
/// The caching of other files.
const NOT_HASHED: &str = "no-cache";
/// The best quality for a page, which is compressed once.
const BROTLI_QUALITY: i32 = 9;

/// The files of the console.
pub struct Console {
    files: HashMap<String, Precompressed>,
}

impl Console {
    /// The embedded console with the files of the provider; `None` if the program was built without one.
    pub fn open(embedded: EmbeddedFiles, provider: &Provider) -> Result<Option<Self>, PortalError> {
        let Some(files) = folkmoot_portal::Portal::embedded(embedded)? else { return Ok(None) };
        let files = files.files().map(|(path, file)| (path.to_owned(), precompressed(path, file)));
        let own = console_provider::files(provider).into_iter().map(|(path, content)| {
            let file = Precompressed::new(content, [], media_type(&path), NOT_HASHED);
            (path, file)
        });
        Ok(Some(Self { files: files.chain(own).collect() }))
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
        if path.starts_with(HASHED_PATH) { "public, max-age=31536000, immutable" } else { NOT_HASHED };
    Precompressed::new(file.content.clone(), file.compressed.iter().cloned(), media_type(path), caching)
        .with_brotli(BROTLI_QUALITY)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use folkmoot_portal::{Colours, Image};

    use super::*;

    #[test]
    fn the_provider_of_the_settings_replaces_the_one_of_the_build() {
        let colours = |primary: &str| Colours { primary: primary.to_owned(), accent: "#e39a2d".to_owned() };
        let provider = Provider {
            name: "City of Ashford".to_owned(),
            product: "Ashford \"takes part\"".to_owned(),
            tagline: String::new(),
            repository_url: None,
            company_url: None,
            forum_url: None,
            social_url: None,
            social_network: String::new(),
            logo: Some(Image { extension: "svg", content: "<svg/>".into() }),
            logo_dark: None,
            icon: None,
            light: colours("#7a1f4b"),
            dark: colours("#f2a7c8"),
            announcement: None,
            announcement_id: String::new(),
            copyright_year: 2026,
            try_it: true,
            operator_guides: true,
        };
        let build: EmbeddedFiles =
            &[("index.html", b"page"), ("provider.css", b"default"), ("provider.js", b"default")];
        let console = Console::open(build, &provider).unwrap().unwrap();
        let text = |path: &str| {
            let response = console.response(&path.parse().unwrap(), &HeaderMap::new()).unwrap();
            let body = axum::body::to_bytes(response.into_body(), 10_000);
            let body = futures_util::FutureExt::now_or_never(body).unwrap().unwrap();
            String::from_utf8(body.to_vec()).unwrap()
        };
        assert_eq!(text("/admin/clients"), "page");
        assert_eq!(text("/admin/provider/logo.svg"), "<svg/>");
        assert_eq!(
            text("/admin/provider.css"),
            ":root{--provider-primary:#7a1f4b;--provider-accent:#e39a2d}\
             [data-theme=dark]{--provider-primary:#f2a7c8;--provider-accent:#e39a2d}"
        );
        let script = text("/admin/provider.js");
        let shown: serde_json::Value =
            serde_json::from_str(script.strip_prefix("folkmootProvider=").unwrap()).unwrap();
        assert_eq!(shown["product"], "Ashford \"takes part\"");
        assert_eq!(shown["logo"], "/admin/provider/logo.svg");
        assert_eq!(shown["logo_dark"], "/admin/provider/logo.svg", "the same as for light backgrounds");
        assert_eq!(shown["icon"], serde_json::Value::Null);
    }
}
