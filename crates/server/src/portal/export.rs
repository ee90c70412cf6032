//! Writes the portal as static files under the provider's names and URLs, to host it elsewhere.

use std::io;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use folkmoot_codings::precompressed::compressed_variants;
use folkmoot_portal::EmbeddedFiles;
use folkmoot_settings::{Settings, UnusableSetting};

use super::{files, provider};

/// Why the portal cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The URL of the API is not known.
    #[error(
        "public-url is not set; expected the URL of the API, for example --public-url https://api.example.org"
    )]
    NoPublicUrl,
    /// There is no portal.
    #[error(
        "this program contains no portal; build it with `make build`, or name a built portal with --portal"
    )]
    NoPortal,
    /// The folder contains files.
    #[error("the folder {} is not empty; expected an empty or a new folder", .0.display())]
    NotEmpty(PathBuf),
    /// The portal cannot be read.
    #[error(transparent)]
    Portal(#[from] UnusableSetting),
    /// A file cannot be written.
    #[error("failed to write {}: {cause}", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        cause: io::Error,
    },
}

/// Extensions of files that are worth compressing.
const COMPRESSIBLE: [&str; 8] = ["html", "json", "yaml", "xml", "atom", "md", "txt", "svg"];
const BROTLI_QUALITY: i32 = 9;
/// File name suffixes of compressed variants by their encoding.
const SUFFIXES: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// Writes the portal, which may be the embedded one, into an empty or new folder. Returns the number of files, without compressed
/// variants.
pub fn export(settings: &Settings, embedded: EmbeddedFiles, folder: &Path) -> Result<usize, ExportError> {
    let api_url = settings.public_url.as_deref().ok_or(ExportError::NoPublicUrl)?;
    let portal_url = settings.portal_url.as_deref().unwrap_or(api_url);
    let portal = files(settings, embedded)?.ok_or(ExportError::NoPortal)?;
    let provider = provider(settings)?;
    let values = provider.values(portal_url, api_url);
    require_empty(folder)?;
    let mut count = 0;
    for (path, file) in portal.files() {
        let content = file.rendered(&values);
        let compressed =
            if file.is_template() { compressed(path, &content) } else { file.compressed.clone() };
        write(folder, path, &content)?;
        for (encoding, suffix) in SUFFIXES {
            if let Some((_, bytes)) = compressed.iter().find(|(found, _)| *found == encoding) {
                write(folder, &format!("{path}{suffix}"), bytes)?;
            }
        }
        count += 1;
    }
    for (path, image) in provider.images() {
        write(folder, &path, &image.content)?;
        count += 1;
    }
    Ok(count)
}

fn compressed(path: &str, content: &[u8]) -> Vec<(&'static str, Bytes)> {
    let extension = path.rsplit('.').next().unwrap_or_default();
    if COMPRESSIBLE.contains(&extension) { compressed_variants(content, BROTLI_QUALITY) } else { Vec::new() }
}

fn require_empty(folder: &Path) -> Result<(), ExportError> {
    match std::fs::read_dir(folder).map(|mut entries| entries.next().is_none()) {
        Ok(true) => Ok(()),
        Ok(false) => Err(ExportError::NotEmpty(folder.to_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(cause) => Err(ExportError::Write { path: folder.to_owned(), cause }),
    }
}

fn write(folder: &Path, path: &str, content: &[u8]) -> Result<(), ExportError> {
    let path = folder.join(path.trim_start_matches('/'));
    let written =
        path.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(&path, content));
    written.map_err(|cause| ExportError::Write { path, cause })
}
