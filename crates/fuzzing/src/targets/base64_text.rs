//! Base64 as uploads and imports decode it, compared with the decoder of a library, in chunks of any size.

use std::io::Read as _;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use folkmoot_files::base64::{Decoder, Reader};

use super::Target;

pub const TARGET: Target = Target {
    name: "base64_text",
    run,
    dictionary: &["data:", "DATA:", ";base64,", "text/plain", "=", "==", " ", "\n", "AAAA", "/w==", "_-"],
    max_bytes: 4_000,
};

/// Maximum bytes of a data URI before its data.
const MAX_HEAD_BYTES: usize = 1024;

fn run(input: &[u8]) {
    let expected = naive(input);
    for size in [1, 3, 64, input.len().max(1)] {
        let (mut decoder, mut content) = (Decoder::default(), Vec::new());
        for chunk in input.chunks(size) {
            decoder.decode(chunk, &mut content);
        }
        let content = decoder.finish(&mut content).then_some(content);
        assert_eq!(content, expected, "chunks of {size} bytes");
    }
    if let Ok(text) = std::str::from_utf8(input) {
        let mut read = Vec::new();
        let is_valid = Reader::new(text).read_to_end(&mut read).is_ok();
        assert_eq!(is_valid.then_some(read), expected, "reader");
    }
}

/// The bytes of a text; `None` if it is not valid Base64.
fn naive(input: &[u8]) -> Option<Vec<u8>> {
    let text = input.trim_ascii_start();
    let is_uri = text.len() >= 5 && text[..5].eq_ignore_ascii_case(b"data:");
    let data = if is_uri {
        let comma = text.iter().position(|byte| *byte == b',').filter(|comma| *comma <= MAX_HEAD_BYTES)?;
        text[..comma].to_ascii_lowercase().ends_with(b";base64").then_some(&text[comma + 1..])?
    } else {
        text
    };
    let symbols: Vec<u8> = data.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    // Padding may be missing, but must not be wrong.
    if symbols.contains(&b'=') { STANDARD.decode(symbols) } else { STANDARD_NO_PAD.decode(symbols) }.ok()
}
