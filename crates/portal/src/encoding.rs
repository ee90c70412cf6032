//! How a value is written at its position in a file.

use std::fmt::Write as _;

use serde::Deserialize;

use super::provider::OMITTED_LINK;

/// The encoding of a value at its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Encoding {
    /// Text or an attribute value of HTML or XML, with or without quotes.
    Html,
    /// The contents of a JSON string, also inside a `<script>` element.
    Json,
    /// The value as it is.
    Text,
    /// HTML, as it is. The value has been made from text by [`super::Provider`].
    Raw,
}

impl Encoding {
    /// Appends a value in this encoding.
    pub fn write(self, value: &str, out: &mut String) {
        match self {
            Self::Html => write_html(value, out),
            Self::Json => write_json(value, out),
            // An empty destination is a link that leads nowhere (CommonMark, section 6.3).
            Self::Text if value == OMITTED_LINK => {}
            Self::Text | Self::Raw => out.push_str(value),
        }
    }
}

/// Writes every character that ends text, a quoted or an unquoted attribute value as a character reference. Minified HTML
/// has attribute values without quotes.
pub fn write_html(value: &str, out: &mut String) {
    for character in value.chars() {
        match character {
            '&' | '<' | '>' | '"' | '\'' | '`' | '=' => write_reference(character, out),
            _ if character.is_whitespace() => write_reference(character, out),
            _ => out.push(character),
        }
    }
}

fn write_reference(character: char, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = write!(out, "&#{};", u32::from(character));
}

/// Writes the contents of a JSON string. `<`, `>` and `&` are escaped too, so that the value cannot end a `<script>`
/// element.
fn write_json(value: &str, out: &mut String) {
    for character in value.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' | '\0'..='\u{1f}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            }
            _ => out.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(encoding: Encoding, value: &str) -> String {
        let mut out = String::new();
        encoding.write(value, &mut out);
        out
    }

    #[test]
    fn html_values_cannot_end_text_or_an_unquoted_attribute() {
        let html = encoded(Encoding::Html, "Stad 's-Gent & \"Co\" <b> a=`b`\n");
        assert_eq!(
            html,
            "Stad&#32;&#39;s-Gent&#32;&#38;&#32;&#34;Co&#34;&#32;&#60;b&#62;&#32;a&#61;&#96;b&#96;&#10;"
        );
        assert_eq!(encoded(Encoding::Html, "https://a.example/ö?x"), "https://a.example/ö?x");
    }

    #[test]
    fn json_values_are_the_same_text_when_parsed() {
        let value = "a \"quote\" \\ </script> & \u{2028}\u{7}\n é";
        let json = encoded(Encoding::Json, value);
        assert!(!json.contains(['<', '>', '&']));
        assert_eq!(serde_json::from_str::<String>(&format!("\"{json}\"")).ok().as_deref(), Some(value));
    }
}
