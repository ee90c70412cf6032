//! The JSON body of an upload, read while it arrives: `{"file": {…, "content": "…"}}`, keys in any order.
//!
//! The scanner hands the text of `file.content` on and keeps everything else, with `""` in its place, for a JSON
//! parser to read at the end. So it need not check the JSON: it only has to know where it is.

use serde_json::Value;

/// How much a body may hold beside the content.
const MOST_BESIDE_CONTENT: usize = 1024 * 1024;
/// How deep objects and lists may stand in each other.
const DEEPEST: usize = 64;

/// Why a body cannot be understood.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum BodyError {
    /// It is not JSON, or not of the form that the call takes.
    #[error("{0}")]
    Malformed(String),
    /// There is too much beside the content.
    #[error("the body has more than {MOST_BESIDE_CONTENT} bytes besides the content")]
    TooLarge,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Structure,
    Text,
    TextEscape,
    Content,
    ContentEscape,
    /// So many digits of `\u`, and the number that they give.
    ContentUnicode(u8, u32),
}

/// Reads a body piece by piece.
#[derive(Debug)]
pub struct Scanner {
    beside: Vec<u8>,
    place: Place,
    depth: usize,
    /// Whether the first and second levels are objects.
    objects: [bool; 2],
    /// The keys that the first and second levels are at.
    keys: [String; 2],
    expects_value: bool,
    text_start: usize,
    files: usize,
    contents: usize,
}

impl Default for Scanner {
    fn default() -> Self {
        Self {
            beside: Vec::new(),
            place: Place::Structure,
            depth: 0,
            objects: [false; 2],
            keys: Default::default(),
            expects_value: false,
            text_start: 0,
            files: 0,
            contents: 0,
        }
    }
}

impl Scanner {
    /// Reads the next piece; the content's text in it goes to `content`.
    pub fn take(&mut self, piece: &[u8], content: &mut dyn FnMut(&[u8])) -> Result<(), BodyError> {
        let mut rest = piece;
        while let Some((byte, after)) = rest.split_first() {
            if self.place == Place::Content {
                let end =
                    rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20)).unwrap_or(rest.len());
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
        if self.beside.len() > MOST_BESIDE_CONTENT { Err(BodyError::TooLarge) } else { Ok(()) }
    }

    /// The object `file` once the body is whole; its `content` is `""` where text was handed on.
    pub fn finish(self) -> Result<Value, BodyError> {
        let malformed = |detail: &str| BodyError::Malformed(detail.to_owned());
        let mut body: Value = serde_json::from_slice(&self.beside)
            .map_err(|error| BodyError::Malformed(format!("The body is not valid JSON: {error}.")))?;
        if self.files > 1 || self.contents > 1 {
            return Err(malformed("'file' and its 'content' must not be repeated."));
        }
        match body.get_mut("file").map(Value::take) {
            Some(file @ Value::Object(_)) => Ok(file),
            Some(_) => Err(malformed("'file' must be an object.")),
            None => Err(malformed("The body must have an object 'file'.")),
        }
    }

    /// Whether text of a content was handed on.
    pub fn had_content(&self) -> bool {
        self.contents > 0
    }

    fn step(&mut self, byte: u8, content: &mut dyn FnMut(&[u8])) -> Result<(), BodyError> {
        match self.place {
            Place::Structure => return self.structure(byte),
            Place::Text => match byte {
                b'"' => self.end_text(),
                b'\\' => self.place = Place::TextEscape,
                _ => {}
            },
            Place::TextEscape => self.place = Place::Text,
            Place::ContentEscape => return self.escape(byte, content),
            Place::ContentUnicode(digits, number) => return self.unicode(byte, digits, number, content),
            Place::Content => {}
        }
        if matches!(self.place, Place::Text | Place::TextEscape | Place::Structure) {
            self.beside.push(byte);
        }
        Ok(())
    }

    fn structure(&mut self, byte: u8) -> Result<(), BodyError> {
        self.beside.push(byte);
        match byte {
            b'"' if self.at_content() => {
                self.contents += 1;
                self.place = Place::Content;
            }
            b'"' => {
                self.text_start = self.beside.len() - 1;
                self.place = Place::Text;
            }
            b'{' | b'[' => {
                if let Some(object) = self.objects.get_mut(self.depth) {
                    *object = byte == b'{';
                    self.keys[self.depth].clear();
                }
                self.depth += 1;
                self.expects_value = false;
                if self.depth == 2 && byte == b'{' && self.objects[0] && self.keys[0] == "file" {
                    self.files += 1;
                }
            }
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            b':' => self.expects_value = true,
            b',' => self.expects_value = false,
            _ => {}
        }
        if self.depth > DEEPEST {
            return Err(BodyError::Malformed(format!(
                "The body is nested too deeply. The maximum is {DEEPEST} levels."
            )));
        }
        Ok(())
    }

