//! Detects the type of a file from its content, while the content is received.

use super::position::position;
use super::types::{self, FILE_TYPES, FileType, Format};
use super::xml::XmlCheck;

/// Number of bytes at the beginning of a file that the type is detected from.
const START_BYTES: usize = 8192;
/// Number of bytes of a binary file in which browsers look for markup.
const SNIFFED_BYTES: usize = 1024;

/// Texts that make a browser or an operating system execute a file that contains them, in lower case.
const ACTIVE_TEXTS: &[&str] = &[
    "<!doctype html",
    "<html",
    "<head",
    "<body",
    "<script",
    "<iframe",
    "<svg",
    "<?php",
    "<xsl:",
    "<?xml-stylesheet",
    "http://www.w3.org/1999/xhtml",
    "http://www.w3.org/2000/svg",
    "javascript:",
];
/// Beginnings of files that contain markup or a script, in lower case. Among them are all tags by which browsers recognise HTML
/// (MIME Sniffing Standard, section 7.1).
const ACTIVE_BEGINNINGS: &[&str] = &[
    "#!", "<!", "<%", "<?", "<style", "<title", "<table", "<div", "<h1", "<font", "<a ", "<a>", "<b ", "<b>",
    "<br", "<p ", "<p>", "<img", "@echo", "wscript.",
];

/// The type of the content is not accepted, or does not match the extension of the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAllowed;

/// Beginnings of executables.
const EXECUTABLES: &[&[u8]] = &[
    b"MZ",
    b"\x7fELF",
    b"\xfe\xed\xfa\xce",
    b"\xfe\xed\xfa\xcf",
    b"\xce\xfa\xed\xfe",
    b"\xcf\xfa\xed\xfe",
    b"\xca\xfe\xba\xbe",
    b"\0asm",
    b"dex\n",
];

/// An incremental detection of the type of one file.
#[derive(Debug, Default)]
pub struct Inspection {
    start: Vec<u8>,
    has_control_characters: bool,
    xml: XmlCheck,
}

impl Inspection {
    /// Inspects the next bytes.
    pub fn take(&mut self, bytes: &[u8]) {
        let room = START_BYTES - self.start.len();
        self.start.extend_from_slice(&bytes[..room.min(bytes.len())]);
        self.has_control_characters = self.has_control_characters || position(bytes, is_control).is_some();
        self.xml.update(bytes);
    }

    /// The media type of the content, if it matches the extension of the name. With an unknown extension, any accepted type
    /// matches.
    pub fn media_type(&self, name: &str) -> Result<&'static str, NotAllowed> {
        if self.xml.is_active() {
            return Err(NotAllowed);
        }
        let sniffed = infer::get(&self.start).map(|inferred| inferred.mime_type());
        let matches = |file_type: &&FileType| self.matches(file_type, sniffed);
        let detected = match types::of_name(name) {
            Some(expected) => Some(expected).filter(matches),
            None => FILE_TYPES.iter().find(matches),
        };
        detected.map(|file_type| file_type.media_type).ok_or(NotAllowed)
    }

    fn matches(&self, file_type: &FileType, sniffed: Option<&str>) -> bool {
        match file_type.format {
            Format::Binary(types) => {
                sniffed.is_some_and(|sniffed| types.contains(&sniffed)) && !self.is_program()
            }
            Format::Text => !self.has_control_characters && sniffed.is_none() && !self.is_program(),
            // The beginning is not checked, because the complete document was parsed.
            Format::Xml(expected) => {
                let is_expected = |root: &str| expected.is_empty() || root.eq_ignore_ascii_case(expected);
                !self.has_control_characters && self.xml.root().is_some_and(is_expected)
            }
        }
    }

    /// Whether a browser or an operating system might execute the content, even if its type is accepted: some types are
    /// detected by bytes after the first ones, so that a script or an executable can be at the beginning of such a file.
    fn is_program(&self) -> bool {
        let inspected = if self.has_control_characters { SNIFFED_BYTES } else { START_BYTES };
        let is_executable =
            || self.has_control_characters && EXECUTABLES.iter().any(|magic| self.start.starts_with(magic));
        contains_active_text(&self.start[..self.start.len().min(inspected)])
            || has_active_beginning(&self.start)
            || is_executable()
    }
}

/// Whether a byte does not occur in text, in any encoding that extends ASCII.
fn is_control(byte: u8) -> bool {
    byte == 0x7f || (byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c))
}

fn contains_active_text(start: &[u8]) -> bool {
    let text = lower(start);
    ACTIVE_TEXTS.iter().any(|active| text.contains(active))
}

fn has_active_beginning(start: &[u8]) -> bool {
    let text = lower(without_byte_order_mark(start));
    let text = text.trim_start();
    ACTIVE_BEGINNINGS.iter().any(|beginning| text.starts_with(beginning))
}

fn without_byte_order_mark(start: &[u8]) -> &[u8] {
    start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start)
}

