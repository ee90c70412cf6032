//! The lines of a file, read one at a time, so that memory holds one line.

use std::io::{self, BufRead, Read as _};

/// The greatest length of a line in bytes; Base64 makes a file's bytes 4/3 as long.
pub const MAX_BYTES: usize = 144 * 1024 * 1024;
/// The greatest length of a line in bytes, for records without the bytes of a file.
pub const MAX_BYTES_WITHOUT_CONTENT: usize = 16 * 1024 * 1024;
/// The number of bytes of a line that is too long which are returned.
const SHOWN_BYTES: usize = 64;
/// The byte order mark, which some programs write before UTF-8 text.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A file's lines.
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    max_bytes: usize,
    buffer: Vec<u8>,
    number: i64,
}

/// A line that is not blank.
#[derive(Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// The text of the line.
    Text(&'a str),
    /// The line is not UTF-8.
    NotText,
    /// The line is too long; its first bytes.
    TooLong(&'a [u8]),
}

impl<R: BufRead> Lines<R> {
    /// The lines of a file, of which none may be longer than `max_bytes`.
    pub fn new(reader: R, max_bytes: usize) -> Self {
        Self { reader, max_bytes, buffer: Vec::new(), number: 0 }
    }

    /// The number of the line that was read last, from 1.
    pub fn number(&self) -> i64 {
        self.number
    }

    /// The first bytes that were not read yet.
    pub fn start(&mut self) -> io::Result<&[u8]> {
        self.reader.fill_buf()
    }

    /// The next line that is not blank, with its number.
    pub fn next_line(&mut self) -> io::Result<Option<(i64, Line<'_>)>> {
        loop {
            self.buffer.clear();
            if self.buffer.capacity() > MAX_BYTES_WITHOUT_CONTENT {
                self.buffer.shrink_to(0);
            }
            let limit = self.max_bytes as u64 + 1;
            let length = self.reader.by_ref().take(limit).read_until(b'\n', &mut self.buffer)?;
            if length == 0 {
                return Ok(None);
            }
            self.number += 1;
            if length > self.max_bytes && self.buffer.last() != Some(&b'\n') {
                self.reader.skip_until(b'\n')?;
                return Ok(Some((
                    self.number,
                    Line::TooLong(&self.buffer[..self.max_bytes.min(SHOWN_BYTES)]),
                )));
            }
            if self.number == 1 && self.buffer.starts_with(BYTE_ORDER_MARK) {
                self.buffer.drain(..BYTE_ORDER_MARK.len());
            }
            if !self.buffer.iter().all(u8::is_ascii_whitespace) {
                break;
            }
        }
        Ok(Some((self.number, std::str::from_utf8(&self.buffer).map_or(Line::NotText, Line::Text))))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn read(file: &[u8]) -> Vec<(i64, String)> {
        let mut lines = Lines::new(file, 8);
        let mut read = Vec::new();
        while let Some((number, line)) = lines.next_line().unwrap() {
            read.push((number, format!("{line:?}")));
        }
        read
    }

    #[test]
    fn byte_order_marks_blank_lines_and_crlf_are_accepted() {
        let expected = [(1, "Text(\"a\\r\\n\")"), (4, "Text(\"b\")")].map(|(n, line)| (n, line.to_owned()));
        assert_eq!(read(b"\xef\xbb\xbfa\r\n\n \r\nb"), expected);
        assert_eq!(read(b""), []);
    }

    #[test]
    fn lines_that_cannot_be_read_have_their_number() {
        let expected = [
            (1, "TooLong([49, 50, 51, 52, 53, 54, 55, 56])"),
            (2, "Text(\"12345678\\n\")"),
            (3, "NotText"),
            (4, "TooLong([49, 50, 51, 52, 53, 54, 55, 56])"),
        ];
        assert_eq!(
            read(b"123456789012345678901234567890\n12345678\n\xff\n123456789"),
            expected.map(|(n, line)| (n, line.to_owned()))
        );
    }
}
