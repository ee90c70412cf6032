//! Whether a localised text shows anything. Editors store `<p></p>` or a space for a text that was left empty.

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};

/// The tags with which most texts in HTML begin.
const FIRST_TAGS: &[&[u8]] =
    &[b"<p>", b"<h1>", b"<h2>", b"<h3>", b"<ul>", b"<ol>", b"<li>", b"<strong>", b"<em>"];
/// The elements that show something without text.
const MEDIA: &[&[u8]] =
    &[b"audio", b"canvas", b"embed", b"iframe", b"img", b"math", b"object", b"svg", b"video"];

/// Whether a text, a JSON string with its quotation marks, contains a visible character or media.
pub fn is_visible(json: &[u8]) -> bool {
    begins_visibly(json)
        || json != b"\"\"" && serde_json::from_slice(json).is_ok_and(|text: String| shows(&text))
}

/// Whether the first character is visible, perhaps after simple tags, so that nothing else needs to be read.
fn begins_visibly(json: &[u8]) -> bool {
    let mut rest = json.strip_prefix(b"\"").unwrap_or(json);
    while let Some(tag) = FIRST_TAGS.iter().find(|tag| rest.starts_with(tag)) {
        rest = &rest[tag.len()..];
    }
    let first = rest[..rest.len().min(4)].utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    first.is_some_and(|first| is_shown(first) && !matches!(first, '<' | '&' | '\\' | '"'))
}

fn shows(text: &str) -> bool {
    if !text.contains(['<', '&']) {
        return text.chars().any(is_shown);
    }
    // The content of `<script>` counts, because a title, which is text, may contain such a tag.
    let handle = |event: CallbackEvent<'_>, _: Span<()>| -> Option<()> {
        let is_visible = match event {
            CallbackEvent::OpenStartTag { name } => MEDIA.contains(&name),
            CallbackEvent::String { value } => String::from_utf8_lossy(value).chars().any(is_shown),
            _ => false,
        };
        is_visible.then_some(())
    };
    let mut emitter = CallbackEmitter::new(handle);
    // The contents of `<script>` and `<style>` are text, in which `<` starts no tag.
    emitter.naively_switch_states(true);
    Tokenizer::new_with_emitter(text, emitter).next().is_some()
}

/// Whether a character is visible: no white space, control character or default ignorable code point of Unicode, such as a
/// zero-width space.
fn is_shown(character: char) -> bool {
    !character.is_whitespace()
        && !character.is_control()
        && !matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_visible_text(text: &str) -> bool {
        is_visible(serde_json::Value::from(text).to_string().as_bytes())
    }

    #[test]
    fn texts_without_a_visible_character_or_media_are_empty() {
        for text in [
            "",
            " \n\t",
            "\u{a0}",
            "\u{3000}\u{200b}\u{feff}\u{ad}",
            "<p></p>",
            "<p><br></p>",
            "<p>&nbsp;</p>",
            "<p>&#8203; &zwnj;</p><ul><li></li></ul>",
            "<p class=\"x\">\u{200b}</p><!-- note --><hr>",
            "<a href=\"https://example.org\"></a>",
        ] {
            assert!(!is_visible_text(text), "{text}");
        }
    }

    #[test]
    fn visible_characters_and_media_are_texts() {
        for text in [
            "a",
            "é",
            "中",
            "\"",
            "\\",
            "-",
            "🌳",
            "<3",
            "a < b",
            " \u{301}",
            "&amp;",
            "&",
            "<p>x</p>",
            "<p> &eacute;",
            "<ul><li>\\</li></ul>",
            "<p><img src=\"x.png\"></p>",
            "<video></video>",
            "<style></style>x",
            "<script>alert()</script>",
            "<iframe src=x>",
            "\u{200f}عربي",
            "\0\u{1}x",
        ] {
            assert!(is_visible_text(text), "{text}");
        }
    }
}
