//! Incremental decoding of Base64: bare or as a data URI, with optional white space and padding.

use std::io::{self, Read};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;

use super::position::position;

/// The beginning of a data URI.
const SCHEME: &[u8] = b"data:";
/// The text before the comma of a data URI whose data is Base64.
const MARKER: &[u8] = b";base64";
/// Maximum bytes of a data URI before its data.
const MAX_HEAD_BYTES: usize = 1024;

#[derive(Debug)]
enum State {
    /// The text read so far may be the beginning of a data URI.
    Start,
    /// In the head of a data URI, before its comma.
    Head,
    Data,
    Invalid,
}

/// A decoder that reads text chunk by chunk.
#[derive(Debug)]
pub struct Decoder {
    state: State,
    head: Vec<u8>,
    symbols: Vec<u8>,
    padding: usize,
}

impl Default for Decoder {
    fn default() -> Self {
        Self { state: State::Start, head: Vec::new(), symbols: Vec::new(), padding: 0 }
    }
}

impl Decoder {
    /// Decodes the next chunk of text and appends the bytes to `out`. Appends nothing once the text is invalid.
    pub fn decode(&mut self, text: &[u8], out: &mut Vec<u8>) {
        let mut rest = text;
        while !rest.is_empty() {
            match self.state {
                State::Start | State::Head => rest = self.read_head(rest),
                State::Data => {
                    self.decode_data(rest, out);
                    return;
                }
                State::Invalid => return,
            }
        }
    }

    /// Decodes the remaining text. Returns false if the text is not valid Base64.
    pub fn finish(&mut self, out: &mut Vec<u8>) -> bool {
        if matches!(self.state, State::Start) {
            self.begin_data();
        }
        let remaining = self.symbols.len();
        let is_padded = self.padding == 0 || self.padding == (4 - remaining % 4) % 4;
        let is_valid = matches!(self.state, State::Data) && remaining % 4 != 1 && is_padded;
        is_valid && STANDARD_NO_PAD.decode_vec(&self.symbols, out).is_ok()
    }

    /// Whether the text read so far is not valid Base64.
    pub fn is_invalid(&self) -> bool {
        matches!(self.state, State::Invalid)
    }

    fn read_head<'a>(&mut self, text: &'a [u8]) -> &'a [u8] {
        let (first, rest) = text.split_at(1);
        match self.state {
            State::Start if self.head.is_empty() && first[0].is_ascii_whitespace() => {}
            State::Start => {
                self.head.push(first[0]);
                if !SCHEME.starts_with(&self.head.to_ascii_lowercase()) {
                    self.begin_data();
                } else if self.head.len() == SCHEME.len() {
                    self.state = State::Head;
                }
            }
            _ if first == b"," => {
                self.state = if self.head.ends_with(MARKER) { State::Data } else { State::Invalid };
            }
            _ if self.head.len() >= MAX_HEAD_BYTES => self.state = State::Invalid,
            _ => self.head.push(first[0].to_ascii_lowercase()),
        }
        rest
    }

    /// Reads the collected head as data, because the text is not a data URI.
    fn begin_data(&mut self) {
        self.state = State::Data;
        let head = std::mem::take(&mut self.head);
        self.collect(&head);
    }

    fn decode_data(&mut self, text: &[u8], out: &mut Vec<u8>) {
        self.collect(text);
        self.decode_groups(out);
    }

    fn collect(&mut self, text: &[u8]) {
        let mut rest = text;
        loop {
            let end = position(rest, |byte| byte <= b' ' || byte == b'=').unwrap_or(rest.len());
            let (symbols, others) = rest.split_at(end);
            if self.padding == 0 {
                self.symbols.extend_from_slice(symbols);
            } else if !symbols.is_empty() {
                self.state = State::Invalid;
            }
            rest = others.trim_ascii_start();
            match rest.split_first() {
                Some((b'=', after)) if self.padding < 2 => {
                    self.padding += 1;
                    rest = after;
                }
                Some((..=b' ' | b'=', _)) => {
                    self.state = State::Invalid;
                    return;
                }
                Some(_) => {}
                None => return,
            }
        }
    }

    /// Decodes all complete groups of four characters.
    fn decode_groups(&mut self, out: &mut Vec<u8>) {
        let complete = self.symbols.len() / 4 * 4;
        if STANDARD_NO_PAD.decode_vec(&self.symbols[..complete], out).is_err() {
            self.state = State::Invalid;
        }
        self.symbols.drain(..complete);
    }
}

