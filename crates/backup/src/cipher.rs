//! Encryption of the files of a backup, segment by segment.
//!
//! The format is AES-GCM-HKDF-STREAMING of Tink
//! (<https://developers.google.com/tink/streaming-aead/aes_gcm_hkdf_streaming>) with keys of 256 bits,
//! SHA-256 and segments of 1 MiB: a header with the length of the header, a random salt and a prefix of the
//! nonces; then segments, each encrypted with a nonce that contains its position and whether it is the last
//! one. So segments cannot be exchanged, removed or added. The associated data is the path of the file in its
//! backup.

use std::io::{self, Read, Write};

use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use aws_lc_rs::hkdf::{HKDF_SHA256, Salt};
use aws_lc_rs::rand;

use crate::error::BackupError;

const SALT_LENGTH: usize = 32;
const PREFIX_LENGTH: usize = 7;
const TAG_LENGTH: usize = 16;
/// The length byte, the salt and the prefix of the nonces.
const HEADER_LENGTH: usize = 1 + SALT_LENGTH + PREFIX_LENGTH;
/// The length byte.
const LENGTH_BYTE: u8 = 40;
/// The length of an encrypted segment. The header counts towards the first one.
const SEGMENT_LENGTH: usize = 1024 * 1024;
/// Separates the key of backups from other keys that may be derived from the same secret.
const KEY_INFO: &[u8] = b"folkmoot: backups";

/// The key of encrypted backups.
#[derive(Clone)]
pub struct BackupKey([u8; 32]);

impl std::fmt::Debug for BackupKey {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("BackupKey")
    }
}

impl BackupKey {
    /// The key that is derived from a secret of at least 32 characters with HKDF (RFC 5869).
    pub fn derive(secret: &str) -> Result<Self, BackupError> {
        let mut key = [0; 32];
        expand(secret.as_bytes(), &[], KEY_INFO, &mut key)?;
        Ok(Self(key))
    }

    /// The key of one file.
    fn of_file(&self, salt: &[u8], path: &str) -> Result<LessSafeKey, BackupError> {
        let mut key = [0; 32];
        expand(&self.0, salt, path.as_bytes(), &mut key)?;
        UnboundKey::new(&AES_256_GCM, &key).map(LessSafeKey::new).map_err(|_| BackupError::Encryption)
    }
}

fn expand(secret: &[u8], salt: &[u8], info: &[u8], key: &mut [u8; 32]) -> Result<(), BackupError> {
    let info = [info];
    let derived = Salt::new(HKDF_SHA256, salt).extract(secret);
    let filled = derived.expand(&info, &AES_256_GCM).and_then(|derived| derived.fill(key));
    filled.map_err(|_| BackupError::Encryption)
}

/// The position of a segment as its nonce.
struct Segments {
    key: LessSafeKey,
    prefix: [u8; PREFIX_LENGTH],
    next: u32,
}

impl Segments {
    fn nonce(&mut self, is_last: bool) -> io::Result<Nonce> {
        let mut nonce = [0; NONCE_LEN];
        let (prefix, rest) = nonce.split_at_mut(PREFIX_LENGTH);
        prefix.copy_from_slice(&self.prefix);
        let (position, last) = rest.split_at_mut(4);
        position.copy_from_slice(&self.next.to_be_bytes());
        last.fill(u8::from(is_last));
        self.next =
            self.next.checked_add(1).ok_or_else(|| io::Error::other("the file is too large to encrypt"))?;
        Ok(Nonce::assume_unique_for_key(nonce))
    }
}

/// Encrypts the bytes that are written to it.
pub struct EncryptingWriter<W: Write> {
    output: W,
    segments: Segments,
    /// The part of the current segment that was written.
    plain: Vec<u8>,
    /// The number of bytes that the current segment can contain.
    capacity: usize,
}

