//! Checks an XML document while it is uploaded, in constant memory: determines its root element, and rejects content that
//! browsers execute.
//!
//! `quick-xml` parses single tags, with their entities and namespaces. Text, comments and CDATA sections, which may have
//! any length, are only skipped.

use quick_xml::XmlVersion;
use quick_xml::events::BytesStart;
use quick_xml::name::{Namespace, NamespaceResolver, ResolveResult};
use quick_xml::parser::{ElementParser, Parser as _};

/// Maximum size of a tag, a document type declaration or a processing instruction.
const MAX_MARKUP_BYTES: usize = 64 * 1024;
/// Maximum number of attributes of an element, because each is compared with all attributes before it.
const MAX_ATTRIBUTES: usize = 256;
/// Maximum number of nested elements.
const MAX_DEPTH: usize = 256;
/// Maximum total size of the start tags of all open elements, which limits the memory for their namespaces.
const MAX_OPEN_BYTES: usize = 1024 * 1024;

/// Namespaces whose elements are rejected at any depth, because browsers execute the scripts in them.
const REFUSED_NAMESPACES: &[&str] =
    &["http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml", "http://www.w3.org/1999/xsl/transform"];
/// Root elements that are rejected even without a namespace.
const REFUSED_ROOTS: &[&str] = &["svg", "html"];
/// Processing instructions that are rejected, because they apply programs to the document.
const REFUSED_INSTRUCTIONS: &[&str] = &["xml-stylesheet", "php"];
/// Schemes of URLs that contain programs.
const REFUSED_SCHEMES: &[&str] = &["javascript:", "vbscript:"];
/// Beginnings of the names of encodings in which every byte below 128 is the ASCII character.
const ENCODINGS: &[&str] = &[
    "utf-8",
    "utf8",
    "us-ascii",
    "ascii",
    "iso-8859-",
    "iso_8859-",
    "latin",
    "windows-12",
    "cp12",
    "macintosh",
    "koi8-",
    "shift_jis",
    "euc-",
    "gb2312",
    "gbk",
    "gb18030",
    "big5",
];

/// Why a document is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It is not well-formed XML, or exceeds one of the limits above.
    NotXml,
    /// It contains SVG, HTML or other content that browsers execute.
    Active,
}

/// The state of the parser: the part of the document that the next byte belongs to.
#[derive(Debug)]
enum State {
    /// Before the first character, with the number of bytes of a byte order mark that were read.
    Start(usize),
    /// Between tags.
    Text,
    /// After `<`, with the bytes that follow it.
    Opening(Vec<u8>),
    /// In a start tag or end tag.
    Tag(ElementParser, Vec<u8>),
    /// In a document type declaration.
    Doctype(ElementParser, Vec<u8>),
    /// In a processing instruction.
    Instruction(EndMarker, Vec<u8>),
    /// In a comment or a CDATA section.
    Skipped(EndMarker),
}

/// An incremental check of one document.
#[derive(Debug)]
pub struct XmlCheck {
    state: State,
    refusal: Option<Refusal>,
    /// The local name of the document element.
    root: Option<String>,
    /// The open elements: their names, and the sizes of their start tags.
    open: Vec<(String, usize)>,
    open_bytes: usize,
    namespaces: NamespaceResolver,
}

impl Default for XmlCheck {
    fn default() -> Self {
        Self {
            state: State::Start(0),
            refusal: None,
            root: None,
            open: Vec::new(),
            open_bytes: 0,
            namespaces: NamespaceResolver::default(),
        }
    }
}

impl XmlCheck {
    /// Reads the next bytes. Ignores them once the document is rejected.
    pub fn update(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() && self.refusal.is_none() {
            match self.step(bytes) {
                Ok(read) => bytes = &bytes[read..],
                Err(refusal) => {
                    self.refusal = Some(refusal);
                    self.open = Vec::new();
                    self.state = State::Text;
                }
            }
        }
    }

    /// Whether the bytes contain content that browsers execute.
    pub fn is_active(&self) -> bool {
        self.refusal == Some(Refusal::Active)
    }

    /// The local name of the root element, if the bytes are a complete document that is not rejected.
    pub fn root(&self) -> Option<&str> {
        let complete = self.open.is_empty() && matches!(self.state, State::Text);
        self.root.as_deref().filter(|_| complete && self.refusal.is_none())
    }

