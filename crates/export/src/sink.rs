//! Where the files of an export are written to.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use aws_lc_rs::digest::{Context, SHA256};

use super::ExportError;

/// Stores the files of one export. They should become visible only after the export has succeeded.
pub trait ExportSink: Sync {
    /// A folder for files that are being written and are not complete.
    fn work_folder(&self) -> &Path;

    /// Creates a file of the export.
    fn create(&self, name: &str) -> io::Result<Box<dyn PendingFile>>;

    /// Stores a complete file of the work folder under this name.
    fn adopt(&self, name: &str, path: &Path) -> io::Result<()> {
        let mut target = self.create(name)?;
        io::copy(&mut File::open(path)?, &mut target)?;
        target.finish()
    }
}

/// A file that is being written.
pub trait PendingFile: Write + Send {
    /// Completes the file. A file that is dropped before is discarded.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// A file that is being written, with its size and hash.
pub(super) struct MeasuredFile {
    name: String,
    file: Box<dyn PendingFile>,
    measure: Measure,
}

/// The size and the hash of bytes.
pub(super) struct Measure {
    size_bytes: u64,
    hash: Context,
}

impl Measure {
    pub(super) fn new() -> Self {
        Self { size_bytes: 0, hash: Context::new(&SHA256) }
    }

    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.size_bytes += bytes.len() as u64;
        self.hash.update(bytes);
    }

    /// The size and the hash in hexadecimal digits.
    pub(super) fn finish(self) -> (u64, String) {
        (self.size_bytes, hex::encode(self.hash.finish()))
    }
}

impl MeasuredFile {
    pub(super) fn create(sink: &dyn ExportSink, name: &str) -> Result<Self, ExportError> {
        let file = sink.create(name).map_err(|cause| ExportError::write(name, cause))?;
        Ok(Self { name: name.to_owned(), file, measure: Measure::new() })
    }

    /// Writes all bytes.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<(), ExportError> {
        self.write_all(bytes).map_err(|cause| ExportError::write(&self.name, cause))
    }

    /// Completes the file; returns its size and hash.
    pub(super) fn finish(self) -> Result<(u64, String), ExportError> {
        let Self { name, file, measure } = self;
        file.finish().map_err(|cause| ExportError::write(&name, cause))?;
        Ok(measure.finish())
    }
}

impl Write for MeasuredFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.measure.add(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