impl<W: Write> EncryptingWriter<W> {
    /// Writes the header of the file with this path in its backup.
    pub fn new(mut output: W, key: &BackupKey, path: &str) -> Result<Self, BackupError> {
        let (mut salt, mut prefix) = ([0; SALT_LENGTH], [0; PREFIX_LENGTH]);
        rand::fill(&mut salt).and_then(|()| rand::fill(&mut prefix)).map_err(|_| BackupError::Encryption)?;
        let segments = Segments { key: key.of_file(&salt, path)?, prefix, next: 0 };
        let header = [&[LENGTH_BYTE][..], &salt, &prefix].concat();
        output.write_all(&header).map_err(|cause| BackupError::Io { path: path.into(), cause })?;
        let capacity = SEGMENT_LENGTH - HEADER_LENGTH - TAG_LENGTH;
        Ok(Self { output, segments, plain: Vec::with_capacity(SEGMENT_LENGTH), capacity })
    }

    /// Writes the last segment, which may be empty.
    pub fn finish(mut self) -> io::Result<W> {
        self.write_segment(true)?;
        Ok(self.output)
    }

    fn write_segment(&mut self, is_last: bool) -> io::Result<()> {
        let nonce = self.segments.nonce(is_last)?;
        let sealed = self.segments.key.seal_in_place_append_tag(nonce, Aad::empty(), &mut self.plain);
        sealed.map_err(|_| io::Error::other("failed to encrypt"))?;
        self.output.write_all(&self.plain)?;
        self.plain.clear();
        self.capacity = SEGMENT_LENGTH - TAG_LENGTH;
        Ok(())
    }
}

impl<W: Write> Write for EncryptingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A full segment is written when more follows, because the last one is marked.
        if !bytes.is_empty() && self.plain.len() == self.capacity {
            self.write_segment(false)?;
        }
        let taken = bytes.len().min(self.capacity - self.plain.len());
        self.plain.extend(bytes.iter().take(taken));
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// Decrypts the bytes that it reads. A file that was changed or cut off, or another key, is an error of the
/// kind [`io::ErrorKind::InvalidData`], at the latest at the end.
pub struct DecryptingReader<R: Read> {
    input: R,
    segments: Segments,
    /// The decrypted segment, and how much of it was read.
    plain: Vec<u8>,
    read: usize,
    /// The encrypted bytes after the current segment: one segment is read ahead to know which is the last.
    ahead: Vec<u8>,
    is_over: bool,
}

impl<R: Read> DecryptingReader<R> {
    /// Reads the header of the file with this path in its backup.
    pub fn new(mut input: R, key: &BackupKey, path: &str) -> Result<Self, BackupError> {
        let failed = |cause| BackupError::Io { path: path.into(), cause };
        let mut header = [0; HEADER_LENGTH];
        input.read_exact(&mut header).map_err(failed)?;
        let (length, rest) = header.split_at(1);
        let (salt, prefix) = rest.split_at(SALT_LENGTH);
        let prefix = prefix.try_into().ok().filter(|_| length == [LENGTH_BYTE]);
        let Some(prefix) = prefix else { return Err(BackupError::WrongKey(path.into())) };
        let segments = Segments { key: key.of_file(salt, path)?, prefix, next: 0 };
        let mut ahead = Vec::new();
        fill(&mut input, &mut ahead, SEGMENT_LENGTH - HEADER_LENGTH).map_err(failed)?;
        Ok(Self { input, segments, plain: Vec::new(), read: 0, ahead, is_over: false })
    }

    fn read_segment(&mut self) -> io::Result<()> {
        self.plain = std::mem::take(&mut self.ahead);
        fill(&mut self.input, &mut self.ahead, SEGMENT_LENGTH)?;
        self.is_over = self.ahead.is_empty();
        let nonce = self.segments.nonce(self.is_over)?;
        let opened = self.segments.key.open_in_place(nonce, Aad::empty(), &mut self.plain);
        let length = opened.map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?.len();
        self.plain.truncate(length);
        self.read = 0;
        Ok(())
    }
}

/// Reads up to `length` bytes.
fn fill(input: &mut impl Read, bytes: &mut Vec<u8>, length: usize) -> io::Result<()> {
    input.take(length as u64).read_to_end(bytes).map(drop)
}

impl<R: Read> Read for DecryptingReader<R> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        while self.read == self.plain.len() && !self.is_over {
            self.read_segment()?;
        }
        let rest = self.plain.get(self.read..).unwrap_or_default();
        let taken = rest.len().min(target.len());
        target.iter_mut().zip(rest).for_each(|(target, byte)| *target = *byte);
        self.read += taken;
        Ok(taken)
    }
}

#[cfg(test)]
mod tests;