    /// Reads some of the bytes. Returns their number.
    fn step(&mut self, bytes: &[u8]) -> Result<usize, Refusal> {
        match &mut self.state {
            State::Start(read) => {
                if b"\xef\xbb\xbf".get(*read) == bytes.first() {
                    *read += 1;
                    return Ok(1);
                }
                if !matches!(*read, 0 | 3) {
                    return Err(Refusal::NotXml);
                }
                self.state = State::Text;
                Ok(0)
            }
            State::Text => {
                let end = memchr::memchr(b'<', bytes);
                let text = &bytes[..end.unwrap_or(bytes.len())];
                if self.open.is_empty() && !text.trim_ascii().is_empty() {
                    return Err(Refusal::NotXml);
                }
                if end.is_some() {
                    self.state = State::Opening(Vec::new());
                }
                Ok(text.len() + usize::from(end.is_some()))
            }
            State::Opening(seen) => {
                seen.push(bytes[0]);
                if let Some(state) = markup_start(seen)? {
                    self.state = state;
                }
                Ok(1)
            }
            State::Tag(end, markup) | State::Doctype(end, markup) => {
                let found = end.feed(bytes);
                collect(markup, &bytes[..found.unwrap_or(bytes.len())])?;
                if let Some(found) = found {
                    self.finish_markup()?;
                    return Ok(found + 1);
                }
                Ok(bytes.len())
            }
            State::Instruction(marker, markup) => {
                let (read, ended) = marker.find(bytes);
                collect(markup, &bytes[..read])?;
                if ended {
                    self.finish_markup()?;
                }
                Ok(read)
            }
            State::Skipped(marker) => {
                let (read, ended) = marker.find(bytes);
                if ended {
                    self.state = State::Text;
                }
                Ok(read)
            }
        }
    }

    /// Checks markup that is complete.
    fn finish_markup(&mut self) -> Result<(), Refusal> {
        match std::mem::replace(&mut self.state, State::Text) {
            State::Tag(_, markup) => self.tag(&String::from_utf8_lossy(&markup)),
            State::Doctype(_, markup) => {
                if self.root.is_some() {
                    Err(Refusal::NotXml)
                } else {
                    doctype(&String::from_utf8_lossy(&markup))
                }
            }
            State::Instruction(_, markup) => instruction(&String::from_utf8_lossy(&markup)),
            _ => Ok(()),
        }
    }

    fn tag(&mut self, markup: &str) -> Result<(), Refusal> {
        if let Some(name) = markup.strip_prefix('/') {
            return self.end_tag(name.trim_end_matches(is_blank));
        }
        if self.open.is_empty() && self.root.is_some() {
            return Err(Refusal::NotXml);
        }
        let (content, is_empty) = markup.strip_suffix('/').map_or((markup, false), |content| (content, true));
        let name = content.split(is_blank).next().unwrap_or_default();
        if !name.starts_with(|first: char| first.is_alphabetic() || first == '_' || !first.is_ascii()) {
            return Err(Refusal::NotXml);
        }
        let depth = u16::try_from(self.open.len()).unwrap_or(u16::MAX);
        self.namespaces.set_level(depth + 1);
        self.start_tag(&BytesStart::from_content(content, name.len()))?;
        if is_empty {
            self.namespaces.set_level(depth);
            return Ok(());
        }
        self.open.push((name.to_owned(), markup.len()));
        self.open_bytes += markup.len();
        let too_large = self.open.len() > MAX_DEPTH || self.open_bytes > MAX_OPEN_BYTES;
        if too_large { Err(Refusal::NotXml) } else { Ok(()) }
    }

    fn start_tag(&mut self, tag: &BytesStart<'_>) -> Result<(), Refusal> {
        for (count, attribute) in tag.attributes().enumerate() {
            let attribute = attribute.ok().filter(|_| count < MAX_ATTRIBUTES).ok_or(Refusal::NotXml)?;
            // Entities are resolved here, so that they hide neither a namespace nor a URL.
            let value = attribute.normalized_value(XmlVersion::Explicit1_0).map_err(|_| Refusal::NotXml)?;
            if is_program(&value) {
                return Err(Refusal::Active);
            }
            if let Some(prefix) = attribute.key.as_namespace_binding() {
                self.namespaces.add(prefix, Namespace(value.trim())).map_err(|_| Refusal::NotXml)?;
            }
        }
        let (namespace, local) = self.namespaces.resolve_element(tag.name());
        let local = local.as_ref();
        if let ResolveResult::Bound(Namespace(namespace)) = namespace
            && contains_ignoring_case(REFUSED_NAMESPACES, namespace.trim_end_matches('/'))
        {
            return Err(Refusal::Active);
        }
        if self.root.is_none() {
            if contains_ignoring_case(REFUSED_ROOTS, local) {
                return Err(Refusal::Active);
            }
            self.root = Some(local.to_owned());
        }
        Ok(())
    }

