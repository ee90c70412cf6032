//! Records as lines of JSON.
//!
//! Some programs also end lines at U+0085, U+2028 and U+2029, such as Python's `str.splitlines`. These characters are therefore
//! escaped, which changes no value.

use memchr::{memchr, memchr2_iter};

/// A character and its escape sequence in JSON.
type Separator = (&'static [u8], &'static [u8]);

/// Characters that some programs take for the end of a line.
const SEPARATORS: [Separator; 3] = [
    ("\u{85}".as_bytes(), br"\u0085"),
    ("\u{2028}".as_bytes(), br"\u2028"),
    ("\u{2029}".as_bytes(), br"\u2029"),
];

/// Ends the line whose JSON was appended from `start` on.
pub fn end_line(out: &mut Vec<u8>, start: usize) {
    // A value that is stored as JSON may have line breaks between its parts.
    while let Some(found) = memchr(b'\n', &out[start..]) {
        out[start + found] = b' ';
    }
    if next_separator(&out[start..]).is_some() {
        let line = out.split_off(start);
        let mut rest = line.as_slice();
        while let Some((position, (character, escape))) = next_separator(rest) {
            out.extend_from_slice(&rest[..position]);
            out.extend_from_slice(escape);
            rest = &rest[position + character.len()..];
        }
        out.extend_from_slice(rest);
    }
    out.push(b'\n');
}

/// The first of [`SEPARATORS`] in JSON, and its position.
fn next_separator(json: &[u8]) -> Option<(usize, Separator)> {
    // The first bytes of their UTF-8.
    memchr2_iter(0xc2, 0xe2, json).find_map(|position| {
        let separator =
            SEPARATORS.into_iter().find(|(character, _)| json[position..].starts_with(character))?;
        Some((position, separator))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_program_finds_another_line_end_in_a_record() {
        let mut out = b"before".to_vec();
        let start = out.len();
        out.extend_from_slice("{\"a\":\n\"é \u{85}\u{2028}’\u{2029}\"}".as_bytes());
        end_line(&mut out, start);
        assert_eq!(out, "before{\"a\": \"é \\u0085\\u2028’\\u2029\"}\n".as_bytes());
    }
}
