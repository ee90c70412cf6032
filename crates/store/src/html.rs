//! The text of HTML fragments, without tags, attributes, comments, scripts and styles.

use std::convert::Infallible;

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};

/// The elements inside of which a word may continue. All others begin and end words.
const INLINE: &[&[u8]] = &[
    b"a", b"abbr", b"b", b"bdi", b"bdo", b"cite", b"code", b"data", b"del", b"dfn", b"em", b"font", b"i",
    b"ins", b"kbd", b"mark", b"q", b"s", b"samp", b"small", b"span", b"strike", b"strong", b"sub", b"sup",
    b"time", b"tt", b"u", b"var", b"wbr",
];
/// The elements whose content is not shown.
const HIDDEN: &[&[u8]] = &[b"script", b"style"];

/// A part of the text of a fragment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextPart<'a> {
    /// Text with its entities replaced.
    Text(&'a str),
    /// The beginning or the end of an element that is not inside of a line.
    Break,
}

/// Passes each part of the text of a fragment to `each`.
pub fn text_parts(html: &str, mut each: impl FnMut(TextPart<'_>)) {
    if !html.contains(['<', '&']) {
        return each(TextPart::Text(html));
    }
    let mut is_hidden = false;
    let handle = |event: CallbackEvent<'_>, _: Span<()>| -> Option<Infallible> {
        let mut bound = |name: &[u8]| {
            if !INLINE.contains(&name) {
                each(TextPart::Break);
            }
        };
        match event {
            CallbackEvent::OpenStartTag { name } => {
                is_hidden = HIDDEN.contains(&name);
                bound(name);
            }
            CallbackEvent::EndTag { name } => {
                is_hidden = false;
                bound(name);
            }
            CallbackEvent::String { value } if !is_hidden => {
                each(TextPart::Text(&String::from_utf8_lossy(value)));
            }
            _ => {}
        }
        None
    };
    let mut emitter = CallbackEmitter::new(handle);
    // The contents of `<script>` and `<style>` are text, in which `<` starts no tag.
    emitter.naively_switch_states(true);
    let Ok(()) = Tokenizer::new_with_emitter(html, emitter).finish();
}

/// The text of a fragment for readers: a line for each block, with single spaces between words.
pub fn plain_text(html: &str) -> String {
    let mut lines = vec![String::new()];
    text_parts(html, |part| match (part, lines.last_mut()) {
        (TextPart::Text(text), Some(line)) => line.push_str(text),
        _ => lines.push(String::new()),
    });
    let words = |line: &String| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines: Vec<String> = lines.iter().map(words).filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_get_a_line_for_each_block() {
        let html = "<p>One<b>two</b>\n three &amp; more</p><script>alert(1)</script><ul><li>four</li><li>five<br>six</li></ul>";
        assert_eq!(plain_text(html), "Onetwo three & more\nfour\nfive\nsix");
        assert_eq!(plain_text("  plain \n text "), "plain text");
        assert_eq!(plain_text(""), "");
    }
}
