//! A gzip body that is joined from plain bytes and from records that are deflated already (RFC 1951, RFC 1952).

use std::cell::RefCell;
use std::io;

use bytes::Bytes;
use crc32fast::Hasher;
use flate2::{Compress, Compression, FlushCompress, Status};
use folkmoot_index::DeflatedRecord;

use super::coding::GZIP_LEVEL;

/// Deflate, no name, no time, an unknown operating system.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
/// An empty last block with fixed codes.
const LAST_BLOCK: [u8; 2] = [3, 0];
/// The maximum length of a block that is not compressed, and the bytes before its content.
const MAX_STORED_BYTES: usize = u16::MAX as usize;
const STORED_HEADER_BYTES: usize = 5;
/// The bytes beside the blocks.
const FRAME_BYTES: usize = HEADER.len() + LAST_BLOCK.len() + 8;

thread_local! {
    /// Its memory takes a fifth of the time of a page to set up.
    static DEFLATE: RefCell<Compress> = RefCell::new(Compress::new(Compression::new(GZIP_LEVEL), false));
}

/// A gzip body while it is joined.
pub struct GzipBody {
    body: Vec<u8>,
    checksum: Hasher,
    plain_length: u64,
}

impl GzipBody {
    /// An empty body, with memory for about this many bytes.
    pub fn with_capacity(length: usize) -> Self {
        let mut body = Vec::with_capacity(length + FRAME_BYTES);
        body.extend_from_slice(&HEADER);
        Self { body, checksum: Hasher::new(), plain_length: 0 }
    }

    /// Adds a few bytes without compression.
    pub fn push_plain(&mut self, plain: &[u8]) {
        for part in plain.chunks(MAX_STORED_BYTES) {
            let [low, high] = u16::try_from(part.len()).unwrap_or(u16::MAX).to_le_bytes();
            let header: [u8; STORED_HEADER_BYTES] = [0, low, high, !low, !high];
            self.body.extend_from_slice(&header);
            self.body.extend_from_slice(part);
        }
        self.checksum.update(plain);
        self.plain_length += plain.len() as u64;
    }

    /// Adds a record.
    pub fn push_record(&mut self, record: &DeflatedRecord) {
        self.body.extend_from_slice(&record.deflated);
        let length = u64::from(record.plain_length);
        self.checksum.combine(&Hasher::new_with_initial_len(record.checksum, length));
        self.plain_length += length;
    }

    /// The length of what was added, before compression.
    pub fn plain_length(&self) -> u64 {
        self.plain_length
    }

    /// The complete body.
    pub fn finish(mut self) -> Bytes {
        self.body.extend_from_slice(&LAST_BLOCK);
        self.body.extend_from_slice(&trailer(self.checksum.finalize(), self.plain_length));
        self.body.into()
    }
}

/// Compresses a complete body.
pub fn compress(plain: &[u8]) -> io::Result<Vec<u8>> {
    let mut body = Vec::with_capacity(plain.len() / 2 + FRAME_BYTES);
    body.extend_from_slice(&HEADER);
    DEFLATE.with_borrow_mut(|compress| {
        compress.reset();
        let mut rest = plain;
        loop {
            let before = compress.total_in();
            let status = compress.compress_vec(rest, &mut body, FlushCompress::Finish)?;
            if status == Status::StreamEnd {
                break Ok::<_, io::Error>(());
            }
            let read = usize::try_from(compress.total_in() - before).map_err(io::Error::other)?;
            rest = &rest[read..];
            body.reserve(rest.len() / 2 + FRAME_BYTES);
        }
    })?;
    body.extend_from_slice(&trailer(crc32fast::hash(plain), plain.len() as u64));
    Ok(body)
}

/// The checksum and the length modulo 2^32.
fn trailer(checksum: u32, plain_length: u64) -> [u8; 8] {
    let mut trailer = [0; 8];
    trailer[..4].copy_from_slice(&checksum.to_le_bytes());
    trailer[4..].copy_from_slice(&plain_length.to_le_bytes()[..4]);
    trailer
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::io::{Read as _, Write as _};
    use std::process::{Command, Stdio};

    use flate2::read::GzDecoder;
    use folkmoot_store::encode::EncodedRecord;
    use proptest::prelude::*;

    use super::*;

    fn read(body: &[u8]) -> Vec<u8> {
        let mut plain = Vec::new();
        let mut decoder = GzDecoder::new(body);
        decoder.read_to_end(&mut plain).unwrap();
        assert!(decoder.into_inner().is_empty(), "one member, and nothing after it");
        plain
    }

    fn joined(parts: &[(Vec<u8>, bool)]) -> Bytes {
        let mut body = GzipBody::with_capacity(0);
        for (json, is_deflated) in parts {
            if *is_deflated {
                let record = EncodedRecord { json: json.clone().into(), withholds_votes: false };
                body.push_record(&DeflatedRecord::new(&record).unwrap());
            } else {
                body.push_plain(json);
            }
        }
        let length: usize = parts.iter().map(|(json, _)| json.len()).sum();
        assert_eq!(body.plain_length(), length as u64);
        body.finish()
    }

    fn part() -> impl Strategy<Value = (Vec<u8>, bool)> {
        let bytes = prop_oneof![
            prop::collection::vec(any::<u8>(), 0..300),
            ("[a-z\",:{} ]{0,30}", 0_usize..60).prop_map(|(text, times)| text.repeat(times).into_bytes()),
        ];
        (bytes, any::<bool>())
    }

    proptest! {
        #[test]
        fn joined_bodies_contain_the_plain_bytes(parts in prop::collection::vec(part(), 0..200)) {
            let plain: Vec<u8> = parts.iter().flat_map(|(json, _)| json.clone()).collect();
            prop_assert_eq!(read(&joined(&parts)), plain);
        }

        #[test]
        fn compressed_bodies_contain_the_plain_bytes(parts in prop::collection::vec(part(), 0..50)) {
            let plain: Vec<u8> = parts.iter().flat_map(|(json, _)| json.clone()).collect();
            prop_assert_eq!(read(&compress(&plain).unwrap()), plain);
        }
    }

    #[test]
    fn the_gzip_program_reads_joined_bodies() {
        let random: Vec<u8> =
            (0_u64..150_000).map(|n| (n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as u8).collect();
        let text = b"{\"title\":\"Notes of the meeting\"}".repeat(50);
        let parts = [(text.clone(), true), (random.clone(), false), (random.clone(), true), (text, false)];
        let plain: Vec<u8> = parts.iter().flat_map(|(json, _)| json.clone()).collect();
        let pipe = || (Stdio::piped(), Stdio::piped());
        let (input, output) = pipe();
        let mut gzip = Command::new("gzip").arg("-dc").stdin(input).stdout(output).spawn().unwrap();
        let mut input = gzip.stdin.take().unwrap();
        let body = joined(&parts);
        let write = std::thread::spawn(move || input.write_all(&body).unwrap());
        let output = gzip.wait_with_output().unwrap();
        write.join().unwrap();
        assert!(output.status.success() && output.stdout == plain);
    }
}
