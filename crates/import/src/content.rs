//! The bytes of files on their way in.

use std::io::{self, Read};

use folkmoot_files::base64;
use folkmoot_files::content_type::Inspection;
use folkmoot_store::StoreError;
use folkmoot_store::session::Session;
use uuid::Uuid;

use super::input::Input;
use super::json::string;
use super::values::Wrong;

/// How many bytes are read at once.
const PART: usize = 256 * 1024;
/// What bytes should be.
const TAKEN: &str = "content of an accepted type that matches the file name extension";

/// What is known of bytes once they are taken in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// How many there are.
    pub size: i64,
    /// Their type.
    pub mime_type: String,
}

/// Where an import puts the bytes of files.
pub trait Contents: Sync {
    /// Takes in the bytes of the file with this id and name; an error of the kind `InvalidData` says that such bytes
    /// are not taken. They count once [`Contents::keep`] was called and the transaction is done.
    fn stage(&self, id: Uuid, name: &str, bytes: &mut dyn Read) -> io::Result<Stored>;
    /// Gives the bytes to their records, in the transaction that stores these.
    fn keep(&self, session: &Session<'_>) -> Result<(), StoreError>;
    /// The transaction is over, whole or not at all.
    fn end(&self) -> io::Result<()>;
}

/// Measures bytes and keeps none.
#[derive(Debug, Default)]
pub struct Measured;

impl Contents for Measured {
    fn stage(&self, _: Uuid, name: &str, bytes: &mut dyn Read) -> io::Result<Stored> {
        let mut inspection = Inspection::default();
        let mut size = 0;
        each_part(bytes, |part| {
            size += part.len();
            inspection.take(part);
            Ok(())
        })?;
        let size = i64::try_from(size).unwrap_or(i64::MAX);
        Ok(Stored { size, mime_type: media_type(&inspection, name)? })
    }

    fn keep(&self, _: &Session<'_>) -> Result<(), StoreError> {
        Ok(())
    }

    fn end(&self) -> io::Result<()> {
        Ok(())
    }
}

/// Hands bytes on in parts.
pub fn each_part(bytes: &mut dyn Read, mut each: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
    let mut part = vec![0; PART];
    loop {
        match bytes.read(&mut part)? {
            0 => return Ok(()),
            read => each(&part[..read])?,
        }
    }
}

/// The type of bytes that were looked at, where such are taken.
pub fn media_type(inspection: &Inspection, name: &str) -> io::Result<String> {
    let refused = |_| io::Error::new(io::ErrorKind::InvalidData, "content of a type that is not accepted");
    inspection.media_type(name).map(str::to_owned).map_err(refused)
}

/// Why bytes were not taken in.
#[derive(Debug)]
pub enum ContentError {
    /// What the record says is wrong.
    Wrong(Wrong),
    /// There is no place for them.
    Failed(io::Error),
}

/// The bytes that a record gives.
#[derive(Debug, Clone, Copy)]
pub enum Given<'a> {
    /// As Base64 in the JSON string.
    Base64(&'a str),
    /// As the JSON string of a path in the folder.
    Path(&'a str),
}

impl Given<'_> {
    /// Hands the bytes over.
    pub fn stage(
        self,
        id: Uuid,
        name: &str,
        input: &dyn Input,
        contents: &dyn Contents,
    ) -> Result<Stored, ContentError> {
        let (raw, expected) = match self {
            Self::Base64(raw) => (raw, "Base64, with or without a data URI prefix"),
            Self::Path(raw) => (raw, "the path of a file in the import folder"),
        };
        let wrong = || ContentError::Wrong(Wrong::new(expected, raw));
        let text = string(raw).ok_or_else(wrong)?;
        let source: Box<dyn Read> = match self {
            Self::Base64(_) => Box::new(base64::Reader::new(&text)),
            Self::Path(_) => input
                .open_bytes(&text)
                .map_err(|error| ContentError::Wrong(Wrong::new(expected, &format!("{text} ({error})"))))?,
        };
        let mut source = Watched { source, failed: false };
        contents.stage(id, name, &mut source).map_err(|error| match error.kind() {
            _ if source.failed => wrong(),
            io::ErrorKind::InvalidData => ContentError::Wrong(Wrong::new(TAKEN, "another type")),
            _ => ContentError::Failed(error),
        })
    }
}

/// A reader that remembers that it failed.
struct Watched<'a> {
    source: Box<dyn Read + 'a>,
    failed: bool,
}

impl Read for Watched<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer);
        self.failed |= read.is_err();
        read
    }
}
