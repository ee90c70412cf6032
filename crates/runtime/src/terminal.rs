//! Text that is printed on a terminal, which interprets some characters instead of showing them.

use std::fmt::Write as _;
use std::io::{self, Write};

/// Whether a character controls a terminal or the direction of text: control characters, such as those that begin an escape
/// sequence, and those with the Unicode property `Bidi_Control`.
pub fn is_control(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text from data as part of a line, with its control characters escaped.
pub fn inline(text: &str) -> String {
    escaped(text, is_control)
}

/// stderr, for texts that may contain some from data.
pub fn stderr() -> Printable<io::StderrLock<'static>> {
    Printable(io::stderr().lock())
}

/// A writer that escapes control characters apart from line breaks and tabs, which formats contain.
#[derive(Debug)]
pub struct Printable<W>(pub W);

impl<W: Write> Write for Printable<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let is_escaped = |letter| is_control(letter) && !matches!(letter, '\n' | '\t');
        for chunk in bytes.utf8_chunks() {
            self.0.write_all(escaped(chunk.valid(), is_escaped).as_bytes())?;
            self.0.write_all(chunk.invalid())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Escapes characters as in JSON, so that JSON remains valid: all control characters have at most four hexadecimal digits.
fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> String {
    let mut printed = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_escaped(letter) {
            let _ = write!(printed, "\\u{:04x}", u32::from(letter));
        } else {
            printed.push(letter);
        }
    }
    printed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(text: &str) -> String {
        let mut out = Vec::new();
        write!(Printable(&mut out), "{text}").unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn control_characters_are_printed_as_escapes() {
        assert_eq!(printed("\u{1b}]0;x\u{7}\u{9b}2J\r"), r"\u001b]0;x\u0007\u009b2J\u000d");
        for letter in "\u{61c}\u{200e}\u{200f}\u{202a}\u{202e}\u{2066}\u{2069}".chars() {
            assert_eq!(printed(&letter.to_string()), format!("\\u{:04x}", u32::from(letter)));
        }
        let plain = "Zoë, 日本, العربية, 👩‍👩‍👧, \\ \"\n\tx";
        assert_eq!(printed(plain), plain);
        assert_eq!(inline("Ann\nBob\t\u{202e}"), r"Ann\u000aBob\u0009\u202e");
    }

    #[test]
    fn json_remains_valid_and_equal() {
        let value = serde_json::json!({ "name": "\u{1b}[2J \u{85}\u{7f}\u{202e} \n" });
        let text = printed(&format!("{value:#}"));
        assert!(!text.contains(|letter| letter != '\n' && is_control(letter)), "{text}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }

    #[test]
    fn bytes_that_are_not_text_pass_unchanged() {
        let mut out = Vec::new();
        Printable(&mut out).write_all(b"a\xff\x1bb").unwrap();
        assert_eq!(out, b"a\xff\\u001bb");
    }
}
