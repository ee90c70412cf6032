//! The JSON body of an upload, scanned in chunks of any size, compared with a reader of the complete body.

use folkmoot_files::base64::Decoder;
use folkmoot_files::upload_body::BodyScanner;
use folkmoot_import::json::{Members, depth, string};
use serde_json::Value;
use serde_json::value::RawValue;

use super::Target;

pub const TARGET: Target = Target {
    name: "upload_bodies",
    run,
    dictionary: &[
        "{\"file\":{",
        "\"content\":\"",
        "\"name\":\"a.txt\"",
        "\"f\\u0069le\"",
        "\"c\\u006fntent\"",
        "null",
        "[]",
        "{}",
        "\\u0000",
        "\\ud800",
        "\\udc00",
        "\\/",
        "\\n",
        "\"",
        ":",
        ",",
        "}",
        "]",
        "1e9",
        "\u{feff}",
    ],
    max_bytes: 4_000,
};

/// Maximum nesting of objects and arrays.
const MAX_DEPTH: usize = 64;

/// What a body contains: the object `file` without the text of its content, and that text.
type Upload = (Value, Option<Vec<u8>>);

fn run(input: &[u8]) {
    let scanned = scan(input, input.len().max(1));
    for size in [1, 3, 16] {
        assert_eq!(scan(input, size), scanned, "chunks of {size} bytes");
    }
    match (naive(input), scanned) {
        (Some((file, content)), Some((scanned_file, scanned_content))) => {
            assert_eq!(scanned_file, file);
            assert_eq!(scanned_content.is_some(), content.is_some());
            let blank = |text: Vec<u8>| text.into_iter().map(|byte| if is_blank(byte) { b' ' } else { byte });
            if let Some(content) = content.filter(|content| content.is_ascii()) {
                assert!(scanned_content.into_iter().flat_map(blank).eq(blank(content)));
            }
        }
        (None, Some((_, content))) => {
            // An invalid string is found when it is decoded.
            let content = content.expect("a body that is not valid JSON, or repeats a member, was accepted");
            let (mut decoder, mut bytes) = (Decoder::default(), Vec::new());
            decoder.decode(&content, &mut bytes);
            assert!(!decoder.finish(&mut bytes), "an invalid body was accepted");
        }
        (Some(_), None) => panic!("a valid body was refused"),
        (None, None) => {}
    }
}

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace()
}

fn scan(input: &[u8], size: usize) -> Option<Upload> {
    let (mut scanner, mut content) = (BodyScanner::default(), Vec::new());
    for chunk in input.chunks(size) {
        scanner.scan(chunk, &mut |text| content.extend_from_slice(text)).ok()?;
    }
    let had_content = scanner.had_content();
    Some((scanner.finish().ok()?, had_content.then_some(content)))
}

fn naive(input: &[u8]) -> Option<Upload> {
    let text = std::str::from_utf8(input).ok()?;
    // The content alone may contain strings that are not Unicode; then it is not Base64 either.
    let body: &RawValue = serde_json::from_str(text).ok()?;
    if depth(body.get()) > MAX_DEPTH {
        return None;
    }
    serde_json::from_str::<Value>(body.get()).ok()?;
    let file = only(body.get(), "file")??;
    let content = only(file, "content")?;
    let mut read: Value = serde_json::from_str(file).ok()?;
    let members = read.as_object_mut()?;
    let content = content.and_then(string);
    if content.is_some() {
        members.insert("content".to_owned(), Value::from(""));
    }
    Some((read, content.map(|content| content.into_owned().into_bytes())))
}

/// The member of an object with this name, if there is one; `None` if the JSON is not an object or repeats the member.
#[allow(clippy::option_option, reason = "an invalid object and a missing member differ")]
fn only<'a>(json: &'a str, name: &str) -> Option<Option<&'a str>> {
    let Members(members) = serde_json::from_str(json).ok()?;
    let mut named = members.into_iter().filter(|(key, _)| key == name).map(|(_, value)| value.get());
    let first = named.next();
    if named.next().is_some() { None } else { Some(first) }
}
