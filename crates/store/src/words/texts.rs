//! The searched texts of records: localised text in all locales, without the tags of HTML.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::convert::Infallible;

use folkmoot_model::resource::{SearchedField, TextFormat};
use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};
use serde::Deserialize;

use super::split::Splitter;
use crate::StoreError;

/// The elements inside of which a word may continue. All others begin and end words.
const INLINE: &[&[u8]] = &[
    b"a", b"abbr", b"b", b"bdi", b"bdo", b"cite", b"code", b"data", b"del", b"dfn", b"em", b"font", b"i",
    b"ins", b"kbd", b"mark", b"q", b"s", b"samp", b"small", b"span", b"strike", b"strong", b"sub", b"sup",
    b"time", b"tt", b"u", b"var", b"wbr",
];
/// The elements whose content is not shown.
const HIDDEN: &[&[u8]] = &[b"script", b"style"];

#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// Passes each word of a localised text, given as the JSON of all locales, to `each`.
pub fn each_word(
    field: SearchedField,
    multiloc: &str,
    splitter: &mut Splitter,
    each: &mut impl FnMut(&str),
) -> Result<(), StoreError> {
    let texts: BTreeMap<Text<'_>, Text<'_>> = serde_json::from_str(multiloc)
        .map_err(|error| StoreError::Value(format!("{}: not a localised text: {error}", field.name)))?;
    for Text(text) in texts.values() {
        match field.format {
            TextFormat::Plain => splitter.add(text, each),
            TextFormat::Html => add_html(text, splitter, each),
        }
        splitter.end_word(each);
    }
    Ok(())
}

/// Adds the text of an HTML fragment, without tags, attributes, comments, scripts and styles.
fn add_html(html: &str, splitter: &mut Splitter, each: &mut impl FnMut(&str)) {
    if !html.contains(['<', '&']) {
        return splitter.add(html, each);
    }
    let mut is_hidden = false;
    let handle = |event: CallbackEvent<'_>, _: Span<()>| -> Option<Infallible> {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                is_hidden = HIDDEN.contains(&name);
                if !INLINE.contains(&name) {
                    splitter.end_word(each);
                }
            }
            CallbackEvent::EndTag { name } => {
                is_hidden = false;
                if !INLINE.contains(&name) {
                    splitter.end_word(each);
                }
            }
            CallbackEvent::String { value } if !is_hidden => {
                splitter.add(&String::from_utf8_lossy(value), each);
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn words(format: TextFormat, multiloc: &str) -> Vec<String> {
        let mut words = Vec::new();
        let mut each = |word: &str| words.push(word.to_owned());
        each_word(SearchedField { name: "body", format }, multiloc, &mut Splitter::default(), &mut each)
            .unwrap();
        words
    }

    #[test]
    fn tags_attributes_comments_scripts_and_styles_are_not_searched() {
        let html = "<p class='big'>One<b>two</b> <a href='/three'>four</a></p><p>five<br>six</p><!-- seven -->\
            <script>eight < nine</script><style>ten</style>&eacute;l&shy;ite &amp; more<img alt=eleven";
        let json = serde_json::to_string(&BTreeMap::from([("en", html)])).unwrap();
        assert_eq!(words(TextFormat::Html, &json), ["onetwo", "four", "five", "six", "elite", "more"]);
    }

    #[test]
    fn all_locales_are_searched_and_plain_text_has_no_tags() {
        let json = r#"{"en": "a <b> c", "nl-BE": "d\u00e9f"}"#;
        assert_eq!(words(TextFormat::Plain, json), ["a", "b", "c", "def"]);
    }
}
