//! Checks an XML document while it is uploaded, in constant memory: what its root is, and whether it can act in a browser.
//!
//! `quick-xml` reads single tags, with their entities and namespaces. Text, comments and CDATA sections, which may be of any
//! length, are only skipped.

use quick_xml::XmlVersion;
use quick_xml::events::BytesStart;
use quick_xml::name::{Namespace, NamespaceResolver, ResolveResult};
use quick_xml::parser::{ElementParser, Parser as _};

/// Maximum size of a tag, a document type declaration or a processing instruction that is read.
const MAX_MARKUP_BYTES: usize = 64 * 1024;
/// Maximum number of attributes of an element. Each is compared with those before it.
const MAX_ATTRIBUTES: usize = 256;
/// Maximum number of nested elements.
const MAX_DEPTH: usize = 256;
/// Maximum total size of the start tags of all open elements, and with them of their namespaces.
const MAX_OPEN_BYTES: usize = 1024 * 1024;

/// Elements of these namespaces are refused wherever they are: browsers run the scripts in them.
const REFUSED_NAMESPACES: &[&str] =
    &["http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml", "http://www.w3.org/1999/xsl/transform"];
/// Document elements that are refused even without a namespace.
const REFUSED_ROOTS: &[&str] = &["svg", "html"];
/// Processing instructions that are refused: they apply programs to the document.
const REFUSED_INSTRUCTIONS: &[&str] = &["xml-stylesheet", "php"];
/// Schemes of URLs that are programs.
const REFUSED_SCHEMES: &[&str] = &["javascript:", "vbscript:"];
/// How encodings are named in which a byte below 128 is that ASCII character.
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

/// Why a document is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It is not well-formed XML, or larger in some respect than any honest document.
    NotXml,
    /// It contains SVG, HTML or something else that acts in a browser.
    Active,
}

/// Where in the document the next byte is.
#[derive(Debug)]
enum Position {
    /// Before the first character; so many bytes of a byte order mark were read.
    Start(usize),
    /// Between tags.
    Text,
    /// Behind `<`, with what follows it.
    Opening(Vec<u8>),
    /// In a start tag or end tag.
    Tag(ElementParser, Vec<u8>),
    /// In a document type declaration.
    Doctype(ElementParser, Vec<u8>),
    /// In a processing instruction.
    Instruction(Until, Vec<u8>),
    /// In a comment or a CDATA section.
    Skipped(Until),
}

/// An incremental check of one document.
#[derive(Debug)]
pub struct XmlCheck {
    position: Position,
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
            position: Position::Start(0),
            refusal: None,
            root: None,
            open: Vec::new(),
            open_bytes: 0,
            namespaces: NamespaceResolver::default(),
        }
    }
}

impl XmlCheck {
    /// Reads the next bytes. Costs nothing once the document is refused.
    pub fn take(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() && self.refusal.is_none() {
            match self.step(bytes) {
                Ok(read) => bytes = &bytes[read..],
                Err(refusal) => {
                    self.refusal = Some(refusal);
                    self.open = Vec::new();
                    self.position = Position::Text;
                }
            }
        }
    }

    /// Whether the bytes contain something that acts in a browser.
    pub fn is_active(&self) -> bool {
        self.refusal == Some(Refusal::Active)
    }

    /// The local name of the root element, if the bytes are a complete document that is not refused.
    pub fn root(&self) -> Option<&str> {
        let complete = self.open.is_empty() && matches!(self.position, Position::Text);
        self.root.as_deref().filter(|_| complete && self.refusal.is_none())
    }

    /// Reads some bytes, and returns how many.
    fn step(&mut self, bytes: &[u8]) -> Result<usize, Refusal> {
        match &mut self.position {
            Position::Start(read) => {
                if b"\xef\xbb\xbf".get(*read) == bytes.first() {
                    *read += 1;
                    return Ok(1);
                }
                self.position = Position::Text;
                Ok(0)
            }
            Position::Text => {
                let end = memchr::memchr(b'<', bytes);
                let text = &bytes[..end.unwrap_or(bytes.len())];
                if self.open.is_empty() && !text.trim_ascii().is_empty() {
                    return Err(Refusal::NotXml);
                }
                if end.is_some() {
                    self.position = Position::Opening(Vec::new());
                }
                Ok(text.len() + usize::from(end.is_some()))
            }
            Position::Opening(seen) => {
                seen.push(bytes[0]);
                if let Some(position) = opened(seen)? {
                    self.position = position;
                }
                Ok(1)
            }
            Position::Tag(end, markup) | Position::Doctype(end, markup) => {
                let found = end.feed(bytes);
                collect(markup, &bytes[..found.unwrap_or(bytes.len())])?;
                if let Some(found) = found {
                    self.markup()?;
                    return Ok(found + 1);
                }
                Ok(bytes.len())
            }
            Position::Instruction(until, markup) => {
                let (read, ended) = until.find(bytes);
                collect(markup, &bytes[..read])?;
                if ended {
                    self.markup()?;
                }
                Ok(read)
            }
            Position::Skipped(until) => {
                let (read, ended) = until.find(bytes);
                if ended {
                    self.position = Position::Text;
                }
                Ok(read)
            }
        }
    }

