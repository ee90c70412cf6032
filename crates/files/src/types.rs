//! The accepted types of files: for each extension, the format of the content and its media type.

/// The format by which the content of a file type is detected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A binary format. Its first bytes identify one of these media types.
    Binary(&'static [&'static str]),
    /// Text that is neither markup nor a script.
    Text,
    /// XML with this root element, or with any if it is blank, that contains neither SVG nor HTML.
    Xml(&'static str),
}

/// A file type that is accepted.
#[derive(Debug, PartialEq, Eq)]
pub struct FileType {
    /// The extensions of names, in lower case, without the dot.
    pub extensions: &'static [&'static str],
    /// The media type that the API reports.
    pub media_type: &'static str,
    /// The format of the content.
    pub format: Format,
}

const fn bytes(
    extensions: &'static [&'static str],
    media_type: &'static str,
    sniffed: &'static [&'static str],
) -> FileType {
    FileType { extensions, media_type, format: Format::Binary(sniffed) }
}

const fn text(extensions: &'static [&'static str], media_type: &'static str) -> FileType {
    FileType { extensions, media_type, format: Format::Text }
}

const fn xml(extensions: &'static [&'static str], media_type: &'static str, root: &'static str) -> FileType {
    FileType { extensions, media_type, format: Format::Xml(root) }
}

const ZIP: &str = "application/zip";
const OLE: &str = "application/x-ole-storage";
const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const PPTX: &str = "application/vnd.openxmlformats-officedocument.presentationml.presentation";
const ODT: &str = "application/vnd.oasis.opendocument.text";
const ODS: &str = "application/vnd.oasis.opendocument.spreadsheet";
const ODP: &str = "application/vnd.oasis.opendocument.presentation";

/// Every file type that is accepted.
pub static FILE_TYPES: &[FileType] = &[
    // Documents. The first bytes of documents in a ZIP or OLE container do not always identify their type.
    bytes(&["pdf"], "application/pdf", &["application/pdf"]),
    bytes(&["doc"], "application/msword", &["application/msword", OLE]),
    bytes(&["xls"], "application/vnd.ms-excel", &["application/vnd.ms-excel", OLE]),
    bytes(&["ppt"], "application/vnd.ms-powerpoint", &["application/vnd.ms-powerpoint", OLE]),
    bytes(&["docx"], DOCX, &[DOCX, ZIP]),
    bytes(&["xlsx"], XLSX, &[XLSX, ZIP]),
    bytes(&["pptx"], PPTX, &[PPTX, ZIP]),
    bytes(&["odt"], ODT, &[ODT, ZIP]),
    bytes(&["ods"], ODS, &[ODS, ZIP]),
    bytes(&["odp"], ODP, &[ODP, ZIP]),
    bytes(&["rtf"], "application/rtf", &["application/rtf"]),
    bytes(&["epub"], "application/epub+zip", &["application/epub+zip", ZIP]),
    text(&["txt", "log"], "text/plain"),
    text(&["md"], "text/markdown"),
    text(&["csv"], "text/csv"),
    text(&["tsv"], "text/tab-separated-values"),
    text(&["ics"], "text/calendar"),
    text(&["srt"], "application/x-subrip"),
    text(&["vtt"], "text/vtt"),
    text(&["json"], "application/json"),
    xml(&["xml"], "application/xml", ""),
    // Images.
    bytes(&["jpg", "jpeg"], "image/jpeg", &["image/jpeg"]),
    bytes(&["png"], "image/png", &["image/png"]),
    bytes(&["gif"], "image/gif", &["image/gif"]),
    bytes(&["webp"], "image/webp", &["image/webp"]),
    bytes(&["avif"], "image/avif", &["image/avif"]),
    bytes(&["heic", "heif"], "image/heif", &["image/heif"]),
    bytes(&["tif", "tiff"], "image/tiff", &["image/tiff"]),
    bytes(&["bmp"], "image/bmp", &["image/bmp"]),
    // Audio.
    bytes(&["mp3"], "audio/mpeg", &["audio/mpeg"]),
    bytes(&["m4a"], "audio/mp4", &["audio/m4a", "video/mp4"]),
    bytes(&["ogg", "oga"], "audio/ogg", &["audio/ogg", "audio/opus"]),
    bytes(&["opus"], "audio/opus", &["audio/opus", "audio/ogg"]),
    bytes(&["flac"], "audio/flac", &["audio/x-flac"]),
    bytes(&["wav"], "audio/wav", &["audio/x-wav"]),
    bytes(&["aac"], "audio/aac", &["audio/aac"]),
    bytes(&["aif", "aiff"], "audio/aiff", &["audio/x-aiff"]),
    // Video.
    bytes(&["mp4", "m4v"], "video/mp4", &["video/mp4", "video/x-m4v", "video/quicktime"]),
    bytes(&["mov"], "video/quicktime", &["video/quicktime", "video/mp4"]),
    bytes(&["mkv"], "video/x-matroska", &["video/x-matroska", "video/webm"]),
    bytes(&["webm"], "video/webm", &["video/webm", "video/x-matroska"]),
    bytes(&["avi"], "video/x-msvideo", &["video/x-msvideo"]),
    bytes(&["wmv"], "video/x-ms-wmv", &["video/x-ms-wmv"]),
    bytes(&["mpg", "mpeg"], "video/mpeg", &["video/mpeg"]),
    bytes(&["ogv"], "video/ogg", &["audio/ogg"]),
    // Archives. Their members are not inspected.
    bytes(&["zip"], ZIP, &[ZIP]),
    bytes(&["7z"], "application/x-7z-compressed", &["application/x-7z-compressed"]),
    bytes(&["rar"], "application/vnd.rar", &["application/vnd.rar"]),
    bytes(&["tar"], "application/x-tar", &["application/x-tar"]),
    bytes(&["gz", "tgz"], "application/gzip", &["application/gzip"]),
    bytes(&["bz2"], "application/x-bzip2", &["application/x-bzip2"]),
    bytes(&["xz"], "application/x-xz", &["application/x-xz"]),
    bytes(&["zst"], "application/zstd", &["application/zstd"]),
    // Geodata.
    text(&["geojson"], "application/geo+json"),
    xml(&["kml"], "application/vnd.google-earth.kml+xml", "kml"),
    bytes(&["kmz"], "application/vnd.google-earth.kmz", &[ZIP]),
    xml(&["gpx"], "application/gpx+xml", "gpx"),
    xml(&["gml"], "application/gml+xml", ""),
    bytes(&["gpkg"], "application/geopackage+sqlite3", &["application/vnd.sqlite3"]),
    bytes(&["dwg"], "image/vnd.dwg", &["image/vnd.dwg"]),
];