    fn at_content(&self) -> bool {
        let in_file = self.depth == 2 && self.objects == [true, true] && self.keys[0] == "file";
        in_file && self.expects_value && self.keys[1] == "content"
    }

    /// A text on the first two levels that is no value is a key.
    fn end_text(&mut self) {
        self.place = Place::Structure;
        let level = self.depth.wrapping_sub(1);
        if !self.expects_value && self.objects.get(level) == Some(&true) {
            let mut key = self.beside[self.text_start..].to_vec();
            key.push(b'"');
            self.keys[level] = serde_json::from_slice(&key).unwrap_or_default();
        }
    }

    fn leave_content(&mut self, byte: u8) -> Result<(), BodyError> {
        match byte {
            b'"' => {
                self.beside.push(b'"');
                self.place = Place::Structure;
            }
            b'\\' => self.place = Place::ContentEscape,
            _ => return Err(no_text()),
        }
        Ok(())
    }

    fn escape(&mut self, byte: u8, content: &mut dyn FnMut(&[u8])) -> Result<(), BodyError> {
        self.place = Place::Content;
        match byte {
            b'"' | b'\\' | b'/' => content(&[byte]),
            b'n' | b'r' | b't' | b'f' => content(b" "),
            b'b' => content(&[0x08]),
            b'u' => self.place = Place::ContentUnicode(0, 0),
            _ => return Err(no_text()),
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
        let digit = char::from(byte).to_digit(16).ok_or_else(no_text)?;
        let number = number * 16 + digit;
        if digits < 3 {
            self.place = Place::ContentUnicode(digits + 1, number);
            return Ok(());
        }
        self.place = Place::Content;
        // What is not ASCII is in no encoding of bytes as text, and is handed on as a byte that is in none either.
        content(&[u8::try_from(number).ok().filter(u8::is_ascii).unwrap_or(0xff)]);
        Ok(())
    }
}

fn no_text() -> BodyError {
    BodyError::Malformed("'content' is not a valid JSON string.".to_owned())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn read(body: &str, piece: usize) -> Result<(Value, String), BodyError> {
        let (mut scanner, mut content) = (Scanner::default(), Vec::new());
        for piece in body.as_bytes().chunks(piece) {
            scanner.take(piece, &mut |text| content.extend_from_slice(text))?;
        }
        Ok((scanner.finish()?, String::from_utf8_lossy(&content).into_owned()))
    }

    #[test]
    fn the_content_is_handed_on_and_the_rest_kept() {
        let body = r#"{"x":{"content":"no"},"file":{"content":"QU\/J\u003d\n","a":["content",{"content":"k"}],"name":"b\"","z":"content"},"y":1}"#;
        for piece in [1, 2, 7, 1000] {
            let (file, content) = read(body, piece).unwrap();
            assert_eq!(content, "QU/J= ");
            let expected =
                json!({"content": "", "a": ["content", {"content": "k"}], "name": "b\"", "z": "content"});
            assert_eq!(file, expected);
        }
        assert_eq!(read(r#"{"file":{"c\u006fntent":"abc"}}"#, 3).unwrap().1, "abc");
    }

    #[test]
    fn other_bodies_are_refused() {
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
            &deep,
        ] {
            assert!(matches!(read(body, 5), Err(BodyError::Malformed(_))), "{body:.60}");
        }
        let long = format!("{{\"file\":{{\"name\":\"{}\"}}}}", "n".repeat(2_000_000));
        assert_eq!(read(&long, 4096), Err(BodyError::TooLarge));
    }

    proptest! {
        #[test]
        fn any_file_is_read_as_serde_reads_it(
            name in ".{0,20}", content in "[A-Za-z0-9+/ \n]{0,40}", other in "[\\[\\]{}:,\"\\\\a]{0,12}", piece in 1..9_usize,
        ) {
            let body = json!({"file": {"other": [other, {"content": other}], "content": content, "name": name}});
            let (file, handed_on) = read(&body.to_string(), piece).unwrap();
            prop_assert_eq!(handed_on, content.replace('\n', " "));
            prop_assert_eq!(&file["name"], &body["file"]["name"]);
            prop_assert_eq!(&file["other"], &body["file"]["other"]);
        }

        #[test]
        fn no_bytes_are_a_panic(body in proptest::collection::vec(any::<u8>(), 0..200)) {
            let mut scanner = Scanner::default();
            let _ = scanner.take(&body, &mut |_| {}).and_then(|()| scanner.finish());
        }
    }
}
