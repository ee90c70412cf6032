//! Content codings: which one a client accepts, and compressing a body with it (RFC 9110, section 12.5.3).

use std::cell::RefCell;

use brotli::enc::BrotliEncoderParams;
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, header};
use zstd::bulk::Compressor;

use super::gzip_body;

/// Bodies below this size in bytes are not compressed, because the headers of a response are larger.
pub const MIN_COMPRESSED_BYTES: usize = 256;
/// The fastest levels: a page is compressed once per change, and more effort saves few bytes.
pub const GZIP_LEVEL: u32 = 1;
pub const BROTLI_QUALITY: i32 = 2;
pub const ZSTD_LEVEL: i32 = 1;
/// The size of the window of brotli as a power of 2. A larger one is slower to set up than a page is to compress.
pub const BROTLI_WINDOW: i32 = 18;

/// A content coding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Coding {
    /// Zstandard (RFC 8878).
    Zstd,
    /// Brotli (RFC 7932).
    Brotli,
    /// gzip (RFC 1952).
    Gzip,
}

impl Coding {
    /// Every coding, the one that costs least first.
    pub const ALL: [Self; 3] = [Self::Zstd, Self::Gzip, Self::Brotli];

    /// Its name in headers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Zstd => "zstd",
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// The value of the `Content-Encoding` header.
    pub fn header(self) -> HeaderValue {
        HeaderValue::from_static(self.name())
    }

    /// Compresses a body. The result has no spare capacity.
    pub fn compress(self, plain: &[u8]) -> std::io::Result<Bytes> {
        let compressed = match self {
            Self::Gzip => gzip_body::compress(plain)?,
            Self::Brotli => {
                let mut compressed = Vec::new();
                let parameters = BrotliEncoderParams {
                    quality: BROTLI_QUALITY,
                    lgwin: BROTLI_WINDOW,
                    size_hint: plain.len(),
                    ..BrotliEncoderParams::default()
                };
                brotli::BrotliCompress(&mut &*plain, &mut compressed, &parameters)?;
                compressed
            }
            Self::Zstd => compress_zstd(plain)?,
        };
        Ok(Bytes::copy_from_slice(&compressed))
    }
}

/// The codings that a client accepts with the highest quality, so that the server may choose among them. None if the client
/// prefers the uncompressed body, and if it accepts nothing, because a body that it may understand is better than an error.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PreferredCodings([bool; Coding::ALL.len()]);

impl PreferredCodings {
    /// What the `Accept-Encoding` header says.
    pub fn new(headers: &HeaderMap) -> Self {
        let accepted = AcceptedCodings::new(headers);
        let qualities = Coding::ALL.map(|coding| accepted.quality_of(coding.name()));
        let highest = qualities.into_iter().max().unwrap_or(0);
        let is_preferred = highest > 0 && highest >= accepted.quality_of_identity();
        Self(qualities.map(|quality| is_preferred && quality == highest))
    }

    /// The coding in which a body is compressed; `None` for an uncompressed body.
    pub fn cheapest(self) -> Option<Coding> {
        self.iter().next()
    }

    /// Whether the server may choose the coding.
    pub fn contains(self, coding: Coding) -> bool {
        self.iter().any(|preferred| preferred == coding)
    }

    /// Each, the one that costs least first.
    pub fn iter(self) -> impl Iterator<Item = Coding> {
        Coding::ALL
            .into_iter()
            .zip(self.0)
            .filter_map(|(coding, is_preferred)| is_preferred.then_some(coding))
    }
}

thread_local! {
    /// The memory of the compressor, which takes a fifth of the time of a page to set up.
    static ZSTD: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
}

fn compress_zstd(plain: &[u8]) -> std::io::Result<Vec<u8>> {
    ZSTD.with_borrow_mut(|stored| {
        let mut compressor = stored.take().map_or_else(|| Compressor::new(ZSTD_LEVEL), Ok)?;
        let compressed = compressor.compress(plain)?;
        // After an error, the next body gets a new compressor.
        *stored = Some(compressor);
        Ok(compressed)
    })
}

/// Removes an `Accept-Encoding` header that excludes every content coding and the uncompressed body too. The response is
/// then uncompressed, because a body that the client may understand is better than an error (RFC 9110, section 12.5.3).
pub fn accept_uncompressed<B>(mut request: http::Request<B>) -> http::Request<B> {
    let mut lines = request.headers().get_all(header::ACCEPT_ENCODING).iter();
    // Only a quality can refuse the uncompressed body.
    if !lines.any(|line| line.as_bytes().contains(&b';')) {
        return request;
    }
    let accepted = AcceptedCodings::new(request.headers());
    let is_satisfiable =
        accepted.quality_of_identity() > 0 || PreferredCodings::new(request.headers()).cheapest().is_some();
    if !is_satisfiable {
        request.headers_mut().remove(header::ACCEPT_ENCODING);
    }
    request
}

