//! Small real documents, made here: PDF, PNG, CSV, plain text, a word processor's file.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

/// What a document says.
pub struct Document<'a> {
    pub title: &'a str,
    pub paragraphs: &'a [&'a str],
    pub turn: u64,
}

/// The bytes of a document in the form that goes with the extension.
pub fn bytes(extension: &str, document: &Document<'_>) -> io::Result<Vec<u8>> {
    match extension {
        "pdf" => pdf(document),
        "png" => png(document.turn),
        "csv" => Ok(csv(document.turn)?.into_bytes()),
        "docx" => docx(document),
        _ => Ok(text(document).into_bytes()),
    }
}

fn text(document: &Document<'_>) -> String {
    let mut text = format!("{}\n\n", document.title);
    for paragraph in document.paragraphs {
        text.push_str(paragraph);
        text.push_str("\n\n");
    }
    text
}

/// Counts of a week's traffic, hour by hour.
fn csv(turn: u64) -> io::Result<String> {
    let mut table = String::from("day,hour,pedestrians,bicycles,cars\r\n");
    for day in 1..=7 {
        for hour in 6..22 {
            let rush = if matches!(hour, 7 | 8 | 16 | 17) { 3 } else { 1 };
            let walk = (17 * hour + 5 * day + turn) % 60 * rush;
            let ride = (23 * hour + 11 * day + 3 * turn) % 90 * rush;
            let drive = (31 * hour + 7 * day + 5 * turn) % 120 * rush;
            write!(table, "{day},{hour},{walk},{ride},{drive}\r\n").map_err(io::Error::other)?;
        }
    }
    Ok(table)
}

/// A page with a title and lines of text. Its table of contents tells where each object begins.
fn pdf(document: &Document<'_>) -> io::Result<Vec<u8>> {
    let mut page = b"BT /F1 18 Tf 60 770 Td (".to_vec();
    page.extend(pdf_text(document.title));
    page.extend(b") Tj /F1 11 Tf 0 -34 Td 15 TL\n");
    for line in document.paragraphs.iter().flat_map(|paragraph| wrapped(paragraph, 84)) {
        page.push(b'(');
        page.extend(pdf_text(&line));
        page.extend(b") Tj T*\n");
    }
    page.extend(b"ET");
    let objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R \
          /Resources << /Font << /F1 5 0 R >> >> >>"
            .to_vec(),
        [format!("<< /Length {} >>\nstream\n", page.len()).as_bytes(), &page, b"\nendstream"].concat(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_vec(),
    ];
    let mut file = b"%PDF-1.4\n%\xE2\xE3\xCF\xD3\n".to_vec();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (place, object) in objects.iter().enumerate() {
        writeln!(table, "{:010} 00000 n ", file.len()).map_err(io::Error::other)?;
        file.extend(format!("{} 0 obj\n", place + 1).bytes());
        file.extend(object);
        file.extend(b"\nendobj\n");
    }
    let start = file.len();
    file.extend(table.bytes());
    let size = objects.len() + 1;
    file.extend(format!("trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n").bytes());
    Ok(file)
}

/// Text in the font's encoding, which is Latin-1 where it matters here.
fn pdf_text(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '(' | ')' | '\\') {
            bytes.push(b'\\');
        }
        bytes.push(match character {
            '’' => b'\'',
            'œ' => 0x9C,
            other => u8::try_from(u32::from(other)).unwrap_or(b'?'),
        });
    }
    bytes
}

fn wrapped(paragraph: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in paragraph.split_whitespace() {
        if lines.last().is_some_and(|line| line.len() + word.len() > width) {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(word);
            line.push(' ');
        }
    }
    lines
}

/// A plan of sorts: streets between blocks, in the platform's greens.
fn png(turn: u64) -> io::Result<Vec<u8>> {
    const SIDE: u32 = 240;
    let mut rows = Vec::new();
    for down in 0..SIDE {
        rows.push(0);
        for across in 0..SIDE {
            let block = u64::from(across / 40) * 7 + u64::from(down / 30) * 5 + turn;
            let street = across % 40 < 5 || down % 30 < 4;
            rows.extend(match (street, block % 5) {
                (true, _) => [244, 241, 232],
                (false, 0) => [116, 164, 108],
                (false, 1) => [198, 190, 172],
                (false, 2) => [214, 204, 186],
                (false, 3) => [150, 186, 206],
                _ => [182, 170, 150],
            });
        }
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&rows)?;
    let mut header = [SIDE.to_be_bytes(), SIDE.to_be_bytes()].concat();
    header.extend([8, 2, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1A\n".to_vec();
    chunk(*b"IHDR", &header, &mut file)?;
    chunk(*b"IDAT", &encoder.finish()?, &mut file)?;
    chunk(*b"IEND", &[], &mut file)?;
    Ok(file)
}

fn chunk(name: [u8; 4], data: &[u8], file: &mut Vec<u8>) -> io::Result<()> {
    file.extend(length(data)?.to_be_bytes());
    let content = [&name, data].concat();
    file.extend(&content);
    file.extend(checksum(&content).to_be_bytes());
    Ok(())
}

/// A word processor's file: three parts in an archive, stored as they are.
fn docx(document: &Document<'_>) -> io::Result<Vec<u8>> {
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
    for paragraph in std::iter::once(&document.title).chain(document.paragraphs) {
        let text = paragraph.replace('&', "&amp;").replace('<', "&lt;");
        write!(body, "<w:p><w:r><w:t>{text}</w:t></w:r></w:p>").map_err(io::Error::other)?;
    }
    body.push_str("</w:body></w:document>");
    archive(&[("[Content_Types].xml", TYPES), ("_rels/.rels", PARTS), ("word/document.xml", &body)])
}

fn archive(parts: &[(&str, &str)]) -> io::Result<Vec<u8>> {
    let mut file = Vec::new();
    let mut directory = Vec::new();
    for (name, content) in parts {
        let start = length(&file)?;
        let size = length(content.as_bytes())?.to_le_bytes();
        let name_size = u16::try_from(name.len()).map_err(io::Error::other)?.to_le_bytes();
        // Version 2.0, no flags, stored, and the first moment that the format knows: 1 January 1980.
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

fn length(data: &[u8]) -> io::Result<u32> {
    u32::try_from(data.len()).map_err(io::Error::other)
}

fn checksum(data: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(data);
    crc.sum()
}
