//! Files are valid documents of the format that their extension states.

use std::io::Read;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::{large, text};

fn contents() -> Vec<(String, Vec<u8>)> {
    let platform = large();
    let files = platform.all("files");
    assert!(files.len() <= 40);
    files
        .iter()
        .map(|row| (text(row, "name").to_owned(), STANDARD.decode(text(row, "content")).unwrap()))
        .collect()
}

fn first(extension: &str) -> Vec<u8> {
    let named = |(name, _): &(String, Vec<u8>)| name.rsplit_once('.').unwrap().1 == extension;
    contents().into_iter().find(named).unwrap().1
}

#[test]
fn files_begin_with_the_signature_of_their_format() {
    for (name, bytes) in contents() {
        let (_, extension) = name.rsplit_once('.').unwrap();
        let signature: &[u8] = match extension {
            "pdf" => b"%PDF-1.4",
            "png" => b"\x89PNG\r\n\x1A\n",
            "docx" => b"PK\x03\x04",
            "csv" => b"day,hour,",
            _ => b"",
        };
        assert!(bytes.starts_with(signature) && !bytes.is_empty() && bytes.len() < 60_000, "{name}");
    }
}

#[test]
fn the_cross_reference_table_of_a_pdf_is_correct() {
    let bytes = first("pdf");
    let file: String = bytes.iter().map(|byte| char::from(*byte)).collect();
    let start: usize = file.rsplit("startxref\n").next().unwrap().lines().next().unwrap().parse().unwrap();
    let table = file.chars().skip(start).collect::<String>();
    let entries = table.lines().skip(3).take(5);
    for (index, entry) in entries.enumerate() {
        let offset: usize = entry[..10].parse().unwrap();
        let object: String = file.chars().skip(offset).take(8).collect();
        assert!(object.starts_with(&format!("{} 0 obj", index + 1)[..7]), "{object}");
    }
}

#[test]
fn an_image_has_all_its_rows() {
    let bytes = first("png");
    let size = u32::from_be_bytes(bytes[33..37].try_into().unwrap()) as usize;
    assert_eq!(&bytes[37..41], b"IDAT");
    let mut rows = Vec::new();
    flate2::read::ZlibDecoder::new(&bytes[41..41 + size]).read_to_end(&mut rows).unwrap();
    assert_eq!(rows.len(), 240 * (1 + 3 * 240));
}
