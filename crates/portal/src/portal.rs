//! The files of a portal, embedded or read from a folder.

use std::collections::HashMap;
use std::path::Path;

use bytes::Bytes;

use super::embedded::EmbeddedFiles;
use super::file::File;
use super::{PortalError, archive, manifest};

/// Suffixes of compressed variants with their encodings, best first.
const ENCODINGS: [(&str, &str); 2] = [(".br", "br"), (".gz", "gzip")];

/// The suffix of archives, of which the server fills in the texts.
const ARCHIVE: &str = ".zip";

/// The files of the portal, by their paths from its root with a leading slash.
#[derive(Debug)]
pub struct Portal {
    files: HashMap<String, File>,
}

impl Portal {
    /// A portal of embedded files; `None` if there are none.
    pub fn embedded(files: EmbeddedFiles) -> Result<Option<Self>, PortalError> {
        if files.is_empty() {
            return Ok(None);
        }
        let contents = files.iter().map(|(path, bytes)| (format!("/{path}"), Bytes::from_static(bytes)));
        Self::new(contents.collect()).map(Some)
    }

    /// Reads every file of a folder into memory.
    pub fn read(folder: &Path) -> Result<Self, PortalError> {
        let mut contents = HashMap::new();
        read_folder(folder, "", &mut contents)?;
        if !contents.contains_key("/index.html") {
            return Err(PortalError::NoPortal(folder.to_owned()));
        }
        Self::new(contents)
    }

    /// The file at a path.
    pub fn file(&self, path: &str) -> Option<&File> {
        self.files.get(path)
    }

    /// All files by their paths.
    pub fn files(&self) -> impl Iterator<Item = (&str, &File)> {
        self.files.iter().map(|(path, file)| (path.as_str(), file))
    }

    fn new(mut contents: HashMap<String, Bytes>) -> Result<Self, PortalError> {
        let mut slots = match contents.remove(manifest::PATH) {
            Some(bytes) => manifest::read(&bytes, &contents)?,
            None => HashMap::new(),
        };
        let is_variant = |path: &str| {
            ENCODINGS.iter().any(|(suffix, _)| {
                path.strip_suffix(suffix)
                    .is_some_and(|plain| plain == manifest::PATH || contents.contains_key(plain))
            })
        };
        let plain = contents.iter().filter(|(path, _)| !is_variant(path));
        let mut files = HashMap::new();
        for (path, content) in plain {
            let slots = slots.remove(path).unwrap_or_default();
            let compressed = if slots.is_empty() { variants(path, &contents) } else { Vec::new() };
            let is_archive = path.ends_with(ARCHIVE) && !slots.is_empty();
            let archive = is_archive.then(|| archive::read(content)).transpose();
            let archive = archive.map_err(|error| PortalError::Manifest(format!("{path}: {error}")))?;
            files.insert(path.clone(), File { content: content.clone(), compressed, slots, archive });
        }
        Ok(Self { files })
    }
}

/// The compressed variants of a file.
fn variants(path: &str, contents: &HashMap<String, Bytes>) -> Vec<(&'static str, Bytes)> {
    let variant = |(suffix, encoding): &(&str, &'static str)| {
        Some((*encoding, contents.get(&format!("{path}{suffix}"))?.clone()))
    };
    ENCODINGS.iter().filter_map(variant).collect()
}

fn read_folder(
    folder: &Path,
    prefix: &str,
    contents: &mut HashMap<String, Bytes>,
) -> Result<(), PortalError> {
    let failed = |cause| PortalError::Unreadable { path: folder.to_owned(), cause };
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let path = format!("{prefix}/{}", entry.file_name().to_string_lossy());
        if entry.file_type().map_err(failed)?.is_dir() {
            read_folder(&entry.path(), &path, contents)?;
        } else {
            contents.insert(path, std::fs::read(entry.path()).map_err(failed)?.into());
        }
    }
    Ok(())
}