    /// Reads markup that is complete.
    fn markup(&mut self) -> Result<(), Refusal> {
        match std::mem::replace(&mut self.position, Position::Text) {
            Position::Tag(_, markup) => self.tag(&String::from_utf8_lossy(&markup)),
            Position::Doctype(_, markup) => {
                if self.root.is_some() {
                    Err(Refusal::NotXml)
                } else {
                    doctype(&String::from_utf8_lossy(&markup))
                }
            }
            Position::Instruction(_, markup) => instruction(&String::from_utf8_lossy(&markup)),
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

/// What begins with these bytes behind `<`; `None` if one more is needed to tell.
fn opened(seen: &[u8]) -> Result<Option<Position>, Refusal> {
    const COMMENT: &[u8] = b"!--";
    const CDATA: &[u8] = b"![CDATA[";
    const DOCTYPE: &[u8] = b"!DOCTYPE";
    let position = match seen {
        [b'?'] => Position::Instruction(Until::new(b"?>"), Vec::new()),
        COMMENT => Position::Skipped(Until::new(b"-->")),
        CDATA => Position::Skipped(Until::new(b"]]>")),
        DOCTYPE => Position::Doctype(ElementParser::default(), Vec::new()),
        [b'!', ..] if [COMMENT, CDATA, DOCTYPE].iter().any(|known| known.starts_with(seen)) => {
            return Ok(None);
        }
        // None of these bytes can end a tag or begin a quoted value.
        [first] if !matches!(first, b'!' | b'>' | b'"' | b'\'' | b'<') => {
            Position::Tag(ElementParser::default(), seen.to_vec())
        }
        _ => return Err(Refusal::NotXml),
    };
    Ok(Some(position))
}

fn collect(markup: &mut Vec<u8>, bytes: &[u8]) -> Result<(), Refusal> {
    markup.extend_from_slice(bytes);
    if markup.len() > MAX_MARKUP_BYTES { Err(Refusal::NotXml) } else { Ok(()) }
}

/// A document type may name an external one, which browsers do not load. Declarations in the document itself could define
/// entities and default namespaces, and with them anything.
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
        // In another encoding the same bytes are another document.
        if attribute.key.0 == "encoding" && !ENCODINGS.iter().any(|known| value.starts_with(known)) {
            return Err(Refusal::NotXml);
        }
    }
    Ok(())
}

/// Whether browsers would run this value as a URL. They ignore blanks and control characters.
fn is_program(value: &str) -> bool {
    let url: String = value.chars().filter(|character| *character > ' ').take(16).collect();
    let url = url.to_ascii_lowercase();
    REFUSED_SCHEMES.iter().any(|scheme| url.starts_with(scheme))
}

fn contains_ignoring_case(words: &[&str], word: &str) -> bool {
    words.iter().any(|known| known.eq_ignore_ascii_case(word))
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n')
}

/// Searches for an end mark that consists of equal bytes and one more, across pieces of input.
#[derive(Debug)]
struct Until {
    mark: &'static [u8],
    matched: usize,
}

impl Until {
    fn new(mark: &'static [u8]) -> Self {
        Self { mark, matched: 0 }
    }

    /// How many bytes there are up to the end of the mark, or in all, and whether the mark is complete.
    fn find(&mut self, bytes: &[u8]) -> (usize, bool) {
        let mut read = 0;
        while let Some(byte) = bytes.get(read) {
            read += 1;
            if *byte == self.mark[self.matched] {
                self.matched += 1;
                if self.matched == self.mark.len() {
                    return (read, true);
                }
            } else if *byte != self.mark[0] {
                self.matched = 0;
                read += memchr::memchr(self.mark[0], &bytes[read..]).unwrap_or(bytes.len() - read);
            }
        }
        (read, false)
    }
}

#[cfg(test)]
mod tests;