/// Number of bytes of text that a [`Reader`] decodes at a time.
const CHUNK_BYTES: usize = 256 * 1024;

/// A reader of the decoded bytes of a text.
#[derive(Debug)]
pub struct Reader<'a> {
    decoder: Decoder,
    text: &'a [u8],
    is_finished: bool,
    decoded: Vec<u8>,
    /// The number of decoded bytes that have been read.
    read: usize,
}

impl<'a> Reader<'a> {
    /// A reader that decodes with a [`Decoder`]. Invalid text is an error of kind `InvalidData`.
    pub fn new(text: &'a str) -> Self {
        let (text, decoded) = (text.as_bytes(), Vec::new());
        Self { decoder: Decoder::default(), text, is_finished: false, decoded, read: 0 }
    }

    fn decode_chunk(&mut self) -> io::Result<()> {
        self.decoded.clear();
        self.read = 0;
        let (chunk, rest) = self.text.split_at(self.text.len().min(CHUNK_BYTES));
        self.text = rest;
        let is_valid = if chunk.is_empty() {
            self.is_finished = true;
            self.decoder.finish(&mut self.decoded)
        } else {
            self.decoder.decode(chunk, &mut self.decoded);
            !self.decoder.is_invalid()
        };
        if is_valid { Ok(()) } else { Err(io::Error::new(io::ErrorKind::InvalidData, "invalid Base64")) }
    }
}

impl Read for Reader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.read == self.decoded.len() && !self.is_finished {
            self.decode_chunk()?;
        }
        let read = (&self.decoded[self.read..]).read(buffer)?;
        self.read += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use base64::engine::general_purpose::STANDARD;
    use proptest::prelude::*;

    use super::*;

    fn decoded(text: &[u8], chunk_size: usize) -> Option<Vec<u8>> {
        let (mut decoder, mut out) = (Decoder::default(), Vec::new());
        text.chunks(chunk_size).for_each(|chunk| decoder.decode(chunk, &mut out));
        decoder.finish(&mut out).then_some(out)
    }

    proptest! {
        #[test]
        fn decoding_restores_the_bytes_for_every_chunk_size(
            bytes in proptest::collection::vec(any::<u8>(), 0..200), chunk_size in 1..70_usize, form in 0..5,
        ) {
            let text = STANDARD.encode(&bytes);
            let text = match form {
                0 => text,
                4 => format!("DATA:;BASE64,{text}"),
                1 => format!("data:text/plain;charset=utf-8;base64,{text}"),
                2 => text.trim_end_matches('=').to_owned(),
                _ => text.bytes().flat_map(|byte| [char::from(byte), '\n']).collect(),
            };
            prop_assert_eq!(decoded(text.as_bytes(), chunk_size), Some(bytes.clone()));
            let mut read = Vec::new();
            prop_assert!(Reader::new(&text).read_to_end(&mut read).is_ok());
            prop_assert_eq!(read, bytes);
        }

        #[test]
        fn exactly_valid_base64_is_accepted(text in "[A-C/+]{0,150}[A-C= \\n\\x0b]{0,90}", chunk_size in 1..200_usize) {
            let compact: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
            let symbols = compact.iter().position(|byte| *byte == b'=').unwrap_or(compact.len());
            let padding = compact.len() - symbols;
            let is_padded = padding == 0 || padding == (4 - symbols % 4) % 4;
            let has_only_padding = compact[symbols..].iter().all(|byte| *byte == b'=');
            let expected = STANDARD_NO_PAD.decode(&compact[..symbols]).ok();
            prop_assert_eq!(decoded(text.as_bytes(), chunk_size), expected.filter(|_| is_padded && has_only_padding));
        }

        #[test]
        fn no_text_causes_a_panic(text in ".{0,80}", chunk_size in 1..9_usize) {
            let _ = decoded(text.as_bytes(), chunk_size);
        }
    }

    #[test]
    fn invalid_text_is_rejected() {
        for text in [
            "a",
            "ab=",
            "ab===",
            "ab==cd",
            "a*cd",
            "data:text/plain,abcd",
            "data:x",
            "ab-_",
            "abcde",
            "=",
            "abc==",
        ] {
            for chunk_size in [1, 3, 100] {
                assert_eq!(decoded(text.as_bytes(), chunk_size), None, "{text} {chunk_size}");
            }
            assert!(Reader::new(text).read_to_end(&mut Vec::new()).is_err(), "{text}");
        }
        assert_eq!(decoded(b"dat=", 1), decoded(b"dat=", 9));
    }
}
