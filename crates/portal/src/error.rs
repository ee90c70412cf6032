//! Why a portal cannot be served.

use std::io;
use std::path::PathBuf;

/// The files of a portal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PortalError {
    /// A file or folder cannot be read.
    #[error("failed to read {}: {cause}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// The folder does not contain a built portal.
    #[error("{} is not a built portal: index.html is missing; build the portal with `make build`", .0.display())]
    NoPortal(PathBuf),
    /// The manifest does not match the files.
    #[error("the portal was not built for this version: {0}; build it again with `make build`")]
    Manifest(String),
    /// The type of an image of the provider is not supported.
    #[error("{} is not an image that browsers show; expected a file whose name ends in .svg, .png or .webp", .0.display())]
    ImageType(PathBuf),
}
