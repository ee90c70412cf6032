//! What the bytes of a file tell of its type, looked at while they go by.

use super::types::{self, FILE_TYPES, FileType, Look};

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

/// What is known of bytes that go by.
#[derive(Debug, Default)]
pub struct Inspection {
    start: Vec<u8>,
    control: bool,
}

impl Inspection {
    /// Looks at the next bytes.
    pub fn take(&mut self, bytes: &[u8]) {
        let room = START - self.start.len();
        self.start.extend_from_slice(&bytes[..room.min(bytes.len())]);
        self.control = self.control || bytes.iter().any(|byte| is_control(*byte));
    }

    /// The type of the content, where it is what the name promises. Where the name promises nothing that is known,
    /// any type that is taken will do.
    pub fn media_type(&self, name: &str) -> Result<&'static str, NotAllowed> {
        let sniffed = infer::get(&self.start).map(|known| known.mime_type());
        let shown = if self.control { BROWSERS_LOOK } else { START };
        if runs(&self.start[..self.start.len().min(shown)]) {
            return Err(NotAllowed);
        }
        let fits = |known: &&FileType| self.looks_like(known, sniffed);
        let found = match types::of_name(name) {
            Some(promised) => Some(promised).filter(fits),
            None => FILE_TYPES.iter().find(fits),
        };
        found.map(|known| known.media_type).ok_or(NotAllowed)
    }

    fn looks_like(&self, known: &FileType, sniffed: Option<&str>) -> bool {
        match known.look {
            Look::Bytes(types) => sniffed.is_some_and(|sniffed| types.contains(&sniffed)),
            Look::Text => !self.control && sniffed.is_none() && !begins_like_code(&self.start),
            Look::Xml(root) => {
                !self.control
                    && matches!(sniffed, None | Some("text/xml"))
                    && lower(without_mark(&self.start)).trim_start().starts_with('<')
                    && lower(&self.start).contains(&format!("<{root}"))
            }
        }
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
}
