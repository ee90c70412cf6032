//! The lines of a file, one at a time, never more than a line in memory.

use std::io::{self, BufRead, Read as _};

/// How long a line may be; a file's bytes are 4/3 of their size in Base64.
pub const LONGEST: usize = 144 * 1024 * 1024;
/// How long a line may be where records hold no bytes.
pub const LONGEST_WITHOUT_CONTENT: usize = 16 * 1024 * 1024;
/// What some programs put before UTF-8 text.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// A file's lines.
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    longest: usize,
    buffer: Vec<u8>,
    number: i64,
}

/// A line that is not blank.
#[derive(Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// Its text.
    Text(&'a str),
    /// It is not UTF-8.
    NotText,
    /// It is longer than allowed.
    TooLong,
}

impl<R: BufRead> Lines<R> {
    /// The lines of a file, none longer than this.
    pub fn new(reader: R, longest: usize) -> Self {
        Self { reader, longest, buffer: Vec::new(), number: 0 }
    }

    /// The number of the line read last; lines count from 1.
    pub fn number(&self) -> i64 {
        self.number
    }

    /// The next line that is not blank, with its number.
    pub fn next(&mut self) -> io::Result<Option<(i64, Line<'_>)>> {
        loop {
            self.buffer.clear();
            if self.buffer.capacity() > LONGEST_WITHOUT_CONTENT {
                self.buffer.shrink_to(0);
            }
            let limit = self.longest as u64 + 1;
            let length = self.reader.by_ref().take(limit).read_until(b'\n', &mut self.buffer)?;
            if length == 0 {
                return Ok(None);
            }
            self.number += 1;
            if length > self.longest && self.buffer.last() != Some(&b'\n') {
                self.reader.skip_until(b'\n')?;
                return Ok(Some((self.number, Line::TooLong)));
            }
            if self.number == 1 && self.buffer.starts_with(MARK) {
                self.buffer.drain(..MARK.len());
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

    fn told(file: &[u8]) -> Vec<(i64, String)> {
        let mut lines = Lines::new(file, 8);
        let mut told = Vec::new();
        while let Some((number, line)) = lines.next().unwrap() {
            told.push((number, format!("{line:?}")));
        }
        told
    }

    #[test]
    fn marks_blank_lines_and_windows_endings_do_no_harm() {
        let expected = [(1, "Text(\"a\\r\\n\")"), (4, "Text(\"b\")")].map(|(n, line)| (n, line.to_owned()));
        assert_eq!(told(b"\xef\xbb\xbfa\r\n\n \r\nb"), expected);
        assert_eq!(told(b""), []);
    }

    #[test]
    fn lines_that_cannot_be_read_are_told_with_their_number() {
        let expected = [(1, "TooLong"), (2, "Text(\"12345678\\n\")"), (3, "NotText"), (4, "TooLong")];
        assert_eq!(
            told(b"123456789012345678901234567890\n12345678\n\xff\n123456789"),
            expected.map(|(n, line)| (n, line.to_owned()))
        );
    }
}
