//! What the bytes of a file tell of its type, looked at while they go by.

use super::types::{self, FILE_TYPES, FileType, Look};
use super::xml::XmlCheck;

/// How many bytes at the beginning are looked at closely.
pub const START: usize = 8192;
/// How far into other files than text a browser may look for markup.
const BROWSERS_LOOK: usize = 1024;

/// What makes a browser or a system run a file, in lower case.
const RUNS: &[&str] = &[
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
/// What only at the very beginning tells of markup or a script, in lower case.
const BEGINS: &[&str] = &[
    "#!", "<!", "<%", "<?", "<style", "<title", "<table", "<div", "<a ", "<p>", "<img", "@echo", "wscript.",
];

/// The content is of no type that is taken, or not of the type that the name promises.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAllowed;

/// How executables begin.
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

/// What is known of bytes that go by.
#[derive(Debug, Default)]
pub struct Inspection {
    start: Vec<u8>,
    control: bool,
    xml: XmlCheck,
}

impl Inspection {
    /// Looks at the next bytes.
    pub fn take(&mut self, bytes: &[u8]) {
        let room = START - self.start.len();
        self.start.extend_from_slice(&bytes[..room.min(bytes.len())]);
        self.control = self.control || bytes.iter().any(|byte| is_control(*byte));
        self.xml.take(bytes);
    }

    /// The type of the content, where it is what the name promises. Where the name promises nothing that is known,
    /// any type that is taken will do.
    pub fn media_type(&self, name: &str) -> Result<&'static str, NotAllowed> {
        if self.xml.is_active() {
            return Err(NotAllowed);
        }
        let sniffed = infer::get(&self.start).map(|known| known.mime_type());
        let fits = |known: &&FileType| self.looks_like(known, sniffed);
        let found = match types::of_name(name) {
            Some(promised) => Some(promised).filter(fits),
            None => FILE_TYPES.iter().find(fits),
        };
        found.map(|known| known.media_type).ok_or(NotAllowed)
    }

    fn looks_like(&self, known: &FileType, sniffed: Option<&str>) -> bool {
        match known.look {
            Look::Bytes(types) => {
                sniffed.is_some_and(|sniffed| types.contains(&sniffed)) && !self.is_program()
            }
            Look::Text => !self.control && sniffed.is_none() && !self.is_program(),
            // A document that was read to its end needs no guesses about how it begins.
            Look::Xml(expected) => {
                let fits = |root: &str| expected.is_empty() || root.eq_ignore_ascii_case(expected);
                !self.control && self.xml.root().is_some_and(fits)
            }
        }
    }

    /// Whether a browser or a system might run the bytes, whatever else they look like: some types are recognised by bytes
    /// that are not the first ones, so that a script or an executable can begin such a file.
    fn is_program(&self) -> bool {
        let shown = if self.control { BROWSERS_LOOK } else { START };
        let is_executable = || self.control && EXECUTABLES.iter().any(|magic| self.start.starts_with(magic));
        runs(&self.start[..self.start.len().min(shown)]) || begins_like_code(&self.start) || is_executable()
    }
}

/// Text of any encoding that keeps ASCII has none of these.
fn is_control(byte: u8) -> bool {
    byte == 0x7f || (byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c))
}

fn runs(start: &[u8]) -> bool {
    let text = lower(start);
    RUNS.iter().any(|mark| text.contains(mark))
}

fn begins_like_code(start: &[u8]) -> bool {
    let text = lower(without_mark(start));
    let text = text.trim_start();
    BEGINS.iter().any(|mark| text.starts_with(mark))
}

fn without_mark(start: &[u8]) -> &[u8] {
    start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start)
}

fn lower(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(name: &str, bytes: &[u8]) -> Option<&'static str> {
        let mut inspection = Inspection::default();
        inspection.take(bytes);
        inspection.media_type(name).ok()
    }

    #[test]
    fn content_must_be_what_the_name_promises() {
        assert_eq!(judged("a.pdf", b"%PDF-1.7\n%\xe2\xe3"), Some("application/pdf"));
        assert_eq!(judged("a.PNG", b"%PDF-1.7\n"), None);
        assert_eq!(judged("a.csv", "name;süß\n1;2".as_bytes()), Some("text/csv"));
        assert_eq!(judged("a.csv", b"name;s\xfc\xdf\n"), Some("text/csv"));
        assert_eq!(judged("a.txt", b"a\0b"), None);
        assert_eq!(judged("a.txt", b"%PDF-1.7\n"), None);
        assert_eq!(
            judged("a.docx", b"PK\x03\x04\x14\0\0\0\x08\0rest of it"),
            Some(types::of_name("a.docx").map_or("", |known| known.media_type))
        );
    }

    #[test]
    fn what_runs_is_refused_whatever_its_name() {
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
                assert_eq!(judged(name, bytes), None, "{name} {bytes:?}");
            }
        }
    }

    #[test]
    fn geodata_is_told_by_its_root() {
        let kml = b"<?xml version=\"1.0\"?>\n<kml xmlns=\"http://www.opengis.net/kml/2.2\"></kml>";
        assert_eq!(judged("a.kml", kml), Some("application/vnd.google-earth.kml+xml"));
        assert_eq!(judged("a.gpx", kml), None);
        assert_eq!(judged("a.geojson", b"{\"type\":\"Point\"}"), Some("application/geo+json"));
    }

    /// An archive whose first member is called like this.
    fn tar(first_name: &[u8]) -> Vec<u8> {
        let mut archive = vec![0; 1024];
        archive[..first_name.len()].copy_from_slice(first_name);
        archive[257..265].copy_from_slice(b"ustar\x0000");
        archive
    }

    #[test]
    fn scripts_and_executables_are_told_by_content() {
        assert_eq!(judged("a.tar", &tar(b"minutes.txt")), Some("application/x-tar"));
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
            assert_eq!(judged("a.tar", &tar(start)), None, "{start:?}");
            assert_eq!(judged("no name", &tar(start)), None, "{start:?}");
        }
    }

    #[test]
    fn svg_and_html_are_refused_under_every_name() {
        let comment = format!("<!-- {} -->", "x".repeat(9_000));
        for document in [
            format!("{comment}<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>"),
            format!("<?xml version='1.0'?>{comment}<html xmlns='http://www.w3.org/1999/xhtml'/>"),
            "<s:svg xmlns:s=\"http://www.w3.org/2000/sv&#103;\"/>".to_owned(),
            "<kml><s:g xmlns:s='http://www.w3.org/2000/&#x73;vg'/></kml>".to_owned(),
            format!("<a>{comment}<script xmlns='http://www.w3.org/1999/xhtml'>1</script></a>"),
        ] {
            for known in FILE_TYPES {
                let name = format!("a.{}", known.extensions[0]);
                assert_eq!(judged(&name, document.as_bytes()), None, "{name} {document:.60}");
            }
            assert_eq!(judged("no name", document.as_bytes()), None, "{document:.60}");
        }
    }
}
