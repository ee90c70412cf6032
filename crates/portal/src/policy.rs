//! The Content-Security-Policy of a page.

use std::collections::BTreeSet;

use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use html5gum::emitters::default::DefaultEmitter;
use html5gum::{Token, Tokenizer};

/// The Content-Security-Policy of a page: scripts and styles come from the portal itself, inline ones are allowed by their
/// hashes (CSP Level 3, section 2.3.1). Scripts may send requests to `api_url` too, an origin.
pub fn content_security_policy(html: &[u8], api_url: &str) -> String {
    let inline = Inline::new(html);
    let attribute_hashes = if inline.has_style_attributes { " 'unsafe-hashes'" } else { "" };
    format!(
        "default-src 'self'; script-src 'self'{}; style-src 'self'{attribute_hashes}{}; img-src 'self' data:; \
         connect-src 'self' {api_url}; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'",
        sources(&inline.scripts),
        sources(&inline.styles),
    )
}

fn sources(hashes: &BTreeSet<String>) -> String {
    hashes.iter().fold(String::new(), |sources, hash| sources + " 'sha256-" + hash + "'")
}

/// The hashes of the inline scripts and styles of a page.
#[derive(Default)]
struct Inline {
    scripts: BTreeSet<String>,
    styles: BTreeSet<String>,
    has_style_attributes: bool,
}

impl Inline {
    fn new(html: &[u8]) -> Self {
        let mut inline = Self::default();
        let mut open: Option<Element> = None;
        let mut emitter = DefaultEmitter::default();
        // The contents of `<script>` and `<style>` are text, in which `<` starts no tag.
        emitter.naively_switch_states(true);
        for token in Tokenizer::new_with_emitter(html, emitter).flatten() {
            match token {
                Token::StartTag(tag) => {
                    if let Some(style) = tag.attributes.get(b"style".as_slice()) {
                        inline.has_style_attributes = true;
                        inline.styles.insert(hash(style));
                    }
                    let attribute =
                        |name: &str| tag.attributes.get(name.as_bytes()).map(|value| value.to_vec());
                    open = Element::new(&tag.name, attribute("src").is_some(), attribute("type").as_deref());
                }
                Token::String(text) => {
                    if let Some(element) = &mut open {
                        element.text.extend_from_slice(&text);
                    }
                }
                Token::EndTag(_) => inline.add(open.take()),
                _ => {}
            }
        }
        inline
    }

    fn add(&mut self, element: Option<Element>) {
        let Some(Element { is_script, text }) = element else { return };
        let hashes = if is_script { &mut self.scripts } else { &mut self.styles };
        hashes.insert(hash(&text));
    }
}

/// An inline script or style.
struct Element {
    is_script: bool,
    text: Vec<u8>,
}

impl Element {
    /// The element that a start tag opens; `None` if it has no inline code. Data blocks are not executed.
    fn new(name: &[u8], has_source: bool, media_type: Option<&[u8]>) -> Option<Self> {
        let is_data = |media_type: &[u8]| media_type.ends_with(b"json");
        match name {
            b"script" if !has_source && !media_type.is_some_and(is_data) => {
                Some(Self { is_script: true, text: Vec::new() })
            }
            b"style" => Some(Self { is_script: false, text: Vec::new() }),
            _ => None,
        }
    }
}

fn hash(text: &[u8]) -> String {
    STANDARD.encode(digest(&SHA256, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inline_code_is_allowed_by_its_hash() {
        let html = br#"<html><head><style>a{color:red}</style><script>alert(1 < 2 && "</b>")</script>
            <script src=/assets/a.js></script><script type=application/ld+json>{"a":1}</script>
            <script type="module">x()</script></head><body><p style=display:none>&amp;</p></body></html>"#;
        let policy = content_security_policy(html, "https://api.example");
        let directive =
            |name: &str| policy.split("; ").find(|part| part.starts_with(name)).unwrap_or_default();
        let source = |code: &str| format!("'sha256-{}'", hash(code.as_bytes()));
        let scripts = directive("script-src");
        assert_eq!(scripts.matches("sha256").count(), 2, "{scripts}");
        assert!(scripts.contains(&source("alert(1 < 2 && \"</b>\")")), "{scripts}");
        assert!(scripts.contains(&source("x()")));
        let styles = directive("style-src");
        assert!(styles.contains(&source("a{color:red}")) && styles.contains(&source("display:none")));
        assert!(styles.contains("'unsafe-hashes'") && !policy.contains("unsafe-inline"));
        assert_eq!(directive("connect-src"), "connect-src 'self' https://api.example");
    }

    #[test]
    fn a_page_without_style_attributes_allows_none() {
        assert!(!content_security_policy(b"<p>text</p>", "").contains("unsafe"));
    }
}
