//! PNG images.

use std::io::{self, Write as _};

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::{checksum, length};

/// A schematic map, streets between blocks, as a PNG image (RFC 2083).
pub fn bytes(variant: u64) -> io::Result<Vec<u8>> {
    const SIDE: u32 = 240;
    let mut rows = Vec::new();
    for down in 0..SIDE {
        rows.push(0);
        for across in 0..SIDE {
            let block = u64::from(across / 40) * 7 + u64::from(down / 30) * 5 + variant;
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
