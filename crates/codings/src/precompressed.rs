//! Content that is stored in memory together with its compressed variants.

use std::io::Write as _;
use std::sync::OnceLock;

use aws_lc_rs::digest::{SHA256, digest};
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use brotli::enc::BrotliEncoderParams;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use http::{HeaderMap, HeaderValue, StatusCode, header};

use super::MIN_COMPRESSED_BYTES;

/// Content with its compressed variants.
#[derive(Debug)]
pub struct Precompressed {
    plain: Variant,
    /// By encoding, best first.
    compressed: Vec<(&'static str, Variant)>,
    /// The variants of text that has none in `compressed`, each made at the first request for it: a server starts without them, and
    /// most clients accept brotli.
    brotli_on_demand: Option<(i32, OnDemand)>,
    gzip_on_demand: OnDemand,
    media_type: HeaderValue,
    caching: HeaderValue,
    vary: HeaderValue,
}

/// `None` in it if the content is not worth compressing.
type OnDemand = OnceLock<Option<Variant>>;

#[derive(Debug)]
struct Variant {
    bytes: Bytes,
    etag: HeaderValue,
}

impl Precompressed {
    /// Content, and its compressed variants by encoding, best first.
    pub fn new(
        plain: Bytes,
        compressed: impl IntoIterator<Item = (&'static str, Bytes)>,
        media_type: &'static str,
        caching: &'static str,
    ) -> Self {
        let compressed =
            compressed.into_iter().map(|(encoding, bytes)| (encoding, Variant::new(bytes))).collect();
        Self {
            plain: Variant::new(plain),
            compressed,
            brotli_on_demand: None,
            gzip_on_demand: OnceLock::new(),
            media_type: HeaderValue::from_static(media_type),
            caching: HeaderValue::from_static(caching),
            vary: HeaderValue::from_static("accept-encoding"),
        }
    }

    /// The same content, whose text has a brotli variant of this quality, from 0 to 11, from the first request for it on.
    #[must_use]
    pub fn with_brotli(mut self, quality: i32) -> Self {
        self.brotli_on_demand = Some((quality, OnceLock::new()));
        self
    }

    /// The same content, which differs by these headers of the request.
    #[must_use]
    pub fn varying_by(mut self, headers: &'static str) -> Self {
        self.vary = HeaderValue::from_static(headers);
        self
    }

    /// The response to a request with these headers: the best variant that the client accepts, or 304 if the client has
    /// cached it.
    pub fn response(&self, status: StatusCode, request: &HeaderMap) -> Response {
        let accepted = joined(request, header::ACCEPT_ENCODING);
        let (encoding, variant) = self.best_variant(&accepted);
        let mut response = if status == StatusCode::OK && variant.is_cached(request) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            (status, Body::from(variant.bytes.clone())).into_response()
        };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, self.media_type.clone());
        headers.insert(header::CACHE_CONTROL, self.caching.clone());
        headers.insert(header::ETAG, variant.etag.clone());
        headers.insert(header::VARY, self.vary.clone());
        if let Some(encoding) = encoding {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        response
    }

    /// The best variant that a client accepts, with its encoding; `None` if it is not compressed.
    fn best_variant(&self, accepted: &str) -> (Option<&'static str>, &Variant) {
        if let Some((encoding, variant)) =
            self.compressed.iter().find(|(encoding, _)| accepts(accepted, encoding))
        {
            return (Some(encoding), variant);
        }
        let brotli = self.brotli_on_demand.as_ref().filter(|_| accepts(accepted, "br"));
        let brotli =
            brotli.and_then(|(quality, variant)| self.on_demand(variant, |text| brotli_of(text, *quality)));
        if let Some(variant) = brotli {
            return (Some("br"), variant);
        }
        let gzip = accepts(accepted, "gzip").then(|| self.on_demand(&self.gzip_on_demand, gzip_of)).flatten();
        gzip.map_or((None, &self.plain), |variant| (Some("gzip"), variant))
    }

    fn on_demand<'a>(
        &self,
        variant: &'a OnDemand,
        compress: impl FnOnce(&[u8]) -> std::io::Result<Vec<u8>>,
    ) -> Option<&'a Variant> {
        let make = || {
            let is_large = self.plain.bytes.len() >= MIN_COMPRESSED_BYTES;
            let is_worthwhile = is_large && self.media_type.to_str().is_ok_and(is_text);
            let compressed = is_worthwhile.then(|| compress(&self.plain.bytes).ok()).flatten()?;
            Some(Variant::new(compressed.into()))
        };
        variant.get_or_init(make).as_ref()
    }
}

impl Variant {
    fn new(bytes: Bytes) -> Self {
        let hash = hex::encode(&digest(&SHA256, &bytes).as_ref()[..12]);
        let etag = HeaderValue::from_str(&format!("\"{hash}\"")).unwrap_or(HeaderValue::from_static("\"\""));
        Self { bytes, etag }
    }

