//! The JSON body of an upload, scanned while it arrives: `{"file": {…, "content": "…"}}`, keys in any order.
//!
//! The scanner passes on the text of `file.content` and collects everything else, with `""` instead of the content. A JSON
//! parser reads the collected text at the end. So the scanner does not validate the JSON: it only tracks its position.
//!
//! This is our own code because pull parsers for JSON (`struson`, `actson`) read from a blocking reader or buffer complete
//! string values in memory, and a content may be as large as the upload limit, 100 MB by default.

use serde_json::Value;

use super::position::position;
use super::text::json_error;

/// Maximum bytes of a body without the content.
const MAX_OTHER_BYTES: usize = 1024 * 1024;
/// Maximum nesting of objects and arrays.
const MAX_DEPTH: usize = 64;

/// Why a body is rejected.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum BodyError {
    /// It is not valid JSON, or does not have the structure that the operation accepts.
    #[error("{0}")]
    Malformed(String),
    /// The body without the content is too large.
    #[error("the body has more than {MAX_OTHER_BYTES} bytes besides the content")]
    TooLarge,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Structure,
    Text,
    TextEscape,
    Content,
    ContentEscape,
    /// The number of digits of `\u` so far, and their value.
    ContentUnicode(u8, u32),
}

/// Scans a body chunk by chunk.
#[derive(Debug)]
pub struct BodyScanner {
    other: Vec<u8>,
    state: State,
    depth: usize,
    /// Whether the first and second levels are objects.
    objects: [bool; 2],
    /// The current keys of the first and second levels.
    keys: [String; 2],
    expects_value: bool,
    text_start: usize,
    /// The number of members `file`, and of members `content` of it, of any type.
    files: usize,
    contents: usize,
    had_content: bool,
}

impl Default for BodyScanner {
    fn default() -> Self {
        Self {
            other: Vec::new(),
            state: State::Structure,
            depth: 0,
            objects: [false; 2],
            keys: Default::default(),
            expects_value: false,
            text_start: 0,
            files: 0,
            contents: 0,
            had_content: false,
        }
    }
}

impl BodyScanner {
    /// Scans the next chunk. Passes the text of the content in it to `content`, without escape sequences.
    pub fn scan(&mut self, chunk: &[u8], content: &mut dyn FnMut(&[u8])) -> Result<(), BodyError> {
        let mut rest = chunk;
        while let Some((byte, after)) = rest.split_first() {
            if self.state == State::Content {
                let end = position(rest, |byte| matches!(byte, b'"' | b'\\' | 0..0x20)).unwrap_or(rest.len());
                content(&rest[..end]);
                rest = &rest[end..];
                if let Some((byte, after)) = rest.split_first() {
                    self.leave_content(*byte)?;
                    rest = after;
                }
                continue;
            }
            self.step(*byte, content)?;
            rest = after;
        }
        if self.other.len() > MAX_OTHER_BYTES { Err(BodyError::TooLarge) } else { Ok(()) }
    }

    /// Parses the complete body. Returns the object `file`, in which `content` is `""` if its text was passed on.
    pub fn finish(self) -> Result<Value, BodyError> {
        let malformed = |detail: &str| BodyError::Malformed(detail.to_owned());
        let mut body: Value = serde_json::from_slice(&self.other).map_err(|error| {
            malformed(&format!("The body is not valid JSON: {}.", json_error(&self.other, &error)))
        })?;
        if self.files > 1 || self.contents > 1 {
            return Err(malformed("'file' and its 'content' must not be repeated."));
        }
        match body.get_mut("file").map(Value::take) {
            Some(file @ Value::Object(_)) => Ok(file),
            Some(_) => Err(malformed("'file' must be an object.")),
            None => Err(malformed("The body must have an object 'file'.")),
        }
    }

    /// Whether the body has a content that is a string.
    pub fn had_content(&self) -> bool {
        self.had_content
    }

    fn step(&mut self, byte: u8, content: &mut dyn FnMut(&[u8])) -> Result<(), BodyError> {
        match self.state {
            State::Structure => return self.structure(byte),
            State::Text => match byte {
                b'"' => self.end_text(),
                b'\\' => self.state = State::TextEscape,
                _ => {}
            },
            State::TextEscape => self.state = State::Text,
            State::ContentEscape => return self.escape(byte, content),
            State::ContentUnicode(digits, number) => return self.unicode(byte, digits, number, content),
            State::Content => {}
        }
        if matches!(self.state, State::Text | State::TextEscape | State::Structure) {
            self.other.push(byte);
        }
        Ok(())
    }

    fn structure(&mut self, byte: u8) -> Result<(), BodyError> {
        self.other.push(byte);
        match byte {
            b'"' if self.at_content() => {
                self.had_content = true;
                self.state = State::Content;
            }
            b'"' => {
                self.text_start = self.other.len() - 1;
                self.state = State::Text;
            }
            b'{' | b'[' => {
                if let Some(object) = self.objects.get_mut(self.depth) {
                    *object = byte == b'{';
                    self.keys[self.depth].clear();
                }
                self.depth += 1;
                self.expects_value = false;
            }
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            b':' => self.expects_value = true,
            b',' => self.expects_value = false,
            _ => {}
        }
        if self.depth > MAX_DEPTH {
            return Err(BodyError::Malformed(format!(
                "The body is nested too deeply. The maximum is {MAX_DEPTH} levels."
            )));
        }
        Ok(())
    }

    fn at_content(&self) -> bool {
        self.is_in_file() && self.expects_value && self.keys[1] == "content"
    }

    fn is_in_file(&self) -> bool {
        self.depth == 2 && self.objects == [true, true] && self.keys[0] == "file"
    }

