//! PDF documents.

use std::fmt::Write as _;
use std::io;

use super::Document;

/// One page with the title and the paragraph, in PDF 1.4 (ISO 32000-1). The cross-reference table has the offset of
/// each object.
pub fn bytes(document: &Document<'_>) -> io::Result<Vec<u8>> {
    let mut page = b"BT /F1 18 Tf 60 770 Td (".to_vec();
    page.extend(pdf_text(document.title));
    page.extend(b") Tj /F1 11 Tf 0 -34 Td 15 TL\n");
    for line in wrap(document.paragraph, 84) {
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
    for (index, object) in objects.iter().enumerate() {
        writeln!(table, "{:010} 00000 n ", file.len()).map_err(io::Error::other)?;
        file.extend(format!("{} 0 obj\n", index + 1).bytes());
        file.extend(object);
        file.extend(b"\nendobj\n");
    }
    let start = file.len();
    file.extend(table.bytes());
    let size = objects.len() + 1;
    file.extend(format!("trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n").bytes());
    Ok(file)
}

/// A string in `WinAnsiEncoding`, which is Latin-1 except for a few characters. Unknown characters become `?`.
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

/// The lines of a paragraph, of about `width` bytes.
fn wrap(paragraph: &str, width: usize) -> Vec<String> {
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
