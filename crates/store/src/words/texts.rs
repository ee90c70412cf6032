//! The searched texts of records: localised text in all locales, without the tags of HTML.

use std::borrow::Cow;
use std::collections::BTreeMap;

use folkmoot_model::resource::{SearchedField, TextFormat};
use serde::Deserialize;

use super::split::Splitter;
use crate::StoreError;
use crate::html::{TextPart, text_parts};

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
            TextFormat::Html => text_parts(text, |part| match part {
                TextPart::Text(text) => splitter.add(text, each),
                TextPart::Break => splitter.end_word(each),
            }),
        }
        splitter.end_word(each);
    }
    Ok(())
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
