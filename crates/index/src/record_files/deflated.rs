//! Records as parts of gzip bodies (RFC 1951, RFC 1952).
//!
//! A record is deflated without reference to other bytes, and ends on a byte boundary without ending the stream. So parts can
//! be concatenated in any order.

use std::io;

use bytes::Bytes;
use flate2::{Compress, Compression, FlushCompress};
use folkmoot_store::encode::EncodedRecord;

use super::form::{Form, RecordForm};

/// Level 1 has fixed Huffman codes, which compress short texts badly. Higher levels than 2 save 1 % for a record.
const LEVEL: u32 = 2;
/// Space for the marker of a flush and the header of a block.
const MARKER_BYTES: usize = 64;
/// The bytes before the deflated ones: the checksum and the length of the JSON.
const HEADER_BYTES: usize = 8;

/// A record as a part of a gzip body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeflatedRecord {
    /// Complete blocks of a deflate stream.
    pub deflated: Bytes,
    /// The CRC-32 of the JSON.
    pub checksum: u32,
    /// The length of the JSON, in bytes.
    pub plain_length: u32,
    /// Whether results of votes are withheld from it.
    pub withholds_votes: bool,
}

impl DeflatedRecord {
    /// A record, given as JSON.
    pub fn new(record: &EncodedRecord) -> io::Result<Self> {
        let content = Deflater::new().deflate(&record.json)?;
        let deflated = Self::from_stored(content.into(), record.withholds_votes);
        deflated.ok_or_else(|| io::Error::other("a deflated record without a header"))
    }
}

impl RecordForm for DeflatedRecord {
    const FORM: Form = Form::Deflated;

    fn from_stored(content: Bytes, withholds_votes: bool) -> Option<Self> {
        let (checksum, rest) = content.split_first_chunk()?;
        let (plain_length, _) = rest.split_first_chunk()?;
        let (checksum, plain_length) = (u32::from_le_bytes(*checksum), u32::from_le_bytes(*plain_length));
        Some(Self { deflated: content.slice(HEADER_BYTES..), checksum, plain_length, withholds_votes })
    }
}

/// Deflates records; its memory is reused.
#[derive(Debug)]
pub struct Deflater(Compress);

impl Deflater {
    pub fn new() -> Self {
        Self(Compress::new(Compression::new(LEVEL), false))
    }

    /// The content of a file for a record, given as JSON.
    pub fn deflate(&mut self, json: &[u8]) -> io::Result<Vec<u8>> {
        let length = u32::try_from(json.len()).map_err(io::Error::other)?;
        let mut content = Vec::with_capacity(HEADER_BYTES + json.len() + MARKER_BYTES);
        content.extend_from_slice(&crc32fast::hash(json).to_le_bytes());
        content.extend_from_slice(&length.to_le_bytes());
        let Self(compress) = self;
        compress.reset();
        let mut rest = json;
        loop {
            let before = compress.total_in();
            compress.compress_vec(rest, &mut content, FlushCompress::Full)?;
            let read = usize::try_from(compress.total_in() - before).map_err(io::Error::other)?;
            rest = &rest[read..];
            // If space is left, everything was written.
            if rest.is_empty() && content.len() < content.capacity() {
                return Ok(content);
            }
            content.reserve(rest.len() + MARKER_BYTES);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::io::Read as _;

    use flate2::read::DeflateDecoder;
    use proptest::prelude::*;

    use super::*;

    /// An empty last block with fixed codes.
    const END: [u8; 2] = [3, 0];

    proptest! {
        #[test]
        fn deflated_records_can_be_joined(
            records in prop::collection::vec(
                prop_oneof![
                    prop::collection::vec(any::<u8>(), 0..2000),
                    ("[a-c ]{0,40}", 0_usize..4000).prop_map(|(text, times)| text.repeat(times).into_bytes()),
                ],
                0..8,
            ),
        ) {
            let mut deflater = Deflater::new();
            let mut stream = Vec::new();
            for json in &records {
                let content = Bytes::from(deflater.deflate(json).unwrap());
                let record = DeflatedRecord::from_stored(content, true).unwrap();
                prop_assert_eq!(record.checksum, crc32fast::hash(json));
                prop_assert_eq!(record.plain_length as usize, json.len());
                let json = json.clone().into();
                let encoded = EncodedRecord { json, withholds_votes: true };
                prop_assert_eq!(&DeflatedRecord::new(&encoded).unwrap(), &record);
                stream.extend_from_slice(&record.deflated);
            }
            stream.extend_from_slice(&END);
            let mut read = Vec::new();
            DeflateDecoder::new(&*stream).read_to_end(&mut read).unwrap();
            prop_assert_eq!(read, records.concat());
        }
    }

    #[test]
    fn content_without_a_header_is_invalid() {
        assert_eq!(DeflatedRecord::from_stored(Bytes::from_static(b"1234567"), false), None);
    }
}
