//! Localised texts, cut from the stored map of all locales.

use super::visible::is_visible;
use crate::StoreError;

/// Appends the text of the first locale that has one, otherwise any text, otherwise `""`. Texts that show nothing count as
/// empty; the case of locales does not matter.
///
/// The values of the map are JSON strings, so the chosen one is copied unchanged.
pub fn push_localised(out: &mut Vec<u8>, map: &[u8], locales: &[String]) -> Result<bool, StoreError> {
    let mut chosen = b"\"\"".as_slice();
    let mut rank = usize::MAX;
    let rest = map.strip_prefix(b"{").ok_or_else(|| not_a_map(map))?;
    for entry in (Texts { rest }) {
        let (locale, text) = entry.ok_or_else(|| not_a_map(map))?;
        let is_locale = |known: &String| known.as_bytes().eq_ignore_ascii_case(locale);
        let locale_rank = locales.iter().position(is_locale).unwrap_or(locales.len());
        if locale_rank < rank && is_visible(text) {
            (chosen, rank) = (text, locale_rank);
        }
        // No other text precedes that of the first locale.
        if rank == 0 {
            break;
        }
    }
    out.extend_from_slice(chosen);
    Ok(true)
}

/// The locales of a stored map with their texts, which include their quotation marks. Maps are stored without white
/// space and locales without escapes, so that a text ends at the first quotation mark that is not escaped.
struct Texts<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Texts<'a> {
    /// The inner value is `None` if the map is malformed.
    type Item = Option<(&'a [u8], &'a [u8])>;

    fn next(&mut self) -> Option<Self::Item> {
        if matches!(self.rest, b"}" | b"") {
            return None;
        }
        let entry = self.entry();
        if entry.is_none() {
            self.rest = b"";
        }
        Some(entry)
    }
}

impl<'a> Texts<'a> {
    fn entry(&mut self) -> Option<(&'a [u8], &'a [u8])> {
        let after_mark = self.rest.strip_prefix(b"\"")?;
        let (locale, after_locale) = after_mark.split_at(memchr::memchr(b'"', after_mark)?);
        let value = after_locale.strip_prefix(b"\":")?;
        let (text, rest) = value.split_at(string_end(value)?);
        self.rest = rest.strip_prefix(b",").unwrap_or(rest);
        Some((locale, text))
    }
}

/// The end of the JSON string at the beginning.
fn string_end(json: &[u8]) -> Option<usize> {
    let mut at = 1;
    if json.first() != Some(&b'"') {
        return None;
    }
    loop {
        at += memchr::memchr2(b'"', b'\\', json.get(at..)?)?;
        if json[at] == b'"' {
            return Some(at + 1);
        }
        at += 2;
    }
}

fn not_a_map(map: &[u8]) -> StoreError {
    let start: String = String::from_utf8_lossy(map).chars().take(60).collect();
    StoreError::Value(format!("expected a map of texts, found '{start}'"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn chosen(map: &str, locales: &[&str]) -> String {
        let locales: Vec<String> = locales.iter().map(ToString::to_string).collect();
        let mut out = Vec::new();
        assert!(push_localised(&mut out, map.as_bytes(), &locales).unwrap());
        serde_json::from_slice(&out).unwrap()
    }

    #[test]
    fn the_first_locale_that_has_a_text_is_used() {
        let map = r#"{"en":"","nl-BE":"Tuin","fr-BE":"Jardin \"à\" côté","de":"Garten"}"#;
        assert_eq!(chosen(map, &["nl-BE", "en", "fr-BE"]), "Tuin");
        assert_eq!(chosen(map, &["en", "fr-BE", "nl-BE"]), "Jardin \"à\" côté");
        assert_eq!(chosen(map, &["en", "es"]), "Tuin");
        assert_eq!(chosen("{}", &["en"]), "");
        assert_eq!(chosen(r#"{"en":""}"#, &["en"]), "");
        assert_eq!(chosen(r#"{"fr-FR":"grande","fr-be":"petite","EN":"big"}"#, &["fr-BE", "en"]), "petite");
        assert_eq!(chosen(r#"{"fr-FR":"grande","FR-be":"<p></p>","EN":"big"}"#, &["fr-BE", "en"]), "big");
        assert_eq!(chosen(r#"{"en":" ","nl":"<p><br></p>"}"#, &["en", "nl"]), "");
    }

    #[test]
    fn an_invalid_map_of_texts_is_an_error() {
        for broken in ["", "[]", "null", "{", r#"{"en"}"#, r#"{"en":5}"#, r#"{"en":"x}"#, r#"{"en":"x\"#] {
            assert!(
                push_localised(&mut Vec::new(), broken.as_bytes(), &[]).is_err() || broken == "{",
                "{broken}"
            );
        }
    }

    proptest! {
        #[test]
        fn every_text_survives_a_round_trip(
            map in prop::collection::btree_map("[a-z]{2}(-[A-Z]{2})?", any::<String>(), 0..5),
            order in prop::collection::vec("[a-z]{2}(-[A-Z]{2})?", 0..4),
        ) {
            let is_text = |text: &str| is_visible(serde_json::Value::from(text).to_string().as_bytes());
            let order: Vec<&str> = order.iter().map(String::as_str).chain(map.keys().next_back().map(String::as_str)).collect();
            let expected = order.iter().filter_map(|locale| map.get(*locale)).find(|text| is_text(text));
            let expected = expected.or_else(|| map.values().find(|text| is_text(text))).cloned().unwrap_or_default();
            let json = serde_json::to_string(&map as &BTreeMap<String, String>).unwrap();
            prop_assert_eq!(chosen(&json, &order), expected);
        }
    }
}