fn lower(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detected(name: &str, bytes: &[u8]) -> Option<&'static str> {
        let mut inspection = Inspection::default();
        inspection.take(bytes);
        inspection.media_type(name).ok()
    }

    #[test]
    fn content_must_match_the_extension() {
        assert_eq!(detected("a.pdf", b"%PDF-1.7\n%\xe2\xe3"), Some("application/pdf"));
        assert_eq!(detected("a.PNG", b"%PDF-1.7\n"), None);
        assert_eq!(detected("a.csv", "name;süß\n1;2".as_bytes()), Some("text/csv"));
        assert_eq!(detected("a.csv", b"name;s\xfc\xdf\n"), Some("text/csv"));
        assert_eq!(detected("a.txt", b"a\0b"), None);
        assert_eq!(detected("a.txt", b"%PDF-1.7\n"), None);
        assert_eq!(
            detected("a.docx", b"PK\x03\x04\x14\0\0\0\x08\0rest of it"),
            Some(types::of_name("a.docx").map_or("", |file_type| file_type.media_type))
        );
    }

    #[test]
    fn executable_content_is_rejected_under_every_name() {
        let executables: [&[u8]; 3] = [b"MZ\x90\0\x03\0\0\0", b"\x7fELF\x02\x01\x01\0", b"#!/bin/sh\necho"];
        let markup: [&[u8]; 6] = [
            b"<!DOCTYPE html><p>",
            b"\xef\xbb\xbf  <HTML>",
            b"<svg xmlns='x'/>",
            b"<?xml version='1.0'?><svg/>",
            b"<script>1</script>\n%PDF-1.7",
            b"GIF89a/*\x01<script>alert(1)</script>",
        ];
        for bytes in executables.into_iter().chain(markup) {
            for name in ["a.txt", "a.pdf", "a.gif", "a.xml", "a.kml", "a.json", "a.exe"] {
                assert_eq!(detected(name, bytes), None, "{name} {bytes:?}");
            }
        }
    }

    #[test]
    fn geodata_is_detected_by_its_root() {
        let kml = b"<?xml version=\"1.0\"?>\n<kml xmlns=\"http://www.opengis.net/kml/2.2\"></kml>";
        assert_eq!(detected("a.kml", kml), Some("application/vnd.google-earth.kml+xml"));
        assert_eq!(detected("a.gpx", kml), None);
        assert_eq!(detected("a.geojson", b"{\"type\":\"Point\"}"), Some("application/geo+json"));
    }

    #[test]
    fn content_that_browsers_recognise_as_html_is_rejected() {
        for tag in [
            "<h1>",
            "<font size=1>",
            "<a>",
            "<b>",
            "<B class=x>",
            "<br>",
            "<p class=x>",
            " \n<DIV>",
            "<!-- x",
        ] {
            for (name, rest) in [("a.pdf", "%PDF-1.7\n"), ("a.md", "text"), ("no name", "%PDF-1.7\n")] {
                assert_eq!(detected(name, format!("{tag}{rest}").as_bytes()), None, "{name} {tag}");
            }
        }
        assert_eq!(detected("a.md", b"<https://example.org>"), Some("text/markdown"));
    }

    /// A tar archive whose first member has this name.
    fn tar(first_name: &[u8]) -> Vec<u8> {
        let mut archive = vec![0; 1024];
        archive[..first_name.len()].copy_from_slice(first_name);
        archive[257..265].copy_from_slice(b"ustar\x0000");
        archive
    }

    #[test]
    fn scripts_and_executables_are_detected_by_content() {
        assert_eq!(detected("a.tar", &tar(b"minutes.txt")), Some("application/x-tar"));
        for start in [
            b"#!/bin/sh\nexec rm -r /\n".as_slice(),
            b"  #!/usr/bin/env python3\n",
            b"@echo off\r\n",
            b"<?php system('x');",
            b"<% eval %>",
            b"MZ\x90",
            b"\x7fELF\x02",
            b"\xcf\xfa\xed\xfe",
            b"\xca\xfe\xba\xbe",
            b"\0asm",
            b"<html><script>",
        ] {
            assert_eq!(detected("a.tar", &tar(start)), None, "{start:?}");
            assert_eq!(detected("no name", &tar(start)), None, "{start:?}");
        }
    }

    #[test]
    fn svg_and_html_are_rejected_under_every_name() {
        let comment = format!("<!-- {} -->", "x".repeat(9_000));
        for document in [
            format!("{comment}<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>"),
            format!("<?xml version='1.0'?>{comment}<html xmlns='http://www.w3.org/1999/xhtml'/>"),
            "<s:svg xmlns:s=\"http://www.w3.org/2000/sv&#103;\"/>".to_owned(),
            "<kml><s:g xmlns:s='http://www.w3.org/2000/&#x73;vg'/></kml>".to_owned(),
            format!("<a>{comment}<script xmlns='http://www.w3.org/1999/xhtml'>1</script></a>"),
        ] {
            for file_type in FILE_TYPES {
                let name = format!("a.{}", file_type.extensions[0]);
                assert_eq!(detected(&name, document.as_bytes()), None, "{name} {document:.60}");
            }
            assert_eq!(detected("no name", document.as_bytes()), None, "{document:.60}");
        }
    }
}
