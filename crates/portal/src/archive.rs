//! A ZIP archive of texts with provider values. Its texts are not compressed, so that the values have positions in it.

use std::io::{self, Cursor, Write as _};
use std::ops::Range;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

/// A text of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchivedText {
    /// Its path in the archive.
    name: String,
    /// Its bytes in the archive.
    range: Range<usize>,
}

/// The texts of an archive. Fails if it is damaged, or if a text is compressed.
pub fn read(content: &[u8]) -> io::Result<Vec<ArchivedText>> {
    let mut archive = ZipArchive::new(Cursor::new(content))?;
    let mut texts = Vec::new();
    for number in 0..archive.len() {
        let entry = archive.by_index(number)?;
        let start = entry.data_start().filter(|_| entry.compression() == CompressionMethod::Stored);
        let start = start.ok_or_else(|| io::Error::other("a text of the archive is compressed"))?;
        let bound = |position: u64| usize::try_from(position).map_err(io::Error::other);
        let range = bound(start)?..bound(start.saturating_add(entry.size()))?;
        texts.push(ArchivedText { name: entry.name()?.into_owned(), range });
    }
    Ok(texts)
}

/// An archive of the same texts, with the bytes that `render` returns for the bytes of each. Equal texts make an equal archive.
pub fn write(
    texts: &[ArchivedText],
    render: impl Fn(Range<usize>) -> Vec<u8>,
) -> Result<Vec<u8>, zip::result::ZipError> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default());
    for ArchivedText { name, range } in texts {
        archive.start_file(name.as_str(), options)?;
        archive.write_all(&render(range.clone()))?;
    }
    Ok(archive.finish()?.into_inner())
}