    /// A string on the first two levels that is not a value is a key.
    fn end_text(&mut self) {
        self.state = State::Structure;
        let level = self.depth.wrapping_sub(1);
        if !self.expects_value && self.objects.get(level) == Some(&true) {
            let mut key = self.other[self.text_start..].to_vec();
            key.push(b'"');
            self.keys[level] = serde_json::from_slice(&key).unwrap_or_default();
            if level == 0 && self.keys[0] == "file" {
                self.files += 1;
            } else if self.is_in_file() && self.keys[1] == "content" {
                self.contents += 1;
            }
        }
    }

    fn leave_content(&mut self, byte: u8) -> Result<(), BodyError> {
        match byte {
            b'"' => {
                self.other.push(b'"');
                self.state = State::Structure;
            }
            b'\\' => self.state = State::ContentEscape,
            _ => return Err(invalid_string()),
        }
        Ok(())
    }

    fn escape(&mut self, byte: u8, content: &mut dyn FnMut(&[u8])) -> Result<(), BodyError> {
        self.state = State::Content;
        match byte {
            b'"' | b'\\' | b'/' => content(&[byte]),
            b'n' | b'r' | b't' | b'f' => content(b" "),
            b'b' => content(&[0x08]),
            b'u' => self.state = State::ContentUnicode(0, 0),
            _ => return Err(invalid_string()),
        }
        Ok(())
    }

    fn unicode(
        &mut self,
        byte: u8,
        digits: u8,
        number: u32,
        content: &mut dyn FnMut(&[u8]),
    ) -> Result<(), BodyError> {
        let digit = char::from(byte).to_digit(16).ok_or_else(invalid_string)?;
        let number = number * 16 + digit;
        if digits < 3 {
            self.state = State::ContentUnicode(digits + 1, number);
            return Ok(());
        }
        self.state = State::Content;
        // Characters outside ASCII are not Base64; they are passed on as a byte that is not Base64 either.
        content(&[u8::try_from(number).ok().filter(u8::is_ascii).unwrap_or(0xff)]);
        Ok(())
    }
}

fn invalid_string() -> BodyError {
    BodyError::Malformed("'content' is not a valid JSON string.".to_owned())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn read(body: &str, chunk_size: usize) -> Result<(Value, String), BodyError> {
        let (mut scanner, mut content) = (BodyScanner::default(), Vec::new());
        for chunk in body.as_bytes().chunks(chunk_size) {
            scanner.scan(chunk, &mut |text| content.extend_from_slice(text))?;
        }
        Ok((scanner.finish()?, String::from_utf8_lossy(&content).into_owned()))
    }

    #[test]
    fn the_content_is_passed_on_and_the_rest_is_collected() {
        let body = r#"{"x":{"content":"no"},"file":{"content":"QU\/J\u003d\n","a":["content",{"content":"k"}],"name":"b\"","z":"content"},"y":1}"#;
        for chunk_size in [1, 2, 7, 1000] {
            let (file, content) = read(body, chunk_size).unwrap();
            assert_eq!(content, "QU/J= ");
            let expected =
                json!({"content": "", "a": ["content", {"content": "k"}], "name": "b\"", "z": "content"});
            assert_eq!(file, expected);
        }
        assert_eq!(read(r#"{"file":{"c\u006fntent":"abc"}}"#, 3).unwrap().1, "abc");
    }

    #[test]
    fn other_bodies_are_rejected() {
        let deep = format!("{{\"file\":{}", "[".repeat(10_000));
        for body in [
            "",
            "{",
            "[]",
            "null",
            "{}",
            "{\"file\":1}",
            "{\"file\":\"{}\"}",
            "{\"file\":[]}",
            "{\"file\":{}}x",
            "{\"file\":{\"content\":\"abc",
            "{\"file\":{\"content\":\"a\nb\"}}",
            "{\"file\":{\"content\":\"\\x\"}}",
            "{\"file\":{\"content\":\"a\",\"content\":\"b\"}}",
            "{\"file\":{\"content\":\"a\"},\"file\":{}}",
            // A member that is repeated with another type would replace the one that was passed on.
            "{\"file\":{\"content\":\"abcd\",\"content\":null}}",
            "{\"file\":{\"content\":[],\"content\":\"abcd\"}}",
            "{\"file\":1,\"file\":{\"content\":\"abcd\"}}",
            "{\"file\":{\"content\":\"abcd\"},\"f\\u0069le\":null}",
            &deep,
        ] {
            assert!(matches!(read(body, 5), Err(BodyError::Malformed(_))), "{body:.60}");
        }
        let long = format!("{{\"file\":{{\"name\":\"{}\"}}}}", "n".repeat(2_000_000));
        assert_eq!(read(&long, 4096), Err(BodyError::TooLarge));
    }

    proptest! {
        #[test]
        fn results_equal_those_of_serde(
            name in ".{0,20}", content in "[A-Za-z0-9+/ \n]{0,40}", other in "[\\[\\]{}:,\"\\\\a]{0,12}", chunk_size in 1..9_usize,
        ) {
            let body = json!({"file": {"other": [other, {"content": other}], "content": content, "name": name}});
            let (file, passed_on) = read(&body.to_string(), chunk_size).unwrap();
            prop_assert_eq!(passed_on, content.replace('\n', " "));
            prop_assert_eq!(&file["name"], &body["file"]["name"]);
            prop_assert_eq!(&file["other"], &body["file"]["other"]);
        }

        #[test]
        fn no_input_panics(body in proptest::collection::vec(any::<u8>(), 0..200)) {
            let mut scanner = BodyScanner::default();
            let _ = scanner.scan(&body, &mut |_| {}).and_then(|()| scanner.finish());
        }
    }
}