/// The file type of a name by its extension; `None` if the extension is not accepted.
pub fn of_name(name: &str) -> Option<&'static FileType> {
    let (_, extension) = name.rsplit_once('.')?;
    // Other letters whose lower case is ASCII, such as the Kelvin sign, are different characters to other programs.
    let extension = extension.to_ascii_lowercase();
    FILE_TYPES.iter().find(|file_type| file_type.extensions.contains(&extension.as_str()))
}

/// Whether the extension of a name matches content of this media type.
pub fn name_matches(name: &str, media_type: &str) -> bool {
    let stored = FILE_TYPES.iter().find(|file_type| file_type.media_type == media_type);
    of_name(name).is_some_and(|expected| match expected.format {
        Format::Binary(sniffed) => expected.media_type == media_type || sniffed.contains(&media_type),
        Format::Text => stored.is_some_and(|stored| stored.format == Format::Text),
        Format::Xml(_) => expected.media_type == media_type,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_extension_has_one_type() {
        let all: Vec<_> = FILE_TYPES.iter().flat_map(|file_type| file_type.extensions).collect();
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
    }

    #[test]
    fn extensions_of_executable_files_are_not_accepted() {
        for name in [
            "a.exe",
            "a.html",
            "a.svg",
            "a.js",
            "a.sh",
            "a.pdf.bat",
            "a.xhtml",
            "a.jar",
            "a",
            "a.",
            "a.\u{212a}ml",
        ] {
            assert_eq!(of_name(name), None, "{name}");
        }
        assert!(of_name("a/../../Minutes.PDF").is_some());
    }

    #[test]
    fn a_new_name_must_match_the_content() {
        assert!(name_matches("a.md", "text/plain"));
        assert!(name_matches("a.jpeg", "image/jpeg"));
        assert!(!name_matches("a.mp4", "application/pdf"));
        assert!(!name_matches("a.html", "text/plain"));
    }
}
