//! The bytes of files on their way in.

use std::io::{self, Read};

use base64::engine::general_purpose::STANDARD;
use base64::read::DecoderReader;
use uuid::Uuid;

use super::input::Input;
use super::json::string;
use super::values::Wrong;
use crate::files::content::{START, mime_type};

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
    /// Takes in the bytes of the file with this id and name. They count once [`Contents::commit`] is called.
    fn stage(&self, id: Uuid, name: &str, bytes: &mut dyn Read) -> io::Result<Stored>;
    /// The records are stored.
    fn commit(&self) -> io::Result<()>;
    /// Nothing was changed.
    fn rollback(&self);
}

/// Measures bytes and keeps none.
#[derive(Debug, Default)]
pub struct Measured;

impl Contents for Measured {
    fn stage(&self, _: Uuid, name: &str, bytes: &mut dyn Read) -> io::Result<Stored> {
        let mut start = Vec::with_capacity(START);
        bytes.take(START as u64).read_to_end(&mut start)?;
        let rest = io::copy(bytes, &mut io::sink())?;
        let size = i64::try_from(start.len() as u64 + rest).unwrap_or(i64::MAX);
        Ok(Stored { size, mime_type: mime_type(&start, name).to_owned() })
    }

    fn commit(&self) -> io::Result<()> {
        Ok(())
    }

    fn rollback(&self) {}
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
            Self::Base64(raw) => (raw, "Base64, bare or as a data URI"),
            Self::Path(raw) => (raw, "the path of a file in the folder"),
        };
        let wrong = || ContentError::Wrong(Wrong::new(expected, raw));
        let text = string(raw).ok_or_else(wrong)?;
        let source: Box<dyn Read> = match self {
            Self::Base64(_) => {
                let data = base64_of(&text).ok_or_else(wrong)?;
                Box::new(DecoderReader::new(data.as_bytes(), &STANDARD))
            }
            Self::Path(_) => input
                .open_bytes(&text)
                .map_err(|error| ContentError::Wrong(Wrong::new(expected, &format!("{text} ({error})"))))?,
        };
        let mut source = Watched { source, failed: false };
        contents
            .stage(id, name, &mut source)
            .map_err(|error| if source.failed { wrong() } else { ContentError::Failed(error) })
    }
}

/// The Base64 of a text, or of a data URI.
fn base64_of(text: &str) -> Option<&str> {
    match text.strip_prefix("data:") {
        None => Some(text),
        Some(address) => {
            address.split_once(',').filter(|(head, _)| head.ends_with(";base64")).map(|(_, data)| data)
        }
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
