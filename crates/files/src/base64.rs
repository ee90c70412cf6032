//! Base64 decoded while it arrives: bare or as a data URI, with white space anywhere and padding or none.

use std::io::{self, Read};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;

/// The beginning of a data URI.
const SCHEME: &[u8] = b"data:";
/// What stands before the comma of a data URI whose data is Base64.
const MARK: &[u8] = b";base64";
/// No data URI says more than this before its data.
const LONGEST_HEAD: usize = 1024;

#[derive(Debug)]
enum Stage {
    /// It is not clear yet whether this is a data URI.
    Start,
    Head,
    Data,
    Wrong,
}

/// A decoder that is fed piece by piece.
#[derive(Debug)]
pub struct Decoder {
    stage: Stage,
    head: Vec<u8>,
    symbols: Vec<u8>,
    padding: usize,
}

impl Default for Decoder {
    fn default() -> Self {
        Self { stage: Stage::Start, head: Vec::new(), symbols: Vec::new(), padding: 0 }
    }
}

impl Decoder {
    /// Decodes the next piece of text and appends what it gives; nothing more once the text is wrong.
    pub fn take(&mut self, text: &[u8], out: &mut Vec<u8>) {
        let mut rest = text;
        while !rest.is_empty() {
            match self.stage {
                Stage::Start | Stage::Head => rest = self.take_head(rest),
                Stage::Data => {
                    self.take_data(rest, out);
                    return;
                }
                Stage::Wrong => return,
            }
        }
    }

    /// Decodes what is left; false where the text was no Base64.
    pub fn finish(&mut self, out: &mut Vec<u8>) -> bool {
        if matches!(self.stage, Stage::Start) {
            self.begin_data();
        }
        let left = self.symbols.len();
        let padded = self.padding == 0 || self.padding == (4 - left % 4) % 4;
        let good = matches!(self.stage, Stage::Data) && left % 4 != 1 && padded;
        good && STANDARD_NO_PAD.decode_vec(&self.symbols, out).is_ok()
    }

    /// Whether the text is known to be no Base64.
    pub fn is_wrong(&self) -> bool {
        matches!(self.stage, Stage::Wrong)
    }

    fn take_head<'a>(&mut self, text: &'a [u8]) -> &'a [u8] {
        let (first, rest) = text.split_at(1);
        match self.stage {
            Stage::Start if self.head.is_empty() && first[0].is_ascii_whitespace() => {}
            Stage::Start => {
                self.head.push(first[0]);
                if !SCHEME.starts_with(&self.head.to_ascii_lowercase()) {
                    self.begin_data();
                } else if self.head.len() == SCHEME.len() {
                    self.stage = Stage::Head;
                }
            }
            _ if first == b"," => {
                self.stage = if self.head.ends_with(MARK) { Stage::Data } else { Stage::Wrong };
            }
            _ if self.head.len() >= LONGEST_HEAD => self.stage = Stage::Wrong,
            _ => self.head.push(first[0].to_ascii_lowercase()),
        }
        rest
    }

    /// What was taken for the beginning of a data URI is data.
    fn begin_data(&mut self) {
        self.stage = Stage::Data;
        let head = std::mem::take(&mut self.head);
        self.collect(&head);
    }

    fn take_data(&mut self, text: &[u8], out: &mut Vec<u8>) {
        self.collect(text);
        self.decode_whole(out);
    }

    fn collect(&mut self, text: &[u8]) {
        for byte in text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()) {
            match byte {
                b'=' => self.padding += 1,
                _ if self.padding > 0 => self.stage = Stage::Wrong,
                _ => self.symbols.push(byte),
            }
        }
        if self.padding > 2 {
            self.stage = Stage::Wrong;
        }
    }

    fn decode_whole(&mut self, out: &mut Vec<u8>) {
        let whole = self.symbols.len() / 4 * 4;
        if STANDARD_NO_PAD.decode_vec(&self.symbols[..whole], out).is_err() {
            self.stage = Stage::Wrong;
        }
        self.symbols.drain(..whole);
    }
}

/// How much text a [`Reader`] decodes at once.
const PART: usize = 256 * 1024;

/// The bytes of a text that is there as a whole.
#[derive(Debug)]
pub struct Reader<'a> {
    decoder: Decoder,
    text: &'a [u8],
    is_finished: bool,
    decoded: Vec<u8>,
    /// How many of the decoded bytes have been read.
    read: usize,
}

impl<'a> Reader<'a> {
    /// Reads the bytes of a text by the same rule as a [`Decoder`]; invalid text is an error of kind `InvalidData`.
    pub fn new(text: &'a str) -> Self {
        let (text, decoded) = (text.as_bytes(), Vec::new());
        Self { decoder: Decoder::default(), text, is_finished: false, decoded, read: 0 }
    }

    fn decode_part(&mut self) -> io::Result<()> {
        self.decoded.clear();
        self.read = 0;
        let (part, rest) = self.text.split_at(self.text.len().min(PART));
        self.text = rest;
        let good = if part.is_empty() {
            self.is_finished = true;
            self.decoder.finish(&mut self.decoded)
        } else {
            self.decoder.take(part, &mut self.decoded);
            !self.decoder.is_wrong()
        };
        if good { Ok(()) } else { Err(io::Error::new(io::ErrorKind::InvalidData, "invalid Base64")) }
    }
}

impl Read for Reader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.read == self.decoded.len() && !self.is_finished {
            self.decode_part()?;
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

    fn decoded(text: &[u8], piece: usize) -> Option<Vec<u8>> {
        let (mut decoder, mut out) = (Decoder::default(), Vec::new());
        text.chunks(piece).for_each(|piece| decoder.take(piece, &mut out));
        decoder.finish(&mut out).then_some(out)
    }

    proptest! {
        #[test]
        fn whatever_the_pieces_the_bytes_come_back(
            bytes in proptest::collection::vec(any::<u8>(), 0..200), piece in 1..70_usize, form in 0..5,
        ) {
            let text = STANDARD.encode(&bytes);
            let text = match form {
                0 => text,
                4 => format!("DATA:;BASE64,{text}"),
                1 => format!("data:text/plain;charset=utf-8;base64,{text}"),
                2 => text.trim_end_matches('=').to_owned(),
                _ => text.bytes().flat_map(|byte| [char::from(byte), '\n']).collect(),
            };
            prop_assert_eq!(decoded(text.as_bytes(), piece), Some(bytes.clone()));
            let mut read = Vec::new();
            prop_assert!(Reader::new(&text).read_to_end(&mut read).is_ok());
            prop_assert_eq!(read, bytes);
        }

        #[test]
        fn no_text_is_a_panic(text in ".{0,80}", piece in 1..9_usize) {
            let _ = decoded(text.as_bytes(), piece);
        }
    }

    #[test]
    fn bad_text_is_refused() {
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
            for piece in [1, 3, 100] {
                assert_eq!(decoded(text.as_bytes(), piece), None, "{text} {piece}");
            }
            assert!(Reader::new(text).read_to_end(&mut Vec::new()).is_err(), "{text}");
        }
        assert_eq!(decoded(b"dat=", 1), decoded(b"dat=", 9));
    }
}
