//! The detection of types of files, while their content arrives in chunks of any size.
//!
//! An input is a line with the name, and the content.

use folkmoot_files::content_type::Inspection;
use folkmoot_files::types::{self, FILE_TYPES, Format};
use quick_xml::NsReader;
use quick_xml::events::Event;
use quick_xml::name::{Namespace, ResolveResult};

use super::Target;
use crate::input::first_line;

pub const TARGET: Target = Target {
    name: "file_types",
    run,
    dictionary: &[
        "a.txt\n",
        "a.md\n",
        "a.csv\n",
        "a.json\n",
        "a.xml\n",
        "a.kml\n",
        "a.pdf\n",
        "a.png\n",
        "a.zip\n",
        "a.tar\n",
        "unknown\n",
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>",
        "<!DOCTYPE ",
        "<![CDATA[",
        "]]>",
        "<!--",
        "-->",
        "<html",
        "<svg",
        "<script>",
        "<h1>",
        "<b>",
        "<br>",
        "<font ",
        " xmlns=\"http://www.w3.org/2000/svg\"",
        "xmlns:a='",
        "</a>",
        "/>",
        "&#x41;",
        "&amp;",
        "javascript:",
        "%PDF-1.7",
        "\u{feff}",
        "MZ",
        "#!/bin/sh",
    ],
    max_bytes: 12_000,
};

/// The namespaces of elements that browsers execute.
const ACTIVE_NAMESPACES: &[&str] =
    &["http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml", "http://www.w3.org/1999/xsl/transform"];
/// The number of bytes in which browsers look for the type of a resource.
const SNIFFED_BYTES: usize = 1445;

fn run(input: &[u8]) {
    let (name, content) = first_line(input);
    let Ok(name) = std::str::from_utf8(name) else { return };
    let detected = detect(name, content, content.len().max(1));
    for size in [1, 7, 1_000] {
        assert_eq!(detect(name, content, size), detected, "chunks of {size} bytes");
    }
    let Some(media_type) = detected else { return };
    let file_type =
        FILE_TYPES.iter().find(|file_type| file_type.media_type == media_type).expect("a known type");
    match types::of_name(name) {
        Some(expected) => {
            assert_eq!(media_type, expected.media_type);
            let is_extension =
                |extension: &&str| name.to_ascii_lowercase().ends_with(&format!(".{extension}"));
            assert!(expected.extensions.iter().any(is_extension), "{name}");
        }
        None => assert_eq!(detect(&format!("a.{}", file_type.extensions[0]), content, 512), detected),
    }
    match file_type.format {
        Format::Xml(_) => assert_passive_xml(content),
        Format::Text => {
            assert!(!content.contains(&0), "text with a NUL byte");
            assert!(!is_sniffed_as_html(content), "browsers sniff HTML");
        }
        Format::Binary(_) => assert!(!is_sniffed_as_html(content), "browsers sniff HTML"),
    }
}

fn detect(name: &str, content: &[u8], size: usize) -> Option<&'static str> {
    let mut inspection = Inspection::default();
    content.chunks(size).for_each(|chunk| inspection.take(chunk));
    inspection.media_type(name).ok()
}

/// Whether a browser that does not obey `nosniff` reads content as HTML: the rules for identifying an unknown media type of
/// the MIME Sniffing Standard (<https://mimesniff.spec.whatwg.org>, section 7.1).
fn is_sniffed_as_html(content: &[u8]) -> bool {
    const TAGS: &[&str] = &[
        "<!DOCTYPE HTML",
        "<HTML",
        "<HEAD",
        "<SCRIPT",
        "<IFRAME",
        "<H1",
        "<DIV",
        "<FONT",
        "<TABLE",
        "<A",
        "<STYLE",
        "<TITLE",
        "<B",
        "<BODY",
        "<BR",
        "<P",
    ];
    let content = &content[..content.len().min(SNIFFED_BYTES)];
    let blank = |byte: &u8| matches!(byte, b'\t' | b'\n' | 0x0c | b'\r' | b' ');
    let start = content.iter().position(|byte| !blank(byte)).unwrap_or(content.len());
    let text = &content[start..];
    let is_tag = |tag: &&str| {
        text.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag.as_bytes()))
            && matches!(text.get(tag.len()), Some(b' ' | b'>'))
    };
    text.starts_with(b"<!--") || TAGS.iter().any(is_tag)
}

/// Fails if a reader of the complete document finds what browsers execute.
fn assert_passive_xml(content: &[u8]) {
    let text = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content).trim_ascii();
    assert!(text.starts_with(b"<") && text.ends_with(b">"), "accepted XML with text outside of its root");
    let text = String::from_utf8_lossy(text);
    let mut reader = NsReader::from_str(&text);
    reader.config_mut().expand_empty_elements = true;
    loop {
        // Text and the attributes of instructions are not inspected. A browser displays nothing after such an error.
        let Ok((namespace, event)) = reader.read_resolved_event() else { return };
        match event {
            Event::Start(_) => {
                if let ResolveResult::Bound(Namespace(namespace)) = namespace {
                    let namespace = namespace.trim().trim_end_matches('/').to_ascii_lowercase();
                    assert!(!ACTIVE_NAMESPACES.contains(&namespace.as_str()), "{namespace}");
                }
            }
            Event::Eof => return,
            _ => {}
        }
    }
}
