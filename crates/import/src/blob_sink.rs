//! Where an import writes the bytes of files.

use std::io::{self, Read};

use folkmoot_database::import_transaction::ImportTransaction;
use folkmoot_files::base64;
use folkmoot_files::content_type::Inspection;
use folkmoot_store::StoreError;
use uuid::Uuid;

use crate::input::Input;
use crate::json::string;
use crate::values::Mismatch;

/// The number of bytes that are read at once.
const PART_BYTES: usize = 256 * 1024;
/// The bytes that are accepted, for reports.
const ACCEPTED: &str = "content of an accepted type that matches the file name extension";

/// The description of bytes after they were written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredBlob {
    /// Their number.
    pub size: i64,
    /// Their media type.
    pub mime_type: String,
}

/// Receives the bytes of files.
pub trait BlobSink: Sync {
    /// Writes the bytes of the file with this id and name. They belong to its record after [`BlobSink::attach`] and the
    /// end of the transaction. An error of the kind `InvalidData` means that such bytes are not accepted.
    fn write(&self, id: Uuid, name: &str, bytes: &mut dyn Read) -> io::Result<StoredBlob>;
    /// Attaches the bytes to their records in the transaction that stores these.
    fn attach(&self, session: &ImportTransaction<'_>) -> Result<(), StoreError>;
    /// Called after the transaction was committed or rolled back.
    fn finish(&self) -> io::Result<()>;
}

/// Measures bytes without storing them, for a dry run.
#[derive(Debug, Default)]
pub struct MeasuringSink;

impl BlobSink for MeasuringSink {
    fn write(&self, _: Uuid, name: &str, bytes: &mut dyn Read) -> io::Result<StoredBlob> {
        let mut inspection = Inspection::default();
        let mut size = 0;
        each_part(bytes, |part| {
            size += part.len();
            inspection.take(part);
            Ok(())
        })?;
        let size = i64::try_from(size).unwrap_or(i64::MAX);
        Ok(StoredBlob { size, mime_type: media_type(&inspection, name)? })
    }

    fn attach(&self, _: &ImportTransaction<'_>) -> Result<(), StoreError> {
        Ok(())
    }

    fn finish(&self) -> io::Result<()> {
        Ok(())
    }
}

/// Calls `each` with every part of the bytes.
pub fn each_part(bytes: &mut dyn Read, mut each: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
    let mut part = vec![0; PART_BYTES];
    loop {
        match bytes.read(&mut part)? {
            0 => return Ok(()),
            read => each(&part[..read])?,
        }
    }
}

/// The media type of inspected bytes; an error of the kind `InvalidData` if such bytes are not accepted.
pub fn media_type(inspection: &Inspection, name: &str) -> io::Result<String> {
    let refused = |_| io::Error::new(io::ErrorKind::InvalidData, "content of a type that is not accepted");
    inspection.media_type(name).map(str::to_owned).map_err(refused)
}

/// Why bytes were not written.
#[derive(Debug)]
pub enum BlobError {
    /// The record has an error.
    Invalid(Mismatch),
    /// They cannot be stored.
    Failed(io::Error),
}

/// Where the bytes of a record are.
#[derive(Debug, Clone, Copy)]
pub enum BlobSource<'a> {
    /// In this JSON string, as Base64.
    Base64(&'a str),
    /// In the file of the directory that this JSON string names.
    Path(&'a str),
}

impl BlobSource<'_> {
    /// Writes the bytes to a sink.
    pub fn copy(
        self,
        id: Uuid,
        name: &str,
        input: &dyn Input,
        blobs: &dyn BlobSink,
    ) -> Result<StoredBlob, BlobError> {
        let (raw, expected) = match self {
            Self::Base64(raw) => (raw, "Base64, with or without a data URI prefix"),
            Self::Path(raw) => (raw, input.expected_path()),
        };
        let mismatch = || BlobError::Invalid(Mismatch::new(expected, raw));
        let text = string(raw).ok_or_else(mismatch)?;
        let source: Box<dyn Read> = match self {
            Self::Base64(_) => Box::new(base64::Reader::new(&text)),
            Self::Path(_) => input
                .open_bytes(&text)
                .map_err(|error| BlobError::Invalid(Mismatch::new(expected, &format!("{text} ({error})"))))?,
        };
        let mut source = FailureRecorder { source, failed: false };
        blobs.write(id, name, &mut source).map_err(|error| match error.kind() {
            _ if source.failed => mismatch(),
            io::ErrorKind::InvalidData => BlobError::Invalid(Mismatch::described(ACCEPTED, "another type")),
            _ => BlobError::Failed(error),
        })
    }
}

/// A reader that records whether it failed.
struct FailureRecorder<'a> {
    source: Box<dyn Read + 'a>,
    failed: bool,
}

impl Read for FailureRecorder<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer);
        self.failed |= read.is_err();
        read
    }
}