/// The qualities of an `Accept-Encoding` header, in thousandths.
#[derive(Debug, Default)]
struct AcceptedCodings<'a> {
    /// By name, in the case of the client.
    listed: Vec<(&'a str, u16)>,
}

impl<'a> AcceptedCodings<'a> {
    fn new(headers: &'a HeaderMap) -> Self {
        let lines = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
        let listed = lines.flat_map(|line| line.split(',')).map(|part| {
            let mut parts = part.split(';').map(str::trim);
            let name = parts.next().unwrap_or_default();
            let quality = parts.find_map(|parameter| {
                let (name, value) = parameter.split_once('=')?;
                name.trim().eq_ignore_ascii_case("q").then(|| thousandths(value.trim()))
            });
            // `x-gzip` is another name of gzip.
            let name = if name.eq_ignore_ascii_case("x-gzip") { "gzip" } else { name };
            (name, quality.unwrap_or(1000))
        });
        Self { listed: listed.filter(|(name, _)| !name.is_empty()).collect() }
    }

    /// 0 if the coding is not accepted.
    fn quality_of(&self, name: &str) -> u16 {
        self.find(name).or_else(|| self.find("*")).unwrap_or(0)
    }

    /// The uncompressed body is accepted unless it is excluded, with a low quality if it is not listed.
    fn quality_of_identity(&self) -> u16 {
        self.find("identity").or_else(|| self.find("*")).unwrap_or(1)
    }

    fn find(&self, name: &str) -> Option<u16> {
        self.listed.iter().find(|(listed, _)| listed.eq_ignore_ascii_case(name)).map(|(_, quality)| *quality)
    }
}

/// A quality in thousandths; 0 if it is malformed.
fn thousandths(quality: &str) -> u16 {
    let (whole, fraction) = quality.split_once('.').unwrap_or((quality, ""));
    if fraction.len() > 3 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return 0;
    }
    match whole {
        "1" => 1000,
        "0" => format!("{fraction:0<3}").parse().unwrap_or(0),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::io::Read as _;

    use super::*;

    #[test]
    fn any_coding_with_the_highest_quality_may_be_chosen() {
        use Coding::{Brotli, Gzip, Zstd};
        let preferred = |headers: &HeaderMap| PreferredCodings::new(headers).iter().collect::<Vec<_>>();
        for (accepted, expected) in [
            ("", &[][..]),
            ("gzip", &[Gzip]),
            ("X-GZIP", &[Gzip]),
            ("gzip, deflate, br, zstd", &[Zstd, Gzip, Brotli]),
            ("br, deflate, gzip", &[Gzip, Brotli]),
            ("gzip;q=1.0, br;q=0.9, zstd;q=0.8", &[Gzip]),
            ("gzip; q=0.5 , br ;q=0.501", &[Brotli]),
            ("br;q=0, gzip;q=0.1", &[Gzip]),
            ("*", &[Zstd, Gzip, Brotli]),
            ("*;q=0.5, zstd;q=0", &[Gzip, Brotli]),
            ("identity", &[]),
            ("identity;q=0", &[]),
            ("identity;q=0, gzip;q=0.1", &[Gzip]),
            ("identity, gzip;q=0.5", &[]),
            ("identity;q=0.5, gzip;q=0.5", &[Gzip]),
            ("*;q=0", &[]),
            ("deflate", &[]),
            ("gzip;q=2", &[]),
            ("gzip;q=0.0001", &[]),
            ("gzip;q=", &[]),
            (",;,", &[]),
        ] {
            let headers = [(header::ACCEPT_ENCODING, accepted.parse().unwrap())].into_iter().collect();
            assert_eq!(preferred(&headers), expected, "{accepted:?}");
        }
        let lines = ["gzip;q=0.5", "br"].map(|line| (header::ACCEPT_ENCODING, line.parse().unwrap()));
        assert_eq!(preferred(&lines.into_iter().collect()), [Brotli]);
        assert_eq!(preferred(&HeaderMap::new()), []);
    }

    #[test]
    fn compressed_bodies_contain_the_plain_one() {
        let plain = b"Notes of the meeting. ".repeat(500);
        for coding in Coding::ALL {
            let compressed = coding.compress(&plain).unwrap();
            assert!(compressed.len() < plain.len() / 10, "{coding:?}: {}", compressed.len());
            let mut read = Vec::new();
            match coding {
                Coding::Gzip => {
                    _ = flate2::read::GzDecoder::new(&*compressed).read_to_end(&mut read).unwrap();
                }
                Coding::Brotli => brotli::BrotliDecompress(&mut &*compressed, &mut read).unwrap(),
                Coding::Zstd => read = zstd::bulk::decompress(&compressed, plain.len()).unwrap(),
            }
            assert_eq!(read, plain, "{coding:?}");
        }
    }
}
