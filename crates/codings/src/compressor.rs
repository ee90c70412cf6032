//! Compressing a body of unknown length while it is written.

use std::io::{self, Write};

use brotli::CompressorWriter;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::coding::{BROTLI_QUALITY, BROTLI_WINDOW, Coding, GZIP_LEVEL, ZSTD_LEVEL};

/// The size of brotli's buffer for output, in bytes.
const BROTLI_BUFFER: usize = 1 << 16;

/// Compresses what is written to it into a writer.
pub enum Compressor<W: Write> {
    /// gzip.
    Gzip(GzEncoder<W>),
    /// Brotli; boxed, because its state is large.
    Brotli(Box<CompressorWriter<W>>),
    /// Zstandard.
    Zstd(zstd::stream::write::Encoder<'static, W>),
}

impl<W: Write> Compressor<W> {
    /// A compressor at the level of pages.
    pub fn new(coding: Coding, output: W) -> io::Result<Self> {
        Ok(match coding {
            Coding::Gzip => Self::Gzip(GzEncoder::new(output, Compression::new(GZIP_LEVEL))),
            Coding::Brotli => {
                let (quality, window) = (BROTLI_QUALITY.unsigned_abs(), BROTLI_WINDOW.unsigned_abs());
                Self::Brotli(Box::new(CompressorWriter::new(output, BROTLI_BUFFER, quality, window)))
            }
            Coding::Zstd => Self::Zstd(zstd::stream::write::Encoder::new(output, ZSTD_LEVEL)?),
        })
    }

    /// Writes the end of the body.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Self::Gzip(encoder) => encoder.finish().map(drop),
            // It writes the end when it is dropped.
            Self::Brotli(encoder) => {
                drop(encoder.into_inner());
                Ok(())
            }
            Self::Zstd(encoder) => encoder.finish().map(drop),
        }
    }
}

impl<W: Write> Write for Compressor<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Gzip(encoder) => encoder.write(bytes),
            Self::Brotli(encoder) => encoder.write(bytes),
            Self::Zstd(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Gzip(encoder) => encoder.flush(),
            Self::Brotli(encoder) => encoder.flush(),
            Self::Zstd(encoder) => encoder.flush(),
        }
    }
}