    /// Whether the client has cached this variant (RFC 9110, section 13.1.2).
    fn is_cached(&self, request: &HeaderMap) -> bool {
        joined(request, header::IF_NONE_MATCH).split(',').map(str::trim).any(|etag| {
            etag == "*" || etag.strip_prefix("W/").unwrap_or(etag).as_bytes() == self.etag.as_bytes()
        })
    }
}

/// Whether a media type is that of text. Other content, such as fonts and images, is compressed already.
fn is_text(media_type: &str) -> bool {
    media_type.starts_with("text/") || ["json", "xml", "yaml"].iter().any(|name| media_type.contains(name))
}

/// Compresses content with brotli at a quality from 0 to 11, and with gzip. Returns the variants by encoding, best first.
pub fn compressed_variants(plain: &[u8], brotli_quality: i32) -> Vec<(&'static str, Bytes)> {
    let variants = [("br", brotli_of(plain, brotli_quality)), ("gzip", gzip_of(plain))];
    variants.into_iter().filter_map(|(encoding, bytes)| Some((encoding, bytes.ok()?.into()))).collect()
}

fn brotli_of(plain: &[u8], quality: i32) -> std::io::Result<Vec<u8>> {
    let mut compressed = Vec::new();
    let parameters = BrotliEncoderParams { quality, ..BrotliEncoderParams::default() };
    brotli::BrotliCompress(&mut &*plain, &mut compressed, &parameters)?;
    Ok(compressed)
}

fn gzip_of(plain: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(plain)?;
    encoder.finish()
}

fn joined(headers: &HeaderMap, name: header::HeaderName) -> String {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.collect::<Vec<_>>().join(",")
}

fn accepts(header: &str, encoding: &str) -> bool {
    header.split(',').any(|part| {
        let mut parameters = part.split(';').map(str::trim);
        parameters.next().is_some_and(|name| name.eq_ignore_ascii_case(encoding))
            && !parameters.any(|quality| matches!(quality, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoding_that_the_client_rejects_is_not_sent() {
        assert!(accepts("gzip, br;q=0.9", "br"));
        assert!(!accepts("gzip, br;q=0", "br"));
        assert!(!accepts("", "gzip"));
    }

    #[test]
    fn text_without_a_variant_is_compressed_on_demand() {
        let long = Bytes::from("plain".repeat(100));
        for (plain, built, media_type, accepted, expected) in [
            (&long, Some("small"), "image/svg+xml", "gzip", Some("gzip")),
            (&long, Some("small"), "text/css; charset=utf-8", "gzip, br", Some("br")),
            (&long, None, "text/css; charset=utf-8", "gzip, br", Some("br")),
            (&long, None, "text/css; charset=utf-8", "gzip", Some("gzip")),
            (&long, Some("small"), "font/woff2", "gzip", None),
            (&long, None, "font/woff2", "gzip, br", None),
            (&long, None, "text/css; charset=utf-8", "zstd", None),
            (&Bytes::from("plain"), None, "text/plain", "gzip, br", None),
        ] {
            let built = built.map(|bytes| ("br", Bytes::from(bytes)));
            let content = Precompressed::new(plain.clone(), built, media_type, "no-cache").with_brotli(9);
            let (encoding, variant) = content.best_variant(accepted);
            assert_eq!(encoding, expected, "{media_type}: {accepted}");
            assert_eq!(expected.is_none(), variant.bytes == plain, "{media_type}: {accepted}");
        }
        let content = Precompressed::new(long, [], "text/css", "no-cache");
        assert_eq!(content.best_variant("gzip, br").0, Some("gzip"), "without brotli on demand");
    }

    #[test]
    fn a_cached_variant_is_not_sent_again() {
        let content = Precompressed::new("plain".into(), [("br", "small".into())], "text/plain", "no-cache");
        let response = |pairs: &[(header::HeaderName, &str)]| {
            let pairs =
                pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_str(value).unwrap()));
            content.response(StatusCode::OK, &pairs.collect())
        };
        let etag = |response: &Response| response.headers()[header::ETAG].to_str().unwrap().to_owned();
        let (plain, small) = (response(&[]), response(&[(header::ACCEPT_ENCODING, "br")]));
        assert_ne!(etag(&plain), etag(&small), "each variant has a different ETag");
        for cached in [etag(&plain), format!("\"other\", W/{}", etag(&plain)), "*".to_owned()] {
            assert_eq!(response(&[(header::IF_NONE_MATCH, &cached)]).status(), StatusCode::NOT_MODIFIED);
        }
        assert_eq!(response(&[(header::IF_NONE_MATCH, &etag(&small))]).status(), StatusCode::OK);
    }
}