    fn end_tag(&mut self, name: &str) -> Result<(), Refusal> {
        match self.open.pop() {
            Some((opened, bytes)) if opened == name => {
                self.open_bytes -= bytes;
                self.namespaces.pop();
                Ok(())
            }
            _ => Err(Refusal::NotXml),
        }
    }
}

/// The kind of markup that starts with these bytes after `<`; `None` if more bytes are needed to decide.
fn markup_start(seen: &[u8]) -> Result<Option<State>, Refusal> {
    const COMMENT: &[u8] = b"!--";
    const CDATA: &[u8] = b"![CDATA[";
    const DOCTYPE: &[u8] = b"!DOCTYPE";
    let state = match seen {
        [b'?'] => State::Instruction(EndMarker::new(b"?>"), Vec::new()),
        COMMENT => State::Skipped(EndMarker::new(b"-->")),
        CDATA => State::Skipped(EndMarker::new(b"]]>")),
        DOCTYPE => State::Doctype(ElementParser::default(), Vec::new()),
        [b'!', ..] if [COMMENT, CDATA, DOCTYPE].iter().any(|markup| markup.starts_with(seen)) => {
            return Ok(None);
        }
        // None of these bytes can end a tag or begin a quoted value.
        [first] if !matches!(first, b'!' | b'>' | b'"' | b'\'' | b'<') => {
            State::Tag(ElementParser::default(), seen.to_vec())
        }
        _ => return Err(Refusal::NotXml),
    };
    Ok(Some(state))
}

fn collect(markup: &mut Vec<u8>, bytes: &[u8]) -> Result<(), Refusal> {
    markup.extend_from_slice(bytes);
    if markup.len() > MAX_MARKUP_BYTES { Err(Refusal::NotXml) } else { Ok(()) }
}

/// Rejects declarations inside the document type, because they can define entities and default namespaces that hide active
/// content. References to an external subset are accepted, because browsers do not load it.
fn doctype(markup: &str) -> Result<(), Refusal> {
    let name = markup.split(is_blank).find(|word| !word.is_empty()).unwrap_or_default();
    let local = name.rsplit(':').next().unwrap_or_default();
    let refused = markup.contains('[') || contains_ignoring_case(REFUSED_ROOTS, local);
    if refused { Err(Refusal::Active) } else { Ok(()) }
}

fn instruction(markup: &str) -> Result<(), Refusal> {
    let content = markup.strip_suffix("?>").unwrap_or(markup);
    let target = content.split(is_blank).next().unwrap_or_default();
    if target.starts_with('=') || contains_ignoring_case(REFUSED_INSTRUCTIONS, target) {
        return Err(Refusal::Active);
    }
    if target != "xml" {
        return Ok(());
    }
    let declaration = BytesStart::from_content(content, target.len());
    for attribute in declaration.attributes() {
        let attribute = attribute.map_err(|_| Refusal::NotXml)?;
        let value = attribute.value.to_ascii_lowercase();
        // With another encoding, a browser would read the same bytes as a different document.
        if attribute.key.0 == "encoding" && !ENCODINGS.iter().any(|encoding| value.starts_with(encoding)) {
            return Err(Refusal::NotXml);
        }
    }
    Ok(())
}

/// Whether browsers would execute this value as a URL. Like browsers, it ignores blanks and control characters.
fn is_program(value: &str) -> bool {
    let url: String = value.chars().filter(|character| *character > ' ').take(16).collect();
    let url = url.to_ascii_lowercase();
    REFUSED_SCHEMES.iter().any(|scheme| url.starts_with(scheme))
}

fn contains_ignoring_case(words: &[&str], word: &str) -> bool {
    words.iter().any(|other| other.eq_ignore_ascii_case(word))
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n')
}

/// Searches for an end marker, which consists of equal bytes and one different byte, across chunks of input.
#[derive(Debug)]
struct EndMarker {
    marker: &'static [u8],
    matched: usize,
}

impl EndMarker {
    fn new(marker: &'static [u8]) -> Self {
        Self { marker, matched: 0 }
    }

    /// The number of bytes up to the end of the marker, or of all bytes, and whether the marker is complete.
    fn find(&mut self, bytes: &[u8]) -> (usize, bool) {
        let mut read = 0;
        while let Some(byte) = bytes.get(read) {
            read += 1;
            if *byte == self.marker[self.matched] {
                self.matched += 1;
                if self.matched == self.marker.len() {
                    return (read, true);
                }
            } else if *byte != self.marker[0] {
                self.matched = 0;
                read += memchr::memchr(self.marker[0], &bytes[read..]).unwrap_or(bytes.len() - read);
            }
        }
        (read, false)
    }
}

#[cfg(test)]
mod tests;
