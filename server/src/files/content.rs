//! The type of a file, told from its first bytes and, where they do not say, from its name.

/// How many bytes [`mime_type`] looks at.
pub const START: usize = 8192;

/// Types that have no mark at their beginning, by the ending of the name.
const BY_EXTENSION: &[(&str, &str)] = &[
    ("txt", "text/plain"),
    ("md", "text/markdown"),
    ("csv", "text/csv"),
    ("json", "application/json"),
    ("geojson", "application/geo+json"),
    ("kml", "application/vnd.google-earth.kml+xml"),
    ("gpx", "application/gpx+xml"),
    ("gml", "application/gml+xml"),
];

/// The type of a file of this name that begins with these bytes.
pub fn mime_type(start: &[u8], name: &str) -> &'static str {
    if let Some(known) = infer::get(start) {
        return known.mime_type();
    }
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    BY_EXTENSION
        .iter()
        .find(|(known, _)| Some(*known) == extension.as_deref())
        .map_or("application/octet-stream", |(_, mime_type)| mime_type)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_count_for_more_than_the_name() {
        assert_eq!(mime_type(b"%PDF-1.7\n", "notes.txt"), "application/pdf");
        assert_eq!(mime_type(b"a,b\n1,2\n", "Table.CSV"), "text/csv");
        assert_eq!(mime_type(b"", "unknown"), "application/octet-stream");
    }
}
