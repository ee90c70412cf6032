//! Small valid documents of several formats: PDF, PNG, CSV, DOCX and plain text.

mod docx;
mod pdf;
mod png;

use std::fmt::Write as _;
use std::io;

use flate2::Crc;

/// The content of a document.
pub struct Document<'a> {
    pub title: &'a str,
    pub paragraph: &'a str,
    /// Selects the content of images and tables.
    pub variant: u64,
}

/// The bytes of a document in the format of the extension; plain text if the extension is unknown.
pub fn bytes(extension: &str, document: &Document<'_>) -> io::Result<Vec<u8>> {
    match extension {
        "pdf" => pdf::bytes(document),
        "png" => png::bytes(document.variant),
        "csv" => csv(document.variant),
        "docx" => docx::bytes(document),
        _ => Ok(format!("{}\n\n{}\n\n", document.title, document.paragraph).into_bytes()),
    }
}

/// Traffic counts of one week, hour by hour.
fn csv(variant: u64) -> io::Result<Vec<u8>> {
    let mut table = String::from("day,hour,pedestrians,bicycles,cars\r\n");
    for day in 1..=7 {
        for hour in 6..22 {
            let rush = if matches!(hour, 7 | 8 | 16 | 17) { 3 } else { 1 };
            let walk = (17 * hour + 5 * day + variant) % 60 * rush;
            let ride = (23 * hour + 11 * day + 3 * variant) % 90 * rush;
            let drive = (31 * hour + 7 * day + 5 * variant) % 120 * rush;
            write!(table, "{day},{hour},{walk},{ride},{drive}\r\n").map_err(io::Error::other)?;
        }
    }
    Ok(table.into_bytes())
}

/// The length of the data, which the formats store in 32 bits.
fn length(data: &[u8]) -> io::Result<u32> {
    u32::try_from(data.len()).map_err(io::Error::other)
}

/// The CRC-32 of the data, as in PNG and ZIP.
fn checksum(data: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(data);
    crc.sum()
}
