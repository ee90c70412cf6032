//! Word processor documents.

use std::fmt::Write as _;
use std::io;

use super::{Document, checksum, length};

/// A document with two paragraphs in Office Open XML (ISO/IEC 29500): a ZIP archive of three XML files.
pub fn bytes(document: &Document<'_>) -> io::Result<Vec<u8>> {
    const TYPES: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\
        <Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
        <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
        <Override PartName=\"/word/document.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/>\
        </Types>";
    const PARTS: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\
        <Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
        <Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" Target=\"word/document.xml\"/>\
        </Relationships>";
    let mut body = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\
         <w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>",
    );
    for paragraph in [document.title, document.paragraph] {
        let text = paragraph.replace('&', "&amp;").replace('<', "&lt;");
        write!(body, "<w:p><w:r><w:t>{text}</w:t></w:r></w:p>").map_err(io::Error::other)?;
    }
    body.push_str("</w:body></w:document>");
    archive(&[("[Content_Types].xml", TYPES), ("_rels/.rels", PARTS), ("word/document.xml", &body)])
}

/// A ZIP archive without compression.
fn archive(parts: &[(&str, &str)]) -> io::Result<Vec<u8>> {
    let mut file = Vec::new();
    let mut directory = Vec::new();
    for (name, content) in parts {
        let start = length(&file)?;
        let size = length(content.as_bytes())?.to_le_bytes();
        let name_size = u16::try_from(name.len()).map_err(io::Error::other)?.to_le_bytes();
        // Version 2.0, no flags, no compression, and the earliest timestamp of the format: 1980-01-01.
        let mut entry = vec![20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0];
        entry.extend(checksum(content.as_bytes()).to_le_bytes());
        entry.extend([size, size].concat());
        entry.extend(name_size);
        entry.extend([0, 0]);
        file.extend(b"PK\x03\x04");
        file.extend(&entry);
        file.extend(name.bytes());
        file.extend(content.bytes());
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&entry);
        directory.extend([0; 10]);
        directory.extend(start.to_le_bytes());
        directory.extend(name.bytes());
    }
    let count = u16::try_from(parts.len()).map_err(io::Error::other)?.to_le_bytes();
    let (start, size) = (length(&file)?, length(&directory)?);
    file.extend(directory);
    file.extend(b"PK\x05\x06\x00\x00\x00\x00");
    file.extend([count, count].concat());
    file.extend([size.to_le_bytes(), start.to_le_bytes()].concat());
    file.extend([0, 0]);
    Ok(file)
}
